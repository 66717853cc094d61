"""A live camera whose picture stands still although its sensor makes noise is said to be frozen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from hardware.files import CameraError
from hardware.frozen import Standstill

Image = npt.NDArray[np.uint8]


def noisy(seed: int) -> Image:
    """Give a picture of a plain table, as a sensor in good light has it."""
    picture = np.full((48, 64, 3), 120, np.uint8)
    picture[20:30, 20:40] = 240
    noise = np.random.default_rng(seed).integers(0, 2, picture.shape, np.uint8)
    return np.asarray(picture + noise, dtype=np.uint8)


def shown(pictures: list[Image], rate: float = 10.0) -> None:
    standstill = Standstill("usb:0", 5.0)
    for number, picture in enumerate(pictures):
        standstill.look(picture, number / rate)


def test_the_same_picture_for_five_seconds_is_a_camera_that_is_frozen() -> None:
    with pytest.raises(CameraError) as frozen:
        shown([noisy(1)] * 51)
    assert str(frozen.value) == "the camera usb:0 is frozen: the same picture for 5 s"
    shown([noisy(1)] * 50)


def test_a_table_on_which_nothing_happens_is_none() -> None:
    shown([noisy(seed) for seed in range(100)])


def test_one_other_picture_begins_anew() -> None:
    shown([noisy(1)] * 40 + [noisy(2)] + [noisy(1)] * 40)


@pytest.mark.parametrize("level", [0, 255])
def test_a_covered_lens_is_dark_and_not_frozen(level: int) -> None:
    shown([np.full((48, 64, 3), level, np.uint8)] * 100)
