"""What takes seconds and is done once at a time: who waits, and who had better come again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from companion.language.phrases import phrase

MOST_WAITING = 5
"""Pieces of work that are being done or wait at most: fewer than the web server has threads to
answer with, so that a seat's tap is never behind what somebody else has asked for."""


class BusyError(RuntimeError):
    """Too much is being done already, so it is better tried again a little later."""


class WaitingPlaces:
    """`MOST_WAITING` places of threads that do something or wait for it."""

    def __init__(self, why: str) -> None:
        """Begin with all of them free; ``why`` is what somebody is told for whom none is left."""
        self._why = why
        self._left = BoundedSemaphore(MOST_WAITING)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Have one of the places.

        Raises:
            BusyError: none is left.
        """
        if not self._left.acquire(blocking=False):
            raise BusyError(self._why)
        try:
            yield
        finally:
            self._left.release()


class OneByOne:
    """Lets threads do something one after the other, as long as not too many of them wait."""

    def __init__(self) -> None:
        """Begin with nobody who does it."""
        why = phrase("too many ask for this at once: please try again in a moment")
        self._places, self._doing = WaitingPlaces(why), Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until it is this thread's turn, and have it.

        Raises:
            BusyError: too many are waiting already.
        """
        with self._places.taken(), self._doing:
            yield
