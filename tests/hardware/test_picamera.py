"""The Pi's cameras on a stand-in for picamera2: formats, controls, stalls, two of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
import pytest

from companion.frames import Frame
from hardware.connected import ConnectedCamera, choose, find_cameras, library
from hardware.files import CameraError
from hardware.picamera import PiCamera
from hardware.settled import LONGEST_EXPOSURE, Settled
from tests.hardware.fake_picamera2 import FakePicamera2

LEFT = "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a"
RIGHT = "/base/axi/pcie@1000120000/rp1/i2c@80000/imx477@1a"
ALL = ("FrameDurationLimits", "AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain")
LENS = ("AfMode", "AfTrigger", "LensPosition")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    class Fresh(FakePicamera2):
        pass

    Fresh.cameras = [{"Id": LEFT, "Model": "imx708_wide"}, {"Id": RIGHT, "Model": "imx477"}]
    Fresh.busy, Fresh.opened = set(), []
    Fresh.has = dict.fromkeys((*ALL, "ColourGains", *LENS))
    module = ModuleType("picamera2")
    module.Picamera2 = Fresh  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return Fresh


def open_(fake: type[FakePicamera2], wanted: str | None = None, **more: Any) -> PiCamera:
    return PiCamera(wanted, size=(32, 18), rate=10.0, picamera2=fake, **more)


def take(camera: PiCamera, count: int) -> Iterator[Frame]:
    return islice(camera.frames(), count)


def test_pictures_come_with_the_sensors_clock_and_a_small_one_for_movement(
    fake: type[FakePicamera2],
) -> None:
    with open_(fake) as camera:
        frames = [(frame.t, frame.pixels.shape, frame.small) for frame in take(camera, 3)]
    assert [round(t, 6) for t, _, _ in frames] == [0.1, 0.2, 0.3]
    assert all(shape == (18, 32, 3) for _, shape, _ in frames)
    assert all(small is not None and small.shape == (10, 16, 3) for _, _, small in frames)
    assert fake.opened[0].held == 0, "every buffer was given back"


def test_the_large_picture_is_fetched_only_when_somebody_reads_it(
    fake: type[FakePicamera2],
) -> None:
    with open_(fake) as camera:
        for number, frame in enumerate(take(camera, 4)):
            if number == 2:
                assert frame.pixels is frame.pixels
    assert fake.opened[0].made == ["lores", "lores", "lores", "main", "lores"]


def test_a_picture_cannot_be_read_after_its_time(fake: type[FakePicamera2]) -> None:
    with open_(fake) as camera:
        first, _ = take(camera, 2)
        with pytest.raises(RuntimeError, match="before the next"):
            _ = first.pixels


@pytest.mark.parametrize("name", ["RGB888", "XRGB8888", "YUV420", "NV12"])
def test_the_format_that_it_delivers_counts_and_not_the_one_that_was_asked_for(
    name: str, fake: type[FakePicamera2]
) -> None:
    fake.delivers = {"main": name, "lores": "NV12"}
    with open_(fake) as camera:
        fake.opened[0].scene[:] = (30, 40, 200)
        (pixels,) = (frame.pixels for frame in take(camera, 1))
    assert camera.formats == {"main": name, "lores": "NV12"}
    assert np.abs(pixels.astype(int) - (30, 40, 200)).max() < 8


def test_a_format_that_nobody_knows_closes_the_camera_and_is_named(
    fake: type[FakePicamera2],
) -> None:
    fake.delivers = {"main": "SBGGR10"}
    with pytest.raises(CameraError, match="SBGGR10"):
        open_(fake)
    assert not fake.opened[0].started


def test_only_controls_that_the_sensor_has_are_set(fake: type[FakePicamera2]) -> None:
    fake.has = {}
    with open_(fake) as camera:
        assert camera.settle().controls == {}
    fake.has = dict.fromkeys(ALL)
    with open_(fake) as camera:
        assert set(camera.settle().controls) == {"ExposureTime", "AnalogueGain"}
    assert fake.opened[-1].controls["FrameDurationLimits"] == (100_000, 100_000)


def test_exposure_colour_and_focus_settle_and_are_fixed(fake: type[FakePicamera2]) -> None:
    with open_(fake) as camera:
        settled = camera.settle()
    told = fake.opened[0].controls
    assert settled.controls == {
        "ExposureTime": 10_000.0,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 2.5),
        "LensPosition": 1.4,
    }
    assert told["AfMode"] == 0
    assert (told["ExposureTime"], told["LensPosition"]) == (10_000, 1.4)
    assert isinstance(told["ExposureTime"], int), "libcamera takes no fractions of microseconds"


def test_what_is_fixed_is_not_switched_off_in_the_same_breath(fake: type[FakePicamera2]) -> None:
    """Else what shows at that moment is kept, which is not yet what was set."""
    kept: dict[str, float | tuple[float, ...]] = {
        "ExposureTime": 12_000.0,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 2.5),
    }
    with open_(fake, settled={LEFT: Settled(MappingProxyType(kept))}.get):
        told = fake.opened[0].controls
    assert "AeEnable" not in told
    assert "AwbEnable" not in told
    with open_(fake, settled={LEFT: Settled(MappingProxyType({"ExposureTime": 9e3}))}.get):
        told = fake.opened[1].controls
    assert (told["AeEnable"], told["AwbEnable"]) == (False, False), "else they go on by themselves"


def test_a_light_that_is_looked_for_again_frees_every_value_that_was_fixed(
    fake: type[FakePicamera2],
) -> None:
    """A gain that stays fixed would leave the table too dark or too bright for good."""
    heard: list[tuple[bool, dict[str, Any]]] = []

    class Listening(fake):  # type: ignore[misc,valid-type]  # a fixture's class
        def set_controls(self, controls: Mapping[str, Any]) -> None:
            heard.append((self.started, dict(controls)))
            super().set_controls(controls)

    with open_(Listening) as camera:
        camera.settle()
    freed = next(said for _, said in heard if "AfTrigger" in said)
    assert (freed["AeEnable"], freed["AwbEnable"]) == (True, True)
    assert (freed["ExposureTime"], freed["AnalogueGain"]) == (0, 0.0), "a zero is the automatic"
    early = [said for runs, said in heard if not runs]
    assert not any("AeEnable" in said for said in early), "it does not count before the start"


def test_no_raw_pictures_are_asked_for_and_the_memory_is_told(
    fake: type[FakePicamera2], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "hardware.picamera")
    with open_(fake):
        assert fake.opened[0].asked["raw"] is None
    assert f"the camera {LEFT} delivers 32 x 18 and takes " in caplog.text


def test_settling_anew_waits_until_what_was_fixed_no_longer_shows(
    fake: type[FakePicamera2],
) -> None:
    """A sensor's pictures follow what it was told some pictures later."""

    class Slow(fake):  # type: ignore[misc,valid-type]  # a fixture's class
        def metadata(self) -> dict[str, Any]:
            told = super().metadata()
            return {**told, "ExposureTime": 7_000} if self.taken <= 7 else told

    with open_(Slow) as camera:
        assert camera.settle().controls["ExposureTime"] != 7_000


