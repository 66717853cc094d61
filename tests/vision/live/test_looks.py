"""Looks of one place: whether a slot has lost its card, also behind an arm."""

import numpy as np
import pytest

from vision.live.looks import is_emptied
from vision.table.light import FloatImage

SCALE = 0.4
TONE = np.array([0.7, 0.68, 0.66], np.float32)


def panel(seed: int = 0) -> FloatImage:
    """The bare core of a slot: 50 by 64 millimetres, lit a little more at one end."""
    noise = np.random.default_rng(seed).normal(0, 0.005, (26, 20, 3))
    slope = np.linspace(-0.02, 0.02, 26)[:, None, None]
    return np.asarray(TONE + slope + noise, np.float32)


def card(seed: int = 1) -> FloatImage:
    return np.asarray(np.random.default_rng(seed).uniform(0, 1, (26, 20, 3)), np.float32)


def with_sleeve(look: FloatImage, left: int, right: int) -> FloatImage:
    look = look.copy()
    look[:, left:right] = np.random.default_rng(5).uniform(0.1, 0.4, (26, right - left, 3))
    return look


@pytest.mark.parametrize(("left", "right"), [(0, 0), (0, 12), (9, 20)])
def test_a_slot_is_empty_where_its_panel_shows_beside_a_sleeve(left: int, right: int) -> None:
    assert is_emptied(with_sleeve(panel(), left, right), card(), TONE, SCALE)


def test_a_slot_of_which_too_little_shows_tells_nothing() -> None:
    assert not is_emptied(with_sleeve(panel(), 0, 16), card(), TONE, SCALE)


def test_a_card_stands_there_whatever_hides_a_part_of_it() -> None:
    assert not is_emptied(card(), card(), TONE, SCALE)
    assert not is_emptied(with_sleeve(card(), 0, 10), card(), TONE, SCALE)


def test_a_plain_sleeve_of_another_tone_is_no_panel() -> None:
    white = np.ones((26, 20, 3), np.float32)
    assert not is_emptied(white, card(), TONE, SCALE)


def test_what_is_as_plain_on_the_card_itself_says_nothing() -> None:
    plain = with_sleeve(panel(), 0, 8)
    assert not is_emptied(plain, plain, TONE, SCALE)


def white_card() -> FloatImage:
    """Pale print in the middle of white paper, in the light in which paper is white."""
    look = np.full((26, 20, 3), 0.98, np.float32)
    look[8:18:2, 8:12] -= 0.12
    return look


def test_a_white_card_in_a_shadow_is_no_bare_panel() -> None:
    """Its paper has the panel's tone then, but its print still shows beside that."""
    shadow = np.ones((26, 20, 3), np.float32)
    shadow[:, :] = TONE / 0.98
    assert not is_emptied(white_card() * shadow, white_card(), TONE, SCALE)
    assert is_emptied(panel(), white_card(), TONE, SCALE)
    assert is_emptied(with_sleeve(panel(), 9, 20), white_card(), TONE, SCALE)
