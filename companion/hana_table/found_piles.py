"""What pictures show of piles and what is found in them: whose a card is, what is concluded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.frames import Corners
from companion.hana_awase.cards import (
    Card,
)
from companion.hana_awase.piles import Pile, Piles
from companion.referee.readings import Sight


class PicturesError(ValueError):
    """The pictures don't tell whose the cards are; one sentence says what would help."""


@dataclass(frozen=True, slots=True)
class PileCard:
    """A card that a picture shows.

    Attributes:
        image: the picture's name.
        sight: FACE, BACK or UNKNOWN.
        label: what was read; None where it wasn't.
        confidence: 0 to 1.
        corners: four points, pixels.
        turn: in which direction from the mat's middle, or from that of a picture from above, a
            share of a turn; None where nobody can tell.
        on_mat: whether it lies on the mat itself, or in the middle of such a picture.
    """

    image: str
    sight: Sight
    label: str | None
    confidence: float
    corners: Corners
    turn: float | None = None
    on_mat: bool = False


@dataclass(frozen=True, slots=True)
class PilePicture:
    """One picture.

    Attributes:
        name: what it is called.
        mat: whether it shows the mat.
        cards: what lies there.
        from_above: whether it shows no mat, but a camera that hangs above the table took it: seat 1
            sits at its lower edge.
    """

    name: str
    mat: bool
    cards: tuple[PileCard, ...]
    from_above: bool = False


class Conclusion(Enum):
    """Why a card was concluded."""

    LAST_MISSING = "last_missing"
    """It is the only card of the pack that lies nowhere, and only one card is unread."""
    LIKE_CHAFF = "like_chaff"
    """The other chaff of its month, which looks like it, was read twice."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """A card that was concluded and not read."""

    card: Card
    pile: int | None
    lying: PileCard
    why: Conclusion


@dataclass(frozen=True, slots=True)
class UnreadCard:
    """A card that nobody could read.

    Attributes:
        pile: whose, or None for one on the mat.
        lying: where.
        may_be: the cards it may be; those that make the pile's months even come first.
    """

    pile: int | None
    lying: PileCard
    may_be: Pile


@dataclass(frozen=True, slots=True)
class Twice:
    """A card that was read at two places, of which a pack has one.

    Attributes:
        card: which.
        piles: whose the two are, the surer first; None on the mat.
        lying: the two.
    """

    card: Card
    piles: tuple[int | None, int | None]
    lying: tuple[PileCard, PileCard]


@dataclass(frozen=True, slots=True)
class FoundPiles:
    """What pictures of piles show.

    Attributes:
        piles: by player, inferred cards among them.
        on_mat: what lies on the mat itself.
        unread: cards to be asked for.
        inferred: cards that were concluded.
        absent: cards that were neither read nor concluded.
        no_cards: what cannot be cards, because all 48 were read elsewhere.
        twice: cards that were read at two places.
    """

    piles: Piles
    on_mat: Pile
    unread: tuple[UnreadCard, ...]
    inferred: tuple[Inferred, ...]
    absent: Pile
    no_cards: tuple[PileCard, ...]
    twice: tuple[Twice, ...] = ()


def middle(corners: Corners) -> tuple[int, int]:
    """Return the middle of a card in its picture, pixels."""
    count = max(len(corners), 1)
    return (
        round(sum(x for x, _ in corners) / count),
        round(sum(y for _, y in corners) / count),
    )
