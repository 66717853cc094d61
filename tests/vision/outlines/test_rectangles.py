"""Cards found by their corners on a table that is known, whatever is printed on them."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.frontal_tabletop import frontal_tabletop
from tests.vision.photo.test_reader import table
from vision.geometry import Points, card_corners, overlap
from vision.outlines.above import TableFromAbove, from_above
from vision.outlines.locate import find_outlines
from vision.outlines.rectangles import EDGES_ACROSS, propose_rectangles

PICTURE = (1280, 960)
CARD = (63.0, 88.0)
SCALE = 2.0
SMALLEST = 45.0
MOST = 6
Image = npt.NDArray[np.uint8]


def lay(image: Image, at: tuple[float, float], turn: float, tone: int = 30) -> Points:
    """Lay a card of one tone on ``image``; return its corners."""
    width, height = CARD
    corners = card_corners(at, (width * SCALE, height * SCALE), turn)
    cv2.fillConvexPoly(image, np.rint(corners).astype(np.int32), (tone, tone, tone), cv2.LINE_AA)
    return corners


def seen(image: Image) -> TableFromAbove:
    grey = np.asarray(image.mean(axis=2) / 255, dtype=np.float32)
    near = frontal_tabletop(CARD[0] * SCALE, CARD, PICTURE)
    return from_above(grey, near, SMALLEST, EDGES_ACROSS / CARD[0])


def proposed(image: Image, known: list[Points], most: int = MOST) -> list[Points]:
    edges = next(find_outlines(image)).straight_edges()
    return propose_rectangles(edges, seen(image), known, most)


def is_among(places: list[Points], card: Points) -> bool:
    return any(min(overlap(place, card), overlap(card, place)) > 0.9 for place in places)


def is_touched(places: list[Points], card: Points) -> bool:
    return any(np.linalg.norm(place.mean(axis=0) - card.mean(axis=0)) < 30 for place in places)


@pytest.mark.parametrize("turn", [0, 17, 45, 90, 141, 265])
def test_a_card_without_any_print_is_found_however_it_is_turned(turn: float) -> None:
    image = table(21)
    card = lay(image, (500, 400), turn)
    assert is_among(proposed(image, []), card)


def test_the_corners_begin_with_a_short_side_and_go_clockwise() -> None:
    image = table(22)
    lay(image, (500, 400), 30)
    place = proposed(image, [])[0]
    sides = np.linalg.norm(place - np.roll(place, -1, axis=0), axis=1)
    assert sides[:2] == pytest.approx((CARD[0] * SCALE, CARD[1] * SCALE), rel=0.02)
    assert cv2.contourArea(place.astype(np.float32), oriented=True) > 0


def test_cards_of_one_tone_that_lie_on_each_other_are_told_apart() -> None:
    image = table(23)
    below = lay(image, (500, 400), 10)
    upper = card_corners((590, 500), (CARD[0] * SCALE, CARD[1] * SCALE), 55)
    cv2.fillConvexPoly(image, np.rint(upper).astype(np.int32), (30, 30, 30), cv2.LINE_AA)
    places = proposed(image, [])
    assert is_among(places, below)
    assert is_among(places, upper)


def test_two_cards_side_by_side_without_a_gap_are_two() -> None:
    image = table(24)
    width = CARD[0] * SCALE
    left = lay(image, (500, 400), 0, tone=30)
    right = lay(image, (500 + width, 400), 0, tone=70)
    places = proposed(image, [])
    assert is_among(places, left)
    assert is_among(places, right)


def test_a_strip_of_paper_is_no_card() -> None:
    """As long as a card and half as wide: it has the corners but not all the sides."""
    image = np.full((PICTURE[1], PICTURE[0], 3), 110, dtype=np.uint8)
    cv2.rectangle(image, (400, 300), (400 + 64, 300 + 176), (30, 30, 30), -1)
    assert proposed(image, []) == []


def test_a_card_is_proposed_once() -> None:
    image = table(30)
    card = lay(image, (500, 400), 25)
    assert sum(is_touched([place], card) for place in proposed(image, [])) == 1


def test_a_card_is_found_with_something_on_one_of_its_sides() -> None:
    image = table(31)
    card = lay(image, (500, 400), 0)
    cv2.circle(image, (500, 320), 45, (70, 95, 130), -1)
    assert is_among(proposed(image, []), card)


def test_what_is_known_is_not_proposed_again() -> None:
    image = table(26)
    known = lay(image, (300, 300), 0)
    other = lay(image, (900, 600), 30)
    places = proposed(image, [known])
    assert is_among(places, other)
    assert not is_touched(places, known)


def test_no_more_are_proposed_than_are_asked_for() -> None:
    image = table(27)
    for column in range(4):
        lay(image, (200 + 250 * column, 400), 0)
    assert len(proposed(image, [], most=3)) == 3


def test_an_empty_table_has_no_corners() -> None:
    assert proposed(table(28), []) == []


def test_a_picture_without_an_edge_has_no_corners() -> None:
    plain = np.full((PICTURE[1], PICTURE[0], 3), 90, dtype=np.uint8)
    assert proposed(plain, []) == []


def test_where_cards_would_be_too_small_none_is_looked_for() -> None:
    """The same card, where less is asked for and where more is."""
    image = table(29)
    across = 60.0
    corners = card_corners((500, 400), (across, across * CARD[1] / CARD[0]), 20)
    cv2.fillConvexPoly(image, np.rint(corners).astype(np.int32), (30, 30, 30), cv2.LINE_AA)
    edges = next(find_outlines(image)).straight_edges()
    grey = np.asarray(image.mean(axis=2) / 255, dtype=np.float32)
    far = frontal_tabletop(across, CARD, PICTURE)
    for smallest, is_large in ((45.0, True), (80.0, False)):
        above = from_above(grey, far, smallest, EDGES_ACROSS / CARD[0])
        assert bool(propose_rectangles(edges, above, [], MOST)) == is_large
