"""Where the page is: addresses as people type them."""

from __future__ import annotations

import socket

USUAL_PORT = 80
"""The port that browsers take where none is said."""


def page_address(host: str, port: int) -> str:
    """Return the page's address; the usual port is left out, as people leave it out."""
    return f"http://{host}" if port == USUAL_PORT else f"http://{host}:{port}"


def own_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
