"""Validation of requests: JSON becomes frozen values at the door, or is refused in one sentence.

Each body is declared once, here or as what the game takes: how it is read, and how `web.openapi`
describes it, follow from that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NewType, TypeVar

from companion.announcements.aloud import Wording
from companion.announcements.speech import LOUDEST
from companion.codec import Codec, Inline, Leaf, member, words_of
from companion.files.reading import FieldTwiceError, each_once
from companion.hanabi.cards import Card
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.moves import Hint
from companion.hanabi.notation import FACE, HINT
from companion.hanabi.state import RACK_SLOTS
from companion.language.people import LONGEST_NAME
from companion.language.plain import shortened
from companion.panel.panel import Press
from companion.panel.trial import TrialWord
from companion.play.inputs import (
    AnswerTap,
    ConsentTap,
    CorrectTap,
    IdentifyTap,
    LayDownTap,
    LayTap,
    NameTap,
    NewGameTap,
    PassTap,
    PauseTap,
    PlayedTap,
    RedoTap,
    StartTap,
    Tap,
    TileTap,
    UndoTap,
)
from companion.record.corrections import (
    Correction,
    correction_from_data,
    correction_schema,
    correction_to_data,
)
from companion.referee.findings import Spot
from companion.settings.table_game import TableGame
from companion.settings.tonight import WayToPlay
from companion.updates import UpdateWish
from web.schema import KEY, NO_CARD
from web.seats import Word
from web.voices import SpokenBy

Body = TypeVar("Body")

_KEY = re.compile(KEY["pattern"])
_SAID = 160  # characters of a complaint: it quotes what came in
_LARGEST_SERIAL = 1_000_000  # those of cards are smaller
_LONGEST_ADDRESS = 300
_INTEGER = 2**31

Number = NewType("Number", int)
BodySeat = NewType("BodySeat", int)
Slot = NewType("Slot", int)
"""Of a hand, from 0."""
BodyKey = NewType("BodyKey", str)
"""A name that a phone gives to what it sends: what is sent again is carried out once."""
Code = NewType("Code", str)
Name = NewType("Name", str)
Volume = NewType("Volume", int)
Serial = NewType("Serial", int)
"""Of a card on the table, as the view asks about it."""
Address = NewType("Address", str)


class BadBody(ValueError):  # noqa: N818 - says what it is
    """The body cannot be used; the message is one sentence that quotes what came in."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A tap as a phone sent it.

    Attributes:
        tap: what was tapped.
        version: the version of the view in which it was tapped.
        key: the name that the phone gave this tap.
    """

    tap: Tap
    version: int
    key: str


# ---------------------------------------------------------------------------------------- taps


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue that is given, or was; without ``giver`` by the seat of this phone."""

    target: BodySeat
    hint: Hint
    giver: BodySeat | None = None
    pointed: tuple[Slot, ...] | None = None


@dataclass(frozen=True, slots=True)
class AnswerBody:
    """An answer to the table's question; with null nobody can tell."""

    answer: AnswerTap | PlayedTap


@dataclass(frozen=True, slots=True)
class LayBody:
    """A card was laid where no camera watches."""

    seat: BodySeat
    slot: Number
    pile: Spot


@dataclass(frozen=True, slots=True)
class IdentifyBody:
    """Which card another holds; null: it is not known."""

    seat: BodySeat
    slot: Number
    card: Card | None


@dataclass(frozen=True, slots=True)
class Arrange:
    """How the cards of one's own hand stand: for each slot where its card came from, or null."""

    order: tuple[Slot | None, ...]


TAPS: Mapping[str, tuple[type, str]] = {
    "lay": (LayBody, "A card is laid where no camera watches"),
    "identify": (IdentifyBody, "Say which card another holds"),
    "pass": (PassTap, "I cannot tell which card that is"),
    "name": (NameTap, "Name the colour of the card that is played next"),
    "tile": (TileTap, "Say which award tile was turned, and what was chosen"),
    "start": (StartTap, "Start the game"),
    "answer": (AnswerBody, "Answer the table's question"),
    "undo": (UndoTap, "Take back the newest turn or correction"),
    "redo": (RedoTap, "What was undone last counts again"),
    "pause": (PauseTap, "Pause the game, or let it go on"),
    "lay-down": (LayDownTap, "The game is over: all hands are laid down"),
    "agree": (ConsentTap, "Whether a seat gave the clue that was logged in its name"),
    "correct": (CorrectTap, "Put a turn right; a correction as /choices offers it"),
    "new": (NewGameTap, "Stop this game, and make ready for another"),
}
"""The taps whose meaning does not depend on who taps, by their address, with what they do."""


