"""Pictures of places of the table as the eyes read them: what the picture log is given.

A picture shows one card in white light, flat, `LOG_SCALE` pixels to the millimetre.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.referee.readings import Sight

LOG_SCALE = 3.0
"""Pixels per millimetre of a picture in the log."""
PAPER_LEVEL = 200
"""Level, of 255, that white paper has in it; what reflects may be lighter."""

CropBox = tuple[float, float, float, float]
"""x, y, width, height in millimetres, from the picture's top left."""


@dataclass(frozen=True, slots=True)
class PicturedPlace:
    """A place that a card may be in.

    Attributes:
        kind: ``column``, ``discards`` or ``slot``.
        index: of the column or slot, from 0; 0 for the discards.
        seat: whose rack; None on the mat.
    """

    kind: str
    index: int = 0
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Pictured:
    """One place that was read, and what was read there.

    Attributes:
        place: where.
        serial: of the card that was laid there, or of the slot's sight.
        t: the camera's seconds.
        sight: the verdict.
        label: the face's name where it is one.
        could_be: names that an unread face may have, likeliest first.
        core: the part of the picture that shows bare paper where no card is.
        jpeg: the picture's file.
    """

    place: PicturedPlace
    serial: int
    t: float
    sight: Sight
    label: str | None
    could_be: tuple[str, ...]
    core: CropBox
    jpeg: bytes


Keep = Callable[[Pictured], None]
"""Takes a picture from the camera's thread; it returns at once."""
