"""A strip or ring of WS2812 pixels in place of the panel's LEDs, fed by the bus SPI0.

Every model of the Raspberry Pi has that bus, the Pi 5 too, whose pins the libraries for PWM and DMA
do not reach. What goes over the wire is WS2812B's own code: a pixel takes the first 24 bits that
arrive and hands the rest on, until the line has rested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from types import MappingProxyType
from typing import Any, Protocol, Self

from gpiozero import SourceMixin
from gpiozero.devices import GPIOBase

HERTZ = 6_400_000
"""Of the bus. Eight of its bits are one of the pixels': 1.25 microseconds."""
ZERO, ONE = 0b1100_0000, 0b1111_1100
"""A bit of the pixels: high for 0.31 or 0.94 microseconds, which both the older WS2812B (0.4 and
0.8, 0.15 more or less) and its later makes (0.22 to 0.38, 0.58 to 1.0) take."""
REST_BYTES = 300
"""Low for 375 microseconds: the later makes take over what they were sent after 280."""

PixelLight = tuple[int, int, int]
"""Red, green, blue; 0 to 255."""
COLOURS: Mapping[str, PixelLight] = MappingProxyType(
    {"clue": (0, 80, 255), "fuse": (255, 0, 0), "turn": (160, 160, 160), "status": (0, 200, 40)}
)
"""Of the lamps of each row. They only tell the rows apart: what a lamp says is its place and
whether it is lit, so nobody has to see colours."""


class PixelBus(Protocol):
    """The wire to the strip."""

    def send(self, data: bytes) -> None:
        """Send bits as they are, the first bit of each byte first, at `HERTZ` a second."""

    def close(self) -> None:
        """Let go of it."""


class StripError(RuntimeError):
    """There is no strip; the message is one sentence that says why."""


class Spi:
    """SPI0 of this Raspberry Pi, by spidev.

    Raises:
        StripError: it cannot be opened.
    """

    def __init__(self) -> None:
        """Open it."""
        try:
            import spidev
        except ImportError as error:
            raise StripError(
                "there is no strip, because the package spidev is not installed:"
                " sudo apt install python3-spidev"
            ) from error
        self._device: Any = spidev.SpiDev()
        try:
            self._device.open(0, 0)
            self._device.max_speed_hz = HERTZ
        except OSError as error:
            self._device.close()
            raise StripError(
                f"there is no strip, because SPI cannot be opened: {error.strerror or error}"
                " (companion doctor says what is missing)"
            ) from error

    def send(self, data: bytes) -> None:
        """See `PixelBus.send`."""
        self._device.writebytes2(data)

    def close(self) -> None:
        """See `PixelBus.close`."""
        self._device.close()


class Strip:
    """The pixels of a strip, in their order; a context manager.

    Pixels behind the last one stay as they are: dark, once they have power.
    """

    def __init__(self, count: int, bus: PixelBus) -> None:
        """Take the strip on ``bus``, which is closed in the end, and put ``count`` pixels out."""
        self._bus, self._lock = bus, Lock()
        self._colours: list[PixelLight] = [(0, 0, 0)] * count
        try:
            self._send()
        except Exception:
            bus.close()
            raise

    def set(self, place: int, colour: PixelLight) -> None:
        """Let the pixel at ``place``, from 0, be of this colour; may be called from any thread."""
        with self._lock:
            self._colours[place] = colour
            self._send()

    def _send(self) -> None:
        rest = bytes(REST_BYTES)
        self._bus.send(rest + encoded(self._colours) + rest)

    def __enter__(self) -> Self:
        """Return the strip."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Let go of the wire."""
        self._bus.close()


def encoded(colours: Sequence[PixelLight]) -> bytes:
    """Return what the bus sends for these pixels: green, red, blue of each, high bits first."""
    return bytes(
        ONE if channel >> bit & 1 else ZERO
        for red, green, blue in colours
        for channel in (green, red, blue)
        for bit in range(7, -1, -1)
    )


class Pixel(SourceMixin, GPIOBase):  # type: ignore[misc]  # gpiozero ships no types
    """A lamp of the panel on a strip, used as gpiozero's LEDs are."""

    def __init__(self, strip: Strip, place: int, name: str) -> None:
        """Take the pixel at ``place`` for the lamp of this name, as in `Wiring.pixels`."""
        self._strip, self._place = strip, place
        self._full = COLOURS[name.partition(".")[0]]
        self._value = 0.0
        super().__init__()

    @property
    def value(self) -> float:
        """How bright it is, 0 to 1."""
        return self._value

    @value.setter
    def value(self, value: float) -> None:
        red, green, blue = (round(channel * value) for channel in self._full)
        self._strip.set(self._place, (red, green, blue))
        self._value = value

    def off(self) -> None:
        """Put it out."""
        self.value = 0.0
