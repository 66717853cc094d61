"""What people can put right in the record, as data, and as JSON data and back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.codec import Data, Family, NarrowedType
from companion.hanabi.cards import Card
from companion.hanabi.moves import Hint, Tile
from companion.hanabi.notation import codec


@dataclass(frozen=True, slots=True)
class Lay:
    """Whoever was to move laid the card of a slot; ``card`` is None where nobody read it."""

    played: bool
    slot: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Tell:
    """Whoever was to move gave ``target`` a clue."""

    target: int
    hint: Hint


Deed = Lay | Tell


@dataclass(frozen=True, slots=True)
class FaceIs:
    """The card that was laid in a turn is ``card``."""

    turn: int
    card: Card


@dataclass(frozen=True, slots=True)
class Instead:
    """In a turn something else was done."""

    turn: int
    deed: Deed


@dataclass(frozen=True, slots=True)
class Missed:
    """Before a turn something was done that is not on record."""

    turn: int
    deed: Deed


@dataclass(frozen=True, slots=True)
class Never:
    """A turn was never taken."""

    turn: int


@dataclass(frozen=True, slots=True)
class TileIs:
    """The award tile that was earned in a turn is ``tile``; ``card`` is what it brought back.

    What a clue that it brought was about is not said.
    """

    turn: int
    tile: Tile
    card: Card | None = None


Correction = FaceIs | Instead | Missed | Never | TileIs


CORRECTIONS = Family(
    "a correction",
    {"face": FaceIs, "instead": Instead, "missed": Missed, "never": Never, "tile": TileIs},
)
DEEDS = Family(
    "a deed",
    {
        "play": NarrowedType(Lay, {"played": True}),
        "discard": NarrowedType(Lay, {"played": False}),
        "clue": Tell,
    },
)
_CODEC = codec(CORRECTIONS, DEEDS)


def correction_to_data(correction: Correction) -> Data:
    """Return a correction as data: ``{"kind": "face", "turn": 3, "card": "r2"}``."""
    return _CODEC.to_object(correction)


def correction_schema() -> Data:
    """Return what `correction_from_data` takes, in JSON Schema."""
    return _CODEC.schema(Correction)


def correction_from_data(data: object) -> Correction:
    """Return the correction that `correction_to_data` made ``data`` from.

    Raises:
        ValueError: ``data`` is none; the sentence names the kind and the field.
    """
    correction: Correction = _CODEC.from_data(Correction, data)
    return correction
