import cv2
import numpy as np
import pytest

from vision.geometry import card_corners
from vision.match.gallery import FINE_SCALE
from vision.match.outline import find_outline, has_card_outline
from vision.table.light import FloatImage

SIZE = (63 * FINE_SCALE, 88 * FINE_SCALE)
MIDDLE = (70.0, 85.0)


def table() -> FloatImage:
    chance = np.random.default_rng(2)
    return np.asarray(chance.normal(0.72, 0.02, (170, 140, 3)), dtype=np.float32)


def with_card(level: float, degrees: float = 0.0) -> FloatImage:
    image = table()
    corners = card_corners(MIDDLE, SIZE, degrees)
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], (level,) * 3)
    return image


def expected(degrees: float = 0.0) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return card_corners(MIDDLE, SIZE, degrees)


def test_a_light_and_a_dark_card_have_an_outline() -> None:
    for level in (0.2, 1.0):
        assert has_card_outline(with_card(level, 5), expected(5))


def test_an_empty_table_has_none() -> None:
    assert not has_card_outline(table(), expected())


def test_a_card_elsewhere_is_not_the_one_expected() -> None:
    assert not has_card_outline(with_card(0.2), card_corners((84, 96), SIZE))


def test_one_side_may_be_hidden_but_not_two() -> None:
    one, two = with_card(0.2), with_card(0.2)
    one[130:] = 0.2
    two[130:] = 0.2
    two[:, :40] = 0.2
    assert has_card_outline(one, expected())
    assert not has_card_outline(two, expected())


def test_a_hand_with_one_straight_edge_is_no_card() -> None:
    image = table()
    image[60:] = 0.4
    assert not has_card_outline(image, expected())


def test_a_card_without_any_size_is_none() -> None:
    assert not has_card_outline(with_card(0.2), np.zeros((4, 2)))


# ------------------------------------------------------------------------- a card nobody can name


@pytest.mark.parametrize("level", [0.2, 0.95])
@pytest.mark.parametrize("degrees", [-4.0, 0.0, 3.0])
def test_a_card_of_the_right_size_is_found_wherever_it_lies(level: float, degrees: float) -> None:
    found = find_outline(with_card(level, degrees), (63, 88), (-4, -2, 0, 2, 4))
    assert found is not None
    assert np.abs(found.corners.mean(axis=0) - MIDDLE).max() < 2.5
    assert np.linalg.norm(found.corners - expected(degrees), axis=1).max() < 4.5


def test_a_coloured_card_as_bright_as_the_table_is_found() -> None:
    image = table()
    corners = np.round(expected()).astype(np.int32)
    cv2.fillPoly(image, [corners], (0.72 - 0.15, 0.72, 0.72 + 0.15))
    assert find_outline(image, (63, 88), (0,)) is not None


def test_where_nothing_lies_no_card_is_found() -> None:
    assert find_outline(table(), (63, 88), (-4, -2, 0, 2, 4)) is None


def test_a_card_of_another_size_is_not_found() -> None:
    assert find_outline(with_card(0.2), (56, 80), (0,)) is None


def test_a_card_with_two_covered_sides_is_not_found() -> None:
    image = with_card(0.2)
    image[130:] = 0.2
    assert find_outline(image, (63, 80), (0,), foot=False) is not None, "a lip may hide the foot"
    image[:, :40] = 0.2
    assert find_outline(image, (63, 88), (0,)) is None
    assert find_outline(image, (63, 80), (0,), foot=False) is None


def test_of_two_outlines_the_one_round_what_is_new_counts() -> None:
    image = np.concatenate([with_card(0.2), with_card(0.2)], axis=1)
    news = np.zeros(image.shape[:2], dtype=np.float32)
    for left in (0, 140):
        news[:] = 0
        news[:, left : left + 140] = 1
        found = find_outline(image, (63, 88), (0,), news=news)
        assert found is not None
        assert found.corners.mean(axis=0)[0] == pytest.approx(left + MIDDLE[0], abs=2)
    assert find_outline(image, (63, 88), (0,), news=news * 0.3) is None


def test_a_patch_smaller_than_a_card_holds_none() -> None:
    assert find_outline(table()[:100], (63, 88), (0,)) is None
