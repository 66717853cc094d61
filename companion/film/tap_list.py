"""The taps of a filmed game: a list in JSON lines, read strictly."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.codec import seconds
from companion.files.errors import reason
from companion.files.reading import FieldTwiceError, each_once, read_text
from companion.hanabi.cards import Card, Suit
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.moves import ColourHint, Hint, RankHint, Tile
from companion.hanabi.state import RACK_SLOTS
from companion.play.inputs import (
    AnswerTap,
    ClueTap,
    CountTap,
    NameTap,
    PlayedTap,
    RearrangeTap,
    Tap,
    TileTap,
    TimedTap,
    UndoTap,
)

_SEATS = ("giver", "target", "seat")
"""What taps call the seats that they are about."""


class InputsError(ValueError):
    """A file of inputs cannot be used; the message names the file, the line and what is wrong."""


def read_inputs(path: Path, players: int = MOST_SEATS) -> tuple[TimedTap, ...]:
    """Read the taps of a filmed game, one JSON object a line, in the order of their time.

    Args:
        path: the file.
        players: how many play.

    Raises:
        InputsError: the file cannot be read, or a line is no tap that this program knows, or of a
            seat that nobody has.
    """
    try:
        lines = read_text(path, pipes=True).splitlines()
    except OSError as error:
        raise InputsError(f"cannot read the inputs {path}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise InputsError(f"cannot read the inputs {path}: they are no text in UTF-8") from error
    taps = [
        _parse_line(line, f"{path}, line {number}", players)
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    return tuple(sorted(taps, key=lambda tap: tap.t))


def parse_hint(data: Mapping[str, Any], where: str) -> Hint:
    """Read the clue's content: exactly one of ``colour`` and ``value``.

    Raises:
        InputsError: both or neither are given, or it is no colour or no value.
    """
    colour, value = data.get("colour"), data.get("value")
    if (colour is None) == (value is None):
        raise InputsError(f"{where}: a clue has either a colour or a value")
    if colour is not None:
        return ColourHint(parse_colour(colour, where))
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputsError(f"{where}: value wants a number, got {value!r}")
    return RankHint(value)


def parse_colour(colour: object, where: str) -> Suit:
    """Read a colour by its letter.

    Raises:
        InputsError: it is none.
    """
    try:
        return Suit(colour)
    except ValueError:
        letters = " ".join(suit.value for suit in Suit)
        raise InputsError(f"{where}: colour {colour!r} is not one of {letters}") from None


def parse_tile(data: Mapping[str, Any], seat: int, where: str) -> TileTap:
    """Read an award tile and what was chosen with it: ``tile``, and what it needs.

    Raises:
        InputsError: it is no tile, or what was chosen is not written as it has to be.
    """
    try:
        tile = None if data.get("tile") is None else Tile(data["tile"])
    except ValueError:
        names = ", ".join(each.value for each in Tile)
        raise InputsError(f"{where}: tile {data['tile']!r} is not one of {names}") from None
    target = parse_seat(data, "target", where) if data.get("target") is not None else None
    said = data.get("colour") is not None or data.get("value") is not None
    if said != (target is not None):
        raise InputsError(f"{where}: a clue has a target and a colour or a value")
    hint = parse_hint(data, where) if said else None
    card = parse_card(data, where) if data.get("card") is not None else None
    return TileTap(seat, tile, target, hint, card)


def parse_order(order: object, where: str) -> tuple[int | None, ...]:
    """Read a new order of a hand: for each slot the slot a card came from, or null.

    Raises:
        InputsError: it is none.
    """
    if not isinstance(order, list) or not all(
        one is None or (type(one) is int and 0 <= one < RACK_SLOTS) for one in order
    ):
        raise InputsError(
            f"{where}: order wants a list of slots from 0 to {RACK_SLOTS - 1}, or null for an"
            f" empty one, got {order!r}"
        )
    return tuple(order)


def parse_card(data: Mapping[str, Any], where: str) -> Card:
    """Read the label of a card.

    Raises:
        InputsError: it is none.
    """
    try:
        return Card.parse(str(data.get("card")))
    except ValueError as error:
        raise InputsError(f"{where}: {error}") from error


def parse_seat(data: Mapping[str, Any], key: str, where: str) -> int:
    """Read a seat's number.

    Raises:
        InputsError: it is no number.
    """
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputsError(f"{where}: {key} wants a seat's number, got {value!r}")
    return value


def _parse_line(line: str, where: str, players: int) -> TimedTap:
    try:
        data = json.loads(line, object_pairs_hook=each_once)
    except FieldTwiceError as error:
        raise InputsError(f"{where}: {error}") from error
    except json.JSONDecodeError as error:
        raise InputsError(f"{where}: not JSON ({error.msg})") from error
    except (ValueError, RecursionError):  # a number of 5000 digits, brackets without end
        raise InputsError(f"{where}: not JSON that can be read") from None
    if not isinstance(data, dict):
        raise InputsError(f"{where}: want a JSON object, got {type(data).__name__}")
    try:
        t = seconds(data.get("t"))
    except ValueError:
        raise InputsError(f"{where}: t wants seconds, got {data.get('t')!r:.40}") from None
    kind = data.get("kind")
    parse = _PARSERS.get(kind) if isinstance(kind, str) else None
    if parse is None:
        raise InputsError(f"{where}: kind {kind!r} is not one of {', '.join(_PARSERS)}")
    tap = parse(data, where)
    for key in _SEATS:
        seat = getattr(tap, key, None)
        if seat is not None and not 0 <= seat < players:
            raise InputsError(f"{where}: {key}: the seats are 0 to {players - 1}, got {seat}")
    return TimedTap(t, tap)


def _clue(data: Mapping[str, Any], where: str) -> ClueTap:
    return ClueTap(
        parse_seat(data, "giver", where), parse_seat(data, "target", where), parse_hint(data, where)
    )


def _answer(data: Mapping[str, Any], where: str) -> AnswerTap | PlayedTap:
    if "played" in data:
        if not isinstance(data["played"], bool):
            raise InputsError(f"{where}: played is true or false, got {data['played']!r}")
        return PlayedTap(data["played"])
    return AnswerTap(parse_card(data, where))


def _name(data: Mapping[str, Any], where: str) -> NameTap:
    colour = data.get("colour")
    return NameTap(
        parse_seat(data, "seat", where), None if colour is None else parse_colour(colour, where)
    )


def _tile(data: Mapping[str, Any], where: str) -> TileTap:
    return parse_tile(data, parse_seat(data, "seat", where), where)


def _rearrange(data: Mapping[str, Any], where: str) -> RearrangeTap:
    return RearrangeTap(parse_seat(data, "seat", where), parse_order(data.get("order"), where))


def _button(data: Mapping[str, Any], where: str) -> UndoTap | CountTap:
    match data.get("name"):
        case "undo":
            return UndoTap()
        case "clue":
            return CountTap(None)
        case name:
            why = "is not undo or clue, those that a film understands"
            raise InputsError(f"{where}: button {name!r} {why}")


_PARSERS: Mapping[str, Callable[[Mapping[str, Any], str], Tap]] = {
    "clue": _clue,
    "name_colour": _name,
    "tile_choice": _tile,
    "answer": _answer,
    "rearrange": _rearrange,
    "button": _button,
}
