"""Outlines that plants and animals are put together from; unit sized, y down."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.drawing.sheet import Polyline


def placed(outline: Polyline, x: float, y: float, size: float, degrees: float = 0.0) -> Polyline:
    """Return ``outline`` made ``size`` times as large, turned clockwise and moved to x, y."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(outline * size @ turn.T + np.array([x, y]))


def polar(angles: npt.NDArray[np.float64], radii: npt.NDArray[np.float64] | float) -> Polyline:
    """Return points by their angle, clockwise from the top, and their distance."""
    return np.column_stack([np.sin(angles) * radii, -np.cos(angles) * radii])


def arc(across: float, down: float, start: float, end: float) -> Polyline:
    """Return part of an ellipse; degrees clockwise from the right."""
    angles = np.radians(np.linspace(start, end, 28))
    return np.column_stack([across * np.cos(angles), down * np.sin(angles)])


def flower(petals: int, depth: float) -> Polyline:
    """Return a blossom; ``depth`` is how deep its petals are cut, 0 to 1."""
    angles = np.linspace(0, 2 * np.pi, 24 * petals, endpoint=False)
    return polar(angles, 1 - depth * (0.5 - 0.5 * np.cos(petals * angles)))


def leaf(width: float) -> Polyline:
    """Return a pointed leaf that stands on 0, 0 and is 1 high."""
    down = np.linspace(0, 1, 20)
    side = width * np.sin(np.pi * down) ** 0.8
    return np.vstack([np.column_stack([side, -down]), np.column_stack([-side[::-1], -down[::-1]])])


def oval(across: float, down: float) -> Polyline:
    """Return an ellipse."""
    return arc(across, down, 0, 360)


def fan() -> Polyline:
    """Return the upper half of a disc."""
    return arc(1, 1, 180, 360)


def maple() -> Polyline:
    """Return a leaf of seven points with a straight foot."""
    angles = np.radians([-150, -115, -100, -68, -50, -26, 0, 26, 50, 68, 100, 115, 150])
    return polar(
        angles, np.array([0.62, 0.4, 0.9, 0.45, 1, 0.45, 1.1, 0.45, 1, 0.45, 0.9, 0.4, 0.62])
    )


def wave(length: float, height: float, waves: float) -> Polyline:
    """Return a line from 0, 0 down that swings ``height`` to both sides."""
    down = np.linspace(0, 1, 30)
    return np.column_stack([height * np.sin(2 * np.pi * waves * down), length * down])


def body(points: list[tuple[float, float]]) -> Polyline:
    """Return a smooth closed outline through ``points``."""
    corners = np.array(points)
    for _ in range(3):  # cut the corners off, thrice (Chaikin)
        after = np.roll(corners, -1, axis=0)
        corners = np.stack([0.75 * corners + 0.25 * after, 0.25 * corners + 0.75 * after], axis=1)
        corners = corners.reshape(-1, 2)
    return np.asarray(corners)
