"""The camera of a table: opened, settled the first time, and kept as it settled."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from companion.files.paths import state_directory
from companion.frames import CameraRound, Frame
from companion.hanabi.labels import MOST_SEATS
from companion.settings.settings import CameraSettings, Settings
from hardware.camera import CameraChoice, OpenedCamera, open_camera
from hardware.files import CameraError
from hardware.picamera import PiCamera
from hardware.settled import Settled, SettledError, load_settled, save_settled
from hardware.usb import UsbCamera
from vision.live.still import Stillness
from vision.table.layout import Layout, load_layout
from vision.table.light import measure_light
from vision.table.registration import register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

FILE = "camera.json"
BLOWN_LEVEL = 254.0
"""Level of 255 from which paper may be any amount brighter than it shows."""
LAID = 2.0
"""Seconds without movement after which what lies there has been laid."""
HALF_LIGHT = 0.73
"""How bright paper is in half the light, as a sensor's picture shows it: 0.5 ** (1 / 2.2)."""

_log = logging.getLogger(__name__)


def camera_file() -> Path:
    """Return the file that keeps what cameras settled on."""
    return state_directory() / FILE


def layout_of(settings: Settings) -> Layout:
    """Return mat and racks as they were printed.

    Raises:
        LayoutError: the layout that the settings name cannot be used.
    """
    return load_layout(settings.table.layout, settings.table.print_scale)


def paper_of(layout: Layout) -> Callable[[BgrImage], float | None]:
    """Return what tells how bright the racks' white paper is in a picture, of 255.

    The darkest rack counts. Where no rack is seen, it is what a rack would have by the mat's
    light; None where there is no mat either.
    """
    tags = TagFinder(layout.dictionary)

    def paper(image: BgrImage) -> float | None:
        seen = tags.find(image)
        planes = register(layout, seen, MOST_SEATS, (image.shape[1], image.shape[0]))
        whites = []
        for seat, plane in planes.racks.items():
            light = measure_light(image, plane, layout.rack(seat), seen)
            whites += [float(np.max(white)) for white in light.white]
        if whites:
            return min(whites)
        if planes.mat is None:
            return None
        light = measure_light(image, planes.mat, layout.mat, seen)
        mat = [float(np.max(white)) for white in light.white]
        if not mat:
            return None
        return max(mat) if max(mat) >= BLOWN_LEVEL else min(mat) * HALF_LIGHT

    return paper


def open_for_learning(wanted: CameraChoice, settings: CameraSettings) -> OpenedCamera:
    """Open a camera that cards are shown to; one that never settled does so now, for this once.

    Not kept: without the mat it does not see by whose light the racks will be read.

    Raises:
        CameraError: it cannot be used.
    """
    camera = open_kept(wanted, settings)
    if isinstance(camera, PiCamera | UsbCamera) and camera.settled is None:
        try:
            camera.settle()
        except CameraError:
            camera.close()
            raise
    return camera


def open_kept(wanted: CameraChoice, settings: CameraSettings) -> OpenedCamera:
    """Open a camera with what it settled on before, if anything.

    Raises:
        CameraError: it cannot be used.
    """
    return open_camera(wanted, size=settings.size, rate=settings.rate, settled=_kept)


def _kept(camera: str) -> Settled | None:
    try:
        return load_settled(camera_file(), camera)
    except SettledError as error:
        _log.warning("%s", error)
        return None


class SettledCamera(CameraRound):
    """A camera that settles before its first picture, unless it has settled before.

    It does so where its pictures are asked for, so that nobody waits for it: the page is there.
    It settles anew between two pictures once ``anew`` is set, by whatever thread.
    """

    def __init__(self, camera: OpenedCamera, layout: Layout, anew: Event | None = None) -> None:
        """Take over an opened camera."""
        super().__init__(camera)
        self._layout = layout
        self._anew = Event() if anew is None else anew

    def frames(self) -> Iterator[Frame]:
        """Let the camera settle where it has to, then yield its pictures.

        Raises:
            CameraError: it fails.
        """
        camera = self._camera
        if not isinstance(camera, PiCamera | UsbCamera):
            yield from camera.frames()
            return
        ended = False
        while not ended:
            if camera.settled is None or self._anew.is_set():
                self._anew.clear()
                settle(camera, self._layout)
            ended = True
            with closing(camera.frames()) as frames:
                for frame in frames:
                    yield frame
                    if self._anew.is_set():
                        ended = False
                        break


def still_pictures(frames: Iterable[Frame]) -> Iterator[tuple[str, BgrImage]]:
    """Yield a picture each time that everything came to rest, as (name, pixels).

    The first one comes without a movement: what is to be seen may lie there already.
    """
    stillness = Stillness()
    taken = False
    for frame in frames:
        still = stillness.update(frame)
        if still == 0:
            taken = False
        elif still >= LAID and not taken:
            taken = True
            yield frame.name, frame.pixels


def settle(camera: PiCamera | UsbCamera, layout: Layout) -> Settled:
    """Let a camera settle on what lies in front of it, and keep that.

    Raises:
        CameraError: it fails.
    """
    settled = camera.settle(paper_of(layout))
    try:
        save_settled(camera_file(), camera.id, settled)
    except SettledError as error:  # it is set all the same, and settles anew the next time
        _log.warning("%s", error)
    return settled
