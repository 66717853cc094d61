"""One queue, one thread: camera, buttons and phones take turns at the game."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import RLock
from typing import Any, TypeVar

CLOSING = "the table is closing"
SIGNALS_HEEDED_WITHIN = 1.0
"""Seconds after which a signal is heeded that came at a bad moment."""
Answer = TypeVar("Answer")
_Piece = tuple[Callable[[], object], Future[Any] | None]
"""Work, and who waits for what it returns."""


class InboxClosedError(RuntimeError):
    """The table is closing: nothing is taken any more."""


class Inbox:
    """Takes pieces of work from any thread and does them, in order, in the one that runs it."""

    def __init__(self) -> None:
        """Start empty and open."""
        self._work: SimpleQueue[_Piece | None] = SimpleQueue()
        self._asked: set[Future[Any]] = set()
        self._lock = RLock()  # a signal may close it between two lines that hold it
        self._closed = False

    def post(self, work: Callable[[], object]) -> None:
        """Add ``work`` and return at once; what it returns is dropped. Closed, nothing is done."""
        with self._lock:
            if not self._closed:
                self._work.put((work, None))

    def ask(self, work: Callable[[], Answer], timeout: float | None = None) -> Answer:
        """Add ``work``, wait until it is done and return what it returned.

        What `run` does after each piece has been done by then, too.

        Raises:
            InboxClosedError: the table closed before it was done.
            TimeoutError: ``timeout`` seconds passed; the work may still be done later.
            Exception: whatever ``work`` raised.
        """
        done: Future[Answer] = Future()
        with self._lock:
            if self._closed:
                raise InboxClosedError(CLOSING)
            self._asked.add(done)
            self._work.put((work, done))
        try:
            return done.result(timeout)
        finally:
            with self._lock:
                self._asked.discard(done)

    def run(self, after: Callable[[], object], idle: Callable[[], object] = lambda: None) -> None:
        """Do all work in this thread until `close`; call ``after`` when a piece is done.

        ``idle`` is called about once a second while there is nothing to do.

        Raises:
            Exception: whatever posted work or ``after`` raised; who still waits for an answer is
                told that the table closes.
        """
        try:
            while (piece := self._next(idle)) is not None:
                work, asked = piece
                if asked is None:
                    work()
                    after()
                    continue
                try:
                    answer = work()
                except BaseException as error:  # it is the thread's that asked
                    after()
                    asked.set_exception(error)
                else:
                    after()
                    asked.set_result(answer)
        finally:
            self.close()
            with self._lock:
                waiting = [done for done in self._asked if not done.done()]
            for done in waiting:
                done.set_exception(InboxClosedError(CLOSING))

    def _next(self, idle: Callable[[], object]) -> _Piece | None:
        # A signal that comes just before the wait begins does not wake it: its handler, which
        # closes the inbox, only runs when this thread is back in Python.
        while True:
            with suppress(Empty):
                return self._work.get(timeout=SIGNALS_HEEDED_WITHIN)
            idle()

    def close(self) -> None:
        """Let `run` end after the work that is already there; safe to call twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._work.put(None)
