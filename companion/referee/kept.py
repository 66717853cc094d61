"""What is kept of a mapping, and what is forgotten: a ledger never changes one in its place."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def only(known: Mapping[K, V], keys: AbstractSet[K]) -> dict[K, V]:
    """Return what is ``known`` of ``keys``, and of no others."""
    return {key: value for key, value in known.items() if key in keys}


def without(known: Mapping[K, V], *keys: K) -> dict[K, V]:
    """Return what is ``known`` of all others than ``keys``."""
    dropped = frozenset(keys)
    return {key: value for key, value in known.items() if key not in dropped}
