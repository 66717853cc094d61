"""Pictures of a deck that are like none of the others: a table, a hand, half a card.

Whoever learns a deck from photos cannot know what its cards look like, but they were made by one
hand: each has some that are near it. What is far from all has to be looked at by a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import MAD_TO_SIGMA

if TYPE_CHECKING:
    from companion.frames import BgrImage

FELLOWS = 3
"""Nearest others with which a picture is compared."""
LEAST_PICTURES = 8
"""From which on it can be told what is usual."""
ODD_DEVIATIONS = 8.0
"""Median absolute deviations beyond what is usual from which a picture is odd."""
COARSE_ACROSS, COARSE_DOWN = 12, 17
"""Pixels in which colours are compared: where things are, roughly."""

Values = npt.NDArray[np.float64]


def odd_ones(faces: Sequence[BgrImage]) -> tuple[int, ...]:
    """Return the numbers of the ``faces`` that are like none of the others.

    Args:
        faces: flat, upright and of one size, shape (H, W, 3), uint8, BGR.
    """
    return tuple(int(one) for one in np.flatnonzero(oddness(faces) > ODD_DEVIATIONS))


def oddness(faces: Sequence[BgrImage]) -> Values:
    """Return how far each face is from its nearest fellows, in deviations beyond the usual.

    Of colours, of the rim, which most cards of a deck share, and of how much is printed, what is
    oddest counts.
    """
    if len(faces) < LEAST_PICTURES:
        return np.zeros(len(faces))
    found = np.zeros(len(faces))
    for described in zip(*(_described(face) for face in faces), strict=True):
        vectors = np.stack(described)
        apart = np.linalg.norm(vectors[:, None] - vectors[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        far = np.sort(apart, axis=1)[:, :FELLOWS].mean(axis=1)
        usual = float(np.median(far))
        deviation = MAD_TO_SIGMA * float(np.median(np.abs(far - usual)))
        found = np.maximum(found, (far - usual) / max(deviation, 0.1 * usual, 1e-6))
    return found


def _described(face: BgrImage) -> tuple[Values, ...]:
    lab = cv2.cvtColor(face.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    small = np.asarray(
        cv2.resize(lab, (COARSE_ACROSS, COARSE_DOWN), interpolation=cv2.INTER_AREA), np.float64
    )
    rim = np.concatenate([small[0], small[-1], small[1:-1, 0], small[1:-1, -1]])
    return small.ravel(), rim.ravel()
