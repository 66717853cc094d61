"""The web server's limits: how many connections there are, whose, and what a request may bring.

Whoever reaches this machine may open connections and send bytes before anybody knows who it is.
Waitress reads whole requests before it hands them on, and stops accepting anybody where too many
connections are open; here each address gets its share, and a body is read only as far as whoever
sends it may send one. It also answers hundreds of requests that come at once on one connection
(pipelining) and keeps each answer, with its open file, until somebody takes it; here a connection
has one answer at a time.
"""

from __future__ import annotations

import logging
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.utilities import Error, RequestEntityTooLarge

from web.listeners import Streams

LargestBody = Callable[[str, str], int]
"""Returns how many bytes a request may bring, by its path and its ``Cookie`` header; for the
thread of the server, so it has to be quick."""

CONNECTIONS = 384
"""Open at the same time: a browser keeps up to six for each page."""
CONNECTIONS_OF_AN_ADDRESS = 96
"""Above it the longest idle one of that address goes."""
IDLE = 60
"""Seconds after which a connection goes on which nothing happens."""
WHOLE_REQUEST = 90.0
"""Seconds within which a request has to be there, however slowly it comes."""
SLOWEST_UPLOAD = 256 * 1024
"""Bytes a second that are waited for where a request may bring so many that it takes longer: the
file of a release over the hotspot of the table."""
LOOK_AFTER = 5
"""Seconds after which connections are looked at again."""
HEADERS = 32 * 1024
"""Bytes of a request before its body; a browser sends two thousand."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """What the server asks of the pages before it hands a request on.

    Attributes:
        streams: those that are open.
        largest: how much a request may bring.
        too_much: what is told of one that brings more, as JSON by RFC 9457.
        no_room: likewise of one for which the disk has no room: what is large waits there.
    """

    streams: Streams
    largest: LargestBody
    too_much: str
    no_room: str


class LimitedServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """A waitress server with a share for each address, and a bound for each body."""

    def __init__(
        self, app: Any, listening: socket.socket, limits: RequestLimits, threads: int
    ) -> None:
        """Listen on a socket that is bound.

        Args:
            app: the WSGI application.
            listening: where.
            limits: what the application says of requests.
            threads: how many answer.
        """
        settings = Adjustments(
            sockets=[listening],
            threads=threads,
            ident=None,
            channel_timeout=IDLE,
            cleanup_interval=LOOK_AFTER,
            clear_untrusted_proxy_headers=True,
            # Never reached: one goes for each that comes. It would lock everybody out.
            connection_limit=2 * CONNECTIONS,
            asyncore_use_poll=True,
            max_request_header_size=HEADERS,
        )
        self._request = partial(_Request, limits)
        self.channel_class = self._admit
        where = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(app, _sock=listening, adj=settings, bind_socket=False, sockinfo=where)

    def _admit(self, server: Any, sock: socket.socket, address: Any, adj: Any, map: Any) -> None:
        """Take a connection; where its address or all have too many, an idle one goes for it."""
        open_ = list(self.active_channels.values())
        of = Counter(channel.addr[0] for channel in open_)
        own = of[address[0]] >= CONNECTIONS_OF_AN_ADDRESS
        if own or len(open_) >= CONNECTIONS:
            crowd = address[0] if own else of.most_common(1)[0][0]
            idle = [one for one in open_ if one.addr[0] == crowd and not one.requests]
            if not idle:
                sock.close()
                return
            min(idle, key=lambda one: one.last_activity).handle_close()
        channel = HTTPChannel(server, sock, address, adj, map=map)
        channel.parser_class = self._request

    def maintenance(self, now: float) -> None:
        """Close connections that are idle, and those whose request does not come to its end.

        So are those whose answer nobody takes, as an open stream's: waitress waits until they take
        more, and they never do.
        """
        super().maintenance(now)
        untaken = now - self.adj.channel_timeout
        for channel in list(self.active_channels.values()):
            with channel.outbuf_lock:  # somebody may just be answering
                if channel.total_outbufs_len and channel.last_activity < untaken:
                    channel.handle_close()
        moment = time.monotonic()
        for channel in self.active_channels.values():
            if channel.request is not None and channel.request.late_at < moment:
                channel.will_close = True


class _Request(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request that is being read."""

    adj: Any
    error: Any

    def __init__(self, limits: RequestLimits, adj: Any) -> None:
        super().__init__(adj)
        self._has_room = True
        self._begun = time.monotonic()
        self.late_at = self._begun + WHOLE_REQUEST
        self._limits = limits

    def received(self, data: bytes) -> int:
        """Read the next bytes; return how many of them belong to this request."""
        try:
            consumed = int(super().received(data))
        except OSError as error:  # waitress keeps a large body in a file
            _log.warning("a large request is not kept: %s", error.strerror)
            self._has_room = False
            # Its sender hears of it once he has sent all of it; where no end is told, at once.
            with suppress(OSError):  # there is no room for what has yet to be written, either
                self.body_rcv.buf.close()
            self.body_rcv.buf = _Nowhere()
            consumed, self.completed = len(data), self.chunked
            if not self.chunked:
                consumed = int(super().received(data))
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = _Told(413, self._limits.too_much)
        elif self.completed and not self._has_room:
            self.error = _Told(507, self._limits.no_room)
        if self.completed and not self.empty and data[consumed:].strip():
            # No browser asks for more before it is answered. The rest is not read; whoever sent it
            # is told that this connection ends.
            self.headers["CONNECTION"] = "close"
            consumed = len(data)
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        """Read the headers; they say how much may follow."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # of an address such as http://[
            raise ParsingError("Bad URI") from error
        self.adj = copy(self.adj)  # all connections share it
        if "COOKIE" in self.headers:
            self.headers["COOKIE"] = _readable(self.headers["COOKIE"])
        allowed = self._limits.largest(self.path, self.headers.get("COOKIE", ""))
        self.adj.max_request_body_size = allowed + 1
        self.late_at = self._begun + max(WHOLE_REQUEST, allowed / SLOWEST_UPLOAD)


def _readable(cookies: str) -> str:
    """Return cookies, each byte a letter as WSGI has it, so that all of them are UTF-8.

    A browser sends along what any other program on this machine has set, whatever its port, and
    one that is no UTF-8 would be the end of every request.
    """
    return cookies.encode("latin-1").decode(errors="replace").encode().decode("latin-1")


class _Nowhere:
    """Where the rest of a body goes for which there is no room."""

    def append(self, data: bytes) -> None:
        """Forget it."""

    def close(self) -> None:
        """Nothing is to be closed."""


class _Told(Error):  # type: ignore[misc]  # noqa: N818 - no exception; waitress has no types
    """What is told of a request that is not handed on."""

    def __init__(self, code: int, body: str) -> None:
        super().__init__(body)
        self.code, self.reason = code, HTTPStatus(code).phrase

    def to_response(self, ident: str | None = None) -> Any:  # noqa: ARG002 - waitress asks so
        head = [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")]
        return f"{self.code} {self.reason}", head, self.body.encode()
