"""What a move in a deal of Hana-awase caused."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from companion.hana_awase.cards import Card
from companion.hana_awase.dealing import Dealt
from companion.hana_awase.options import Options
from companion.hana_awase.piles import Pile


class Ending(Enum):
    """How a deal ended."""

    PLAYED_OUT = "played_out"
    STOPPED_EARLY = "stopped_early"
    DRAWN = "drawn"
    """Somebody called a weak hand: nobody scores."""


@dataclass(frozen=True, slots=True)
class DealBegan:
    """The pack was dealt; ``dealer`` takes the first turn."""

    options: Options
    dealt: Dealt
    dealer: int


@dataclass(frozen=True, slots=True)
class HandCardLaid:
    """``card`` left the hand of ``seat``; with ``taken`` it went to its pile, else it lies."""

    seat: int
    card: Card
    taken: Pile


@dataclass(frozen=True, slots=True)
class StockCardTurned:
    """``card`` was turned from the stock by ``seat``, who took ``taken`` with it, or it lies."""

    seat: int
    card: Card
    taken: Pile


@dataclass(frozen=True, slots=True)
class LeftoversGiven:
    """What the joker left on the table went to its owners: the piles as they are then."""

    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The deal is over."""

    ending: Ending


Event: TypeAlias = DealBegan | HandCardLaid | StockCardTurned | LeftoversGiven | DealEnded
