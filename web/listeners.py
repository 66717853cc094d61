"""The open streams: how many there are, and whose."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from threading import Lock

STREAMS = 64
"""Open at the same time; each holds one thread of the server."""
STREAMS_WITHOUT_A_SEAT = 40
"""Of these: the others are kept for the seats, however many look on."""
STREAMS_OF_A_PHONE = 3
"""A phone that opens more closes its oldest: it may have vanished without a word."""


class Streams:
    """The open streams; may be asked from any thread.

    Attributes:
        closed: whether the server is closing.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._numbers = itertools.count()
        self._open: OrderedDict[int, str] = OrderedDict()
        self._looking_on: set[int] = set()
        self._lock = Lock()
        self.closed = False

    def enter(self, phone: str, *, seated: bool = True) -> int | None:
        """Return a number for a new stream of ``phone``; None: there are too many.

        Args:
            phone: which one.
            seated: whether it has a seat.
        """
        with self._lock:
            own = [number for number, owner in self._open.items() if owner == phone]
            for number in own[: max(0, len(own) + 1 - STREAMS_OF_A_PHONE)]:
                self._forget(number)
            if self.closed or len(self._open) >= STREAMS:
                return None
            if not seated and len(self._looking_on) >= STREAMS_WITHOUT_A_SEAT:
                return None
            number = next(self._numbers)
            self._open[number] = phone
            if not seated:
                self._looking_on.add(number)
            return number

    def _forget(self, number: int) -> None:
        self._open.pop(number, None)
        self._looking_on.discard(number)

    def phones(self) -> set[str]:
        """Return which phones have one."""
        with self._lock:
            return set(self._open.values())

    def is_open(self, number: int) -> bool:
        """Say whether the stream is still wanted."""
        with self._lock:
            return number in self._open

    def leave(self, number: int) -> None:
        """Forget a stream; harmless if it is forgotten already."""
        with self._lock:
            self._forget(number)

    def close(self) -> None:
        """End all streams within a second, and let none begin."""
        self.closed = True
