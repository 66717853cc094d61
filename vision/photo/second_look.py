"""A photo looked at twice: what a second look at the same picture adds to the first.

Where a card is found, and whether what speaks for its name is enough, may hang on a level of noise
or on which outline was looked at first. The picture upside down and a little softer shows the same
cards by other pixels, and in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.referee.readings import Sight
from vision.geometry import Points, share_in_common
from vision.match.gallery import Gallery
from vision.photo.card import MIN_CARD, TAKEN, UNLIKE_ANY, PhotoCard

if TYPE_CHECKING:
    from companion.frames import BgrImage

SOFTER = 0.6
"""Pixels by which the picture is softened: noise is halved, fine print stays."""
ONE_PRINT = 0.97
"""Likeness of two faces from which light and tone alone tell them apart: these are the same in
every look, and so is what is measured wrongly of them."""


def is_worthwhile(gallery: Gallery, cards: Sequence[PhotoCard]) -> bool:
    """Say whether any of ``cards`` may get its name by a second look.

    Not where none has one: that may be a photo of another deck.
    """
    named = any(card.sight is Sight.FACE for card in cards)
    return named and any(
        card.sight is Sight.UNKNOWN
        and card.card.fit >= MIN_CARD
        and _is_told_by_print(gallery, card.card.label)
        for card in cards
    )


def shown_anew(image: BgrImage) -> BgrImage:
    """Return ``image``, shape (H, W, 3), uint8, BGR, upside down and a little softer."""
    soft = cv2.GaussianBlur(image, (0, 0), SOFTER)
    return np.ascontiguousarray(soft[::-1, ::-1], dtype=np.uint8)


def turned_about(corners: Points, image: BgrImage) -> Points:
    """Return ``corners``, pixels of ``image``, in it upside down, or back; shape (N, 2)."""
    height, width = image.shape[:2]
    return np.asarray(np.array([width - 1, height - 1]) - corners)


def with_second_look(
    gallery: Gallery, cards: Sequence[PhotoCard], again: Sequence[PhotoCard]
) -> tuple[PhotoCard, ...]:
    """Return ``cards`` with the names that only a second look has told.

    A card that is two things in two looks has no name.

    Args:
        gallery: of the whole cards of the deck.
        cards: what the first look has found, in pixels of the photo.
        again: what the second one has, likewise.
    """
    seen = list(cards)
    for card in again:
        if card.sight is not Sight.FACE:
            continue
        there = [
            number
            for number, other in enumerate(cards)
            if share_in_common(card.corners, other.corners) > TAKEN
        ]
        for number in there:
            if cards[number].label not in (None, card.label):
                seen[number] = replace(cards[number], sight=Sight.UNKNOWN)
        if not _is_told_by_print(gallery, card.card.label):
            continue
        if not there:
            seen.append(card)
        elif len(there) == 1 and _may_be(cards[there[0]], card.card.label):
            seen[there[0]] = card
    return tuple(seen)


def _may_be(card: PhotoCard, label: str) -> bool:
    """Say whether a card has no name, and looked like nothing else than ``label``."""
    return card.sight is Sight.UNKNOWN and card.card.label in (UNLIKE_ANY, label)


def _is_told_by_print(gallery: Gallery, label: str) -> bool:
    """Say whether ``label`` is no card at all, or a face that no other is like but for its tone."""
    return label == UNLIKE_ANY or len(gallery.alike(label, ONE_PRINT)) == 1
