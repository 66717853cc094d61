"""A button of the panel: pressed, or held down for long."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock, Timer
from time import sleep
from typing import Any, Protocol

from gpiozero import DigitalInputDevice  # type: ignore[import-untyped]

BOUNCE = 0.05
"""Seconds for which a button's contact may chatter."""
RELEASE = (0.0, 0.05, 0.2, 0.5)
"""Seconds before each try to release a pin: where much runs, lgpio's thread may still look at it,
and the kernel says then that it is busy."""

_log = logging.getLogger(__name__)


class Waiting(Protocol):
    """Something that is going to happen, unless it is cancelled; `threading.Timer` is one."""

    def start(self) -> None:
        """Begin to wait."""

    def cancel(self) -> None:
        """Let it not happen."""

    def join(self) -> None:
        """Return when it has happened or will not happen any more."""


Wait = Callable[[float, Callable[[], None]], Waiting]
"""Makes something happen after so many seconds."""


class PushButton:
    """One button on its pin; both callbacks run in threads of gpiozero's or of a timer.

    Without ``on_hold`` a press counts when the button goes down. With it a press counts when the
    button comes up again, unless it was held for ``seconds``: then that counts and no press.
    """

    # Not gpiozero's Button: for holding, each of those has a thread that wakes ten times a second
    # and is waited for at the end.
    def __init__(
        self,
        name: str,
        pin: int,
        factory: Any,
        on_press: Callable[[], None],
        on_hold: Callable[[], None] | None = None,
        seconds: float = 0.0,
        wait: Wait = Timer,
    ) -> None:
        """Take ``pin``; a failure is gpiozero's own. ``name`` is for the log."""
        self._name = name
        self._on_press, self._on_hold, self._seconds = on_press, on_hold, seconds
        self._wait = wait
        self._lock = Lock()
        self._waiting: Waiting | None = None
        device = DigitalInputDevice
        self._pin = device(pin, pull_up=True, bounce_time=BOUNCE, pin_factory=factory)
        if on_hold is None:
            self._pin.when_activated = lambda: self._call(on_press)
        else:
            self._pin.when_activated = self._down
            self._pin.when_deactivated = self._up

    @property
    def is_down(self) -> bool:
        """Whether the button is down at this moment."""
        return bool(self._pin.is_active)

    def _down(self) -> None:
        with self._lock:
            if self._waiting is None:
                self._waiting = self._wait(self._seconds, self._held)
                self._waiting.start()

    def _up(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, None
        if waiting is not None:  # otherwise it was down when the panel was opened, or was held
            waiting.cancel()
            self._call(self._on_press)

    def _held(self) -> None:
        with self._lock:
            if self._waiting is None:  # it came up in the very same moment: a press
                return
            self._waiting = None
        if self._on_hold is not None:
            self._call(self._on_hold)

    def _call(self, callback: Callable[[], None]) -> None:
        try:
            callback()
        except Exception:  # or gpiozero's thread ends, and with it every button
            _log.exception("the press of %s was lost", self._name)

    def close(self) -> None:
        """Release the pin; nothing is called any more."""
        failed: Exception | None = None
        for seconds in RELEASE:
            sleep(seconds)
            try:
                self._release()
                break
            except Exception as error:  # each kind of pin has errors of its own
                failed = error
        else:
            _log.warning("the pin of %s could not be released: %s", self._name, failed)
        with self._lock:
            waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.cancel()
            waiting.join()

    def _release(self) -> None:
        # First: then nothing begins any more. gpiozero leaves its callback with lgpio when a pin is
        # closed; as soon as the pins are opened again it is called, fails, and ends lgpio's thread,
        # and with it every button.
        if self._pin.pin is not None:
            self._pin.pin.when_changed = None
        self._pin.close()
