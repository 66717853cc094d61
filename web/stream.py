"""Views to phones as they change, by Server-Sent Events."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock

from flask import Blueprint, Response

from web.api import reader
from web.reception import Reception, Refusal, whole
from web.seats import Visitor

HEARTBEAT = 10.0
"""Seconds of silence after which a stream says that it is alive."""
LOOK_AROUND = 1.0
"""Seconds after which a stream looks whether it is still wanted."""
STREAMS = 24
"""Open at the same time; each holds one thread of the server."""
STREAMS_OF_A_PHONE = 3
"""A phone that opens more closes its oldest: it may have vanished without a word."""
RETRY_MS = 2000
"""After which a browser connects again by itself."""


class Streams:
    """The open streams; may be asked from any thread.

    Attributes:
        closed: whether the server is closing.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._numbers = itertools.count()
        self._open: OrderedDict[int, str] = OrderedDict()
        self._lock = Lock()
        self.closed = False

    def enter(self, phone: str) -> int | None:
        """Return a number for a new stream of ``phone``; None: there are too many."""
        with self._lock:
            own = [number for number, owner in self._open.items() if owner == phone]
            for number in own[: max(0, len(own) + 1 - STREAMS_OF_A_PHONE)]:
                del self._open[number]
            if self.closed or len(self._open) >= STREAMS:
                return None
            number = next(self._numbers)
            self._open[number] = phone
            return number

    def is_open(self, number: int) -> bool:
        """Say whether the stream is still wanted."""
        with self._lock:
            return number in self._open

    def leave(self, number: int) -> None:
        """Forget a stream; harmless if it is forgotten already."""
        with self._lock:
            self._open.pop(number, None)

    def close(self) -> None:
        """End all streams within a second, and let none begin."""
        self.closed = True


def blueprint(reception: Reception, streams: Streams, clock: Callable[[], float]) -> Blueprint:
    """Return the streams of ``reception``; ``clock`` gives seconds that only ever grow."""
    pages = Blueprint("stream", __name__)
    _ = reception.language.gettext

    @pages.get("/stream")
    def stream() -> Response:
        visitor = reception.visitor()
        seat = reader(reception)
        number = streams.enter(visitor.phone)
        if number is None:
            raise Refusal(503, _("Too many pages are open."), retry_after=10)
        lines = messages(reception, streams, number, visitor, seat, clock)
        response = Response(lines, mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(lambda: streams.leave(number))
        return response

    return pages


def messages(
    reception: Reception,
    streams: Streams,
    number: int,
    visitor: Visitor,
    seat: int | None,
    clock: Callable[[], float],
) -> Iterator[str]:
    """Yield the snapshots that ``seat`` is shown: the newest at once, then each new one.

    A stream ends when the table closes, when its phone has lost its seat (``event: seat``) or
    opened too many others (``event: elsewhere``).
    """
    hub = reception.desk.hub
    sent: tuple[int | None, int] | None = None
    spoke = clock()
    yield f"retry: {RETRY_MS}\n\n"
    while not hub.closed and not streams.closed:
        if not reception.seats.holds(visitor):
            yield "event: seat\ndata: {}\n\n"
            return
        if not streams.is_open(number):
            yield "event: elsewhere\ndata: {}\n\n"
            return
        who, snapshot = reception.shown(seat)
        if (who, snapshot.version) != sent:
            sent, spoke = (who, snapshot.version), clock()
            yield f"data: {whole(snapshot)}\n\n"
        elif clock() - spoke >= HEARTBEAT:
            # Comments keep the connection alive; scripts only see events.
            spoke = clock()
            yield ": alive\nevent: beat\ndata: {}\n\n"
        hub.wait(who, snapshot.version, LOOK_AROUND)
