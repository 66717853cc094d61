"""What is sure of a card that cannot be named: "red, value not sure", or the other way round.

It is no name: nothing in a game follows from it but which answers a question offers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.hanabi.cards import Suit
from companion.referee.findings import face_of


@dataclass(frozen=True, slots=True)
class Partial:
    """What all cards have in common that an unread one may be.

    Attributes:
        suit: theirs; None: they have several.
        rank: likewise.
    """

    suit: Suit | None
    rank: int | None


NOTHING = Partial(None, None)


def partial(could_be: Sequence[str]) -> Partial:
    """Return what is sure of a card that may be any of ``could_be`` and no other.

    A single name that was not sure enough to be used is none here either: nothing is sure then.
    """
    cards = [face_of(label) for label in dict.fromkeys(could_be)]
    if len(cards) < 2:
        return NOTHING
    suits = {card.suit if card is not None else None for card in cards}
    ranks = {card.rank if card is not None else None for card in cards}
    return Partial(
        suits.pop() if len(suits) == 1 else None, ranks.pop() if len(ranks) == 1 else None
    )
