"""Which camera people mean."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import CameraChoice, CameraKind, find_camera, open_camera, parse_camera
from hardware.connected import find_cameras
from hardware.files import CameraError, FolderCamera
from hardware.usb import Usb
from hardware.video import VideoCamera


class Pi:
    """picamera2's class, as far as it is asked what there is."""

    def __init__(self, *ids: str) -> None:
        self._ids = ids

    def global_camera_info(self) -> list[dict[str, Any]]:
        return [{"Id": each} for each in self._ids]


def missing() -> Any:
    raise CameraError("picamera2 is not installed")


@pytest.mark.parametrize(
    ("text", "kind", "which"),
    [
        ("auto", CameraKind.AUTO, ""),
        ("none", CameraKind.NONE, ""),
        ("picamera2", CameraKind.PICAMERA, ""),
        (
            "picamera2:/base/soc/i2c0mux/i2c@1/imx708@1a",
            CameraKind.PICAMERA,
            "/base/soc/i2c0mux/i2c@1/imx708@1a",
        ),
        ("usb:2", CameraKind.USB, "2"),
        ("folder:films/a:b", CameraKind.FOLDER, "films/a:b"),
        ("video:film.mp4", CameraKind.VIDEO, "film.mp4"),
    ],
)
def test_a_camera_is_named_in_one_word(text: str, kind: CameraKind, which: str) -> None:
    wanted = parse_camera(text)
    assert wanted == CameraChoice(kind, which)
    assert str(wanted) == text
    assert wanted.is_live == (kind in (CameraKind.PICAMERA, CameraKind.USB))
    assert wanted.is_film == (kind in (CameraKind.FOLDER, CameraKind.VIDEO))


@pytest.mark.parametrize(
    "text", ["", "usb", "usb:", "usb:one", "folder:", "webcam", "usb:-1", "none:1"]
)
def test_anything_else_is_refused_with_what_there_is(text: str) -> None:
    with pytest.raises(CameraError, match="--camera: want auto, picamera2"):
        parse_camera(text)


def test_auto_takes_the_pis_own_camera_then_one_by_usb_then_none() -> None:
    webcam = (Usb(2, "webcam"),)
    assert find_camera(lambda: Pi("/base/imx708"), lambda: webcam) == CameraChoice(
        CameraKind.PICAMERA
    )
    assert find_camera(lambda: Pi("/base/usb@1/webcam"), lambda: webcam) == CameraChoice(
        CameraKind.USB, "2"
    )
    assert find_camera(missing, lambda: webcam) == CameraChoice(CameraKind.USB, "2")
    assert find_camera(missing, lambda: ()) == CameraChoice(CameraKind.NONE)


def test_files_are_opened_by_their_kind(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((4, 4, 3), np.uint8))
    (tmp_path / "frames.jsonl").write_text('{"file": "a.png", "t": 0}\n')
    assert isinstance(open_camera(CameraChoice(CameraKind.FOLDER, str(tmp_path))), FolderCamera)
    film = tmp_path / "a.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    with open_camera(CameraChoice(CameraKind.VIDEO, str(film))) as camera:
        assert isinstance(camera, VideoCamera)
    with pytest.raises(CameraError, match="auto is no camera"):
        open_camera(CameraChoice(CameraKind.AUTO))


def test_where_libcamera_does_not_start_auto_goes_on_to_usb_and_the_own_camera_says_why() -> None:
    class Broken:
        @staticmethod
        def global_camera_info() -> None:
            raise RuntimeError("Failed to start CameraManager")

    assert find_camera(lambda: Broken, lambda: ()) == CameraChoice(CameraKind.NONE)
    with pytest.raises(CameraError, match="libcamera does not start: Failed to start"):
        find_cameras(Broken)
