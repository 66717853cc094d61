"""A look through a camera in the network, see `companion.pictures.camera_probe`."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING

import cv2

from companion.adapters.coarse import coarse, without_racks
from companion.adapters.worker import PictureWorker
from companion.busy import BusyError
from companion.camera_address import is_address
from companion.language.phrases import phrase
from companion.pictures.camera_probe import NO_ADDRESS, Outlook
from hardware.camera import DEFAULT_RATE
from hardware.files import CameraError
from hardware.network import NetworkCamera
from vision.table.layout import Layout

if TYPE_CHECKING:
    from companion.frames import BgrImage

PICTURE_WITHIN = 6.0
"""Seconds for which a picture is waited for."""
LOOKED_AT = 4
"""Pictures from which it is told how far they are apart."""


class NetworkCameraProbe:
    """Looks through one camera at a time; the picture is made smaller by the worker."""

    def __init__(self, worker: PictureWorker, layout: Callable[[], Layout]) -> None:
        """Prepare to look.

        Args:
            worker: does what there is to do with pictures.
            layout: the mat and racks of tonight.
        """
        self._worker, self._layout = worker, layout
        self._one = Lock()

    def look(self, address: str) -> Outlook:
        """See `companion.pictures.camera_probe.CameraProbe`."""
        if not is_address(address):
            raise ValueError(NO_ADDRESS)
        if not self._one.acquire(blocking=False):
            raise BusyError(
                phrase("another camera is being looked through: please try again in a moment")
            )
        try:
            begun = time.monotonic()
            times: list[float] = []
            image: BgrImage | None = None
            with (
                NetworkCamera(address, rate=DEFAULT_RATE, stall=PICTURE_WITHIN) as camera,
                closing(camera.frames()) as frames,
            ):
                for frame in islice(frames, LOOKED_AT):
                    image = frame.pixels
                    times.append(time.monotonic())
            if image is None:
                raise CameraError(phrase("the camera {camera} sends no picture", camera=camera.id))
        except CameraError as error:
            raise ValueError(phrase("no picture comes from there: {why}", why=error)) from error
        finally:
            self._one.release()
        pause = (times[-1] - times[0]) / (len(times) - 1) if len(times) > 1 else None
        picture = self._worker.do(_packed, image, self._layout())
        return Outlook(picture, times[0] - begun, pause)


def _packed(image: BgrImage, layout: Layout) -> bytes:
    """Return what shows whether it is the right camera, and no card: racks may be dealt already."""
    return cv2.imencode(".jpg", coarse(without_racks(image, layout)))[1].tobytes()
