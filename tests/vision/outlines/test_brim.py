import numpy as np
import pytest

from tests.drawn_table import Image
from tests.photographed import DARK, Lying, photo
from vision.outlines.brim import Brim
from vision.outlines.edges import Outline

SIZE = (126, 176)
MIDDLE = (400.0, 300.0)
PAPER, INK, BLACK = (240, 240, 240), (30, 110, 40), (20, 20, 24)


def card(
    border: tuple[int, int, int], line: tuple[int, int, int], inside: tuple[int, int, int]
) -> Image:
    """Return the picture of a card with a line of 1.5 mm printed 3 mm from its edge."""
    face = np.empty((SIZE[1], SIZE[0], 3), np.uint8)
    face[:] = border
    face[6:-6, 6:-6] = line
    face[9:-9, 9:-9] = inside
    return face


def outline(left: float, top: float, right: float, bottom: float) -> Outline:
    """Return an outline whose sides lie so many millimetres inside of the card's, 300 pixels high.

    The card is 63 x 88 mm.
    """
    scale = 300 / 88
    x, y = np.array([left, 63 - right]) * scale, np.array([top, 88 - bottom]) * scale
    corners = np.array([[x[0], y[0]], [x[1], y[0]], [x[1], y[1]], [x[0], y[1]]])
    corners += np.array(MIDDLE) - np.array([63, 88]) * scale / 2
    return Outline(corners, (1.0,) * 4, (False,) * 4)


def seen(face: Image, table: tuple[int, int, int]) -> Image:
    return photo([Lying(face, MIDDLE)], table)


CARD, FRAME = outline(0, 0, 0, 0), outline(3, 3, 3, 3)


def test_a_frame_on_a_card_of_the_tables_colour_is_a_mere_line() -> None:
    image = seen(card(DARK, (160, 170, 60), DARK), DARK)
    assert Brim(image, FRAME).is_line()


@pytest.mark.parametrize("table", [DARK, (60, 110, 60)])
def test_a_cards_own_edge_is_none(table: tuple[int, int, int]) -> None:
    brim = Brim(seen(card(PAPER, INK, PAPER), table), CARD)
    assert not brim.is_line()
    assert not brim.borders().any()


def test_a_dark_card_with_a_pale_border_on_a_dark_table_is_no_line() -> None:
    brim = Brim(seen(card(PAPER, PAPER, BLACK), DARK), CARD)
    assert not brim.is_line()


def test_an_outline_that_runs_along_the_frame_on_two_sides_is_moved_out_to_the_card() -> None:
    brim = Brim(seen(card(PAPER, INK, PAPER), DARK), outline(3, 3, 0, 0))
    widths = brim.borders()
    assert widths[[0, 3]] * 63 == pytest.approx([3, 3], abs=0.4)
    assert not widths[[1, 2]].any()
    assert np.abs(brim.moved_out(widths) - CARD.corners).max() < 2


def test_what_lies_beyond_a_card_and_looks_otherwise_is_no_border_of_it() -> None:
    """A plank's seam runs beside the card."""
    image = seen(card(PAPER, INK, PAPER), (70, 95, 130))
    x = round(float(CARD.corners[1, 0]))
    image[:, x + 10 : x + 13] = (25, 35, 50)
    assert not Brim(image, CARD).borders().any()


def test_where_the_picture_ends_beside_a_card_nothing_is_said_of_that_side() -> None:
    image = seen(card(PAPER, INK, PAPER), DARK)
    right, bottom = np.rint(FRAME.corners[2]).astype(int)
    cut = np.ascontiguousarray(image[: bottom + 3, : right + 3])
    brim = Brim(cut, outline(0, 0, 3, 3))
    assert not brim.borders().any()
    assert not brim.is_line()
