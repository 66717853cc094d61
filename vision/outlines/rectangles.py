"""Cards told by their corners, on a table that is known, whatever is printed on them.

Where two straight edges of a photo meet at a right angle on the table there may be a corner of a
card. Every card has the deck's size, so a corner and its two directions say where the whole card
would lie, and whether there are edges along all its sides says whether one does. A card that
touches its neighbours, or whose outline runs into that of what lies on it, has no outline of its
own but it has corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Doubles
from vision.geometry import Points
from vision.outlines.above import TableFromAbove
from vision.table.light import FloatImage

EDGES_ACROSS = 40.0
"""Pixels across a card, at which its sides are compared with the edges of the picture."""
SHORTEST_SIDE = 0.25
"""Of a card's width: the shortest edge that is looked at."""
EDGE_LONGER = 1.12
"""How much longer than a card's side an edge along it may seem."""
MOST_EDGES = 400
"""Edges that are looked through for corners, the longest ones."""
SKEW_ANGLE = 0.14
"""Cosine of the angle between two edges beyond which it is no right one."""
MEETING = 0.25
"""Of a card's width: how far the end of an edge may be from the corner."""
CELL, DEGREES = 0.06, 4.0
"""Of a card's width, and of its turn: cards within them are the same."""
STEEP = 0.012
"""Grey, of paper white, by which neighbouring pixels differ across an edge."""
EDGE_DIRECTIONS = 8
"""In half a turn, by which edges are sorted."""
SIDE_REACH = 2
"""Pixels by which a side may miss its edge: cards are not quite flat."""
SAMPLES = 24
"""Places along a side at which there is an edge or not."""
ROUND_ENDS = 0.1
"""Of a side at either end, where its corner may be round."""
HIDDEN = 0.5
"""How much the side counts that has the least edge: something may lie on it."""
LEAST_SIDES = 2.6
"""Sides, so counted, of 3.5, that a card has to show."""
SHOWN = 0.5
"""Sides, so counted, that two are worth each that straight edges cover from end to end."""
PROPOSALS_APART = 0.2
"""Of a card's width: proposals that are nearer to one another are one."""
WITHIN_CARD = 0.9
"""Of a known card's sides: within them no edge is another card's."""

Complex = npt.NDArray[np.complex128]
"""Points and directions, x + iy: to turn one is to multiply it; i is a quarter turn clockwise."""
_SPAN = 4096
"""More cells than any table has, to number them all."""


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """Straight edges, shape (N,): one end in pixels, the direction of the other, how far it is."""

    start: Complex
    way: Complex
    length: Doubles

    def only(self, which: npt.NDArray[np.generic]) -> _Edges:
        """Return some of them."""
        return _Edges(self.start[which], self.way[which], self.length[which])


@dataclass(frozen=True, slots=True, eq=False)
class _Cards:
    """Where cards may lie, in pixels.

    Attributes:
        corners: shape (N, 4), clockwise, a short side first.
        shown: how much of two of its sides the edges are that told of it, 0 to 2, shape (N,).
    """

    corners: Complex
    shown: Doubles

    @property
    def middles(self) -> Complex:
        """Return where their middles are, shape (N,)."""
        return np.asarray(self.corners.mean(axis=1))

    def only(self, which: npt.NDArray[np.generic]) -> _Cards:
        """Return some of them."""
        return _Cards(self.corners[which], self.shown[which])


def propose_rectangles(
    edges: npt.NDArray[np.float64], above: TableFromAbove, known: Sequence[Points], most: int
) -> list[Points]:
    """Return where cards may lie, likeliest first.

    Args:
        edges: straight edges of the photo, from end to end, shape (N, 2, 2), pixels.
        above: the table in the photo, in grey, with cards `EDGES_ACROSS` pixels wide.
        known: corners of what is no card or was found already: nothing is proposed there.
        most: how many to return.

    Returns:
        Corners, each shape (4, 2), pixels of the photo, clockwise, a short side first.
    """
    if not len(edges):
        return []
    is_open = above.without(known, WITHIN_CARD)
    ends = np.asarray(above.to_image(edges.reshape(-1, 2)) @ np.array([1, 1j])).reshape(-1, 2)
    across, along = (side * above.scale for side in above.table.size)
    cards = _with_corners(_sides(ends, EDGE_LONGER * along, is_open), across, along)
    cards = _distinct(cards.only(_is_in(cards.middles, is_open)))
    edge = _edge_along(cards.corners, above)
    cards, edge = cards.only(edge >= LEAST_SIDES), edge[edge >= LEAST_SIDES]
    best = _apart(cards.middles, edge + SHOWN * cards.shown)
    found = [cards.corners[index] for index, _ in zip(best, range(most), strict=False)]
    points = [np.column_stack([corners.real, corners.imag]) for corners in found]
    return [above.table.plane.to_pixels(above.to_table(corners)) for corners in points]


