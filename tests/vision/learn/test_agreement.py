"""Which outlines of a photo are cards, and which are printed on cards."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.drawn_table import Image, card_picture
from vision.generator.laid_rows import laid_out
from vision.learn.agreement import agree
from vision.learn.laid_out import find_laid_out
from vision.learn.learning import HANABI_SIZES
from vision.outlines.edges import EdgePicture, Outline

ROW = ("r1", "r2", "r3", "r4")
FLAT = 63 / 88
SMALL = (900, 675)


def framed(label: str, border: float) -> Image:
    """Return a card with a dark face, and a pale border round it, a share of its width wide."""
    picture = card_picture(label)
    height, width = picture.shape[:2]
    edge = round(border * width)
    image = np.full_like(picture, 225)
    inner = cv2.resize(picture, (width - 2 * edge, height - 2 * edge)) // 3
    image[edge : height - edge, edge : width - edge] = inner
    return image


def test_a_card_is_found_by_its_edge_and_not_by_the_frame_that_is_printed_on_it() -> None:
    faces = {label: framed(label, 0.09) for label in ROW}
    photo, truth = laid_out(np.random.default_rng(5), [ROW], faces, size=SMALL, kind="cloth")
    found = find_laid_out(photo, [4], HANABI_SIZES)
    assert (found.rows, found.unsure) == ((4,), frozenset())
    for corners, true in zip(found.corners, truth, strict=True):
        assert np.abs(corners - true).max() < 0.02 * np.linalg.norm(true[1] - true[0])


def test_a_card_of_another_size_is_no_card_of_the_row_or_is_asked_about() -> None:
    faces = {label: framed(label, 0.05) for label in ROW}
    photo, truth = laid_out(np.random.default_rng(6), [ROW], faces, size=SMALL, kind="felt")
    short = truth[1].copy()
    short[2:] = short[:2] + 0.8 * (truth[1][[2, 3]] - truth[1][[1, 0]])[[0, 1]]
    strip = np.array([short[3], short[2], truth[1][2], truth[1][3]])
    low, high = strip.min(axis=0).astype(int) - 2, strip.max(axis=0).astype(int) + 3
    beside = photo[low[1] + 90 : high[1] + 90, low[0] : high[0]]
    photo[low[1] : high[1], low[0] : high[0]] = beside
    found = find_laid_out(photo, [4], HANABI_SIZES)
    assert found.rows != (4,) or found.unsure


def test_cards_are_told_row_by_row_from_the_left() -> None:
    faces = {label: framed(label, 0.05) for label in ROW}
    photo, _ = laid_out(np.random.default_rng(7), [ROW], faces, size=SMALL)
    found = find_laid_out(photo, [4], HANABI_SIZES)
    assert all(one[:, 0].mean() < other[:, 0].mean() for one, other in pairwise(found.corners))


@pytest.mark.parametrize("seed", range(3))
def test_outlines_that_are_half_frames_and_half_cards_are_put_right_or_asked_about(
    seed: int,
) -> None:
    border = 0.05
    faces = {label: framed(label, border) for label in ROW}
    photo, truth = laid_out(
        np.random.default_rng(seed), [ROW], faces, size=SMALL, kind="cloth", strength=0.5
    )
    halves = []
    for one in truth:  # to the right and below it is the frame, to the left and above the card
        a, b, c, d = one
        across, along = border * (b - a), border * FLAT * (d - a)
        corners = np.array([a, b - across, c - border * ((c - d) + FLAT * (c - b)), d - along])
        halves.append(Outline(corners, (1.0,) * 4, (False,) * 4))
    found = agree(EdgePicture(photo), halves, HANABI_SIZES, len(ROW))
    assert found is not None
    assert len(found.cards) == len(ROW)
    for card in found.cards:
        true = min(truth, key=lambda one: float(np.abs(one.mean(0) - card.corners.mean(0)).max()))
        turns = [np.abs(card.corners - np.roll(true, turn, axis=0)).max() for turn in range(4)]
        assert found.doubtful or min(turns) < 0.02 * np.linalg.norm(true[1] - true[0])
