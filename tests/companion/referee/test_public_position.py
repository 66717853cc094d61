"""Of a card that comes to the mat everybody may be told what was read of it in its rack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.record.games import Record
from companion.referee.public_position import what_everybody_knows
from tests.companion.filmed_table import Game, Hands

HANDS: Hands = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with Record(tmp_path / "games.sqlite3") as record:
        game = Game(record, HANDS)
        game.look()
        yield game


def known(game: Game) -> list[str | None]:
    """Return the faces of seat 0's cards that everybody may be told of, as the table is now."""
    now = game.now
    public = what_everybody_knows(now.referee.memory, now.state, game.table.reading())
    return [held.card.label if held.card else None for held in public.hands[0]]


def test_nobody_is_told_of_a_hand_as_long_as_nothing_was_laid(game: Game) -> None:
    assert now_read(game) == HANDS[0]
    assert known(game) == [None] * 5


def test_the_face_of_a_card_that_has_left_its_rack_for_the_mat_is_everybodys(game: Game) -> None:
    game.table.put(0, 1, None)
    game.table.lay(None, 0)
    assert known(game) == [None, "y1", None, None, None]


def test_where_more_cards_have_left_than_came_nobody_is_told_which_lies_there(game: Game) -> None:
    game.table.put(0, 1, None)
    game.table.put(0, 2, None)
    game.table.lay(None, 0)
    assert known(game) == [None] * 5


def now_read(game: Game) -> list[str | None]:
    """Return what those who see the hand of seat 0 know of it."""
    return [held.card.label if held.card else None for held in game.now.state.hands[0]]
