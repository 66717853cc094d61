"""Cards that are not flat: fitted as they are bent, and laid flat."""

import cv2
import numpy as np
import pytest

from tests.drawn_table import card_picture
from vision.match.align import View, align, cut
from vision.match.bending import Bent, bend
from vision.match.gallery import FINE_SCALE, Gallery
from vision.table.light import FloatImage

BORDER = 12
"""Pixels round a card in a patch."""
START = np.array([[1.0, 0.0, BORDER], [0.0, 1.0, BORDER]])
Shift = tuple[float, float]
"""Millimetres across and down."""


def patch_of(gallery: Gallery, label: str, wide: Shift, high: Shift) -> FloatImage:
    """Return a picture of a card whose left and right, and upper and lower, edges are moved.

    By so many millimetres more than its middle.
    """
    columns, rows = gallery.pixels(FINE_SCALE)
    face = cv2.resize(card_picture(label), (columns, rows), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(face.astype(np.float32) / 255, (0, 0), 0.7)
    table = cv2.copyMakeBorder(
        soft, BORDER, BORDER, BORDER, BORDER, cv2.BORDER_CONSTANT, value=(0.2, 0.3, 0.4)
    )
    x, y = np.meshgrid(np.arange(table.shape[1]), np.arange(table.shape[0]))
    across = ((x - BORDER + 0.5) / columns * 2 - 1).clip(-1, 1)
    down = ((y - BORDER + 0.5) / rows * 2 - 1).clip(-1, 1)
    moved = [
        (one * across**2 + other * down**2) * FINE_SCALE
        for one, other in zip(wide, high, strict=True)
    ]
    return np.asarray(
        cv2.remap(
            table,
            (x - moved[0]).astype(np.float32),
            (y - moved[1]).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.float32,
    )


def kind_of(gallery: Gallery, label: str) -> int:
    return gallery.upright(label)[0]


def fitted(gallery: Gallery, patch: FloatImage, label: str) -> Bent:
    view, kind = View(gallery, patch), kind_of(gallery, label)
    return bend(view, kind, align(view, kind, START))


def flat_fit(gallery: Gallery, patch: FloatImage, label: str) -> float:
    """Return the cosine of a card with what an affine fit sees there."""
    kind = kind_of(gallery, label)
    pose = align(View(gallery, patch), kind, START)
    return float(gallery.fine[kind] @ gallery.describe(cut(gallery, patch, pose, FINE_SCALE)))


@pytest.mark.parametrize(
    ("wide", "high"), [((2.0, 1.5), (0.0, 0.0)), ((0.0, 0.0), (0.0, 3.0)), ((1.5, -2.0), (0, 0))]
)
def test_a_bent_card_fits_where_a_flat_one_does_not(
    gallery: Gallery, wide: Shift, high: Shift
) -> None:
    patch = patch_of(gallery, "g2", wide, high)
    bent = fitted(gallery, patch, "g2")
    assert bent.fit.value > 0.95
    assert bent.fit.value > flat_fit(gallery, patch, "g2") + 0.05


def test_it_is_told_by_how_many_millimetres_a_card_is_bent(gallery: Gallery) -> None:
    assert fitted(gallery, patch_of(gallery, "r2", (3.0, 0), (0, 0)), "r2").most == pytest.approx(
        3.0, abs=0.5
    )
    assert fitted(gallery, patch_of(gallery, "r2", (0, 0), (0, 0)), "r2").most < 0.6


def test_a_bent_card_is_laid_flat(gallery: Gallery) -> None:
    patch = patch_of(gallery, "b1", (2.0, 2.0), (0.0, 0.0))
    flat = fitted(gallery, patch, "b1").flat
    learnt = gallery.soft_images[kind_of(gallery, "b1")]
    inner = np.s_[4:-4, 4:-4]
    unbent = cut(gallery, patch, START, FINE_SCALE)
    assert flat.shape == learnt.shape
    off = float(np.abs(flat[inner] - learnt[inner]).mean())
    assert off < 0.5 * float(np.abs(unbent[inner] - learnt[inner]).mean())


def test_its_corners_are_those_of_the_bent_card(gallery: Gallery) -> None:
    pose = fitted(gallery, patch_of(gallery, "g2", (0.0, 0.0), (1.0, -2.0)), "g2").fit.pose
    columns, rows = gallery.pixels(FINE_SCALE)
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - 0.5
    there = corners @ pose[:, :2].T + pose[:, 2]
    assert there == pytest.approx(corners + BORDER + (FINE_SCALE, -2.0 * FINE_SCALE), abs=1.5)


def test_another_card_does_not_fit_for_being_bent(gallery: Gallery) -> None:
    patch = patch_of(gallery, "g2", (2.0, 0.0), (0.0, 1.0))
    others = [fitted(gallery, patch, label).fit.value for label in ("r1", "y1", "b1", "w2")]
    assert max(others) < 0.8


def test_a_patch_without_any_print_is_fitted_without_an_error(gallery: Gallery) -> None:
    columns, rows = gallery.pixels(FINE_SCALE)
    plain = np.full((rows + 2 * BORDER, columns + 2 * BORDER, 3), 0.5, dtype=np.float32)
    bent = fitted(gallery, plain, "g2")
    assert bent.fit.value < 0.3
    assert np.isfinite(bent.fit.pose).all()
