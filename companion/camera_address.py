"""The address of a camera in the network: what is one, and what of it may be said."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

SCHEMES = ("http", "https", "rtsp")
_NO_ADDRESSES = ("folder:", "video:", "picamera2:", "usb:")
"""How cameras are named that have no address, and no password."""


def looks_like_an_address(text: str) -> bool:
    """Say whether somebody means an address, whole or not."""
    return text.startswith(tuple(f"{scheme}://" for scheme in SCHEMES))


def is_address(text: str) -> bool:
    """Say whether this is the whole address of a camera: how it is asked, and its host."""
    try:
        parts = urlsplit(text)
        _ = parts.port  # or its number is none
    except ValueError:
        return False
    return (
        parts.scheme in SCHEMES and bool(parts.hostname) and text.isprintable() and " " not in text
    )


def without_password(address: str) -> str:
    """Return an address as it may be shown and logged; a folder or a file stays as it is.

    Of what is no whole address everything before its last ``@`` is left out, but how it begins:
    where the password ends, nobody knows.
    """
    if is_address(address):
        parts = urlsplit(address)
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    if address.startswith(_NO_ADDRESSES):
        return address
    begins, slashes, rest = address.partition("//") if "//" in address else ("", "", address)
    return begins + slashes + rest.rpartition("@")[2]
