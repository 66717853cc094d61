"""Cameras over a table: from millimetres on it to pixels, through a lens that bends lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Matrix, Points

if TYPE_CHECKING:
    from vision.generator.paints import FloatPicture

LONG_LENS = 1.35
"""Focal length of a phone's long lens, as a share of the picture's longer side."""
STEEPEST = 55.0
"""Degrees from the perpendicular at which somebody photographs a table."""


@dataclass(frozen=True, eq=False)
class DrawnCamera:
    """A camera over the plane z = 0.

    Attributes:
        size: width and height of the picture in pixels.
        onto: homography, shape (3, 3), from (x, y) on the table in millimetres to pixels, before
            the lens bends it.
        place: where the camera is, shape (3,), millimetres; z is its height.
        bend: what the lens does (division model): of a point seen r from the middle, in halves of
            the picture's diagonal, a straight lens shows r / (1 + bend r²).
        roll: the direction on the table that is to the right in the picture's middle, radians.
    """

    size: tuple[int, int]
    onto: Matrix
    place: Matrix
    bend: float
    roll: float

    @staticmethod
    def random(
        rng: np.random.Generator,
        size: tuple[int, int],
        across: float,
        width: float,
        tilt: float,
        window: float = 1.0,
    ) -> DrawnCamera:
        """Return a camera that looks at the table's (0, 0).

        Args:
            rng: whence the chance comes.
            size: width and height of the picture in pixels.
            across: pixels of a card's width at (0, 0).
            width: millimetres of that width.
            tilt: degrees from the perpendicular.
            window: how many times larger the whole picture is of which this is a part.
        """
        whole = max(size) * window
        focal = rng.uniform(0.6, LONG_LENS) * whole
        distance = focal * width / across
        roll = rng.uniform(0, 2 * np.pi)
        towards = rng.uniform(0, 2 * np.pi) if rng.random() < 0.3 else rng.normal(np.pi / 2, 0.25)
        around = np.array(
            [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
        )
        axis = np.array([-np.sin(towards), np.cos(towards), 0.0]) * np.radians(tilt)
        turn = np.asarray(cv2.Rodrigues(axis)[0], dtype=np.float64) @ around
        # A part of a picture need not lie in its middle.
        aside = rng.uniform(-0.5, 0.5, 2) * whole * (1 - 1 / window)
        middle = (np.array(size) - 1) / 2
        lens = np.array(
            [[focal, 0, middle[0] - aside[0]], [0, focal, middle[1] - aside[1]], [0, 0, 1]]
        )
        away = np.linalg.inv(lens) @ np.array([*middle, 1.0]) * distance
        onto = lens @ np.column_stack([turn[:, 0], turn[:, 1], away])
        place = -turn.T @ away
        bend = float(rng.normal(0, 0.02)) if window == 1.0 else 0.0
        # Seen from the front, as the camera does: z points away from it, so heights are negative.
        return DrawnCamera(size, onto, np.array([place[0], place[1], -place[2]]), bend, roll)

    def see(self, points: Points) -> Points:
        """Return where points of the table, shape (N, 2), millimetres, are in the picture."""
        seen = np.column_stack([points, np.ones(len(points))]) @ self.onto.T
        return self.bent(seen[:, :2] / seen[:, 2:])

    def straight(self, points: Points) -> Points:
        """Return the same for a lens that bends nothing."""
        seen = np.column_stack([points, np.ones(len(points))]) @ self.onto.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def shifted(self, points: Points, heights: npt.NDArray[np.float64]) -> Points:
        """Return the points of the table that points above it, ``heights`` mm, hide from view."""
        share = (heights / (self.place[2] - heights))[:, None]
        return np.asarray(points + share * (points - self.place[:2]))

    @property
    def _half(self) -> float:
        return float(np.hypot(*self.size)) / 2

    def bent(self, points: Points) -> Points:
        """Return where the lens shows ``points`` of a straight picture, shape (N, 2), pixels."""
        if not self.bend:
            return points
        middle = (np.array(self.size) - 1) / 2
        aside = (points - middle) / self._half
        far = np.linalg.norm(aside, axis=1)
        root = np.sqrt(np.maximum(1 - 4 * self.bend * far**2, 0.05))
        share = 2 / (1 + root)  # r_seen / r_straight, written so that far = 0 does no harm
        return np.asarray(aside * share[:, None] * self._half + middle)

    def through_the_lens(self, image: FloatPicture) -> FloatPicture:
        """Return a straight picture as the lens shows it."""
        if not self.bend:
            return image
        width, height = self.size
        across = ((np.arange(width) - (width - 1) / 2) / self._half).astype(np.float32)
        down = ((np.arange(height) - (height - 1) / 2) / self._half).astype(np.float32)
        share = 1 / (1 + np.float32(self.bend) * (across[None] ** 2 + down[:, None] ** 2))
        xs = across[None] * share * np.float32(self._half) + np.float32((width - 1) / 2)
        ys = down[:, None] * share * np.float32(self._half) + np.float32((height - 1) / 2)
        how = cv2.INTER_NEAREST if image.ndim == 2 else cv2.INTER_LINEAR
        return np.asarray(
            cv2.remap(image, xs, ys, how, borderMode=cv2.BORDER_REFLECT), dtype=image.dtype
        )
