"""Outlines of cards anywhere in a picture: quadrilaterals from the edges of many masks.

No single mask finds a card on every table, so many are tried, and what only looks like a card
costs nothing but a comparison: what decides is whether a learnt card fits in the outline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import ByteMask
from vision.geometry import Points

if TYPE_CHECKING:
    from companion.frames import BgrImage


SMALLEST_TOLD = 45.0
"""Pixels of the shorter side of a card that can be told from another."""
LARGEST_CARD = 0.85
"""Share of the picture that one card may fill."""
EDGE_PERCENTILES = (85.0, 92.0, 96.0)
"""Percentiles of the gradient above which a pixel is taken for an edge, a mask for each; chosen by
eye, not measured."""
SOFT_EDGE_PERCENTILES = (92.0, 96.0)
"""The same in a picture that was softened more; chosen by eye, not measured."""
FAINTEST_SOBEL = 8.0
"""Levels per pixel (Sobel) of the faintest edge that is looked at."""
ROWS_AT_ONCE = 32
"""Rows of a picture whose gradients fit into a processor's cache as floats."""
LONGEST_SEEN = 2.3
"""Long side by short side of a card seen at 45 degrees."""
MOST_TILT = 1.5
"""How much longer a side may be than the one opposite."""
FILLED_RECTANGLE = 0.88
"""Share of its smallest rectangle that an outline fills before the rectangle stands for it."""
CORNER_STEPS = (0.01, 0.02, 0.03, 0.045, 0.06, 0.08)
"""Shares of the outline's length by which it is straightened until four corners are left."""
SAME_QUAD = 0.08
"""Share of a card's side within which two outlines are the same one."""
CROOKED = 2.0
"""Pixels by which a straight edge may be off."""
LEAST_LONG = 12.0
"""Pixels from which an edge says in which direction it runs."""

Contour = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """What a few masks of a picture show.

    Attributes:
        quads: new quadrilaterals that may be cards, those that most masks show first; each shape
            (4, 2), pixels, clockwise.
        contours: the borders of all that is large enough to be a part of a card's outline; each
            shape (N, 1, 2), pixels.
    """

    quads: list[Points]
    contours: list[Contour]

    def straight_edges(self) -> npt.NDArray[np.float64]:
        """Return the straight stretches of the contours, from end to end, shape (N, 2, 2)."""
        found = [np.zeros((0, 2, 2))]
        for contour in self.contours:
            start = cv2.approxPolyDP(contour, CROOKED, True).reshape(-1, 2).astype(np.float64)
            ends = np.stack([start, np.roll(start, -1, axis=0)], axis=1)
            along = ends[:, 1] - ends[:, 0]
            found.append(ends[np.hypot(along[:, 0], along[:, 1]) >= LEAST_LONG])
        return np.concatenate(found)


def find_outlines(image: BgrImage) -> Iterator[Outlines]:
    """Yield what may be outlines of cards, a few masks at a time, the most fruitful ones first.

    Args:
        image: shape (H, W, 3), uint8, BGR.

    Yields:
        New outlines; many are no cards.
    """
    height, width = image.shape[:2]
    area = (SMALLEST_TOLD**2, LARGEST_CARD * height * width)
    known = np.zeros((0, 4, 2))
    for masks in _masks(image):
        before = len(known)
        shown: list[int] = [0] * before
        contours: list[Contour] = []
        for mask in masks:
            new = list(_contours(mask))
            contours += new
            for quad in _quads(new, area):
                if not _is_plausible(quad):
                    continue
                same = _known(quad, known)
                if same is None:
                    known = np.concatenate([known, quad[None]])
                    shown.append(1)
                else:
                    shown[same] += 1
        order = np.argsort(-np.array(shown[before:], dtype=np.int64), kind="stable")
        yield Outlines([known[before + index] for index in order], contours)


def side_lengths(quad: Points) -> npt.NDArray[np.float64]:
    """Return the lengths of the four sides, the upper one first."""
    sides = quad - quad[[1, 2, 3, 0]]
    return np.asarray(np.sqrt((sides * sides).sum(axis=1)))


def _masks(image: BgrImage) -> Iterator[Iterator[ByteMask]]:
    """Yield groups of masks; each group is made when it is asked for."""
    soft = cv2.GaussianBlur(cv2.medianBlur(image, 5), (0, 0), 2.0)
    lab = _lab(soft)
    yield _edge_masks(lab, SOFT_EDGE_PERCENTILES)
    yield _tone_masks(lab)
    calm = cv2.bilateralFilter(image, 7, 30, 5)
    lab = _lab(calm)
    yield _edge_masks(lab, EDGE_PERCENTILES)
    yield _tone_masks(lab)


