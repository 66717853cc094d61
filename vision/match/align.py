"""A card's place in a flat patch, refined on the pixels."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points, rectangle
from vision.match.gallery import ALIGN_BLURS, ALIGN_SCALE, FINE_SCALE, Gallery
from vision.table.light import FloatImage
from vision.warping import warped

ALIGN_STEPS = 6
"""Refinements of a pose at one blur, at most; it is settled by `SETTLED_MOVE`."""
SETTLED_MOVE = 0.03
"""Pixels; a refinement that moves a card by less is finished."""

AlignStep = tuple[float, bool]
"""Blur, one of `ALIGN_BLURS`, and whether the card's rim is left out."""
ROUGHLY: tuple[AlignStep, ...] = ((ALIGN_BLURS[0], True), (ALIGN_BLURS[1], True))
"""What brings the card's print to lie on the exemplar's, whatever shows beside the card."""
WELL: tuple[AlignStep, ...] = ((ALIGN_BLURS[1], False),)
"""The whole card, from a place that is nearly right."""
ROUGHLY_THEN_WELL = (ROUGHLY[0], *WELL)

ALIGN_AROUND = 4.0
"""Millimetres round an exemplar in which another one is moved to lie well on it."""

Affine = npt.NDArray[np.float64]
"""Shape (2, 3); takes the card's own pixel coordinates to the patch's."""


class View:
    """A patch, and what is made of it once for all fits."""

    def __init__(self, gallery: Gallery, patch: FloatImage) -> None:
        """Take ``patch``, shape (H, W, 3), balanced BGR, at `FINE_SCALE` px/mm."""
        self.gallery = gallery
        self.patch = patch
        self._small = _smaller(patch, gallery.view_ratio)
        self.even = gallery.even(self._small, gallery.view_scale)
        self._smooth: dict[float, FloatImage] = {}

    def at_its_scale(self, picture: FloatImage) -> FloatImage:
        """Return ``picture``, which shows what the patch does, as large as `even`."""
        return _smaller(picture, self.gallery.view_ratio)

    def smooth(self, blur: float) -> FloatImage:
        """Return the patch as large as `even`, as it is lit, blurred by so many of its pixels."""
        if blur not in self._smooth:
            soft = cv2.GaussianBlur(self._small, (0, 0), blur)
            self._smooth[blur] = np.asarray(soft, dtype=np.float32)
        return self._smooth[blur]


def _smaller(patch: FloatImage, ratio: int) -> FloatImage:
    """Return ``patch`` made smaller ``ratio`` times, without a last row or column in part."""
    if ratio == 1:
        return patch
    rows, columns = patch.shape[0] // ratio, patch.shape[1] // ratio
    small = cv2.resize(
        patch[: ratio * rows, : ratio * columns], (columns, rows), interpolation=cv2.INTER_AREA
    )
    return np.asarray(small, dtype=np.float32)


def cut(gallery: Gallery, patch: FloatImage, pose: Affine, scale: float) -> FloatImage:
    """Lay the card at ``pose`` flat at ``scale`` px/mm."""
    ratio = FINE_SCALE / scale
    grid = pose.copy()
    grid[:, 2] += pose[:, :2] @ np.full(2, 0.5 * ratio - 0.5)
    grid[:, :2] *= ratio
    return warped(patch, grid, gallery.pixels(scale))


