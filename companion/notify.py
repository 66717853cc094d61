"""What the system's service manager is told: that the companion is up, alive, and what it does.

It is a datagram to the socket in ``$NOTIFY_SOCKET``, which systemd opens for a unit of
``Type=notify``. Started by hand there is none, and nothing is told. Everything told here is public.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping
from threading import Lock

ALIVE_EVERY = 1.0
"""Seconds between two signs of life."""

_log = logging.getLogger(__name__)


class Notifier:
    """Tells the service manager; its functions may be called from any thread and never fail."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Look where to tell; nothing is told yet."""
        said = environment.get("NOTIFY_SOCKET", "")
        # One that begins with @ has no file: its name begins with a zero byte.
        self._address = f"\0{said[1:]}" if said.startswith("@") else said
        self._clock = clock
        self._beaten: float | None = None
        self._status: str | None = None
        self._failed = False
        self._lock = Lock()

    def ready(self) -> None:
        """Say that phones and buttons can be used now."""
        self._tell("READY=1")

    def beat(self) -> None:
        """Give a sign of life; more than one a second are one."""
        now = self._clock()
        with self._lock:
            if self._beaten is not None and now - self._beaten < ALIVE_EVERY:
                return
            self._beaten = now
        self._tell("WATCHDOG=1")

    def status(self, text: str) -> None:
        """Say in one line what is going on; what was said last is not said again."""
        with self._lock:
            if text == self._status:
                return
            self._status = text
        self._tell(f"STATUS={text}")

    def stopping(self) -> None:
        """Say that the companion is about to end."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
                channel.settimeout(1.0)
                channel.sendto(message.encode(), self._address)
        except OSError as error:
            if not self._failed:
                _log.warning("the service manager cannot be told anything: %s", error)
            self._failed = True
