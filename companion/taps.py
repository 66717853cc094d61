"""What thumbs claim: taps on phones and buttons of the panel."""

from __future__ import annotations

from dataclasses import dataclass

from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import Hint, Tile

Reader = int | None
"""The seat whose phone it was; None: a page that belongs to no seat, the panel, or a list."""


@dataclass(frozen=True, slots=True)
class ClueTap:
    """Somebody logged that seat ``giver`` gave ``hint`` to seat ``target``."""

    giver: int
    target: int
    hint: Hint


@dataclass(frozen=True, slots=True)
class AnswerTap:
    """Somebody answered the open question: the card is ``card``."""

    card: Card


@dataclass(frozen=True, slots=True)
class NameTap:
    """Seat ``seat`` named a colour for the card that it plays next; None: it took that back."""

    seat: int
    colour: Suit | None


@dataclass(frozen=True, slots=True)
class TileTap:
    """Seat ``seat`` turned an award tile and says what it does; as `TileChoice`."""

    seat: int
    tile: Tile | None
    target: int | None = None
    hint: Hint | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class RearrangeTap:
    """Seat ``seat`` put its own cards into another order.

    ``order`` has for each slot, from 0, the slot in which the card stood that stands there now;
    None is an empty slot, and empty slots at the end may be left out.
    """

    seat: int
    order: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class StartTap:
    """Somebody says that the hands are dealt: the game may start with seat ``first``."""

    first: int = 0


@dataclass(frozen=True, slots=True)
class UndoTap:
    """Somebody takes back the newest turn."""


@dataclass(frozen=True, slots=True)
class NewGameTap:
    """Somebody wants another game; the one that is running, if any, is stopped."""


Tap = ClueTap | AnswerTap | NameTap | TileTap | RearrangeTap | StartTap | UndoTap | NewGameTap


@dataclass(frozen=True, slots=True)
class TimedTap:
    """A tap and the camera's seconds at which it came.

    Attributes:
        t: the camera's seconds.
        tap: what was tapped.
        reader: whose phone it was.
    """

    t: float
    tap: Tap
    reader: Reader = None
