"""Where a card that was drawn looks as the one before it, that it is another is often seen late."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.hanabi.moves import RankHint
from companion.record.games import Record
from tests.companion.filmed_table import Game

HANDS = [["r1", "y1", "g1", "b1", "y3"], ["r2", "y2", "g2", "b2", "w1"]]


def a_game_in_which_seat_1_discards(folder: Path, slot: int, label: str, drawn: str) -> Game:
    """A game in which it does so in a shadow: nobody sees the slot emptied and filled."""
    game = Game(Record(folder / "games.sqlite3"), HANDS)
    for seat in (0, 1, 0):
        game.clue(seat, 1 - seat, RankHint(1))
        game.look()
    game.table.drop(label)
    game.table.slip(1, slot, drawn)
    game.look()
    assert game.turns[-1] == f"1 discards {label} from {slot}"
    return game


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game in which it has drawn a like card."""
    return a_game_in_which_seat_1_discards(tmp_path, 4, "w1", drawn="w1")


def seat_0_discards(game: Game) -> None:
    game.look(0.3)
    game.table.drop("g1")
    game.table.put(0, 2, None)
    game.look(0.3)
    game.table.put(0, 2, "y4")
    game.look(4.0)


def stands_otherwise(game: Game, seat: int, slot: int) -> None:
    """A card of which the shadow has gone turns out to stand otherwise than the one before it."""
    shown = game.table.slots[seat, slot]
    game.table.slots[seat, slot] = replace(
        shown, serial=shown.serial + 1, touched=shown.touched + 1
    )


def test_a_like_card_that_is_noticed_late_is_none_that_was_taken_out_of_turn(game: Game) -> None:
    game.look(0.6)
    stands_otherwise(game, 1, 4)
    seat_0_discards(game)
    assert game.turns[-1] == "0 discards g1 from 2"
    assert game.why == ""


def test_a_card_of_which_only_the_print_was_seen_to_change_may_be_seen_to_stand_otherwise_later(
    tmp_path: Path,
) -> None:
    game = a_game_in_which_seat_1_discards(tmp_path, 2, "g2", drawn="y5")
    shown = game.table.slots[1, 2]
    game.table.slots[1, 2] = replace(shown, filled=shown.filled + 1, touched=shown.touched + 1)
    seat_0_discards(game)
    assert game.turns[-2:] == ["1 discards g2 from 2", "0 discards g1 from 2"]
    assert game.why == ""


def test_what_is_noticed_late_is_not_the_laid_card_while_a_hand_is_in_front_of_others(
    game: Game,
) -> None:
    seat_0_discards(game)
    stands_otherwise(game, 1, 4)
    game.table.drop("r2")
    game.table.covered.add((1, 0))
    game.look(0.6)
    assert game.turns[-1] == "0 discards g1 from 2", "another slot may have lost its card"
    game.table.covered.clear()
    game.table.put(1, 0, None)
    game.look(0.6)
    game.table.put(1, 0, "y5")
    game.look(5.0)
    assert game.turns[-1] in ("1 discards r2 from 0", "1 discards r2 from None")
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


@pytest.fixture
def mirrored(tmp_path: Path) -> Game:
    """A game in which seat 0 has taken g1, and a lamp mirrors in its empty slot."""
    game = Game(Record(tmp_path / "games.sqlite3"), HANDS)
    for seat in (0, 1):
        game.clue(seat, 1 - seat, RankHint(1))
        game.look()
    game.table.slip(0, 2, "?")
    game.look(0.6)
    return game


def test_a_card_is_gone_whose_slot_looked_otherwise_and_holds_another_one_then(
    mirrored: Game,
) -> None:
    before = mirrored.table.slots[0, 2]
    mirrored.table.drop("g1")
    mirrored.table.put(0, 2, "y4")
    drawn = mirrored.table.slots[0, 2]
    mirrored.table.slots[0, 2] = replace(drawn, touched=before.touched)  # no hand was seen there
    mirrored.look(4.0)
    assert mirrored.turns[-1] == "0 discards g1 from 2"
    assert mirrored.why == ""


def test_a_card_is_gone_though_its_slot_was_never_seen_empty_and_the_drawn_one_is_read_late(
    mirrored: Game,
) -> None:
    mirrored.table.lay("g1", 3)
    mirrored.table.flicker(0, 2, "y4")
    mirrored.look(4.0)
    assert mirrored.turns[-1] == "0 plays g1 from 2"
    assert mirrored.why == ""


def test_a_card_in_a_reflection_that_is_read_again_has_not_left(mirrored: Game) -> None:
    mirrored.table.flicker(0, 2, "g1")
    mirrored.look(0.6)
    mirrored.discard(0, 3, "y4")
    mirrored.look(4.0)
    assert mirrored.turns[-1] == "0 discards b1 from 3"
    assert mirrored.why == ""


def lies_hidden(game: Game, seat: int, slot: int, drawn: str) -> None:
    """It takes a card and draws another one, while something covers where the first one lies."""
    game.table.put(seat, slot, None)
    game.look(0.6, clear=False)
    game.table.put(seat, slot, drawn)
    game.look(9.0, clear=False)


def test_cards_that_were_laid_under_a_phone_are_told_once_it_has_gone(tmp_path: Path) -> None:
    game = Game(Record(tmp_path / "games.sqlite3"), HANDS)
    lies_hidden(game, 0, 2, "y4")
    lies_hidden(game, 1, 4, "b4")
    assert game.turns == []
    game.table.lay("g1", 2)
    game.table.lay("w1", 3)
    game.look(0.6)
    assert game.turns == ["0 plays g1 from 2", "1 plays w1 from 4"]
    assert game.why == ""


def test_a_card_that_was_only_lifted_meanwhile_has_not_left_once_the_mat_lies_open(
    tmp_path: Path,
) -> None:
    game = Game(Record(tmp_path / "games.sqlite3"), HANDS)
    lies_hidden(game, 0, 2, "g1")
    game.look(4.0)
    game.play(0, 3, 2, "y4")
    game.look(4.0)
    assert game.turns == ["0 plays b1 from 3"]
    assert game.why == ""


def test_a_card_that_was_laid_under_a_glass_is_told_once_that_has_gone(tmp_path: Path) -> None:
    game = Game(Record(tmp_path / "games.sqlite3"), HANDS)
    game.clue(0, 1, RankHint(1))
    game.table.drop(None)  # a glass, which looks like a card that nobody can read
    game.look(9.0)
    game.table.put(1, 4, None)
    game.look(0.6)
    game.table.put(1, 4, "y4")
    game.look(0.6)
    game.table.pick_up()
    game.table.drop("w1")
    game.look(4.0)
    assert game.turns[1:] == ["1 discards w1 from 4"]
    assert game.why == ""
