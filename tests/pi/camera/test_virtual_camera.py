"""The project's camera on the real picamera2 and libcamera, looking at drawn tables."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.adapters.cameras import SettledCamera, camera_file, open_kept
from companion.frames import Frame
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import StartTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.settings.settings import CameraSettings
from companion.table import Table as LiveTable
from companion.table import TableSight
from companion.views.view import PUBLIC
from hardware.camera import CameraChoice, CameraKind, find_camera, open_camera
from hardware.connected import find_cameras, library
from hardware.files import CameraError
from hardware.picamera import PiCamera
from tests.drawn_table import MAT, Laid, Table, on_column, photograph, write_deck
from tests.pi.camera.virtual_sensor import SENSOR, install
from vision.deck import Deck
from vision.learn.learning import find_pictures, learn_deck
from vision.live.reader import TableReader
from vision.table.layout import Layout, load_layout

LEFT, RIGHT = "virtual/i2c@88000/imx708", "virtual/i2c@80000/imx477"
PI = CameraChoice(CameraKind.PICAMERA)
START = Table(
    {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")},
    (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
)
LONG = 60.0

install()


@pytest.fixture(autouse=True)
def sensor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    SENSOR.stalled = False
    SENSOR.show(np.full((360, 640, 3), 90, np.uint8))
    yield
    SENSOR.stalled = False


@pytest.fixture(scope="session")
def layout() -> Layout:
    return load_layout()


@pytest.fixture(scope="session")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Deck:
    return learn_deck("drawn", find_pictures(write_deck(tmp_path_factory.mktemp("deck"))), None)


def open_pi(which: str = "", **more: Any) -> PiCamera:
    camera = open_camera(CameraChoice(CameraKind.PICAMERA, which), rate=15.0, **more)
    assert isinstance(camera, PiCamera)
    return camera


def test_the_cameras_are_found_by_their_sockets() -> None:
    assert [one.id for one in find_cameras(library())] == [LEFT, RIGHT]
    assert find_camera() == CameraChoice(CameraKind.PICAMERA)


def test_what_it_delivers_is_read_back_and_not_what_was_asked_for() -> None:
    with open_pi() as camera:
        assert camera.formats == {"main": "NV12", "lores": "NV12"}, "RGB888 was asked for"
        assert camera.size == (2304, 1296)


def test_colours_are_those_of_the_scene_in_both_streams() -> None:
    scene = np.zeros((1296, 2304, 3), np.uint8)
    scene[:, :1152], scene[:, 1152:] = (40, 40, 200), (190, 90, 40)
    SENSOR.show(scene)
    with open_pi() as camera:
        *_, frame = (_held(frame) for frame in islice(camera.frames(), 4))
    assert frame.pixels.shape == (1296, 2304, 3)
    assert np.abs(frame.pixels[::50, 50:1100:50].astype(int) - (40, 40, 200)).max() < 8
    assert np.abs(frame.pixels[::50, 1200::50].astype(int) - (190, 90, 40)).max() < 8
    assert frame.small is not None
    assert frame.small.shape == (360, 640, 3)
    # Light of the red half and of the blue half, by the weights of grey.
    assert np.abs(frame.small[::20, 20:300:20, 0].astype(int) - 90).max() < 25
    assert frame.small[100, 100, 0] != frame.small[100, 500, 0]


def _held(frame: Frame) -> Frame:
    return replace(frame, picture=frame.pixels)


def test_time_goes_on_with_the_sensor() -> None:
    with open_pi() as camera:
        times = [frame.t for frame in islice(camera.frames(), 8)]
    assert (np.diff(times) > 0).all()


def test_a_card_that_moves_is_seen_moving() -> None:
    with open_pi() as camera:
        frames = camera.frames()
        for x in (200, 900, 1700):
            scene = np.full((1296, 2304, 3), 40, np.uint8)
            scene[500:800, x : x + 200] = (0, 200, 255)
            SENSOR.show(scene)
            *_, frame = (_held(frame) for frame in islice(frames, 4))
            columns = np.nonzero(frame.pixels[650, :, 2] > 150)[0]
            assert abs(columns.mean() - (x + 99.5)) < 2


def test_it_is_opened_closed_and_opened_again() -> None:
    for _ in range(3):
        with open_pi() as camera:
            assert len(list(islice(camera.frames(), 3))) == 3


def test_two_cameras_work_side_by_side() -> None:
    with open_pi("i2c@88000") as one, open_pi(RIGHT, size=(1280, 720)) as other:
        assert (one.id, other.id) == (LEFT, RIGHT)
        assert (one.model, other.model) == ("imx708_wide", "imx477")
        for frame, seen in zip(one.frames(), other.frames(), strict=False):
            assert frame.pixels.shape == (1296, 2304, 3)
            assert seen.pixels.shape == (720, 1280, 3)
            break


def test_a_camera_that_is_in_use_is_said_and_free_again_afterwards() -> None:
    with open_pi(), pytest.raises(CameraError, match="another program"):
        open_pi()
    with open_pi() as camera:
        assert next(iter(camera.frames())).pixels.any()


def test_a_sensor_that_advertises_nothing_settles_on_nothing(layout: Layout) -> None:
    with SettledCamera(open_kept(PI, CameraSettings()), layout) as camera:
        next(iter(camera.frames()))
    kept = json.loads(camera_file().read_text())["cameras"]
    assert kept == {LEFT: {}}


def test_a_camera_that_stalls_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.picamera.STALL", 0.5)
    with open_pi() as camera:
        frames = camera.frames()
        next(frames)
        SENSOR.stalled = True
        with pytest.raises(CameraError, match="has stalled"):
            list(islice(frames, 20))


# --------------------------------------------------------------------------- the whole pipeline


class Evening:
    """A live table in a thread of its own, with the real camera and the real eyes."""

    def __init__(self, record: Path, layout: Layout, deck: Deck) -> None:
        self._record, self._layout, self._deck = record, layout, deck
        self._ready = threading.Event()
        self._failed: list[BaseException] = []
        self._thread = threading.Thread(target=self._run)

    def _sight(self) -> TableSight:
        camera = SettledCamera(open_kept(PI, CameraSettings()), self._layout)
        return TableSight(camera, TableReader(self._layout, self._deck, 2).look)

    def _run(self) -> None:
        try:
            with Record(self._record) as record:
                sight = self._sight()
                self.table = LiveTable(record, Plan(STANDARD, 2))
                self._ready.set()
                self.table.run(sight, self._sight)
        except BaseException as error:
            self._failed.append(error)
            self._ready.set()

    def __enter__(self) -> Evening:
        self._thread.start()
        assert self._ready.wait(LONG)
        assert not self._failed, self._failed
        return self

    def __exit__(self, *_: object) -> None:
        self.table.close()
        self._thread.join(LONG)
        assert not self._failed, self._failed

    def view(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.table.call(lambda evening: dict(evening.views()[PUBLIC]), LONG)
        return seen

    def wait(self, until: Callable[[dict[str, Any]], object], what: str) -> dict[str, Any]:
        for _ in range(round(LONG / 0.1)):
            seen = self.view()
            if until(seen):
                return seen
            threading.Event().wait(0.1)
        raise AssertionError(f"{what}; the table shows {json.dumps(self.view())[:800]}")


def test_a_drawn_table_is_read_a_card_is_played_and_the_camera_is_lost_and_back(
    tmp_path: Path,
    layout: Layout,
    deck: Deck,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "companion.live")
    SENSOR.show(photograph(START))
    with Evening(tmp_path / "games", layout, deck) as evening:
        evening.wait(lambda seen: (seen["lobby"] or {}).get("ready"), "the racks are full")
        assert evening.table.ask(StartTap(0), 0).ok
        # Seat 0 plays the red one from its first place and draws.
        played = START.with_card(on_column("r1", 0)).with_slot(0, 0, "b2")
        SENSOR.show(photograph(played, seed=1))
        seen = evening.wait(lambda seen: seen["game"]["played"] == 1, "the red one is played")
        assert seen["game"]["strikes"][0] == 0
        assert seen["game"]["to_move"] == 1

        monkeypatch.setattr("hardware.picamera.STALL", 0.5)
        SENSOR.stalled = True
        lost = evening.wait(lambda seen: seen["camera"] == "lost", "the camera is lost")
        assert lost["status"] == "error"
        # Meanwhile seat 1 plays its red two: the camera finds it when it is back.
        more = played.with_card(on_column("r2", 0, 1)).with_slot(1, 0, "w1")
        SENSOR.show(photograph(more, seed=2))
        SENSOR.stalled = False
        evening.wait(lambda seen: seen["camera"] == "on", "the camera is back")
        seen = evening.wait(lambda seen: seen["game"]["to_move"] == 0, "the red two is found")
        assert seen["game"]["played"] == 2
    assert any("has stalled" in message for message in caplog.messages)
