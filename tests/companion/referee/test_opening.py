from dataclasses import replace

import pytest

from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import start
from companion.record.games import Record
from companion.referee.opening import missing, occupied, seating
from companion.referee.readings import LaidCard, Sight, SlotSight
from tests.companion.filmed_table import FilmedTable, Game

HAND = ["r1", "y1", "g1", "b1", "w1"]
FOUR = ["r1", "y1", "g1", "b1"]


def lacking(table: FilmedTable, players: int = 2) -> str | None:
    return missing(table.reading(), STANDARD, players)


def test_full_racks_and_an_empty_mat_are_a_game() -> None:
    assert lacking(FilmedTable([HAND, HAND])) is None


def test_cards_that_cannot_be_read_are_cards() -> None:
    assert lacking(FilmedTable([HAND, ["?", "y1", "back", "b1", "w1"]])) is None


def test_a_rack_that_is_not_full_keeps_the_game_from_starting() -> None:
    table = FilmedTable([HAND, [None, *HAND[1:]]])
    assert lacking(table) == "the rack of seat 1 shows 4 cards instead of 5"


def test_four_players_hold_four_cards_in_any_of_the_five_slots() -> None:
    hands = [[*FOUR, None], [None, *FOUR], ["r1", None, "y1", "g1", "b1"], [*FOUR, None]]
    assert lacking(FilmedTable(hands), 4) is None
    assert occupied(FilmedTable(hands).reading(), 2, 4) == (0, 2, 3, 4)
    assert lacking(FilmedTable([HAND, *hands[1:]]), 4) is not None


def test_a_slot_that_was_covered_ever_since_may_hold_the_missing_card() -> None:
    table = FilmedTable([HAND, HAND])
    table.slots[1, 2] = SlotSight(Sight.COVERED, None, 0)
    assert lacking(table) is None
    table.put(1, 3, None)
    assert lacking(table) == "the rack of seat 1 shows 4 cards instead of 5"


def test_a_slot_that_was_covered_ever_since_may_be_empty() -> None:
    hands = [[*FOUR, None], [*FOUR, None], [*FOUR, None], [*FOUR, None]]
    table = FilmedTable(hands)
    table.slots[1, 4] = SlotSight(Sight.COVERED, None, 0)
    assert lacking(table, 4) is None
    assert occupied(table.reading(), 1, 4) == (0, 1, 2, 3)


def test_a_blot_in_the_fifth_slot_of_a_hand_of_four_is_no_card() -> None:
    table = FilmedTable([[*FOUR, None] for _ in range(4)])
    table.put(0, 4, "?")
    assert lacking(table, 4) is None
    assert occupied(table.reading(), 0, 4) == (0, 1, 2, 3)


def test_a_blot_on_the_mat_does_not_keep_the_game_from_starting() -> None:
    reading = FilmedTable([HAND, HAND]).reading()
    blot = LaidCard(1, None)
    assert missing(replace(reading, discards=(blot,)), STANDARD, 2) is None
    assert missing(replace(reading, columns=((blot,),)), STANDARD, 2) is None


def test_a_rack_that_is_not_in_view_is_named() -> None:
    assert str(lacking(FilmedTable([HAND, HAND]), 3)).endswith("none is in view for seat 2")


@pytest.mark.parametrize("where", ["column", "discards"])
def test_cards_on_the_mat_are_of_another_game(where: str) -> None:
    table = FilmedTable([HAND, HAND])
    if where == "column":
        table.lay("r1", 3)
    else:
        table.drop("r1")
    assert "lie on the fireworks or the discards" in str(lacking(table))


def test_without_a_mat_there_is_no_game() -> None:
    reading = replace(FilmedTable([HAND, HAND]).reading(), mat=False)
    assert missing(reading, STANDARD, 2) == "no mat of the printed size is in view"


def test_dealt_cards_are_seated_where_they_stand() -> None:
    table = FilmedTable([[None, *FOUR], [*FOUR, None], FOUR, FOUR])
    state = start(STANDARD, 4)[0]
    moves = seating(state, table.reading())
    assert [(move.seat, move.order) for move in moves] == [(0, (None, 0, 1, 2, 3))]


def test_a_game_of_four_begins_with_every_card_in_its_slot(record: Record) -> None:
    game = Game(record, [[None, *FOUR], FOUR, FOUR, FOUR])
    assert [
        (held.slot, str(held.card and held.card.label)) for held in game.now.state.hands[0]
    ] == [
        (1, "r1"),
        (2, "y1"),
        (3, "g1"),
        (4, "b1"),
    ]
    game.play(0, 2, 0, "r2")
    assert game.turns == ["0 plays y1 from 2"]


@pytest.mark.parametrize("clear", [True, False])
def test_hands_are_known_from_the_deal_on_though_a_lamp_mirrors_on_the_mat_all_evening(
    record: Record, clear: bool
) -> None:
    game = Game(record, [HAND, ["r2", "y2", "g2", "b2", "w2"], HAND], clear=clear)
    for seat, slot, column, draws in ((0, 0, 0, "w4"), (1, 0, 0, "w3"), (2, 2, 1, "r4")):
        game.table.t += 1.0
        game.table.play(seat, slot, column, draws)
        game.look(0.4, clear=clear)
    assert game.turns == ["0 plays r1 from 0", "1 plays r2 from 0", "2 plays g1 from 2"]
