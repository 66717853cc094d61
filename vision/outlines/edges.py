"""Straight edges in a picture, measured to a fraction of a pixel: the sides of a card's outline."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.geometry import Points, at_scale, unscaled

if TYPE_CHECKING:
    from companion.frames import BgrImage


FINE_SIDE = 360
"""Pixels that a card's shorter side has where its edges are measured, or fewer."""
SMALLEST_LEARNT = 48.0
"""Pixels of the shorter side of a card that is worth learning."""
LONGEST_CARD = 2.3
"""Long side by short side of a card, at most."""
SLIGHT_TILT = 1.3
"""How much longer a side may be than the one opposite: a slight tilt."""
EDGE_SAMPLES = 32
"""Places along a side where its edge is looked for."""
CORNER_SHARE = 0.1
"""Share of a side at each end that is left out: corners are round."""
SIDE_REACHES = (0.03, 0.02)
"""Shares of the shorter side by which a side may be off, first and then."""
NEAR = (0.02, 0.015)
"""The same where a card is expected: less than a border is wide."""
TILTS = 11
"""Directions of a side that are tried within a reach."""
FAINTEST_EDGE = 3.0
"""Change of a Lab channel across two pixels that is still an edge."""
MIN_SIDE_SHARE = 0.7
"""Share of each side's length that has to be edge."""
SHEET = (2.6, 30.0)
"""How many times a card's area a sheet of paper may have that the card lies on."""
PLAIN_SHEET = 0.97
"""Share of what shows of such a sheet that has no detail."""
PICTURE_RIM = 1.5
"""Pixels from the picture's edge within which a side lies at it."""
INSIDE = 0.9
"""Share of the smaller of two outlines that lies in the other when one is part of the other."""
WIDER = 0.13
"""Share of the shorter side within which a side is looked for outside of another edge."""


@dataclass(frozen=True, eq=False)  # no slots: its area is asked for often, and kept
class Outline:
    """What may be a card's outline.

    Attributes:
        corners: shape (4, 2), pixels of the picture (centres at whole numbers), clockwise, the
            first side (from corner 0 to 1) a short one.
        shares: the part of each of the four sides that is edge.
        cut: which of the sides lie at the picture's edge, where the card may run out.
    """

    corners: Points
    shares: tuple[float, float, float, float]
    cut: tuple[bool, bool, bool, bool]

    @property
    def sides(self) -> tuple[float, float]:
        """Return the mean lengths of the short and of the long sides, in pixels."""
        lengths = np.linalg.norm(self.corners - np.roll(self.corners, -1, axis=0), axis=1)
        return float(lengths[0] + lengths[2]) / 2, float(lengths[1] + lengths[3]) / 2

    @property
    def proportion(self) -> float:
        """Return short by long side as they look; a tilted camera changes it a little."""
        short, long = self.sides
        return short / long

    @cached_property
    def area(self) -> float:
        """Return the square pixels inside; each of a few hundred is compared with all others."""
        return float(cv2.contourArea(self.corners.astype(np.float32)))

    @property
    def whole(self) -> bool:
        """Say whether the picture shows all of it."""
        return not any(self.cut)


def is_in(one: Outline, other: Outline) -> bool:
    """Say whether ``one`` lies in ``other``."""
    return one.area < other.area and common_area(one, other) >= INSIDE * one.area


def common_area(one: Outline, other: Outline) -> float:
    """Return the square pixels that lie in both."""
    first, second = one.corners.astype(np.float32), other.corners.astype(np.float32)
    return float(cv2.intersectConvexConvex(first, second)[0])


