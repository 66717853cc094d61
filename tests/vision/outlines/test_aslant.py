import math

import numpy as np
import pytest

from vision.geometry import Points
from vision.outlines.aslant import common_view, flat_shape

PICTURE = (640, 480)
PROPORTION = 60 / 92


def seen(
    tilt: float, turned: float = 0.0, focal: float = 0.77, shape: float = PROPORTION
) -> Points:
    """Return the corners of a card that a phone sees so many degrees from straight above."""
    half = np.array([[-shape, -1], [shape, -1], [shape, 1], [-shape, 1]]) / 2
    a, b = math.radians(turned), math.radians(tilt)
    flat = half @ np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]])
    away = 2.0 + flat[:, 1] * math.sin(b)
    x, y = flat[:, 0] / away, flat[:, 1] * math.cos(b) / away
    scale = focal * max(PICTURE)
    return np.column_stack([x, y]) * scale + (np.array(PICTURE[::-1]) - 1) / 2


@pytest.mark.parametrize("turned", [0.0, 20.0, -35.0])
@pytest.mark.parametrize("tilt", [0.0, 8.0, 15.0, 25.0])
def test_a_card_has_its_shape_however_the_phone_is_held(tilt: float, turned: float) -> None:
    shape, skew = flat_shape(seen(tilt, turned), PICTURE, 0.77)
    assert shape == pytest.approx(PROPORTION, rel=1e-4)
    assert skew == pytest.approx(0, abs=1e-4)


def test_what_has_no_right_angles_lying_flat_is_no_card() -> None:
    corners = seen(15.0)
    corners[0, 0] -= 12
    assert abs(flat_shape(corners, PICTURE, 0.77)[1]) > 0.015


@pytest.mark.parametrize("focal", [0.6, 0.77, 1.5])
def test_photos_agree_on_the_lens_and_on_the_shape_that_all_their_cards_have(focal: float) -> None:
    photos = [([seen(tilt, tilt, focal)], PICTURE) for tilt in (2.0, 9.0, 14.0, 17.0)]
    found, shape = common_view(photos, PROPORTION * 1.01, 0.015)
    assert found == pytest.approx(focal, rel=0.06)
    assert shape == pytest.approx(PROPORTION, rel=0.006)


def test_photos_from_straight_above_leave_the_usual_lens() -> None:
    found, _ = common_view([([seen(0.0)], PICTURE)] * 5, PROPORTION, 0.015)
    assert found == pytest.approx(0.77, rel=0.05)


def test_an_outline_of_something_else_does_not_change_what_the_others_agree_on() -> None:
    photos = [([seen(tilt)], PICTURE) for tilt in (5.0, 12.0, 16.0)]
    photos.append(([seen(10.0, shape=0.66)], PICTURE))
    assert common_view(photos, PROPORTION, 0.015)[1] == pytest.approx(PROPORTION, rel=0.006)
