"""The hanafuda pack: twelve months of four cards, and the labels they are written with."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

NOVEMBER = 11
"""The month of the willow and of the lightning."""


class CardKind(Enum):
    """What a card is worth by; a member's value is the word for it in data."""

    LIGHT = "light"
    ANIMAL = "animal"
    RIBBON = "ribbon"
    CHAFF = "chaff"


POINTS = {CardKind.LIGHT: 20, CardKind.ANIMAL: 10, CardKind.RIBBON: 5, CardKind.CHAFF: 1}
"""Points of one card of each kind, where chaff counts."""

_PACK: tuple[tuple[str, ...], ...] = (
    ("*crane", "=poem", "chaff1", "chaff2"),
    ("+warbler", "=poem", "chaff1", "chaff2"),
    ("*curtain", "=poem", "chaff1", "chaff2"),
    ("+cuckoo", "=red", "chaff1", "chaff2"),
    ("+bridge", "=red", "chaff1", "chaff2"),
    ("+butterflies", "=blue", "chaff1", "chaff2"),
    ("+boar", "=red", "chaff1", "chaff2"),
    ("*moon", "+geese", "chaff1", "chaff2"),
    ("+cup", "=blue", "chaff1", "chaff2"),
    ("+deer", "=blue", "chaff1", "chaff2"),
    ("*rainman", "+swallow", "=red", "lightning"),
    ("*phoenix", "chaff-yellow", "chaff2", "chaff3"),
)
"""The months from January on; a light is marked *, an animal +, a ribbon =, chaff is plain."""
_MARKS = {"*": CardKind.LIGHT, "+": CardKind.ANIMAL, "=": CardKind.RIBBON}


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 48 cards; get them from `DECK` or by `Card.parse`.

    Attributes:
        month: 1 for January (pine) to 12 for December (paulownia).
        name: what tells it from the others of its month: ``crane``, ``chaff1``.
        kind: what it is worth by.
        label: derived; the name that it has everywhere: ``01-crane``.
    """

    month: int
    name: str
    kind: CardKind
    label: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Derive the label."""
        object.__setattr__(self, "label", f"{self.month:02}-{self.name}")

    def points(self, chaff_zero: bool = False) -> int:
        """Return what it is worth; nothing for chaff where ``chaff_zero`` is played."""
        return 0 if chaff_zero and self.kind is CardKind.CHAFF else POINTS[self.kind]

    @classmethod
    def parse(cls, label: str) -> "Card":
        """Read a label: ``Card.parse("01-crane")``.

        Raises:
            ValueError: no card of the pack has that label.
        """
        try:
            return _BY_LABEL[label]
        except (KeyError, TypeError):
            raise ValueError(
                f"there is no card {label!r}; labels are a month and a name, like 01-crane"
            ) from None


def _card(month: int, marked: str) -> Card:
    return Card(month, marked.lstrip("*+="), _MARKS.get(marked[0], CardKind.CHAFF))


DECK: tuple[Card, ...] = tuple(
    _card(month, marked) for month, cards in enumerate(_PACK, 1) for marked in cards
)
"""All 48 cards, month by month, the most valuable of a month first."""
_BY_LABEL = {card.label: card for card in DECK}
PLACE = {card: place for place, card in enumerate(DECK)}
"""Where each card stands in `DECK`, for putting cards in order."""

RAIN_MAN, LIGHTNING = Card.parse("11-rainman"), Card.parse("11-lightning")
SPECIAL_CHAFF = (LIGHTNING, Card.parse("12-chaff-yellow"))
"""Chaff that looks like no other of its month."""


def points(cards: Iterable[Card], chaff_zero: bool = False) -> int:
    """Return what ``cards`` are worth together."""
    return sum(card.points(chaff_zero) for card in cards)


def total(chaff_zero: bool = False) -> int:
    """Return what the whole pack is worth: 264, or 240 where chaff counts nothing."""
    return points(DECK, chaff_zero)


def of_month(cards: Iterable[Card], month: int) -> tuple[Card, ...]:
    """Return those of ``cards`` that belong to ``month``."""
    return tuple(card for card in cards if card.month == month)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return ``cards`` in the order of the pack."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def alike(label: str) -> tuple[Card, ...]:
    """Return the cards that a label may mean: one, or all chaff of its month that look alike.

    ``05-chaff`` is either chaff of May and ``12-chaff`` any of December's, the yellow one last,
    for packs in which they look alike and were learnt as one kind.

    Raises:
        ValueError: no card has that label.
    """
    if label.endswith("-chaff"):
        chaff = [
            card for card in DECK if card.kind is CardKind.CHAFF and card.label.startswith(label)
        ]
        found = tuple(sorted(chaff, key=lambda card: card in SPECIAL_CHAFF))
        if found:
            return found
    return (Card.parse(label),)
