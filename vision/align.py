"""A card's place in a flat patch, refined on the pixels."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.gallery import ALIGN_BLURS, ALIGN_SCALE, FINE_SCALE, Gallery
from vision.geometry import Points
from vision.light import FloatImage

ALIGN_STEPS = 6
SETTLED = 0.03
"""Pixels; a refinement that moves a card by less is finished."""

EDGE = 4.0
"""Millimetres round an exemplar in which another one is moved to lie well on it."""

Affine = npt.NDArray[np.float64]
"""Shape (2, 3); takes the card's own pixel coordinates to the patch's."""


class View:
    """A patch, and what is made of it once for all fits."""

    def __init__(self, gallery: Gallery, patch: FloatImage) -> None:
        """Take ``patch``, shape (H, W, 3), balanced BGR, at `FINE_SCALE` px/mm."""
        self.gallery = gallery
        self.patch = patch
        self.even = gallery.even(patch)
        self._smooth: dict[float, FloatImage] = {}

    def smooth(self, blur: float) -> FloatImage:
        """Return the evened patch, blurred by so many of its pixels."""
        if blur not in self._smooth:
            soft = cv2.GaussianBlur(self.even, (0, 0), blur)
            self._smooth[blur] = np.asarray(soft, dtype=np.float32)
        return self._smooth[blur]


def cut(gallery: Gallery, patch: FloatImage, pose: Affine, scale: float) -> FloatImage:
    """Lay the card at ``pose`` flat at ``scale`` px/mm."""
    ratio = FINE_SCALE / scale
    grid = pose.copy()
    grid[:, 2] += pose[:, :2] @ np.full(2, 0.5 * ratio - 0.5)
    grid[:, :2] *= ratio
    return _seen_through(patch, grid, gallery.pixels(scale))


def _seen_through(patch: FloatImage, grid: Affine, size: tuple[int, int]) -> FloatImage:
    """Return the pixels of ``patch`` to which ``grid`` takes those of a card of ``size``."""
    return np.asarray(
        cv2.warpAffine(
            patch,
            grid,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.float32,
    )


def align(view: View, kind: int, pose: Affine, *, rigid: bool = False) -> Affine:
    """Refine ``pose`` by Gauss-Newton on the pixels (Baker & Matthews, IJCV 56, 2004).

    The inverse compositional form: gradients are the exemplar's, so they are computed once.
    """
    gallery = view.gallery
    ratio = FINE_SCALE / ALIGN_SCALE
    shift = 0.5 * ratio - 0.5
    to_fine = np.array([[ratio, 0, shift], [0, ratio, shift], [0, 0, 1]])
    to_align = np.linalg.inv(to_fine)
    small = _joined(_joined(to_align[:2], pose), to_fine[:2])
    size = gallery.pixels(ALIGN_SCALE)
    for blur in ALIGN_BLURS:
        exemplar = gallery.gradients(kind, blur)
        inverse = exemplar.rigid if rigid else exemplar.inverse
        smooth = view.smooth(blur * ratio)
        best_pose, best_fit = small, -2.0
        for _ in range(ALIGN_STEPS):
            seen = _seen_through(smooth, _joined(to_fine[:2], small), size).ravel()
            length = max(gallery.align_length(seen), 1e-6)
            shares = (exemplar.rows @ seen).astype(np.float64) / length
            fit = float(shares[6])
            if fit > best_fit:
                best_pose, best_fit = small, fit
            step = inverse @ (shares[:6] / max(fit, 0.1) - exemplar.own)
            change = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]) + step.reshape(2, 3)
            small = _joined(small, np.asarray(cv2.invertAffineTransform(change)))
            if float(np.abs(step[[2, 5]]).max()) < SETTLED:
                break
        small = best_pose
    return _joined(_joined(to_fine[:2], small), to_align[:2])


def _joined(second: Affine, first: Affine) -> Affine:
    """Return what ``first`` and then ``second`` do."""
    joined = second[:, :2] @ first
    joined[:, 2] += second[:, 2]
    return joined


def straighten(gallery: Gallery, patch: FloatImage, corners: Points) -> FloatImage:
    """Return the card at ``corners``, shape (4, 2), pixels of ``patch``, upright and flat."""
    columns, rows = gallery.pixels(FINE_SCALE)
    width, height = gallery.deck.card_size
    card = np.array([[0, 0], [width, 0], [width, height], [0, height]]) * FINE_SCALE - 0.5
    back = cv2.getPerspectiveTransform(card.astype(np.float32), corners.astype(np.float32))
    flat = cv2.warpPerspective(
        patch,
        back,
        (columns, rows),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, dtype=np.float32)


def likeness_at_best(gallery: Gallery, kind: int, other: int) -> float:
    """Return the cosine between two kinds where ``other`` is laid on ``kind`` as well as it goes.

    Two exemplars that were cut a little differently differ along all their edges, which says
    nothing about the cards.
    """
    known = gallery.likeness_at_best
    if (kind, other) not in known:
        border = round(EDGE * FINE_SCALE)
        patch = cv2.copyMakeBorder(
            gallery.soft_images[kind], border, border, border, border, cv2.BORDER_REPLICATE
        )
        view = View(gallery, np.asarray(patch, dtype=np.float32))
        start = np.array([[1.0, 0.0, border], [0.0, 1.0, border]])
        pose = align(view, other, start)
        card = gallery.describe(cut(gallery, view.patch, pose, FINE_SCALE))
        fitted = float(gallery.fine[other] @ card)
        known[kind, other] = max(fitted, float(gallery.likeness[kind, other]))
    return known[kind, other]