def _lab(image: npt.NDArray[np.generic]) -> npt.NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_BGR2LAB), dtype=np.uint8)


def _edge_masks(lab: npt.NDArray[np.uint8], strongest: Sequence[float]) -> Iterator[ByteMask]:
    steep = _steepness(lab)
    for limit in np.percentile(steep[::4, ::4], strongest):
        _, steeper = cv2.threshold(steep, max(float(limit), FAINTEST_SOBEL), 255, cv2.THRESH_BINARY)
        edges = steeper.astype(np.uint8)
        for reach in (1, 5):
            bridge = np.ones((reach, reach), np.uint8)
            yield np.asarray(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, bridge), dtype=np.uint8)


def _steepness(lab: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Return the gradient (Sobel) of the steepest of the three channels, shape (H, W)."""
    # Whole numbers: a good part quicker than floats, and the same.
    across, down = (cv2.Sobel(lab, cv2.CV_16S, *order) for order in ((1, 0), (0, 1)))
    steep = np.empty(lab.shape[:2], dtype=np.float32)
    for top in range(0, len(steep), ROWS_AT_ONCE):
        rows = slice(top, top + ROWS_AT_ONCE)
        lengths = cv2.magnitude(across[rows].astype(np.float32), down[rows].astype(np.float32))
        first, second, third = cv2.split(lengths)
        steep[rows] = cv2.max(cv2.max(first, second), third)
    return steep


def _tone_masks(lab: npt.NDArray[np.uint8]) -> Iterator[ByteMask]:
    light = np.ascontiguousarray(lab[..., 0])
    for channel in range(3):
        plane = np.ascontiguousarray(lab[..., channel])
        _, split = cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)
        yield np.asarray(split, dtype=np.uint8)
    for offset in (-6, 6):
        local = cv2.adaptiveThreshold(
            light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 101, offset
        )
        yield np.asarray(local, dtype=np.uint8)


def _contours(mask: ByteMask) -> Iterator[Contour]:
    # The edges of holes, too: the mask turned inside out shows nothing that this one does not.
    found, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in found:
        if len(contour) >= 4 and max(cv2.boundingRect(contour)[2:]) >= SMALLEST_TOLD / 2:
            yield np.asarray(contour, dtype=np.int32)


def _quads(contours: Iterable[Contour], area: tuple[float, float]) -> Iterator[Points]:
    for contour in contours:
        _, _, width, height = cv2.boundingRect(contour)
        if width * height < area[0] or min(width, height) < SMALLEST_TOLD / 2:
            continue
        hull = cv2.convexHull(contour)
        size = cv2.contourArea(hull)
        if not area[0] <= size <= area[1]:
            continue
        box = cv2.boxPoints(cv2.minAreaRect(hull))
        if size >= FILLED_RECTANGLE * cv2.contourArea(box):
            yield _clockwise(np.asarray(box, dtype=np.float64))
        length = cv2.arcLength(hull, True)
        for share in CORNER_STEPS:
            corners = cv2.approxPolyDP(hull, share * length, True)
            if len(corners) <= 4:
                if len(corners) == 4:
                    yield _clockwise(np.asarray(corners, dtype=np.float64).reshape(4, 2))
                break


def _clockwise(quad: Points) -> Points:
    """Order corners clockwise (y down), the one that is most to the upper left first."""
    around = quad - quad.mean(axis=0)
    ordered = quad[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    return np.asarray(ordered, dtype=np.float64)


def _is_plausible(quad: Points) -> bool:
    top, right, bottom, left = side_lengths(quad)
    if min(top, right, bottom, left) < SMALLEST_TOLD * 0.8:
        return False
    across, down = (top + bottom) / 2, (right + left) / 2
    return bool(
        max(across, down) <= LONGEST_SEEN * min(across, down)
        and max(top, bottom) <= MOST_TILT * min(top, bottom)
        and max(right, left) <= MOST_TILT * min(right, left)
        and cv2.isContourConvex(quad.astype(np.float32))
    )


def _known(quad: Points, known: npt.NDArray[np.float64]) -> int | None:
    """Return which of the ``known`` outlines ``quad`` is, or None."""
    if not len(known):
        return None
    apart = np.abs(known - quad).reshape(len(known), -1).max(axis=1)
    nearest = int(apart.argmin())
    return nearest if apart[nearest] < SAME_QUAD * float(side_lengths(quad).mean()) else None
