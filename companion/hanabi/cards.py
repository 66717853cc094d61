"""Suits, ranks and cards, and the labels they are written with."""

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

RANKS = (1, 2, 3, 4, 5)
"""The values printed on the cards."""


@total_ordering
class Suit(Enum):
    """The suits of every edition; a member's value is the letter in a card's label.

    Suits are ordered as they are listed here, which is also the order of fireworks on a page.
    """

    RED = "r"
    YELLOW = "y"
    GREEN = "g"
    BLUE = "b"
    WHITE = "w"
    MULTICOLOUR = "m"
    BLACK = "k"

    __hash__ = object.__hash__  # members are singletons; Enum's own is a slow hash of the name

    def __lt__(self, other: object) -> bool:
        """Compare by the order of the members."""
        if not isinstance(other, Suit):
            return NotImplemented
        return _POSITION[self] < _POSITION[other]


_POSITION = {suit: position for position, suit in enumerate(Suit)}


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """The face of a card: ``Card(Suit.RED, 3)``, written ``r3``.

    Raises:
        ValueError: the rank is not one of 1 to 5.
    """

    suit: Suit
    rank: int

    def __post_init__(self) -> None:
        """Refuse a rank that no edition prints."""
        if self.rank not in RANKS:
            raise ValueError(f"a card's rank is 1 to 5, got {self.rank!r}")

    @property
    def label(self) -> str:
        """The two characters that name this face everywhere: ``r3``, ``m5``, ``k1``."""
        return f"{self.suit.value}{self.rank}"

    @classmethod
    def parse(cls, label: str) -> "Card":
        """Read a label: ``Card.parse("r3") == Card(Suit.RED, 3)``.

        Raises:
            ValueError: ``label`` is not a suit's letter followed by 1 to 5.
        """
        try:
            return _BY_LABEL[label]
        except KeyError:
            raise ValueError(
                f"a card's label is one of r y g b w m k and a rank 1 to 5, like r3; got {label!r}"
            ) from None


_BY_LABEL = {card.label: card for card in (Card(suit, rank) for suit in Suit for rank in RANKS)}


def face_of(label: str | None) -> Card | None:
    """Return the Hanabi card with that label; None: there is no label, or it names none."""
    return None if label is None else _BY_LABEL.get(label)
