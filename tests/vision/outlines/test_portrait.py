import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.drawn_table import Image, card_picture
from tests.photographed import DARK, PALE, WOODEN, Lying, dark_bordered, one_card, photo
from vision.outlines.portrait import choose_cards, find_outlines, outlines_near

PROPORTION = 63 / 88


def miss(found: npt.NDArray[np.float64], true: npt.NDArray[np.float64]) -> float:
    """Return by how many pixels the worst corner is off, whichever comes first."""
    return min(float(np.abs(np.roll(found, turn, axis=0) - true).max()) for turn in range(4))


@pytest.mark.parametrize(
    ("table", "turned"),
    [(WOODEN, 0), (WOODEN, 45), (WOODEN, 160), (DARK, 17), (DARK, 90), (PALE, 0), (PALE, 160)],
)
def test_the_card_is_found_on_any_table_however_it_lies(
    table: tuple[int, int, int], turned: float
) -> None:
    card = one_card("r2", turned=turned)
    cards = choose_cards(find_outlines(photo([card], table)))
    assert len(cards) == 1
    assert miss(cards[0].corners, card.corners()) < 0.8
    assert cards[0].proportion == pytest.approx(PROPORTION, abs=0.005)


def test_a_card_with_a_dark_border_is_found_to_its_edges() -> None:
    card = Lying(dark_bordered(card_picture("g1")), (400, 300), turned=8)
    cards = choose_cards(find_outlines(photo([card], PALE)))
    assert [miss(one.corners, card.corners()) < 0.8 for one in cards] == [True]


@pytest.mark.parametrize("height", [90, 180, 560])
def test_the_card_may_be_small_or_fill_the_picture(height: float) -> None:
    card = one_card("b2", height=height, turned=3)
    cards = choose_cards(find_outlines(photo([card])))
    assert [miss(one.corners, card.corners()) < 1.0 for one in cards] == [True]


def test_a_card_in_a_large_photo_is_measured_finely() -> None:
    small = photo([one_card("b2", turned=10)])
    large = np.asarray(cv2.resize(small, None, fx=4, fy=4), dtype=np.uint8)
    cards = choose_cards(find_outlines(large))
    true = (one_card("b2", turned=10).corners() + 0.5) * 4 - 0.5
    assert [miss(one.corners, true) < 3.0 for one in cards] == [True], "under a pixel of the small"


def test_a_card_seen_a_little_aslant_keeps_its_four_corners() -> None:
    card = one_card("w2", tilt=0.12, turned=5)
    cards = choose_cards(find_outlines(photo([card])))
    assert [miss(one.corners, card.corners()) < 1.2 for one in cards] == [True]


def test_the_sheet_that_a_card_lies_on_is_not_the_card() -> None:
    sheet: Image = np.full((297 * 2, 210 * 2, 3), 250, dtype=np.uint8)
    card = Lying(dark_bordered(card_picture("r1")), (400, 290), height=170, turned=4)
    image = photo([Lying(sheet, (400, 300), height=560), card])
    cards = choose_cards(find_outlines(image))
    assert [miss(one.corners, card.corners()) < 1.0 for one in cards] == [True]


def test_an_empty_table_shows_no_card() -> None:
    assert choose_cards(find_outlines(photo([], grain=8.0))) == ()


def test_all_cards_of_a_row_are_found() -> None:
    row = [
        Lying(card_picture(label), (120 + 140 * place, 300 + 4 * place), height=160, turned=2)
        for place, label in enumerate(["r1", "r2", "y1", "y2", "g1"])
    ]
    cards = choose_cards(find_outlines(photo(row)))
    assert len(cards) == 5


def test_an_outline_of_another_shape_is_no_card_of_this_size() -> None:
    cards = find_outlines(photo([one_card("r2")]))
    assert choose_cards(cards, PROPORTION)
    assert not choose_cards([one for one in cards if one.area > 30000], 0.5)


def test_a_card_is_measured_where_it_is_expected_and_only_there() -> None:
    card = one_card("y2")
    image = photo([card])
    near = outlines_near(image, [card.corners() + 2.0])
    assert [miss(one.corners, card.corners()) < 0.8 for one in near] == [True]
    assert outlines_near(image, [card.corners() + np.array([150.0, 0.0])]) == ()
