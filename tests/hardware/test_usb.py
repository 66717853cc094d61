"""USB cameras, on a device that the test holds."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from threading import Event
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from hardware.files import CameraError
from hardware.settled import Settled
from hardware.usb import UsbCamera, find_usb
from tests.hardware.failing import fails_after_one


class Device:
    """OpenCV's view of a USB camera: it has an exposure and a focus, but no white balance."""

    def __init__(self, *, opens: bool = True, pictures: int = 1000) -> None:
        self._opens = opens
        self._left = pictures
        self.hangs = Event()
        self.unplugged = Event()
        self.properties: dict[int, float] = {
            cv2.CAP_PROP_EXPOSURE: 156.0,
            cv2.CAP_PROP_FOCUS: 30.0,
            cv2.CAP_PROP_WB_TEMPERATURE: -1.0,
        }
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self._opens

    def set(self, prop: int, value: float) -> bool:
        self.properties[prop] = value
        return True

    def get(self, prop: int) -> float:
        return self.properties.get(prop, 0.0)

    def read(self) -> tuple[bool, npt.NDArray[np.uint8] | None]:
        if self.hangs.is_set():
            self.unplugged.wait(20)
        if self.unplugged.is_set() or not self._left:
            return False, None
        self._left -= 1
        return True, np.full((6, 8, 3), self._left % 256, np.uint8)

    def release(self) -> None:
        self.released = True


def usb(device: Device, **more: Any) -> UsbCamera:
    return UsbCamera(0, size=(8, 6), rate=200.0, opener=lambda _: device, **{"stall": 0.2, **more})


def test_a_usb_camera_gives_its_newest_pictures() -> None:
    device = Device(pictures=10**9)
    with usb(device) as camera:
        frames = list(islice(camera.frames(), 5))
    times = [frame.t for frame in frames]
    assert times == sorted(set(times))
    assert frames[0].pixels.shape == (6, 8, 3)
    assert device.released
    assert device.properties[cv2.CAP_PROP_FRAME_WIDTH] == 8
    camera.close()


def test_a_camera_that_is_unplugged_is_said() -> None:
    device = Device(pictures=10**9)
    with usb(device) as camera:
        fails_after_one(camera, device.unplugged, "unplugged")


def test_a_camera_that_stalls_is_said() -> None:
    device = Device(pictures=10**9)
    with usb(device) as camera:
        fails_after_one(camera, device.hangs, "has stalled")
        device.unplugged.set()


@pytest.mark.parametrize("device", [Device(opens=False), Device(pictures=0)])
def test_a_camera_that_is_in_use_is_said_and_let_go(device: Device) -> None:
    with pytest.raises(CameraError, match="another program"):
        usb(device)
    assert device.released


def test_closing_ends_the_pictures() -> None:
    camera = usb(Device(pictures=10**9))
    for number, _ in enumerate(camera.frames()):
        if number == 1:
            camera.close()


def test_what_it_has_is_fixed_and_what_it_has_not_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.usb.SETTLING_SECONDS", 0.02)
    device = Device(pictures=10**9)
    with usb(device) as camera:
        settled = camera.settle()
    assert settled.controls == {"exposure": 156.0, "focus": 30.0}
    assert device.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0
    assert device.properties[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert device.properties[cv2.CAP_PROP_AUTO_WB] == 1.0


def test_what_it_settled_on_is_set_when_it_is_opened_again() -> None:
    device = Device(pictures=10**9)
    kept = {"usb:0": Settled(MappingProxyType({"exposure": 90.0, "ExposureTime": 1.0}))}
    with usb(device, settled=kept.get):
        pass
    assert device.properties[cv2.CAP_PROP_EXPOSURE] == 90.0
    assert device.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1.0


def test_a_camera_that_is_not_there_is_named() -> None:
    with pytest.raises(CameraError, match="there is no camera usb:98; USB cameras: "):
        UsbCamera(98, size=(8, 6), rate=10)


def test_of_all_video_devices_the_usb_cameras_are_found(tmp_path: Path) -> None:
    def device(number: int, path: str, index: int, name: str) -> None:
        folder = tmp_path / "class" / f"video{number}"
        real = tmp_path / "devices" / path
        real.mkdir(parents=True, exist_ok=True)
        folder.mkdir(parents=True)
        (folder / "index").write_text(f"{index}\n")
        (folder / "name").write_text(f"{name}\n")
        (folder / "device").symlink_to(real)

    device(0, "platform/unicam", 0, "unicam")
    device(10, "platform/usb1/1-1/1-1:1.0", 0, "HD Webcam")
    device(11, "platform/usb1/1-1/1-1:1.0", 1, "HD Webcam")
    device(2, "platform/usb3/3-2/3-2:1.0", 0, "Document camera")
    found = find_usb(tmp_path / "class")
    assert [(usb.number, usb.name) for usb in found] == [(2, "Document camera"), (10, "HD Webcam")]
    assert find_usb(tmp_path / "nothing") == ()


def test_a_camera_whose_picture_stands_still_is_said_to_be_frozen() -> None:
    class Frozen(Device):
        def read(self) -> tuple[bool, npt.NDArray[np.uint8] | None]:
            there, image = super().read()
            return there, np.full((48, 64, 3), (0, 90, 200), np.uint8) if there else image

    with (
        usb(Frozen(pictures=10**9), frozen=0.2) as camera,
        pytest.raises(CameraError, match="is frozen"),
    ):
        for _ in camera.frames():
            pass
