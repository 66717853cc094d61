"""The Raspberry Pi's cameras, by picamera2: small pictures for movement, large ones for reading.

picamera2 comes from the system's packages and is loaded only when a camera is asked for. What the
camera really delivers is read back after it was configured, and only controls that it advertises
are set: not every sensor has a lens that moves, and libcamera changes formats as it likes.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import TimeoutError as JobTimeoutError
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from companion.frames import Frame
from companion.language.phrases import phrase
from hardware.connected import choose, find_cameras, library
from hardware.files import CameraError
from hardware.frozen import Standstill
from hardware.newest import STALL, stalled
from hardware.pixels import FORMATS, PixelFormatError, PixelSize, to_bgr, to_grey
from hardware.settled import ControlValue, Settled, exposed, wanted_factor

if TYPE_CHECKING:
    from companion.frames import BgrImage

LORES_SIZE: PixelSize = (640, 360)
"""The stream that is looked at for movement; of the same shape as the large one."""
BUFFERS = 4
"""Pictures that the camera has room for, as picamera2 has it for a preview; six, as for a video,
would take half as much memory again."""
SETTLING_FRAMES = 60
"""Pictures that the camera gets to settle in, at most."""
SAME, STEADY_PICTURES = 0.02, 5
"""It has settled when light and colour changed by less than this share for so many pictures."""
EXPOSURE_TRIES = 6
"""Times that the exposure is corrected by the racks' paper."""
DELAY = 4
"""Pictures until a new exposure shows."""
AF_MANUAL, AF_AUTO = 0, 1
AF_START = 0
AF_FOCUSED, AF_FAILED = 2, 3
"""libcamera's numbers for the focus: its modes, its trigger, its states."""

KEPT = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
AUTOMATIC: Mapping[str, object] = MappingProxyType(
    {
        **{"AeEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0, "AwbEnable": True},
        **{"AfMode": AF_AUTO, "AfTrigger": AF_START},
    }
)
"""Lets the camera find everything itself again. libcamera 0.5 wants exposure and gain each told to
be automatic, which picamera2 does for a zero (its pull request 1255; that a gain stayed fixed is
https://github.com/raspberrypi/picamera2/issues/1299). Only told to a camera that runs: before,
``AeEnable`` does not count (https://github.com/raspberrypi/picamera2/issues/1269)."""
SWITCHES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "AeEnable": frozenset({"ExposureTime", "AnalogueGain"}),
        "AwbEnable": frozenset({"ColourGains"}),
    }
)
"""What is switched off by setting these values. To say both at once loses the values: libcamera
takes controls in no order of its own, and switching off keeps what shows at that moment, which is
not yet what was set (https://github.com/raspberrypi/picamera2/issues/933)."""

Paper = Callable[["BgrImage"], float | None]
"""Tells how bright the racks' white paper is, of 255; None: it cannot be seen."""

_log = logging.getLogger(__name__)
_Control = TypeVar("_Control")


