"""Discs on the circles of the printed tracks: how many lie there, where that is sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.geometry import Plane
from vision.table.light import FloatImage, PaperLight, flatten

if TYPE_CHECKING:
    from companion.frames import BgrImage

TRACK_SCALE = 2.0
"""Pixels per millimetre at which a track is looked at."""
CORE, WHOLE_DISC = 0.23, 0.42
"""Of a circle's diameter: within the first radius a disc shows wherever it lies on its circle, and
within the second nothing else but the disc does: the printed line lies outside."""
PAPER_RADII = (0.54, 0.59)
"""Of a circle's diameter: the radii between which paper shows round a circle."""
ABOVE_AND_BELOW = 50.0
"""Degrees from the upright within which it does: to both sides lie the neighbours."""
OTHER = 0.1
"""Difference from the paper beside it, of paper white, of a spot that is no paper."""
MOSTLY, HARDLY = 0.9, 0.03
"""Shares of such spots where a disc lies, and where none does; between the two nobody can say."""
PLAIN, HALF_PLAIN = 0.85, 0.54
"""Shares of the paper round a circle that have to be paper: no sleeve, card or phone lies there.
Beside a disc the first is asked of one side only, for on the other there may be its shadow."""
DARKEST, LIGHTEST, TINT = 0.55, 1.35, 0.15
"""What paper may look like in the light of the mat's tags."""


def count_discs(
    image: BgrImage,
    plane: Plane,
    light: PaperLight,
    centres: Sequence[tuple[float, float]],
    diameter: float,
) -> int | None:
    """Return on how many circles of a track a disc lies; None where one cannot be judged surely.

    Args:
        image: the frame.
        plane: the mat.
        light: on the mat.
        centres: the circles' middles, millimetres on the mat.
        diameter: of a circle, millimetres.
    """
    found = [_lies_there(_around(image, plane, light, at, diameter), diameter) for at in centres]
    return None if None in found else sum(map(bool, found))


def _around(
    image: BgrImage, plane: Plane, light: PaperLight, at: tuple[float, float], diameter: float
) -> FloatImage:
    half = PAPER_RADII[1] * diameter
    box = (at[0] - half, at[1] - half, 2 * half, 2 * half)
    return light.balance(flatten(image, plane, box, TRACK_SCALE), at)


def _lies_there(patch: FloatImage, diameter: float) -> bool | None:
    """Say whether a disc lies on the circle in the middle of ``patch``; None: nobody can say."""
    height, width = patch.shape[:2]
    y = (np.arange(height) + 0.5)[:, None] / TRACK_SCALE - height / TRACK_SCALE / 2
    x = (np.arange(width) + 0.5)[None, :] / TRACK_SCALE - width / TRACK_SCALE / 2
    away = np.hypot(x, y) / diameter
    upright = np.degrees(np.arctan2(np.abs(x), np.abs(y))) <= ABOVE_AND_BELOW
    ring = (away >= PAPER_RADII[0]) & (away <= PAPER_RADII[1]) & upright
    paper = np.median(patch[ring], axis=0)
    tone = float(paper.mean())
    # What is next to the circle is no paper: a card, a sleeve, a deep shadow.
    if not DARKEST <= tone <= LIGHTEST or float(np.abs(paper - tone).max()) > TINT:
        return None
    plain = 1 - _other(patch[ring], paper)
    if _other(patch[away <= CORE], paper) >= MOSTLY:
        sides = (1 - _other(patch[ring & side], paper) for side in (y < 0, y > 0))
        return True if plain >= HALF_PLAIN and max(sides) >= PLAIN else None
    # Bare by the second radius: a disc that lies askew shows there, if not in the middle.
    bare = plain >= PLAIN and _other(patch[away <= WHOLE_DISC], paper) <= HARDLY
    return False if bare else None


def _other(spots: npt.NDArray[np.float32], paper: npt.NDArray[np.floating]) -> float:
    """Return which share of ``spots``, shape (N, 3), is no ``paper``."""
    return float((np.abs(spots - paper).max(axis=1) > OTHER).mean())
