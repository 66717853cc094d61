"""Racks have five slots, and with four or five players a hand fills four of them."""

from __future__ import annotations

from companion.record.games import Record
from companion.referee.readings import Sight, SlotSight
from tests.companion.filmed_table import Game

HANDS = [
    ["r1", "y1", "g1", "b1"],
    ["r2", "y2", "g2", "b2"],
    ["r3", "y3", "g3", "b3"],
    ["r4", "y4", "g4", "b4"],
]
HIDDEN = SlotSight(Sight.COVERED, None, 0, covered=True)


def test_a_lamp_that_mirrors_in_a_spare_slot_from_the_start_is_no_hand_before_the_rack(
    record: Record,
) -> None:
    game = Game(record, HANDS)
    game.table.slots[0, 4] = HIDDEN
    game.table.slip(0, 1, "y1")
    game.look(0.3)
    assert game.now.referee.memory.racks.stirred, "an arm has passed"
    game.look(2.0)
    game.look(2.0)
    assert not game.now.referee.memory.racks.stirred


def test_its_owner_may_stand_a_card_there_all_the_same(record: Record) -> None:
    game = Game(record, HANDS)
    game.table.slots[0, 4] = HIDDEN
    game.look()
    game.table.put(0, 4, "b1")
    game.table.put(0, 3, None)
    game.look(4.0)
    assert [held.slot for held in game.now.state.hands[0]] == [0, 1, 2, 4]


def test_a_slot_in_which_a_card_stands_by_the_record_stays_hidden(record: Record) -> None:
    game = Game(record, HANDS)
    game.table.slots[0, 3] = HIDDEN
    game.table.slip(0, 1, "y1")
    game.look(0.3)
    game.look(2.0)
    game.look(2.0)
    assert game.now.referee.memory.racks.stirred, "a hand is in front of the rack"
