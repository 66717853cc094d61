"""What a player of Hana-awase may do."""

from dataclasses import dataclass
from typing import TypeAlias

from companion.hana_awase.cards import Card


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Seat ``seat`` plays ``card`` from the hand and takes ``taken``, nothing if none fits."""

    seat: int
    card: Card
    taken: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnCard:
    """Seat ``seat`` turns the top card of the stock, which is ``card``, and takes ``taken``."""

    seat: int
    card: Card
    taken: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class CallWeakHand:
    """Seat ``seat`` calls its weak hand before the first card: the deal is drawn."""

    seat: int


@dataclass(frozen=True, slots=True)
class StopEarly:
    """The two players stop, for their hands are empty; what is left counts for nobody."""


Move: TypeAlias = PlayCard | TurnCard | CallWeakHand | StopEarly
