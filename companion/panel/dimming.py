"""How bright the lamps are: less at night, if people want it so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

Hours = tuple[time, time]
"""From when to when; the night usually goes over midnight."""


@dataclass(frozen=True, slots=True)
class Dimming:
    """The brightness by the clock on the wall, 0 to 1.

    Attributes:
        day: by day.
        night: at night.
        hours: when night is; None: never.
    """

    day: float = 1.0
    night: float = 1.0
    hours: Hours | None = None

    def at(self, now: time) -> float:
        """Return the brightness at ``now``; the night begins with its first minute."""
        return self.night if self.hours is not None and _between(now, self.hours) else self.day


def _between(now: time, hours: Hours) -> bool:
    start, end = hours
    if start <= end:
        return start <= now < end
    return now >= start or now < end
