"""What thumbs claim: taps on phones and buttons of the panel, and the file that replays them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, Hint, RankHint


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
class StartTap:
    """Somebody says that the hands are dealt: the game may start with seat ``first``."""

    first: int = 0


@dataclass(frozen=True, slots=True)
class UndoTap:
    """Somebody takes back the newest turn."""


@dataclass(frozen=True, slots=True)
class NewGameTap:
    """Somebody wants another game; the one that is running, if any, is stopped."""


Tap = ClueTap | AnswerTap | StartTap | UndoTap | NewGameTap


@dataclass(frozen=True, slots=True)
class TimedTap:
    """A tap and the camera's seconds at which it came."""

    t: float
    tap: Tap


class InputsError(ValueError):
    """A file of inputs cannot be used; the message names the file, the line and what is wrong."""


def read_inputs(path: Path) -> tuple[TimedTap, ...]:
    """Read the taps of a filmed game, one JSON object a line, in the order of their time.

    Raises:
        InputsError: the file cannot be read, or a line is no tap that this program knows.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputsError(f"cannot read the inputs {path}: {error}") from error
    taps = [
        _parse_line(line, f"{path}, line {number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    return tuple(sorted(taps, key=lambda tap: tap.t))


def _parse_line(line: str, where: str) -> TimedTap:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputsError(f"{where}: not JSON ({error.msg})") from error
    if not isinstance(data, dict):
        raise InputsError(f"{where}: want a JSON object, got {type(data).__name__}")
    t = data.get("t")
    if isinstance(t, bool) or not isinstance(t, int | float):
        raise InputsError(f"{where}: t wants seconds, got {t!r}")
    kind = data.get("kind")
    parse = _PARSERS.get(kind) if isinstance(kind, str) else None
    if parse is None:
        raise InputsError(f"{where}: kind {kind!r} is not one of {', '.join(_PARSERS)}")
    return TimedTap(float(t), parse(data, where))


def _seat(data: Mapping[str, Any], key: str, where: str) -> int:
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputsError(f"{where}: {key} wants a seat's number, got {value!r}")
    return value


def _clue(data: Mapping[str, Any], where: str) -> ClueTap:
    return ClueTap(
        _seat(data, "giver", where), _seat(data, "target", where), parse_hint(data, where)
    )


def parse_hint(data: Mapping[str, Any], where: str) -> Hint:
    """Read the clue's content: exactly one of ``colour`` and ``value``.

    Raises:
        InputsError: both or neither are given, or it is no colour or no value.
    """
    colour, value = data.get("colour"), data.get("value")
    if (colour is None) == (value is None):
        raise InputsError(f"{where}: a clue has either a colour or a value")
    if colour is not None:
        try:
            return ColourHint(Suit(colour))
        except ValueError:
            letters = " ".join(suit.value for suit in Suit)
            raise InputsError(f"{where}: colour {colour!r} is not one of {letters}") from None
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputsError(f"{where}: value wants a number, got {value!r}")
    return RankHint(value)


def _answer(data: Mapping[str, Any], where: str) -> AnswerTap:
    try:
        return AnswerTap(Card.parse(str(data.get("card"))))
    except ValueError as error:
        raise InputsError(f"{where}: {error}") from error


def _button(data: Mapping[str, Any], where: str) -> UndoTap:
    name = data.get("name")
    if name != "undo":
        raise InputsError(f"{where}: button {name!r} is not undo, the one that a film understands")
    return UndoTap()


_PARSERS: Mapping[str, Callable[[Mapping[str, Any], str], Tap]] = {
    "clue": _clue,
    "answer": _answer,
    "button": _button,
}
