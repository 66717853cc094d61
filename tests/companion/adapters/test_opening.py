"""A camera is opened in a thread of its own: one that hangs keeps nobody waiting."""

from collections.abc import Iterator
from threading import Event
from typing import Self

import pytest

from companion.adapters.opening import Opening
from companion.frames import Camera, Frame
from hardware.files import CameraError

PATIENCE = 30.0
"""Seconds that a test waits for another thread, however busy the machine is."""


class NoPictures:
    def frames(self) -> Iterator[Frame]:
        return iter(())

    def close(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        pass


def test_a_camera_that_hangs_keeps_nobody_waiting_and_may_come_later() -> None:
    plugged, camera = Event(), NoPictures()

    def opens() -> Camera:
        plugged.wait(PATIENCE)
        return camera

    opening = Opening(opens)
    with pytest.raises(CameraError, match="does not answer yet"):
        opening.take()
    assert opening.pending
    plugged.set()
    assert opening.take(PATIENCE) is camera


def test_a_camera_belongs_to_whoever_took_it_first() -> None:
    opening = Opening(NoPictures)
    opening.take(PATIENCE)
    assert not opening.pending
    with pytest.raises(CameraError, match="taken already"):
        opening.take(PATIENCE)


def test_whoever_takes_a_camera_is_told_why_there_is_none() -> None:
    def opens() -> Camera:
        raise CameraError("there is no such camera")

    opening = Opening(opens)
    with pytest.raises(CameraError, match="no such camera"):
        opening.take(PATIENCE)
    assert not opening.pending
