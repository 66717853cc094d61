"""What is still to be done at the table, by the clock."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from vision.simulator.gestures import GestureStep


class Agenda:
    """Steps in the order in which they fall due."""

    def __init__(self) -> None:
        """Start with nothing to do."""
        self._due: list[tuple[float, int, GestureStep]] = []
        self._count = 0

    def __bool__(self) -> bool:
        """Say whether anything is still to be done."""
        return bool(self._due)

    def add(self, now: float, step: GestureStep) -> None:
        """Have ``step`` done its ``after`` seconds from ``now``."""
        self._count += 1  # steps of one moment are done in the order in which they were added
        heapq.heappush(self._due, (round(now + step.after, 6), self._count, step))

    def until(self, t: float) -> Iterator[tuple[float, GestureStep]]:
        """Yield and forget the steps that fall due by ``t``, each with its moment."""
        while self._due and self._due[0][0] <= t:
            due, _, step = heapq.heappop(self._due)
            yield due, step
