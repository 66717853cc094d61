"""A deck made ready for comparison: every exemplar, both ways up, at the scales the eyes use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import Deck
from vision.light import FloatImage

FINE_SCALE = 1.5
"""Pixels per millimetre at which identity is decided: what the camera gives of a rack card."""
ALIGN_SCALE = 0.75
"""Pixels per millimetre at which a card's place is refined."""
ALIGN_BLURS = (1.6, 0.8)
"""Pixels at `ALIGN_SCALE`; first blurred so that fine lines find each other, then sharp."""
COARSE_WIDTH = 25
"""Pixels across a card where its place is first searched."""
FINE_BLUR = 0.7
"""Pixels; softens exemplars to what a lens and a Bayer sensor leave."""
SHADING = 26.0
"""Millimetres; changes of light wider than this are taken out before identities are compared."""
CORNER_RADIUS = 5.0
"""Millimetres; the rounded corners don't count."""
FLOOR = 0.05
"""The weight of a pixel that is the same on all cards, against 1 where they differ most."""
INSET = 0.7
"""Millimetres at the edge that don't count: there the table shows when the fit is not perfect."""

Vectors = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Gradients:
    """An exemplar made ready for Gauss-Newton alignment at `ALIGN_SCALE`.

    Attributes:
        template: unit vector of all pixels.
        steepest: shape (pixels, 6), how each affine parameter changes them.
        inverse: shape (6, 6), the inverse of the Gauss-Newton Hessian.
    """

    template: Vectors
    steepest: Vectors
    inverse: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Kind:
    """One exemplar one way up: ``turned`` means by 180 degrees."""

    label: str
    turned: bool


class Gallery:
    """All exemplars of a deck, for cards of which the upper ``visible`` millimetres show.

    Attributes:
        kinds: one for each row of the vectors.
        size: width and height of what is compared, in millimetres.
    """

    def __init__(self, deck: Deck, visible: float | None = None) -> None:
        """Prepare ``deck``; ``visible`` defaults to the whole card."""
        self.deck = deck
        width, height = deck.card_size
        self.size = (width, min(height, visible) if visible else height)
        self.kinds = tuple(
            Kind(one.label, turned) for one in deck.exemplars for turned in (False, True)
        )
        self.coarse_scale = COARSE_WIDTH / width
        self._gradients: dict[tuple[int, float], Gradients] = {}
        # Now, not with the first card: a table that waits for it should not wait longer.
        _ = self.coarse_sums, self.likeness, self.align_weights, self._align_images

    def _images(self, scale: float) -> list[FloatImage]:
        """Return each kind's visible part at ``scale`` px/mm, float32 BGR, 0 to 1."""
        width, height = self.deck.card_size
        whole = (round(width * scale), round(height * scale))
        rows = self.pixels(scale)[1]
        images = []
        for one in self.deck.exemplars:
            small = cv2.resize(one.image, whole, interpolation=cv2.INTER_AREA)
            upright = small.astype(np.float32) / 255
            for image in (upright, upright[::-1, ::-1]):
                images.append(np.ascontiguousarray(image[:rows], dtype=np.float32))
        return images

    def pixels(self, scale: float) -> tuple[int, int]:
        """Return width and height of the compared part at ``scale`` px/mm."""
        return round(self.size[0] * scale), round(self.size[1] * scale)

    def mask(self, scale: float) -> Mask:
        """Return which pixels count at ``scale`` px/mm, shape (rows, columns)."""
        columns, rows = self.pixels(scale)
        x = (np.arange(columns) + 0.5) / scale
        y = (np.arange(rows) + 0.5) / scale
        left = np.minimum(x, self.deck.card_size[0] - x)[None, :]
        top = np.minimum(y, self.deck.card_size[1] - y)[:, None]
        inside = (left >= INSET) & (top >= INSET)
        corner = np.hypot(np.maximum(CORNER_RADIUS - left, 0), np.maximum(CORNER_RADIUS - top, 0))
        return np.asarray(inside & (corner <= CORNER_RADIUS), dtype=np.bool_)

    @cached_property
    def _weights(self) -> npt.NDArray[np.float32]:
        """How much each pixel at `FINE_SCALE` says about identity, 0 to 1, shape (rows, columns).

        What all cards share, a white border for instance, tells none from another, and what lies
        beside a card must not either.
        """
        detail = np.stack([_detail(image) for image in self._soft_images])
        spread = detail.std(axis=0).mean(axis=2) * self.mask(FINE_SCALE)
        weights = FLOOR + (1 - FLOOR) * spread / max(float(spread.max()), 1e-6)
        return np.asarray(weights * self.mask(FINE_SCALE), dtype=np.float32)

    def weights(self, scale: float) -> npt.NDArray[np.float32]:
        """Return the weights at ``scale`` px/mm, shape (pixels, 1)."""
        small = cv2.resize(self._weights, self.pixels(scale), interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.float32).reshape(-1, 1)

    @cached_property
    def coarse_weights(self) -> Vectors:
        """The weights at ``coarse_scale``, shape (pixels, 1)."""
        return self.weights(self.coarse_scale)

    @cached_property
    def coarse(self) -> Vectors:
        """Unit vectors, one row for each kind, at ``coarse_scale``, root-weighted."""
        images = self._images(self.coarse_scale)
        return np.stack([unit(weighted(image, self.coarse_weights)) for image in images])

    @cached_property
    def coarse_sums(self) -> tuple[Vectors, Vectors, Vectors]:
        """Factors for windows of raw pixels at ``coarse_scale``, shape (pixels * 3, ...).

        Their weighted sum for each channel; the weights themselves; and ``coarse``, which takes
        the channels' means out by itself.
        """
        weights = self.coarse_weights
        every = np.repeat(weights.ravel(), 3)
        each = np.kron(weights, np.eye(3, dtype=np.float32))
        rooted = np.ascontiguousarray((self.coarse * np.sqrt(every)).T)
        return each.astype(np.float32), every, rooted

    @cached_property
    def align_weights(self) -> Vectors:
        """The weights at `ALIGN_SCALE`, shape (pixels, 1)."""
        return self.weights(ALIGN_SCALE)

    @cached_property
    def _fine_weights(self) -> Vectors:
        return self.weights(FINE_SCALE)

    @cached_property
    def _soft_images(self) -> list[FloatImage]:
        return [
            np.asarray(cv2.GaussianBlur(image, (0, 0), FINE_BLUR), dtype=np.float32)
            for image in self._images(FINE_SCALE)
        ]

    @cached_property
    def fine(self) -> Vectors:
        """Unit vectors, one row for each kind, as `describe` makes them."""
        return np.stack([self.describe(image) for image in self._soft_images])

    @cached_property
    def likeness(self) -> Vectors:
        """The cosine between any two kinds, shape (kinds, kinds)."""
        return np.asarray(self.fine @ self.fine.T, dtype=np.float32)

    def describe(self, card: FloatImage) -> Vectors:
        """Return the unit vector of a flat card at `FINE_SCALE`: its detail, weighted."""
        return unit(weighted(_detail(card), self._fine_weights))

    def gains(self, label: str, card: FloatImage) -> npt.NDArray[np.float64]:
        """Return by how much each colour of ``card`` has to grow to look as ``label`` was learnt.

        Args:
            label: one of the deck's.
            card: upright and flat at `FINE_SCALE`.

        Returns:
            Shape (3,), BGR; 1 where the colour's contrast is that of the exemplar.
        """
        kind = next(index for index, one in enumerate(self.kinds) if one.label == label)
        learnt = self._soft_images[kind].reshape(-1, 3)
        seen = card.reshape(-1, 3)
        counts = self.mask(FINE_SCALE).ravel()
        contrast = learnt[counts].std(axis=0) / np.maximum(seen[counts].std(axis=0), 1e-3)
        return np.asarray(contrast, dtype=np.float64)

    @cached_property
    def _align_images(self) -> list[FloatImage]:
        return self._images(ALIGN_SCALE)

    def gradients(self, kind: int, blur: float) -> Gradients:
        """Return what aligning with ``kind`` at one of `ALIGN_BLURS` needs, computed once."""
        key = (kind, blur)
        if key not in self._gradients:
            soft = cv2.GaussianBlur(self._align_images[kind], (0, 0), blur)
            self._gradients[key] = _gradients(
                np.asarray(soft, dtype=np.float32), self.align_weights
            )
        return self._gradients[key]


