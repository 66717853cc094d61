"""What stands beside the plants of the own hanafuda pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.hana_awase.cards import DECK
from vision.arrays import Mask
from vision.drawing.sheet import Colour, Sheet
from vision.hanafuda import CARD_SIZE
from vision.hanafuda.figures import FIGURES

if TYPE_CHECKING:
    from companion.frames import BgrImage

SCALE = 6.0
"""Pixels per millimetre."""
PAPERS: tuple[Colour, Colour] = ((255, 255, 255), (0, 0, 0))


def on_paper(name: str, paper: Colour) -> BgrImage:
    sheet = Sheet(CARD_SIZE, SCALE, paper)
    FIGURES[name](sheet)
    return sheet.image


def ink(name: str) -> Mask:
    """Return where a figure is drawn, whatever colours it has: shape (H, W)."""
    changed = [np.abs(on_paper(name, one).astype(int) - one).max(axis=2) > 20 for one in PAPERS]
    return np.asarray(changed[0] | changed[1], np.bool_)


def test_there_is_a_figure_for_each_card_that_is_no_chaff() -> None:
    names = {card.label.partition("-")[2] for card in DECK}
    assert set(FIGURES) == {name for name in names if not name.startswith("chaff")}


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_can_be_seen_on_its_card_and_lies_within_it(name: str) -> None:
    drawn = ink(name)
    assert 0.02 < drawn.mean() < 0.9, "two of them bring their sky along"
    assert drawn[20:-20, 20:-20].sum() > 0.5 * drawn.sum()


def test_no_two_figures_look_the_same() -> None:
    drawn = {name: on_paper(name, (255, 255, 255)).astype(int) for name in FIGURES}
    for name, one in drawn.items():
        for other, two in drawn.items():
            if name < other:
                assert np.abs(one - two).mean() > 1, (name, other)


def test_the_three_ribbons_have_the_same_shape() -> None:
    for name in ("red", "blue"):
        assert (ink(name) & ink("poem")).sum() > 0.95 * (ink(name) | ink("poem")).sum()
