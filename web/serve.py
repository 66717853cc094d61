"""The page's web server, in threads of its own."""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import threading
from collections.abc import Callable
from typing import Any

from flask import Flask
from waitress import wasyncore

from web.connection_limits import LimitedServer, RequestLimits
from web.listeners import STREAMS

THREADS = STREAMS + 8
"""Each open stream holds one; the others answer everything else."""


class WebError(RuntimeError):
    """The page cannot be served; the message is one sentence for people."""


class Server:
    """A running web server.

    Attributes:
        host: where it listens.
        port: the port it got.
    """

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Listen at once and serve until `close`.

        Raises:
            WebError: ``port`` is in use, or ``host`` is not this machine.
        """
        listening = _listen(host, port)
        limits: RequestLimits = app.extensions["companion"]
        self._server: Any = LimitedServer(app, listening, limits, THREADS)
        self._streams = limits.streams
        self.host = host
        self.port = int(listening.getsockname()[1])
        self._closed = False
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening, end all streams and free the port; safe to call twice."""
        if self._closed:
            return
        self._closed = True
        self._streams.close()
        # It warns of phones that ask just now; they ask again once there is a table.
        logging.getLogger("waitress").setLevel(logging.ERROR)
        self._in_the_server_thread(lambda: wasyncore.dispatcher.close(self._server))
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=3)
        self._in_the_server_thread(lambda: wasyncore.close_all(self._server._map))
        self._thread.join(timeout=3)

    def __enter__(self) -> Server:
        """Return the running server."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close it."""
        self.close()

    def _in_the_server_thread(self, work: Callable[[], object]) -> None:
        # The sockets belong to that thread; its trigger is the way in.
        with contextlib.suppress(OSError):
            self._server.trigger.pull_trigger(work)


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to ``host`` and ``port``, or say in one sentence why there is none."""
    listening = None
    try:
        if not 0 <= port <= 65535:
            raise OverflowError("ports are 0 to 65535")
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except (OSError, OverflowError, UnicodeError) as error:
        if listening is not None:
            listening.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            why = "another program uses that port"
        else:
            why = (getattr(error, "strerror", None) or str(error)).lower()
        raise WebError(f"cannot serve the page on {host}, port {port}: {why}") from error
    return listening


def serve(app: Flask, host: str, port: int) -> Server:
    """Serve ``app``, made by `web.create_app`, in threads of its own.

    Args:
        app: the page.
        host: where to listen, ``0.0.0.0`` for every phone in reach.
        port: 0 takes any free one.

    Raises:
        WebError: the port is in use, or the like.
    """
    return Server(app, host, port)
