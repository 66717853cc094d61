"""The real eyes on drawn frames of a clumsy table."""

from __future__ import annotations

from functools import lru_cache

from companion.hanabi.labels import MOST_SEATS
from companion.referee.readings import TableReading
from vision.deck import Deck
from vision.drawing.artwork import build_deck
from vision.live.reader import TableReader
from vision.simulator import Renderer, SimulatedCamera, SimulatedTable
from vision.table.layout import load_layout

WIDTH = 1536
"""Of the frames of whole games, in pixels."""


class RenderedEyes:
    """A camera over the table, and the reader behind it."""

    def __init__(self, table: SimulatedTable, _seed: int) -> None:
        self._camera = SimulatedCamera(table, Renderer(table.setting, own_deck()))
        self._reader = TableReader(load_layout(), own_deck(), MOST_SEATS)

    def look(self) -> TableReading | None:
        return self._reader.look(self._camera.look())


@lru_cache(maxsize=1)
def own_deck() -> Deck:
    return build_deck()
