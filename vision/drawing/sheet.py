"""A card's picture while it is drawn: filled outlines, strokes and dots in millimetres."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from companion.frames import BgrImage

SHIFT = 4
"""Binary digits after the point in OpenCV's drawing coordinates."""

Colour = tuple[int, int, int]
"""BGR."""
Polyline = npt.NDArray[np.float64]
"""Shape (N, 2), (x, y), y down."""


class Sheet:
    """A card of ``size`` millimetres, drawn at ``scale`` pixels per millimetre on ``paper``."""

    def __init__(self, size: tuple[float, float], scale: float, paper: Colour) -> None:
        self.scale = scale
        self.size = (round(size[0] * scale), round(size[1] * scale))
        self.image: BgrImage = np.full((self.size[1], self.size[0], 3), paper, dtype=np.uint8)

    def fixed(self, points: npt.NDArray[np.floating]) -> npt.NDArray[np.int32]:
        """Return millimetres as OpenCV's fixed-point pixels."""
        return np.round((points * self.scale - 0.5) * (1 << SHIFT)).astype(np.int32)

    def fill(self, outline: Polyline, colour: Colour) -> None:
        """Fill what ``outline`` encloses."""
        cv2.fillPoly(self.image, [self.fixed(outline)], colour, cv2.LINE_AA, SHIFT)

    def stroke(self, line: Polyline, colour: Colour, width: float, *, closed: bool = False) -> None:
        """Draw ``line``, ``width`` millimetres wide."""
        pixels = max(1, round(width * self.scale))
        cv2.polylines(self.image, [self.fixed(line)], closed, colour, pixels, cv2.LINE_AA, SHIFT)

    def dot(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        middle = self.fixed(np.array([x, y])).tolist()
        size = round(radius * self.scale * (1 << SHIFT))
        cv2.circle(self.image, middle, size, colour, cv2.FILLED, cv2.LINE_AA, SHIFT)
