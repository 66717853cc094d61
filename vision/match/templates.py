"""What a card's place is refined with: its exemplar, whole or without its rim, in its own light.

Light and contrast are evened over the card alone, after it was cut out, and not over card and
table together: beside a dark table a pale print would be taken for hardly anything, and the
card's own frame for its edge. The rim is left out as long as the place is not known well: a strip
of table there outshines a pale print.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Vectors
from vision.match.gradients import AffineGradients, Gradients, affine_gradients, bending_gradients
from vision.table.light import FloatImage


class Template:
    """All kinds of a deck, or what is left of them without a rim, at the scale of refinement.

    Attributes:
        inset: pixels by which it is smaller than a card, on each side.
        size: width and height in pixels.
    """

    def __init__(
        self,
        cards: Sequence[FloatImage],
        weights: npt.NDArray[np.float32],
        even: Callable[[FloatImage], FloatImage],
        inset: int = 0,
    ) -> None:
        """Take the ``cards`` without a rim.

        Args:
            cards: each kind whole, shape (H, W, 3), BGR.
            weights: how much each pixel counts, shape (H, W).
            even: evens light and contrast over a card.
            inset: how wide the rim is, in pixels.
        """
        self._cards = cards
        self._even = even
        self.inset = inset
        self._weights = self._within(weights).reshape(-1, 1)
        rows, columns = weights.shape
        self.size = (columns - 2 * inset, rows - 2 * inset)
        self._each = np.repeat(self._weights.ravel(), 3)
        self._colours = np.zeros((3, len(self._each)), dtype=np.float32)
        for colour in range(3):
            self._colours[colour, colour::3] = self._each[colour::3]
        self._total = float(self._weights.sum())
        self._affine: dict[tuple[int, float], AffineGradients] = {}
        self._bending: dict[tuple[int, float], Gradients] = {}

    def pixels(self, card: FloatImage) -> Vectors:
        """Return a card, shape (H, W, 3) as `size` says, evened, as one vector."""
        return self._even(card).ravel()

    def length(self, pixels: Vectors) -> float:
        """Return the length of `pixels`, weighted, each colour's mean taken out."""
        # Of pixels of one tone both are nearly the same: added up singly, their difference would be
        # what a processor rounds off.
        sums = (self._colours * pixels).sum(axis=1, dtype=np.float64)
        square = float((self._each * np.square(pixels)).sum(dtype=np.float64))
        return float(np.sqrt(max(square - float(sums @ sums) / self._total, 1e-12)))

    def affine(self, kind: int, blur: float) -> AffineGradients:
        """Return what laying ``kind``, blurred by so many pixels, on a card needs."""
        key = (kind, blur)
        if key not in self._affine:
            self._affine[key] = affine_gradients(self._soft(kind, blur), self._weights)
        return self._affine[key]

    def bending(self, kind: int, blur: float) -> Gradients:
        """Return what bending ``kind``, blurred by so many pixels, needs."""
        key = (kind, blur)
        if key not in self._bending:
            self._bending[key] = bending_gradients(self._soft(kind, blur), self._weights)
        return self._bending[key]

    def _soft(self, kind: int, blur: float) -> FloatImage:
        # Cut after it was blurred, as what is compared with it is.
        soft = cv2.GaussianBlur(self._cards[kind], (0, 0), blur)
        return self._even(self._within(np.asarray(soft, dtype=np.float32)))

    def _within(self, picture: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        rows, columns = picture.shape[:2]
        rim = self.inset
        return np.ascontiguousarray(picture[rim : rows - rim, rim : columns - rim])
