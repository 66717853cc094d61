"""Things on drawn tables: flat ones that are no cards, and hands that reach in."""

import cv2
import numpy as np
import pytest

from vision.generator.objects import SIDE, DrawnThing, lay_hand, thing


def things(count: int) -> list[DrawnThing]:
    return [thing(np.random.default_rng(seed)) for seed in range(count)]


def test_a_thing_is_a_picture_with_its_cover_and_its_size() -> None:
    for one in things(60):
        assert one.texture.shape == (SIDE, SIDE, 4)
        assert one.texture.dtype == np.uint8
        assert one.texture[SIDE // 2, SIDE // 2, 3] == 255, "its middle hides what is below it"
        assert all(5 < side <= 300 for side in one.size)


def test_the_same_chance_draws_the_same_thing() -> None:
    one, again = things(1)[0], things(1)[0]
    assert one.size == again.size
    assert np.array_equal(one.texture, again.texture)


def test_round_things_leave_their_corners_to_the_table_and_sheets_do_not() -> None:
    corners = {(one.texture[0, 0, 3] > 0, one.size[0] == one.size[1]) for one in things(60)}
    assert (False, True) in corners, "a counter, a die"
    assert (True, False) in corners, "a sheet, a pen"


def test_some_are_tags_that_can_be_read() -> None:
    tags = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    finder = cv2.aruco.ArucoDetector(tags)
    read = [finder.detectMarkers(one.texture[..., :3])[1] for one in things(60)]
    assert 2 <= sum(ids is not None for ids in read) <= 20


@pytest.mark.parametrize("seed", range(8))
def test_a_hand_changes_what_its_mask_covers_and_nothing_else(seed: int) -> None:
    ground = np.full((300, 400, 3), 119.0, np.float32)
    image = ground.copy()
    mask = lay_hand(np.random.default_rng(seed), image, 1.0)
    assert mask.shape == (300, 400)
    near = cv2.dilate(mask, np.ones((13, 13), np.uint8)) > 0
    changed = np.abs(image - ground).max(axis=2)
    assert changed[~near].max(initial=0.0) < 1, "edges are soft"
    assert (changed[mask == 255] > 1).mean() > 0.9
    assert 0.02 < (mask > 0).mean() < 0.9


@pytest.mark.parametrize("seed", range(8))
def test_an_arm_comes_from_beyond_the_picture(seed: int) -> None:
    mask = lay_hand(np.random.default_rng(seed), np.zeros((300, 400, 3), np.float32), 0.5)
    rim = np.concatenate([mask[0], mask[-1], mask[:, 0], mask[:, -1]])
    assert rim.max() == 255