def tap_of(body: Any) -> Tap:
    """Return what a body of `TAPS` says: itself, where it is declared as what the game takes."""
    match body:
        case LayBody(seat, slot, pile):
            return LayTap(seat, slot, pile)
        case IdentifyBody(seat, slot, card):
            return IdentifyTap(seat, {slot: card})
        case AnswerBody(answer):
            return answer
        case _:
            tap: Tap = body
            return tap


@dataclass(frozen=True, slots=True)
class _Tapped:
    """What every tap has: the version of the view in which it was made, and a name of its own."""

    version: Number
    key: BodyKey


# --------------------------------------------------------------------------- what is no tap


@dataclass(frozen=True, slots=True)
class PhotoQuery:
    """What goes with a photo of a hand."""

    hand: BodySeat
    version: Number
    key: BodyKey


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the virtual panel; without a key each press counts.

    Attributes:
        version: of the public view, as `/lamps` gave it with the lamps that were looked at; null:
            whatever the table shows, the button counts.
    """

    button: Press
    key: BodyKey = BodyKey("")
    version: Number | None = None


@dataclass(frozen=True, slots=True)
class OfTrial:
    """What is said while the panel is tried, and the number of the step that it is said of."""

    do: TrialWord
    number: Number | None = None


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks, how loud the machine at the table does, how much is said; each may be missing."""

    by: SpokenBy | None = None
    volume: Volume | None = None
    wording: Wording | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody wants a seat, or without one to look on.

    Attributes:
        code: the game's; it may be left out later.
        seat: from 0.
        name: what he is called; None: as before.
        sees_all: whether he looks on with all hands open.
    """

    code: Code | None = None
    seat: BodySeat | None = None
    name: Name | None = None
    sees_all: bool = False

    def __post_init__(self) -> None:
        if self.sees_all and self.seat is not None:
            raise ValueError("sees_all is for those who have no seat")


@dataclass(frozen=True, slots=True)
class Confirm:
    """Whether the phone is at the seat that it has taken."""

    seat: BodySeat
    sits: bool


@dataclass(frozen=True, slots=True)
class Here:
    """Whether the page is shown on its phone; ``page``, its own name, and ``nth``, which counts."""

    here: bool
    page: BodyKey = BodyKey("")
    nth: Number = Number(0)

    @property
    def word(self) -> Word:
        """The same for the book of seats."""
        return Word(self.here, self.page, self.nth)


@dataclass(frozen=True, slots=True)
class Consent:
    """The table's answer to a wish."""

    wish: BodyKey
    granted: bool


@dataclass(frozen=True, slots=True)
class PileWord:
    """Whether a card without a mat was played, else discarded; null: it is none that was laid."""

    card: Serial
    played: bool | None


@dataclass(frozen=True, slots=True)
class ChosenWay:
    """How people play tonight."""

    way: WayToPlay


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """Which game the table plays, and whether one that runs may be interrupted for it."""

    game: TableGame
    interrupts: bool


@dataclass(frozen=True, slots=True)
class ChosenCamera:
    """A camera in the network."""

    address: Address


@dataclass(frozen=True, slots=True)
class ChosenVersion:
    """Which other version is put in, and whether also while a game runs."""

    what: UpdateWish
    during_game: bool


@dataclass(frozen=True, slots=True)
class NamedFilm:
    """One of the films that are kept."""

    name: str


@dataclass(frozen=True, slots=True)
class SentGames:
    """A game of hanab.live, or several, or the address of one."""

    text: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """An empty object."""


# ------------------------------------------------------------------------------------ reading


def _whole(data: object, low: int, high: int, what: str) -> int:
    if type(data) is not int or not low <= data <= high:
        raise ValueError(f"wants {what}, got {_quoted(data)}")
    return data


def _leaf(low: int, high: int, what: str) -> Leaf:
    return Leaf(
        int,
        lambda data: _whole(data, low, high, what),
        {"type": "integer", "minimum": low, "maximum": high},
    )


def _text(longest: int, what: str, shortest: int = 0) -> Leaf:
    def read(data: object) -> str:
        if not isinstance(data, str) or not shortest <= len(data) <= longest:
            raise ValueError(f"wants {what}, got {_quoted(data)}")
        return data

    return Leaf(str, read, {"type": "string", "minLength": shortest, "maxLength": longest})


def _key(data: object) -> str:
    if not isinstance(data, str) or not _KEY.fullmatch(data):
        what = "up to 64 letters, digits, hyphens and underscores"
        raise ValueError(f"wants {what}, got {_quoted(data)}")
    return data


def _speaker(data: object) -> SpokenBy:
    by = member(SpokenBy, data)
    if by is SpokenBy.ANOTHER:
        raise ValueError(f"wants one of {', '.join(_SPEAKERS)}, got {_quoted(data)}")
    return by


