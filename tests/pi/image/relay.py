"""Join a connection from the emulated network, which is stdin here, to one of our ports.

The emulator starts it for each connection: ``relay.py PORT``.
"""

from __future__ import annotations

import os
import selectors
import socket
import sys

AT_ONCE = 65536
"""Bytes."""


def relay(port: int) -> None:
    """Carry bytes both ways until one end hangs up."""
    with (
        socket.create_connection(("127.0.0.1", port)) as there,
        socket.socket(fileno=os.dup(0)) as here,
        selectors.DefaultSelector() as ready,
    ):
        ready.register(there, selectors.EVENT_READ, here)
        ready.register(here, selectors.EVENT_READ, there)
        while True:
            for key, _ in ready.select():
                said = os.read(key.fd, AT_ONCE)
                if not said:
                    return
                key.data.sendall(said)


if __name__ == "__main__":
    relay(int(sys.argv[1]))
