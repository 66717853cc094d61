"""What is laid while a telephone or a book lies on the mat, whose ends look like cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.record.games import Record
from tests.companion.filmed_table import Game
from tests.companion.referee.small_games import with_a_clue

HANDS = [["g2", "y1", "g1", "b1", "w1"], ["r1", "y2", "r2", "b2", "w2"]]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return with_a_clue(Game(Record(tmp_path / "games.sqlite3"), HANDS))


def test_a_misplay_that_came_to_light_is_one_also_once_it_is_on_its_way(game: Game) -> None:
    """Its slot is empty, so it has not been put back when the fireworks show it no more."""
    for _ in range(8):
        game.table.fireworks_touched += 1
        game.look(0.6, clear=False)
    game.table.put(1, 2, None)
    game.look(0.6, clear=False)
    game.table.lay("r2", 4)
    game.look(0.6)
    assert not game.turns[1:], "an r1 may lie below it"
    game.table.lift(4)
    game.look(0.6)
    game.table.drop("r2")
    game.table.put(1, 2, "w5")
    game.look(0.6)
    assert game.turns[1:] == ["1 plays r2 from 2 and misses"]


def test_one_end_of_a_book_does_not_tell_that_the_other_was_laid(game: Game) -> None:
    game.table.slip(1, 1, "y2")
    game.look(0.6)
    game.table.lay(None, 3, "y2", "w4")
    game.table.lay(None, 5)
    game.table.put(1, 1, None)
    game.look(0.3, clear=False)
    game.look(0.3, clear=False)
    assert not game.turns[1:]
    game.table.drop("y2")
    game.table.put(1, 1, "w5")
    game.look(0.6)
    assert game.turns[1:] == ["1 discards y2 from 1"]


def test_a_rack_gives_its_name_to_no_outline_while_something_hides_where_it_may_lie(
    game: Game,
) -> None:
    game.table.drop(None)
    game.table.put(1, 0, None)
    game.look(0.6, clear=False)
    game.table.put(1, 0, "w5")
    for _ in range(6):
        game.look(0.6, clear=False)
    assert not game.turns[1:]
    game.table.lay("r1", 0)
    game.look(0.6)
    assert game.turns[1:] == ["1 plays r1 from 0"]


def test_the_only_card_with_a_name_is_the_one_that_the_only_hand_has_lost(game: Game) -> None:
    """Though nobody can say which card that was: something had stirred in front of it."""
    game.table.slip(1, 1, "y2")
    game.look(0.6)
    game.table.lay(None, 0)
    game.table.drop("y2")
    game.table.put(1, 1, "w5")
    game.look(0.6)
    assert game.turns[1:] == ["1 discards y2 from 1"]


def test_it_is_not_while_an_arm_hides_what_another_hand_may_have_lost(game: Game) -> None:
    game.table.slip(1, 1, "y2")
    game.look(0.6)
    game.table.lay(None, 0)
    game.table.put(1, 1, "w5")
    game.table.drop("y1")
    game.table.covered |= {(0, slot) for slot in range(5)}
    game.look(0.6, clear=False)
    assert not game.turns[1:]


def test_of_two_things_nobody_can_read_the_second_is_no_later_card_where_racks_lost_one(
    tmp_path: Path,
) -> None:
    """A lamp mirrored on the column in the moment of the discard: nothing is told in haste."""
    game = with_a_clue(Game(Record(tmp_path / "games.sqlite3"), [HANDS[0], ["?"] * 5]))
    game.look()
    game.table.covered = {(1, slot) for slot in range(5)}
    game.table.lay(None, 0)
    assert game.look(0.3) == []
    game.table.covered.clear()
    game.table.drop(None)
    game.table.put(1, 1, None)
    assert game.look(0.6) == []
    assert not game.turns[1:]
