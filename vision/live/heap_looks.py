"""The discards as they look now against how they looked before: what their memory asks of places.

Which of the cards lies there still, and which is new, hangs on what has changed where, and since
when. Outlines are in millimetres on the mat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from vision.geometry import Points
from vision.live.bare_paper import EMPTY_SCALE
from vision.live.looks import (
    alike_beside,
    changed_beside,
    looks_as_before,
    shows_the_same,
    stirred_beside,
)
from vision.table.light import FloatImage


class ComparedHeap(Protocol):
    """What can be asked of a look at the discards.

    Corners have the shape (4, 2); moments are the camera's seconds.
    """

    def is_gone(self, corners: Points, /) -> bool:
        """Say whether surely no card lies there: bare paper shows, or what showed before."""

    def has_changed(self, corners: Points, others: Sequence[Points], /) -> bool:
        """Say whether what shows of a card beside other outlines looks different, or may."""

    def is_stirred(self, corners: Points, others: Sequence[Points], /) -> bool | None:
        """Say whether a card's place beside other outlines looks different from before.

        None: too little of it is beside them.
        """

    def is_as_since(self, spot: Points, t: float, /) -> bool:
        """Say whether a spot, shape (N, 2), looks as it did once since second ``t``."""

    def is_as_until(self, corners: Points, others: Sequence[Points], t: float, /) -> bool:
        """Say whether what shows of a card beside other outlines looks as once before ``t``."""


class UncomparedHeap:
    """A look with which no earlier one is compared: everything may be new, and nothing is gone."""

    def is_gone(self, _corners: Points, /) -> bool:
        """Say that a card may lie there."""
        return False

    def has_changed(self, _corners: Points, _others: Sequence[Points], /) -> bool:
        """Say that it may look different."""
        return True

    def is_stirred(self, _corners: Points, _others: Sequence[Points], /) -> bool | None:
        """Say that it may look different."""
        return True

    def is_as_since(self, _spot: Points, _t: float, /) -> bool:
        """Say that nobody knows it to look as it did."""
        return False

    def is_as_until(self, _corners: Points, _others: Sequence[Points], _t: float, /) -> bool:
        """Say that nobody knows it to look as it did."""
        return False


UNCOMPARED = UncomparedHeap()


@dataclass(frozen=True, slots=True, eq=False)
class HeapLooks:
    """A `ComparedHeap` of looks that were taken one after the other, `EMPTY_SCALE` px/mm each.

    Attributes:
        now: the newest look, shape (H, W, 3).
        before: earlier ones, oldest first; the last is the one before.
        times: when each of them was taken, the camera's seconds.
        changed: 1 where ``now`` looks different from the last of them and 0 elsewhere, shape
            (H, W); None: there is none before.
        corner: x and y of what they show, millimetres on the mat.
        is_bare: whether nothing but paper shows within corners, in the picture itself.
    """

    now: FloatImage
    before: Sequence[FloatImage]
    times: Sequence[float]
    changed: FloatImage | None
    corner: tuple[float, float]
    is_bare: Callable[[Points], bool]

    def outline(self, corners: Points) -> Points:
        """Return where ``corners``, millimetres on the mat, are in a look, in its pixels."""
        return np.asarray((corners - np.array(self.corner)) * EMPTY_SCALE)

    def is_gone(self, corners: Points) -> bool:
        """Say whether surely no card lies there: bare paper shows, or what showed before."""
        return self.is_bare(corners) or looks_as_before(
            self.now, self.before, self.outline(corners)
        )

    def has_changed(self, corners: Points, others: Sequence[Points]) -> bool:
        """Say whether what shows of a card beside other outlines looks different, or may."""
        if self.changed is None:
            return True
        return changed_beside(self.changed, self.outline(corners), [*map(self.outline, others)])

    def is_stirred(self, corners: Points, others: Sequence[Points]) -> bool | None:
        """Say whether a card's place beside other outlines looks different from before."""
        if self.changed is None:
            return True
        return stirred_beside(self.changed, self.outline(corners), [*map(self.outline, others)])

    def is_as_since(self, spot: Points, t: float) -> bool:
        """Say whether a spot, shape (N, 2), looks as it did once since second ``t``."""
        later = [look for look, at in zip(self.before, self.times, strict=True) if at >= t]
        return any(shows_the_same(self.now, look, self.outline(spot)) for look in later)

    def is_as_until(self, corners: Points, others: Sequence[Points], t: float) -> bool:
        """Say whether what shows of a card beside other outlines looks as once before ``t``."""
        earlier = [look for look, at in zip(self.before, self.times, strict=True) if at < t]
        place, over = self.outline(corners), [*map(self.outline, others)]
        return any(alike_beside(self.now, look, place, over) for look in earlier)
