"""A device that is opened in a thread of its own: one that hangs keeps nobody waiting."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread

from companion.frames import Camera
from hardware.files import CameraError

OPENED_WITHIN = 1.5
"""Seconds that a camera gets before the page comes up without it: it may come later."""


class Opening:
    """A camera that is being opened, once."""

    def __init__(self, opens: Callable[[], Camera]) -> None:
        """Begin to open it."""
        self._opens = opens
        self._done = Event()
        self._camera: Camera | None = None
        self._error: Exception | None = None
        Thread(target=self._open, name="opening", daemon=True).start()

    @property
    def pending(self) -> bool:
        """Whether it is still being opened, or lies there opened for whoever takes it."""
        return not self._done.is_set() or self._camera is not None

    def take(self, patience: float = 0.0) -> Camera:
        """Return the camera, which then belongs to whoever took it.

        Raises:
            CameraError: it cannot be opened, or not within ``patience`` seconds.
        """
        if not self._done.wait(patience):
            raise CameraError("it does not answer yet")
        if self._error is not None:
            raise self._error
        camera, self._camera = self._camera, None
        if camera is None:
            raise CameraError("it was taken already")
        return camera

    def _open(self) -> None:
        try:
            self._camera = self._opens()
        except Exception as error:  # whoever takes it is told
            self._error = error
        self._done.set()
