"""The simulated camera's eye: planes in the room, and which point of one a pixel sees.

The room's coordinates are the mat's: x right and y down as seen from above, millimetres; z goes
down into the table, so what lies higher has a negative z.
"""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Lens, Matrix, PixelBox, Plane, Points
from vision.simulator.setting import Setting
from vision.table.layout import Layout

FOCAL_SHARE = 999.8045 / 2304
"""Focal length in frame widths: with `DISTORTION` the picture spans 102 x 67 degrees."""
DISTORTION = (-0.05, 0.004, 0.0, 0.0, 0.0)
"""OpenCV's k1, k2, p1, p2, k3: a barrel, as of a wide lens."""
RAY_STEP = 8
"""Pixels between the rays that are computed; those between them are interpolated."""

Grid = npt.NDArray[np.float32]
"""Shape (H, W, 2): for each pixel of a box the point it sees on a plane."""


class Optics:
    """One camera over one table."""

    def __init__(self, setting: Setting, layout: Layout) -> None:
        """Hang the camera over the mat's middle as ``setting`` says."""
        self.setting = setting
        self.layout = layout
        width, height = setting.frame
        guess = Lens.guess(width, height, FOCAL_SHARE * width)
        self.lens = Lens(guess.matrix, np.array(DISTORTION))
        turns = np.radians(np.array(setting.camera_turn))
        self._rotation: Matrix = np.asarray(cv2.Rodrigues(turns)[0], dtype=np.float64)
        mat = layout.mat.size
        shift = setting.camera_shift
        self._middle = np.array([mat[0] / 2, mat[1] / 2, 0.0])
        # Tilted, the camera is still aimed at about the mat's middle.
        aim = self._rotation.T @ np.array([0.0, 0.0, setting.camera_height])
        self._eye = self._middle + np.array([shift[0], shift[1], 0.0]) - aim

    def plane(self, origin: Matrix, across: Matrix, down: Matrix) -> Plane:
        """Return the plane through ``origin`` with the unit vectors ``across`` and ``down``."""
        axes = np.column_stack([across, down, np.cross(across, down)])
        return Plane(self.lens, self._rotation @ axes, self._rotation @ (origin - self._eye))

    def level(self, height: float) -> Plane:
        """Return the mat's plane moved up by ``height`` millimetres."""
        return self.plane(np.array([0, 0, -height]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))

    @cached_property
    def mat(self) -> Plane:
        """The mat, and the table round it."""
        return self.level(0.0)

    def outward(self, seat: int) -> tuple[float, float]:
        """Return the direction from the mat's middle to ``seat``, a unit vector."""
        angle = 2 * np.pi * seat / self.setting.players
        return float(-np.sin(angle)), float(np.cos(angle))

    def rack(self, seat: int, proud: float = 0.0) -> Plane:
        """Return the face panel of ``seat``, or the plane ``proud`` millimetres in front of it.

        Coordinates are the layout's: origin top left as seen from the table's middle.
        """
        stand = self.setting.racks[seat]
        side = self.outward(seat)
        away = np.array([side[0], side[1], 0.0])
        angle = np.radians(stand.turned)
        turn = np.array(
            [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
        )
        facing = turn @ away
        across = np.array([-facing[1], facing[0], 0.0])
        tilt = np.radians(self.layout.rack_tilt)
        up = np.cos(tilt) * facing + np.sin(tilt) * np.array([0, 0, -1.0])
        width, height = self.layout.rack(seat).size
        foot = self._middle + away * stand.distance + across * stand.sideways
        normal = np.cross(across, -up)  # away from who looks at the panel
        origin = foot - across * width / 2 + up * height - normal * proud
        return self.plane(origin, across, -up)

    def room(self, plane: Plane, point: tuple[float, float]) -> Matrix:
        """Return where ``point`` of ``plane`` is in the room, shape (3,)."""
        seen = plane.rotation[:, :2] @ np.array(point) + plane.translation
        return np.asarray(self._rotation.T @ seen + self._eye, dtype=np.float64)

    def box(self, plane: Plane, points: Points, margin: int = 2) -> PixelBox:
        """Return the pixels of the frame that may see something within ``points``."""
        pixels = plane.to_pixels(points)
        width, height = self.setting.frame
        low = np.floor(pixels.min(axis=0)).astype(int) - margin
        high = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
        return (
            max(0, int(low[0])),
            max(0, int(low[1])),
            min(width, int(high[0])),
            min(height, int(high[1])),
        )

    def seen(self, plane: Plane, box: PixelBox) -> Grid:
        """Return for each pixel of ``box`` the point of ``plane`` that it sees, in millimetres."""
        left, top, right, bottom = box
        columns, rows = -(-(right - left) // RAY_STEP) + 2, -(-(bottom - top) // RAY_STEP) + 2
        # A ray in the middle of each block of pixels, one block round the box on every side.
        xs = left - RAY_STEP + (RAY_STEP - 1) / 2 + RAY_STEP * np.arange(columns)
        ys = top - RAY_STEP + (RAY_STEP - 1) / 2 + RAY_STEP * np.arange(rows)
        pixels = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        flat = plane.to_plane(pixels).astype(np.float32).reshape(rows, columns, 2)
        full = cv2.resize(
            flat, (columns * RAY_STEP, rows * RAY_STEP), interpolation=cv2.INTER_LINEAR
        )
        inner = full[RAY_STEP : RAY_STEP + bottom - top, RAY_STEP : RAY_STEP + right - left]
        return np.ascontiguousarray(inner, dtype=np.float32)

    def density(self, plane: Plane, point: tuple[float, float]) -> float:
        """Return pixels per millimetre at ``point``, along the direction that has most of them."""
        around = np.array([point, (point[0] + 1, point[1]), (point[0], point[1] + 1)])
        at = plane.to_pixels(around)
        return float(max(np.linalg.norm(at[1] - at[0]), np.linalg.norm(at[2] - at[0])))
