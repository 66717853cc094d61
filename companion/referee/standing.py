"""How a card stood in its slot, by what had moved there: that is the same whatever its face is."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee.readings import SlotSight, TableReading

LIFTED = 2
"""How often a slot is filled anew, at least, where its card was lifted out and put back."""

SlotTouches = tuple[tuple[int, int], ...]
"""How often something was in front of each slot of a rack so far: slot and touches."""


@dataclass(frozen=True, slots=True)
class Stood:
    """What had moved in a slot when a card was known to stand there: `SlotSight` has the words."""

    filled: int
    touched: int
    serial: int


NOWHERE = Stood(-1, -1, -1)
"""What had moved in the slot of a card that the record has in an empty one."""


def standing(seat: int, reading: TableReading) -> SlotTouches:
    """Return how often something was in front of each slot of ``seat`` so far."""
    return tuple((slot, shown.touched) for slot, shown in reading.rack(seat).items())


def is_anew(before: Stood, now: SlotSight | Stood) -> bool:
    """Say whether a card was stood into a slot since one was known to stand there.

    A lower serial is that of a card that was there before what could not be read.
    """
    return before.filled != now.filled or before.serial < now.serial


def was_filled_again(before: Stood, then: Stood) -> bool:
    """Say whether the slot in which a card stood ``before`` was emptied and filled by ``then``."""
    moves = then.filled - before.filled
    return moves > 0 and moves % LIFTED == 0


def stood(sight: SlotSight) -> Stood:
    """Return what has moved in a slot by now."""
    return Stood(sight.filled, sight.touched, sight.serial)
