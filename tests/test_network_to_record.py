"""From a webcam in the network to the record: its stream is slow, breaks, is cut, and goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from companion.adapters.sight import LiveSight
from companion.adapters.unmarked_eyes import EyesWithoutMat
from companion.hanabi.ruleset import STANDARD
from companion.play.camera_watch import Watch
from companion.play.inputs import StartTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.settings.settings import CameraSettings
from companion.table import Table
from companion.views.view import PUBLIC
from hardware.camera import CameraChoice, open_camera, parse_camera
from tests import drawn_table
from tests.drawn_table import on_column, photograph, write_deck
from tests.drawn_tabletop import DrawnTabletop, hanabi_deck
from tests.hardware.webcams import Webcam, served
from vision.deck import Deck
from vision.geometry import card_corners
from vision.learn.learning import find_pictures, learn_deck
from vision.table.layout import load_layout

if TYPE_CHECKING:
    from companion.frames import BgrImage

PATIENCE = 60.0
"""Seconds for each thing to happen; it takes two or three."""
HANDS = {0: ("r1", "y2", "g1", "b2", "w2"), 1: ("r2", "y1", "g2", "b1", "w1")}


@dataclass
class Filmed(Webcam):
    """A webcam above a drawn table, or before one without a mat, with a sensor's noise."""

    table: drawn_table.Table = field(default_factory=lambda: drawn_table.Table(HANDS))
    bare: BgrImage | None = None

    def __post_init__(self) -> None:
        super().__init__()
        self.pause = 0.1
        self._drawn: tuple[drawn_table.Table | None, BgrImage | None] = (None, None)

    def picture(self) -> bytes:
        number, table = next(self.numbers), self.table
        if self.bare is None and self._drawn[0] is not table:
            self._drawn = table, photograph(table)
        image = self._drawn[1] if self.bare is None else self.bare
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
    eyes: EyesWithoutMat | None

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


@contextmanager
def running(games: Path, deck: Deck, webcam: Filmed) -> Iterator[Evening]:
    """Let a table run under a webcam until the block is left."""
    tables: Queue[tuple[Table, EyesWithoutMat | None]] = Queue()

    def run(wanted: CameraChoice) -> None:
        with Record(games) as record:
            table = Table(record, Plan(STANDARD), watch=Watch.ON)
            table.first_try = 0.1
            bare = None
            if webcam.bare is not None:
                bare = EyesWithoutMat(table.ask_pile, table.game_on_it)
            sight = LiveSight(
                wanted,
                deck,
                CameraSettings(),
                load_layout(),
                table.is_running,
                without_mat=bare,
            )
            watching = sight.through(open_camera(wanted, rate=10.0))
            tables.put((table, bare))
            table.run(watching, sight.again)

    with served(webcam):
        thread = Thread(target=run, args=(parse_camera(webcam.address("/video")),))
        thread.start()
        table, eyes = tables.get(timeout=PATIENCE)
        try:
            yield Evening(table, webcam, eyes)
        finally:
            table.close()
            thread.join(20)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    deck = learn_deck("drawn", find_pictures(write_deck(tmp_path / "deck")), None)
    with running(tmp_path / "games", deck, Filmed()) as evening:
        yield evening


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


def test_so_does_one_at_a_table_without_a_mat(tmp_path: Path) -> None:
    chance = np.random.default_rng(5)
    drawn = hanabi_deck(chance, "plain")
    side = DrawnTabletop(drawn, 35.0, chance)  # one lone card is read from there for certain
    webcam = Filmed(bare=side.picture())

    def lay(label: str, x: float, y: float) -> None:
        side.cards.append((label, card_corners((x, y), drawn.size)))
        webcam.bare = side.picture()

    with running(tmp_path / "games", drawn.learnt(), webcam) as evening:
        evening.until(lambda: evening.table.ask(StartTap(0, 2), None).ok)  # once it is still

        def say(played: bool) -> None:
            evening.until(lambda: evening.table.controller.pile is not None)
            card = evening.table.controller.pile
            assert card is not None
            assert evening.eyes is not None
            evening.eyes.say(card, played)

        lay("r1", -200, 0)
        say(played=True)
        evening.until(lambda: len(evening.log()) == 1)

        webcam.gone.set()
        webcam.cut.set()
        evening.until(lambda: evening.view()["camera"] == "lost")
        webcam.cut.clear()
        webcam.gone.clear()
        evening.until(lambda: evening.view()["camera"] == "on")
        lay("r2", -200, 30)
        evening.until(lambda: len(evening.log()) == 2)

        webcam.broken, webcam.pause = frozenset(range(0, 100_000, 2)), 0.7
        lay("r3", -200, 60)
        evening.until(lambda: len(evening.log()) == 3)

        webcam.broken, webcam.pause = frozenset(), 0.1
        webcam.hangs.set()
        evening.until(lambda: evening.view()["camera"] == "lost")
        lay("r4", -200, 90)
        webcam.hangs.clear()
        evening.until(lambda: len(evening.log()) == 4)
        assert evening.log() == ["0 play r1", "1 play r2", "0 play r3", "1 play r4"]
