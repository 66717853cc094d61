"""A picture is warped by where its new pixels were; beyond its edge it goes on as it ends."""

import numpy as np
import pytest

from vision.warping import warped

PICTURE = np.arange(12, dtype=np.float32).reshape(3, 4)
"""Each row 4 more than the one above, each column 1 more than the one before."""


@pytest.mark.parametrize("rows", [2, 3])
def test_what_is_returned_begins_where_the_way_leads_from_its_first_pixel(rows: int) -> None:
    way = np.array([[1.0, 0, 1], [0, 1, 0.5], [0, 0, 1]])[:rows]
    assert warped(PICTURE, way, (2, 2)).tolist() == [[3, 4], [7, 8]]


@pytest.mark.parametrize("rows", [2, 3])
def test_beyond_its_edge_a_picture_goes_on_as_it_ends(rows: int) -> None:
    way = np.array([[1.0, 0, -2], [0, 1, 0], [0, 0, 1]])[:rows]
    assert warped(PICTURE, way, (4, 3)).tolist() == [[0, 0, 0, 1], [4, 4, 4, 5], [8, 8, 8, 9]]


def test_a_homography_shows_what_is_farther_away_smaller() -> None:
    way = np.array([[1.0, 0, 0], [0, 1, 0], [0.5, 0, 1]])
    assert warped(PICTURE, way, (3, 1))[0] == pytest.approx([0, 1 / 1.5, 1], abs=0.02)


def test_levels_stay_of_the_kind_that_they_were() -> None:
    way = np.array([[0.0, -1, 1], [1, 0, 0]])
    colours = np.zeros((2, 2, 3), np.uint8)
    colours[0, 1] = (10, 20, 30)
    turned = warped(colours, way, (2, 2))
    assert turned.dtype == np.uint8
    assert turned[0, 0].tolist() == [10, 20, 30]
    assert turned.sum() == 60
