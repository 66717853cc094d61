"""What a card may capture: none, one of two, all three of its month; and the joker's ways."""

from collections.abc import Sequence

from companion.hana_awase.cards import LIGHTNING, NOVEMBER, Card
from companion.hana_awase.piles import Pile


def from_hand(card: Card, table: Sequence[Card], joker: bool) -> tuple[Pile, ...]:
    """Return the choices for ``card`` played from a hand, each the cards that it takes.

    No choice at all means that it stays on the table. Where there is one, something has to be
    taken.
    """
    if joker and card == LIGHTNING:
        return _any_but_november(table)
    return _own_month(card, table, joker)


def from_stock(card: Card, table: Sequence[Card], joker: bool, last: bool) -> tuple[Pile, ...]:
    """Return the choices for ``card`` turned from the stock, as `from_hand` does.

    Args:
        card: what was turned.
        table: what lies there.
        joker: whether lightning is the joker.
        last: whether it was the last card of the stock.
    """
    if joker and card == LIGHTNING:
        if last:
            return (tuple(table),) if table else ()
        return _any_but_november(table)
    if joker and card.month != NOVEMBER and LIGHTNING in table:
        return ((LIGHTNING,),)
    return _own_month(card, table, joker)


def _any_but_november(table: Sequence[Card]) -> tuple[Pile, ...]:
    return tuple((card,) for card in table if card.month != NOVEMBER)


def _own_month(card: Card, table: Sequence[Card], joker: bool) -> tuple[Pile, ...]:
    same = tuple(
        one for one in table if one.month == card.month and not (joker and one == LIGHTNING)
    )
    if len(same) == 3:
        return (same,)
    return tuple((one,) for one in same)
