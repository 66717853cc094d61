"""A photo that a phone sent becomes pixels, no more of them than are wanted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.adapters.uploaded import photo_pixels


def file(width: int, height: int, kind: str) -> bytes:
    """Give a picture that is red on the left and blue on the right."""
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, : width // 2] = (0, 0, 200)
    picture[:, width // 2 :] = (200, 0, 0)
    return bytes(cv2.imencode(kind, picture)[1])


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize(
    ("size", "becomes"),
    [
        ((300, 200), (300, 200)),
        ((400, 300), (400, 300)),
        ((500, 300), (400, 240)),
        ((800, 400), (400, 200)),
        ((300, 1700), (71, 400)),
        ((4000, 100), (400, 10)),
    ],
)
def test_a_photo_is_made_as_small_as_is_wanted(
    size: tuple[int, int], becomes: tuple[int, int], kind: str
) -> None:
    image = photo_pixels(file(*size, kind), 400)
    assert abs(image.shape[1] - becomes[0]) <= 1
    assert abs(image.shape[0] - becomes[1]) <= 1
    left, right = image[:, 2].mean(axis=0), image[:, -3].mean(axis=0)
    assert left[2] > 150 > left[0]
    assert right[0] > 150 > right[2]


def test_a_photo_stays_as_it_is_where_nobody_wants_it_smaller() -> None:
    assert photo_pixels(file(900, 700, ".jpg")).shape == (700, 900, 3)
