"""Cards of a known size give a scaled mat away, in the picture of an ordinary table."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.deck import Deck
from vision.drawing.artwork import LABELS, draw_card
from vision.learn.learning import find_pictures, learn_deck
from vision.live.card_scale import TRUE, CardScale, measure_by_cards
from vision.printing.print_scale import NotMeasuredError
from vision.simulator import SimulatedCamera
from vision.simulator.render import Renderer
from vision.simulator.setting import Setting
from vision.simulator.table import SimulatedTable
from vision.table.layout import load_layout

LAYOUT = load_layout()


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    """The project's own deck, learnt from pictures as people learn theirs."""
    folder = tmp_path_factory.mktemp("deck")
    for label in LABELS[:25]:
        cv2.imwrite(str(folder / f"{label}.png"), draw_card(label, 8.0))
    return learn_deck("own", find_pictures(folder), (63.0, 88.0))


def table(scale: float, hand: int) -> SimulatedCamera:
    """A table of three whose mat and racks were printed at that scale."""
    printed = load_layout(print_scale=scale)
    setting = Setting.seeded(3, 4, 2304)
    pack = [str(label) for label in np.random.default_rng(3).permutation(np.array(LABELS[:25]))]
    laid = SimulatedTable(setting, pack, seed=4, layout=printed)
    laid.deal(hand)
    return SimulatedCamera(laid, Renderer(setting, layout=printed))


@pytest.mark.parametrize("printed", [0.94, 0.97, 1.0])
def test_the_cards_in_the_racks_tell_the_scale(deck: Deck, printed: float) -> None:
    found = measure_by_cards(table(printed, 5).look().pixels, LAYOUT, deck)
    assert found.cards == 15
    assert found.scale == pytest.approx(printed, abs=TRUE)
    assert found.is_true == (printed == 1.0)
    assert found.is_usable


def test_few_cards_say_nothing(deck: Deck) -> None:
    with pytest.raises(NotMeasuredError, match="6 cards in racks can be read in it, and 8"):
        measure_by_cards(table(1.0, 2).look().pixels, LAYOUT, deck)


def test_without_a_mat_nothing_is_measured(deck: Deck) -> None:
    with pytest.raises(NotMeasuredError, match="neither a control sheet nor a mat"):
        measure_by_cards(np.full((400, 600, 3), 120, np.uint8), LAYOUT, deck)


def test_a_filmed_table_was_printed_at_its_true_size(shared: Path) -> None:
    learnt = learn_deck("white", find_pictures(shared / "art" / "own-white"), None)
    image = cv2.imread(str(shared / "films" / "short-3p" / "f0000.jpg"))
    assert image is not None
    found = measure_by_cards(np.asarray(image, np.uint8), LAYOUT, learnt)
    assert found.scale == pytest.approx(1.0, abs=TRUE)


def test_a_print_far_off_is_of_no_use() -> None:
    assert not CardScale(0.7, 20).is_usable
    assert not CardScale(0.98, 20).is_true
