"""Whether a camera watches, what it showed last, and the clock that goes on without it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.referee.readings import Blind, TableReading

SILENT_AFTER = 3.5
"""Seconds without a picture after which a camera is said to see nothing."""


class Watch(Enum):
    """Whether a camera watches the table."""

    ON = "on"
    LOST = "lost"
    """There was one, and it is looked for."""
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraWatch:
    """What a table knows of its camera at one moment; every change makes another one.

    A moment is told by the camera's clock; while none watches, it goes on by another clock that
    only ever grows, so that the moments on record never go back.

    Attributes:
        watch: whether a camera watches.
        clock_at: the other clock, in seconds, when ``t`` was the moment.
        frame_at: the other clock, in seconds, when the newest picture came.
        t: the newest moment that is known, in seconds of the camera's clock.
        reading: what the newest picture without movement showed; None: nothing yet.
        waits: whether a camera is there again and has to wait for the next game.
        silent: whether it has sent no picture for `SILENT_AFTER`.
    """

    watch: Watch
    clock_at: float
    frame_at: float
    t: float = 0.0
    reading: TableReading | None = None
    waits: bool = False
    silent: bool = False

    @classmethod
    def begun(cls, watch: Watch, clock: float) -> CameraWatch:
        """Return that of a table which opens at ``clock``."""
        return cls(watch=watch, clock_at=clock, frame_at=clock)

    @property
    def on(self) -> bool:
        """Whether a camera watches now."""
        return self.watch is Watch.ON

    @property
    def lost(self) -> bool:
        """Whether there was a camera, and it is looked for."""
        return self.watch is Watch.LOST

    @property
    def blind(self) -> bool:
        """Whether a camera watches and sees nothing of the mat: it is of no use just now.

        Of the mat only: whether a rack can be read may hang on its cards.
        """
        return self.on and (self.silent or self.hidden.mat)

    @property
    def hidden(self) -> Blind:
        """Where a camera that watches has not been able to look."""
        return self.reading.blind if self.on and self.reading is not None else Blind()

    def seen(self, reading: TableReading | None, t: float, clock: float) -> CameraWatch:
        """Return it after a picture at ``t``; None: something moved, and what was seen stays."""
        return replace(
            self,
            t=t,
            frame_at=clock,
            silent=False,
            reading=self.reading if reading is None else reading,
        )

    def without_reading(self) -> CameraWatch:
        """Return it without what was seen: the next game begins with what is seen then."""
        return replace(self, reading=None)

    def waiting(self, *, waits: bool) -> CameraWatch:
        """Return it with a camera that waits for the next game, or with none that does."""
        return replace(self, waits=waits)

    def set_aside(self) -> CameraWatch:
        """Return it for a game that only counts cards: the camera that is there waits."""
        return replace(self, watch=Watch.LOST, waits=True)

    def lost_at(self, clock: float) -> CameraWatch:
        """Return it without the camera, which is gone since ``clock``."""
        return replace(self, watch=Watch.LOST, reading=None, clock_at=clock)

    def back(self, clock: float) -> CameraWatch:
        """Return it with a camera since ``clock``; its clock goes on from this moment."""
        return replace(self, watch=Watch.ON, reading=None, frame_at=clock, silent=False)

    def passed(self, clock: float) -> CameraWatch:
        """Return it at ``clock``, where no camera tells the moment."""
        return replace(self, t=self.t + clock - self.clock_at, clock_at=clock)

    def checked(self, clock: float | None) -> CameraWatch:
        """Return it with whether the camera is silent at ``clock``; None: no camera watches."""
        silent = clock is not None and clock - self.frame_at >= SILENT_AFTER
        return replace(self, silent=silent)
