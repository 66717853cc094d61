"""A known table as it would look from straight above, at one scale: what a photo shows of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.geometry import PixelBox, Points, box_round, rectangle
from vision.outlines.tabletop import Tabletop
from vision.table.light import FloatImage

RAYS = 17
"""Rays along each side of the picture that tell how much of the table is in view."""
ABOVE_STEP = 16
"""Pixels from above between places whose place in the photo is computed; others lie between."""
LARGEST_FROM_ABOVE = 2400
"""Pixels of the longer side; what is beyond is too far away to be read."""


@dataclass(frozen=True, slots=True, eq=False)
class TableFromAbove:
    """A table from above.

    Attributes:
        table: which it is.
        image: shape (H, W) or (H, W, 3), float32, grey or BGR as the photo, balanced.
        legible: shape (H, W), uint8, 255 where the photo shows it and a card is large enough to
            be read, and 0 elsewhere.
        scale: pixels per millimetre.
        low: the table's millimetres at the upper left corner of the image, (x, y).
    """

    table: Tabletop
    image: FloatImage
    legible: npt.NDArray[np.uint8]
    scale: float
    low: Doubles

    def to_image(self, pixels: Points) -> Points:
        """Return where points of the photo, shape (N, 2), lie in `image`."""
        return (self.table.plane.to_plane(pixels) - self.low) * self.scale - 0.5

    def to_table(self, points: Points) -> Points:
        """Return where points of `image`, shape (N, 2), lie on the table, in millimetres."""
        return np.asarray((points + 0.5) / self.scale + self.low)

    def without(self, known: Iterable[Points], share: float = 1.0) -> npt.NDArray[np.uint8]:
        """Return `legible` with 0 also where outlines are that are ``known``.

        Args:
            known: corners, each shape (4, 2), pixels of the photo.
            share: of an outline's sides, about its middle, that is taken out.
        """
        mask = self.legible.copy()
        for corners in known:
            flat = self.table.plane.to_plane(corners)
            # A ray that goes above the horizon meets the plane behind the camera.
            if not (np.isfinite(flat).all() and (self.table.plane.depth(flat) > 0).all()):
                continue
            there = self.to_image(corners)
            inner = share * there + (1 - share) * there.mean(axis=0)
            reach = float(max(self.image.shape))
            cv2.fillConvexPoly(mask, np.rint(inner.clip(-reach, 2 * reach)).astype(np.int32), 0)
        return mask

    def part(self, box: PixelBox) -> TableFromAbove | None:
        """Return what lies where the photo shows a ``box`` of it; None where no card has room."""
        left, top, right, bottom = box
        there = self.to_image(rectangle(left, top, right - left, bottom - top))
        rows, columns = self.image.shape[:2]
        left, top, right, bottom = box_round(there, columns, rows)
        if min(right - left, bottom - top) < min(self.table.size) * self.scale:
            return None
        return TableFromAbove(
            self.table,
            self.image[top:bottom, left:right],
            self.legible[top:bottom, left:right],
            self.scale,
            self.low + np.array([left, top]) / self.scale,
        )

    def smaller(self, scale: float) -> TableFromAbove:
        """Return the same at ``scale``, pixels per millimetre, at most its own.

        Its far edges are off by half a pixel at most.
        """
        ratio = scale / self.scale
        size = (round(self.image.shape[1] * ratio), round(self.image.shape[0] * ratio))
        image = cv2.resize(self.image, size, interpolation=cv2.INTER_AREA)
        legible = cv2.resize(self.legible, size, interpolation=cv2.INTER_NEAREST)
        return TableFromAbove(
            self.table,
            np.asarray(image, dtype=np.float32),
            np.asarray(legible, dtype=np.uint8),
            scale,
            self.low,
        )


def from_above(image: FloatImage, table: Tabletop, smallest: float, scale: float) -> TableFromAbove:
    """Return what ``image`` shows of ``table``.

    Args:
        image: shape (H, W) or (H, W, 3), float32, balanced grey or BGR.
        table: where cards lie.
        smallest: pixels of the shorter side of a card that can still be read.
        scale: pixels per millimetre that are wanted.
    """
    height, width = image.shape[:2]
    low, high = _reached((width, height), table, smallest, LARGEST_FROM_ABOVE / scale)
    columns, rows = np.ceil((high - low) * scale / ABOVE_STEP).astype(int) + 1
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    points = (np.column_stack([x.ravel(), y.ravel()]) + 0.5) * ABOVE_STEP / scale + low
    pixels = table.plane.to_pixels(points)
    across, down = (
        cv2.resize(one.reshape(rows, columns), None, fx=ABOVE_STEP, fy=ABOVE_STEP)
        for one in pixels.astype(np.float32).T
    )
    seen = cv2.remap(
        image,
        across,
        down,
        cv2.INTER_LINEAR,
        # Quicker by half than to repeat the edge of the photo.
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=cv2.mean(image),
    )
    legible = _is_large(table, points, smallest)
    legible &= ((pixels >= 0) & (pixels < (width, height))).all(axis=1)
    grown = cv2.resize(
        legible.reshape(rows, columns).astype(np.uint8) * 255,
        (seen.shape[1], seen.shape[0]),
        interpolation=cv2.INTER_NEAREST,
    )
    return TableFromAbove(
        table, np.asarray(seen, dtype=np.float32), np.asarray(grown, dtype=np.uint8), scale, low
    )


def _reached(
    picture: tuple[int, int], table: Tabletop, smallest: float, largest: float
) -> tuple[Doubles, Doubles]:
    """Return the upper left and the lower right corner of the table in view, millimetres."""
    x, y = np.meshgrid(*(np.linspace(0, side - 1, RAYS) for side in picture))
    points = table.plane.to_plane(np.column_stack([x.ravel(), y.ravel()]))
    middle = table.plane.to_plane((np.array([picture]) - 1) / 2)
    near = np.vstack([points[_is_large(table, points, smallest)], middle])
    low = np.maximum(near.min(axis=0), middle[0] - largest / 2)
    high = np.minimum(near.max(axis=0), middle[0] + largest / 2)
    return low, high


def _is_large(table: Tabletop, points: Doubles, smallest: float) -> npt.NDArray[np.bool_]:
    """Say where a card on the table would be at least ``smallest`` pixels wide."""
    depth = table.plane.depth(points)
    focal = float(table.plane.lens.matrix[0, 0])
    # Beyond the horizon rays meet the plane behind the camera.
    return np.asarray((depth > 0) & (depth < focal * table.size[0] / smallest))