def align(
    view: View,
    kind: int,
    pose: Affine,
    *,
    rigid: bool = False,
    steps: Sequence[AlignStep] = ROUGHLY_THEN_WELL,
) -> Affine:
    """Refine ``pose`` by Gauss-Newton on the pixels (Baker & Matthews, IJCV 56, 2004).

    The inverse compositional form: gradients are the exemplar's, so they are computed once. Light
    is evened over what lies under the template anew at every iteration; that it changes with the
    pose, slowly, is left out of the gradients. With some of the steps only, ``pose`` has to be as
    near as those before would bring it.
    """
    gallery = view.gallery
    to_fine, to_align = scaled(FINE_SCALE / ALIGN_SCALE), scaled(ALIGN_SCALE / FINE_SCALE)
    zoom = gallery.view_scale / ALIGN_SCALE
    to_view = scaled(zoom)
    small = joined(joined(to_align, pose), to_fine)
    for blur, inner in steps:
        template = gallery.inner_template if inner else gallery.template
        exemplar = template.affine(kind, blur)
        inverse = exemplar.rigid if rigid else exemplar.inverse
        smooth = view.smooth(blur * zoom)
        rim = np.full(2, float(template.inset))
        small = _moved(small, rim)
        best_pose, best_fit = small, -2.0
        for _ in range(ALIGN_STEPS):
            seen = template.pixels(warped(smooth, joined(to_view, small), template.size))
            length = max(template.length(seen), 1e-6)
            shares = (exemplar.rows @ seen).astype(np.float64) / length
            fit = float(shares[6])
            # A step from far away may overshoot: the best pose counts, not the last.
            if fit > best_fit:
                best_pose, best_fit = small, fit
            step = inverse @ (shares[:6] / max(fit, 0.1) - exemplar.own)
            change = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]) + step.reshape(2, 3)
            small = joined(small, np.asarray(cv2.invertAffineTransform(change)))
            if float(np.abs(step[[2, 5]]).max()) < SETTLED_MOVE:
                break
        small = _moved(best_pose, -rim)
    return joined(joined(to_fine, small), to_align)


def _moved(pose: Affine, by: npt.NDArray[np.float64]) -> Affine:
    """Return the pose of the card's pixels that begin ``by`` (x, y) of them later."""
    moved = pose.copy()
    moved[:, 2] += pose[:, :2] @ by
    return moved


def scaled(ratio: float) -> Affine:
    """Return what takes pixels to those of a picture ``ratio`` times as large."""
    shift = 0.5 * ratio - 0.5  # pixel centres are at whole numbers
    return np.array([[ratio, 0.0, shift], [0.0, ratio, shift]])


def joined(second: Affine, first: Affine) -> Affine:
    """Return what ``first`` and then ``second`` do."""
    joined = second[:, :2] @ first
    joined[:, 2] += second[:, 2]
    return joined


def laid_at(size: tuple[float, float], corners: Points) -> Affine:
    """Return the pose, as `cut` takes it, of a card that lies at ``corners``.

    Args:
        size: of the card, or of what shows of it, in millimetres.
        corners: shape (4, 2), pixels of a patch, clockwise from the card's own top left; the last
            one tells nothing.
    """
    width, height = size
    flat = np.array([[0, 0], [width, 0], [width, height]]) * FINE_SCALE - 0.5
    way = cv2.getAffineTransform(flat.astype(np.float32), corners[:3].astype(np.float32))
    return np.asarray(way, dtype=np.float64)


def straighten(gallery: Gallery, patch: FloatImage, corners: Points) -> FloatImage:
    """Return the card at ``corners``, shape (4, 2), pixels of ``patch``, upright and flat."""
    way, size = upright_card(gallery, corners)
    return warped(patch, way, size)


def upright_card(
    gallery: Gallery, corners: Points
) -> tuple[npt.NDArray[np.float64], tuple[int, int]]:
    """Return the homography from an upright, flat card's pixels to those of a picture; its size.

    Args:
        gallery: of whole cards.
        corners: where the card lies in the picture, shape (4, 2), pixels.

    Returns:
        Shape (3, 3), and width and height of the flat card at `FINE_SCALE`.
    """
    width, height = gallery.deck.card_size
    card = rectangle(0, 0, width, height) * FINE_SCALE - 0.5
    way = cv2.getPerspectiveTransform(card.astype(np.float32), corners.astype(np.float32))
    return np.asarray(way, dtype=np.float64), gallery.pixels(FINE_SCALE)


def likeness_at_best(gallery: Gallery, kind: int, other: int) -> float:
    """Return the cosine between two kinds where ``other`` is laid on ``kind`` as well as it goes.

    Two exemplars that were cut a little differently differ along all their edges, which says
    nothing about the cards.
    """
    known = gallery.likeness_at_best
    if (kind, other) not in known:
        border = round(ALIGN_AROUND * FINE_SCALE)
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
