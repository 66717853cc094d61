"""What lies round a card in a photo, told by its colours: whether an outline holds some of it.

A checked cloth, a plank's seam and a line of a pattern have straight edges, too: with a stripe of
the table, along one side or along all of them, a card makes an outline that has a card's shape. A
printed frame and the card round it look the same. But what lies between such a stripe's two edges
is the table, and what lies round a frame is card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import ByteMask
from vision.geometry import at_scale
from vision.outlines.edges import Outline, is_in

if TYPE_CHECKING:
    from companion.frames import BgrImage

COLOURS_AT = 640
"""Pixels of the photo's longer side at which colours are looked at."""
STEPS = (16, 48, 48)
"""Steps of Lab by which colours are told apart: a cloth is darker in a shadow's edge, and no other
colour there."""
LEAST_ROUND_IT = 0.04
"""Share of the photo round an outline that tells what a table looks like."""
OF_THE_TABLE = 0.004
"""Share of it from which a colour, with those beside it, is one of the table's."""
MOSTLY_TABLE = 0.75
"""Share of what lies between two outlines that is table before the larger one is no card: where a
card casts its shadow, and where an edge is blurred, colours are neither's."""
LEAST_BETWEEN = 0.015
"""Share of an outline by which another one has to be smaller to be another one."""

BinCounts = npt.NDArray[np.float32]


class PhotoGround:
    """The colours of one photo."""

    def __init__(self, image: BgrImage) -> None:
        """Take a photo, shape (H, W, 3), uint8, BGR."""
        height, width = image.shape[:2]
        self._scale = min(1.0, COLOURS_AT / max(height, width))
        size = (max(1, round(width * self._scale)), max(1, round(height * self._scale)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        lab = cv2.cvtColor(cv2.medianBlur(small, 3), cv2.COLOR_BGR2LAB)
        steps = np.array(STEPS)
        self._bins = (lab.astype(np.int64) * steps) // 256

    def without_stripes(self, outlines: Iterable[Outline]) -> tuple[Outline, ...]:
        """Return ``outlines`` without those that are one of the others with table round it."""
        kept = tuple(outlines)
        return tuple(one for one in kept if not any(self.is_round(other, one) for other in kept))

    def is_round(self, inner: Outline, outer: Outline) -> bool:
        """Say whether ``outer`` is ``inner`` with some of the table round it."""
        if inner.area > (1 - LEAST_BETWEEN) * outer.area or not is_in(inner, outer):
            return False
        within = self._filled(outer)
        between = (within > 0) & (self._filled(inner) == 0)
        beyond = self._bins[within == 0]
        if len(beyond) < LEAST_ROUND_IT * within.size or not between.any():
            return False
        counts = np.zeros(STEPS, dtype=np.float32)
        np.add.at(counts, tuple(beyond.T), 1.0)
        usual = _with_neighbours(counts) >= OF_THE_TABLE * len(beyond)
        return bool(usual[tuple(self._bins[between].T)].mean() >= MOSTLY_TABLE)

    def _filled(self, one: Outline) -> ByteMask:
        mask = np.zeros(self._bins.shape[:2], dtype=np.uint8)
        corners = np.rint(at_scale(one.corners, self._scale)).astype(np.int32)
        return np.asarray(cv2.fillConvexPoly(mask, corners, 1), dtype=np.uint8)


def _with_neighbours(counts: BinCounts) -> BinCounts:
    """Return for each colour how often it and those one step beside it are met."""
    for axis in range(3):
        beside = np.zeros_like(counts)
        ahead, behind = np.roll(counts, 1, axis), np.roll(counts, -1, axis)
        first, last = [slice(None)] * 3, [slice(None)] * 3
        first[axis], last[axis] = slice(0, 1), slice(-1, None)
        ahead[tuple(first)] = 0
        behind[tuple(last)] = 0
        beside += counts + ahead + behind
        counts = beside
    return counts
