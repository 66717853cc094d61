"""How like a learnt face a place of a picture looks: what a proposal has to stand first.

Cheap beside a look at the card itself, for the picture's scale is known, and so are the face, its
place and its turn, nearly: one small grey window and its neighbours are compared with one face.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.geometry import Points
from vision.warping import warped

RESEMBLED_ACROSS = 40
"""Pixels across a card at which it is compared."""
MOST_SHIFT, SHIFT_STEP = 3, 3
"""Pixels by which a card may lie elsewhere, and between the places that are compared."""

_SHIFTS = range(0, 2 * MOST_SHIFT + 1, SHIFT_STEP)


class Faces:
    """Learnt faces in grey, `RESEMBLED_ACROSS` pixels wide."""

    def __init__(self, faces: Mapping[int, npt.NDArray[np.uint8]], weights: Floats) -> None:
        """Take the ``faces`` by their numbers, evened, and how much each pixel counts.

        All have the shape (H, W).
        """
        self._weights = weights / weights.sum()
        self._faces = {
            number: self._unit(face[None].astype(np.float32))[0] * self._weights
            for number, face in faces.items()
        }

    def resemblance(
        self, picture: npt.NDArray[np.uint8], face: int, at: Points, turn: float
    ) -> float:
        """Return the cosine of a face with what lies about ``at``, where it is likest.

        Args:
            picture: shape (H, W), evened as the faces are, a card `RESEMBLED_ACROSS` pixels wide.
            face: its number.
            at: where its middle may be, pixels (x, y).
            turn: by how much it may be turned, radians clockwise.
        """
        rows, columns = self._weights.shape
        size = (columns + 2 * MOST_SHIFT, rows + 2 * MOST_SHIFT)
        cos, sin = np.cos(turn), np.sin(turn)
        way = np.array([[cos, -sin], [sin, cos]])
        corner = at - way @ ((np.array(size) - 1) / 2)
        there = warped(picture, np.column_stack([way, corner]), size)
        windows = np.stack(
            [there[y : y + rows, x : x + columns] for y in _SHIFTS for x in _SHIFTS]
        ).astype(np.float32)
        return float((self._unit(windows) * self._faces[face]).sum(axis=(1, 2)).max())

    def _unit(self, windows: Floats) -> Floats:
        """Return each of ``windows``, shape (N, H, W), without its mean, at length 1, weighted."""
        flat = windows - (windows * self._weights).sum(axis=(1, 2), keepdims=True)
        square = (flat * flat * self._weights).sum(axis=(1, 2), keepdims=True)
        return np.asarray(flat / np.sqrt(np.maximum(square, 1e-6)), dtype=np.float32)
