"""A live camera that hands on the same picture again and again: its driver hangs, and says nothing.

The picture of a sensor is never twice the same: its noise sees to that. Only a black or a white one
may be, where there is nothing to be seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from companion.language.phrases import phrase
from hardware.files import CameraError

if TYPE_CHECKING:
    from companion.frames import BgrImage

FROZEN = 3.5
"""Seconds for which pictures may be exactly the same."""
COMPARE_EVERY = 8
"""Pixels, across and down, of which one is compared."""
FLAT_PICTURE = 4.0
"""Grey levels by which pixels have to differ (standard deviation) for anything to be seen."""


class Standstill:
    """Compares each picture of one live camera with the one before."""

    def __init__(self, camera: str, longest: float = FROZEN) -> None:
        """Begin before the first picture.

        Args:
            camera: its id, for messages.
            longest: seconds for which pictures may be exactly the same.
        """
        self._camera, self._longest = camera, longest
        self._last: BgrImage | None = None
        self._since = 0.0

    def look(self, image: BgrImage, t: float) -> None:
        """Take the next picture.

        Args:
            image: shape (H, W, 3), uint8; nothing of it is kept but some of its pixels.
            t: the camera's seconds.

        Raises:
            CameraError: for too long all have been the same.
        """
        some = image[::COMPARE_EVERY, ::COMPARE_EVERY]
        if self._last is None or not np.array_equal(some, self._last):
            self._last, self._since = some.copy(), t
        elif t - self._since >= self._longest and float(some.std()) > FLAT_PICTURE:
            raise CameraError(
                phrase(
                    "the camera {camera} is frozen: the same picture for {seconds} s",
                    camera=self._camera,
                    seconds=f"{self._longest:g}",
                )
            )
