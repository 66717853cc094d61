"""Plain data read field by field: each once, each of its type, until nothing is left."""

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.moves import CardId, ColourHint, Hint, RankHint

_T = TypeVar("_T")
_Member = TypeVar("_Member", bound=Enum)


class Fields:
    """A dictionary that is read field by field.

    Every method takes one field away and raises ValueError where it is missing or of another
    type; the sentence says in what, which field, and what came instead.
    """

    def __init__(self, what: str, data: object) -> None:
        """Read ``data``, which is ``what`` in messages."""
        if not isinstance(data, dict):
            raise ValueError(f"{what} is a dictionary, got {data!r}")
        self._what = what
        self._left: dict[object, object] = dict(data)

    def kind(self, kinds: type[_Member]) -> _Member:
        """Take the field ``kind``; messages name it from now on."""
        kind = self.member("kind", kinds)
        self._what = str(kind.value)
        return kind

    def end(self) -> None:
        """Refuse fields that nobody has asked for."""
        if self._left:
            left = ", ".join(repr(name) for name in self._left)
            raise ValueError(f"{self._what}: there is no field {left}")

    def has(self, name: str) -> bool:
        """Whether a field is there to be taken."""
        return name in self._left

    def of(self, name: str, read: Callable[[object], _T]) -> _T:
        """Take a field and return what ``read`` makes of it."""
        if name not in self._left:
            raise ValueError(f"{self._what}: the field {name} is missing")
        try:
            return read(self._left.pop(name))
        except ValueError as error:
            raise ValueError(f"{self._what}, {name}: {error}") from None

    def each(self, name: str, read: Callable[[object], _T]) -> tuple[_T, ...]:
        """Take a list and return what ``read`` makes of every item."""
        return self.of(name, lambda value: tuple(read(one) for one in _list(value)))

    def member(self, name: str, members: type[_Member]) -> _Member:
        """Take a member of an enumeration, written as its value."""
        return self.of(name, members)

    def member_or_none(self, name: str, members: type[_Member]) -> _Member | None:
        """Take a member of an enumeration, written as its value, or None."""
        return self.of(name, lambda value: None if value is None else members(value))

    def text(self, name: str) -> str:
        """Take a text."""
        return self.of(name, _text)

    def truth(self, name: str) -> bool:
        """Take true or false."""
        return self.of(name, _truth)

    def count(self, name: str) -> int:
        """Take a whole number from 0 up."""
        return self.of(name, _count)

    def counts(self, name: str) -> tuple[int, ...]:
        """Take a list of whole numbers from 0 up."""
        return self.each(name, _count)

    def held(self) -> CardId:
        """Take the field ``held``, the id of a card."""
        return CardId(self.count("held"))

    def card(self) -> Card:
        """Take the field ``card``, a label."""
        return self.of("card", _card)

    def face(self) -> Card | None:
        """Take the field ``card``, a label or None."""
        return self.of("card", lambda value: None if value is None else _card(value))

    def cards(self, name: str) -> tuple[CardId, ...]:
        """Take a list of ids of cards."""
        return self.each(name, lambda value: CardId(_count(value)))

    def order(self) -> tuple[CardId | None, ...]:
        """Take the field ``order``: ids of cards, None for an empty slot."""
        return self.each("order", lambda value: None if value is None else CardId(_count(value)))

    def order_doubts(self) -> tuple[int | None, tuple[CardId, ...]]:
        """Take the fields ``since`` and ``unsure``, where they are."""
        since = self.count("since") if self.has("since") else None
        unsure = (
            self.each("unsure", lambda value: CardId(_count(value))) if self.has("unsure") else ()
        )
        return since, unsure

    def among(self) -> tuple[CardId, ...]:
        """Take the field ``among``, ids of cards, where it is."""
        return self.cards("among") if self.has("among") else ()

    def pointed(self) -> tuple[CardId, ...] | None:
        """Take the field ``pointed``, ids of cards, which may be missing."""
        return self.cards("pointed") if self.has("pointed") else None

    def by(self) -> str:
        """Take the field ``by``, which may be missing."""
        return self.text("by") if self.has("by") else ""

    def place(self) -> tuple[int, CardId, int]:
        """Take the fields ``seat``, ``held`` and ``slot``."""
        return self.count("seat"), self.held(), self.count("slot")

    def seat_or_none(self) -> int | None:
        """Take the field ``seat``, None for nobody."""
        return self.of("seat", lambda value: None if value is None else _count(value))

    def hint(self) -> Hint:
        """Take either the field ``colour`` or the field ``value``."""
        if ("colour" in self._left) is ("value" in self._left):
            raise ValueError(f"{self._what}: wants exactly one of the fields colour and value")
        if "colour" in self._left:
            return ColourHint(self.member("colour", Suit))
        return RankHint(self.of("value", _rank))


def _count(value: object) -> int:
    if type(value) is not int or value < 0:  # True is an int, too
        raise ValueError(f"wants a whole number from 0 up, got {value!r}")
    return value


def _rank(value: object) -> int:
    if type(value) is not int or value not in RANKS:
        raise ValueError(f"wants a rank from 1 to 5, got {value!r}")
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"wants true or false, got {value!r}")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"wants text, got {value!r}")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(f"wants a list, got {value!r}")
    return value


def _card(value: object) -> Card:
    return Card.parse(_text(value))
