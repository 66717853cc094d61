"""USB cameras, opened by OpenCV."""

from __future__ import annotations

import logging
import math
import os
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import cv2
import numpy as np

from companion.frames import Frame
from companion.language.phrases import phrase
from hardware.files import CameraError
from hardware.frozen import FROZEN
from hardware.newest import STALL, NewestPicture
from hardware.pixels import PixelSize
from hardware.settled import RACK_PAPER, ControlValue, Settled

if TYPE_CHECKING:
    from companion.frames import BgrImage

SETTLING_SECONDS = 3.0
"""Seconds that a USB camera gets to find exposure, white balance and focus by itself."""
MANUAL_EXPOSURE = 1.0
"""V4L2's number: the exposure stays. 3 would be automatic."""
AUTOMATIC_EXPOSURE = 3.0

SWITCHES: Mapping[str, tuple[int, float, float]] = MappingProxyType(
    {
        "auto_exposure": (cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC_EXPOSURE, MANUAL_EXPOSURE),
        "auto_white_balance": (cv2.CAP_PROP_AUTO_WB, 1.0, 0.0),
        "auto_focus": (cv2.CAP_PROP_AUTOFOCUS, 1.0, 0.0),
    }
)
"""What a camera does by itself: OpenCV's property, on, off."""
VALUES: Mapping[str, int] = MappingProxyType(
    {
        "exposure": cv2.CAP_PROP_EXPOSURE,
        "gain": cv2.CAP_PROP_GAIN,
        "white_balance": cv2.CAP_PROP_WB_TEMPERATURE,
        "focus": cv2.CAP_PROP_FOCUS,
    }
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Usb:
    """A USB camera.

    Attributes:
        number: N of ``/dev/videoN`` and of ``usb:N``.
        name: what it calls itself.
    """

    number: int
    name: str


def find_usb(devices: Path = Path("/sys/class/video4linux")) -> tuple[Usb, ...]:
    """Return the USB cameras; a Raspberry Pi has many video devices that are none."""
    found = []
    for device in devices.glob("video*"):
        number = device.name.removeprefix("video")
        try:
            # A camera's second device, with index 1, delivers no pictures.
            first = (device / "index").read_text().strip() == "0"
            name = (device / "name").read_text().strip()
            path = (device / "device").resolve()
        except OSError:
            continue
        if first and number.isdecimal() and any(part.startswith("usb") for part in path.parts):
            found.append(Usb(int(number), name))
    return tuple(sorted(found, key=lambda usb: usb.number))


class UsbCamera:
    """A USB camera, read by a thread of its own so that always the newest picture is looked at.

    Attributes:
        id: ``usb:N``.
        settled: what it was told to stay at, if anything.

    Raises:
        CameraError: it is not there, may not be opened, or gives no picture.
    """

    def __init__(
        self,
        number: int,
        *,
        size: PixelSize,
        rate: float,
        settled: Callable[[str], Settled | None] = lambda _: None,
        opener: Callable[[int], Any] | None = None,
        stall: float = STALL,
        frozen: float = FROZEN,
    ) -> None:
        """Open it and wait for its first picture.

        Args:
            number: N of ``/dev/videoN``.
            size: of its pictures; it takes the nearest that it has.
            rate: pictures a second that are handed on, at most.
            settled: gives what this camera has settled on.
            opener: opens the device, in place of OpenCV.
            stall: seconds without a picture after which it has stalled.
            frozen: seconds for which its pictures may be exactly the same.
        """
        self.id = f"usb:{number}"
        self._pause = 1 / rate
        self._capture = (opener or _open_device)(number)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(
                phrase(
                    "the camera {camera} cannot be opened: is another program using it?",
                    camera=self.id,
                )
            )
        # Motion JPEG: raw pictures of this size do not fit through USB 2 fast enough.
        self._capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, float(size[0]))
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, float(size[1]))
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        self.settled = settled(self.id)
        if self.settled is not None:
            self._fix(self.settled)
        self._newest = NewestPicture(
            self.id,
            self._read,
            self._capture.release,
            ended=phrase(
                "the camera {camera} gives no picture: was it unplugged, or is another program"
                " using it?",
                camera=self.id,
            ),
            stall=stall,
            frozen=frozen,
        )
        self._newest.start()

    def _read(self) -> BgrImage | None:
        there, image = self._capture.read()
        return np.asarray(image, dtype=np.uint8) if there else None

    def frames(self) -> Generator[Frame, None, None]:
        """Yield pictures until the camera is closed or fails.

        Raises:
            CameraError: it was unplugged, has stalled, or is frozen.
        """
        return self._newest.frames(self._pause)

    def settle(self, paper: Callable[[BgrImage], float | None] | None = None) -> Settled:
        """Let it find exposure, white balance and focus by itself, then fix what it has.

        These cameras say of their exposure only a number of their own, so it is not corrected by
        the racks' paper: a warning says where that is too dark or blown out.

        Raises:
            CameraError: it fails.
        """
        for prop, automatic, _ in SWITCHES.values():
            self._capture.set(prop, automatic)
        image, t = self._newest.wait(None)
        end = time.monotonic() + SETTLING_SECONDS
        while time.monotonic() < end:
            image, t = self._newest.wait(t)
        values = {name: float(self._capture.get(prop)) for name, prop in VALUES.items()}
        # What a camera does not have, OpenCV reads as 0 or -1.
        there: dict[str, ControlValue] = {
            name: value for name, value in values.items() if math.isfinite(value) and value > 0
        }
        self.settled = Settled(MappingProxyType(there))
        self._fix(self.settled)
        white = None if paper is None else paper(image)
        if white is not None and not RACK_PAPER / 2 <= white < 254:
            _log.warning(
                "the camera %s shows the racks' paper %s: change the light",
                self.id,
                "blown out" if white >= 254 else "too dark",
            )
        return self.settled

    def _fix(self, settled: Settled) -> None:
        owns = {"exposure": "auto_exposure", "white_balance": "auto_white_balance"}
        owns["focus"] = "auto_focus"
        for name, value in settled.controls.items():
            if name not in VALUES or isinstance(value, tuple):
                continue
            if name in owns:
                prop, _, off = SWITCHES[owns[name]]
                self._capture.set(prop, off)
            self._capture.set(VALUES[name], value)

    def close(self) -> None:
        """Release the camera; safe to call twice."""
        self._newest.close()

    def __enter__(self) -> Self:
        """Return the opened camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
        self.close()


def _open_device(number: int) -> Any:
    device = Path(f"/dev/video{number}")
    if not device.exists():
        there = ", ".join(f"usb:{usb.number} ({usb.name})" for usb in find_usb()) or "none"
        raise CameraError(f"there is no camera usb:{number}; USB cameras: {there}")
    if not os.access(device, os.R_OK | os.W_OK):
        raise CameraError(
            f"the camera usb:{number} may not be opened by this user: sudo usermod -aG video $USER,"
            " and log in anew"
        )
    return cv2.VideoCapture(number, cv2.CAP_V4L2)
