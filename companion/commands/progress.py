"""A progress bar on stderr, where that is a terminal; otherwise nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import track

Item = TypeVar("Item")


def progress(items: Iterable[Item], what: str, total: int) -> Iterator[Item]:
    """Yield ``items`` and move a bar that says ``what`` with each of the ``total``."""
    console = Console(stderr=True)
    yield from track(
        items,
        what,
        total=total,
        console=console,
        transient=True,
        disable=not sys.stderr.isatty(),
    )
