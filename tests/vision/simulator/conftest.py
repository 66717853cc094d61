"""The project's own deck, and drawn tables on which cards already lie."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from vision.deck import Deck
from vision.drawing.artwork import LABELS, build_deck
from vision.live.glance import Glance
from vision.simulator import Effects, Setting, SimulatedCamera, SimulatedTable
from vision.simulator.render import Renderer
from vision.table.layout import Layout

SMALL = 1536
"""Pixels: the narrowest frame in which every card still reads."""

LayTable = Callable[..., SimulatedCamera]


@pytest.fixture(autouse=True)
def one_core() -> Iterator[None]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(threads)


@pytest.fixture(scope="session")
def own_deck() -> Deck:
    return build_deck()


@pytest.fixture(scope="session")
def glance(layout: Layout, own_deck: Deck) -> Glance:
    return Glance(layout, own_deck)


@pytest.fixture(scope="session")
def lay_table(own_deck: Deck) -> LayTable:
    def lay(
        players: int, seed: int, effects: Effects | None = None, width: int = SMALL
    ) -> SimulatedCamera:
        chance = np.random.default_rng([seed, players])
        pack = [str(label) for label in chance.permutation(np.array(LABELS * 2))]
        setting = Setting.seeded(players, seed, width, effects)
        table = SimulatedTable(setting, pack, seed=seed)
        table.deal(5 if players < 4 else 4)
        for column in range(5):
            for _ in range(int(chance.integers(0, 5))):
                table.draw(0)
                table.lay_on_fireworks(0, column)
        for _ in range(int(chance.integers(1, 7))):
            table.draw(0)
            table.lay_on_discards(0)
        return SimulatedCamera(table, Renderer(setting, own_deck))

    return lay
