"""A learnt deck: the group's own cards, one or more exemplar pictures of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from companion.frames import BgrImage

EXEMPLAR_SCALE = 3.0
"""Pixels per millimetre at which exemplars are kept: twice what the eyes compare at."""
SHAPE_SLACK = 0.04
"""Share by which a flat picture's sides may miss the card's proportion."""
MOST_OF_A_KIND = 4
"""Pictures of one label that a deck keeps: each costs time in every comparison."""
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
        origin: where it was added from, later than the deck was learnt; empty: it was learnt.
    """

    label: str
    image: BgrImage
    origin: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """What the eyes compare with.

    Attributes:
        name: what the group calls it.
        card_size: width and height in millimetres.
        exemplars: every label at least once.
        counts: how many cards of the pack have this face, for labels of which that is known.
    """

    name: str
    card_size: Size
    exemplars: tuple[Exemplar, ...]
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the faces, sorted; the back is not one of them."""
        return tuple(sorted({one.label for one in self.exemplars} - {BACK}))

    @property
    def has_back(self) -> bool:
        """Say whether the card's back was learnt."""
        return any(one.label == BACK for one in self.exemplars)

    @property
    def added(self) -> tuple[Exemplar, ...]:
        """Return the exemplars that came from the table, oldest first."""
        return tuple(one for one in self.exemplars if one.origin)

    def is_as(self, other: Deck) -> bool:
        """Say whether ``other`` knows the same pictures of the same cards, by the same name."""
        about, about_other = (
            (
                one.name,
                one.card_size,
                one.counts,
                [(each.label, each.origin) for each in one.exemplars],
            )
            for one in (self, other)
        )
        return about == about_other and all(
            np.array_equal(mine.image, theirs.image)
            for mine, theirs in zip(self.exemplars, other.exemplars, strict=True)
        )

    def without(self, exemplar: Exemplar) -> Deck:
        """Return a deck that has forgotten one of the `added` exemplars.

        Raises:
            DeckError: it is none of them.
        """
        if not any(one is exemplar for one in self.added):
            raise DeckError(f"{self.name} was not taught that picture of {exemplar.label}")
        kept = tuple(one for one in self.exemplars if one is not exemplar)
        return replace(self, exemplars=kept)

    def with_exemplar(self, label: str, image: BgrImage, origin: str) -> Deck:
        """Return a deck that also knows ``image`` as a picture of ``label``.

        A card that was put right at the table teaches so how it looks there; what keeps a bad
        picture out is `vision.learn.teaching`. Of one label `MOST_OF_A_KIND` pictures are kept:
        those from which it was learnt, and of the others the newest.

        Args:
            label: one of the deck's own, or ``back``.
            image: shape (H, W, 3), uint8, BGR: the card, upright, flat and to its edges.
            origin: where it comes from, in a few words: ``game 7, picture 12``.

        Raises:
            DeckError: the deck has no such card, or that is no picture of the card's shape.
        """
        if all(one.label != label for one in self.exemplars):
            raise DeckError(f"{self.name} has no card {label}")
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
            raise DeckError(f"a picture of {label} has to be in colour, 8 bits each")
        width, height = self.card_size
        if abs(image.shape[1] / image.shape[0] / (width / height) - 1) > SHAPE_SLACK:
            raise DeckError(
                f"a picture of {label} is {image.shape[1]} x {image.shape[0]} pixels, "
                f"not the shape of a card of {width:g} x {height:g} mm"
            )
        of_a_kind = [one for one in self.exemplars if one.label == label]
        added = [one for one in of_a_kind if one.origin]
        dropped = added[: max(0, len(of_a_kind) + 1 - MOST_OF_A_KIND)]
        if len(of_a_kind) - len(dropped) >= MOST_OF_A_KIND:
            raise DeckError(f"{self.name} was learnt from {len(of_a_kind)} pictures of {label}")
        kept = [one for one in self.exemplars if not any(one is other for other in dropped)]
        new = Exemplar(label, resized(image, exemplar_pixels(self.card_size)), origin)
        return replace(self, exemplars=(*kept, new))


def exemplar_pixels(size: Size) -> tuple[int, int]:
    """Return the width and height of an exemplar's picture in pixels."""
    return round(size[0] * EXEMPLAR_SCALE), round(size[1] * EXEMPLAR_SCALE)


def resized(image: BgrImage, size: tuple[int, int]) -> BgrImage:
    """Return ``image`` with the width and height ``size``, in pixels."""
    shrinks = size[0] < image.shape[1]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=how), dtype=np.uint8)