def weighted(image: FloatImage, weights: Vectors) -> Vectors:
    """Return the pixels as one vector times the roots of ``weights``, each channel's mean out.

    ``weights`` has the shape (pixels, 1). The product of two such vectors is a weighted covariance.
    """
    flat = image.reshape(-1, 3)
    mean = (weights.T @ flat) / weights.sum()
    return np.asarray((flat - mean) * np.sqrt(weights), dtype=np.float32).ravel()


def unit(vector: Vectors) -> Vectors:
    """Return ``vector`` at length 1; one without any structure stays zero."""
    length = float(np.linalg.norm(vector))
    return vector / length if length > 1e-6 else vector * 0


def _detail(card: FloatImage) -> FloatImage:
    """Return ``card`` at `FINE_SCALE` without what changes slowly across it."""
    width = int(SHADING * FINE_SCALE) | 1
    shading = cv2.blur(card, (width, width), borderType=cv2.BORDER_REFLECT)
    return np.asarray(card - shading, dtype=np.float32)


def _gradients(image: FloatImage, weights: Vectors) -> Gradients:
    template = weighted(image, weights)
    length = max(float(np.linalg.norm(template)), 1e-6)
    dx = cv2.Sobel(image, cv2.CV_32F, 1, 0, scale=1 / 8) / length
    dy = cv2.Sobel(image, cv2.CV_32F, 0, 1, scale=1 / 8) / length
    rows, columns = image.shape[:2]
    x = np.arange(columns, dtype=np.float32)[None, :, None]
    y = np.arange(rows, dtype=np.float32)[:, None, None]
    parts = (dx * x, dx * y, dx, dy * x, dy * y, dy)
    steepest = np.column_stack([weighted(np.asarray(part), weights) for part in parts])
    hessian = steepest.T.astype(np.float64) @ steepest
    damped = hessian + 1e-6 * np.diag(np.diag(hessian)) + 1e-9 * np.eye(6)
    return Gradients(
        template / length, steepest, np.asarray(np.linalg.inv(damped), dtype=np.float64)
    )
