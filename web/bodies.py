"""JSON becomes frozen values at the door, or is refused with one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.desk.tap_notation import (
    InputsError,
    parse_colour,
    parse_hint,
    parse_order,
    parse_tile,
)
from companion.hanabi.cards import Card
from companion.panel.panel import Press
from companion.play.inputs import (
    AnswerTap,
    CheckTap,
    ClueTap,
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
    RearrangeTap,
    RedoTap,
    StartTap,
    Tap,
    UndoTap,
)
from companion.record.corrections import correction_from_data
from companion.referee.findings import Spot
from companion.telling.aloud import Wording
from companion.telling.speech import LOUDEST
from web.seats import SEATS, Word
from web.voices import By

Read = TypeVar("Read")

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NO_KEY = "{name} is up to 64 letters, digits, hyphens and underscores, not {quoted}."
_QUOTED = 40  # characters of a wrong value that are quoted back


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


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody wants a seat, or with ``seat`` None to look on.

    Attributes:
        code: the game's; it may be left out later.
        seat: from 0.
        name: what he is called; None: as before.
        sees_all: whether he looks on with all hands open.
    """

    code: str | None
    seat: int | None
    name: str | None = None
    sees_all: bool = False


def read(raw: bytes) -> Mapping[str, Any]:
    """Return the JSON object in ``raw``.

    Raises:
        BadBody: it is none.
    """
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadBody("The body is not JSON.") from None
    if not isinstance(data, dict):
        raise BadBody(f"The body is a JSON object, not {type(data).__name__}.")
    return data


def clue(data: Mapping[str, Any], giver: int | None) -> Sent:
    """Read ``{giver, target, colour | value, pointed, version, key}``.

    Without ``giver`` it is the seat ``giver`` that gave the clue; ``pointed`` may be left out.
    """
    return _sent(data, _clue(data, giver))


def check(data: Mapping[str, Any], giver: int | None) -> Sent:
    """Read the same as `clue`: a clue that is not given yet."""
    return _sent(data, CheckTap(_clue(data, giver)))


def _clue(data: Mapping[str, Any], giver: int | None) -> ClueTap:
    _only(data, "giver", "target", "colour", "value", "pointed", "version", "key")
    hint = _parsed(lambda: parse_hint(data, "The clue"))
    seat = giver if giver is not None and data.get("giver") is None else _seat(data, "giver")
    pointed = data.get("pointed")
    if pointed is None:
        return ClueTap(seat, _seat(data, "target"), hint)
    order = _parsed(lambda: parse_order(pointed, "The clue"))
    slots = tuple(one for one in order if one is not None)
    if len(slots) < len(order):
        raise BadBody(f"pointed is a list of slots, not {_quoted(pointed)}.")
    return ClueTap(seat, _seat(data, "target"), hint, slots)


def start(data: Mapping[str, Any]) -> Sent:
    """Read ``{first, players, version, key}``; ``players`` may be left out."""
    _only(data, "first", "players", "version", "key")
    players = None if data.get("players") is None else _number(data, "players")
    return _sent(data, StartTap(_seat(data, "first"), players))


def answer(data: Mapping[str, Any]) -> Sent:
    """Read ``{card, version, key}``, or ``{played, version, key}`` where that is asked.

    With null nobody can tell.
    """
    if "played" in data:
        _only(data, "played", "version", "key")
        played = data["played"]
        if not (played is None or isinstance(played, bool)):
            raise BadBody(f"played is true, false or null, not {_quoted(played)}.")
        return _sent(data, PlayedTap(played))
    _only(data, "card", "version", "key")
    return _sent(data, AnswerTap(_face(data)))


def lay(data: Mapping[str, Any]) -> Sent:
    """Read ``{seat, slot, pile, version, key}``: a card was laid where no camera watches."""
    _only(data, "seat", "slot", "pile", "version", "key")
    pile = data.get("pile")
    try:
        spot = Spot(pile)
    except ValueError:
        names = ", ".join(spot.value for spot in Spot)
        raise BadBody(f"pile is one of {names}, not {_quoted(pile)}.") from None
    return _sent(data, LayTap(_seat(data, "seat"), _number(data, "slot"), spot))


def identify(data: Mapping[str, Any]) -> Sent:
    """Read ``{seat, slot, card, version, key}``: a card in another's hand; null: not known."""
    _only(data, "seat", "slot", "card", "version", "key")
    cards = {_number(data, "slot"): _face(data)}
    return _sent(data, IdentifyTap(_seat(data, "seat"), cards))


