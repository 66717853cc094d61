"""Places on the table by name, and numbers that make sense there."""

from __future__ import annotations

from collections.abc import Sequence

from vision.simulator.optics import Optics
from vision.simulator.reach import MatPoint
from vision.table.details import Tracks

OUT_OF_REACH = 3000.0
"""Millimetres beyond which nothing is put, nor reached for."""
SPENT_AT = (442.0, 66.0)
"""Millimetres; where spent tokens begin, right of the mat."""
SPENT_PITCH = 26.0
"""Millimetres from the middle of one spent token to that of the next."""
FINGERS_DOWN = 50.0
"""Millimetres below a zone's upper edge at which fingertips lay a card."""
FINGERS_DOWN_RACK = 30.0
"""Millimetres below a rack slot's upper edge at which fingertips stand a card there."""


class TableError(ValueError):
    """Something nobody could do at this table now; nothing has changed."""


def between(value: float, low: float, high: float, what: str) -> float:
    """Return ``value`` as a float.

    Raises:
        TableError: it is no number from ``low`` to ``high``.
    """
    number: object = value  # it may have come from anywhere
    if isinstance(number, (int, float)) and not isinstance(number, bool) and low <= number <= high:
        return float(number)
    raise TableError(f"{what}: want a number from {low:g} to {high:g}, got {value!r}")


def find_spot(towards: str | Sequence[float], optics: Optics, tracks: Tracks) -> MatPoint:
    """Return where fingertips go for a place, millimetres on the mat.

    Args:
        towards: ``fireworks:2``, ``discards``, ``deck``, ``clue:7``, ``fuse:0``, ``spent``,
            ``rack:1:3`` or the two numbers x, y.
        optics: the camera over the table; it knows where the racks stand.
        tracks: the tokens' circles.

    Raises:
        TableError: there is no such place.
    """
    try:
        if not isinstance(towards, str):
            x, y = towards
            return between(x, -OUT_OF_REACH, OUT_OF_REACH, "a place"), between(
                y, -OUT_OF_REACH, OUT_OF_REACH, "a place"
            )
        name, *numbers = towards.split(":")
        spot = _named(name, [int(number) for number in numbers], optics, tracks)
    except (TypeError, ValueError) as error:
        raise TableError(f"{towards!r} is no place on the table: {error}") from error
    if spot is None:
        raise TableError(f"{towards!r} is no place on the table")
    return spot


def _named(name: str, numbers: list[int], optics: Optics, tracks: Tracks) -> MatPoint | None:
    mat, rack = optics.layout.mat, optics.layout.rack(0)
    match name, numbers:
        case "fireworks", [column] if 0 <= column < mat.columns:
            box = mat.column(column)
            return box[0] + box[2] / 2, box[1] + FINGERS_DOWN
        case "discards", []:
            return mat.discards[0] + mat.discards[2] / 2, mat.discards[1] + FINGERS_DOWN
        case "deck", []:
            return mat.deck[0] + mat.deck[2] / 2, mat.deck[1] + FINGERS_DOWN
        case "clue", [index] if 0 <= index < len(tracks.clues):
            return tracks.clues[index]
        case "fuse", [index] if 0 <= index < len(tracks.fuses):
            return tracks.fuses[index]
        case "spent", []:
            return SPENT_AT[0] + SPENT_PITCH / 2, SPENT_AT[1] + 2 * SPENT_PITCH
        case "rack", [seat, slot] if 0 <= seat < optics.setting.players and 0 <= slot < rack.slots:
            at = optics.room(optics.rack(seat), (rack.slot_centre_x(slot), FINGERS_DOWN_RACK))
            return float(at[0]), float(at[1])
    return None
