"""Cards that were thrown down at any angle: what is new on a pile, where it has a card's shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

THROWN_ASKEW = 12.0
"""Degrees up to which cards are searched anyway."""
SIDES = 0.2
"""Share by which the sides of what is new may miss those of a card."""
FILLED_BY_ONE = 0.75
"""Share of the rectangle round it that has to be new: an arm or two cards fill less."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Something of a card's size.

    Attributes:
        middle: x, y in millimetres from the left upper corner of what was looked at.
        degrees: by which it is turned clockwise, -90 to 90; which end is up is not known.
    """

    middle: tuple[float, float]
    degrees: float


def thrown(
    news: npt.NDArray[np.float32], size: tuple[float, float], scale: float
) -> Iterator[Thrown]:
    """Yield what is new, has the size of a card, and lies more askew than people lay cards.

    Args:
        news: shape (H, W), 1 where something is new and 0 elsewhere.
        size: a card's width and height in millimetres.
        scale: pixels of ``news`` per millimetre.
    """
    mask = cv2.morphologyEx((news > 0).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3)))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        middle, sides, _ = box = cv2.minAreaRect(outline)
        # The points of an outline are the middles of pixels.
        short, long = sorted((side + 1) / scale for side in sides)
        if abs(short / size[0] - 1) > SIDES or abs(long / size[1] - 1) > SIDES:
            continue
        if cv2.contourArea(outline) < FILLED_BY_ONE * sides[0] * sides[1]:
            continue
        corners = cv2.boxPoints(box)
        edges = np.roll(corners, -1, axis=0) - corners
        x, y = edges[int(np.linalg.norm(edges, axis=1).argmax())]
        degrees = float(np.degrees(np.arctan2(-x, y)))
        degrees = (degrees + 90) % 180 - 90
        if abs(degrees) > THROWN_ASKEW:
            yield Thrown(((middle[0] + 0.5) / scale, (middle[1] + 0.5) / scale), degrees)
