"""The newest picture of a source that brings them when it likes, read by a thread of its own."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator
from threading import Condition, Thread
from typing import TYPE_CHECKING

from companion.frames import Frame
from companion.language.phrases import Phrase, phrase, said_by
from hardware.files import CameraError
from hardware.frozen import FROZEN, Standstill

if TYPE_CHECKING:
    from companion.frames import BgrImage

STALL = 5.0
"""Seconds without a picture after which a camera has stalled."""
CLOSING = 2.0
"""Seconds to wait for the thread that reads; one that hangs in a driver is left behind."""

_log = logging.getLogger(__name__)


def stalled(camera: str, seconds: float) -> Phrase:
    """Say that ``camera`` has brought no picture for ``seconds``."""
    return phrase(
        "the camera {camera} has stalled: no picture for {seconds} s",
        camera=camera,
        seconds=f"{seconds:g}",
    )


class NewestPicture:
    """Reads without a pause, so that always the newest picture is looked at and none that waits.

    Attributes:
        id: what the camera is called.
    """

    def __init__(
        self,
        camera: str,
        read: Callable[[], BgrImage | None],
        release: Callable[[], None],
        *,
        ended: Phrase,
        stall: float = STALL,
        frozen: float = FROZEN,
    ) -> None:
        """Prepare; nothing is read before `start`.

        Args:
            camera: its id, for messages.
            read: waits for the next picture, in the thread; None: there will be none any more.
            release: lets the source go, in the thread: many crash if that is done while they read.
            ended: what is said of a source that ends.
            stall: seconds without a picture after which it has stalled.
            frozen: seconds for which its pictures may be exactly the same.
        """
        self.id = camera
        self._take, self._release = read, release
        self._why: str = ended
        self._stall, self._frozen = stall, frozen
        self._fresh = Condition()
        self._newest: tuple[BgrImage, float] | None = None
        self._ended = self._closed = False
        self._thread = Thread(target=self._read, name=camera, daemon=True)

    def start(self) -> None:
        """Begin to read, and wait for the first picture.

        Raises:
            CameraError: there is none; then the source is released.
        """
        self._thread.start()
        try:
            self.wait(None)
        except CameraError:
            self.close()
            raise

    def _read(self) -> None:
        try:
            while not self._closed:
                image = self._take()
                if image is None:
                    break
                with self._fresh:
                    self._newest = image, time.monotonic()
                    self._fresh.notify_all()
        except CameraError as error:
            self._why = said_by(error)
        except Exception as error:
            _log.warning("the camera %s fails: %s", self.id, error)
        finally:
            with self._fresh:
                self._ended = True
                self._fresh.notify_all()
            self._release()

    def wait(self, last: float | None) -> tuple[BgrImage, float]:
        """Return the newest picture, and the monotonic second at which it was there.

        Args:
            last: of the picture before; None: any will do.

        Raises:
            CameraError: none comes any more.
        """

        def is_new() -> bool:
            return self._newest is not None and (last is None or self._newest[1] > last)

        with self._fresh:
            if not self._fresh.wait_for(lambda: is_new() or self._ended, self._stall):
                raise CameraError(stalled(self.id, self._stall))
            if not is_new():
                raise CameraError(self._why)
            assert self._newest is not None
            return self._newest

    def frames(self, pause: float) -> Generator[Frame, None, None]:
        """Yield pictures until the camera is closed or fails.

        Args:
            pause: seconds between two of them at least.

        Raises:
            CameraError: it has ended, stalled or frozen.
        """
        last: float | None = None
        standstill = Standstill(self.id, self._frozen)
        while not self._closed:
            if last is not None:
                time.sleep(max(0.0, last + pause - time.monotonic()))
            try:
                image, last = self.wait(last)
            except CameraError:
                if self._is_closed():
                    return
                raise
            standstill.look(image, last)
            yield Frame(image, last, f"{self.id} {last:.3f} s")

    def _is_closed(self) -> bool:
        return self._closed  # by another thread, while this one waited

    def close(self) -> None:
        """Let the source go; safe to call twice."""
        self._closed = True
        if self._thread.ident is not None:
            self._thread.join(CLOSING)
