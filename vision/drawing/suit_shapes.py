"""The outlines of what stands on the own deck: a diamond, a star, a leaf and their like.

Each in a unit circle round (0, 0): shape (N, 2), float64, (x, y), y down.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.drawing.sheet import Polyline


def _polar(angles: npt.NDArray[np.float64], radii: npt.NDArray[np.float64]) -> Polyline:
    return np.column_stack([np.sin(angles) * radii, -np.cos(angles) * radii])


def star(points: int, inner: float) -> Polyline:
    """Return a star; its inner corners lie at the share ``inner`` of the circle."""
    angles = np.arange(2 * points) * np.pi / points
    return _polar(angles, np.where(np.arange(2 * points) % 2 == 0, 1.0, inner))


def flower(petals: int) -> Polyline:
    """Return a flower with so many round petals."""
    angles = np.linspace(0, 2 * np.pi, 160, endpoint=False)
    return _polar(angles, 0.72 + 0.28 * np.cos(petals * angles))


def diamond() -> Polyline:
    """Return a square on its corner, higher than wide."""
    return np.array([[0, -1.0], [0.72, 0], [0, 1.0], [-0.72, 0]])


def leaf() -> Polyline:
    """Return an upright triangle with hollow sides: a fir."""
    return np.array(
        [
            [0, -1],
            [0.45, -0.2],
            [0.28, -0.2],
            [0.95, 0.8],
            [-0.95, 0.8],
            [-0.28, -0.2],
            [-0.45, -0.2],
        ]
    )


def drop() -> Polyline:
    """Return a drop, its point up."""
    angles = np.linspace(-0.75 * np.pi, 0.75 * np.pi, 60) + np.pi
    bowl = _polar(angles, np.full(60, 0.72)) + np.array([0, 0.28])
    return np.vstack([[0, -1.0], bowl[bowl[:, 1] > -0.18]])


def crescent() -> Polyline:
    """Return a moon, open to one side."""
    outer = np.linspace(0.2 * np.pi, 1.8 * np.pi, 60)
    inner = np.linspace(1.72 * np.pi, 0.28 * np.pi, 60)
    outside = np.column_stack([np.cos(outer), np.sin(outer)])
    inside = np.column_stack([np.cos(inner), np.sin(inner)]) * 0.72 + [0.34, 0]
    return np.vstack([outside, inside])


def flake() -> Polyline:
    """Return six broad arms."""
    outline = []
    for arm in range(6):
        turn = arm * np.pi / 3
        for x, y in (
            (-0.16, -0.28),
            (-0.16, -0.62),
            (-0.3, -0.78),
            (0.0, -1.0),
            (0.3, -0.78),
            (0.16, -0.62),
            (0.16, -0.28),
        ):
            outline.append(
                (x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn))
            )
    return np.array(outline)
