"""The deal: how many cards go where, and when it has to be done again."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.hana_awase.cards import DECK, LIGHTNING, NOVEMBER, Card, of_month
from companion.hana_awase.options import FourInHand, OptionError, Options
from companion.hana_awase.piles import Pile, check_distinct

HANDS_AND_TABLE = {2: (8, 8), 3: (7, 6), 4: (5, 8)}
"""Cards in each hand and face up on the table, for each number of players; the rest is stock."""
LONG_HAND = 10
"""Cards in each of two hands where the stock is to end with them."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A pack that was dealt.

    Attributes:
        hands: by seat.
        table: face up.
        stock: face down, the next card first.
    """

    hands: tuple[Pile, ...]
    table: Pile
    stock: Pile


class Misdeal(Enum):
    """Why a deal has to be done again."""

    FOUR_ON_TABLE = "four_on_table"
    """All four cards of a month lie on the table, where nobody could take them."""
    NOVEMBERS_ON_TABLE = "novembers_on_table"
    """With the joker: the three other Novembers lie on the table."""
    FOUR_IN_HAND = "four_in_hand"
    """Somebody holds all four cards of a month, and the table deals again then."""


def sizes(players: int, options: Options) -> tuple[int, int, int]:
    """Return how many cards each hand, the table and the stock get.

    Raises:
        OptionError: so many cannot play by these options.
    """
    options.check(players)
    hand, table = HANDS_AND_TABLE[players]
    if options.ten_card_hand:
        hand = LONG_HAND
    return hand, table, len(DECK) - players * hand - table


def deal(pack: Sequence[Card], players: int, options: Options) -> Dealt:
    """Return the shuffled ``pack`` dealt: hand after hand, then the table, then the stock.

    Raises:
        PileError: a card is twice in the pack.
        OptionError: it is no whole pack, or so many cannot play by these options.
    """
    check_distinct([tuple(pack)])
    if len(pack) != len(DECK):
        raise OptionError(f"a pack has {len(DECK)} cards, got {len(pack)}")
    hand, table, _ = sizes(players, options)
    hands = tuple(tuple(pack[seat * hand : (seat + 1) * hand]) for seat in range(players))
    begun = players * hand
    return Dealt(hands, tuple(pack[begun : begun + table]), tuple(pack[begun + table :]))


def misdeal(dealt: Dealt, options: Options) -> Misdeal | None:
    """Return why ``dealt`` has to be done again, or None."""
    if _whole_month(dealt.table):
        return Misdeal.FOUR_ON_TABLE
    novembers = set(of_month(dealt.table, NOVEMBER)) - {LIGHTNING}
    if options.joker and len(novembers) == 3:
        return Misdeal.NOVEMBERS_ON_TABLE
    if options.four_in_hand is FourInHand.REDEAL and any(map(_whole_month, dealt.hands)):
        return Misdeal.FOUR_IN_HAND
    return None


def _whole_month(cards: Pile) -> bool:
    return any(len(of_month(cards, month)) == 4 for month in range(1, 13))
