"""One queue, one thread: camera, buttons and phones take turns at the game."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TypeVar

Answer = TypeVar("Answer")


class InboxClosedError(RuntimeError):
    """The table is closing: nothing is taken any more."""


class Inbox:
    """Takes pieces of work from any thread and does them, in order, in the one that runs it."""

    def __init__(self) -> None:
        """Start empty and open."""
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._closed = False

    def post(self, work: Callable[[], object]) -> None:
        """Add ``work`` and return at once; what it returns is dropped."""
        self._work.put(lambda: _drop(work()))

    def ask(self, work: Callable[[], Answer], timeout: float | None = None) -> Answer:
        """Add ``work``, wait until it is done and return what it returned.

        Raises:
            InboxClosedError: the table closed before it was done.
            TimeoutError: ``timeout`` seconds passed; the work may still be done later.
            Exception: whatever ``work`` raised.
        """
        if self._closed:
            raise InboxClosedError("the table is closing")
        done: Future[Answer] = Future()

        def run() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(work())
            except BaseException as error:  # handed to the thread that asked
                done.set_exception(error)

        self._work.put(run)
        return done.result(timeout)

    def run(self, after: Callable[[], object]) -> None:
        """Do all work in this thread until `close`; call ``after`` when a piece is done."""
        while True:
            work = self._work.get()
            if work is None:
                return
            work()
            after()

    def close(self) -> None:
        """Let `run` end after the work that is already there; safe to call twice."""
        self._closed = True
        self._work.put(None)


def _drop(_answer: object) -> None:
    return None
