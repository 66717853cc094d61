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
from vision.geometry import Points, overlap
from vision.photo.card import MIN_CARD, TAKEN, UNLIKE_ANY, PhotoCard
from vision.photo.shared_light import LIKE

if TYPE_CHECKING:
    from companion.frames import BgrImage

SOFTER = 0.6
"""Pixels by which the picture is softened: noise is halved, fine print stays."""
TOLD_BY_PRINT = 0.25
"""Distance to a rival, as `Sighting.margin` is told, below which a card is told by light and tone:
these are the same in every look, and so is what is measured wrongly of them."""


def is_worthwhile(cards: Sequence[PhotoCard]) -> bool:
    """Say whether any of ``cards`` may get its name by a second look.

    Not where none has one: that may be a photo of another deck.
    """
    named = any(card.sight is Sight.FACE for card in cards)
    return named and any(card.card.fit >= MIN_CARD and _is_open(card) for card in cards)


def shown_anew(image: BgrImage) -> BgrImage:
    """Return ``image``, shape (H, W, 3), uint8, BGR, upside down and a little softer."""
    soft = cv2.GaussianBlur(image, (0, 0), SOFTER)
    return np.ascontiguousarray(soft[::-1, ::-1], dtype=np.uint8)


def turned_about(corners: Points, image: BgrImage) -> Points:
    """Return ``corners``, pixels of ``image``, in it upside down, or back; shape (N, 2)."""
    height, width = image.shape[:2]
    return np.asarray(np.array([width - 1, height - 1]) - corners)


def with_second_look(
    cards: Sequence[PhotoCard], again: Sequence[PhotoCard]
) -> tuple[PhotoCard, ...]:
    """Return ``cards`` with the names that only a second look has told.

    A card that is two things in two looks has no name.

    Args:
        cards: what the first look has found, in pixels of the photo.
        again: what the second one has, likewise.
    """
    seen = list(cards)
    for card in again:
        if card.sight is not Sight.FACE:
            continue
        there = [
            number
            for number, other in enumerate(seen)
            if max(overlap(card.corners, other.corners), overlap(other.corners, card.corners))
            > TAKEN
        ]
        for number in there:
            if seen[number].label not in (None, card.label):
                seen[number] = replace(seen[number], sight=Sight.UNKNOWN)
        if not there and card.card.margin > LIKE:
            seen.append(card)
        elif len(there) == 1 and _is_open(seen[there[0]], card.card.label):
            seen[there[0]] = card
    return tuple(seen)


def _is_open(card: PhotoCard, label: str | None = None) -> bool:
    """Say whether a second look may name a nameless card: ``label``, if told, or anything."""
    if card.sight is not Sight.UNKNOWN or card.card.margin < TOLD_BY_PRINT:
        return False
    return label is None or card.card.label in (UNLIKE_ANY, label)