def ordered(quad: Points) -> Points:
    """Order corners clockwise (y down), beginning with a short side."""
    around = quad - quad.mean(axis=0)
    turned = quad[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    lengths = np.linalg.norm(turned - np.roll(turned, -1, axis=0), axis=1)
    if lengths[0] + lengths[2] > lengths[1] + lengths[3]:
        turned = np.roll(turned, -1, axis=0)
    return np.asarray(turned, dtype=np.float64)


def is_plausible(quad: Points, shape: tuple[int, ...]) -> bool:
    """Say whether ``quad`` may be a card in a picture of ``shape``, as far as its form goes."""
    corners = ordered(quad)
    lengths = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    if lengths.min() < 0.8 * SMALLEST_LEARNT:
        return False
    short, long = lengths[0] + lengths[2], lengths[1] + lengths[3]
    opposite = max(lengths[0] / lengths[2], lengths[1] / lengths[3])
    opposite = max(opposite, lengths[2] / lengths[0], lengths[3] / lengths[1])
    fills = cv2.contourArea(corners.astype(np.float32)) / (shape[0] * shape[1])
    return bool(long <= LONGEST_CARD * short and opposite <= SLIGHT_TILT and fills < 0.97)


class EdgePicture:
    """One picture, ready to measure edges in at the scale that an outline needs.

    Each scale is worked out once: whoever looks several times at a picture keeps one of these.

    Attributes:
        image: the picture, shape (H, W, 3), uint8, BGR.
    """

    def __init__(self, image: BgrImage) -> None:
        self.image = image
        self._scaled: dict[int, Floats] = {}

    @cached_property
    def soft_lab(self) -> npt.NDArray[np.uint8]:
        """The picture in Lab, its grain softened: to compare colours beside edges."""
        soft = cv2.GaussianBlur(self.image, (0, 0), 0.8)
        return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), dtype=np.uint8)

    def measure(
        self, quad: Points, reaches: Sequence[float] = SIDE_REACHES, *, at_rim: bool = False
    ) -> Outline | None:
        """Move the sides of ``quad`` onto the edges near them; None: there are no such edges.

        With ``at_rim`` one side of the card is cut off by the picture's edge and stays there;
        None where no side lies at the picture's edge.
        """
        lab, scale = self._scale_for(quad)
        corners = (ordered(quad) + 0.5) * scale - 0.5
        edges: list[_Edge] = []
        held = None
        if at_rim:
            at = [_is_at_rim(side, lab, PICTURE_RIM + 2.0) for side in sides_of(corners)]
            if sum(at) != 1:
                return None
            held = at.index(True)
        for reach in reaches:
            short = float(np.linalg.norm(corners[1] - corners[0]))
            edges = []
            weak = 0
            for side, (start, end) in enumerate(sides_of(corners)):
                near = max(3.0, reach * short)
                if side == held:
                    edges.append(_Edge(_on_rim((start, end), lab), 0.0))
                else:
                    edges.append(_edge(lab, start, end, (-near, near)))
                weak += edges[-1].share < MIN_SIDE_SHARE / 2
                if weak > 1:
                    return None  # whatever the other sides are: most outlines are none
            moved = _crossings([edge.line for edge in edges])
            if moved is None or float(np.abs(moved - corners).max()) > 0.25 * short:
                return None
            corners = moved
        return self._outline(corners, [edge.share for edge in edges], lab, scale)

    def widened(self, outline: Outline) -> list[Outline]:
        """Return ``outline`` with sides moved out, in all combinations."""
        lab, scale = self._scale_for(outline.corners)
        corners = at_scale(outline.corners, scale)
        short = float(np.linalg.norm(corners[1] - corners[0]))
        choices: list[list[_Edge]] = []
        for (start, end), share in zip(sides_of(corners), outline.shares, strict=True):
            further = _edge(lab, start, end, (max(2.5, 0.012 * short), WIDER * short))
            choices.append([_Edge(np.stack([start, end]), share)])
            if further.share >= MIN_SIDE_SHARE:
                choices[-1].append(further)
        found = []
        for edges in itertools.product(*choices):
            moved = _crossings([edge.line for edge in edges])
            if moved is not None:
                found.append(self._outline(moved, [edge.share for edge in edges], lab, scale))
        return [one for one in found[1:] if one is not None]

    def is_sheet(self, outline: Outline, others: Iterable[Outline]) -> bool:
        """Say whether ``outline`` is plain paper but for one of ``others``, the card on it."""
        low, high = SHEET
        for other in others:
            if low <= outline.area / other.area <= high and is_in(other, outline):
                lab, scale = self._scale_for(outline.corners)
                band = np.zeros(lab.shape[:2], dtype=np.uint8)
                around = 0.04 * outline.sides[0] * float(scale.mean())
                for quad, colour in ((outline, 255), (other, 0)):
                    corners = np.rint(at_scale(quad.corners, scale)).astype(np.int32)
                    cv2.fillConvexPoly(band, corners, colour)
                    # Neither the edges themselves nor the shadow along them count.
                    cv2.polylines(band, [corners], True, 0, max(3, round(2 * around)))
                steep = cv2.morphologyEx(lab[..., 0], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
                shown = steep[band > 0]
                if shown.size and float((shown < 2 * FAINTEST_EDGE).mean()) >= PLAIN_SHEET:
                    return True
        return False

    def _scale_for(self, quad: Points) -> tuple[Floats, npt.NDArray[np.float64]]:
        """Return the picture at the scale for measuring ``quad``, and that scale (x, y)."""
        corners = ordered(quad)
        short = float(np.linalg.norm(corners[1] - corners[0]))
        lab = self._lab(max(0, int(np.ceil(np.log2(short / FINE_SIDE)))))
        height, width = self.image.shape[:2]
        return lab, np.array([lab.shape[1] / width, lab.shape[0] / height])

    def _outline(
        self,
        corners: Points,
        shares: Sequence[float],
        lab: Floats,
        scale: npt.NDArray[np.float64],
    ) -> Outline | None:
        cut = [_is_at_rim(side, lab, PICTURE_RIM) for side in sides_of(corners)]
        proved = [
            share >= MIN_SIDE_SHARE or at_edge for share, at_edge in zip(shares, cut, strict=True)
        ]
        final = unscaled(corners, scale)
        if not all(proved) or sum(cut) > 1 or not is_plausible(final, self.image.shape):
            return None
        lengths = np.linalg.norm(final - np.roll(final, -1, axis=0), axis=1)
        if lengths.min() < SMALLEST_LEARNT:
            return None
        first = 1 if lengths[0] + lengths[2] > lengths[1] + lengths[3] else 0
        a, b, c, d = (*shares, *shares)[first : first + 4]
        e, f, g, h = (*cut, *cut)[first : first + 4]
        return Outline(np.roll(final, -first, axis=0), (a, b, c, d), (e, f, g, h))

    def _lab(self, halvings: int) -> Floats:
        if halvings not in self._scaled:
            size = tuple(max(1, side >> halvings) for side in self.image.shape[1::-1])
            small = self.image
            if halvings:
                small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
            lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
            self._scaled[halvings] = np.asarray(cv2.GaussianBlur(lab, (0, 0), 0.8), np.float32)
        return self._scaled[halvings]


def _is_at_rim(side: tuple[Points, Points], lab: Floats, reach: float) -> bool:
    """Say whether both ends of ``side`` lie within ``reach`` pixels of one edge of the picture."""
    rows, columns = lab.shape[:2]
    x, y = np.array(side).T
    return bool(
        x.max() < reach
        or y.max() < reach
        or x.min() > columns - 1 - reach
        or y.min() > rows - 1 - reach
    )


def _on_rim(side: tuple[Points, Points], lab: Floats) -> Points:
    """Return the edge of the picture along ``side``, as two points."""
    rows, columns = lab.shape[:2]
    x, y = (float(middle) for middle in np.mean(side, axis=0))
    rims = {
        x: ([-0.5, 0], [-0.5, 1]),
        columns - 1 - x: ([columns - 0.5, 0], [columns - 0.5, 1]),
        y: ([0, -0.5], [1, -0.5]),
        rows - 1 - y: ([0, rows - 0.5], [1, rows - 0.5]),
    }
    return np.array(rims[min(rims)], dtype=np.float64)


def sides_of(corners: Points) -> list[tuple[Points, Points]]:
    """Return the two ends of each side, beginning with the one from corner 0 to 1."""
    return list(zip(corners, np.roll(corners, -1, axis=0), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Edge:
    """The edge along one side: two points on its ``line``, and the ``share`` that is edge."""

    line: Points
    share: float


def _edge(lab: Floats, start: Points, end: Points, reach: tuple[float, float]) -> _Edge:
    """Find the straight line near a side across which the colour changes most, all along alike.

    A small Hough transform: for every offset within ``reach`` (pixels outwards) and every tilt
    the changes of colour across the line are taken with their sign, so that texture cancels.
    """
    along = end - start
    length = max(float(np.linalg.norm(along)), 1e-6)
    outward = np.array([along[1], -along[0]]) / length
    share = np.linspace(CORNER_SHARE, 1 - CORNER_SHARE, EDGE_SAMPLES)
    low, high = reach
    swing = min(high, max(3.0, (high - low) / 2))
    offsets = np.arange(low - swing - 2, high + swing + 2.01, 0.5)
    points = (start + share[:, None] * along)[:, None, :] + offsets[None, :, None] * outward
    colours = cv2.remap(
        lab,
        points.astype(np.float32),
        None,  # type: ignore[call-overload]  # OpenCV takes both coordinates in the first map
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    steps = np.zeros_like(colours)
    steps[:, 2:-2] = colours[:, 4:] - colours[:, :-4]  # across two pixels
    tilts = np.linspace(-swing, swing, TILTS)
    lean = (share - 0.5) * 2
    centre = round(2 * (swing + 2 - low))  # the index of offset 0
    places = np.arange(round(2 * low), round(2 * high) + 1)
    shift = np.rint(2 * tilts[:, None] * lean[None, :]).astype(int)  # (tilts, samples)
    index = np.clip(centre + places[None, :, None] + shift[:, None, :], 0, len(offsets) - 1)
    apart = np.ascontiguousarray(steps.transpose(2, 0, 1))  # samples last: half the time
    taken = apart[:, np.arange(EDGE_SAMPLES), index]  # (3, tilts, places, samples)
    strength = np.linalg.norm(_median(taken), axis=0)
    tilt, place = np.unravel_index(int(strength.argmax()), strength.shape)
    colour = _median(taken[:, tilt, place])
    direction = colour / max(float(np.linalg.norm(colour)), 1e-6)
    pulls = steps @ direction  # (samples, offsets): how the colour changes as it does on the edge
    row = index[tilt, place]
    near = np.clip(row[:, None] + np.arange(-3, 4)[None, :], 0, len(offsets) - 1)
    local = np.maximum(pulls[np.arange(EDGE_SAMPLES)[:, None], near], 0)
    height = local.max(axis=1)
    clear = height >= max(FAINTEST_EDGE, 0.3 * float(_median(height)))
    if clear.sum() < EDGE_SAMPLES // 4:
        return _Edge(np.stack([start, end]), 0.0)
    at = (local * offsets[near]).sum(axis=1) / np.maximum(local.sum(axis=1), 1e-6)
    good = clear.copy()
    slope, base = 0.0, 0.0
    for _ in range(3):
        slope, base = np.polyfit(lean[good], at[good], 1)
        miss = np.abs(at - (slope * lean + base))
        good = clear & (miss <= max(0.5, 2 * float(_median(miss[clear]))))
        if good.sum() < EDGE_SAMPLES // 4:
            break
    ends = np.array([start, end]) + np.outer(base + slope * np.array([-1, 1]), outward)
    return _Edge(ends, float(clear.mean()))


def _median(values: Floats) -> Floats:
    """Return what `numpy.median` does along the last axis; faster, for they are many, and small."""
    half = values.shape[-1] // 2
    if values.shape[-1] % 2:
        return np.asarray(np.partition(values, half)[..., half])
    middle = np.partition(values, (half - 1, half))[..., half - 1 : half + 1]
    return np.asarray(middle.mean(axis=-1))


def _crossings(lines: Sequence[Points]) -> Points | None:
    """Return where each line meets the one before it, shape (4, 2); None: they are parallel."""
    corners = []
    for before, line in zip([lines[-1], *lines[:-1]], lines, strict=True):
        system = np.column_stack([before[1] - before[0], line[0] - line[1]])
        if abs(float(np.linalg.det(system))) < 1e-6:
            return None
        step = np.linalg.solve(system, line[0] - before[0])
        corners.append(before[0] + step[0] * (before[1] - before[0]))
    return np.array(corners)
