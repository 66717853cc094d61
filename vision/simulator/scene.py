"""What lies on the table at one moment: frozen values, all lengths in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.deck import BACK


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of something is on its plane, and how far it is turned clockwise."""

    x: float
    y: float
    degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card on the mat or the table; ``label`` is its face, or ``back`` when it lies face down."""

    label: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class StandingCard:
    """A card in a rack; ``pose`` is on the rack's panel."""

    label: str
    seat: int
    slot: int
    pose: Pose


class TokenKind(Enum):
    """Clue tokens are blue, fuses red."""

    CLUE = "clue"
    FUSE = "fuse"


@dataclass(frozen=True, slots=True)
class Token:
    """A disc on its track or, spent, beside the mat."""

    kind: TokenKind
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class ReachingHand:
    """An arm over the table.

    Attributes:
        seat: whose; the arm comes in over that seat's rack.
        x: where the fingertips are, on the mat.
        y: likewise.
        carries: the face of the card between the fingers, ``back``, or None.
        twist: degrees clockwise by which the carried card is turned.
        right: whether it is a right hand.
    """

    seat: int
    x: float
    y: float
    carries: str | None = None
    twist: float = 0.0
    right: bool = True


class ThingKind(Enum):
    """What else lies about."""

    PHONE = "phone"
    CUP = "cup"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table that is no part of the game."""

    kind: ThingKind
    pose: Pose


@dataclass(frozen=True, slots=True)
class TableScene:
    """The table at one moment; what comes later in a tuple lies above what comes earlier.

    Attributes:
        lying: cards on fireworks, discards and anywhere else but the deck.
        standing: cards in racks.
        deck: how many cards are left to draw.
        tokens: clue tokens and fuses.
        hands: arms over the table.
        things: clutter.
        lamps: brightness of the room; 1 is the evening's usual.
    """

    lying: tuple[LyingCard, ...] = ()
    standing: tuple[StandingCard, ...] = ()
    deck: int = 0
    tokens: tuple[Token, ...] = ()
    hands: tuple[ReachingHand, ...] = ()
    things: tuple[Thing, ...] = ()
    lamps: float = 1.0


__all__ = [
    "BACK",
    "LyingCard",
    "Pose",
    "ReachingHand",
    "StandingCard",
    "TableScene",
    "Thing",
    "ThingKind",
    "Token",
    "TokenKind",
]
