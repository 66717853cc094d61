"""Cards in racks are counted, whatever they are and whether eyes can make anything of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.record.games import Record
from companion.referee.counting import is_whole
from companion.referee.readings import Sight
from tests.companion.filmed_table import Game

HANDS = [["r1", "y1", "g1", "b1", None], ["r2", "y2", "g2", "w1", None]]
HANDS += [["r3", "y3", "b3", "w3", None], ["g4", "b4", "w4", "y4", None]]
LONG = 12.0
"""Seconds after which no hand rests on a rack any longer."""


def says(folder: Path, *, found: bool, slot: int, label: str | None) -> list[str]:
    """Return what is said where one slot of seat 0 changes; ``found``: of a card beside it."""
    with Record(folder / f"{found}.sqlite3") as record:
        game = Game(record, HANDS)
        if not found:  # nothing in it looks like a card: for the eyes something is in front of it
            place = (0, 3)
            nothing = replace(game.table.slots[place], sight=Sight.COVERED, label=None)
            game.table.slots[place] = nothing
            game.table.covered = {place}
        game.look(LONG)
        game.table.put(0, slot, label)
        return game.look(LONG)


@pytest.mark.parametrize(("slot", "label"), [(1, None), (4, "y5")])
def test_a_missing_and_a_spare_card_are_told_whether_eyes_find_the_others_or_not(
    tmp_path: Path, slot: int, label: str | None
) -> None:
    told = [says(tmp_path, found=found, slot=slot, label=label) for found in (True, False)]
    assert told == [["table_differs"], ["table_differs"]]


def test_a_rack_is_whole_while_its_hand_stands_in_it_and_nothing_is_before_it(
    record: Record,
) -> None:
    game = Game(record, HANDS)
    hand, reading = game.now.state.hands[0], game.table.reading()
    assert list(reading.rack(0)) == [0, 1, 2, 3, 4]
    assert is_whole(hand, 0, reading)
    assert not is_whole(hand[1:], 0, reading), "one more stands there"
    assert not is_whole(hand, 0, replace(reading, racks=frozenset({1, 2, 3})))
    game.table.covered = {(0, 2)}
    assert not is_whole(hand, 0, game.table.reading())
