"""A button of the panel, with its debounce: pressed, or held down for long."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock, Timer
from time import sleep
from typing import Any, Protocol

from gpiozero import InputDevice

SPIKE = 0.001
"""Seconds: a contact that is shorter is none, but what a wire picks up."""
CHATTER = 0.25
"""Seconds for which a contact may chatter once a button goes down or comes up."""
DEBOUNCE = 0.02
"""Seconds for which a contact has to be quiet then, before it is believed again."""
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

    The first edge counts at once. What the contact does in the next `CHATTER` seconds, and until
    it has been quiet for `DEBOUNCE`, is only looked at when that is over: where the button is found
    elsewhere than it was, it has been moved meanwhile. So a contact may chatter however it likes,
    and two presses whose beginnings are 0.3 seconds apart are two.

    How far two edges are apart is told by the time that the kernel gave them: where the eyes keep
    the processor busy, an edge may be told late, and two presses must not become one by that.
    """

    # Neither gpiozero's Button nor its bounce_time alone: for holding, each Button has a thread
    # that wakes ten times a second and is waited for at the end; a time in which the contact has to
    # be quiet before an edge is told lets a chattering button answer late; and what a
    # DigitalInputDevice calls is not told when the edge was.
    def __init__(
        self,
        name: str,
        pin: int,
        factory: Any,
        on_press: Callable[[], None],
        on_hold: Callable[[], None] | None = None,
        seconds: float = 0.0,
        wait: Wait = Timer,
        chatter: float = CHATTER,
    ) -> None:
        """Take ``pin``; a failure is gpiozero's own.

        Args:
            name: for the log.
            pin: as Broadcom counts.
            factory: gpiozero's pins.
            on_press: is called at each press.
            on_hold: is called when the button was held; None: it is never.
            seconds: for which it has to be held.
            wait: waits for that, and for the contact to be quiet.
            chatter: seconds for which the contact may chatter; 0: it does not, and each edge
                counts.
        """
        self._name = name
        self._on_press, self._on_hold, self._seconds = on_press, on_hold, seconds
        self._wait, self._chatter = wait, chatter
        self._lock = Lock()
        self._holding: Waiting | None = None
        self._settling: Waiting | None = None
        self._stirred = False
        self._begun: float | None = None
        self._last_edge = 0.0
        """When the contact last began to chatter and last stirred, in the factory's ticks."""
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        self._apart = self._device.pin_factory.ticks_diff
        try:
            self._is_down = self._was_down = self.is_down
            self._device.pin.bounce = SPIKE
            self._device.pin.edges = "both"
            self._device.pin.when_changed = self._edge
        except Exception:
            self._device.close()
            raise

    @property
    def is_down(self) -> bool:
        """Whether the button is down at this moment."""
        return bool(self._device.is_active)

    def _edge(self, ticks: float, level: int) -> None:
        """Take an edge that was at ``ticks`` and left the pin at ``level``, 0 where it is down."""
        presses = 0
        with self._lock:
            if not self._is_quiet_by(ticks):
                self._is_down, self._last_edge, self._stirred = not level, ticks, True
                if self._settling is None:  # told so late that the contact was believed already
                    self._settle(DEBOUNCE)
                return
            if self._settling is not None:  # it was quiet before this edge, and nobody looked yet
                self._settling.cancel()
                presses += self._rest()
            self._is_down = not level
            if self._is_down is not self._was_down:
                self._begun = self._last_edge = ticks
                if self._chatter:
                    self._settle(self._chatter)
                    self._stirred = True
                presses += self._moved(self._is_down)
        for _ in range(presses):
            self._call(self._on_press)

    def _is_quiet_by(self, ticks: float) -> bool:
        """Whether the contact had come to rest before an edge at ``ticks``."""
        if self._begun is None or not self._chatter:
            return True
        settled = self._apart(ticks, self._begun) >= self._chatter + DEBOUNCE
        return bool(settled and self._apart(ticks, self._last_edge) >= DEBOUNCE)

    def _settle(self, seconds: float) -> None:
        self._stirred = False
        self._settling = self._wait(seconds, self._settled)
        self._settling.start()

    def _settled(self) -> None:
        with self._lock:
            if self._settling is None:  # closed in the very same moment
                return
            if self._stirred:
                self._settle(DEBOUNCE)
                return
            pressed = self._rest()
        if pressed:
            self._call(self._on_press)

    def _rest(self) -> bool:
        """Believe the contact again, under the lock; return whether that makes a press."""
        self._settling = None
        return self._is_down is not self._was_down and self._moved(self._is_down)

    def _moved(self, down: bool) -> bool:
        """Take the button's new place, under the lock; return whether that makes it a press."""
        self._was_down = down
        if self._on_hold is None:
            return down
        if down:
            self._holding = self._wait(self._seconds, self._held)
            self._holding.start()
            return False
        holding, self._holding = self._holding, None
        if holding is None:  # it was down when the panel was opened, or was held
            return False
        holding.cancel()
        return True

    def _held(self) -> None:
        with self._lock:
            # The first: it came up in the very same moment, a press. The second: it is up, but the
            # edge has not been told yet; a table is not shut down by a busy processor.
            if self._holding is None or not self.is_down:
                return
            self._holding = None
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
            waiting = [one for one in (self._holding, self._settling) if one is not None]
            self._holding = self._settling = None
        for one in waiting:
            one.cancel()
            one.join()

    def _release(self) -> None:
        # First: then nothing begins any more. gpiozero leaves its callback with lgpio when a pin is
        # closed; as soon as the pins are opened again it is called, fails, and ends lgpio's thread,
        # and with it every button.
        if self._device.pin is not None:
            self._device.pin.when_changed = None
        self._device.close()
