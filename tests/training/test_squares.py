import itertools

import numpy as np
import pytest

from benchmarks.scenes import alike
from tools.training.squares import SIDE, Sample, part, samples, targets
from vision.outlines.detector import MAPS, STRIDE, decoded


@pytest.fixture(scope="module")
def drawn() -> list[Sample]:
    return list(itertools.islice(samples(1), 12))


def test_the_net_that_says_what_it_should_finds_every_card_to_its_corners(
    drawn: list[Sample],
) -> None:
    rng = np.random.default_rng(0)
    cards = 0
    for whole in drawn:
        square = part(rng, whole)
        told, _ = targets(square)
        for heat in (0, 7):
            sure = np.clip(told[heat], 1e-4, 1 - 1e-4)
            told[heat] = np.log(sure / (1 - sure))
        answers = decoded(told, 0.9)
        for quad in square.quads[square.shown]:
            middle = quad.mean(axis=0)
            if (middle > 1).all() and (middle < SIDE - 2).all():
                cards += 1
                assert max(alike(one.corners, quad) for one in answers) > 0.9
    assert cards > 15


def test_a_part_keeps_its_cards_clockwise(drawn: list[Sample]) -> None:
    rng = np.random.default_rng(2)
    for _ in range(6):
        for quad in part(rng, drawn[0]).quads:
            sides = np.array([quad[1] - quad[0], quad[3] - quad[0]])
            assert np.linalg.det(sides) > 0


def test_a_hidden_card_is_neither_asked_for_nor_forbidden(drawn: list[Sample]) -> None:
    quad = np.array([[[60.0, 60], [120, 60], [120, 144], [60, 144]]])
    image = np.zeros((SIDE, SIDE, 3), np.uint8)
    for visible, asked, counts in ((0.9, 1.0, 1.0), (0.4, 0.0, 0.0), (0.0, 0.0, 1.0)):
        told, weights = targets(Sample(image, quad, np.array([[visible, 1.0]])))
        assert told.shape == weights.shape == (MAPS, SIDE // STRIDE, SIDE // STRIDE)
        row, column = int(102.5 / STRIDE), int(90.5 / STRIDE)
        assert (told[0, row, column], weights[0, row, column]) == (asked, counts)
