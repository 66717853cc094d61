"""What the discards' memory learns of two or more looks at them, in millimetres on the mat."""

import numpy as np
import pytest

from vision.geometry import Points, rectangle
from vision.live.bare_paper import EMPTY_SCALE
from vision.live.heap_looks import UNCOMPARED, HeapLooks
from vision.live.looks import changed_between
from vision.table.light import FloatImage

CORNER = (300.0, 40.0)
CARD = rectangle(310.0, 50.0, 63.0, 88.0)
BESIDE = rectangle(335.0, 50.0, 63.0, 88.0)
"""What lies over the right side of it."""
SIZE = (round(110 * EMPTY_SCALE), round(150 * EMPTY_SCALE))
"""Rows and columns of a look."""


def paper() -> FloatImage:
    return np.ones((*SIZE, 3), np.float32)


def with_card(look: FloatImage, corners: Points, seed: int) -> FloatImage:
    """Return a look with a print of its own where ``corners`` are."""
    shown = look.copy()
    low, high = ((corners[n] - CORNER) * EMPTY_SCALE for n in (0, 2))
    (left, top), (right, bottom) = low.round().astype(int), high.round().astype(int)
    chance = np.random.default_rng(seed)
    shown[top:bottom, left:right] = chance.uniform(0, 0.9, (bottom - top, right - left, 3))
    return shown


def looks(now: FloatImage, *before: FloatImage, bare: bool = False) -> HeapLooks:
    """The newest look, and earlier ones of the seconds 1, 2 and so on."""
    changed = changed_between(now, before[-1]) if before else None
    times = [float(second) for second in range(1, len(before) + 1)]
    return HeapLooks(now, before, times, changed, CORNER, lambda _: bare)


ALONE = with_card(paper(), CARD, 1)
COVERED = with_card(ALONE, BESIDE, 2)


def test_the_first_look_tells_as_little_as_one_that_is_compared_with_none() -> None:
    first = looks(ALONE)
    assert first.has_changed(CARD, []) is UNCOMPARED.has_changed(CARD, []) is True
    assert first.is_stirred(CARD, []) is UNCOMPARED.is_stirred(CARD, []) is True
    assert first.is_gone(CARD) is UNCOMPARED.is_gone(CARD) is False
    assert first.is_as_since(CARD, 0) is UNCOMPARED.is_as_since(CARD, 0) is False
    assert first.is_as_until(CARD, [], 9) is UNCOMPARED.is_as_until(CARD, [], 9) is False


def test_a_card_has_gone_where_paper_is_seen_or_what_showed_before_it() -> None:
    assert looks(ALONE, COVERED, bare=True).is_gone(CARD)
    assert looks(paper(), paper(), ALONE).is_gone(CARD)
    assert not looks(ALONE, paper(), ALONE).is_gone(CARD)


@pytest.mark.parametrize("others", [[], [BESIDE]])
def test_only_what_lies_beside_others_tells_whether_a_card_was_stirred(
    others: list[Points],
) -> None:
    laid_over = looks(COVERED, ALONE)
    assert laid_over.has_changed(CARD, others) == (not others)
    assert laid_over.is_stirred(CARD, others) == (not others)
    exchanged = looks(with_card(COVERED, CARD, 3), COVERED)
    assert exchanged.has_changed(CARD, others)
    assert exchanged.is_stirred(CARD, others)


def test_a_spot_looks_as_it_did_since_a_second_only_by_looks_from_then_on() -> None:
    seen = looks(ALONE, ALONE, with_card(paper(), CARD, 4))
    assert seen.is_as_since(CARD, 1.0)
    assert not seen.is_as_since(CARD, 2.0)


def test_a_place_looks_as_it_did_until_a_second_only_by_looks_before_it() -> None:
    seen = looks(COVERED, with_card(paper(), CARD, 4), ALONE)
    assert seen.is_as_until(CARD, [BESIDE], 3.0)
    assert not seen.is_as_until(CARD, [BESIDE], 2.0)
    assert not seen.is_as_until(CARD, [], 3.0), "the other card shows"