def photo(query: Mapping[str, str]) -> tuple[int, int, str]:
    """Read the query ``hand``, ``version`` and ``key`` of a photo; return them."""
    numbers: dict[str, Any] = {}
    for name in ("hand", "version"):
        said = query.get(name, "")
        numbers[name] = int(said) if said.isascii() and said.isdigit() and len(said) < 12 else None
    return _seat(numbers, "hand"), _number(numbers, "version"), _key(query, "key")


def cannot_tell(data: Mapping[str, Any]) -> Sent:
    """Read ``{seat, slot, version, key}``: whoever was asked about that card cannot tell."""
    _only(data, "seat", "slot", "version", "key")
    return _sent(data, PassTap(_seat(data, "seat"), _number(data, "slot")))


def name(data: Mapping[str, Any]) -> Sent:
    """Read ``{seat, colour, version, key}``: a colour is named for a card; null: it is not."""
    _only(data, "seat", "colour", "version", "key")
    colour = data.get("colour")
    suit = None if colour is None else _parsed(lambda: parse_colour(colour, "The name"))
    return _sent(data, NameTap(_seat(data, "seat"), suit))


def tile(data: Mapping[str, Any]) -> Sent:
    """Read ``{seat, tile, target, colour | value, card, version, key}``, an award tile.

    Only ``seat`` and ``tile`` have to be there; ``tile`` null: nobody can tell.
    """
    _only(data, "seat", "tile", "target", "colour", "value", "card", "version", "key")
    seat = _seat(data, "seat")
    return _sent(data, _parsed(lambda: parse_tile(data, seat, "The tile")))


def arrange(data: Mapping[str, Any], seat: int) -> Sent:
    """Read ``{order, version, key}``: how the cards of seat ``seat`` stand now."""
    _only(data, "order", "version", "key")
    order = data.get("order")
    return _sent(data, RearrangeTap(seat, _parsed(lambda: parse_order(order, "The hand"))))


def undo(data: Mapping[str, Any]) -> Sent:
    """Read ``{version, key}``: the newest turn is taken back."""
    _only(data, "version", "key")
    return _sent(data, UndoTap())


def redo(data: Mapping[str, Any]) -> Sent:
    """Read ``{version, key}``: what was undone last is to count again."""
    _only(data, "version", "key")
    return _sent(data, RedoTap())


def pause(data: Mapping[str, Any]) -> Sent:
    """Read ``{paused, version, key}``: the game is to rest, or with ``paused`` false to go on."""
    _only(data, "paused", "version", "key")
    return _sent(data, PauseTap(_truth(data, "paused")))


def lay_down(data: Mapping[str, Any]) -> Sent:
    """Read ``{version, key}``: the game is over, and all hands are laid down."""
    _only(data, "version", "key")
    return _sent(data, LayDownTap())


def agree(data: Mapping[str, Any]) -> Sent:
    """Read ``{granted, version, key}``: whether a seat gave the clue logged in its name."""
    _only(data, "granted", "version", "key")
    return _sent(data, ConsentTap(_truth(data, "granted")))


def correct(data: Mapping[str, Any]) -> Sent:
    """Read ``{correction, version, key}``; a correction as ``/api/choices`` offers it."""
    _only(data, "correction", "version", "key")
    try:
        correction = correction_from_data(data.get("correction"))
    except (ValueError, RecursionError) as error:
        raise BadBody(_short(f"correction: {error}.")) from None
    return _sent(data, CorrectTap(correction))


def new(data: Mapping[str, Any]) -> Sent:
    """Read ``{version, key}``: another game is wanted."""
    _only(data, "version", "key")
    return _sent(data, NewGameTap())


def press(data: Mapping[str, Any]) -> tuple[Press, str]:
    """Read ``{button, key}``; without a key, which may be left out, that is empty."""
    _only(data, "button", "key")
    button = data.get("button")
    key = _key(data, "key") if "key" in data else ""
    try:
        return Press(button), key
    except ValueError:
        names = ", ".join(press.value for press in Press)
        raise BadBody(f"button is one of {names}, not {_quoted(button)}.") from None