def test_what_it_settled_on_is_set_when_it_is_opened_again(fake: type[FakePicamera2]) -> None:
    kept = {LEFT: Settled(MappingProxyType({"ExposureTime": 12_000.0, "LensPosition": 1.5}))}
    with open_(fake, settled=kept.get):
        told = fake.opened[0].controls
        assert (told["ExposureTime"], told["LensPosition"], told["AfMode"]) == (12_000, 1.5, 0)
    with open_(fake, "1", settled=kept.get):
        assert "ExposureTime" not in fake.opened[1].controls


def test_the_exposure_is_made_for_the_racks_paper(fake: type[FakePicamera2]) -> None:
    def paper(_: object) -> float:
        """Paper that half fills its range at the exposure that the camera chose by itself."""
        told = fake.opened[0].controls
        light = told["ExposureTime"] * told["AnalogueGain"] / 20_000
        return float(min(255 * 0.4 * light ** (1 / 2.2), 255))

    with open_(fake) as camera:
        camera.settle(paper)
    told = fake.opened[0].controls
    assert told["ExposureTime"] == LONGEST_EXPOSURE * 1e6
    assert paper(None) == pytest.approx(165, abs=17)


def test_racks_that_cannot_be_seen_leave_the_exposure_alone(fake: type[FakePicamera2]) -> None:
    with open_(fake) as camera:
        assert camera.settle(lambda _: None).controls["ExposureTime"] == 10_000


def test_a_camera_that_stalls_is_said(fake: type[FakePicamera2]) -> None:
    with open_(fake) as camera:
        frames = camera.frames()
        next(frames)
        fake.opened[0].stalled = True
        with pytest.raises(CameraError, match="has stalled: no picture for 5 s"):
            next(frames)


def test_a_camera_that_is_in_use_is_said(fake: type[FakePicamera2]) -> None:
    fake.busy = {0}
    with pytest.raises(CameraError, match="another program"):
        open_(fake)


def test_closing_ends_the_pictures(fake: type[FakePicamera2]) -> None:
    camera = open_(fake)
    for number, _ in enumerate(camera.frames()):
        if number == 2:
            camera.close()
    camera.close()
    assert not fake.opened[0].started


def test_two_cameras_are_told_apart_by_their_sockets(fake: type[FakePicamera2]) -> None:
    with open_(fake, "i2c@88000") as one, open_(fake, RIGHT) as other:
        assert (one.id, other.id) == (LEFT, RIGHT)
        assert (one.model, other.model) == ("imx708_wide", "imx477")


def test_a_camera_is_chosen_by_number_id_or_part_of_it() -> None:
    found = (ConnectedCamera(0, LEFT, "imx708"), ConnectedCamera(1, RIGHT, "imx477"))
    assert choose(found, None).id == LEFT
    assert choose(found, "1").id == RIGHT
    assert choose(found, "imx477").id == RIGHT
    with pytest.raises(CameraError, match="names several cameras; there are: /base"):
        choose(found, "i2c")
    with pytest.raises(CameraError, match="names no camera"):
        choose(found, "7")
    with pytest.raises(CameraError, match="no camera is connected"):
        choose((), None)


def test_picamera2_is_loaded_only_when_it_is_asked_for(fake: type[FakePicamera2]) -> None:
    assert [one.id for one in find_cameras(library())] == [LEFT, RIGHT]


def test_where_picamera2_is_missing_the_message_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install --no-install-recommends python3-picamera2"):
        library()
