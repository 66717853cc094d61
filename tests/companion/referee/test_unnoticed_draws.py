"""Where a card that was drawn looks as the one before it, that it is another is often seen late."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.hanabi.moves import RankHint
from companion.record.games import Record
from tests.companion.filmed_table import Game

HANDS = [["r1", "y1", "g1", "b1", "y3"], ["r2", "y2", "g2", "b2", "w1"]]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game in which seat 1 has discarded in a shadow, and has drawn a like card."""
    game = Game(Record(tmp_path / "games.sqlite3"), HANDS)
    for seat in (0, 1, 0):
        game.clue(seat, 1 - seat, RankHint(1))
        game.look()
    game.table.drop("w1")
    game.table.slip(1, 4, "w1")
    game.look()
    assert game.turns[-1] == "1 discards w1 from 4"
    return game


def stands_otherwise(game: Game, seat: int, slot: int) -> None:
    """A card of which the shadow has gone turns out to stand otherwise than the one before it."""
    shown = game.table.slots[seat, slot]
    game.table.slots[seat, slot] = replace(
        shown, serial=shown.serial + 1, touched=shown.touched + 1
    )


def test_a_like_card_that_is_noticed_late_is_none_that_was_taken_out_of_turn(game: Game) -> None:
    game.look(0.6)
    stands_otherwise(game, 1, 4)
    game.look(0.3)
    game.table.drop("g1")
    game.table.put(0, 2, None)
    game.look(0.3)
    game.table.put(0, 2, "y4")
    game.look(4.0)
    assert game.turns[-1] == "0 discards g1 from 2"
    assert game.why == ""


def test_a_card_of_which_only_the_print_was_seen_to_change_may_be_seen_to_stand_otherwise_later(
    tmp_path: Path,
) -> None:
    game = Game(Record(tmp_path / "games.sqlite3"), HANDS)
    for seat in (0, 1, 0):
        game.clue(seat, 1 - seat, RankHint(1))
        game.look()
    game.table.drop("g2")
    game.table.slip(1, 2, "y5")
    game.look()
    shown = game.table.slots[1, 2]
    game.table.slots[1, 2] = replace(shown, filled=shown.filled + 1, touched=shown.touched + 1)
    game.look(0.3)
    game.table.drop("g1")
    game.table.put(0, 2, None)
    game.look(0.3)
    game.table.put(0, 2, "y4")
    game.look(4.0)
    assert game.turns[-2:] == ["1 discards g2 from 2", "0 discards g1 from 2"]
    assert game.why == ""


def test_a_second_change_in_that_slot_is_a_card_that_was_taken(game: Game) -> None:
    stands_otherwise(game, 1, 4)
    game.look(5.0)
    game.table.put(1, 4, None)
    game.look(0.6)
    game.table.drop("w3")
    game.table.put(1, 4, "y4")
    assert game.look(5.0) == ["table_differs"]
    assert "seat 1 laid a card" in game.why


def test_it_can_be_laid_before_anybody_noticed_that_it_came(game: Game) -> None:
    game.clue(0, 1, RankHint(1))
    game.look()
    stands_otherwise(game, 1, 4)
    game.table.drop("w1")
    game.look(0.6)
    game.table.put(1, 4, "y4")
    game.look(5.0)
    assert game.turns[-1] == "1 discards w1 from 4"
