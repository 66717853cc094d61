"""One step of a game is pure: the game before it stays, and the same input makes the same game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from itertools import count
from pathlib import Path

import pytest

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from companion.language.people import Arrival, How
from companion.play import controller
from companion.play.game import Game as Value
from companion.play.game import Step
from companion.play.inputs import (
    Arrived,
    CorrectTap,
    Input,
    PauseTap,
    RedoTap,
    SightBack,
    SightLost,
    TimedTap,
)
from companion.play.step import step
from companion.record.corrections import FaceIs, Never
from companion.record.entries import Entry
from companion.record.games import Record
from companion.views.view import PUBLIC
from tests.companion import taking
from tests.companion.filmed_table import Game
from tests.companion.play.evening_table import THREE, TWO, Table
from tests.companion.play.random_taps import something_happens
from tests.companion.taking import take
from tests.companion.unread_games import UnreadGame
from tests.two_worlds.chance import Chance
from tests.two_worlds.place import here
from tests.two_worlds.racks import a_world


class Steps:
    """All steps of the games that are played, each taken twice, with copies of all that went in."""

    def __init__(self) -> None:
        self.taken: list[tuple[Value, Input, float, Step]] = []
        self._copies: list[tuple[Value, Input, Step]] = []

    def __call__(self, game: Value, given: Input, now: float) -> Step:
        copy, told = deepcopy(game), deepcopy(given)
        done = step(game, given, now)
        assert game == copy, "the game that was handed in has changed"
        assert given == told
        assert step(copy, told, now) == done, "a game that is equal goes on otherwise"
        self.taken.append((game, given, now, done))
        self._copies.append((copy, told, deepcopy(done)))
        return done

    @property
    def entries(self) -> list[Entry]:
        """What all steps together have put on record."""
        return [entry for *_, done in self.taken for entry in done.entries]

    def stayed(self) -> None:
        """No game, input or step has changed in all that came after it."""
        assert self.taken
        for (game, given, _, done), kept in zip(self.taken, self._copies, strict=True):
            assert (game, given, done) == kept

    def replayed(self) -> None:
        """From wherever a game was begun or taken up again, its inputs lead to the same entries."""
        game: Value | None = None
        after: Value | None = None
        for before, given, now, done in self.taken:
            if before is not after:
                game = deepcopy(before)
            assert game is not None
            again = step(game, given, now)
            assert again == done
            game, after = again.game, done.game


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[Steps]:
    """Watch all steps of a test, and look at them once more when it is over."""
    watched = Steps()
    monkeypatch.setattr(controller, "step", watched)
    monkeypatch.setattr(taking, "step", watched)
    yield watched
    watched.stayed()
    watched.replayed()


def on_record(record: Record, game: int, steps: Steps) -> None:
    """What the steps of a game gave is on record, in its order and after its beginning."""
    written = record.entries(game)
    assert steps.entries
    assert [*written[-len(steps.entries) :]] == steps.entries
    assert record.past(game) == steps.taken[-1][-1].game.past


@pytest.mark.parametrize("seed", range(6))
def test_a_game_with_cards_that_nobody_can_read_is_made_of_pure_steps(
    seed: int, record: Record, steps: Steps
) -> None:
    played = UnreadGame(record, seed, share=0.15, answers=seed % 2 == 0).play(25)
    on_record(record, played.game.now.id, steps)


@pytest.mark.parametrize("seed", range(2))
def test_a_game_with_second_thoughts_is_made_of_pure_steps(
    seed: int, tmp_path: Path, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(seed)
    with here(tmp_path / "one", a_world(chance), 2 + seed, (0, PUBLIC)) as place:
        monkeypatch.setattr(place, "compare", lambda: None)
        Chance(place, chance, 0, 12, doubts=0.4, undoes=0.4)
        on_record(place.record, 1, steps)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_in_which_anything_is_tapped_and_the_camera_fails_is_made_of_pure_steps(
    seed: int, record: Record, steps: Steps
) -> None:
    chance = random.Random(seed)
    table = Table(record, THREE if seed % 2 else TWO)
    table.begin()
    for _ in range(120):
        something_happens(table, chance)
    on_record(record, 1, steps)


def test_a_game_in_which_everything_happens_once_is_made_of_pure_steps(
    record: Record, steps: Steps
) -> None:
    game = Game(record, (["r1", "y1", "g1", "b1", "?"], ["r2", "y2", "g2", "b2", "w2"]))
    seconds = count(1000)

    def tap(tap: CorrectTap | PauseTap | RedoTap) -> list[str]:
        return game._note(game.tap(TimedTap(next(seconds), tap, 0, at="now")))

    assert game.play(0, 0, 0, "r4")[0] == "played"
    assert game.clue(1, 0, RankHint(1)) == ["clue"]
    assert game.take_back(game.table.t)
    assert tap(RedoTap()) == ["redone"]
    game.move(game.table.t)
    assert tap(CorrectTap(FaceIs(1, Card.parse("y1")))) == ["corrected"]
    assert game.take_back(game.table.t)
    assert tap(CorrectTap(Never(2))) == ["corrected"]
    assert tap(PauseTap()) == ["paused"]
    game.look()
    game.resume()
    assert tap(PauseTap(False)) == ["resumed"]
    game.look()
    take(game.running, SightLost(), game.table.t)
    take(game.running, Arrived(Arrival(How.LOOKS_ON, "Eve"), "now"), game.table.t)
    take(game.running, SightBack(), game.table.t)
    assert game.look() == []
    game.table.lay(None, 1, "y1", "g1")
    game.table.put(1, 0, None)
    assert game.look(4.0) == ["question"]
    assert game.answer("g1")
    game.end(game.table.t)
    assert game.terminate(game.table.t)
    on_record(record, game.now.id, steps)
