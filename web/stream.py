"""Views to phones as they change, by Server-Sent Events."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from web.api import reader
from web.context import PageContext, Refusal, whole
from web.listeners import Streams
from web.seats import Visitor

HEARTBEAT = 10.0
"""Seconds of silence after which a stream says that it is alive."""
LOOK_AROUND = 1.0
"""Seconds after which a stream looks whether it is still wanted."""
RETRY_MS = 2000
"""After which a browser connects again by itself."""


def blueprint(context: PageContext, streams: Streams, clock: Callable[[], float]) -> Blueprint:
    """Return the streams of ``context``; ``clock`` gives seconds that only ever grow."""
    pages = Blueprint("stream", __name__)
    _ = context.language.gettext

    @pages.get("/stream")
    def stream() -> Response:
        visitor = context.visitor()
        seat = reader(context)
        if request.method == "HEAD":
            # It listens to nothing, and gets an answer of a known length: the server would end a
            # stream of none with a chunk that HEAD must not have.
            return Response(b"", mimetype="text/event-stream")
        context.introduce()
        number = streams.enter(visitor.phone, seated=visitor.place is not None)
        if number is None:
            raise Refusal(503, _("Too many pages are open."), retry_after=10)
        lines = messages(context, streams, number, visitor, seat, clock)
        response = Response(lines, mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(lambda: streams.leave(number))
        return response

    return pages


def messages(
    context: PageContext,
    streams: Streams,
    number: int,
    visitor: Visitor,
    seat: int | None,
    clock: Callable[[], float],
) -> Iterator[str]:
    """Yield the snapshots that ``seat`` is shown: the newest at once, then each new one.

    With each goes who is there, which may change without the view.

    A stream ends when the table closes, when its phone has lost its seat (``event: seat``) or
    opened too many others (``event: elsewhere``).
    """
    hub = context.desk.hub
    sent: object = None
    spoke = clock()
    yield f"retry: {RETRY_MS}\n\n"
    while not hub.closed and not streams.closed:
        if not context.seats.holds(visitor):
            yield "event: seat\ndata: {}\n\n"
            return
        if not streams.is_open(number):
            yield "event: elsewhere\ndata: {}\n\n"
            return
        who, snapshot = context.shown(seat)
        house = context.house(visitor)
        newest = (who, snapshot.version, house)
        if newest != sent:
            sent, spoke = newest, clock()
            yield f"data: {whole(snapshot, house)}\n\n"
        elif clock() - spoke >= HEARTBEAT:
            # Comments keep the connection alive; scripts only see events.
            spoke = clock()
            yield ": alive\nevent: beat\ndata: {}\n\n"
        hub.wait(who, snapshot.version, LOOK_AROUND)
