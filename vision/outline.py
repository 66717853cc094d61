"""Is there a card's outline here? Edges along the four sides of a card that cannot be named."""

from __future__ import annotations

import cv2
import numpy as np

from vision.gallery import FINE_SCALE
from vision.geometry import Points
from vision.light import FloatImage

EDGE_STEP = 0.08
"""Least change of brightness, of paper white, from the inside of a side to its outside."""
EDGE_REACH = 3.0
"""Millimetres to each side of an expected edge in which it may be."""
MIN_SIDES = 3
"""Sides of a card that have to show; the fourth may be hidden by a lip or lost in a shadow."""
MIN_SHARE = 0.6
"""Share of a side's length along which the edge has to show."""
SAMPLES = 24


def has_card_outline(patch: FloatImage, corners: Points) -> bool:
    """Say whether straight edges run along the sides of the card expected at ``corners``.

    Args:
        patch: shape (H, W, 3), balanced BGR, `FINE_SCALE` px/mm.
        corners: shape (4, 2), pixels of ``patch``.
    """
    grey = cv2.GaussianBlur(patch.mean(axis=2), (0, 0), 1.0)
    found = 0
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = end - start
        length = float(np.linalg.norm(along))
        if length < 1:
            return False
        outward = np.array([along[1], -along[0]]) / length
        share = np.linspace(0.1, 0.9, SAMPLES)[:, None]
        on_side = start + share * along
        reach = np.arange(-EDGE_REACH, EDGE_REACH + 0.1, 0.5) * FINE_SCALE
        points = on_side[:, None, :] + reach[None, :, None] * outward
        profile = cv2.remap(
            np.asarray(grey, dtype=np.float32),
            points.astype(np.float32),
            None,  # type: ignore[call-overload]  # OpenCV takes both coordinates in the first map
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        steps = profile[:, 2:] - profile[:, :-2]
        # One straight edge: at the same offset, with the same sign, along most of the side.
        clear = np.maximum((steps > EDGE_STEP).mean(axis=0), (steps < -EDGE_STEP).mean(axis=0))
        found += bool(clear.max() >= MIN_SHARE)
    return found >= MIN_SIDES