def voice(data: Mapping[str, Any]) -> tuple[By | None, int | None, Wording | None]:
    """Read ``{by, volume, wording}``: who speaks, how loud the machine does, and how much is said.

    Each may be left out.
    """
    _only(data, "by", "volume", "wording")
    by: By | None = None
    if "by" in data:
        choices = [one.value for one in (By.HERE, By.TABLE, By.NOBODY)]
        if data["by"] not in choices:
            raise BadBody(f"by is one of {', '.join(choices)}, not {_quoted(data['by'])}.")
        by = By(data["by"])
    volume = None if "volume" not in data else _number(data, "volume")
    if volume is not None and not 0 <= volume <= LOUDEST:
        raise BadBody(f"volume is 0 to {LOUDEST}, not {volume}.")
    wording: Wording | None = None
    if "wording" in data:
        try:
            wording = Wording(data["wording"])
        except ValueError:
            names = ", ".join(one.value for one in Wording)
            got = _quoted(data["wording"])
            raise BadBody(f"wording is one of {names}, not {got}.") from None
    return by, volume, wording


def join(data: Mapping[str, Any]) -> Join:
    """Read ``{code, seat, name, sees_all}``; each may be left out.

    Without a ``seat`` it looks on: with the public, or with ``sees_all`` at all hands.
    """
    _only(data, "code", "seat", "name", "sees_all")
    code, name = data.get("code"), data.get("name")
    for what, said in (("code", code), ("name", name)):
        if said is not None and not isinstance(said, str):
            raise BadBody(f"{what} is text, not {_quoted(said)}.")
    seat = _seat(data, "seat") if data.get("seat") is not None else None
    sees_all = _truth(data, "sees_all") if "sees_all" in data else False
    if sees_all and seat is not None:
        raise BadBody("sees_all is for those who have no seat.")
    return Join(code, seat, name, sees_all)


def confirm(data: Mapping[str, Any]) -> tuple[int, bool]:
    """Read ``{seat, sits}``: whether the phone is at the seat that it has taken."""
    _only(data, "seat", "sits")
    return _seat(data, "seat"), _truth(data, "sits")


def here(data: Mapping[str, Any]) -> Word:
    """Read ``{here, page, nth}``: whether the page is shown on its phone.

    ``page``, its own name, and ``nth``, which counts what it says, may be left out.
    """
    _only(data, "here", "page", "nth")
    page = _key(data, "page") if "page" in data else ""
    nth = _number(data, "nth") if "nth" in data else 0
    return Word(_truth(data, "here"), page, nth)


def consent(data: Mapping[str, Any]) -> tuple[str, bool]:
    """Read ``{wish, granted}``: the table's answer to a wish."""
    _only(data, "wish", "granted")
    wish = data.get("wish")
    if not isinstance(wish, str) or not _KEY.fullmatch(wish):
        raise BadBody(f"wish is the id of a wish, not {_quoted(wish)}.")
    return wish, _truth(data, "granted")


def nothing(data: Mapping[str, Any]) -> None:
    """Read ``{}``."""
    _only(data)


def _parsed(parse: Callable[[], Read]) -> Read:
    try:
        return parse()
    except InputsError as error:
        raise BadBody(f"{_short(str(error))}.") from None


def _face(data: Mapping[str, Any]) -> Card | None:
    if "card" in data and data["card"] is None:
        return None
    card = data.get("card")
    try:
        return Card.parse(card if isinstance(card, str) else "")
    except ValueError:
        raise BadBody(f"card is a label like r3, not {_quoted(card)}.") from None


def _only(data: Mapping[str, Any], *names: str) -> None:
    for name in data:
        if name not in names:
            known = ", ".join(names) or "nothing"
            raise BadBody(f"{_quoted(name)} is not wanted here: {known} is.")


def _sent(data: Mapping[str, Any], tap: Tap) -> Sent:
    key = _key(data, "key")
    return Sent(tap, _number(data, "version"), key)


def _key(data: Mapping[str, Any], name: str) -> str:
    key = data.get(name)
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise BadBody(_NO_KEY.format(name=name, quoted=_quoted(key)))
    return key


def _seat(data: Mapping[str, Any], name: str) -> int:
    seat = _number(data, name)
    if not 0 <= seat < SEATS:
        raise BadBody(f"{name} is a seat from 0 to {SEATS - 1}, not {_quoted(seat)}.")
    return seat


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadBody(f"{name} is a whole number, not {_quoted(value)}.")
    return value


def _truth(data: Mapping[str, Any], name: str) -> bool:
    value = data.get(name)
    if not isinstance(value, bool):
        raise BadBody(f"{name} is true or false, not {_quoted(value)}.")
    return value


def _quoted(value: object) -> str:
    return _short(json.dumps(value))


def _short(text: str) -> str:
    return text if len(text) <= 2 * _QUOTED else text[: 2 * _QUOTED - 1] + "…"
