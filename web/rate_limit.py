"""The rate limit of one phone's taps, as a token bucket: no thumb gets there, a wild page does."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

BURST = 120
"""Taps of one phone in a row before it has to slow down."""
TAPS_A_SECOND = 10.0
"""Taps a second that one phone may send in the long run."""
PHONES = 1000
"""How many are remembered; the one that was heard longest ago is forgotten first."""


@dataclass(slots=True)
class _Left:
    taps: float
    at: float


class RateLimit:
    """Counts what phones send; may be asked from any thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with nothing; ``clock`` gives seconds that only ever grow."""
        self._clock = clock
        self._left: OrderedDict[str, _Left] = OrderedDict()
        self._lock = Lock()

    def allows(self, who: str) -> bool:
        """Say whether ``who`` may send one more now, and count it."""
        now = self._clock()
        with self._lock:
            left = self._left.setdefault(who, _Left(BURST, now))
            left.taps, left.at = min(BURST, left.taps + (now - left.at) * TAPS_A_SECOND), now
            self._left.move_to_end(who)
            while len(self._left) > PHONES:
                self._left.popitem(last=False)
            if left.taps < 1.0:
                return False
            left.taps -= 1.0
            return True
