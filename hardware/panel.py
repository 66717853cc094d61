"""The panel of buttons and lamps as one device on the pins of a Raspberry Pi."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from threading import Lock, Timer
from types import MappingProxyType
from typing import Any, Self

from gpiozero import LED, PWMLED, Buzzer

from companion.panel.panel import Hold, PanelKind, PanelState, Press
from companion.panel.wiring import Wiring
from hardware.buttons import CHATTER, PushButton, Wait
from hardware.lamps import BEEPS, DARK, STEADY, Blink, Lamps, lamps
from hardware.strip import Pixel, PixelBus, Spi, Strip, StripError

BEEP_ON, BEEP_OFF = 0.08, 0.12
"""Seconds."""

OnPress = Callable[[Press], None]
OnHold = Callable[[Hold], None]
Brightness = Callable[[], float]
"""Says how bright the lamps are now, 0 to 1."""
HELD: Mapping[Hold, float] = MappingProxyType({Hold.REDO: 1.0, Hold.SHUT_DOWN: 4.0})
"""Seconds for which a button has to be held."""

NO_HOLDS: Mapping[Press, Hold] = MappingProxyType({})
BUZZER = "buzzer"

_log = logging.getLogger(__name__)


def _ignore(_hold: Hold) -> None:
    return None


class PanelError(RuntimeError):
    """The panel cannot be used; the message is one sentence that says why."""


class Panel:
    """The front panel; a context manager.

    Opening it takes the pins and puts all lamps out; where one pin cannot be had, those that
    were taken are released. ``show`` and ``close`` may be called from any thread, one waits for
    the other. Do not call them from ``on_press``: that runs in gpiozero's thread, which also
    serves the other buttons, so it hands the press on and returns.

    Attributes:
        kind: which panel this is; never ``AUTO``.
        why_virtual: why this is not the real panel, where that was tried first; otherwise None.
        fault: what the pins said when they failed while the panel was open, until they work again.

    Raises:
        PanelError: there are no pins here, or one of them cannot be used.
    """

    kind = PanelKind.GPIO
    why_virtual: str | None = None

    def __init__(
        self,
        on_press: OnPress,
        wiring: Wiring,
        *,
        brightness: float | Brightness = 1.0,
        holds: Mapping[Press, Hold] = NO_HOLDS,
        on_hold: OnHold = _ignore,
        factory: Any | None = None,
        bus: PixelBus | None = None,
        wait: Wait = Timer,
        chatter: float = CHATTER,
    ) -> None:
        """Open the panel.

        Args:
            on_press: is given each press, once, when the button goes down; that of a button in
                ``holds`` when it comes up again.
            wiring: the pins; what has no pin is left out.
            brightness: of the lamps, from 0 to 1; below 1 they are dimmed by fast pulses. Where it
                is a function, it is asked each time that something is shown.
            holds: what it means when one of these buttons is held, see `HELD`.
            on_hold: is given that.
            factory: gpiozero's pins to use; it stays the caller's. Without one the panel opens
                those of this Raspberry Pi and closes them in the end.
            bus: the wire to a strip, which the panel closes in the end. Without one it opens that
                of this Raspberry Pi, where the wiring has a strip.
            wait: waits for a button to be held, and for its contact to be quiet.
            chatter: seconds for which the contacts of buttons may chatter; 0: they do not.
        """
        self._ask = brightness if callable(brightness) else None
        self._brightness = _share(brightness() if callable(brightness) else brightness)
        dims = self._ask is not None or self._brightness < 1
        self._lock = Lock()
        self.fault: str | None = None
        self._shown: Lamps | None = None
        self._status: object = None
        self._lamps: dict[str, Any] = {}
        self._buzzer: Any | None = None
        self._buttons: dict[Press, PushButton] = {}
        with ExitStack() as opened:
            pins = opened.enter_context(_gpio()) if factory is None else factory
            for name, pin in wiring.lamps.items():
                lamp = _device(name, PWMLED if dims else LED, pin, pins)
                self._lamps[name] = opened.enter_context(lamp)
                opened.callback(_put_out, lamp)
            if wiring.pixels:
                strip = opened.enter_context(_strip(len(wiring.pixels), bus))
                for name, place in wiring.pixels.items():
                    self._lamps[name] = pixel = opened.enter_context(Pixel(strip, place, name))
                    opened.callback(_put_out, pixel)
            if wiring.buzzer is not None:
                self._buzzer = opened.enter_context(_device("buzzer", Buzzer, wiring.buzzer, pins))
                opened.callback(self._buzzer.off)
            for press, pin in wiring.buttons.items():
                held = holds.get(press)
                button = _device(
                    f"button {press.value}",
                    PushButton,
                    pin,
                    pins,
                    on_press=partial(on_press, press),
                    on_hold=None if held is None else partial(on_hold, held),
                    seconds=0.0 if held is None else HELD[held],
                    wait=wait,
                    chatter=chatter,
                )
                opened.callback(button.close)
                self._buttons[press] = button
            self._opened: ExitStack | None = opened.pop_all()

    @property
    def shown(self) -> Lamps | None:
        """What the lamps were last told; None before that and after the end."""
        return self._shown

    def show(self, state: PanelState) -> None:
        """Let the lamps say ``state``.

        What is shown already is not touched, so a pattern does not begin anew. A closed panel
        shows nothing. Pins that fail don't stop the game: ``fault`` and the log say what is wrong,
        and the next call tries again.
        """
        wanted = lamps(state)
        with self._lock:
            self._dim()
            if self._opened is None or (wanted == self._shown and state.status is self._status):
                return
            before = self._shown.by_name() if self._shown is not None else {}
            self._shown = None  # until all lamps are set: after a failure each is set again
            try:
                for name, blink in wanted.by_name().items():
                    if name in self._lamps and blink != before.get(name):
                        self._set(self._lamps[name], blink)
                if self._buzzer is not None and state.status is not self._status:
                    self._beep(BEEPS.get(state.status, 0))
            except Exception as error:  # each kind of pin has errors of its own
                if self.fault is None:
                    _log.warning("the panel's pins no longer work: %s", error)
                self.fault = str(error)
            else:
                self._shown, self._status, self.fault = wanted, state.status, None

    def light(self, *names: str) -> None:
        """Light these lamps of `Wiring.lamps` and no others, and ``buzzer`` where it is named.

        Raises:
            KeyError: there is no such lamp.
            Exception: the pins' own, where they fail.
        """
        with self._lock:
            if self._opened is None:
                return
            self._shown = self._status = None
            for name in names:
                _ = self._lamps[name] if name != BUZZER else self._buzzer
            for name, lamp in self._lamps.items():
                self._set(lamp, STEADY if name in names else DARK)
            if self._buzzer is not None:
                self._buzzer.value = BUZZER in names

    def down(self) -> frozenset[Press]:
        """Return the buttons that are down at this moment."""
        return frozenset(press for press, button in self._buttons.items() if button.is_down)

    def _dim(self) -> None:
        """Take up another brightness; what is lit is then set anew."""
        if self._ask is not None:
            now = _share(self._ask())
            if now != self._brightness:
                self._brightness, self._shown = now, None

    def _set(self, lamp: Any, blink: Blink) -> None:
        lamp.source = None  # ends the thread that blinks it
        if blink.times:
            lamp.source = self._values(lamp, blink)
        else:
            lamp.value = self._value(blink.lit)

    def _values(self, lamp: Any, blink: Blink) -> Iterator[float]:
        """Feed a blinking lamp: gpiozero's thread sets each value and then waits the delay."""
        while True:
            for lit, seconds in blink.steps():
                lamp.source_delay = seconds
                yield self._value(lit)

    def _value(self, lit: bool) -> float:
        return self._brightness if lit else 0.0

    def _beep(self, times: int) -> None:
        assert self._buzzer is not None
        if times:
            self._buzzer.beep(BEEP_ON, BEEP_OFF, n=times)
        else:
            self._buzzer.off()

    def close(self) -> None:
        """Put all lamps out and release the pins; safe to call twice."""
        with self._lock:
            opened, self._opened = self._opened, None
            self._shown = None
            if opened is None:
                return
            try:
                opened.close()
            except Exception as error:  # the rest was closed all the same
                _log.warning("the panel's pins could not be put out: %s", error)

    def __enter__(self) -> Self:
        """Return the opened panel."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the panel."""
        self.close()


