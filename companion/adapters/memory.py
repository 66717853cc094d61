"""Keeping a table's memory flat through an evening, where the C library is glibc.

A frame has nine million bytes. glibc takes such pieces from the operating system and gives them
back, until it has seen a large one freed: from then on it takes them from the heap, and the small
pieces of the threads that answer phones come to lie between them, so that the heap only grows. Each
thread may open a heap of its own, besides. Both are settled here, before there are threads.
"""

from __future__ import annotations

import ctypes
import sys

MMAP_THRESHOLD, ARENA_MAX = -3, -8
"""The numbers of glibc's ``M_MMAP_THRESHOLD`` and ``M_ARENA_MAX``."""
ALWAYS_GIVEN_BACK = 1024 * 1024
"""Bytes from which on a piece of memory always goes back to the operating system."""
ARENAS = 2
"""Heaps: one for the cameras' thread, one for the rest."""


def give_freed_memory_back() -> bool:
    """Ask the C library to give large pieces of memory back; return whether it does so."""
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:  # another C library, such as musl
        return False
    return bool(mallopt(MMAP_THRESHOLD, ALWAYS_GIVEN_BACK)) and bool(mallopt(ARENA_MAX, ARENAS))
