"""Cards and yaku of Hana-awase as pages are told of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypedDict

from companion.hana_awase.cards import DECK, Card, in_order
from companion.hana_awase.yaku import LANGUAGES, Yaku
from companion.json_schema import Constraint

CardName = Annotated[str, Constraint({"enum": [card.label for card in DECK]})]


class YakuShown(TypedDict):
    """A yaku that a pile has, or is short of one card for.

    Attributes:
        id: its name in charts.
        value: points.
        names: by language.
        cards: those of it that lie in the pile.
    """

    id: str
    value: int
    names: dict[str, str]
    cards: list[CardName]


def yaku_shown(yaku: Yaku, cards: Iterable[Card]) -> YakuShown:
    """Return a yaku with those of its cards that are meant."""
    return {
        "id": yaku.id,
        "value": yaku.value,
        "names": {language: yaku.name(language) for language in LANGUAGES},
        "cards": labelled(cards),
    }


def labelled(cards: Iterable[Card]) -> list[str]:
    """Return the labels of ``cards``, in the order of months."""
    return [card.label for card in in_order(cards)]
