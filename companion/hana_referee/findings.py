"""What the referee of Hana-awase finds: what is to be recorded, waited for, asked or said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from companion.hana_awase.cards import Card
from companion.hana_awase.dealing import Misdeal
from companion.hana_awase.piles import Pile

FIELD = -1
"""The place of a card in the field; the others are seats, for their piles."""


@dataclass(frozen=True, slots=True)
class HanaLaid:
    """Half a turn: ``seat`` laid ``card`` and took ``taken``; it stayed where that is empty.

    Attributes:
        seat: whose turn it is.
        card: what came from the hand, or from the stock.
        taken: the cards of the field that went to the pile with it.
        in_order: whether it is known which of a turn's two cards came from the hand; else both
            came to lie between two looks, and either order leads to the same table.
    """

    seat: int
    card: Card
    taken: Pile
    in_order: bool = True


class HanaReason(Enum):
    """What is wrong where table and record differ; a member's value is its name in data."""

    UNREAD = "unread"
    """A card has come that nobody can read."""
    FROM_A_PILE = "from_a_pile"
    """A card that somebody had taken lies elsewhere."""
    OUT_OF_TURN = "out_of_turn"
    """Somebody has laid a card before the turn was his."""
    STOCK_FORGOTTEN = "stock_forgotten"
    """A card was laid before the stock's top card was turned."""
    TURNED_FIRST = "turned_first"
    """The same, but the card before it may have been the stock's, turned too early."""
    CAPTURE_FORGOTTEN = "capture_forgotten"
    """A card lies in the field beside one that it has to take."""
    TOO_FEW_TAKEN = "too_few_taken"
    """A card took one of three; it takes all of them."""
    TOO_MANY_TAKEN = "too_many_taken"
    """A card took several of which it takes one."""
    WRONG_MONTH = "wrong_month"
    """A card took one that it cannot take."""
    TOO_MANY_LAID = "too_many_laid"
    """More cards came than the turns that may have been played bring."""
    NOT_SEEN = "not_seen"
    """A card of the field is nowhere to be seen."""
    TAKER_NOT_SEEN = "taker_not_seen"
    """A card of the field lies in a pile, and what took it is not to be seen."""
    ORDER_UNKNOWN = "order_unknown"
    """Several turns were played while nobody looked, and more than one story fits."""
    TAKEN_BACK = "taken_back"
    """Somebody took a step back, and its card still lies there."""
    FIELD_COUNT = "field_count"
    """Another number of cards was dealt to the field than the rules want."""
    CARDS_BEFORE = "cards_before"
    """Cards lie before somebody while a deal is to begin in which nobody has taken any."""
    NOT_COUNTED = "not_counted"
    """The cards are dealt anew, and the deal before has not been counted."""
    NOT_OVER = "not_over"
    """The cards are dealt anew in the middle of a deal."""
    LIES_BEFORE = "lies_before"
    """Who has the turn laid a card before somebody else."""
    TAKES_NOTHING = "takes_nothing"
    """A card went to a pile that takes nothing."""
    ODD_TAKEN = "odd_taken"
    """Cards went to a pile that are no pair, and not all four of a month."""
    TWICE = "twice"
    """A card lies at two places; a pack has it once."""
    OTHERWISE = "otherwise"
    """Cards lie as no turn leaves them."""


@dataclass(frozen=True, slots=True)
class HanaDifference:
    """Table and record differ: nothing is recorded until they agree.

    Attributes:
        reason: what is wrong.
        seat: who did it or has to do something, where that is known.
        whose: whose pile a card came from, for `HanaReason.FROM_A_PILE`; whose turn it is, for
            `HanaReason.OUT_OF_TURN`; before whom it lies, for `HanaReason.LIES_BEFORE`.
        card: the card that was laid or has to be named, where it is one.
        others: the cards that it concerns besides: what it has to take, what it took.
        place: where an unread card lies: a seat or `FIELD`.
        count: how many cards there nobody can read, or how many lie in the field.
        wanted: how many cards are dealt to the field, for `HanaReason.FIELD_COUNT`.
    """

    reason: HanaReason
    seat: int | None = None
    whose: int | None = None
    card: Card | None = None
    others: Pile = ()
    place: int | None = None
    count: int = 0
    wanted: int = 0


@dataclass(frozen=True, slots=True)
class Agreed:
    """The table lies as the record has it."""


@dataclass(frozen=True, slots=True)
class HanaWaiting:
    """Somebody is in the middle of something, or a place cannot be seen: nothing is said yet."""


@dataclass(frozen=True, slots=True)
class Played:
    """One story alone leads to what is seen: these half turns, in order."""

    laid: tuple[HanaLaid, ...]


@dataclass(frozen=True, slots=True)
class HanaDealt:
    """The cards are dealt: this field."""

    field: Pile


@dataclass(frozen=True, slots=True)
class DealAgain:
    """The field that was dealt has to be dealt again."""

    why: Misdeal
    field: Pile


HanaFinding: TypeAlias = Agreed | HanaWaiting | Played | HanaDealt | DealAgain | HanaDifference
