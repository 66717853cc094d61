"""Video files as cameras."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.files import CameraError
from hardware.video import VideoCamera

FRAMES = 6


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Six pictures at five a second, each 30 grey levels lighter than the last."""
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    assert writer.isOpened()
    for number in range(FRAMES):
        writer.write(np.full((48, 64, 3), 30 * number, np.uint8))
    writer.release()
    return path


def test_a_video_shows_its_pictures_at_their_moments(video: Path) -> None:
    with VideoCamera(video) as camera:
        frames = list(camera.frames())
    assert [round(frame.t, 3) for frame in frames] == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert [round(float(frame.pixels.mean()) / 30) for frame in frames] == list(range(FRAMES))
    assert frames[3].name == "film.avi, 0.60 s"
    camera.close()


def test_who_looks_on_later_sees_the_video_go_on_to_its_end(video: Path) -> None:
    with VideoCamera(video) as camera:
        first = [frame.t for frame in islice(camera.frames(), 3)]
        rest = [frame.t for frame in camera.frames()]
        assert [round(t, 3) for t in (*first, *rest)] == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
        assert list(camera.frames()) == []


def test_a_video_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="there is no video"):
        VideoCamera(tmp_path / "gone.avi")
    broken = tmp_path / "broken.avi"
    broken.write_bytes(b"not a film")
    with pytest.raises(CameraError, match=r"broken\.avi is not a video"):
        VideoCamera(broken)
