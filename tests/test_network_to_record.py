"""From a webcam in the network to the record: its stream is slow, breaks, is cut, and goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest

from companion.adapters.sight import LiveSight
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import StartTap
from companion.play.lobby import Plan
from companion.play.view import Watch
from companion.record.games import Record
from companion.settings.settings import CameraSettings
from companion.table import Table
from companion.views.view import PUBLIC
from hardware.camera import CameraChoice, open_camera, parse_camera
from tests import drawn_table
from tests.drawn_table import on_column, photograph, write_deck
from tests.hardware.webcams import Webcam, served
from vision.learn.learning import find_pictures, learn_deck
from vision.table.layout import load_layout

PATIENCE = 60.0
"""Seconds for each thing to happen; it takes two or three."""
HANDS = {0: ("r1", "y2", "g1", "b2", "w2"), 1: ("r2", "y1", "g2", "b1", "w1")}


@dataclass
class Filmed(Webcam):
    """A webcam above a drawn table, with a sensor's noise."""

    table: drawn_table.Table = field(default_factory=lambda: drawn_table.Table(HANDS))

    def __post_init__(self) -> None:
        super().__init__()
        self.pause = 0.1
        self._drawn: tuple[drawn_table.Table | None, np.ndarray | None] = (None, None)

    def picture(self) -> bytes:
        number, table = next(self.numbers), self.table
        if self._drawn[0] is not table:
            self._drawn = table, photograph(table)
        image = self._drawn[1]
        assert image is not None
        grain = np.random.default_rng(number).integers(-2, 3, image.shape[:2], dtype=np.int16)
        noisy = np.clip(image + grain[..., None], 0, 255).astype(np.uint8)
        whole = bytes(cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])
        return whole[: len(whole) // 2] if number in self.broken else whole


@dataclass
class Evening:
    """A table that runs under that webcam."""

    table: Table
    webcam: Filmed

    def view(self) -> dict[str, Any]:
        return dict(self.table.call(lambda controller: controller.views()[PUBLIC]))

    def log(self) -> list[str]:
        game = self.view()["game"]
        assert isinstance(game, dict)
        return [f"{one['seat']} {one['kind']} {one.get('card')}" for one in game["log"]]

    def until(self, what: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < end, self.view()
            time.sleep(0.05)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    tables: Queue[Table] = Queue()
    deck = learn_deck("drawn", find_pictures(write_deck(tmp_path / "deck")), None)

    def run(wanted: CameraChoice) -> None:
        with Record(tmp_path / "games") as record:
            table = Table(record, Plan(STANDARD), watch=Watch.ON)
            table.first_try = 0.1
            settings = CameraSettings()
            sight = LiveSight(wanted, deck, settings, load_layout(), table.is_running)
            watching = sight.through(open_camera(wanted, rate=10.0))
            tables.put(table)
            table.run(watching, sight.again)

    with served(Filmed()) as webcam:
        assert isinstance(webcam, Filmed)
        thread = Thread(target=run, args=(parse_camera(webcam.address("/video")),))
        thread.start()
        table = tables.get(timeout=PATIENCE)
        yield Evening(table, webcam)
        table.close()
        thread.join(20)


def test_a_game_goes_on_after_everything_that_a_webcam_may_do(evening: Evening) -> None:
    evening.until(lambda: bool(evening.view()["lobby"]["ready"]))
    assert evening.table.ask(StartTap(0, 2), None).ok
    webcam = evening.webcam

    webcam.table = webcam.table.with_slot(0, 0, "g2").with_card(on_column("r1", 0))
    evening.until(lambda: len(evening.log()) == 1)

    webcam.gone.set()
    webcam.cut.set()
    evening.until(lambda: evening.view()["camera"] == "lost")
    webcam.cut.clear()
    webcam.gone.clear()
    evening.until(lambda: evening.view()["camera"] == "on")
    webcam.table = webcam.table.with_slot(1, 0, "b1").with_card(on_column("r2", 0, 1))
    evening.until(lambda: len(evening.log()) == 2)

    webcam.broken = frozenset(range(0, 100_000, 2))
    webcam.table = webcam.table.with_slot(0, 2, "w1").with_card(on_column("g1", 2))
    evening.until(lambda: len(evening.log()) == 3)

    webcam.broken, webcam.pause = frozenset(), 0.7
    webcam.table = webcam.table.with_slot(1, 1, "b2").with_card(on_column("y1", 1))
    evening.until(lambda: len(evening.log()) == 4)

    webcam.pause = 0.1
    webcam.hangs.set()  # its line stays open, and nothing comes any more
    evening.until(lambda: evening.view()["camera"] == "lost")
    webcam.table = webcam.table.with_slot(0, 1, "y3").with_card(on_column("y2", 1, 1))
    webcam.hangs.clear()
    evening.until(lambda: len(evening.log()) == 5)
    assert evening.log() == ["0 play r1", "1 play r2", "0 play g1", "1 play y1", "0 play y2"]
    assert evening.view()["differs"] is None
