"""What every set of piles must be: 48 distinct cards, even months, a known sum."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.hana_awase.cards import DECK, NOVEMBER, Card, in_order, of_month, points

Pile = tuple[Card, ...]
Piles = tuple[Pile, ...]


class PileError(ValueError):
    """Piles that no pack can make; one sentence with the cards concerned.

    Attributes:
        cards: the cards concerned.
    """

    def __init__(self, message: str, cards: Iterable[Card] = ()) -> None:
        """Name the cards."""
        super().__init__(message)
        self.cards = tuple(cards)


@dataclass(frozen=True, slots=True)
class OddMonth:
    """A pile holds one or three cards of a month, which no play leads to.

    Attributes:
        pile: whose, from 0.
        month: 1 to 12.
        cards: those that it holds.
    """

    pile: int
    month: int
    cards: Pile


def check_distinct(piles: Sequence[Pile], others: Pile = (), others_name: str = "aside") -> None:
    """Refuse cards that lie there twice.

    Args:
        piles: the players' piles.
        others: cards that nobody has, for example those of a deal that was stopped.
        others_name: what the message calls the place where they lie.

    Raises:
        PileError: names each such card and where it lies.
    """
    lying: dict[Card, list[str]] = {}
    for number, pile in enumerate(piles):
        for card in pile:
            lying.setdefault(card, []).append(f"pile {number}")
    for card in others:
        lying.setdefault(card, []).append(others_name)
    twice = in_order(card for card, where in lying.items() if len(where) > 1)
    if not twice:
        return
    count = sum(len(where) for where in lying.values())
    said = "; ".join(f"{card.label} in {_places(lying[card])}" for card in twice)
    if count > len(DECK):
        raise PileError(
            f"{count} cards are laid out, but a pack has {len(DECK)}: more than once: {said}", twice
        )
    raise PileError(f"a pack has each card once, but more than once: {said}", twice)


def _places(where: Sequence[str]) -> str:
    """Return places as a list, each once: ``pile 0 (twice) and pile 1``."""
    times = {2: " (twice)", 3: " (three times)"}
    counted = {place: where.count(place) for place in dict.fromkeys(where)}
    return " and ".join(
        f"{place}{times.get(count, f' ({count} times)' if count > 1 else '')}"
        for place, count in counted.items()
    )


def missing_cards(piles: Iterable[Pile], others: Pile = ()) -> Pile:
    """Return the cards of the pack that lie nowhere, in its order."""
    there = {card for pile in piles for card in pile} | set(others)
    return tuple(card for card in DECK if card not in there)


def odd_months(piles: Sequence[Pile], joker: bool = False) -> tuple[OddMonth, ...]:
    """Return where a pile holds an odd number of cards of a month.

    Cards are captured in twos and fours, so that tells of a card in the wrong pile. With the
    lightning as ``joker`` November may be odd.
    """
    return tuple(
        OddMonth(number, month, in_order(of_month(pile, month)))
        for number, pile in enumerate(piles)
        for month in range(1, 13)
        if len(of_month(pile, month)) % 2 and not (joker and month == NOVEMBER)
    )


def card_points(piles: Iterable[Pile], chaff_zero: bool = False) -> tuple[int, ...]:
    """Return what the cards of each pile are worth."""
    return tuple(points(pile, chaff_zero) for pile in piles)


def named(cards: Iterable[Card]) -> str:
    """Return the labels of ``cards`` as a list in a sentence."""
    return ", ".join(card.label for card in cards)
