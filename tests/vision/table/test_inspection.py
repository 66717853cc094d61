"""What a picture of the table says of camera and light, whatever cards lie there."""

from dataclasses import replace

import cv2
import numpy as np

from tests.drawn_table import Table, photograph
from vision.table.inspection import inspect
from vision.table.layout import Layout

START = Table({0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")})


def test_a_good_picture_has_all_that_is_wanted(layout: Layout) -> None:
    seen = inspect(photograph(START), layout, 5)
    assert (seen.mat, seen.missing, seen.racks) == (True, (), (0, 1))
    assert seen.card_on_mat is not None
    assert 85 < seen.card_on_mat < 95
    assert seen.card_in_rack is not None
    assert seen.sharpness is not None
    assert seen.sharpness > 0.4
    assert seen.mat_paper is not None
    assert seen.mat_paper > 235


def test_a_blurred_and_a_dark_picture_are_told(layout: Layout) -> None:
    image = photograph(START)
    soft = inspect(np.asarray(cv2.GaussianBlur(image, (0, 0), 2), np.uint8), layout, 5)
    assert soft.sharpness is not None
    assert soft.sharpness < 0.25
    dark = inspect(image // 4, layout, 5)
    assert dark.rack_paper is not None
    assert dark.rack_paper < 70
    assert dark.sharpness is not None
    assert dark.sharpness > 0.4, "a dark picture is no blurred one"


def test_missing_tags_are_named(layout: Layout) -> None:
    hidden = replace(START, hidden_tags=frozenset({1, 2}))
    assert inspect(photograph(hidden), layout, 5).missing == (1, 2)
    empty = inspect(np.full((648, 1152, 3), 90, np.uint8), layout, 5)
    assert (empty.mat, empty.missing) == (False, (0, 1, 2, 3))


def test_hidden_cards_change_nothing(layout: Layout) -> None:
    other = START.with_slot(0, 2, "b2").with_slot(0, 0, "w1")
    assert inspect(photograph(START), layout, 5) == inspect(photograph(other), layout, 5)
