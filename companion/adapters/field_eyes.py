"""The eyes that follow a deal of Hana-awase: a picture is read when what lies there is quiet."""

from __future__ import annotations

from collections import Counter

import numpy as np

from companion.adapters.pile_eyes import Followed, PileEyes
from companion.busy import BusyError
from companion.frames import Frame
from companion.hana_table.found_piles import PilePicture
from companion.hana_table.seen_places import FieldSight
from vision.geometry import PixelBox, box_round
from vision.live.hana_watch import SECTORS, HanaWatch
from vision.table.hana_layout import HanaLayout

SEEK = 2.0
"""Seconds between two looks for a mat that is not there."""
WHOLE_AFTER = 5.0
"""Seconds without anything new after which a table that was read in parts is read as a whole."""


class FieldEyes:
    """Follows the frames of one camera; for the camera's thread.

    Only what has changed is read: all of a table with many cards takes a small computer seconds.
    What then no longer shows, as a card that another one covers, is looked for in all of it; and
    so is what was read badly, once the table rests.
    """

    def __init__(self, eyes: PileEyes, mat: HanaLayout) -> None:
        """Read pictures with ``eyes``, of which the same picture is never read twice."""
        self._eyes = eyes
        self._watch = HanaWatch(mat)
        self._seen: Followed | None = None
        self._restless: frozenset[int] = frozenset()
        self._sought = -SEEK
        self._in_parts: float | None = None  # since when it is known in parts only

    def look(self, frame: Frame) -> FieldSight | None:
        """Return what is seen of the table; None where no mat of Hana-awase lies there.

        While people's photos wait to be read the table is not; the next frame is.
        """
        if self._watch.plane is None:
            if frame.t - self._sought < SEEK:
                return None
            self._sought, self._seen = frame.t, None
        begun = self._watch.begun
        self._watch.update(frame)
        if self._watch.plane is None:
            return None
        if self._watch.begun != begun:
            self._seen = None
        quiet, moving = self._watch.quiet(frame.t)
        if not quiet:
            return self._sight(frame.t, moving)
        unseen = moving | self._restless
        if self._is_to_be_read(frame.t, moving):
            try:
                self._seen = self._read(frame, moving)
            except BusyError:
                return self._sight(frame.t, moving)
            self._watch.know(moving)
            self._restless = unseen = moving
        return self._sight(frame.t, unseen, self._seen)

    def _is_to_be_read(self, t: float, moving: frozenset[int]) -> bool:
        if self._seen is None or self._watch.is_new(moving) or not self._restless <= moving:
            return True
        return self._in_parts is not None and t - self._in_parts >= WHOLE_AFTER

    def _read(self, frame: Frame, moving: frozenset[int]) -> Followed:
        """Return what the table shows now, of which it may be enough to look at a part.

        A long pile reaches farther than changes are noticed: its last card may be another by now.
        """
        changed = self._watch.changed(moving, self._restless)
        if self._seen is not None and changed:
            self._in_parts = frame.t
            seen = self._eyes.follow(frame, self._seen, (*changed, *self._unwatched(frame, moving)))
            if not _named(self._seen.picture) - _named(seen.picture):
                return seen
        self._in_parts = None
        return self._eyes.follow(frame, None, ())

    def _unwatched(self, frame: Frame, moving: frozenset[int]) -> list[PixelBox]:
        """Return where cards were read that lie, in part, beyond where changes are noticed."""
        height, width = frame.pixels.shape[:2]
        read = () if self._seen is None else self._seen.picture.cards
        outlines = [
            np.array(card.corners)
            for card in read
            if card.turn is None or int(card.turn * SECTORS) not in moving
        ]
        return [box_round(one, width, height) for one in outlines if not self._watch.watches(one)]

    def _sight(self, t: float, moving: frozenset[int], seen: Followed | None = None) -> FieldSight:
        picture = None if seen is None else seen.picture
        return FieldSight(t, picture, moving, self._watch.reached, self._watch.arms)


def _named(picture: PilePicture) -> Counter[str]:
    """Return how often each card was read."""
    return Counter(card.label for card in picture.cards if card.label is not None)
