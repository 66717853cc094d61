"""Where the page is: addresses as people type them."""

from __future__ import annotations

import fcntl
import socket
import struct
from urllib.parse import urlencode

from companion.language.people import number

USUAL_PORT = 80
"""The port that browsers take where none is said."""
NOWHERE = "127.0.0.1"
ASK_ADDRESS = 0x8915
"""Linux's number for "which IPv4 address has this interface?" (SIOCGIFADDR)."""
NAME_LENGTH = 15
"""Bytes of an interface's name."""


def page_address(host: str, port: int) -> str:
    """Return the page's address; the usual port is left out, as people leave it out."""
    return f"http://{host}" if port == USUAL_PORT else f"http://{host}:{port}"


def joining_address(page: str, code: str, seat: int | None = None) -> str:
    """Return the address with which a phone joins, as a QR code holds it.

    Args:
        page: the table's address.
        code: the game's code.
        seat: the seat, from 0, that the page is to offer first; None: any. The address has its
            number as people count, for phones show it to them before they follow it.
    """
    query = {"code": code} if seat is None else {"code": code, "seat": str(number(seat))}
    return f"{page.rstrip('/')}/?{urlencode(query)}"


def own_address() -> str:
    """Return this machine's address in the local network; nothing is sent to find it.

    It is that of the way out into the world; in a network without one, that of the first interface
    that has any; 127.0.0.1 where there is no network yet.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            found = (_address_of(name, probe) for _, name in socket.if_nameindex())
            return next((one for one in found if one and not one.startswith("127.")), NOWHERE)


def _address_of(interface: str, asking: socket.socket) -> str | None:
    wanted = struct.pack("256s", interface.encode()[:NAME_LENGTH])
    try:
        said = fcntl.ioctl(asking.fileno(), ASK_ADDRESS, wanted)
    except OSError:
        return None
    return socket.inet_ntoa(said[20:24])
