"""Pictures from which a camera is aimed tell nothing of what stands in a rack."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.adapters.coarse import coarse, without_racks
from tests.drawn_table import Image
from vision.drawing.artwork import build_deck
from vision.simulator import Renderer, SimulatedTable
from vision.simulator.pack import shuffled_pack
from vision.simulator.setting import Setting
from vision.table.layout import load_layout


def dealt(players: int, pack: int) -> Image:
    """Return the table as a camera sees it once cards are dealt into the racks."""
    setting = Setting.seeded(players, 4)
    table = SimulatedTable(setting, shuffled_pack(pack), seed=4)
    table.deal(4)
    return Renderer(setting, build_deck()).render(table.scene(), 0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_whatever_is_dealt_into_racks_the_picture_is_the_same(players: int) -> None:
    one, other = (dealt(players, pack) for pack in (1, 2))
    assert not np.array_equal(one, other)
    first, second = (coarse(without_racks(image, load_layout())) for image in (one, other))
    assert np.array_equal(first, second)
    assert first.std() > 10, "and something is left to aim a camera by"


def test_of_a_rack_whose_tags_are_hidden_too_little_is_left_to_name_a_card() -> None:
    image = np.full((900, 1600, 3), 120, np.uint8)
    cv2.putText(image, "5", (800, 450), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (0, 0, 200), 3)
    shown = coarse(without_racks(image, load_layout()))
    assert shown.shape == (360, 640, 3)
    assert (shown[..., 0] == shown[..., 2]).all(), "no colour is left"
    assert shown.max() - shown.min() < 60
