"""What sensors deliver becomes the colours that were in front of them."""

import numpy as np
import numpy.typing as npt
import pytest

from hardware.pixels import PixelFormatError, to_bgr, to_grey
from tests.hardware.fake_picamera2 import encode

SIZE = (16, 8)
COLOURS = {"red": (30, 30, 200), "yellow": (30, 200, 200), "blue": (200, 60, 30)}


def halves(left: tuple[int, int, int], right: tuple[int, int, int]) -> npt.NDArray[np.uint8]:
    image = np.empty((SIZE[1], SIZE[0], 3), np.uint8)
    image[:, :8], image[:, 8:] = left, right
    return image


@pytest.mark.parametrize("name", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "NV12"])
def test_a_red_card_is_red_and_a_blue_one_blue(name: str) -> None:
    scene = halves(COLOURS["red"], COLOURS["blue"])
    seen = to_bgr(encode(scene, name), name, SIZE)
    assert seen.shape == (8, 16, 3)
    assert np.abs(seen.astype(int) - scene).max() <= 6
    assert seen.flags.c_contiguous


def test_rows_that_are_longer_than_the_picture_are_cut() -> None:
    scene = halves(COLOURS["yellow"], COLOURS["blue"])
    seen = to_bgr(encode(scene, "YUV420", padding=16), "YUV420", SIZE)
    assert seen.shape == (8, 16, 3)
    assert np.abs(seen.astype(int) - scene).max() <= 6
    grey = to_grey(encode(scene, "YUV420", padding=16), "YUV420", SIZE)
    assert grey.shape == (8, 16, 3)


@pytest.mark.parametrize("name", ["RGB888", "YUV420", "NV12"])
def test_grey_tells_light_from_dark(name: str) -> None:
    grey = to_grey(encode(halves((10, 10, 10), (240, 240, 240)), name), name, SIZE)
    assert grey[..., 0].mean(axis=0)[0] < 40
    assert grey[..., 0].mean(axis=0)[-1] > 200
    assert (grey[..., 0] == grey[..., 2]).all()


def test_a_format_that_nobody_knows_is_named() -> None:
    with pytest.raises(PixelFormatError, match="delivers SRGGB10; known are RGB888"):
        to_bgr(np.zeros((8, 16), np.uint8), "SRGGB10", SIZE)


@pytest.mark.parametrize(
    ("name", "shape"), [("RGB888", (8, 16, 4)), ("NV12", (8, 16)), ("YUV420", (12, 16, 1))]
)
def test_a_picture_of_another_shape_is_refused(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(PixelFormatError, match="has the shape"):
        to_bgr(np.zeros(shape, np.uint8), name, SIZE)
