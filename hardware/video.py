"""Video files, opened by OpenCV."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from companion.frames import Frame
from companion.language.phrases import phrase
from hardware.files import CameraError


class VideoCamera:
    """A video file, shown at the moments of its own clock, as fast as somebody looks.

    Raises:
        CameraError: there is no such file, or it is no video that can be read.
    """

    def __init__(self, path: Path) -> None:
        """Open the file."""
        if not path.is_file():
            raise CameraError(phrase("there is no video {path}", path=path))
        self._path = path
        self._last = -1.0  # the moment of the newest picture
        self._capture: cv2.VideoCapture | None = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            self.close()
            raise CameraError(phrase("{path} is not a video that can be read", path=path))

    def frames(self) -> Iterator[Frame]:
        """Yield all pictures; a second call goes on where the first one stopped.

        Raises:
            CameraError: there is no picture in it at all.
        """
        while self._capture is not None:
            rate = self._capture.get(cv2.CAP_PROP_FPS)
            said = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            there, image = self._capture.read()
            if not there:
                break
            # Not all files have a clock: then pictures follow at their rate.
            last = self._last
            t = said if said > last else last + (1 / rate if rate > 0 else 0.04)
            self._last = t = max(t, 0.0)
            yield Frame(np.asarray(image, dtype=np.uint8), t, f"{self._path.name}, {t:.2f} s")
        if self._capture is not None and self._last < 0:
            raise CameraError(f"{self._path} shows no picture")

    def close(self) -> None:
        """Close the file; safe to call twice."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def __enter__(self) -> Self:
        """Return the opened camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
        self.close()
