"""Tags as shapes that print sharp at any size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import cv2
import numpy as np

from companion.paper.cells import cells
from companion.paper.shapes import BLACK, WHITE, Rect
from vision.geometry import Points

CELLS = 6
"""Cells along a tag's side, the black border included."""


def tags(dictionary: str, placed: Mapping[int, Points]) -> tuple[Rect, ...]:
    """Return the tags ``placed``.

    They are given as `vision.table.layout.Printed.tags`: id to corners in millimetres.
    """
    return tuple(box for tag, corners in placed.items() for box in _tag(dictionary, tag, corners))


def _tag(dictionary: str, tag: int, corners: Points) -> Iterator[Rect]:
    found = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, dictionary)))
    white = np.asarray(cv2.aruco.generateImageMarker(found, tag, CELLS)) > 127
    left, top = (float(value) for value in corners[0])
    side = float(corners[1, 0] - corners[0, 0])
    yield Rect(left, top, side, side, fill=BLACK)
    yield from cells(white.tolist(), left, top, side / CELLS, WHITE)
