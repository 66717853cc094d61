"""What a card's place is refined with: its exemplar without a rim, in whatever light it lies."""

import cv2
import numpy as np
import pytest

from vision.match.templates import Template
from vision.table.light import FloatImage

COLUMNS, ROWS, RIM = 40, 56, 3
BLUR = 0.8
WEIGHTS = np.full((ROWS, COLUMNS), 0.7, np.float32)


def card(seed: int) -> FloatImage:
    noise = np.random.default_rng(seed).random((ROWS, COLUMNS, 3), dtype=np.float32)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 2.0), np.float32)


def template(inset: int = RIM) -> Template:
    return Template([card(0), card(1)], WEIGHTS, lambda picture: picture, inset)


def lying(picture: FloatImage, inset: int = RIM) -> FloatImage:
    """Return what is cut out of a picture in which a card lies, without its rim."""
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), BLUR), np.float32)
    return np.ascontiguousarray(soft[inset : ROWS - inset, inset : COLUMNS - inset])


def fit(one: Template, kind: int, seen: FloatImage) -> float:
    pixels = one.pixels(seen)
    return float(one.affine(kind, BLUR).rows[6] @ pixels) / one.length(pixels)


@pytest.mark.parametrize("inset", [0, RIM])
def test_it_is_as_large_as_a_card_without_its_rim(inset: int) -> None:
    assert template(inset).size == (COLUMNS - 2 * inset, ROWS - 2 * inset)


@pytest.mark.parametrize("inset", [0, RIM])
def test_a_card_that_lies_where_it_is_thought_to_fits_wholly(inset: int) -> None:
    one = template(inset)
    assert fit(one, 0, lying(card(0), inset)) == pytest.approx(1, abs=1e-4)
    assert fit(one, 1, lying(card(0), inset)) < 0.5


def test_neither_light_nor_a_tint_changes_how_well_it_fits() -> None:
    tinted = card(0) * np.float32(0.4) + np.array([0.1, 0.3, 0.2], np.float32)
    assert fit(template(), 0, lying(tinted)) == pytest.approx(1, abs=1e-3)


def test_what_shows_in_the_rim_does_not_count() -> None:
    beside = card(0).copy()
    beside[:1], beside[:, -1:] = 9.0, 9.0
    assert fit(template(1 + RIM), 0, lying(beside, 1 + RIM)) > 0.97
    assert fit(template(0), 0, lying(beside, 0)) < 0.6


def test_pixels_of_one_tone_have_no_length() -> None:
    one = template()
    grey = np.full((*one.size[::-1], 3), 0.5, np.float32)
    assert one.length(one.pixels(grey)) < 0.05


def test_a_step_leads_back_to_where_the_exemplar_lies() -> None:
    """By the derivatives: a card that lies half a pixel to the right is told to be so."""
    one, gradients = template(), template().affine(0, BLUR)
    way = np.array([[1.0, 0, 0.5], [0, 1, 0]])
    aside = np.asarray(cv2.warpAffine(card(0), way, (COLUMNS, ROWS)), np.float32)
    pixels = one.pixels(lying(aside))
    shares = (gradients.rows @ pixels).astype(np.float64) / one.length(pixels)
    step = gradients.rigid @ (shares[:6] / shares[6] - gradients.own)
    middle = step.reshape(2, 3) @ np.array([one.size[0] / 2, one.size[1] / 2, 1])
    assert np.abs(middle) == pytest.approx([0.5, 0], abs=0.15)
