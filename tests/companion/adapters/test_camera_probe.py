"""A look through a camera in the network before it is chosen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.adapters.camera_probe import NetworkCameraProbe
from companion.adapters.worker import PictureWorker
from companion.busy import BusyError
from companion.pictures.camera_probe import NO_ADDRESS
from tests.hardware.webcams import Webcam, served
from vision.table.layout import load_layout


def test_a_camera_shows_its_picture_and_how_late_it_is() -> None:
    webcam = Webcam()
    webcam.pause = 0.2
    with served(webcam):
        seen = NetworkCameraProbe(PictureWorker(), load_layout).look(webcam.address("/video"))
    picture = cv2.imdecode(np.frombuffer(seen.picture, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (480, 640, 3), "coarse, whatever the camera sends"
    assert seen.first > 0
    assert seen.pause is not None
    assert seen.pause > 0.1


@pytest.mark.parametrize(
    ("path", "why"), [("/page", "which is no picture"), ("/nothing", "answers with error 404")]
)
def test_what_sends_no_picture_is_said_to_send_none(path: str, why: str) -> None:
    webcam = Webcam()
    with served(webcam), pytest.raises(ValueError, match=f"no picture comes from there: .*{why}"):
        NetworkCameraProbe(PictureWorker(), load_layout).look(webcam.address(path))


@pytest.mark.parametrize("said", ["", "usb:0", "file:///etc/passwd", "http://", "http://a b/"])
def test_what_is_no_address_of_a_camera_is_not_asked(said: str) -> None:
    with pytest.raises(ValueError, match="no whole address") as refused:
        NetworkCameraProbe(PictureWorker(), load_layout).look(said)
    assert refused.value.args[0] is NO_ADDRESS


def test_one_camera_is_looked_through_at_a_time() -> None:
    lookout = NetworkCameraProbe(PictureWorker(), load_layout)
    with lookout._one, pytest.raises(BusyError):
        lookout.look("http://127.0.0.1:9/video")
    with pytest.raises(ValueError, match="no picture comes"):
        lookout.look("http://127.0.0.1:9/video")
