"""Cards told by the small details of their faces, which vote for where a card lies.

A detail of the picture that looks like one of a learnt face says where that face would lie and how
it would be turned. On a table that is known all details have one scale, so a vote needs no more
than that. Where many agree there is a card, whatever hides its outline or a part of its face.

A generalised Hough transform (Ballard, Pattern Recognition 13, 1981) over corners as ORB finds and
turns them (Rublee et al., ICCV 2011).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.above import from_above
from vision.descriptors import describe
from vision.gallery import CONTRAST, EVEN, PLAIN, Gallery
from vision.geometry import Points, card_corners
from vision.light import FloatImage
from vision.tabletop import Tabletop

ACROSS = 80
"""Pixels across a card, at which details are looked for."""
LEVELS, MIDDLE = 200, 128
"""Of 255: what contrast of one becomes in the grey picture where details are looked for, and what
none does."""
LEAST_STEP = 8
"""Levels of 255, evened, by which a corner differs from what is round it (ORB's fastThreshold)."""
CLEAR = 16
"""Pixels that a detail keeps from the edge of a picture: it is described from what is round it."""
MARGIN = CLEAR + 8
"""Pixels round a learnt face, so that what lies at its edge is a detail too."""
MOST_OF_FACE = 100
"""Details of a learnt face, the strongest ones."""
MOST = 5000
"""Details of a picture."""
LEAST_ALIKE = 0.75
"""Cosine with the likest learnt detail below which one of the picture is none of them."""
TELLING = 40
"""Of 128 directions, those in which learnt details differ most: nearest ones are found by them."""
CELL = 0.22
"""Of a card's width, within which votes agree."""
DIRECTIONS = 16
"""In a full turn; votes of neighbouring ones agree."""
FEWEST = 2
"""Details that have to agree."""
ROUNDING = 1.001
"""A vote on the edge of a cell is in it."""
APART = 0.5
"""Of a card's width: proposals that are nearer to one another are one."""
MOST_CELLS = 2000
"""Agreements that are looked through for proposals, the strongest ones."""
ARM = 6.0
"""Pixels; a detail's own direction counts like a second detail so far away."""
NEAR = 1.5
"""Pixels; a vote that misses a card's place by so much counts half at most."""
ROUNDS = 3
"""In which the votes that miss a card's place come to count less."""

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
_SPAN = 4096
"""More cells than any table has, to number them all."""


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """Details: where they are, in pixels, shape (N, 2), their turn in radians, their looks."""

    at: Floats
    turn: Floats
    looks: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Votes:
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

    def only(self, which: npt.NDArray[np.bool_]) -> _Votes:
        """Return some of them."""
        return _Votes(
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


class Details:
    """Proposes where cards of one deck lie."""

    def __init__(self, gallery: Gallery) -> None:
        """Find the details of the faces and backs that ``gallery`` has made ready."""
        self._gallery = gallery
        self._scale = ACROSS / gallery.size[0]
        faces = [
            (index, self._of_face(image))
            for index, image in enumerate(gallery.soft_images)
            if not gallery.kinds[index].turned
        ]
        self._learnt = _Found(
            np.concatenate([face.at for _, face in faces]),
            np.concatenate([face.turn for _, face in faces]),
            np.concatenate([face.looks for _, face in faces]),
        )
        self._kinds = np.concatenate([np.full(len(face.at), index) for index, face in faces])
        looks = self._learnt.looks.astype(np.float64)
        self._telling = np.linalg.eigh(looks.T @ looks)[1][:, -TELLING:].astype(np.float32)
        self._told = np.ascontiguousarray((self._learnt.looks @ self._telling).T)

    def propose(
        self, image: FloatImage, table: Tabletop, smallest: float, known: list[Points], most: int
    ) -> list[Points]:
        """Return where cards may lie, likeliest first.

        Args:
            image: shape (H, W, 3), float32, balanced BGR.
            table: where cards lie.
            smallest: pixels of the shorter side of a card that can still be read.
            known: corners of cards that were found already: not proposed again.
            most: how many to return.

        Returns:
            Corners, each shape (4, 2), pixels, clockwise from what may be the card's top left.
        """
        above = from_above(_grey(image), table, smallest, self._scale)
        mask = above.legible
        for corners in known:
            there = np.rint(above.to_image(corners)).astype(np.int32)
            cv2.fillConvexPoly(mask, there, 0)
        votes = self._votes(self._find(above.image, mask, MOST))
        proposals: list[Points] = []
        for middle, turn in _agreements(votes, ACROSS, most):
            x, y = above.to_table(middle[None])[0]
            corners = card_corners((float(x), float(y)), table.size, float(np.degrees(turn)))
            proposals.append(table.plane.to_pixels(corners))
        return proposals

    def _of_face(self, image: FloatImage) -> _Found:
        """Return the details of a learnt face, places from its middle."""
        rows, columns = (round(side * self._scale) for side in self._gallery.size[::-1])
        face = cv2.resize(_grey(image), (columns, rows), interpolation=cv2.INTER_CUBIC)
        edge = MARGIN
        wide = cv2.copyMakeBorder(face, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
        mask = np.zeros(wide.shape[:2], dtype=np.uint8)
        mask[edge:-edge, edge:-edge] = 255
        found = self._find(np.asarray(wide, dtype=np.float32), mask, MOST_OF_FACE)
        middle = np.array([(columns - 1) / 2 + edge, (rows - 1) / 2 + edge], dtype=np.float32)
        return _Found(found.at - middle, found.turn, found.looks)

    def _find(self, grey: Floats, mask: npt.NDArray[np.uint8], most: int) -> _Found:
        """Return the strongest details of ``grey``, which has a card `ACROSS` pixels wide."""
        plain = _evened(grey)
        finder = cv2.ORB.create(
            nfeatures=most, nlevels=1, fastThreshold=LEAST_STEP, edgeThreshold=CLEAR
        )
        corners = finder.detect(plain, mask)
        at = np.array([one.pt for one in corners], dtype=np.float32).reshape(-1, 2)
        turn = np.radians([one.angle for one in corners]).astype(np.float32)
        return _Found(at, turn, describe(plain, at, turn))

    def _votes(self, seen: _Found) -> _Votes:
        likest = ((seen.looks @ self._telling) @ self._told).argmax(axis=1)
        alike = np.einsum("ij,ij->i", seen.looks, self._learnt.looks[likest])
        which = np.flatnonzero(alike > LEAST_ALIKE)
        like = likest[which]
        return _Votes(
            self._kinds[like],
            self._learnt.at[like],
            seen.at[which],
            (seen.turn[which] - self._learnt.turn[like]) % np.float32(2 * np.pi),
            alike[which] - LEAST_ALIKE,
        )


def _grey(image: FloatImage) -> Floats:
    """Return the mean of the three colours."""
    return np.asarray(cv2.transform(image, np.full((1, 3), 1 / 3)), dtype=np.float32)


def _evened(grey: Floats) -> npt.NDArray[np.uint8]:
    """Return ``grey`` with the same light and contrast everywhere, as `Gallery.even` does."""
    side = int(EVEN * ACROSS) | 1
    detail = grey - cv2.blur(grey, (side, side), borderType=cv2.BORDER_REFLECT)
    spread = cv2.blur(detail * detail, (side, side), borderType=cv2.BORDER_REFLECT)
    levels = LEVELS * CONTRAST * detail / np.sqrt(spread + PLAIN * PLAIN)
    return np.asarray(np.clip(levels + MIDDLE, 0, 255), dtype=np.uint8)


def _agreements(votes: _Votes, across: float, most: int) -> Iterator[tuple[Points, float]]:
    """Yield the middle, in pixels, and the turn of what most votes agree on, strongest first."""
    cell, step = CELL * across, 2 * np.pi / DIRECTIONS
    said = votes.middles
    taken = np.zeros((0, 2))
    for kind, middle, turn in _cells(votes, said, cell):
        if len(taken) >= most:
            return
        if len(taken) and np.linalg.norm(taken - middle, axis=1).min() < APART * across:
            continue
        off = np.abs((votes.turn - turn + np.pi) % (2 * np.pi) - np.pi)
        near = np.abs(said - middle).max(axis=1) <= cell * ROUNDING
        mine = (votes.kind == kind) & near & (off <= step * ROUNDING)
        at, way = _settled(votes.only(mine))
        taken = np.vstack([taken, at])
        yield at, way


def _cells(votes: _Votes, said: Floats, cell: float) -> Iterator[tuple[int, Points, float]]:
    """Yield face, middle and turn of the cells with most votes; a vote counts in 2 x 2 x 2."""
    if not len(said):
        return
    lower = np.floor(said / cell - 0.5).astype(np.int64)
    first = lower.min(axis=0)  # a card's middle may lie beyond the picture
    lower -= first
    before = np.floor(votes.turn / (2 * np.pi) * DIRECTIONS - 0.5).astype(np.int64)
    keys = []
    for right in (0, 1):
        for down in (0, 1):
            for on in (0, 1):
                number = votes.kind * DIRECTIONS + (before + on) % DIRECTIONS
                number = number * _SPAN + lower[:, 0] + right
                keys.append(number * _SPAN + lower[:, 1] + down)
    key = np.concatenate(keys)
    order = np.argsort(key)
    starts = np.flatnonzero(np.diff(key[order], prepend=-1))
    cells, counts = key[order[starts]], np.diff(starts, append=len(key))
    total = np.add.reduceat(np.tile(votes.weight, len(keys))[order], starts)
    total[counts < FEWEST] = 0
    for index in np.argsort(-total)[:MOST_CELLS]:
        if total[index] <= 0:
            return
        rest, row = divmod(int(cells[index]), _SPAN)
        rest, column = divmod(rest, _SPAN)
        kind, direction = divmod(rest, DIRECTIONS)
        # The corner that the 2 x 2 cells of all its votes share.
        middle = (first + np.array([column, row]) + 0.5) * cell
        yield kind, middle, (direction + 0.5) * 2 * np.pi / DIRECTIONS


def _settled(votes: _Votes) -> tuple[Points, float]:
    """Return the middle and the turn on which ``votes`` agree best, those that miss counting less.

    Least squares for a turn and a shift (Umeyama, PAMI 13, 1991), reweighted.
    """
    weight = votes.weight.astype(np.float64)
    middle, way = np.zeros(2), 0.0
    for _ in range(ROUNDS):
        arm_mean = np.average(votes.arm, axis=0, weights=weight)
        at_mean = np.average(votes.at, axis=0, weights=weight)
        arm, at = votes.arm - arm_mean, votes.at - at_mean
        along = (arm * at).sum(axis=1)
        aside = arm[:, 0] * at[:, 1] - arm[:, 1] * at[:, 0]
        own = ARM**2 * np.exp(1j * votes.turn)
        way = float(np.angle((weight * (along + 1j * aside + own)).sum()))
        middle = at_mean - _turned(arm_mean[None], np.array([way]))[0]
        missed = np.linalg.norm(
            votes.at - middle - _turned(votes.arm, np.full(len(weight), way)), axis=1
        )
        weight = votes.weight / (1 + (missed / max(NEAR, float(np.median(missed)))) ** 2)
    return np.asarray(middle, dtype=np.float64), way


def _turned(arms: npt.NDArray[np.floating], turn: npt.NDArray[np.floating]) -> Points:
    """Turn each of ``arms``, shape (N, 2), by its own angle, radians clockwise with y down."""
    cos, sin = np.cos(turn), np.sin(turn)
    return np.column_stack(
        [cos * arms[:, 0] - sin * arms[:, 1], sin * arms[:, 0] + cos * arms[:, 1]]
    )
