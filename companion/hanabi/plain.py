"""What the notations share: plain data, and how cards and hints are written in it."""

from collections.abc import Sequence
from enum import Enum
from typing import assert_never

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, ColourHint, Hint, RankHint

Data = dict[str, object]
"""Strings, whole numbers, booleans, None, and lists and dictionaries of these."""


def kind_data(kind: Enum, **fields: object) -> Data:
    """Return data of one kind."""
    return {"kind": kind.value, **fields}


def label_or_none(card: Card | None) -> str | None:
    """Return a card's label, None for a card that nobody could read."""
    return None if card is None else card.label


def hint_to_data(hint: Hint) -> Data:
    """Return a hint as the field ``colour`` or ``value``."""
    match hint:
        case ColourHint(colour):
            return {"colour": colour.value}
        case RankHint(rank):
            return {"value": rank}
        case _:
            assert_never(hint)


def hint_name(hint: Hint) -> str:
    """Return what a hint says in short: ``r`` or ``3``."""
    return hint.colour.value if isinstance(hint, ColourHint) else str(hint.rank)


def by_data(by: str) -> Data:
    """Return the field ``by``, where somebody else said it."""
    return {"by": by} if by else {}


def pointed_data(pointed: Sequence[CardId] | None) -> Data:
    """Return the field ``pointed``, where somebody said which cards were pointed at."""
    return {} if pointed is None else {"pointed": list(pointed)}


def among_data(among: Sequence[CardId]) -> Data:
    """Return the field ``among``, where there is anything to say in it."""
    return {"among": list(among)} if among else {}
