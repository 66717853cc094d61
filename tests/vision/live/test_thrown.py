import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.geometry import card_corners
from vision.live.thrown import thrown

SIZE, SCALE = (63.0, 88.0), 0.4


def news(
    *cards: tuple[float, float, float], size: tuple[float, float] = SIZE
) -> npt.NDArray[np.float32]:
    mask = np.zeros((48, 106), np.float32)
    for x, y, degrees in cards:
        corners = card_corners((x, y), size, degrees) * SCALE - 0.5
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1.0)
    return mask


@pytest.mark.parametrize("degrees", [-80.0, -45.0, -20.0, 17.0, 45.0, 70.0])
def test_a_card_that_was_thrown_down_is_found_with_its_angle(degrees: float) -> None:
    (found,) = thrown(news((130, 60, degrees)), SIZE, SCALE)
    assert found.middle == pytest.approx((130, 60), abs=2.5)
    assert found.degrees == pytest.approx(degrees, abs=4)


def test_a_card_that_lies_across_is_found_whichever_way_it_is_turned() -> None:
    (found,) = thrown(news((130, 60, 90.0)), SIZE, SCALE)
    assert abs(found.degrees) == pytest.approx(90, abs=4)


@pytest.mark.parametrize("degrees", [0.0, 5.0, -8.0])
def test_a_card_that_was_laid_is_none_of_them(degrees: float) -> None:
    assert [*thrown(news((130, 60, degrees)), SIZE, SCALE)] == []


def test_what_has_not_the_size_of_a_card_is_none() -> None:
    assert [*thrown(news((130, 60, 30.0), size=(40.0, 88.0)), SIZE, SCALE)] == []
    assert [*thrown(news((120, 60, 30.0), (160, 60, -30.0)), SIZE, SCALE)] == []
