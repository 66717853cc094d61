"""Which camera people mean, and opening it: the Pi's own, by USB, in the network, or a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from companion.camera_address import is_address, looks_like_an_address, without_password
from hardware.connected import find_cameras, library
from hardware.files import CameraError, FolderCamera
from hardware.network import NetworkCamera
from hardware.picamera import PiCamera
from hardware.pixels import PixelSize
from hardware.settled import Settled
from hardware.usb import UsbCamera, find_usb
from hardware.video import VideoCamera

DEFAULT_SIZE: PixelSize = (2304, 1296)
"""Pixels: what every figure of ours was measured with, and a mode of Camera Module 3."""
DEFAULT_RATE = 10.0
"""Pictures a second."""
WANTED = (
    "auto, picamera2, picamera2:ID, usb:N, http://ADDRESS, rtsp://ADDRESS, folder:DIR, video:FILE"
    " or none"
)

_FORM = re.compile(r"(auto|none|picamera2)|(picamera2|usb|folder|video):(.+)", re.DOTALL)


class CameraKind(Enum):
    """Where pictures come from."""

    AUTO = "auto"
    NONE = "none"
    PICAMERA = "picamera2"
    USB = "usb"
    NETWORK = "network"
    FOLDER = "folder"
    VIDEO = "video"


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A camera, as people name it.

    Attributes:
        kind: where pictures come from.
        which: which of that kind: a number, an id, an address, a file; "" where nothing is said.
    """

    kind: CameraKind
    which: str = ""

    @property
    def is_live(self) -> bool:
        """Whether it may come back after it was lost; a film is over when it is over."""
        return self.kind in (CameraKind.PICAMERA, CameraKind.USB, CameraKind.NETWORK)

    @property
    def settles(self) -> bool:
        """Whether its exposure, colours and focus can be found and fixed from here."""
        return self.kind in (CameraKind.PICAMERA, CameraKind.USB)

    @property
    def is_film(self) -> bool:
        """Whether it is a file."""
        return self.kind in (CameraKind.FOLDER, CameraKind.VIDEO)

    def __str__(self) -> str:
        """Return it as people write it, but for the password of an address."""
        if self.kind is CameraKind.NETWORK:
            return without_password(self.which)
        return f"{self.kind.value}:{self.which}" if self.which else self.kind.value


OpenedCamera = PiCamera | UsbCamera | NetworkCamera | VideoCamera | FolderCamera


def parse_camera(text: str) -> CameraChoice:
    """Read what people write for ``--camera``.

    Raises:
        CameraError: it is none of the forms there are.
    """
    if looks_like_an_address(text):
        if not is_address(text):
            raise CameraError(f"--camera: {without_password(text)!r} is no whole address")
        return CameraChoice(CameraKind.NETWORK, text)
    found = _FORM.fullmatch(text)
    if found is None or (found[2] == "usb" and not found[3].isdecimal()):
        raise CameraError(f"--camera: want {WANTED}, got {without_password(text)!r}")
    return CameraChoice(CameraKind(found[1] or found[2]), found[3] or "")


def find_camera(
    picamera2: Callable[[], Any] = library, usb: Callable[[], tuple[Any, ...]] = find_usb
) -> CameraChoice:
    """Return the camera that ``auto`` means: the Raspberry Pi's own, else one by USB, else none."""
    try:
        # libcamera knows USB cameras, too; OpenCV reads those with less trouble.
        pi = [one for one in find_cameras(picamera2()) if "usb" not in one.id.lower()]
    except CameraError:
        pi = []
    if pi:
        return CameraChoice(CameraKind.PICAMERA)
    connected = usb()
    return (
        CameraChoice(CameraKind.USB, str(connected[0].number))
        if connected
        else CameraChoice(CameraKind.NONE)
    )


def open_camera(
    wanted: CameraChoice,
    *,
    size: PixelSize = DEFAULT_SIZE,
    rate: float = DEFAULT_RATE,
    settled: Callable[[str], Settled | None] = lambda _: None,
) -> OpenedCamera:
    """Open a camera that is there.

    Args:
        wanted: which; not ``auto`` (see `find_camera`) and not ``none``.
        size: of the pictures of a live camera.
        rate: pictures a second of a live camera.
        settled: gives what the camera of an id has settled on.

    Raises:
        CameraError: it cannot be used; says why.
    """
    match wanted.kind:
        case CameraKind.PICAMERA:
            return PiCamera(wanted.which or None, size=size, rate=rate, settled=settled)
        case CameraKind.USB:
            return UsbCamera(int(wanted.which), size=size, rate=rate, settled=settled)
        case CameraKind.NETWORK:
            return NetworkCamera(wanted.which, rate=rate)
        case CameraKind.FOLDER:
            return FolderCamera(Path(wanted.which))
        case CameraKind.VIDEO:
            return VideoCamera(Path(wanted.which))
        case CameraKind.AUTO | CameraKind.NONE:
            raise CameraError(f"{wanted} is no camera that can be opened")
