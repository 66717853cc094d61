"""Whether the layout of a mat of one's own says things as the one that comes along does."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

VERSION = 1
"""Of how a layout says things: one of another version means other things by the same keys."""
LARGEST_PART = 10_000.0
"""Millimetres: ten metres, more than any part of a table."""
_COUNTS = frozenset({"columns", "slots"})
_PLACES = frozenset({"x", "y", "centres", "stagger"})
"""What may be 0; everything else is a length, an angle or a number of things."""


def check_version(said: Any) -> None:
    """Return if a layout is of the version that is read here, or does not say of which it is.

    Raises:
        ValueError: it is of another one, or is no object with keys.
    """
    if not isinstance(said, Mapping):
        raise ValueError("it wants an object with keys")
    version = said.get("version", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise ValueError(f"version {VERSION} is read here, got {version!r:.40}")


def amiss(error: Exception) -> str:
    """Return what ``error`` says of a layout: the value of a key's error is only the key."""
    if isinstance(error, KeyError):
        return f"the key {error.args[0]} is missing"
    return str(error) if isinstance(error, ValueError) else repr(error)


def check_shape(said: Any, ours: Any, where: str = "") -> None:
    """Compare what a layout says with the project's own, key by key; it may leave keys out.

    Args:
        said: what stands there.
        ours: what the project's own layout has in its place.
        where: the keys that lead there, like ``mat.fireworks.x``.

    Raises:
        ValueError: something is of another kind or length, or no number that a table can have;
            one sentence names it.
    """
    if isinstance(ours, Mapping):
        if not isinstance(said, Mapping):
            raise ValueError(f"{where or 'it'} wants an object with keys")
        one_of_many = next(iter(ours.values())) if all(key.isdigit() for key in ours) else None
        for key, value in said.items():
            if one_of_many is not None or key in ours:
                place = f"{where}.{key}" if where else key
                check_shape(value, ours.get(key, one_of_many), place)
    elif isinstance(ours, list):
        many = isinstance(ours[0], list)
        if not isinstance(said, list) or not said or (len(said) != len(ours) and not many):
            raise ValueError(f"{where} wants a list of {'places' if many else len(ours)}")
        for at, value in enumerate(said):
            check_shape(value, ours[0] if many else ours[at], f"{where}[{at}]")
    elif isinstance(ours, str):
        if not isinstance(said, str):
            raise ValueError(f"{where} wants a text")
    else:
        _check_number(said, where)


def _check_number(said: Any, where: str) -> None:
    keys = where.replace("[", ".").split(".")
    whole = keys[-1] in _COUNTS
    least = 0 if _PLACES.intersection(keys) else 1 if whole else math.ulp(0.0)
    number = isinstance(said, int if whole else int | float) and not isinstance(said, bool)
    if not number or not least <= said <= LARGEST_PART:
        kind = "a whole number" if whole else "a number"
        above = "from 0" if least == 0 else "from 1" if whole else "above 0"
        raise ValueError(f"{where} wants {kind} {above} to {LARGEST_PART:.0f}, got {said!r:.40}")
