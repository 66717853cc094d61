"""Which places of the table have to be looked at again, and when each of them is quiet enough."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import SETTLED
from vision.arrays import Mask
from vision.geometry import Points
from vision.live.motion import BLOCKS, Motion
from vision.live.shades import Blocks

EARLY = 0.15
"""Seconds of quiet after which a place is read: two pictures show the same."""
RESTING = 2.0
"""Seconds after which it is read although something reaches into it: an arm that rests there."""
RESTLESS = 4.0
"""Seconds of movement on end after which a place counts as covered, and nobody waits for it."""
NEEDED = 2
"""Blocks of a place that have to change; a clue token covers four."""
AROUND = 2
"""Blocks round a place into which what lies in it may reach."""
REACHES = 3
"""Blocks beyond that which make it something that reaches into the place: an arm, a sleeve."""

LOST = 1.0
"""Seconds without a picture from which a card may have been taken and another put in its place."""
GONE = 0.3
"""Share of a thing that has to look different before it counts as moved or gone."""

Key = tuple[str, int, int]
"""Kind of place, seat (-1: the mat), index."""
WHOLE = "mat"
"""The kind of the place that holds others: that it is quiet tells nothing of what is in them."""


BlockNumbers = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class _Held:
    """Something that lies in a place and beyond it: where, and how it looked."""

    blocks: Mask
    looks: Blocks


@dataclass(slots=True)
class _Watched:
    blocks: Mask
    around: Mask
    on_mat: bool
    pending: bool = True
    stirred: bool = True
    """Whether something may have been done there since it waits, and not only the light changed."""
    known: bool = False
    since: float = 0.0
    last: float = 0.0
    reached: bool = False
    left: bool = False
    reached_before: bool = False
    """Whether something reached into it when the camera came to stand elsewhere: it may be there
    still, and nothing tells, for in a view that is new nothing is new."""
    anew: bool = True
    held: _Held | None = None
    outline: Points = field(default_factory=lambda: np.zeros((0, 2)))
    within: BlockNumbers = field(init=False)
    """The numbers of its blocks, row by row: a mask takes longer to ask for each picture."""
    nearby: BlockNumbers = field(init=False)
    """Likewise of those and what is around it."""
    rim: BlockNumbers = field(init=False)
    """Likewise of what is around it only."""

    def __post_init__(self) -> None:
        """Number the blocks."""
        self.within, self.nearby = np.flatnonzero(self.blocks), np.flatnonzero(self.around)
        self.rim = np.flatnonzero(self.around & ~self.blocks)

    def has(self, such: Mask) -> bool:
        """Say whether enough of its blocks are ``such``."""
        return int(np.count_nonzero(such.take(self.within))) >= NEEDED

    def wait(self, t: float) -> None:
        """Wait to be looked at, from ``t`` on or since before; so far nothing was done there."""
        if not self.pending:
            self.pending, self.since, self.stirred = True, t, False


class Attention:
    """Keeps for each place whether something has moved there since it was looked at."""

    def __init__(self, motion: Motion) -> None:
        """Watch what ``motion`` tells, with no place yet."""
        self._motion = motion
        self._places: dict[Key, _Watched] = {}
        self._touches: dict[Key, int] = {}
        self._t = 0.0
        self._elsewhere: Mask | None = None
        self._farther: Mask | None = None
        self._things: _Things | None = None

    # ------------------------------------------------------------------------------- the places

    def aim(self, key: Key, corners: Points, width: int, inner: float = 1.0) -> None:
        """Watch a place, or go on doing so where it is seen now.

        Args:
            key: which.
            corners: its outline, shape (4, 2), pixels of the frame.
            width: of the frame, in pixels.
            inner: the share of the outline in which a movement is its own and not its neighbour's.
        """
        middle = corners.mean(axis=0)
        outline = (middle + (corners - middle) * inner + 0.5) * BLOCKS / width - 0.5
        before = self._places.get(key)
        if before is not None and np.abs(before.outline - outline).max() < 0.02:
            return
        blocks = np.zeros(self._motion.moved_at.shape, np.uint8)
        cv2.fillConvexPoly(blocks, np.round(outline).astype(np.int32), 1)
        side = 2 * AROUND + 1
        around = cv2.dilate(blocks, np.ones((side, side), np.uint8))
        last = float(self._motion.moved_at.max(initial=0.0, where=blocks > 0))
        on_mat = key[1] < 0 and key[0] != WHOLE
        watched = _Watched(
            blocks > 0, around > 0, on_mat, since=self._t, last=last, outline=outline
        )
        watched.known = before is not None and before.known
        self._places[key] = watched
        self._touch(key)
        self._elsewhere = self._farther = None

    def drop(self, seat: int) -> None:
        """Watch nothing of a part any more: it is out of view."""
        for key in [key for key in self._places if key[1] == seat]:
            del self._places[key]
            self._touch(key)
        self._elsewhere = self._farther = None

    def begin(self, t: float, *, unseen: bool) -> None:
        """Look at everything again, because the camera stands elsewhere or the light is another.

        Where only the light changes, from one picture to the next, nobody takes a card and puts
        one back: nothing was touched, but at a part at which somebody is busy just then.

        Args:
            t: the camera's seconds.
            unseen: whether anything may have been done meanwhile.
        """
        unseen |= t - self._t > LOST
        busy = {key[1] for key, one in self._places.items() if one.pending and one.stirred}
        for key, one in self._places.items():
            one.wait(t)
            if unseen:
                one.reached_before |= one.reached or one.held is not None
                one.reached = False
            if unseen or key[1] in busy:
                self._stir(key, one)
            one.last, one.anew = t, True

    def again(self, keys: Iterable[Key]) -> None:
        """Have places looked at once more at which nothing was done, those that are in view."""
        for key in keys:
            if key in self._places:
                self._places[key].wait(self._t)

    def note(self, t: float) -> None:
        """Take what has moved in the picture of the second ``t``."""
        self._t, self._things = t, None
        for one in self._places.values():
            one.left = False
        moved = self._motion.moved_at == t
        differs = self._motion.differs()
        if not moved.any() and not differs.any():
            return
        self._let_go()
        for key, one in self._places.items():
            stirs = one.has(moved)
            if stirs:
                one.last = t
            if not one.pending and (stirs or one.has(differs)):
                one.wait(t)
                self._stir(key, one)
            elif stirs and one.since < t:  # what another light leaves over is no movement
                self._stir(key, one)
        self._follow_hands()
        # Later than the places are read, so that it is still known what reached into them. Not
        # while a shadow passes: where an arm keeps one place from being known meanwhile, the one
        # beside it would have been known in another light, and there would be an edge between them.
        changed = np.maximum(self._motion.moved_at, self._motion.shone_at)
        self._motion.know(self._beside() & (changed <= t - 2 * RESTING))

    # ------------------------------------------------------------------------------- questions

    def keys(self, kind: str, seat: int | None = None) -> Iterator[Key]:
        """Yield the places of a kind, of one part or of all."""
        yield from (key for key in self._places if key[0] == kind and seat in (None, key[1]))

    def pending(self, key: Key) -> bool:
        """Say whether something has moved there since it was looked at."""
        one = self._places.get(key)
        return one is None or one.pending

    def stirs(self, kind: str, seat: int, besides: Collection[Key]) -> bool:
        """Say whether something moves at a part in other places than ``besides``, or just did."""
        others = (key for key in self.keys(kind, seat) if key not in besides)
        return any(self.pending(key) and self.unrest(key) < RESTLESS for key in others)

    def known(self, key: Key) -> bool:
        """Say whether it was ever looked at."""
        one = self._places.get(key)
        return one is not None and one.known

    def touches(self, key: Key) -> int:
        """Return how often something has begun to move there."""
        return self._touches.get(key, 0)

    def unrest(self, key: Key) -> float:
        """Return for how many seconds it has been waiting to be looked at; 0: it is not."""
        one = self._places[key]
        return self._t - one.since if one.pending else 0.0

    def quiet(self, key: Key) -> float:
        """Return for how many seconds nothing has moved there."""
        return self._t - self._places[key].last

    def shines(self, key: Key) -> bool:
        """Say whether the light on it changes, or just did: a shadow passes, whose edges are seen.

        What is measured by edges is off then.
        """
        return self._places[key].has(self._motion.shone_at > self._t - 2 * EARLY)

    def moves(self, key: Key) -> bool:
        """Say whether anything moves there in the newest picture."""
        return bool((self._motion.moved_at.take(self._places[key].within) == self._t).any())

    def ready(self, key: Key) -> bool:
        """Say whether it has to be looked at again and is quiet enough for that."""
        one = self._places[key]
        if not one.pending:
            return False
        quiet = self._t - one.last
        # An arm that has only just come shades a place in which nothing stirs: that is no rest.
        rested = min(quiet, self._t - one.since) if one.known else quiet
        # What differs from when it was known may not move now, but wants a second picture, too. Not
        # so a whole part: what lies beside its places is read by nobody, and differs for long.
        early = quiet if key[0] == WHOLE else rested
        if early >= EARLY and not (one.reached_before or self._is_reached(one)):
            return True
        return rested >= (RESTING if one.known else SETTLED)

    def reached(self, key: Key) -> bool:
        """Say whether something that is new there reaches beyond it: an arm that rests, a book."""
        one = self._places[key]
        return one.held is not None or self._is_reached(one)

    def hold(self, key: Key) -> None:
        """Wait until what reaches into a place has moved or gone; then it is looked at again."""
        one = self._places[key]
        if one.held is not None:
            return
        beyond = _Things.of(self._motion.is_new()).joined_to(one) & ~one.blocks
        one.held = _Held(beyond, self._motion.looks())

    def left(self, key: Key) -> bool:
        """Say whether a hand that was there in the last picture has gone from what is new there.

        What lies there can be looked at before it was quiet, and has to be looked at again.
        """
        one = self._places[key]
        return one.pending and one.known and one.left and not one.reached_before

    def farther(self) -> Mask:
        """Return the blocks beyond the mat into which nothing reaches that is read in a rack."""
        mats = (one.blocks for key, one in self._places.items() if key[0] == WHOLE)
        return self._away() & ~_union(mats, self._motion.moved_at.shape)

    def still_for(self) -> float:
        """Return for how many seconds nothing has moved on mat and racks.

        A place in which something moves all the time is covered, and does not count.
        """
        calm = (one for one in self._places.values() if not self._restless(one))
        return min((self._t - one.last for one in calm), default=0.0)

    def settle(self, keys: Collection[Key]) -> None:
        """Take places as looked at."""
        looked_at = np.zeros(self._motion.moved_at.shape, np.bool_)
        for key in keys:
            one = self._places[key]
            if one.pending:
                one.pending, one.known, one.reached, one.reached_before = False, True, False, False
                if one.stirred:
                    self._touch(key)
            if key[0] != WHOLE:
                looked_at |= one.blocks
            elif one.anew:
                # Beside its places nothing is known yet but what was there in the very first
                # picture. An arm of then that has gone must not be taken for what came.
                looked_at |= one.blocks & self._beside()
            one.anew = False
        if looked_at.any():
            self._motion.know(looked_at)

    # ------------------------------------------------------------------------------------ inside

    def _beside(self) -> Mask:
        """Return the blocks that belong to no place that is read."""
        if self._elsewhere is None:
            read = (one.blocks for key, one in self._places.items() if key[0] != WHOLE)
            self._elsewhere = ~_union(read, self._motion.moved_at.shape)
        return self._elsewhere

    def _away(self) -> Mask:
        """Return the blocks into which nothing reaches that lies in a place that is read."""
        if self._farther is None:
            read = (one.around for key, one in self._places.items() if key[0] != WHOLE)
            self._farther = ~_union(read, self._motion.moved_at.shape)
        return self._farther

    def _stir(self, key: Key, one: _Watched) -> None:
        """Note that something may have been done at a place that waits, once until it is read."""
        if not one.stirred:
            one.stirred = True
            self._touch(key)

    def _touch(self, key: Key) -> None:
        self._touches[key] = self._touches.get(key, 0) + 1

    def _restless(self, one: _Watched) -> bool:
        return one.pending and self._t - one.since >= RESTLESS

    def _let_go(self) -> None:
        """Have the places looked at again in which nothing lies any more that reached into them."""
        for key, one in self._places.items():
            if one.held is None:
                continue
            if (self._motion.moved_at[one.held.blocks] > self._t - EARLY).any():
                continue  # a hand passes over it
            changed = self._motion.changed_since(one.held.looks)[one.held.blocks]
            if not changed.size or changed.mean() > GONE:
                one.held, one.last = None, self._t
                if not one.pending:
                    one.wait(self._t)
                    self._stir(key, one)

    def _follow_hands(self) -> None:
        """Note into which of the places that wait a hand reaches now, and which it has left."""
        waiting = [one for one in self._places.values() if one.pending]
        if not waiting:
            return
        things = _Things.of(self._motion.is_new())
        for one in waiting:
            reached = things.reach_beyond(one) or self._is_joined(one)
            crosses = bool((self._motion.moved_at.take(one.rim) == self._t).any())
            one.left, one.reached = one.reached and crosses and not reached, reached

    def _is_reached(self, one: _Watched) -> bool:
        """Say whether something that is new in the place belongs to something beyond it.

        What has just moved counts as new, as long as two pictures do not show the same.
        """
        if self._things is None:
            stirs = self._motion.moved_at > self._t - EARLY
            self._things = _Things.of(self._motion.is_new() | stirs)
        return self._things.reach_beyond(one) or self._is_joined(one)

    def _is_joined(self, one: _Watched) -> bool:
        """Say whether only a strip keeps what is new in a place of the mat from being an arm.

        A strip of a sleeve may look like what is behind it. It moved when something moved there
        last, as the arm did. What is new in other places tells nothing: cards come there, too, and
        in racks nothing may hang on their faces.
        """
        if not one.on_mat:
            return False
        new = self._motion.is_new()
        if not new.take(one.within).any():
            return False
        beyond = new & self._away()
        nodes = beyond | (new & (one.blocks | (one.around & self._beside())))
        strips = cv2.morphologyEx(nodes.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3))) > 0
        strips &= self._motion.moved_at > one.last - EARLY
        joined = _Things.of(nodes | strips).joined_to(one)
        return int(np.count_nonzero(joined & beyond)) > REACHES


@dataclass(frozen=True, slots=True)
class _Things:
    """What is new in a picture, as things that hang together.

    Attributes:
        numbers: of the thing that each block belongs to, from 1; 0: nothing is new there.
        sizes: the blocks of each of them, by number.
    """

    numbers: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.intp]

    @classmethod
    def of(cls, new: Mask) -> _Things:
        """Tell apart what hangs together, be it by a corner."""
        numbers = np.asarray(
            cv2.connectedComponents(new.astype(np.uint8), connectivity=8)[1], np.int32
        )
        return cls(numbers, np.bincount(numbers.ravel()))

    def joined_to(self, one: _Watched) -> Mask:
        """Return all blocks of the things of which a part is in a place."""
        inside = np.zeros(len(self.sizes), np.bool_)
        inside[self.numbers.take(one.within)] = True
        inside[0] = False
        return np.asarray(inside[self.numbers])

    def reach_beyond(self, one: _Watched) -> bool:
        """Say whether one of the things of which a part is in a place reaches beyond it."""
        inside = self.numbers.take(one.within)
        if not inside.any():
            return False
        beyond = self.sizes - np.bincount(self.numbers.take(one.nearby), minlength=len(self.sizes))
        return bool((beyond[inside[inside > 0]] > REACHES).any())


def _union(masks: Iterable[Mask], shape: tuple[int, ...]) -> Mask:
    union = np.zeros(shape, dtype=np.bool_)
    for mask in masks:
        union |= mask
    return union
