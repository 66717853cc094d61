"""Who gets the cards that the joker leaves on the table at the end of a deal."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from companion.hana_awase.cards import LIGHTNING, NOVEMBER, in_order
from companion.hana_awase.piles import Pile, PileError, Piles, check_distinct, missing_cards, named


class Impossible(Enum):
    """Why leftovers cannot be given to anybody."""

    CARDS_NOWHERE = "cards_nowhere"
    """Some cards lie neither in a pile nor on the table."""
    NO_SUCH_END = "no_such_end"
    """No play with the joker leaves these cards."""
    NO_PAIR = "no_pair"
    """Nobody has the other two Novembers, which are taken together."""


class LeftoverError(PileError):
    """Cards on the table that belong to nobody.

    Attributes:
        why: what is wrong with them.
    """

    def __init__(self, why: Impossible, message: str, cards: Pile) -> None:
        """Name the cards."""
        super().__init__(message, cards)
        self.why = why


class Leftovers(NamedTuple):
    """Piles with the leftovers in them.

    Attributes:
        piles: all cards of all players.
        november_to: who got November's leftovers; None where there were none.
        other_to: who got the others; None where there were none.
    """

    piles: Piles
    november_to: int | None
    other_to: int | None


def assign_leftovers(piles: Sequence[Pile], field: Pile) -> Leftovers:
    """Return the piles with ``field``, the cards left on the table, given to their owners.

    A November goes to the player who took the other two ordinary ones, which left the table as a
    pair; lightning that nobody could take goes along with it. Other cards, one or the three that
    lost their fourth to the lightning, go to whoever has the lightning.

    Raises:
        LeftoverError: no play with the joker leaves these cards.
        PileError: a card is there twice.
    """
    left = in_order(field)
    taken = tuple(tuple(pile) for pile in piles)
    check_distinct(taken, left, "the table")
    absent = missing_cards(taken, left)
    if absent:
        raise LeftoverError(
            Impossible.CARDS_NOWHERE,
            "at the end every card lies in a pile or on the table, but nowhere lies"
            f" {named(absent)}",
            absent,
        )
    if not left:
        return Leftovers(taken, None, None)
    november = tuple(card for card in left if card.month == NOVEMBER)
    others = tuple(card for card in left if card.month != NOVEMBER)
    ordinary = tuple(card for card in november if card != LIGHTNING)
    if (
        len(ordinary) != 1
        or (LIGHTNING in november) == bool(others)
        or len(others) not in (0, 1, 3)
        or len({card.month for card in others}) > 1
    ):
        raise LeftoverError(
            Impossible.NO_SUCH_END,
            f"no play with the joker leaves {named(left)} on the table",
            left,
        )
    paired = [
        seat
        for seat, pile in enumerate(taken)
        if sum(card.month == NOVEMBER and card != LIGHTNING for card in pile) == 2
    ]
    if not paired:
        raise LeftoverError(
            Impossible.NO_PAIR,
            f"{ordinary[0].label} is left on the table, but nobody has both other Novembers"
            " without the lightning; they are taken together",
            ordinary,
        )
    given = [list(pile) for pile in taken]
    given[paired[0]] += november
    owner = None
    if others:
        owner = next(seat for seat, pile in enumerate(taken) if LIGHTNING in pile)
        given[owner] += others
    return Leftovers(tuple(in_order(pile) for pile in given), paired[0], owner)
