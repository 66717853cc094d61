"""Cards that end elsewhere than a card of this deck would: another deck's, with the same figures.

A figure tells a card's size only as far as it is printed as large on the card. Where the same one
is printed on smaller or larger cards, all of a photo agree with each other, and lie on one table,
but their edges do not run where this deck's would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from companion.referee.readings import Sight
from vision.geometry import Points, rectangle
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.outline import has_card_outline
from vision.photo.card import PhotoCard
from vision.photo.photograph import Photograph
from vision.photo.place import PhotoPlaces

OTHER_SIZES = (0.74, 0.86, 1.16, 1.32)
"""Of this deck's size, those that another deck's cards are looked for at: an edge is sought 3 mm to
each side, so between them they leave none out, and none of them takes this deck's own edge."""
ENDING_ALIKE = 2
"""Cards that end at the same other size before they are taken for another deck's."""
ROUND_FACE = 15.0
"""Millimetres round a learnt face that are looked at: as its edge, without one."""


class OtherEnds:
    """Says of cards of one deck whether they end where another deck's would."""

    def __init__(self, gallery: Gallery, places: PhotoPlaces) -> None:
        """Take the ``gallery`` of the deck's whole cards, and who looks for outlines."""
        self._gallery = gallery
        self._places = places
        self._is_framed = cache(self._has_frame)

    def judged(self, image: Photograph, cards: Sequence[PhotoCard]) -> list[PhotoCard]:
        """Return ``cards`` of ``image``, none with a name where they end as another deck's would.

        Not where one of them is seen to end where it should, nor by an edge that may be printed.
        """
        named = [card for card in cards if card.sight is Sight.FACE]
        if len(named) < ENDING_ALIKE or not self._end_elsewhere(image, named):
            return list(cards)
        return [
            replace(card, sight=Sight.UNKNOWN) if card.sight is Sight.FACE else card
            for card in cards
        ]

    def _end_elsewhere(self, image: Photograph, named: Sequence[PhotoCard]) -> bool:
        if any(self._places.is_outlined(image, card.corners) for card in named):
            return False
        for size in OTHER_SIZES:
            ending = [card for card in named if self._ends_at(image, card, size)]
            if len(ending) >= max(ENDING_ALIKE, len(named) / 2):
                return True
        return False

    def _ends_at(self, image: Photograph, card: PhotoCard, size: float) -> bool:
        """Say whether a ``card`` ends where one of another ``size`` would."""
        if self._is_framed(card.card.label, size):
            return False
        flat, other = self._edges(1.0).astype(np.float32), self._edges(size).astype(np.float32)
        way = cv2.getPerspectiveTransform(flat, card.corners.astype(np.float32))
        there = cv2.perspectiveTransform(other[None], way)[0]
        return self._places.is_outlined(image, np.asarray(there, dtype=np.float64))

    def _edges(self, size: float) -> Points:
        """Return the corners of a card of another ``size`` with its middle on this deck's, mm."""
        width, height = self._gallery.size
        left, top = (1 - size) / 2 * width, (1 - size) / 2 * height
        return rectangle(left, top, size * width, size * height)

    def _has_frame(self, label: str, size: float) -> bool:
        """Say whether something is printed on ``label`` that looks like an edge at ``size``."""
        around = round(ROUND_FACE * FINE_SCALE)
        edges = self._edges(size) * FINE_SCALE + around - 0.5
        for kind in self._gallery.upright(label):
            face = self._gallery.soft_images[kind]
            replicated = cv2.BORDER_REPLICATE
            wide = cv2.copyMakeBorder(face, around, around, around, around, replicated)
            if has_card_outline(np.asarray(wide, dtype=np.float32), edges):
                return True
        return False
