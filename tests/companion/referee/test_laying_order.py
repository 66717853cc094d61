"""In which order new cards were laid, as far as hands tell that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.record.games import Record
from companion.referee.laying_order import as_laid
from companion.referee.losses import Losses
from companion.referee.memory import Memory, Vigil
from companion.referee.tokens import NO_TOKENS
from tests.companion.filmed_table import Game

HANDS = [["r1", "r3", "y1", "b2", "w1"], ["r2", "y2", "g1", "b4", "w2"]]


@pytest.fixture
def game(record: Record) -> Game:
    return Game(record, HANDS)


def order(game: Game, memory: Memory | None = None, *, forget: bool = False) -> list[str | None]:
    """Return the new cards as they were laid; ``forget``: no resting discard is surely a card."""
    known = game.now.referee.memory if memory is None else memory
    reading = game.table.reading()
    if forget:
        reading = replace(reading, resting=frozenset())
    lost = Losses.of(known.racks, game.now.state, reading)
    ordered = as_laid(known.mat.news(reading), lost, known, NO_TOKENS)
    return [laid.label for _, laid in ordered]


def test_of_two_that_came_at_once_that_of_the_hand_to_move_was_laid_first(game: Game) -> None:
    game.table.play(1, 1, 1, "y5")
    game.table.play(0, 0, 0, "g5")
    assert order(game) == ["r1", "y2"]


def test_one_that_was_seen_earlier_was_laid_earlier(game: Game) -> None:
    game.table.lay("y2", 1)
    game.table.t += 2.0
    game.table.lay("g1", 2)
    assert order(game) == ["y2", "g1"]


def test_a_discard_of_the_hand_to_move_may_have_been_hidden_by_the_next_one(game: Game) -> None:
    game.table.play(1, 1, 1, "y5")
    game.table.t += 2.0
    game.table.discard(0, 3, "g5")
    game.table.discard(0, 4, "g4")
    assert order(game)[0] == "b2"


def test_what_had_no_name_and_may_have_gone_comes_last(game: Game) -> None:
    game.table.drop(None)
    game.table.play(0, 0, 0, "g5")
    game.table.play(1, 1, 1, "y5")
    assert order(game, forget=True) == ["r1", "y2", None]


def test_of_those_laid_unseen_that_one_is_first_with_which_all_stories_begin(game: Game) -> None:
    game.table.t += 20.0
    game.table.play(1, 0, 0, "y5")
    game.table.play(0, 0, 1, "g5")
    unseen = replace(game.now.referee.memory, vigil=Vigil(((0.0, 30.0),)))
    assert order(game, unseen) == ["r1", "r2"]


@pytest.mark.parametrize("hidden", [True, False])
def test_a_firework_that_was_hidden_when_the_next_card_came_may_have_been_laid_before_it(
    game: Game, hidden: bool
) -> None:
    game.look()
    game.table.put(0, 0, None)
    game.look(0.5, clear=False)
    game.table.put(0, 0, "g5")
    game.table.hidden = {0} if hidden else {4}
    game.table.play(1, 1, 1, "y5")
    game.look(0.5, clear=False)
    game.table.t += 0.1
    game.table.lay("r1", 0)
    game.look(0.5)
    told = ["0 plays r1 from 0", "1 plays y2 from 1 and misses"]
    assert game.turns == (told if hidden else [])
