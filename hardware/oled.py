"""A small OLED beside the panel's lamps, on the bus I2C, fed by a thread of its own.

The library luma.oled speaks to the chip. Nobody waits for it: a wire that came loose costs the game
nothing, and a screen that is there again is used again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from gettext import NullTranslations
from threading import Condition, Thread
from typing import Any, Self

from companion.language.names import ENGLISH
from companion.panel.oled import BUS, BUS_NUMBER, USUAL_ADDRESS, OledChip
from companion.panel.panel import PanelState

NOTHING = 0xE3
"""A command of both chips that does nothing: whether it is taken says whether one is there."""
ASKED_EVERY = 2.0
"""Seconds from one such question to the next. A screen that lost its power has forgotten all that
it was set to, and would take pictures and stay dark."""
RESTS_AFTER = 600.0
"""Seconds without any news after which the screen goes dark: what stands there long burns in."""
PUT_OUT_WITHIN = 5.0
"""Seconds that its thread gets at the end to put it out."""

_log = logging.getLogger(__name__)


class OledError(RuntimeError):
    """The screen cannot be used; the message is a part of a sentence that says why."""


class Oled:
    """The screen; a context manager. Its methods may be called from any thread.

    Attributes:
        fault: why it stays dark, until it works again.
    """

    def __init__(
        self,
        chip: OledChip,
        address: int = USUAL_ADDRESS,
        *,
        turned: bool = False,
        brightness: Callable[[], float] = lambda: 1.0,
        language: NullTranslations = ENGLISH,
        bus: Any | None = None,
        asked_every: float = ASKED_EVERY,
        rests_after: float = RESTS_AFTER,
    ) -> None:
        """Begin; it is opened by its own thread.

        Args:
            chip: what drives it.
            address: its own on the bus.
            turned: whether it is mounted upside down.
            brightness: says how bright it is now, 0 to 1.
            language: of its words.
            bus: as smbus2's, which stays the caller's. Without one the bus I2C 1 is opened.
            asked_every: seconds until it is asked again whether it is there.
            rests_after: seconds without news after which it goes dark.
        """
        self._chip, self._address, self._turned = chip, address, turned
        self._brightness, self._language, self._bus = brightness, language, bus
        self._asked_every, self._rests_after = asked_every, rests_after
        self.fault: str | None = None
        self._wanted: tuple[PanelState, float] | None = None
        self._shown: tuple[PanelState, float] | None = None
        self._device: Any | None = None
        self._wire: Any | None = None
        self._closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="oled", daemon=True)
        self._thread.start()

    def show(self, state: PanelState) -> None:
        """Let the screen say ``state``, and return at once; what it says already is not sent."""
        wanted = state, self._brightness()
        with self._changed:
            self._wanted = wanted
            self._changed.notify_all()

    def wait(self, timeout: float = PUT_OUT_WITHIN) -> bool:
        """Wait until it shows what it was told; return whether it does."""
        with self._changed:
            return self._changed.wait_for(lambda: self._shown == self._wanted, timeout)

    def close(self) -> None:
        """Put it out and let go of the bus; safe to call twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(PUT_OUT_WITHIN)

    def __enter__(self) -> Self:
        """Return the screen."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close it."""
        self.close()

    # --------------------------------------------------------------------------- in its thread

    def _run(self) -> None:
        quiet = 0.0
        while (wanted := self._next()) is not None:
            news = wanted != self._shown
            quiet = 0.0 if news else quiet + self._asked_every
            try:
                if self._device is None:
                    self._device = self._opened()
                if news:
                    self._put(self._device, *wanted)
                else:
                    self._device.command(NOTHING)
                    if quiet >= self._rests_after > quiet - self._asked_every:
                        self._device.hide()
            except Exception as error:  # each kind of bus has errors of its own
                self._lost(_what_mends(error))
            else:
                self._works(wanted)
        try:
            if self._device is not None:
                self._device.hide()
        except Exception as error:  # it is let go of all the same
            _log.debug("the OLED could not be put out: %s", error)
        self._let_go()

    def _next(self) -> tuple[PanelState, float] | None:
        """Wait for news, or until the screen is to be asked again; None: it is closed."""
        with self._changed:
            while not self._closed:
                told = self._changed.wait_for(
                    lambda: self._closed or (self._wanted != self._shown and self.fault is None),
                    self._asked_every,
                )
                if self._wanted is not None and not self._closed:
                    return self._wanted
                if told:
                    break
            return None

    def _works(self, shown: tuple[PanelState, float]) -> None:
        with self._changed:
            if self.fault is not None:
                _log.warning("the OLED is back")
            self.fault, self._shown = None, shown
            self._changed.notify_all()

    def _lost(self, why: str) -> None:
        with self._changed:
            if self.fault is None:
                _log.warning("the OLED stays dark: %s", why)
            self.fault, self._shown = why, None
        self._device = None
        self._let_go()

    def _put(self, device: Any, state: PanelState, brightness: float) -> None:
        from hardware.oled_picture import drawn

        device.contrast(round(255 * brightness))
        device.display(drawn(state, self._language))
        device.show()  # where it rested

    def _opened(self) -> Any:
        """Open the bus, see whether the screen answers, and set it up.

        Raises:
            OledError: there is no library, no bus, or no answer.
        """
        try:
            from luma.core.error import DeviceNotFoundError, DevicePermissionError
            from luma.core.interface.serial import i2c
            from luma.oled.device import sh1106, ssd1306
        except ImportError as error:
            raise OledError(
                "the package luma.oled is not installed: sudo apt install python3-luma.oled"
            ) from error
        try:
            self._wire = i2c(self._bus, BUS_NUMBER, self._address)
        except DeviceNotFoundError as error:
            raise OledError("I2C is off: sudo raspi-config nonint do_i2c 0") from error
        except DevicePermissionError as error:
            raise OledError(f"no right to {BUS}: sudo usermod -aG i2c $USER") from error
        try:
            # Before the chip's object is made, which luma keeps until the end of the process.
            self._wire.command(NOTHING)
        except (DeviceNotFoundError, OSError) as error:
            says = f"nothing answers at the address {self._address:#x}: look at its four wires"
            raise OledError(says) from error
        made = {OledChip.SSD1306: ssd1306, OledChip.SH1106: sh1106}[self._chip]
        return made(self._wire, rotate=2 if self._turned else 0)

    def _let_go(self) -> None:
        if self._wire is not None:
            self._wire.cleanup()
        self._wire = None


def _what_mends(error: Exception) -> str:
    if isinstance(error, AttributeError) and "getdata" in str(error):
        # Pillow 14 no longer has what luma.oled reads pictures with, 3.16 for one.
        return "luma.oled needs an older Pillow: pip install 'pillow<14'"
    return str(error)