def _is_in(points: Complex, mask: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Say which of ``points`` lie where ``mask`` is not 0."""
    rows, columns = mask.shape
    within = (points.real > -0.5) & (points.real < columns - 0.5)
    within &= (points.imag > -0.5) & (points.imag < rows - 0.5)
    inside = np.rint(np.where(within, points, 0))
    column, row = inside.real.astype(np.int64), inside.imag.astype(np.int64)
    return np.asarray(within & (mask[row, column] > 0))


def _sides(ends: Complex, longest: float, is_open: npt.NDArray[np.uint8]) -> _Edges:
    """Return the edges, ``ends`` of shape (N, 2), that may be a card's sides, longest first."""
    along = ends[:, 1] - ends[:, 0]
    length = np.abs(along)
    fits = (
        (length >= SHORTEST_SIDE * EDGES_ACROSS)
        & (length <= longest)
        & _is_in(ends.mean(axis=1), is_open)
    )
    order = np.flatnonzero(fits)
    order = order[np.argsort(-length[order], kind="stable")][:MOST_EDGES]
    return _Edges(ends[order, 0], along[order] / length[order], length[order])


def _with_corners(edges: _Edges, across: float, along: float) -> _Cards:
    """Return the cards that have a corner where two edges meet at a right angle."""
    cosines = (edges.way[:, None] * edges.way.conj()).real
    first, second = np.nonzero(np.triu(np.abs(cosines) < SKEW_ANGLE, 1))
    one, other = edges.only(first), edges.only(second)
    sine, between = _cross(one.way, other.way), other.start - one.start
    on_one, on_other = _cross(between, other.way) / sine, _cross(between, one.way) / sine
    # The nearer end of each edge is the one at the corner; its other end tells the side's way.
    ends = np.where(on_one > one.length / 2, one.length, 0.0)
    other_ends = np.where(on_other > other.length / 2, other.length, 0.0)
    off = np.maximum(np.abs(on_one - ends), np.abs(on_other - other_ends))
    meet = off <= MEETING * EDGES_ACROSS
    corner = (one.start + on_one * one.way)[meet]
    sides = np.where(ends > 0, -1, 1) * one.length * one.way
    other_sides = np.where(other_ends > 0, -1, 1) * other.length * other.way
    sides, other_sides = sides[meet], other_sides[meet]
    is_clockwise = _cross(sides, other_sides) > 0
    right = np.where(is_clockwise, sides, other_sides)
    down = np.where(is_clockwise, other_sides, sides)
    # The longer of the two says more about how the card is turned.
    way = right - 1j * down
    way /= np.abs(way)
    found: list[_Cards] = []
    for width, height in ((across, along), (along, across)):
        fits = (np.abs(right) <= EDGE_LONGER * width) & (np.abs(down) <= EDGE_LONGER * height)
        frame = np.array([0, width, width + 1j * height, 1j * height])
        corners = corner[fits, None] + way[fits, None] * frame
        shown = np.minimum(np.abs(right) / width, 1) + np.minimum(np.abs(down) / height, 1)
        found.append(_Cards(np.roll(corners, -int(width > height), axis=1), shown[fits]))
    return _Cards(
        np.concatenate([cards.corners for cards in found]),
        np.concatenate([cards.shown for cards in found]),
    )


def _cross(one: Complex, other: Complex) -> Doubles:
    """Return the sine of the angle from one direction to another, times their lengths."""
    return np.asarray((one.conj() * other).imag)


def _distinct(cards: _Cards) -> _Cards:
    """Return one of those that are nearly the same, the one of which its edges show most."""
    ordered = cards.only(np.argsort(-cards.shown, kind="stable"))
    place = np.rint(ordered.middles / (CELL * EDGES_ACROSS))
    turn = np.angle(ordered.corners[:, 1] - ordered.corners[:, 0], deg=True)
    turns = round(180 / DEGREES)  # half a turn makes no other rectangle
    step = np.rint(turn / DEGREES) % turns
    key = ((place.real * _SPAN + place.imag) * turns + step).astype(np.int64)
    return ordered.only(np.unique(key, return_index=True)[1])


def _edge_along(corners: Complex, above: TableFromAbove) -> Doubles:
    """Return how many sides of each card run along edges, at most 3 + `HIDDEN`.

    Where the photo ends or is not legible there is none.
    """
    edges = _directed_edges(above.image)
    edges[:, above.legible == 0] = 0
    side = np.roll(corners, -1, axis=1) - corners
    share = np.linspace(ROUND_ENDS, 1 - ROUND_ENDS, SAMPLES)
    points = np.rint(corners[..., None] + side[..., None] * share)
    direction = np.rint(np.angle(side) / np.pi * EDGE_DIRECTIONS).astype(np.int64) % EDGE_DIRECTIONS
    column, row = points.real.astype(np.int64), points.imag.astype(np.int64)
    rows, columns = above.image.shape
    inside = (column >= 0) & (row >= 0) & (column < columns) & (row < rows)
    there = edges[direction[..., None], row.clip(0, rows - 1), column.clip(0, columns - 1)]
    shares = np.sort((inside & (there > 0)).mean(axis=2), axis=1)
    return np.asarray(HIDDEN * shares[:, 0] + shares[:, 1:].sum(axis=1))


def _directed_edges(picture: FloatImage) -> npt.NDArray[np.uint8]:
    """Return where an edge runs in each direction, shape (`EDGE_DIRECTIONS`, H, W), 0 or 1.

    A steep edge counts also in directions that are far from its own.
    """
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    right, down = (cv2.Sobel(soft, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1)))
    near = np.ones((2 * SIDE_REACH + 1, 2 * SIDE_REACH + 1), dtype=np.uint8)
    found = np.empty((EDGE_DIRECTIONS, *picture.shape), dtype=np.uint8)
    for number, turn in enumerate(np.arange(EDGE_DIRECTIONS) * np.pi / EDGE_DIRECTIONS):
        steep = cv2.addWeighted(right, float(-np.sin(turn)), down, float(np.cos(turn)), 0)
        cv2.dilate((np.abs(steep) > STEEP).view(np.uint8), near, dst=found[number])
    return found


def _apart(middles: Complex, value: Doubles) -> Iterator[int]:
    """Yield the numbers of those of most value, none of them near one of more value."""
    is_left = np.ones(len(value), dtype=np.bool_)
    for best in np.argsort(-value, kind="stable"):
        if is_left[best]:
            yield int(best)
            is_left &= np.abs(middles - middles[best]) >= PROPOSALS_APART * EDGES_ACROSS
