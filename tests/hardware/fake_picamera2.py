"""A stand-in for picamera2: what its users see of it, small pictures in every format, no sensor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


def encode(bgr: Pixels, name: str, padding: int = 0) -> Pixels:
    """Return a BGR picture as ``make_array`` gives it in libcamera's format ``name``."""
    height, width = bgr.shape[:2]
    match name:
        case "RGB888":
            return bgr.copy()
        case "BGR888":
            return bgr[..., ::-1].copy()
        case "XRGB8888":
            return np.dstack((bgr, np.full((height, width), 255, np.uint8)))
        case "XBGR8888":
            return np.dstack((bgr[..., ::-1], np.full((height, width), 255, np.uint8)))
    planes = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2YUV_I420), dtype=np.uint8)
    y = np.pad(planes[:height], ((0, 0), (0, padding)))
    u, v = planes[height:].reshape(2, height // 2, width // 2)
    if name == "YUV420":
        u, v = (np.pad(each, ((0, 0), (0, padding // 2))) for each in (u, v))
        return np.concatenate((y.reshape(-1), u.reshape(-1), v.reshape(-1))).reshape(-1, y.shape[1])
    assert name == "NV12", name
    return np.concatenate((planes[:height], np.dstack((u, v)).reshape(height // 2, width)))


class FakeRequest:
    def __init__(self, camera: FakePicamera2) -> None:
        self._camera = camera
        self._metadata = camera.metadata()
        self.released = 0

    def make_array(self, stream: str) -> Pixels:
        assert not self.released, "a picture is read after it was given back"
        about = self._camera.camera_configuration()[stream]
        self._camera.made.append(stream)
        return encode(self._camera.picture(*about["size"]), about["format"], self._camera.padding)

    def get_metadata(self) -> dict[str, Any]:
        return self._metadata

    def release(self) -> None:
        self.released += 1
        self._camera.held -= 1


class FakePicamera2:
    """One class for all cameras, as the real one; a test sets what they are like."""

    cameras: ClassVar[list[dict[str, Any]]] = []
    busy: ClassVar[set[int]] = set()
    opened: ClassVar[list[FakePicamera2]] = []
    delivers: ClassVar[Mapping[str, str]] = {}
    has: ClassVar[Mapping[str, Any]] = {}
    padding = 0
    sizes: ClassVar[Mapping[str, tuple[int, int]]] = {"main": (32, 18), "lores": (16, 10)}

    def __init__(self, number: int = 0) -> None:
        if number in self.busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number = number
        self.stalled = self.started = False
        self.held = 0
        self.taken = 0
        self.scene: Pixels = np.full((18, 32, 3), 100, np.uint8)
        self.made: list[str] = []
        self.controls: dict[str, Any] = {}
        self.asked: dict[str, Any] = {}
        self.opened.append(self)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return cls.cameras

    @property
    def camera_controls(self) -> Mapping[str, Any]:
        return self.has

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        self.set_controls(asked["controls"])
        return asked

    def configure(self, asked: dict[str, Any]) -> None:
        self.asked = asked

    def camera_configuration(self) -> dict[str, Any]:
        return {
            stream: {
                "format": self.delivers.get(stream, self.asked[stream]["format"]),
                "size": self.sizes[stream],
                "framesize": 3 * self.sizes[stream][0] * self.sizes[stream][1],
            }
            for stream in ("main", "lores")
        }

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        for name in controls:
            if name not in self.has:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls.update(controls)

    def start(self) -> None:
        self.started = True

    def capture_request(self, *, wait: bool) -> object:
        assert wait is False, "nobody waits for a sensor without an end"
        return object()

    def wait(self, _job: object, *, timeout: float) -> FakeRequest:
        assert timeout > 0
        if self.stalled:
            raise TimeoutError
        self.taken += 1
        self.held += 1
        return FakeRequest(self)

    def metadata(self) -> dict[str, Any]:
        """An automatic exposure that comes to rest; a lens that finds its place."""
        late = min(self.taken, 10)
        told = {
            "SensorTimestamp": self.taken * 100_000_000,
            "ExposureTime": self.controls.get("ExposureTime") or 1000 * late,
            "AnalogueGain": self.controls.get("AnalogueGain") or 2.0,
            "ColourGains": (1.5, 2.5),
            "LensPosition": 1.4 if self.taken > 12 else 0.3,
            "AfState": 2 if self.taken > 12 else 1,
            "Lux": 120.0,
        }
        known = {"SensorTimestamp", "Lux", *self.has}
        if "LensPosition" in self.has:
            known.add("AfState")
        return {name: value for name, value in told.items() if name in known}

    def picture(self, width: int, height: int) -> Pixels:
        return np.asarray(cv2.resize(self.scene, (width, height)), dtype=np.uint8)

    def close(self) -> None:
        self.started = False
