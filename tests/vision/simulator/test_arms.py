"""The arms of simulated players: one hand each, one card in it, from out of view and back."""

import numpy as np
import pytest

from vision.simulator import Setting
from vision.simulator.arms import Arms
from vision.simulator.optics import Optics
from vision.simulator.placing import Placing
from vision.simulator.reach import edge_of_view
from vision.simulator.scene import BACK
from vision.simulator.spots import TableError
from vision.table.details import load_details
from vision.table.layout import Layout


@pytest.fixture
def arms(layout: Layout) -> Arms:
    chance = np.random.default_rng(1)
    placing = Placing(layout, load_details().tracks, (63.0, 88.0), chance)
    return Arms(Optics(Setting(3), layout), placing)


def test_a_hand_comes_from_out_of_view_and_goes_there_again(arms: Arms) -> None:
    goal = (200.0, 150.0)
    assert not arms
    arms.reach(1, goal, 0.0, 1.0)
    (coming,) = arms.hands(0.0)
    assert (coming.x, coming.y) == pytest.approx(edge_of_view(arms.optics, 1))
    (there,) = arms.hands(1.0)
    assert (there.x, there.y) == pytest.approx(goal)
    arms.withdraw(1, 2.0, 1.0)
    arms.forget_gone(2.5)
    assert arms
    arms.forget_gone(3.5)
    assert not arms


def test_a_hand_shows_the_face_or_the_back_of_the_card_it_carries(arms: Arms) -> None:
    arms.take(0, "r3", face_up=True)
    arms.take(2, "b1", face_up=False)
    for seat in range(3):
        arms.reach(seat, (200.0, 150.0), 0.0, 1.0)
    assert [hand.carries for hand in arms.hands(0.5)] == ["r3", None, BACK]


def test_a_hand_holds_one_card_at_a_time(arms: Arms) -> None:
    with pytest.raises(TableError, match="seat 0 holds no card"):
        arms.let_go(0)
    arms.take(0, "r3", face_up=True)
    with pytest.raises(TableError, match="seat 0 already holds r3"):
        arms.take(0, "r4", face_up=True)
    assert arms.let_go(0) == "r3"
