"""How fast a net learns while a training lasts: learning rates by the clock."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

SLOWEST = 1e-5
"""The rate that is left at the end."""


def rates(minutes: float, highest: float) -> Iterator[float]:
    """Yield rates that fall along a cosine until ``minutes`` are over (Loshchilov, 2017)."""
    began = time.monotonic()
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        yield highest * (0.5 + 0.5 * math.cos(math.pi * share)) + SLOWEST
