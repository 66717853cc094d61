"""A camera that delivers, and then fails."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Protocol

import pytest

from companion.frames import Frame
from hardware.files import CameraError


class _Camera(Protocol):
    def frames(self) -> Iterator[Frame]: ...


def fails_after_one(camera: _Camera, fault: Event, says: str) -> None:
    """Let ``fault`` happen after the first picture, and see the camera say so."""
    frames = camera.frames()
    next(frames)
    fault.set()
    with pytest.raises(CameraError, match=says):
        for _ in frames:
            pass
