"""What the eyes saw, drawn over the frame: outlines, names and zones, to look at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.referee.readings import Sight
from vision.live.glance import GlancedCard

if TYPE_CHECKING:
    from companion.frames import BgrImage

_COLOURS = {
    Sight.FACE: (80, 220, 60),
    Sight.UNKNOWN: (40, 60, 240),
    Sight.BACK: (220, 160, 60),
    Sight.COVERED: (160, 160, 160),
}
"""BGR; empty places are not drawn."""


def draw(image: BgrImage, seen: Iterable[GlancedCard]) -> BgrImage:
    """Return a copy of ``image`` with every card outlined and named; ``?`` where it is unknown.

    Args:
        image: shape (H, W, 3), uint8, BGR; it is not changed.
        seen: what was read in it, with corners in its pixels.
    """
    canvas = image.copy()
    thickness = max(1, round(image.shape[1] / 1100))
    for one in seen:
        colour = _COLOURS.get(one.sight)
        if colour is None or one.corners is None:
            continue
        outline = np.round(one.corners).astype(np.int32)
        cv2.polylines(canvas, [outline], isClosed=True, color=colour, thickness=thickness)
        cv2.circle(canvas, tuple(outline[0].tolist()), 3 * thickness, colour, -1)
        text = {Sight.FACE: one.label or "", Sight.UNKNOWN: "?", Sight.BACK: "back"}.get(
            one.sight, "covered"
        )
        _write(canvas, text, one.corners.mean(axis=0), colour, thickness)
        _write(
            canvas, f"{one.confidence:.2f}", one.corners[2:].mean(axis=0), colour, thickness, 0.5
        )
    return canvas


def _write(
    canvas: BgrImage,
    text: str,
    centre: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    colour: tuple[int, int, int],
    thickness: int,
    size: float = 1.0,
) -> None:
    scale = 0.4 * thickness * size
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thickness)
    at = (round(centre[0] - width / 2), round(centre[1] + height / 2))
    for ink, stroke in (((0, 0, 0), 3 * thickness), (colour, thickness)):
        cv2.putText(
            canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, stroke, lineType=cv2.LINE_AA
        )