def _answer(name: str, data: object) -> AnswerTap | PlayedTap:
    if name == "card":
        return AnswerTap(None if data is None else Card.parse(words_of(data)))
    if not (data is None or isinstance(data, bool)):
        raise ValueError(f"wants true, false or null, got {_quoted(data)}")
    return PlayedTap(data)


def _quoted(value: object) -> str:
    return shortened(json.dumps(value), _SAID // 2)


def _never(_: object) -> Any:
    raise TypeError("bodies are only read")


_STAMP = tuple(one.name for one in fields(_Tapped))
_SPEAKERS = [by.value for by in SpokenBy if by is not SpokenBy.ANOTHER]
_BODIES = Codec(
    tag="kind",
    numbers={
        "seat": BodySeat,
        "first": BodySeat,
        "target": BodySeat,
        "slot": Number,
        "players": Number,
    },
    written={StartTap: frozenset({"first"}), PauseTap: frozenset({"paused"})},
    leaves={
        Number: _leaf(-_INTEGER, _INTEGER - 1, "a whole number"),
        BodySeat: _leaf(0, MOST_SEATS - 1, f"a seat from 0 to {MOST_SEATS - 1}"),
        Slot: _leaf(0, RACK_SLOTS - 1, f"a slot from 0 to {RACK_SLOTS - 1}"),
        Volume: _leaf(0, LOUDEST, f"a number from 0 to {LOUDEST}"),
        Serial: _leaf(1, _LARGEST_SERIAL, "the number of a card"),
        BodyKey: Leaf(str, _key, KEY),
        Code: _text(40, "the code of the game, as text"),
        Name: _text(4 * LONGEST_NAME, "a name, as text"),
        Address: _text(
            _LONGEST_ADDRESS, f"a camera's address of at most {_LONGEST_ADDRESS} characters", 1
        ),
        Card: FACE,
        SpokenBy: Leaf(_never, _speaker, {"enum": _SPEAKERS}),
        Correction: Leaf(correction_to_data, correction_from_data, correction_schema()),
    },
    inline={
        Hint: replace(HINT, null=True),
        AnswerTap | PlayedTap: Inline(
            ("card", "played"),
            _never,
            _answer,
            schema={"card": NO_CARD, "played": {"type": ["boolean", "null"]}},
        ),
    },
)


def schema(kind: type) -> dict[str, Any]:
    """Return what is read as ``kind``, in JSON Schema."""
    return _BODIES.schema(kind)


def tapped(kind: type) -> dict[str, Any]:
    """Return what is read as a tap of ``kind``, in JSON Schema."""
    stamp, body = schema(_Tapped), schema(kind)
    each = [
        {
            **one,
            "properties": {**one["properties"], **stamp["properties"]},
            "required": [*one["required"], *stamp["required"]],
        }
        for one in body.get("oneOf", [body])
    ]
    return each[0] if len(each) == 1 else {"oneOf": each}


def tapping(kind: type[Body]) -> Callable[[Mapping[str, Any]], tuple[Body, int, str]]:
    """Return what reads a tap: what was tapped, in which version, and its key; as `reading`."""
    read_stamp, read_body = reading(_Tapped), reading(kind)

    def read_as(data: Mapping[str, Any]) -> tuple[Body, int, str]:
        left = {name: one for name, one in data.items() if name not in _STAMP}
        stamp = read_stamp({name: data[name] for name in _STAMP if name in data})
        return read_body(left), stamp.version, stamp.key

    return read_as


def reading(kind: type[Body]) -> Callable[[Mapping[str, Any]], Body]:
    """Return what reads a JSON object as ``kind``, and raises `BadBody` where it is none."""

    def read_as(data: Mapping[str, Any]) -> Body:
        try:
            body: Body = _BODIES.from_data(kind, data)
        except (ValueError, RecursionError) as error:
            raise BadBody(f"{shortened(str(error), _SAID)}.") from None
        return body

    return read_as


def read(raw: bytes) -> Mapping[str, Any]:
    """Return the JSON object in ``raw``.

    Raises:
        BadBody: it is none.
    """
    try:
        data = json.loads(raw, object_pairs_hook=each_once)
    except FieldTwiceError as error:
        raise BadBody(f"The field {error.field} is there twice.") from None
    except (ValueError, RecursionError):
        raise BadBody("The body is not JSON.") from None
    if not isinstance(data, dict):
        raise BadBody(f"The body is a JSON object, not {type(data).__name__}.")
    return data


def photo(query: Mapping[str, str]) -> PhotoQuery:
    """Read the query ``hand``, ``version`` and ``key`` of a photo.

    Raises:
        BadBody: it is none.
    """
    data: dict[str, object] = {}
    for name in ("hand", "version"):
        said = query.get(name, "")
        data[name] = int(said) if said.isascii() and said.isdigit() and len(said) < 12 else None
    return reading(PhotoQuery)({**data, "key": query.get("key")})
