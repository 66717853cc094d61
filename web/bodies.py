"""JSON becomes frozen values at the door, or is refused with one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.hanabi.cards import Card
from companion.inputs import InputsError, parse_hint
from companion.panel import Press
from companion.taps import AnswerTap, ClueTap, NewGameTap, StartTap, Tap, UndoTap
from web.seats import SEATS

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
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
    """Somebody wants a seat, or with ``seat`` None to look on; ``code`` may be left out later."""

    code: str | None
    seat: int | None


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


def clue(data: Mapping[str, Any], giver: int) -> Sent:
    """Read ``{target, colour | value, version, key}``, a clue that seat ``giver`` gave."""
    _only(data, "target", "colour", "value", "version", "key")
    try:
        hint = parse_hint(data, "The clue")
    except InputsError as error:
        raise BadBody(f"{_short(str(error))}.") from None
    return _sent(data, ClueTap(giver, _seat(data, "target"), hint))


def start(data: Mapping[str, Any]) -> Sent:
    """Read ``{first, version, key}``."""
    _only(data, "first", "version", "key")
    return _sent(data, StartTap(_seat(data, "first")))


def answer(data: Mapping[str, Any]) -> Sent:
    """Read ``{card, version, key}``."""
    _only(data, "card", "version", "key")
    card = data.get("card")
    try:
        face = Card.parse(card if isinstance(card, str) else "")
    except ValueError:
        raise BadBody(f"card is a label like r3, not {_quoted(card)}.") from None
    return _sent(data, AnswerTap(face))


def undo(data: Mapping[str, Any]) -> Sent:
    """Read ``{version, key}``: the newest turn is taken back."""
    _only(data, "version", "key")
    return _sent(data, UndoTap())


def new(data: Mapping[str, Any]) -> Sent:
    """Read ``{version, key}``: another game is wanted."""
    _only(data, "version", "key")
    return _sent(data, NewGameTap())


def press(data: Mapping[str, Any]) -> Press:
    """Read ``{button}``."""
    _only(data, "button")
    button = data.get("button")
    try:
        return Press(button)
    except ValueError:
        names = ", ".join(press.value for press in Press)
        raise BadBody(f"button is one of {names}, not {_quoted(button)}.") from None


def join(data: Mapping[str, Any]) -> Join:
    """Read ``{code, seat}``; ``seat`` null or left out looks on with the public."""
    _only(data, "code", "seat")
    code = data.get("code")
    if code is not None and not isinstance(code, str):
        raise BadBody(f"code is text, not {_quoted(code)}.")
    return Join(code, _seat(data, "seat") if data.get("seat") is not None else None)


def nothing(data: Mapping[str, Any]) -> None:
    """Read ``{}``."""
    _only(data)


def _only(data: Mapping[str, Any], *names: str) -> None:
    for name in data:
        if name not in names:
            known = ", ".join(names) or "nothing"
            raise BadBody(f"{_quoted(name)} is not wanted here: {known} is.")


def _sent(data: Mapping[str, Any], tap: Tap) -> Sent:
    key = data.get("key")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise BadBody(
            f"key is up to 64 letters, digits, hyphens and underscores, not {_quoted(key)}."
        )
    return Sent(tap, _number(data, "version"), key)


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


def _quoted(value: object) -> str:
    return _short(json.dumps(value))


def _short(text: str) -> str:
    return text if len(text) <= 2 * _QUOTED else text[: 2 * _QUOTED - 1] + "…"
