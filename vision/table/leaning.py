"""A rack of which one tag shows: where it stands follows from the table that it stands on."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.geometry import Matrix, Plane, Points
from vision.table.layout import Layout

FIRST_GUESSES = 24
"""Directions, round the table, in which the rack is tried first."""
LEAN_STEPS = 12
"""Steps of Gauss and Newton from the best of those, each clipped to what a rack may be off."""
NUDGE = np.array([0.5, 0.5, 0.002])
"""Millimetres, millimetres and radians between which the slope is measured."""


def place_leaning(layout: Layout, mat: Plane, seat: int, tags: Mapping[int, Points]) -> Plane:
    """Return the plane of the rack of ``seat``, of which at least one tag is among ``tags``.

    The panel's foot lies on the mat's plane and it leans as the layout says, so three numbers
    place it: where its foot is, and which way it faces. The caller checks the fit.
    """
    rack = layout.rack(seat)
    shown = [tag for tag in rack.tags if tag in tags]
    flat = np.concatenate([rack.tags[tag] for tag in shown])
    seen = np.concatenate([tags[tag] for tag in shown])
    middle = np.array(layout.mat.size) / 2
    distance = sum(layout.rack_distance) / 2

    def miss(guess: Matrix) -> Matrix:
        return np.asarray(_plane(layout, mat, guess).to_pixels(flat) - seen).ravel()

    starts = []
    for turn in np.linspace(0, 2 * np.pi, FIRST_GUESSES, endpoint=False):
        away = np.array([np.cos(turn), np.sin(turn)])
        starts.append(np.array([*(middle + distance * away), turn]))
    best = min(starts, key=lambda guess: float((miss(guess) ** 2).sum()))
    for _ in range(LEAN_STEPS):
        now = miss(best)
        slope = np.column_stack([(miss(best + step) - now) / step.max() for step in np.diag(NUDGE)])
        change = np.linalg.lstsq(slope, -now, rcond=None)[0]
        best = best + np.clip(change, [-80, -80, -0.3], [80, 80, 0.3])
    return _plane(layout, mat, best)


def _plane(layout: Layout, mat: Plane, guess: Matrix) -> Plane:
    """Return the panel whose foot's middle is at x, y on the mat's plane and faces ``angle``."""
    x, y, angle = guess
    lean = np.radians(layout.rack_tilt)
    away = np.array([np.cos(angle), np.sin(angle), 0.0])
    right = np.array([-away[1], away[0], 0.0])
    up = away * np.cos(lean) - np.array([0, 0, np.sin(lean)])  # the mat's third axis points down
    width, height = layout.rack(0).size
    origin = np.array([x, y, 0.0]) - right * width / 2 + up * height
    turned = np.column_stack([right, -up, _across(right, -up)])
    return Plane(mat.lens, mat.rotation @ turned, mat.rotation @ origin + mat.translation)


def _across(one: Matrix, other: Matrix) -> Matrix:
    """Return the cross product; numpy's own takes longer than the rest of a guess."""
    (a, b, c), (x, y, z) = one, other
    return np.array([b * z - c * y, c * x - a * z, a * y - b * x])
