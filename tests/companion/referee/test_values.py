"""The referee, the doubts and the watch over tokens are values: a question changes nothing."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest

from companion.hanabi.cards import Card
from companion.record.games import Record
from companion.referee.doubts import Doubts
from companion.referee.readings import Discs
from companion.referee.referee import Referee
from companion.referee.tokens import TokenWatch
from tests.companion.filmed_table import Game
from tests.companion.referee.small_games import RED, with_a_clue


def parts(value: object) -> list[object]:
    """Return a value and all values that it is made of, as far as they are the referee's own."""
    if not is_dataclass(value) or not type(value).__module__.startswith("companion.referee"):
        return [value]
    return [value, *(one for part in fields(value) for one in parts(getattr(value, part.name)))]


def mischief(game: Game, rng: random.Random) -> None:
    """Do something with cards that may be a move, or none."""
    seat, slot, column = rng.randrange(2), rng.randrange(5), rng.randrange(3)
    label = rng.choice(["r1", "y2", "g1", "b3", "w1", None])
    match rng.randrange(6):
        case 0:
            game.table.play(seat, slot, column, label)
        case 1:
            game.table.discard(seat, slot, label)
        case 2:
            game.table.lay(label, column)
        case 3:
            game.table.put(seat, slot, label)
        case 4 if game.table.columns[column]:
            game.table.discards.append(game.table.columns[column].pop())
        case _:
            game.table.covered = {(seat, slot)} if rng.randrange(2) else set()


@pytest.mark.parametrize("seed", range(8))
def test_asking_what_the_table_means_changes_nothing_and_is_answered_alike(
    record: Record, seed: int
) -> None:
    rng = random.Random(seed)
    hands = [["r1", "?", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
    game = with_a_clue(Game(record, hands))
    for _ in range(25):
        mischief(game, rng)
        referee, reading = game.now.referee, game.table.reading(rng.choice([0.5, 4.0, 9.0]))
        before = deepcopy(referee)
        first = referee.judge(game.now.state, reading)
        assert referee == before, "what was asked is as it was"
        assert referee.judge(game.now.state, reading) == first
        game.look(4.0)


def test_what_is_noted_is_in_the_new_referee_only() -> None:
    nobody = Referee()
    told = nobody.answer(7, Card.parse("r1")).answer_played(8, played=True).frame(2.0, None)
    assert nobody == Referee()
    assert told.memory.answers == {7: Card.parse("r1")}
    assert told.memory.was_played == {8: True}
    assert told.memory.vigil.last == 2.0


def test_nothing_that_a_referee_is_made_of_can_be_changed_by_mistake(game: Game) -> None:
    game.play(0, 2, 0, "b5")
    for value in (game.now.referee, Doubts(), TokenWatch()):
        for part in parts(value):
            if is_dataclass(part):
                name = fields(part)[0].name
                with pytest.raises(FrozenInstanceError):
                    setattr(part, name, None)
            else:
                assert not isinstance(part, set | list), "these could be changed in place"


def test_a_doubt_that_was_passed_on_is_open_in_the_earlier_value(record: Record) -> None:
    game = Game(record, [["?", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]])
    game.look(4.0)
    state, asked = game.now.state, game.now.doubts
    assert asked.question(state, 1, game.table.t) is not None
    passed = asked.passed(state.hands[0][0].id, 1)
    assert passed.question(state, 1, game.table.t) is None
    assert asked.question(state, 1, game.table.t) is not None


def test_a_watch_over_tokens_that_pauses_is_another_one(game: Game) -> None:
    game.table.discs = Discs(8, 3)
    game.look()
    game.clue(0, 1, RED)
    game.look()
    watch = game.now.tokens
    before = deepcopy(watch)
    assert watch.pause() != watch
    watch.see(game.now.state, game.table.reading())
    assert watch == before
