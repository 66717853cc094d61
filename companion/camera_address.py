"""The address of a camera in the network: what is one, and what of it may be said."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

SCHEMES = ("http", "https", "rtsp")


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
    """Return an address as it may be shown and logged; what is none stays as it is."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    if parts.scheme not in SCHEMES or "@" not in parts.netloc:
        return address
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