class PiCamera:
    """One camera of the Raspberry Pi; a context manager.

    Attributes:
        id: what libcamera calls it.
        model: its sensor.
        formats: what its streams deliver, read back.

    Raises:
        CameraError: it is not there, in use by another program, or cannot be configured.
    """

    def __init__(
        self,
        wanted: str | None = None,
        *,
        size: PixelSize,
        rate: float,
        settled: Callable[[str], Settled | None] = lambda _: None,
        picamera2: Any | None = None,
    ) -> None:
        """Open, configure and start it.

        Args:
            wanted: which; see `choose`.
            size: of the pictures that are read; the nearest that the camera has is taken.
            rate: pictures a second.
            settled: gives what the camera of this id has settled on.
            picamera2: its class, where it is loaded already.
        """
        known = library() if picamera2 is None else picamera2
        found = choose(find_cameras(known), wanted)
        self.id, self.model = found.id, found.model
        self._rate = rate
        self._last = -math.inf
        try:
            self._camera: Any = known(found.number)
        except Exception as error:  # libcamera's errors are RuntimeErrors, and others
            raise CameraError(
                phrase(
                    "the camera {camera} cannot be opened ({why}): is another program using it?",
                    camera=self.id,
                    why=error,
                )
            ) from error
        try:
            self._configure(size)
            self._camera.start()
            self.settled = settled(self.id)
            if self.settled is not None:
                self._fix(self.settled)
        except Exception as error:
            self.close()
            if isinstance(error, CameraError):
                raise
            raise CameraError(
                phrase("the camera {camera} does not start: {why}", camera=self.id, why=error)
            ) from error

    def _configure(self, size: PixelSize) -> None:
        camera = self._camera
        ask = camera.create_video_configuration(
            main={"size": size, "format": "RGB888"},
            lores={"size": LORES_SIZE, "format": "YUV420"},
            raw=None,  # asked for by default, 15 MB a picture, and looked at by nobody
            buffer_count=BUFFERS,
            controls=self._advertised({"FrameDurationLimits": (self._duration, self._duration)}),
        )
        camera.configure(ask)
        got = camera.camera_configuration()
        self.formats: dict[str, str] = {}
        self._sizes: dict[str, PixelSize] = {}
        for stream in ("main", "lores"):
            about = got[stream]
            if about["format"] not in FORMATS:
                raise PixelFormatError(
                    f"its stream {stream} has the unknown format {about['format']}"
                )
            self.formats[stream] = str(about["format"])
            self._sizes[stream] = (int(about["size"][0]), int(about["size"][1]))
        memory = BUFFERS * sum(int(got[stream].get("framesize", 0)) for stream in self._sizes)
        width, height = self.size
        _log.info(
            "the camera %s delivers %d x %d and takes %.0f MB for %d pictures",
            *(self.id, width, height, memory / 1e6, BUFFERS),
        )

    @property
    def _duration(self) -> int:
        return round(1e6 / self._rate)

    @property
    def size(self) -> PixelSize:
        """The size of the pictures that are read."""
        return self._sizes["main"]

    def _advertised(self, controls: Mapping[str, _Control]) -> dict[str, _Control]:
        """Return those of ``controls`` that this camera has."""
        known = self._camera.camera_controls
        return {name: value for name, value in controls.items() if name in known}

    # ----------------------------------------------------------------------------- pictures

    def frames(self) -> Generator[Frame, None, None]:
        """Yield pictures until the camera is closed or fails.

        The large picture of a frame can be had until the next frame is asked for.

        Raises:
            CameraError: the camera has stalled or was unplugged.
        """
        standstill = Standstill(self.id)
        while self._camera is not None:
            with suppress(_ClosedError):
                yield from self._frame(standstill)

    def _frame(self, standstill: Standstill) -> Iterator[Frame]:
        request = self._next()
        open_ = [True]
        kept: list[BgrImage] = []

        def picture() -> BgrImage:
            if not kept:
                if not open_[0]:
                    raise RuntimeError("a picture of a camera is read before the next is asked for")
                kept.append(self._convert(request, "main", to_bgr))
            return kept[0]

        try:
            t = self._moment(request)
            small = self._convert(request, "lores", to_grey)
            standstill.look(small, t)
            yield Frame(picture, t, f"{self.model} {t:.3f} s", small)
        finally:
            open_[0] = False
            request.release()

    def _next(self) -> Any:
        camera = self._camera
        if camera is None:
            raise _ClosedError
        try:
            return camera.wait(camera.capture_request(wait=False), timeout=STALL)
        except (TimeoutError, JobTimeoutError) as error:
            raise CameraError(stalled(self.id, STALL)) from error
        except Exception as error:
            if self._camera is None:
                raise _ClosedError from error
            raise CameraError(
                phrase("the camera {camera} fails: {why}", camera=self.id, why=error)
            ) from error

    def _convert(
        self, request: Any, stream: str, how: Callable[[Any, str, PixelSize], BgrImage]
    ) -> BgrImage:
        try:
            return how(request.make_array(stream), self.formats[stream], self._sizes[stream])
        except PixelFormatError as error:
            raise CameraError(
                phrase("the camera {camera} fails: {why}", camera=self.id, why=error)
            ) from error

    def _moment(self, request: Any) -> float:
        """Return when the picture was taken, by the sensor's clock; it never goes backwards."""
        taken = request.get_metadata().get("SensorTimestamp")
        t = self._last + 1 / self._rate if taken is None else float(taken) / 1e9
        self._last = max(self._last, t if math.isfinite(t) else 0.0)
        return self._last

    # ------------------------------------------------------------------------------ settling

    def settle(self, paper: Paper | None = None) -> Settled:
        """Let exposure, white balance and focus find themselves, correct the exposure, fix all.

        Args:
            paper: how bright the racks' paper is; the exposure is made right for that, not for
                the white mat in the middle.

        Returns:
            What was fixed; nothing of what the camera does not have.

        Raises:
            CameraError: the camera fails.
        """
        self._set(AUTOMATIC)
        self.settled = self._settle()
        self._fix(self.settled)
        if paper is not None and {"ExposureTime", "AnalogueGain"} <= self.settled.controls.keys():
            self.settled = self._expose(self.settled, paper)
        return self.settled

    def _settle(self) -> Settled:
        before: Mapping[str, ControlValue] = {}
        steady = 0
        # What was fixed before still shows for some pictures, and would pass for settled.
        for _ in range(DELAY):
            self._metadata()
        for _ in range(SETTLING_FRAMES):
            about = self._metadata()
            now = {name: _value(about[name]) for name in KEPT if name in about}
            focusing = "AfTrigger" in self._camera.camera_controls and about.get(
                "AfState", AF_FOCUSED
            ) not in (AF_FOCUSED, AF_FAILED)
            steady = steady + 1 if _same(before, now) and not focusing else 0
            before = now
            if steady >= STEADY_PICTURES:
                break
        else:
            _log.warning("the camera %s did not settle; the light may be changing", self.id)
        # A lens that cannot be moved still reports where it is.
        return Settled(MappingProxyType(self._advertised(before)))

    def _expose(self, settled: Settled, paper: Paper) -> Settled:
        for _ in range(EXPOSURE_TRIES):
            for _ in range(DELAY):
                self._metadata()
            white = paper(self._picture())
            factor = None if white is None else wanted_factor(white)
            if factor is None:
                break
            time, gain = _single(settled, "ExposureTime") / 1e6, _single(settled, "AnalogueGain")
            time, gain = exposed(time, gain, factor)
            again = {**settled.controls, "ExposureTime": round(time * 1e6), "AnalogueGain": gain}
            settled = Settled(MappingProxyType(again))
            self._fix(settled)
        return settled

    def _fix(self, settled: Settled) -> None:
        known = settled.controls.keys()
        off = {name: False for name, values in SWITCHES.items() if not values <= known}
        values = {name: _for_camera(name, value) for name, value in settled.controls.items()}
        # The lens's place counts in this mode only, which libcamera takes first in any order.
        self._set({"AfMode": AF_MANUAL, **off, **values})

    def _set(self, controls: Mapping[str, object]) -> None:
        told = self._advertised(controls)
        if told:
            self._camera.set_controls(told)

    def _metadata(self) -> Mapping[str, Any]:
        request = self._next()
        try:
            about: Mapping[str, Any] = request.get_metadata()
            return about
        finally:
            request.release()

    def _picture(self) -> BgrImage:
        request = self._next()
        try:
            return self._convert(request, "main", to_bgr)
        finally:
            request.release()

    # ---------------------------------------------------------------------------------- end

    def close(self) -> None:
        """Release the camera; safe to call twice."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.close()
        except Exception as error:  # of a camera that is gone already
            _log.warning("the camera %s could not be closed: %s", self.id, error)

    def __enter__(self) -> Self:
        """Return the opened camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
        self.close()


class _ClosedError(Exception):
    """The camera was closed while somebody waited for a picture."""


def _value(said: Any) -> ControlValue:
    return tuple(float(one) for one in said) if isinstance(said, tuple | list) else float(said)


def _several(value: ControlValue) -> tuple[float, ...]:
    return value if isinstance(value, tuple) else (value,)


def _same(before: Mapping[str, ControlValue], now: Mapping[str, ControlValue]) -> bool:
    return before.keys() == now.keys() and all(
        abs(one - other) <= SAME * max(abs(one), abs(other))
        for name in now
        for one, other in zip(_several(before[name]), _several(now[name]), strict=True)
    )


def _single(settled: Settled, name: str) -> float:
    return _several(settled.controls[name])[0]


def _for_camera(name: str, value: ControlValue) -> object:
    return round(_several(value)[0]) if name == "ExposureTime" else value
