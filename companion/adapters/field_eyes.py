"""The eyes that follow a deal of Hana-awase: a picture is read when what lies there is quiet."""

from __future__ import annotations

from companion.adapters.pile_eyes import PileEyes
from companion.busy import BusyError
from companion.frames import Frame
from companion.hana_table.found_piles import PilePicture
from companion.hana_table.seen_places import FieldSight
from vision.live.hana_watch import HanaWatch
from vision.table.hana_layout import HanaLayout

SEEK = 2.0
"""Seconds between two looks for a mat that is not there."""


class FieldEyes:
    """Follows the frames of one camera; for the camera's thread."""

    def __init__(self, eyes: PileEyes, mat: HanaLayout) -> None:
        """Read pictures with ``eyes``, of which the same picture is never read twice."""
        self._eyes = eyes
        self._watch = HanaWatch(mat)
        self._picture: PilePicture | None = None
        self._restless: frozenset[int] = frozenset()
        self._sought = -SEEK

    def look(self, frame: Frame) -> FieldSight | None:
        """Return what is seen of the table; None where no mat of Hana-awase lies there.

        While people's photos wait to be read the table is not; the next frame is.
        """
        if self._watch.plane is None:
            if frame.t - self._sought < SEEK:
                return None
            self._sought, self._picture = frame.t, None
        self._watch.update(frame)
        if self._watch.plane is None:
            return None
        quiet, moving = self._watch.quiet(frame.t)
        if not quiet:
            return self._sight(frame.t, moving)
        unseen = moving | self._restless
        if self._picture is None or self._watch.is_new(moving) or not self._restless <= moving:
            try:
                self._picture = self._eyes.frame(frame)
            except BusyError:
                return self._sight(frame.t, moving)
            self._watch.know(moving)
            self._restless = unseen = moving
        return self._sight(frame.t, unseen, self._picture)

    def _sight(
        self, t: float, moving: frozenset[int], picture: PilePicture | None = None
    ) -> FieldSight:
        return FieldSight(t, picture, moving, self._watch.reached, self._watch.arms)
