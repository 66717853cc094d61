"""What details of a picture say about where cards lie, and where many of them agree.

A generalised Hough transform (Ballard, Pattern Recognition 13, 1981): a detail that looks like one
of a learnt face says where the middle of that face would be and how it would be turned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles, Floats
from vision.geometry import Points

VOTE_CELL = 0.22
"""Of a card's width, within which votes agree."""
VOTE_DIRECTIONS = 16
"""In a full turn; votes of neighbouring ones agree."""
FEWEST_VOTES = 2
"""Details that have to agree."""
ROUNDING = 1.001
"""A vote on the edge of a cell is in it."""
PLACES_APART = 0.5
"""Of a card's width: proposals that are nearer to one another are one."""
MOST_CELLS = 2000
"""Agreements that are looked through for proposals, the strongest ones."""
ARM = 6.0
"""Pixels; a detail's own direction counts like a second detail so far away."""
VOTE_NEAR = 1.5
"""Pixels; a vote that misses a card's place by so much counts half at most."""
ROUNDS = 3
"""In which the votes that miss a card's place come to count less."""

Numbers = npt.NDArray[np.int64]
_SPAN = 4096
"""More cells than any table has, to number them all."""


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """What details say, one row for each.

    Attributes:
        kind: which face it speaks for.
        arm: from the middle of that face to the detail, in pixels, shape (N, 2).
        at: where the detail is in the picture, in pixels, shape (N, 2).
        turn: by how much the face would be turned, radians clockwise.
        weight: how much it counts.
    """

    kind: Numbers
    arm: Floats
    at: Floats
    turn: Floats
    weight: Floats

    def only(self, which: npt.NDArray[np.bool_]) -> Votes:
        """Return some of them."""
        return Votes(
            self.kind[which],
            self.arm[which],
            self.at[which],
            self.turn[which],
            self.weight[which],
        )

    @property
    def middles(self) -> Floats:
        """Return where each says the face's middle is, in pixels, shape (N, 2)."""
        return np.asarray(self.at - _turned(self.arm, self.turn), dtype=np.float32)


def agreements(votes: Votes, across: float, most: int) -> Iterator[tuple[int, Points, float]]:
    """Yield face, middle (pixels) and turn of what most votes agree on, strongest first."""
    cell, step = VOTE_CELL * across, 2 * np.pi / VOTE_DIRECTIONS
    if not len(votes.kind):
        return
    x, y = votes.middles.T.astype(np.float64)
    cells = _cells(votes, x, y, cell)
    is_open = np.ones(len(cells.kind), dtype=np.bool_)
    for _ in range(most):
        if not is_open.any():
            return
        best = int(is_open.argmax())
        is_open[best] = False
        kind, turn = int(cells.kind[best]), float(cells.turn[best])
        off = np.abs((votes.turn - turn + np.pi) % (2 * np.pi) - np.pi)
        mine = (votes.kind == kind) & (off <= step * ROUNDING)
        mine &= np.abs(x - cells.x[best]) <= cell * ROUNDING
        mine &= np.abs(y - cells.y[best]) <= cell * ROUNDING
        at, way = _settled(votes.only(mine))
        is_open &= np.hypot(cells.x - at[0], cells.y - at[1]) >= PLACES_APART * across
        yield kind, at, way


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """Where votes agree, the most votes first: face, middle (pixels) and turn, one row for each."""

    kind: Numbers
    x: Doubles
    y: Doubles
    turn: Doubles


def _cells(votes: Votes, x: Doubles, y: Doubles, cell: float) -> _Cells:
    """Return the cells on which votes for the middles ``x``, ``y`` agree.

    A vote counts in 2 x 2 x 2 of them.
    """
    lower = [np.floor(one / cell - 0.5).astype(np.int64) for one in (x, y)]
    first = [int(one.min()) for one in lower]  # a card's middle may lie beyond the picture
    column, row = (one - least for one, least in zip(lower, first, strict=True))
    before = np.floor(votes.turn / (2 * np.pi) * VOTE_DIRECTIONS - 0.5).astype(np.int64)
    keys = []
    for right in (0, 1):
        for down in (0, 1):
            for on in (0, 1):
                number = votes.kind * VOTE_DIRECTIONS + (before + on) % VOTE_DIRECTIONS
                number = number * _SPAN + column + right
                keys.append(number * _SPAN + row + down)
    key = np.concatenate(keys)
    order = np.argsort(key)
    starts = np.flatnonzero(np.diff(key[order], prepend=-1))
    cells, counts = key[order[starts]], np.diff(starts, append=len(key))
    total = np.add.reduceat(np.tile(votes.weight, len(keys))[order], starts)
    total[counts < FEWEST_VOTES] = 0
    best = np.argsort(-total)[:MOST_CELLS]
    best = best[total[best] > 0]
    rest, row = np.divmod(cells[best], _SPAN)
    rest, column = np.divmod(rest, _SPAN)
    kind, direction = np.divmod(rest, VOTE_DIRECTIONS)
    # The corner that the 2 x 2 cells of all its votes share.
    return _Cells(
        kind,
        np.asarray((first[0] + column + 0.5) * cell, dtype=np.float64),
        np.asarray((first[1] + row + 0.5) * cell, dtype=np.float64),
        (direction + 0.5) * 2 * np.pi / VOTE_DIRECTIONS,
    )


def _settled(votes: Votes) -> tuple[Points, float]:
    """Return the middle and the turn on which ``votes`` agree best, those that miss counting less.

    Least squares for a turn and a shift (Umeyama, PAMI 13, 1991), reweighted.
    """
    # Places as complex numbers: to turn one is to multiply it.
    arm, at = (one.astype(np.float64) @ (1, 1j) for one in (votes.arm, votes.at))
    own = ARM**2 * np.exp(1j * votes.turn)
    weight = votes.weight.astype(np.float64)
    middle, turned = 0j, 1 + 0j
    for _ in range(ROUNDS):
        share = weight / weight.sum()
        arm_mean, at_mean = share @ arm, share @ at
        turned = weight @ (np.conj(arm - arm_mean) * (at - at_mean) + own)
        turned /= abs(turned)
        middle = at_mean - arm_mean * turned
        missed = np.abs(at - middle - arm * turned)
        weight = votes.weight / (1 + np.square(missed / max(VOTE_NEAR, float(np.median(missed)))))
    return np.array([middle.real, middle.imag]), float(np.angle(turned))


def _turned(arms: npt.NDArray[np.floating], turn: npt.NDArray[np.floating]) -> Points:
    """Turn each of ``arms``, shape (N, 2), by its own angle, radians clockwise with y down."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.column_stack(
        [cos * arms[:, 0] - sin * arms[:, 1], sin * arms[:, 0] + cos * arms[:, 1]]
    )
