"""What the referee makes of a reading: a move, a question, a difference, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.hanabi.cards import Card
from companion.hanabi.moves import Move

COMPLAIN_AFTER = 3.0
"""Seconds of stillness that is still wrong before anything is said about it."""


class Spot(Enum):
    """Where on the mat a card was laid, as far as the rules care."""

    FIREWORKS = "fireworks"
    DISCARDS = "discards"


@dataclass(frozen=True, slots=True)
class MoveSeen:
    """The reading shows that ``move`` was made.

    Attributes:
        move: which one.
        serial: the laid card, if one was laid.
        spot: where it lies now; a misplay may have gone to the discards already.
        seen: what the eyes thought of it where they could not name it, likeliest first.
    """

    move: Move
    serial: int | None = None
    spot: Spot = Spot.FIREWORKS
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unclear:
    """A laid card cannot be named: ask. ``options`` are possible answers, likeliest first."""

    serial: int
    spot: Spot
    options: tuple[str, ...]
    overtaken: bool = False
    """The game has gone on already: nobody is going to answer."""


@dataclass(frozen=True, slots=True)
class Differs:
    """Table and record differ and no legal move explains it; ``why`` is a sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class Agrees:
    """The table is as the record expects, or nothing can be said yet."""

    waiting_for_draw: int | None = None
    """The seat that has yet to draw."""
    busy: bool = False
    """Something is being read: no state has changed yet."""
    doubtful: bool = False
    """A card was laid that is decided later, or as soon as the game goes on."""


Finding = MoveSeen | Unclear | Differs | Agrees


def face_of(label: str | None) -> Card | None:
    """Return the Hanabi card with that label; None: there is no label, or it names none."""
    try:
        return Card.parse(label) if label is not None else None
    except ValueError:
        return None
