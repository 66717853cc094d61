"""Keeps a process that runs tests small: what tests leave behind is given back."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Generator
from pathlib import Path

import pytest

GROWN = 200 * 2**20
"""Bytes by which a process may grow before it gives back what tests have left behind."""


class SmallWorker:
    """A plugin of pytest that gives memory back, between two tests, whenever much has piled up.

    What eyes and tables of one test hold lies in circles, of which the collector counts a handful
    of objects and no pixels. glibc in its turn keeps what was freed until it is asked for it.
    """

    def __init__(self) -> None:
        self._left = 0
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's only

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self) -> Generator[None, None, None]:
        """Give memory back once the fixtures of a test have done so."""
        yield
        if resident() < self._left + GROWN:
            return
        gc.collect()
        if self._trim is not None:
            self._trim(0)
        self._left = resident()


def resident() -> int:
    """Return how many bytes of memory this process has; 0 where the system does not say."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
