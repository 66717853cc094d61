"""What comes to a table or goes from it is told apart from what light does to it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.live.shades import Blocks, apart

SHAPE = (81, 144)
CARD = np.s_[30:39, 60:66]
LIMIT = np.full(SHAPE, 8.0, np.float32)

Light = Callable[[Blocks, int], Blocks]


def mat() -> Blocks:
    """Return a pale mat with printed lines on a dark cloth."""
    blocks = np.full(SHAPE, 60.0, np.float32)
    blocks[20:60, 40:100] = 190.0
    blocks[20:60, 50:100:10] = 120.0
    return blocks


def with_card(blocks: Blocks, tone: float) -> Blocks:
    """Lay a card with a dark print onto it."""
    laid = blocks.copy()
    laid[CARD] = tone
    laid[33:36, 62:64] = tone - 60
    return laid


def cloud(seed: int) -> Blocks:
    """Return a soft cloud, from 0 to 1, wider than any card."""
    small = np.random.default_rng(seed).uniform(0, 1, (5, 8)).astype(np.float32)
    return np.clip(cv2.resize(small, SHAPE[::-1], interpolation=cv2.INTER_CUBIC), 0, 1)


def shadow(blocks: Blocks, seed: int) -> Blocks:
    return blocks * (1 - np.float32(0.3) * cloud(seed))


def glare(blocks: Blocks, seed: int) -> Blocks:
    return np.minimum(blocks + np.float32(40) * cloud(seed), 255)


def steam(blocks: Blocks, seed: int) -> Blocks:
    return blocks + np.float32(0.2) * cloud(seed) * (255 - blocks)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("light", [shadow, glare, steam])
def test_a_soft_light_that_wanders_brings_nothing(light: Light, seed: int) -> None:
    changed = np.abs(light(mat(), seed) - mat()) > LIMIT
    assert changed.mean() > 0.3, "there is something to tell apart"
    assert apart(light(mat(), seed), mat(), LIMIT).mean() < 0.01


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tone", [90.0, 230.0])
@pytest.mark.parametrize("light", [shadow, glare, steam])
def test_a_card_that_is_laid_into_such_a_light_is_seen_and_the_light_is_not(
    light: Light, tone: float, seed: int
) -> None:
    seen = apart(light(with_card(mat(), tone), seed), mat(), LIMIT)
    beyond = seen.copy()
    beyond[28:41, 58:68] = False
    assert seen[CARD].mean() > 0.5
    assert beyond.mean() < 0.01


@pytest.mark.parametrize("by", [25.0, -25.0])
def test_a_plain_thing_on_something_plain_is_seen_as_a_whole(by: float) -> None:
    there = np.full(SHAPE, 120.0, np.float32)
    laid = there.copy()
    laid[20:40, 50:90] += by
    assert apart(laid, there, LIMIT)[20:40, 50:90].all()


def test_the_end_of_an_arm_that_fades_into_its_own_shadow_is_seen() -> None:
    there = mat()
    arm = there.copy()
    arm[0:45, 70:80] = 150.0
    arm[45:60, 70:80] *= np.linspace(0.7, 1.0, 15, dtype=np.float32)[:, None]
    assert apart(arm, there, LIMIT)[:44, 71:79].mean() > 0.95
