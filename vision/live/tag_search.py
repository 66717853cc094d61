"""Which tags of mat and racks are in view, sought only where that may have changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.referee.readings import SETTLED
from vision.arrays import Mask
from vision.geometry import Matrix, Points, mapped
from vision.live.attention import Attention
from vision.live.motion import Motion
from vision.live.pieces import pieces_round
from vision.table.layout import Layout
from vision.table.registration import Registration
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

CALM = 0.2
"""Share of the picture that may move while mat and racks are looked for after a bump."""
SEEK_EVERY = 1.0
"""Seconds after which racks that are not in view are looked for again, where something moved."""
SEEK_HARD_EVERY = 5.0
"""Seconds after which they are looked for again also where the picture may be out of focus."""
SEEK_ALL_EVERY = 30.0
"""Seconds after which they are looked for again likewise in the whole picture: what reads better
now than when something moved there last is no movement."""


class TagSearch:
    """Seeks the tags of mat and racks: all of them once the camera stands elsewhere.

    Afterwards those of a part where something was in front of one of its tags, and racks that are
    not in view where something beside all parts has moved and come to rest.

    Attributes:
        shown: the tags in view, id to corners, shape (4, 2), pixels.
    """

    def __init__(self, layout: Layout, seats: int, motion: Motion, attention: Attention) -> None:
        """Seek the mat and the racks of ``seats`` seats of ``layout`` with nothing found yet.

        Args:
            layout: the printed parts.
            seats: how many racks may be on the table.
            motion: tells where something moves.
            attention: tells in front of which tags something was.
        """
        self._layout, self._seats = layout, seats
        self._motion, self._attention = motion, attention
        self._finder = TagFinder(layout.dictionary)
        self._all = self._tags_of((-1, *range(seats)))
        self._expected: set[int] | None = None
        self._planes = Registration(None)
        self._sought = self._sought_hard = self._sought_all = float("-inf")
        self.shown: Mapping[int, Points] = {}

    def place(self, planes: Registration) -> None:
        """Take where the tags in view have placed mat and racks."""
        self._planes = planes
        self._expected = self._tags_of((-1, *planes.racks)) & self.shown.keys()

    def see_more(self) -> None:
        """Seek racks that are not in view everywhere next: in another light more may be seen."""
        self._sought_hard = self._sought_all = float("-inf")

    def is_due(self, t: float, *, anew: bool) -> bool:
        """Say whether tags have to be sought in the picture of the second ``t``.

        Args:
            t: the camera's seconds.
            anew: whether the camera stands elsewhere than when they were found.
        """
        if anew:
            return t - self._sought >= SETTLED and self.is_calm(t)
        ready = map(self._attention.ready, self._attention.keys("tag"))
        return any(ready) or self._to_seek_in(t) is not None

    def is_calm(self, t: float) -> bool:
        """Say whether enough of the picture is still to look for a table that stands anew."""
        return float((self._motion.moved_at > t - SETTLED).mean()) < CALM

    def search(self, image: BgrImage, shift: Matrix | None, t: float, *, anew: bool) -> None:
        """Seek the tags that are due.

        Args:
            image: the picture of now, shape (H, W, 3), uint8, BGR.
            shift: where the pixels of the picture as the camera stood first are in it: shape
                (2, 3); None: where they are in both.
            t: the camera's seconds.
            anew: as for `is_due`.
        """
        view = _View(image, shift)
        first = anew or self._planes.mat is None or self._expected is None
        if first or not self._where_it_changed(view, t):
            self._everywhere(view, t)

    def is_mat_in(self, image: BgrImage) -> bool:
        """Say whether one of the mat's tags is in view in ``image``, wherever it may be."""
        return bool(self._layout.mat.tags.keys() & self._finder.find(image).keys())

    # ------------------------------------------------------------------------------------ inside

    def _everywhere(self, view: _View, t: float) -> None:
        hard = self._is_lacking() and self._is_hard_due(t)
        if hard:
            self._sought_hard = self._sought_all = t
        self._sought = t
        found = self._finder.find(view.image, self._all if hard else self._expected)
        self.shown = view.as_it_stood(found)

    def _where_it_changed(self, view: _View, t: float) -> bool:
        """Seek those in front of which something was, and racks that are not in view.

        Returns:
            Whether that could be done: a tag that has gone from its part may be anywhere.
        """
        assert self._expected is not None
        ready = self._attention.ready
        seats = sorted({key[1] for key in self._attention.keys("tag") if ready(key)})
        parts = [
            (part.tags, view.of_now(self._planes.outline(seat, part)))
            for seat, part in zip(seats, map(self._layout.part, seats), strict=True)
        ]
        renewed = self._finder.find_in_parts(view.image, self._expected, parts)
        if renewed is None:
            return False
        self.shown = {**self.shown, **view.as_it_stood(renewed)}
        blocks = self._to_seek_in(t)
        if blocks is not None:
            self._seek_missing(view, t, blocks)
        return True

    def _seek_missing(self, view: _View, t: float, blocks: Mask) -> None:
        """Seek racks that are not in view in ``blocks``, where they may have been put."""
        height, width = view.image.shape[:2]
        pieces = [*map(view.of_now, pieces_round(blocks, width, height))]
        missing = self._tags_of(self._missing())
        hard = self._is_hard_due(t)
        found = self._finder.find_in_pieces(view.image, pieces, missing if hard else ())
        found = view.as_it_stood({tag: at for tag, at in found.items() if tag in missing})
        kept = {
            tag: at
            for tag, at in self.shown.items()
            if tag not in missing or not any(_reaches(view.of_now(at), one) for one in pieces)
        }
        self.shown = {**kept, **found}
        self._sought_all = t if self._is_all_due(t) else self._sought_all
        self._sought_hard = t if hard else self._sought_hard
        self._sought = t

    def _to_seek_in(self, t: float) -> Mask | None:
        """Return the blocks in which somebody may have put a part by now that is not in view.

        What moved there has come to rest. None: there are none, or it is too early to seek again.
        """
        if not self._is_lacking() or t - self._sought < SEEK_EVERY:
            return None
        blocks = self._stirred(t, self._sought)
        if self._planes.mat is not None:
            if self._is_hard_due(t):
                blocks = self._stirred(t, self._sought_hard)
            if self._is_all_due(t):
                blocks = np.ones_like(blocks)
            blocks &= self._attention.farther()
        return blocks if blocks.any() else None

    def _stirred(self, t: float, since: float) -> Mask:
        """Return the blocks in which something has moved since then, and has come to rest."""
        moved = self._motion.moved_at
        return np.asarray((moved > since - SETTLED) & (moved <= t - SETTLED))

    def _is_hard_due(self, t: float) -> bool:
        return t - self._sought_hard >= SEEK_HARD_EVERY

    def _is_all_due(self, t: float) -> bool:
        return self._is_hard_due(t) and t - self._sought_all >= SEEK_ALL_EVERY

    def _is_lacking(self) -> bool:
        """Say whether a part is not in view that may be on the table."""
        return self._planes.mat is None or bool(self._missing())

    def _missing(self) -> list[int]:
        return [seat for seat in range(self._seats) if seat not in self._planes.racks]

    def _tags_of(self, seats: Iterable[int]) -> set[int]:
        return {tag for seat in seats for tag in self._layout.part(seat).tags}


@dataclass(frozen=True, eq=False)
class _View:
    """A picture, and where in it the pixels are of the picture as the camera stood first."""

    image: BgrImage
    shift: Matrix | None

    def of_now(self, points: Points) -> Points:
        """Return where points of the picture as the camera stood first, (N, 2), are in this one."""
        return points if self.shift is None else mapped(points, self.shift)

    def as_it_stood(self, tags: Mapping[int, Points]) -> Mapping[int, Points]:
        """Return where tags that are found in this one are in that."""
        if self.shift is None:
            return tags
        way = cv2.invertAffineTransform(self.shift)
        return {tag: mapped(corners, way) for tag, corners in tags.items()}


def _reaches(corners: Points, piece: Points) -> bool:
    """Say whether one of a tag's corners lies in the box round a piece of the picture."""
    inside = (corners >= piece.min(axis=0)) & (corners <= piece.max(axis=0))
    return bool(inside.all(axis=1).any())