def _device(name: str, device: Any, pin: int, factory: Any, **options: Any) -> Any:
    try:
        if device is PushButton:
            return PushButton(name.removeprefix("button "), pin, factory, **options)
        return device(pin, pin_factory=factory, **options)
    except Exception as error:  # each kind of pin has errors of its own
        raise PanelError(f"the panel's {name} cannot have pin {pin}: {error}") from error


def _strip(count: int, bus: PixelBus | None) -> Strip:
    try:
        return Strip(count, Spi() if bus is None else bus)
    except StripError as error:
        raise PanelError(str(error)) from error
    except OSError as error:
        raise PanelError(f"the panel's strip does not answer: {error}") from error


def _put_out(lamp: Any) -> None:
    lamp.source = None
    lamp.off()


def _share(brightness: float) -> float:
    if not 0 <= brightness <= 1:
        raise ValueError(f"brightness is a number from 0 to 1, got {brightness}")
    return brightness


def _gpio() -> Any:
    """Open the pins of this Raspberry Pi by lgpio, which works on every model."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        raise PanelError(
            "there is no panel, because the package lgpio is not installed"
            " (docs/dependencies.md says how to get it)"
        ) from error
    except Exception as error:  # lgpio opens a pipe in the working directory on import
        raise PanelError(
            f"there is no panel, because lgpio does not start: {error}"
            " (it needs a working directory, or LG_WD, that it can write to)"
        ) from error
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio's own errors, and gpiozero's where this is no Pi
        raise PanelError(
            f"there is no panel, because the pins of a Raspberry Pi cannot be opened: {error}"
        ) from error
