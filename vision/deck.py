"""A learnt deck: the group's own cards, one or more exemplar pictures of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.frames import BgrImage

EXEMPLAR_SCALE = 3.0
"""Pixels per millimetre at which exemplars are kept: twice what the eyes compare at."""
BACK = "back"
"""The label of the card's back, and the name of its picture."""

Size = tuple[float, float]
"""Width and height of a card in millimetres."""


class DeckError(ValueError):
    """A deck cannot be learnt or read; the message names the file and says what is wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Exemplar:
    """One picture of one kind of card, upright and flat.

    Attributes:
        label: the kind's name, ``r3`` or ``01-crane``; ``back`` for the card's back.
        image: shape (H, W, 3), uint8, BGR, `EXEMPLAR_SCALE` pixels per millimetre.
    """

    label: str
    image: BgrImage


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """What the eyes compare with.

    Attributes:
        name: what the group calls it.
        card_size: width and height in millimetres.
        exemplars: every label at least once.
    """

    name: str
    card_size: Size
    exemplars: tuple[Exemplar, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the faces, sorted; the back is not one of them."""
        return tuple(sorted({one.label for one in self.exemplars} - {BACK}))

    @property
    def has_back(self) -> bool:
        """Say whether the card's back was learnt."""
        return any(one.label == BACK for one in self.exemplars)


def exemplar_pixels(size: Size) -> tuple[int, int]:
    """Return the width and height of an exemplar's picture in pixels."""
    return round(size[0] * EXEMPLAR_SCALE), round(size[1] * EXEMPLAR_SCALE)
