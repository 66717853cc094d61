"""Where something moves on a table of Hana-awase: the field, the stock, before whom.

People hold their hands still for a moment over nothing: a place is quiet when nothing has moved in
it for a while, whatever moves elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import PixelBox, Plane, Points
from vision.live.motion import Motion
from vision.table.hana_layout import HanaLayout
from vision.table.registration import register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import Frame

SECTORS = 24
"""Directions round the mat that are told apart: a multiple of 2, 3 and 4, so that each player's
side is a whole number of them."""
TAKEN_REACH = 120.0
"""Millimetres round the mat in which what has been taken lies."""
QUIET_AFTER = 0.7
"""Seconds without movement after which a place is quiet."""
ARM_NEAR, ARM_FAR = 50.0, 110.0
"""Millimetres from the mat between which it is seen from which side an arm comes: fingers that
reach across the mat do not get as far beyond it."""
SECTORS_BESIDE = 1
"""Sectors to either side of an arm that may be whence it comes: people lean, and sit askew."""
LEAST_ARM = 6
"""Blocks that something has at least that may be an arm; a card has fewer outside the mat."""

MovedBlocks = npt.NDArray[np.bool_]


class HanaWatch:
    """Follows the frames of a camera above the mat.

    Attributes:
        plane: the mat in the newest picture in which it was looked for; None: it was not found.
        begun: changes when the camera shows the table from elsewhere, or something else.
        reached: how often a hand has come over the stock.
        arms: in how many pictures an arm was over the mat from each direction, one for each sector.
            Where something has moved on the mat, and no arm was seen until it was quiet again, it
            may have been anybody's: that counts for all of them.
    """

    def __init__(self, mat: HanaLayout) -> None:
        """Watch nothing yet."""
        self._mat = mat
        self._tags = TagFinder(mat.layout.dictionary)
        self._motion = Motion()
        self.begun = -1
        self._touched = -np.inf
        self.plane: Plane | None = None
        self.reached = 0
        self.arms = (0,) * SECTORS
        self._has_moved = self._has_come = False
        self._on_mat: MovedBlocks = np.zeros((0, 0), bool)
        self._at_stock: MovedBlocks = self._on_mat
        self._sector: npt.NDArray[np.int64] = np.zeros((0, 0), np.int64)
        self._at_edge: MovedBlocks = self._on_mat
        self._size = (0, 0)
        self._handled = False

    def update(self, frame: Frame) -> None:
        """Take the next frame."""
        self._motion.update(frame)
        if self._motion.begun != self.begun or self.plane is None:
            self.begun = self._motion.begun
            self._locate(frame)
        if self.plane is None:
            return
        self._handled |= bool((self._motion.moved_at[self._on_mat] == frame.t).any())
        newest = self._motion.moved_at[self._at_stock].max(initial=-np.inf)
        if newest > self._touched:
            self.reached += newest - self._touched > QUIET_AFTER
            self._touched = float(newest)
        came = self._whence(frame.t)
        self.arms = tuple(count + (one in came) for one, count in enumerate(self.arms))

    def quiet(self, t: float) -> tuple[bool, frozenset[int]]:
        """Return whether the mat is quiet at ``t``, and the directions round it that are not."""
        moves = t - self._motion.moved_at < QUIET_AFTER
        round_it = set(self._sector[moves & (self._sector >= 0)].tolist())
        return not bool(moves[self._on_mat].any()), frozenset(round_it)

    def is_new(self, restless: frozenset[int]) -> bool:
        """Say whether something lies otherwise than when it was known, but where it moves."""
        return bool((self._differs() & self._still(restless)).any())

    def changed(self, restless: frozenset[int], unseen: frozenset[int]) -> tuple[PixelBox, ...]:
        """Return the parts of the picture that have to be read again.

        Args:
            restless: the directions in which something moves now: nothing is read there.
            unseen: those in which it moved when the picture was last read.
        """
        again = self._differs() | np.isin(self._sector, sorted(unseen))
        there = (again & self._still(restless)).astype(np.uint8)
        number, _, boxes, _ = cv2.connectedComponentsWithStats(there, connectivity=8)
        rows, columns = there.shape
        width, height = self._size
        return tuple(
            (
                int(x * width / columns),
                int(y * height / rows),
                -int(-(x + across) * width // columns),
                -int(-(y + down) * height // rows),
            )
            for x, y, across, down, _ in boxes[1:number].tolist()
        )

    def watches(self, outline: Points) -> bool:
        """Say whether it is noticed when anything changes in all of an ``outline``, pixels."""
        assert self.plane is not None
        beside = np.array(self._mat.layout.mat.size) + TAKEN_REACH
        points = self.plane.to_plane(outline)
        return bool(((points >= -TAKEN_REACH) & (points <= beside)).all())

    def know(self, restless: frozenset[int]) -> None:
        """Take how everything looks as known, but where it moves."""
        self._motion.know(self._still(restless), shaded=True)
        self._handled = False

    def _differs(self) -> MovedBlocks:
        """Return the blocks that look different from when they were known.

        Once a hand was over the mat, a card may have come that hardly stands out from what it lies
        on; else what differs as little is a shadow.
        """
        return self._motion.differs_at_all() if self._handled else self._motion.differs()

    def _whence(self, t: float) -> frozenset[int]:
        """Return the sectors from which an arm may be over the mat.

        What differs from the table that was known, and hangs together, is one arm or more. It
        comes from where it lies farther out than fingers get that reach across.
        """
        moved = self._motion.moved_at == t
        moves = moved & self._on_mat
        if not moves.any():
            if (t - self._motion.moved_at[self._on_mat] < QUIET_AFTER).any():
                return frozenset()
            nobody = self._has_moved and not self._has_come
            self._has_moved = self._has_come = False
            return frozenset(range(SECTORS)) if nobody else frozenset()
        there = (self._motion.differs() | moved).astype(np.uint8)
        joined = cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        number, things = cv2.connectedComponents(joined, connectivity=8)
        came: set[int] = set()
        for thing in range(1, number):
            here = things == thing
            crosses = self._sector[here & self._at_edge]
            if len(crosses) >= LEAST_ARM and (here & moves).any():
                for sector in set(crosses.tolist()):
                    came |= {
                        (sector + off) % SECTORS
                        for off in range(-SECTORS_BESIDE, SECTORS_BESIDE + 1)
                    }
        self._has_moved, self._has_come = True, self._has_come or bool(came)
        return frozenset(came)

    def _still(self, restless: frozenset[int]) -> MovedBlocks:
        here = self._on_mat | (self._sector >= 0)
        return np.asarray(here & ~np.isin(self._sector, sorted(restless)))

    def _locate(self, frame: Frame) -> None:
        """Find the mat, and what part of the table each block shows."""
        image = frame.pixels
        height, width = image.shape[:2]
        self._size = (width, height)
        tags = self._tags.find(image)
        self.plane = register(self._mat.layout, tags, 0, (width, height)).mat
        if self.plane is None:
            return
        rows, columns = self._motion.moved_at.shape
        y, x = np.mgrid[0:rows, 0:columns] + 0.5
        pixels = np.stack([x.ravel() * width / columns, y.ravel() * height / rows], axis=1)
        points = self.plane.to_plane(pixels)
        size = np.array(self._mat.layout.mat.size)
        shape = (rows, columns)

        def within(area: npt.ArrayLike, beyond: float = 0.0) -> MovedBlocks:
            """Return the blocks in an area (x, y, width, height), or so far round it."""
            first, extent = np.split(np.asarray(area, float), 2)
            low, high = first - beyond, first + extent + beyond
            inside = ((points >= low) & (points <= high)).all(axis=1)
            return np.asarray(inside).reshape(shape)

        mat = (0, 0, *size)
        on_mat = within(mat)
        across, down = (points - size / 2).T
        turn = np.arctan2(-across, down) / (2 * np.pi) % 1.0
        sector = np.minimum((turn * SECTORS).astype(np.int64), SECTORS - 1).reshape(shape)
        self._on_mat, self._at_stock = on_mat, within(self._mat.details.hana.stock)
        self._sector = np.where(within(mat, TAKEN_REACH) & ~on_mat, sector, -1)
        self._at_edge = within(mat, ARM_FAR) & ~within(mat, ARM_NEAR)
