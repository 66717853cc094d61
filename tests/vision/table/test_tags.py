import cv2
import numpy as np
import pytest

from tests.drawn_table import Camera, Image, Table, mat_pose, photograph
from vision.table.layout import Layout
from vision.table.tags import TagFinder

NOBODY = Table()


@pytest.fixture(scope="module")
def finder(layout: Layout) -> TagFinder:
    return TagFinder(layout.dictionary)


@pytest.mark.parametrize("width", [2304, 4608])
def test_the_mats_tags_are_found_to_a_fraction_of_a_pixel(
    finder: TagFinder, layout: Layout, width: int
) -> None:
    camera = Camera(width=width, height=width * 9 // 16)
    found = finder.find(photograph(NOBODY, camera))
    assert sorted(found) == [0, 1, 2, 3]
    to_pixels = camera.homography(*mat_pose())
    for tag, corners in found.items():
        at = np.column_stack([layout.mat.tags[tag], np.ones(4)]) @ to_pixels.T
        assert np.abs(corners - at[:, :2] / at[:, 2:]).max() < 0.7, f"tag {tag}"


def test_a_tag_that_shows_twice_is_nobodys(finder: TagFinder) -> None:
    image = photograph(NOBODY)
    image[20:220, 20:220] = _tag(2, 200)
    assert sorted(finder.find(image)) == [0, 1, 3]


def test_a_quick_search_finds_what_is_wanted_and_a_thorough_one_the_rest(
    finder: TagFinder,
) -> None:
    image = photograph(NOBODY)
    quick, thorough = finder.find(image, {0, 1, 2, 3}), finder.find(image)
    assert sorted(quick) == sorted(thorough) == [0, 1, 2, 3]
    assert all(np.abs(quick[tag] - thorough[tag]).max() < 0.2 for tag in quick)
    assert sorted(finder.find(image, {0, 1, 2, 3, 10})) == [0, 1, 2, 3]


def test_tags_out_of_focus_are_found_where_they_are_wanted(finder: TagFinder) -> None:
    image = photograph(NOBODY)
    known, blurred = finder.find(image), np.asarray(cv2.GaussianBlur(image, (0, 0), 3.0), np.uint8)
    assert len(finder.find(blurred)) < 4, "too blurred for a search that is only thorough"
    found = finder.find(blurred, {0, 1, 2, 3})
    assert sorted(found) == [0, 1, 2, 3]
    assert all(np.abs(found[tag] - known[tag]).max() < 2.5 for tag in found)


def test_a_pattern_too_small_for_a_tag_is_none_however_sharp(finder: TagFinder) -> None:
    image = np.full((300, 300, 3), 200, np.uint8)
    image[100:160, 100:110] = cv2.resize(_tag(5, 260), (10, 60), interpolation=cv2.INTER_AREA)
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.6), np.uint8)
    assert sorted(finder.find(blurred, {5})) == []


def test_tags_of_one_part_are_sought_anew_where_it_is(finder: TagFinder) -> None:
    image = photograph(NOBODY)
    known = finder.find(image)
    corner = known[1]
    middle = corner.mean(axis=0)
    outline = middle + 2 * (corner - middle)
    only = np.zeros_like(image)
    left, top = outline.min(axis=0).astype(int)
    right, bottom = outline.max(axis=0).astype(int) + 2
    only[top:bottom, left:right] = image[top:bottom, left:right]
    renewed = finder.find_in_parts(only, {1}, [((1,), outline)])
    assert renewed is not None
    assert sorted(renewed) == [1]
    assert np.abs(renewed[1] - corner).max() < 0.01


def test_a_tag_that_is_gone_from_where_it_was_is_sought_everywhere(finder: TagFinder) -> None:
    image = photograph(NOBODY)
    known = finder.find(image)
    beside = known[1] + 300
    assert finder.find_in_parts(image, {1}, [((1,), beside)]) is None
    beyond = known[1] + 100_000
    assert finder.find_in_parts(image, {1}, [((1,), beyond)]) is None
    assert finder.find_in_parts(image, {0}, [((1,), beside)]) == {}


def test_a_tag_is_sought_in_pieces_and_is_nobodys_where_two_of_them_show_it(
    finder: TagFinder,
) -> None:
    image = photograph(NOBODY)
    known = finder.find(image)
    pieces = [at.mean(axis=0) + 2 * (at - at.mean(axis=0)) for at in (known[1], known[2])]
    found = finder.find_in_pieces(image, pieces)
    assert sorted(found) == [1, 2]
    assert np.abs(found[2] - known[2]).max() < 0.01
    assert sorted(finder.find_in_pieces(image, [*pieces, pieces[0]])) == [2]


def test_a_picture_without_tags_has_none(finder: TagFinder) -> None:
    assert finder.find(np.full((648, 1152, 3), 90, dtype=np.uint8)) == {}


def test_a_grey_tag_in_the_dark_is_still_found(finder: TagFinder) -> None:
    assert sorted(finder.find(photograph(NOBODY, light=0.15))) == [0, 1, 2, 3]


def _tag(tag: int, side: int) -> Image:
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    drawn = np.full((side, side), 255, dtype=np.uint8)
    drawn[30:-30, 30:-30] = cv2.aruco.generateImageMarker(known, tag, side - 60)
    return np.asarray(cv2.cvtColor(drawn, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def test_a_tag_with_next_to_no_light_on_it_is_none(
    finder: TagFinder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Noise is as strong as ink there: its corners would be guesses."""
    dark, darker = (photograph(NOBODY, light=light) for light in (0.15, 0.12))
    assert len(finder.find(darker)) == 4
    monkeypatch.setattr("vision.table.tags.FAINTEST_TAG", 32.0)
    assert len(finder.find(dark)) == 4
    assert not finder.find(darker)


def test_corners_of_small_tags_are_not_drawn_to_the_edges_of_their_modules(
    finder: TagFinder,
) -> None:
    """As a camera of half the pixels sees the racks: a module is three of them wide."""
    scale, chance = 12, np.random.default_rng(7)
    off = list[float]()
    for tag in range(12):
        image = np.full((60 * scale, 60 * scale), 200, np.uint8)
        side = 18.4 * scale
        turn, at = np.radians(chance.uniform(0, 90)), chance.uniform(28, 32, 2) * scale
        ways = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
        corners = ways @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = corners + at
        drawn = np.ascontiguousarray(_tag(tag, 180)[30:-30, 30:-30, 0])
        flat = np.array([[0, 0], [120, 0], [120, 120], [0, 120]], np.float32) - 0.5
        way = cv2.getPerspectiveTransform(flat, corners.astype(np.float32) - 0.5)
        cv2.warpPerspective(
            drawn, way, image.shape[::-1], dst=image, borderMode=cv2.BORDER_TRANSPARENT
        )
        blurred = cv2.GaussianBlur(image, (0, 0), 0.8 * scale)
        small = cv2.resize(blurred, (60, 60), interpolation=cv2.INTER_AREA)
        found = finder.find(np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), np.uint8))
        assert tag in found
        off.append(float(np.linalg.norm(found[tag] - (corners / scale - 0.5), axis=1).max()))
    assert max(off) < 0.4
