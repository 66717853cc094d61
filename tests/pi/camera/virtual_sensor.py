"""A sensor for the real picamera2: libcamera's virtual camera, which shows what a test draws.

picamera2 is not changed on disk; four places of it are bent for what a machine without a Raspberry
Pi lacks, so its version is pinned where the root is made (tools/pi/camera_root.sh):

- `pykms` is for its preview window only, and Debian has none;
- the virtual pipeline knows no raw streams, so its modes are asked for as those of a video;
- its buffers are plain memory, one plane for the light and one for the colours, as there is no heap
  for DMA here; each is filled with the scene just before somebody reads it;
- it finishes a picture as soon as it is asked for one. A sensor takes its time: pictures are handed
  on at a steady rate, and none at all while the sensor has `stalled`.
"""

from __future__ import annotations

import mmap
import os
import sys
import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

import cv2
import numpy as np
import numpy.typing as npt


class _AnyFormat:
    def __getattr__(self, name: str) -> str:
        return name


sys.modules.setdefault("pykms", SimpleNamespace(PixelFormat=_AnyFormat()))  # type: ignore[arg-type]

import libcamera  # noqa: E402
from picamera2 import Picamera2  # noqa: E402
from picamera2 import picamera2 as inside  # noqa: E402
from picamera2.allocators.allocator import Allocator  # noqa: E402
from picamera2.allocators.dmaallocator import DmaAllocator  # noqa: E402

Pixels = npt.NDArray[np.uint8]


class Sensor:
    """What all virtual cameras see, and how they behave.

    Attributes:
        scene: BGR; each stream shows it in its own size.
        rate: pictures a second.
        stalled: no picture comes any more.
    """

    def __init__(self) -> None:
        self.rate = 15.0
        self.stalled = False
        self._encoded: dict[tuple[int, int], bytes] = {}
        self._taken: dict[tuple[int, int], int] = {}
        self.show(np.full((360, 640, 3), 90, np.uint8))

    def show(self, scene: Pixels) -> None:
        self.scene = scene
        self._encoded = {}

    def picture(self, size: tuple[int, int]) -> bytes:
        """Return the scene in NV12, the only format that libcamera's virtual camera has."""
        encoded, scene = self._encoded, self.scene
        if size not in encoded:
            height = size[1]
            shown = scene
            if (scene.shape[1], scene.shape[0]) != size:
                shown = np.asarray(cv2.resize(scene, size, interpolation=cv2.INTER_AREA), np.uint8)
            planes = cv2.cvtColor(shown, cv2.COLOR_BGR2YUV_I420)
            colours = planes[height:].reshape(2, -1)
            encoded[size] = planes[:height].tobytes() + colours.T.tobytes()
        # No two pictures of a sensor are the same: one pixel has to stand for its noise.
        self._taken[size] = taken = self._taken.get(size, 0) + 1
        return bytes([encoded[size][0] ^ (taken & 1)]) + encoded[size][1:]


SENSOR = Sensor()


class _Unsynchronised:
    """Plain memory is the same for whoever looks at it."""

    def __init__(self, allocator: Any, buffer: Any, _write: bool) -> None:
        self._memory = allocator.mapped_buffers[buffer]

    def __enter__(self) -> Any:
        return self._memory

    def __exit__(self, *_: object) -> None:
        pass


class PlainMemory(DmaAllocator):  # type: ignore[misc]  # picamera2 has no types here
    """Buffers for pictures in anonymous files."""

    def __init__(self) -> None:
        Allocator.__init__(self)
        self.dmaHeap = None
        self.sync = _Unsynchronised
        self.mapped_buffers: dict[Any, mmap.mmap] = {}
        self.mapped_buffers_used: dict[int, bool] = {}
        self.frame_buffers: dict[Any, list[Any]] = {}
        self.open_fds: list[int] = []
        self.libcamera_fds: list[int] = []
        self._sizes: dict[Any, tuple[int, int]] = {}

    def allocate(self, streams: Any, _use_case: object) -> None:
        self.libcamera_fds = []
        self.cleanup()
        while self.open_fds:
            os.close(self.open_fds.pop())
        self.frame_buffers = {
            one.stream: [self._buffer(one, number) for number in range(one.buffer_count)]
            for one in streams
        }

    def _buffer(self, stream: Any, number: int) -> Any:
        assert str(stream.pixel_format) == "NV12", stream.pixel_format
        handle = os.memfd_create(f"picture-{number}")
        os.ftruncate(handle, stream.frame_size)
        self.open_fds.append(handle)
        light = stream.stride * stream.size.height
        planes = []
        for offset, length in ((0, light), (light, stream.frame_size - light)):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = handle, offset, length
            planes.append(plane)
        buffer = libcamera.FrameBuffer(planes)
        known_as = buffer.planes[0].fd  # libcamera's own duplicate, which picamera2 asks by
        self.libcamera_fds.append(known_as)
        self.mapped_buffers_used[known_as] = False
        self.mapped_buffers[buffer] = mmap.mmap(handle, stream.frame_size)
        self._sizes[buffer] = (stream.size.width, stream.size.height)
        return buffer

    def acquire(self, buffers: Mapping[Any, Any]) -> None:
        for buffer in buffers.values():
            self.mapped_buffers[buffer][:] = SENSOR.picture(self._sizes[buffer])
        super().acquire(buffers)


class _OneAtATime:
    """libcamera's manager, which hands out one finished picture of each camera at a time."""

    def __init__(self, manager: Any) -> None:
        self._manager = manager
        self.waiting: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._manager, name)

    def collect(self) -> None:
        self.waiting += self._manager.get_ready_requests()

    def get_ready_requests(self) -> list[Any]:
        self.collect()
        first: dict[int, Any] = {}
        for request in self.waiting:
            first.setdefault(request.cookie, request)
        self.waiting = [one for one in self.waiting if one is not first[one.cookie]]
        return list(first.values())


def _modes(self: Any) -> list[dict[str, object]]:
    asked = self.camera.generate_configuration([libcamera.StreamRole.VideoRecording])
    formats = asked.at(0).formats
    return [
        {"format": str(name), "size": (size.width, size.height)}
        for name in formats.pixel_formats
        for size in formats.sizes(name)
    ]


class Bent:
    """What picamera2's manager of cameras does here in place of its own."""

    handle: ClassVar[Any] = inside.CameraManager.handle_request

    @staticmethod
    def manager(self: Any) -> Any:
        if self._cms is None:
            self._cms = _OneAtATime(libcamera.CameraManager.singleton())
        return self._cms

    @staticmethod
    def listen(self: Any) -> None:
        due = time.monotonic()
        while self.running:
            due = max(due + 1 / SENSOR.rate, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))
            if not SENSOR.stalled:
                self.handle_request()
        self._cms = None

    @staticmethod
    def handle_request(self: Any, flushid: int | None = None) -> None:
        if flushid is not None:  # that camera was stopped: what it had finished is void
            with self._lock:
                self.cms.collect()
                self.cms.waiting = [one for one in self.cms.waiting if one.cookie != flushid]
        Bent.handle(self, flushid)


def install() -> type:
    """Bend picamera2 and return its class."""
    inside.DmaAllocator = PlainMemory
    Picamera2._get_raw_modes = _modes
    inside.CameraManager.cms = property(Bent.manager)
    inside.CameraManager.listen = Bent.listen
    inside.CameraManager.handle_request = Bent.handle_request
    found: type = Picamera2
    return found
