"""Planes seen through a lens: millimetres on a flat printed part to pixels in a frame, and back."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
"""Shape (N, 2), (x, y); millimetres on a plane or pixels in a frame, as the name around it says."""
Matrix = npt.NDArray[np.float64]
PixelBox = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a picture, pixels; the last two are just outside it."""
REFERENCE_WIDTH = 2304
"""Pixels across a frame for which limits in pixels are given: what a Pi's camera is asked for.

In a wider or narrower frame they are as much larger or smaller.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """Pinhole with radial distortion, in pixels of one frame size.

    Attributes:
        matrix: shape (3, 3); square pixels, principal point in the picture's middle.
        distortion: shape (5,); OpenCV's k1, k2, p1, p2, k3.
    """

    matrix: Matrix
    distortion: Matrix

    @classmethod
    def guess(cls, width: int, height: int, focal: float) -> Lens:
        """Return a lens without distortion; ``focal`` in pixels."""
        middle = [[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]]
        return cls(np.array(middle, dtype=np.float64), np.zeros(5))


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """A flat part in view: x to the right and y down as the camera sees it, in millimetres.

    Attributes:
        lens: what it is seen through.
        rotation: shape (3, 3), plane to camera.
        translation: shape (3,), millimetres, the plane's origin in the camera's coordinates.
    """

    lens: Lens
    rotation: Matrix
    translation: Matrix

    def to_pixels(self, points: Points) -> Points:
        """Project ``points``, shape (N, 2), millimetres, to pixels, shape (N, 2)."""
        flat = np.zeros((len(points), 3))
        flat[:, :2] = points
        turn = cv2.Rodrigues(self.rotation)[0]
        pixels = cv2.projectPoints(
            flat, turn, self.translation, self.lens.matrix, self.lens.distortion
        )[0]
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def to_plane(self, pixels: Points) -> Points:
        """Return where rays through ``pixels``, shape (N, 2), meet the plane, in millimetres."""
        rays = cv2.undistortPoints(
            np.asarray(pixels, dtype=np.float64).reshape(-1, 1, 2),
            self.lens.matrix,
            self.lens.distortion,
        ).reshape(-1, 2)
        onto = np.column_stack([self.rotation[:, :2], self.translation])
        flat = np.column_stack([rays, np.ones(len(rays))]) @ np.linalg.inv(onto).T
        return np.asarray(flat[:, :2] / flat[:, 2:], dtype=np.float64)

    def depth(self, points: Points) -> Matrix:
        """Return how far ``points``, shape (N, 2), mm, lie before the camera, shape (N,), mm."""
        along = points @ self.rotation[2, :2] + self.translation[2]
        return np.asarray(along, dtype=np.float64)

    @property
    def normal(self) -> Matrix:
        """The unit vector, shape (3,), that stands on the plane towards the camera."""
        upright = self.rotation[:, 2]
        return -upright if upright @ self.translation > 0 else upright

    def tilt_against(self, other: Plane) -> float:
        """Return the angle between the two planes in degrees, 0 to 180."""
        cosine = float(np.clip(self.normal @ other.normal, -1, 1))
        return float(np.degrees(np.arccos(cosine)))


@dataclass(frozen=True, slots=True, eq=False)
class Shifted(Plane):
    """A plane in a picture that a camera took off its stand.

    Attributes:
        shift: shape (2, 3), from the pixels of a picture from the stand to those of this one.
    """

    shift: Matrix

    def to_pixels(self, points: Points) -> Points:
        """Project ``points``, shape (N, 2), millimetres, to pixels, shape (N, 2)."""
        pixels = Plane.to_pixels(self, points)
        return mapped(pixels, self.shift)

    def to_plane(self, pixels: Points) -> Points:
        """Return where rays through ``pixels``, shape (N, 2), meet the plane, in millimetres."""
        return Plane.to_plane(self, mapped(pixels, cv2.invertAffineTransform(self.shift)))


def rectangle(x: float, y: float, width: float, height: float) -> Points:
    """Return the four corners, clockwise from the top left, shape (4, 2)."""
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], dtype=float)


def mapped(points: Points, way: cv2.typing.MatLike) -> Points:
    """Return where an affine map ``way``, shape (2, 3), takes ``points``, shape (..., 2)."""
    return np.asarray(points @ way[:, :2].T + way[:, 2], dtype=np.float64)


def at_scale(points: Points, scale: float | Matrix) -> Points:
    """Return where ``points`` of a picture, shape (..., 2), are in one ``scale`` times as large.

    Pixels' centres are at whole numbers, so both pictures begin half a pixel before their first.
    With two scales, shape (2,), the first is across and the second down.
    """
    return np.asarray((points + 0.5) * scale - 0.5)


def unscaled(points: Points, scale: float | Matrix) -> Points:
    """Return where ``points`` of a picture, made as `at_scale` says, are in the one before."""
    return np.asarray((points + 0.5) / scale - 0.5)


def box_round(outline: Points, width: int, height: int) -> PixelBox:
    """Return the left, top, right and bottom of the pixels round an ``outline``, shape (N, 2).

    Only those of a picture of ``width`` and ``height``; where none are, both ends are the same.
    """
    low = np.clip(np.floor(outline.min(axis=0)).astype(int), 0, (width, height))
    high = np.clip(np.ceil(outline.max(axis=0)).astype(int) + 1, low, (width, height))
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def overlap(upper: Points, lower: Points) -> float:
    """Return the share of the card ``lower`` that lies under ``upper``; corners as (4, 2)."""
    area, _ = cv2.intersectConvexConvex(upper.astype(np.float32), lower.astype(np.float32))
    whole = float(cv2.contourArea(lower.astype(np.float32)))
    return float(area) / whole if whole > 0 else 0.0


def share_in_common(one: Points, other: Points) -> float:
    """Return the share of the smaller of two cards that lies on the other; corners as (4, 2)."""
    return max(overlap(one, other), overlap(other, one))


def share_within(mask: npt.NDArray[np.bool_ | np.float32], corners: Points) -> float:
    """Return the mean of ``mask``, shape (H, W), within ``corners``, (4, 2) of its pixels."""
    place = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(place, np.round(corners).astype(np.int32), 1)
    return float(mask[place > 0].mean()) if place.any() else 0.0


EDGES_LEFT_OUT = 0.85
"""Share of a card's width and height in which its edges are left out."""


def card_corners(
    centre: tuple[float, float], size: tuple[float, float], degrees: float = 0.0
) -> Points:
    """Return a card's corners, clockwise from its own top left: shape (4, 2), unit of ``size``.

    ``degrees`` turns the card clockwise as seen with y down; at 180 it lies upside down.
    """
    turn = np.radians(degrees)
    across = np.array([np.cos(turn), np.sin(turn)]) * size[0] / 2
    down = np.array([-np.sin(turn), np.cos(turn)]) * size[1] / 2
    middle = np.array(centre)
    return np.stack(
        [
            middle - across - down,
            middle + across - down,
            middle + across + down,
            middle - across + down,
        ]
    )


def within(corners: Points) -> tuple[float, float, float, float]:
    """Return the upright box x, y, width, height in the middle of a card that is a little askew."""
    middle = corners.mean(axis=0)
    half = np.abs(corners - middle).min(axis=0) * EDGES_LEFT_OUT
    x, y = middle - half
    return float(x), float(y), float(2 * half[0]), float(2 * half[1])
