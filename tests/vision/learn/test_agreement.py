"""Which outlines of a photo are cards, and which are printed on cards."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.drawn_table import Image, card_picture
from vision.deck import Size
from vision.generator.laid_rows import laid_out
from vision.geometry import Points
from vision.learn.agreement import Agreement, agree, has_faint_border, has_shadow, has_stripe
from vision.learn.laid_out import find_laid_out
from vision.learn.learning import HANABI_SIZES
from vision.outlines.edges import EdgePicture, Outline
from vision.outlines.tabletop import fit_tabletop

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


PIXELS = 2.4
"""Pixels of a millimetre in the photos below, which are taken from straight above."""


def row_on(table: int, face: int, border: int, *, wide: float) -> tuple[Image, list[Points]]:
    """Return a photo of four plain cards with a printed border, and the outlines of what is in it.

    Args:
        table: how bright the table is, 0 to 255.
        face: how bright the cards are inside of their border.
        border: how bright that is.
        wide: millimetres of it.
    """
    rng = np.random.default_rng(4)
    photo = np.full((400, 800, 3), table, np.uint8)
    inner = []
    for number in range(len(ROW)):
        left, top = 60 + 180 * number, 90
        right, foot = left + round(63 * PIXELS), top + round(88 * PIXELS)
        cv2.rectangle(photo, (left, top), (right, foot), (border,) * 3, -1)
        edge = round(wide * PIXELS)
        a, b, c, d = left + edge, top + edge, right - edge, foot - edge
        cv2.rectangle(photo, (a, b), (c, d), (face,) * 3, -1)
        inner.append(np.array([[a, b], [c, b], [c, d], [a, d]], dtype=np.float64))
    noise = rng.normal(0, 1.0, photo.shape)
    photo = np.clip(cv2.GaussianBlur(photo, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)
    return photo, inner


def lying(corners: list[Points], size: Size = (63.0, 88.0)) -> Agreement:
    """Return cards that agree on a table, with these outlines."""
    cards = tuple(Outline(one, (1.0,) * 4, (False,) * 4) for one in corners)
    return Agreement(fit_tabletop(corners, size, (800, 400)), cards)


def test_where_a_border_is_as_dark_as_the_table_its_outer_edge_is_seen_all_the_same() -> None:
    photo, frames = row_on(table=14, face=90, border=3, wide=2.2)
    assert has_faint_border(EdgePicture(photo), lying(frames))
    photo, cards = row_on(table=14, face=90, border=90, wide=0.0)
    assert not has_faint_border(EdgePicture(photo), lying(cards))


def test_cards_side_by_side_have_no_border_round_them() -> None:
    photo, cards = row_on(table=14, face=20, border=20, wide=0.0)
    assert not has_faint_border(EdgePicture(photo), lying(cards))


@pytest.mark.parametrize(("face", "table", "seam"), [(20, 120, 70), (200, 90, 40), (200, 90, 150)])
def test_where_a_seam_of_the_table_runs_below_all_cards_they_are_not_taken_for_longer(
    face: int, table: int, seam: int
) -> None:
    photo, cards = row_on(table=table, face=face, border=face, wide=0.0)
    assert not has_stripe(EdgePicture(photo), lying(cards))
    foot = int(cards[0][2, 1]) + round(4 * PIXELS)
    photo[foot - 1 : foot + 2] = seam
    longer = [np.array([*one[:2], [one[2, 0], foot], [one[3, 0], foot]]) for one in cards]
    assert has_stripe(EdgePicture(photo), lying(longer))


def test_a_printed_border_of_the_tables_colour_is_no_stripe_of_it() -> None:
    photo, frames = row_on(table=90, face=200, border=90, wide=2.2)
    assert not has_stripe(EdgePicture(photo), lying(frames))
    grown = [one + np.array([[-5, -5], [5, -5], [5, 5], [-5, 5]]) for one in frames]
    assert not has_stripe(EdgePicture(photo), lying(grown))


def test_where_outlines_lie_on_the_edge_of_shadows_the_clearer_edge_within_tells() -> None:
    photo, cards = row_on(table=226, face=250, border=250, wide=0.0)
    assert not has_shadow(EdgePicture(photo), lying(cards))
    far = round(1.6 * PIXELS)
    for one in cards:
        left, top, right, foot = (int(number) for number in (*one[0], *one[2]))
        photo[top : foot + far, right : right + far] = 218
        photo[foot : foot + far, left : right + far] = 218
    photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), 0.6), np.uint8)
    assert not has_shadow(EdgePicture(photo), lying(cards))  # the outlines are right
    grown = [one + np.array([[0, 0], [far, 0], [far, far], [0, far]]) for one in cards]
    assert has_shadow(EdgePicture(photo), lying(grown))


def test_a_frame_that_is_printed_within_a_pale_border_is_no_edge_of_a_shadow() -> None:
    photo, frames = row_on(table=226, face=60, border=250, wide=2.2)
    edge = round(2.2 * PIXELS)
    cards = [
        one + np.array([[-edge, -edge], [edge, -edge], [edge, edge], [-edge, edge]])
        for one in frames
    ]
    assert not has_shadow(EdgePicture(photo), lying(cards))
