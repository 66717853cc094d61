import logging
from pathlib import Path

import numpy as np
import pytest

from vision.generator.decks import random_deck
from vision.generator.scenes import EASY, scene
from vision.geometry import overlap
from vision.outlines.detector import (
    MAPS,
    NET_MULTIPLE,
    NET_SIDE,
    STRIDE,
    Detector,
    Maps,
    decoded,
    doubled,
    prepared,
    undoubled,
)


def test_a_direction_and_its_opposite_are_the_same_half_side() -> None:
    for side in (3 + 4j, -2 + 0.5j, 0.1 - 7j):
        assert doubled(side) == pytest.approx(doubled(-side))
        assert abs(undoubled(doubled(side))) == pytest.approx(abs(side))
        assert abs((undoubled(doubled(side)) / side).imag) < 1e-9


def test_a_picture_keeps_its_proportion_and_becomes_whole() -> None:
    seen, scale = prepared(np.full((1200, 1600, 3), 118, np.uint8))
    assert scale == NET_SIDE / 1600
    assert seen.shape == (3, 480, 640)
    seen, scale = prepared(np.full((100, 130, 3), 182, np.uint8))
    assert scale == 1
    assert seen.shape[1] % NET_MULTIPLE == seen.shape[2] % NET_MULTIPLE == 0
    assert np.allclose(seen, 1.0)


def spoken(middle: tuple[float, float], down: complex, right: complex) -> Maps:
    """What the net would say of one card, without its corners."""
    maps = np.zeros((MAPS, 40, 40), np.float32)
    maps[0] = maps[7] = -8
    row, column = int(middle[1]), int(middle[0])
    maps[0, row, column] = 3
    maps[1, row, column], maps[2, row, column] = middle[0] - column - 0.5, middle[1] - row - 0.5
    for index, side in enumerate((doubled(down), doubled(right))):
        maps[3 + 2 * index, row, column] = side.real
        maps[4 + 2 * index, row, column] = side.imag
    return maps


def test_a_card_is_told_clockwise_with_its_long_sides_down() -> None:
    for turn in np.linspace(0, 2 * np.pi, 7):
        spin = complex(np.cos(turn), np.sin(turn))
        (found,) = decoded(spoken((20.3, 17.8), 9j * spin, 6 * spin))
        quad = (found.corners + 0.5) / STRIDE
        assert np.allclose(quad.mean(axis=0), (20.3, 17.8), atol=1e-4)
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        assert np.isclose(np.linalg.norm(across), 12, atol=1e-3)
        assert np.isclose(np.linalg.norm(down), 18, atol=1e-3)
        assert np.linalg.det(np.array([across, down])) > 0


def test_a_corner_that_is_seen_is_more_exact_than_the_sides() -> None:
    maps = spoken((20.0, 20.0), 9j, 6 + 0j)
    maps[7, 12, 14] = 4  # the top left corner would be at (14, 11)
    (found,) = decoded(maps)
    assert np.allclose((found.corners[0] + 0.5) / STRIDE, (14.5, 12.5), atol=1e-4)
    assert np.allclose((found.corners[1] + 0.5) / STRIDE, (26, 11), atol=1e-4)


def test_two_answers_for_one_card_become_one() -> None:
    maps = spoken((20.3, 17.8), 9j, 6 + 0j)
    other = spoken((23.3, 17.8), 9j, 6 + 0j)
    other[0, 17, 23] = 2
    both = np.where(other[:1] > -8, other, maps)
    both[0] = np.maximum(maps[0], other[0])
    both[1:7, 17, 20] = maps[1:7, 17, 20]
    assert len(decoded(both)) == 1


def test_without_a_net_nothing_is_found_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert Detector.load(tmp_path) is None
    assert len(caplog.records) == 1


def test_cards_of_decks_that_the_net_has_never_seen_are_found() -> None:
    detector = Detector.load()
    assert detector is not None
    rng = np.random.default_rng(21)
    cards = found = 0
    for style in ("pale", "dark", "textured", "figures"):
        drawn = scene(rng, random_deck(rng, style), (480, 480), EASY, across=(40.0, 90.0))
        answers = detector.detect(drawn.image)
        for card in drawn.cards:
            if card.visible > 0.8:
                cards += 1
                found += any(overlap(one.corners, card.corners) > 0.6 for one in answers)
    assert cards > 8
    assert found > 0.5 * cards


def test_a_larger_picture_is_told_in_its_own_pixels() -> None:
    detector = Detector.load()
    assert detector is not None
    rng = np.random.default_rng(21)
    drawn = scene(rng, random_deck(rng, "pale"), (320, 320), EASY)
    small = detector.detect(drawn.image)
    large = np.ascontiguousarray(np.repeat(np.repeat(drawn.image, 4, axis=0), 4, axis=1))
    for one, other in zip(small, detector.detect(large, longer=320), strict=True):
        assert np.allclose((other.corners + 0.5) / 4 - 0.5, one.corners, atol=0.6)
