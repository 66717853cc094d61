"""Until when nobody watched the mat: what was done on it meanwhile left no trace but its end."""

from __future__ import annotations

from companion.referee.readings import TableReading

BLINK = 2.0
"""Seconds without a sight of the mat in which no card can have been laid, looked at and moved."""


class Vigil:
    """Follows the frames of a camera.

    Attributes:
        back: the moment at which the mat was seen again after the newest time without; cards that
            lie there since then or earlier may have lain elsewhere before.
    """

    def __init__(self) -> None:
        """Begin with the first frame."""
        self.back = float("-inf")
        self._last: float | None = None
        self._dark = False

    def frame(self, t: float, reading: TableReading | None) -> None:
        """Take a frame of the second ``t``; without a reading, because something moved."""
        if reading is not None and not reading.mat:
            self._dark = True
            return
        if reading is None:
            if not self._dark and not self._slept(t):
                self._last = t
            return
        if self._slept(t - reading.still_for):
            self.back = t
        self._last, self._dark = t, False

    def came_back(self, t: float) -> None:
        """Note that nobody watched before the second ``t``."""
        self.back = self._last = t

    def _slept(self, t: float) -> bool:
        return self._last is not None and t - self._last > BLINK
