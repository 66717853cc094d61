"""Whether a thing lies over the discards, a bowl or a book, under which nobody would see a card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points, overlap
from vision.live.bare_paper import EMPTY_SCALE

MAY_HIDE = 0.3
"""Share of a card that shows on the discards beside those that are known, from which one may lie
below that unseen, or be it."""
ROUND_ABOUT = 5
"""Pixels of the mask, odd, by whose half what showed before may seem to have moved."""
LIES_STILL = 0.8
"""Share of a card that its outline covers of what it was, as long as nobody has pushed it."""


class OverDiscards:
    """What shows on the discards beside the known cards, and what of that are cards as well.

    Of a heap that was there before anybody looked, or that was pushed together, cards under others
    show in part and cannot be read. They hide no more than they are: what was there then is no
    thing over the discards.
    """

    def __init__(self) -> None:
        """Begin before the first look."""
        self._cards: npt.NDArray[np.uint8] | None = None
        self._outlines: tuple[Points, ...] = ()

    def hides(
        self, strange: npt.NDArray[np.uint8], known: Sequence[Points], size: tuple[float, float]
    ) -> bool:
        """Say whether so much shows that was not there that a card may lie below it, or be it.

        Args:
            strange: 1 where the discards show neither paper nor a known card, 0 elsewhere, at
                `EMPTY_SCALE`.
            known: the corners of the cards that are known to lie there, each (4, 2), in pixels of
                it.
            size: of a card, in millimetres.
        """
        pushed = any(
            all(overlap(now, before) < LIES_STILL for now in known) for before in self._outlines
        )
        self._outlines = tuple(known)
        if self._cards is None or pushed:
            self._cards = strange
            return False
        near = np.ones((ROUND_ABOUT, ROUND_ABOUT))
        self._cards = np.minimum(self._cards, cv2.dilate(strange, near).astype(np.uint8))
        things = np.where(cv2.dilate(self._cards, near) > 0, 0, strange).astype(np.uint8)
        areas = cv2.connectedComponentsWithStats(things)[2][1:, cv2.CC_STAT_AREA]
        return float(areas.max(initial=0)) > MAY_HIDE * size[0] * size[1] * EMPTY_SCALE**2
