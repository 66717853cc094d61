"""What people can put right in the record, as data, and as JSON data and back."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from companion.hanabi.cards import Card
from companion.hanabi.fields import Fields
from companion.hanabi.moves import Hint
from companion.hanabi.plain import Data, hint_to_data, kind_data, label_or_none


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


Correction = FaceIs | Instead | Missed | Never


class _Kind(Enum):
    FACE = "face"
    INSTEAD = "instead"
    MISSED = "missed"
    NEVER = "never"


class _DeedKind(Enum):
    PLAY = "play"
    DISCARD = "discard"
    CLUE = "clue"


def correction_to_data(correction: Correction) -> Data:
    """Return a correction as data: ``{"kind": "face", "turn": 3, "card": "r2"}``."""
    match correction:
        case FaceIs(turn, card):
            return kind_data(_Kind.FACE, turn=turn, card=card.label)
        case Instead(turn, deed):
            return kind_data(_Kind.INSTEAD, turn=turn, deed=_deed_to_data(deed))
        case Missed(turn, deed):
            return kind_data(_Kind.MISSED, turn=turn, deed=_deed_to_data(deed))
        case Never(turn):
            return kind_data(_Kind.NEVER, turn=turn)
        case _:
            assert_never(correction)


def correction_from_data(data: object) -> Correction:
    """Return the correction that `correction_to_data` made ``data`` from.

    Raises:
        ValueError: ``data`` is none; the sentence names the kind and the field.
    """
    fields = Fields("a correction", data)
    correction: Correction
    match kind := fields.kind(_Kind):
        case _Kind.FACE:
            correction = FaceIs(fields.count("turn"), fields.card())
        case _Kind.INSTEAD:
            correction = Instead(fields.count("turn"), fields.of("deed", _deed_from_data))
        case _Kind.MISSED:
            correction = Missed(fields.count("turn"), fields.of("deed", _deed_from_data))
        case _Kind.NEVER:
            correction = Never(fields.count("turn"))
        case _:
            assert_never(kind)
    fields.end()
    return correction


def _deed_to_data(deed: Deed) -> Data:
    match deed:
        case Lay(played, slot, card):
            kind = _DeedKind.PLAY if played else _DeedKind.DISCARD
            return kind_data(kind, slot=slot, card=label_or_none(card))
        case Tell(target, hint):
            return kind_data(_DeedKind.CLUE, target=target, **hint_to_data(hint))
        case _:
            assert_never(deed)


def _deed_from_data(data: object) -> Deed:
    fields = Fields("a deed", data)
    deed: Deed
    match kind := fields.kind(_DeedKind):
        case _DeedKind.PLAY | _DeedKind.DISCARD:
            deed = Lay(kind is _DeedKind.PLAY, fields.count("slot"), fields.face())
        case _DeedKind.CLUE:
            deed = Tell(fields.count("target"), fields.hint())
        case _:
            assert_never(kind)
    fields.end()
    return deed
