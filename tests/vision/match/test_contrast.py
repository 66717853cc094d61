"""Light that changes slowly and contrast that a veil takes leave the print as it is."""

import numpy as np

from vision.arrays import Floats
from vision.match.contrast import local_contrast

SIDE, FLOOR = 15, 0.001
PRINT = np.kron(np.indices((20, 20)).sum(axis=0) % 2, np.ones((3, 3))).astype(np.float32)
"""A chequered sheet, shape (60, 60): its squares have three pixels a side."""
INNER = np.s_[SIDE:-SIDE, SIDE:-SIDE]


def evened(image: Floats) -> Floats:
    detail, contrast = local_contrast(image, SIDE, FLOOR)
    return np.asarray(detail / contrast, dtype=np.float32)


def test_a_sheet_half_in_shadow_is_evened_to_what_it_is_in_the_light() -> None:
    slope = np.linspace(0.2, 0.6, 60, dtype=np.float32)
    shaded = PRINT * np.float32(0.3) + slope
    assert np.allclose(evened(shaded)[INNER], evened(PRINT)[INNER], atol=0.1)


def test_a_veil_that_takes_half_of_the_contrast_takes_no_print() -> None:
    veiled = PRINT * np.float32(0.5) + np.float32(0.4)
    assert np.allclose(evened(veiled)[INNER], evened(PRINT)[INNER], atol=0.01)


def test_detail_weaker_than_the_floor_is_not_made_as_strong_as_print() -> None:
    grain = PRINT * np.float32(0.01)
    detail, contrast = local_contrast(grain, SIDE, 0.1)
    assert contrast.min() >= 0.1 - 1e-6
    assert np.abs(detail / contrast).max() < 0.1


def test_all_colours_have_one_contrast_together() -> None:
    colours = np.dstack([PRINT, PRINT * 0, PRINT * 0]).astype(np.float32)
    detail, contrast = local_contrast(colours, SIDE, FLOOR)
    assert detail.shape == colours.shape
    alone = local_contrast(PRINT, SIDE, FLOOR)[1]
    assert np.allclose(contrast[INNER], alone[INNER] / np.sqrt(3), rtol=0.01)
    assert not detail[..., 1:].any()


def test_the_picture_stays_as_it_was() -> None:
    before = PRINT.copy()
    local_contrast(PRINT, SIDE, FLOOR)
    assert np.array_equal(PRINT, before)
