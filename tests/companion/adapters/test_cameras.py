"""A command's camera: what it settles on in front of a table, and that it is kept."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest

from companion.adapters.cameras import (
    SettledCamera,
    camera_file,
    open_for_learning,
    open_kept,
    paper_of,
    still_pictures,
)
from companion.cli import main
from companion.frames import Frame
from companion.settings.settings import CameraSettings
from hardware.camera import CameraChoice, CameraKind
from hardware.picamera import PiCamera
from hardware.settled import load_settled
from tests.drawn_table import Table, photograph
from tests.hardware.fake_picamera2 import FakePicamera2
from vision.table.layout import load_layout

LAYOUT = load_layout()
START = Table({0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")})
PI = CameraChoice(CameraKind.PICAMERA)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[FakePicamera2]:
    class Fresh(FakePicamera2):
        pass

    Fresh.cameras = [{"Id": "/base/imx708@1a", "Model": "imx708_wide"}]
    Fresh.busy, Fresh.opened = set(), []
    Fresh.has = dict.fromkeys(("AeEnable", "ExposureTime", "AnalogueGain"))
    module = ModuleType("picamera2")
    module.Picamera2 = Fresh  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return Fresh


def settled(opened: Any) -> Any:
    assert isinstance(opened, PiCamera)
    return opened.settled


# ------------------------------------------------------------------------------- the racks' light


def test_the_racks_paper_is_measured_and_not_the_mats() -> None:
    paper = paper_of(LAYOUT)
    table = photograph(START)
    bright = paper(table)
    assert bright is not None
    assert 235 < bright < 256
    half = table.copy()
    half[:480] = half[:480] // 2  # the far rack lies in shadow
    dark = paper(half)
    assert dark is not None
    assert 110 < dark < 135


def test_without_racks_they_are_thought_to_get_half_of_the_mats_light() -> None:
    level = paper_of(LAYOUT)(photograph(replace(START, racks={}), light=0.8))
    assert level is not None
    assert 135 < level < 155


def test_a_mat_that_is_blown_out_is_too_bright_and_an_empty_table_says_nothing() -> None:
    paper = paper_of(LAYOUT)
    mat = photograph(replace(START, racks={}))
    blown = paper(np.asarray(cv2.convertScaleAbs(mat, alpha=1.3), dtype=np.uint8))
    assert blown is not None
    assert blown >= 254
    assert paper(np.full((648, 1152, 3), 90, np.uint8)) is None


# ------------------------------------------------------------------------------------ settling


def test_a_camera_settles_the_first_time_and_stays_so(fake: type[FakePicamera2]) -> None:
    with SettledCamera(open_kept(PI, CameraSettings()), LAYOUT) as camera:
        assert len(list(islice(camera.frames(), 2))) == 2
    first = fake.opened[0]
    assert first.controls["ExposureTime"] == 10_000
    assert camera_file().is_file()
    again = open_kept(PI, CameraSettings())
    assert settled(again) is not None
    with SettledCamera(again, LAYOUT) as camera:
        next(iter(camera.frames()))
    assert fake.opened[1].taken == 1, "no picture is spent on settling again"
    assert fake.opened[1].controls["ExposureTime"] == 10_000


def test_a_file_that_cannot_be_used_is_said_and_the_camera_settles_anew(
    fake: type[FakePicamera2], caplog: pytest.LogCaptureFixture
) -> None:
    camera_file().parent.mkdir(parents=True)
    camera_file().write_text("nonsense")
    with SettledCamera(open_kept(PI, CameraSettings()), LAYOUT) as camera:
        next(iter(camera.frames()))
    assert any("camera.json does not hold" in message for message in caplog.messages)
    assert fake.opened[0].controls["ExposureTime"] == 10_000


def test_a_camera_that_watches_settles_anew_when_it_is_asked_to(fake: type[FakePicamera2]) -> None:
    anew = Event()
    with SettledCamera(open_kept(PI, CameraSettings()), LAYOUT, anew) as camera:
        frames = camera.frames()
        next(frames)
        before = fake.opened[0].taken
        next(frames)
        assert fake.opened[0].taken == before + 1, "one picture follows the other"
        anew.set()
        moments = [frame.t for frame in islice(frames, 3)]
    assert fake.opened[0].taken > before + 6, "pictures were spent on settling"
    assert not anew.is_set(), "once"
    assert moments == sorted(moments)
    assert fake.opened[0].held == 1, "only the newest picture is held"


def test_the_command_settles_a_camera_anew_and_keeps_that(
    fake: type[FakePicamera2], capsys: pytest.CaptureFixture[str]
) -> None:
    camera_file().parent.mkdir(parents=True)
    camera_file().write_text("nonsense")
    assert main(["camera", "settle", "--camera", "picamera2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["camera"] == "/base/imx708@1a"
    assert said["settled"]["ExposureTime"] == 10_000
    kept = load_settled(camera_file(), "/base/imx708@1a")
    assert kept is not None
    assert kept.controls["ExposureTime"] == 10_000


def test_the_command_settles_no_film_and_says_that_a_camera_is_busy(
    fake: type[FakePicamera2], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["camera", "settle", "--camera", "none"]) == 2
    assert "none is no camera that settles" in capsys.readouterr().err
    fake.busy = {0}
    assert main(["camera", "settle", "--camera", "picamera2"]) == 2
    said = capsys.readouterr().err
    assert "is another program using it?" in said
    assert "sudo systemctl stop companion" in said
    assert said.count("\n") == 1


def test_the_command_says_that_no_camera_is_there_to_settle(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = CameraChoice(CameraKind.NONE)
    monkeypatch.setattr("companion.commands.camera.find_camera", lambda: nothing)
    assert main(["camera", "settle"]) == 2
    assert capsys.readouterr().err == "companion: no camera is connected\n"


def test_what_a_camera_settles_on_for_learning_is_not_kept(fake: type[FakePicamera2]) -> None:
    with open_for_learning(PI, CameraSettings()) as camera:
        assert settled(camera) is not None
    assert not camera_file().exists()


# ---------------------------------------------------------------------------- rows that are shown


def test_of_a_live_camera_each_picture_that_came_to_rest_is_taken() -> None:
    def picture(level: int) -> Any:
        return np.full((90, 160, 3), level, np.uint8)

    # A row lies there, a hand moves for a second, another row lies there.
    levels = [50] * 40 + [50 + 15 * (step % 5) for step in range(1, 10)] + [90] * 50
    frames = [Frame(picture(level), step / 10, f"{step}") for step, level in enumerate(levels)]
    taken = list(still_pictures(frames))
    assert [int(pixels[0, 0, 0]) for _, pixels in taken] == [50, 90]
    assert all(int(one) < int(other) for (one, _), (other, _) in pairwise(taken))
