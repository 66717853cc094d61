"""How table and companion talk: a JSON line each way, pixels as bytes behind the answer."""

from __future__ import annotations

import json
import socket
from typing import Any

UNIX = "unix:"
TCP = "tcp:"
LONGEST_LINE = 1_000_000
"""Bytes of a command; a longer one ends the connection."""
OTHER_SIDE_WITHIN = 20.0
"""Seconds that one side waits for the other in the middle of a message."""


class WireError(ConnectionError):
    """The other side is gone or talks nonsense."""


def parse_address(address: str) -> tuple[socket.AddressFamily, Any]:
    """Return family and address for the socket module.

    ``unix:/path/to/socket`` or ``tcp:127.0.0.1:4711``.

    Raises:
        ValueError: ``address`` is neither.
    """
    if address.startswith(UNIX) and hasattr(socket, "AF_UNIX"):
        return socket.AF_UNIX, address[len(UNIX) :]
    if address.startswith(TCP):
        host, _, port = address[len(TCP) :].rpartition(":")
        if host in ("127.0.0.1", "localhost") and port.isdigit():
            return socket.AF_INET, (host, int(port))
    raise ValueError(f"a table's address is unix:PATH or tcp:127.0.0.1:PORT, got {address!r}")


class Line:
    """One end of a connection."""

    def __init__(self, connection: socket.socket) -> None:
        """Take over ``connection``."""
        self.socket = connection
        self._buffer = bytearray()

    def send(self, message: dict[str, Any], payload: memoryview | bytes = b"") -> None:
        """Send a message; what is behind it is announced as its ``bytes``."""
        if len(payload):
            message = {**message, "bytes": len(payload)}
        try:
            self.socket.sendall(json.dumps(message).encode() + b"\n")
            if len(payload):
                self.socket.sendall(payload)
        except OSError as error:
            raise WireError(f"cannot send: {error}") from error

    def feed(self) -> bool:
        """Take what has arrived into the buffer; return whether the other side is still there."""
        try:
            data = self.socket.recv(65536)
        except OSError:
            return False
        self._buffer += data
        return bool(data) and len(self._buffer) <= LONGEST_LINE

    def next_line(self) -> bytes | None:
        """Return the next whole line that has arrived, without its end, or None."""
        line, end, rest = self._buffer.partition(b"\n")
        if not end:
            return None
        self._buffer = bytearray(rest)
        return bytes(line)

    def receive(self) -> tuple[dict[str, Any], bytearray]:
        """Wait for a message and what is behind it."""
        while (line := self.next_line()) is None:
            if not self.feed():
                raise WireError("the other side has hung up")
        message = json.loads(line)
        if not isinstance(message, dict):
            raise WireError("the other side sent no object")
        return message, self._take(int(message.get("bytes", 0)))

    def _take(self, count: int) -> bytearray:
        taken = self._buffer[:count]
        del self._buffer[:count]
        have = len(taken)
        taken += bytes(count - have)
        view = memoryview(taken)
        while have < count:
            try:
                got = self.socket.recv_into(view[have:])
            except OSError as error:
                raise WireError(f"cannot receive: {error}") from error
            if not got:
                raise WireError("the other side has hung up")
            have += got
        return taken

    def close(self) -> None:
        """Hang up; safe to call twice."""
        self.socket.close()
