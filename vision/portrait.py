"""Cards in a photo whose art nobody knows: four straight edges that make a card's outline.

`vision.locate` may return what is no card, because a comparison with the deck follows. Before a
deck is learnt there is nothing to compare with. Here an outline therefore has to prove itself:
along most of each side runs one edge, and its change of colour is the same all along.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points

if TYPE_CHECKING:
    from companion.frames import BgrImage

Mask = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

ROUGH = 640
"""Pixels of the longer side of the picture in which outlines are first looked for."""
MARGIN = 12
"""Pixels that are laid round it, for cards that touch the picture's edge or run out a little."""
FINE_SIDE = 360
"""Pixels that a card's shorter side has where its edges are measured, or fewer."""
SMALLEST = 48.0
"""Pixels of the shorter side of a card that is worth learning."""
STRONGEST = (80.0, 90.0, 96.0)
"""Percentiles of the gradient above which a pixel is taken for an edge."""
CORNER_STEPS = (0.01, 0.02, 0.03, 0.045, 0.06, 0.08)
"""Shares of an outline's length by which it is straightened until four corners are left."""
FILLED = 0.88
"""Share of its smallest rectangle that an outline fills before the rectangle stands for it."""
LONGEST = 2.3
"""Long side by short side of a card, at most."""
LEANING = 1.3
"""How much longer a side may be than the one opposite: a slight tilt."""
SAMPLES = 32
"""Places along a side where its edge is looked for."""
CORNER_SHARE = 0.1
"""Share of a side at each end that is left out: corners are round."""
REACHES = (0.03, 0.02)
"""Shares of the shorter side by which a side may be off, first and then."""
NEAR = (0.02, 0.015)
"""The same where a card is expected: less than a border is wide."""
TILTS = 11
"""Directions of a side that are tried within a reach."""
FAINTEST = 3.0
"""Change of a Lab channel across two pixels that is still an edge."""
MIN_SHARE = 0.7
"""Share of each side's length that has to be edge."""
SAME = 0.015
"""Share of the shorter side within which two outlines are the same one."""
INSIDE = 0.9
"""Share of the smaller of two outlines that lies in the other when one is part of the other."""
SHEET = (2.6, 30.0)
"""How many times a card's area a sheet of paper may have that the card lies on."""
PLAIN = 0.97
"""Share of what shows of such a sheet that has no detail."""
GROUP = 0.75
"""Share of an outline that two cards in it fill when it is only their common outline."""
HINT = 0.5
"""Share of a side along which a rough guess has to have an edge near it to be measured at all."""
RIM = 1.5
"""Pixels from the picture's edge within which a side lies at it."""
WIDER = 0.13
"""Share of the shorter side within which a side is looked for outside of another edge."""
ALIKE_AREA = 1.7
"""How many times as large as another one card may seem in one picture."""
ALIKE_SHAPE = 0.08
"""Share by which the proportions of two cards in one picture may differ."""


@dataclass(frozen=True, slots=True, eq=False)
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

    @property
    def area(self) -> float:
        """Return the square pixels inside."""
        return float(cv2.contourArea(self.corners.astype(np.float32)))

    @property
    def whole(self) -> bool:
        """Say whether the picture shows all of it."""
        return not any(self.cut)


def find_outlines(image: BgrImage) -> tuple[Outline, ...]:
    """Return the outlines that have proved themselves, the largest first; many lie in others.

    Args:
        image: shape (H, W, 3), uint8, BGR.
    """
    height, width = image.shape[:2]
    scale = min(1.0, ROUGH / max(height, width))
    small = image
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    ratio = np.array([width / small.shape[1], height / small.shape[0]])
    picture = _Picture(image)
    found: list[Outline] = []
    seen: list[Points] = []
    framed = _framed(small)
    steep = _steep(framed)
    for rough in _rough_quads(framed):
        quad = (rough - MARGIN + 0.5) * ratio - 0.5
        if (
            not _has_edges(steep, rough)
            or not _is_plausible(quad, image.shape[:2])
            or _among(quad, seen)
        ):
            continue
        seen.append(quad)
        for outline in (picture.measure(quad), picture.measure(quad, at_rim=True)):
            if outline is not None and not _among(outline.corners, [one.corners for one in found]):
                found.append(outline)
    found.sort(key=lambda one: -one.area)
    return tuple(
        one for one in found if not _is_group(one, found) and not picture.is_sheet(one, found)
    )


def wider_outlines(image: BgrImage, outlines: Iterable[Outline]) -> tuple[Outline, ...]:
    """Return ``outlines`` with one or more sides moved out to a further edge that lies near.

    A border that the table hardly shows against, or a line printed along the edge, hides the
    true side; the outline then holds too little. Which is the card, the caller has to know.
    """
    picture = _Picture(image)
    found: list[Outline] = []
    for one in outlines:
        for wider in picture.widened(one):
            if not _among(wider.corners, [other.corners for other in found]):
                found.append(wider)
    return tuple(found)


def outlines_near(image: BgrImage, quads: Iterable[Points]) -> tuple[Outline, ...]:
    """Return the outlines that prove themselves where cards are expected.

    Args:
        image: shape (H, W, 3), uint8, BGR.
        quads: where, each shape (4, 2), in pixels, right to two per cent of a card's side.
    """
    picture = _Picture(image)
    measured = [picture.measure(quad, NEAR) for quad in quads]
    return tuple(one for one in measured if one is not None)


def choose_cards(
    outlines: Sequence[Outline], proportion: float | None = None, slack: float = ALIKE_SHAPE
) -> tuple[Outline, ...]:
    """Return the outlines that are cards: apart from each other, of one shape and about one size.

    Args:
        outlines: what `find_outlines` found.
        proportion: short by long side of the cards, where it is known.
        slack: share by which an outline may miss it.
    """
    fitting = [
        one
        for one in outlines
        if proportion is None or abs(one.proportion / proportion - 1) <= slack
    ]
    outer = _outermost(_without_gaps(fitting))
    if not outer:
        return ()
    first = outer[0]
    return tuple(
        one
        for one in outer
        if one.area * ALIKE_AREA >= first.area
        and abs(one.proportion / first.proportion - 1) <= 2 * ALIKE_SHAPE
    )


def _without_gaps(outlines: Sequence[Outline]) -> list[Outline]:
    """Leave out what holds a card and the gap to its neighbour: more cards than such look alike."""
    peers = {id(one): _peers(one, outlines) for one in outlines}
    return [
        one
        for one in outlines
        if not any(
            peers[id(other)] > peers[id(one)] and _is_in(other, one)
            for other in outlines
            if other.area >= 0.5 * one.area
        )
    ]


def _peers(one: Outline, outlines: Iterable[Outline]) -> int:
    """Return how many outlines of the same shape and size lie apart from ``one`` and each other."""
    apart = [one]
    for other in outlines:
        alike = abs(other.area / one.area - 1) <= 0.12
        alike = alike and abs(other.proportion / one.proportion - 1) <= 0.04
        if alike and all(_common(other, peer) <= 0.02 * one.area for peer in apart):
            apart.append(other)
    return len(apart) - 1


def _outermost(outlines: Iterable[Outline]) -> list[Outline]:
    """Return the outlines that lie in no other, the largest first, those that are cut last."""
    kept: list[Outline] = []
    for one in sorted(outlines, key=lambda one: (not one.whole, -one.area)):
        if not any(_common(one, other) > 0.1 * one.area for other in kept):
            kept.append(one)
    return kept


def _is_group(one: Outline, others: Iterable[Outline]) -> bool:
    """Say whether ``one`` is the outline of two cards that lie close together."""
    inner = [other for other in others if other.area >= 0.3 * one.area and _is_in(other, one)]
    return any(
        first.area + second.area >= GROUP * one.area
        and first.area <= ALIKE_AREA * second.area
        and _common(first, second) <= 0.02 * second.area
        for first, second in itertools.permutations(inner, 2)
    )


def _is_in(one: Outline, other: Outline) -> bool:
    return one.area < other.area and _common(one, other) >= INSIDE * one.area


def _common(one: Outline, other: Outline) -> float:
    first, second = one.corners.astype(np.float32), other.corners.astype(np.float32)
    return float(cv2.intersectConvexConvex(first, second)[0])


# ------------------------------------------------------------------------------------ first guess


def _framed(image: BgrImage) -> BgrImage:
    """Lay a margin of the table's colour round the picture, so that a card at its edge ends."""
    rim = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    colour = np.median(rim, axis=0)
    framed = cv2.copyMakeBorder(
        image, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_CONSTANT, value=tuple(map(float, colour))
    )
    return np.asarray(framed, dtype=np.uint8)


def _rough_quads(image: BgrImage) -> Iterator[Points]:
    calms = (
        cv2.bilateralFilter(image, 7, 30, 5),
        cv2.GaussianBlur(cv2.medianBlur(image, 5), (0, 0), 2.0),
    )
    for calm in calms:
        lab = cv2.cvtColor(calm, cv2.COLOR_BGR2LAB)
        across, down = cv2.Sobel(lab, cv2.CV_32F, 1, 0), cv2.Sobel(lab, cv2.CV_32F, 0, 1)
        steep = np.sqrt(across * across + down * down).max(axis=2)
        for limit in np.percentile(steep[::2, ::2], STRONGEST):
            edges = np.where(steep > max(float(limit), 2 * FAINTEST), 255, 0).astype(np.uint8)
            for reach in (1, 5):
                bridge = np.ones((reach, reach), np.uint8)
                yield from _quads(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, bridge))
        for channel in range(3):
            plane = np.ascontiguousarray(lab[..., channel])
            yield from _quads(cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)[1])
        rim = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]]).astype(np.float32)
        apart = np.linalg.norm(lab.astype(np.float32) - np.median(rim, axis=0), axis=2)
        plane = np.clip(apart, 0, 255).astype(np.uint8)
        yield from _quads(cv2.threshold(plane, 0, 255, cv2.THRESH_OTSU)[1])
        light = np.ascontiguousarray(lab[..., 0])
        for offset in (-6, 6):
            yield from _quads(
                cv2.adaptiveThreshold(
                    light, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 101, offset
                )
            )


def _quads(mask: npt.NDArray[np.generic]) -> Iterator[Points]:
    """Yield the outlines with four corners of what is white in ``mask``, and of what is black."""
    plain = np.asarray(mask, dtype=np.uint8)
    for one in (plain, np.asarray(255 - plain, dtype=np.uint8)):
        contours, _ = cv2.findContours(one, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if len(contour) < 4 or min(cv2.boundingRect(contour)[2:]) < SMALLEST / 3:
                continue
            hull = cv2.convexHull(contour)
            box = cv2.boxPoints(cv2.minAreaRect(hull))
            if cv2.contourArea(hull) >= FILLED * cv2.contourArea(box):
                yield np.asarray(box, dtype=np.float64)
            length = cv2.arcLength(hull, True)
            for share in CORNER_STEPS:
                corners = cv2.approxPolyDP(hull, share * length, True)
                if len(corners) <= 4:
                    if len(corners) == 4:
                        yield np.asarray(corners, dtype=np.float64).reshape(4, 2)
                    break


def _steep(image: BgrImage) -> Mask:
    """Return where colours change within a few pixels, 1 there and 0 elsewhere, shape (H, W)."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    reach = np.ones((3, 3), np.uint8)
    change = cv2.morphologyEx(lab, cv2.MORPH_GRADIENT, reach).max(axis=2)
    limit = max(2 * FAINTEST, float(np.percentile(change, 75)))
    near = cv2.dilate((change > limit).astype(np.uint8), np.ones((5, 5), np.uint8))
    return np.asarray(near, dtype=np.uint8)


def _has_edges(steep: Mask, quad: Points) -> bool:
    """Say whether something changes along each side of ``quad``: a quick look before measuring."""
    share = np.linspace(CORNER_SHARE, 1 - CORNER_SHARE, SAMPLES)[:, None]
    for start, end in _sides(quad):
        x, y = np.rint(start + share * (end - start)).astype(int).T
        x, y = np.clip(x, 0, steep.shape[1] - 1), np.clip(y, 0, steep.shape[0] - 1)
        if float(steep[y, x].mean()) < HINT:
            return False
    return True


def _ordered(quad: Points) -> Points:
    """Order corners clockwise (y down), beginning with a short side."""
    around = quad - quad.mean(axis=0)
    turned = quad[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    lengths = np.linalg.norm(turned - np.roll(turned, -1, axis=0), axis=1)
    if lengths[0] + lengths[2] > lengths[1] + lengths[3]:
        turned = np.roll(turned, -1, axis=0)
    return np.asarray(turned, dtype=np.float64)


def _is_plausible(quad: Points, shape: tuple[int, ...]) -> bool:
    ordered = _ordered(quad)
    lengths = np.linalg.norm(ordered - np.roll(ordered, -1, axis=0), axis=1)
    if lengths.min() < 0.8 * SMALLEST:
        return False
    short, long = lengths[0] + lengths[2], lengths[1] + lengths[3]
    opposite = max(lengths[0] / lengths[2], lengths[1] / lengths[3])
    opposite = max(opposite, lengths[2] / lengths[0], lengths[3] / lengths[1])
    fills = cv2.contourArea(ordered.astype(np.float32)) / (shape[0] * shape[1])
    return bool(long <= LONGEST * short and opposite <= LEANING and fills < 0.97)


def _among(quad: Points, others: Iterable[Points]) -> bool:
    mine = _ordered(quad)
    limit = SAME * float(np.linalg.norm(mine[1] - mine[0]))
    for other in others:
        if float(np.abs(mine.mean(axis=0) - other.mean(axis=0)).max()) >= limit:
            continue
        theirs = _ordered(other)
        for shift in range(4):
            if float(np.abs(mine - np.roll(theirs, shift, axis=0)).max()) < limit:
                return True
    return False


# -------------------------------------------------------------------------------- measured edges


class _Picture:
    """One picture, ready to measure edges in at the scale that an outline needs."""

    def __init__(self, image: BgrImage) -> None:
        self._image = image
        self._scaled: dict[int, Floats] = {}

    def measure(
        self, quad: Points, reaches: Sequence[float] = REACHES, *, at_rim: bool = False
    ) -> Outline | None:
        """Move the sides of ``quad`` onto the edges near them; None: there are no such edges.

        With ``at_rim`` one side of the card is cut off by the picture's edge and stays there;
        None where no side lies at the picture's edge.
        """
        lab, scale = self._scale_for(quad)
        corners = (_ordered(quad) + 0.5) * scale - 0.5
        edges: list[_Edge] = []
        held = None
        if at_rim:
            near = [_is_at_rim(side, lab, RIM + 2.0) for side in _sides(corners)]
            if sum(near) != 1:
                return None
            held = near.index(True)
        for reach in reaches:
            short = float(np.linalg.norm(corners[1] - corners[0]))
            edges = [
                _Edge(_on_rim((start, end), lab), 0.0)
                if side == held
                else _edge(lab, start, end, (-max(3.0, reach * short), max(3.0, reach * short)))
                for side, (start, end) in enumerate(_sides(corners))
            ]
            moved = _crossings([edge.line for edge in edges])
            if moved is None or float(np.abs(moved - corners).max()) > 0.25 * short:
                return None
            if sorted(edge.share for edge in edges)[1] < MIN_SHARE / 2:
                return None
            corners = moved
        return self._outline(corners, [edge.share for edge in edges], lab, scale)

    def widened(self, outline: Outline) -> list[Outline]:
        """Return ``outline`` with sides moved out, in all combinations."""
        lab, scale = self._scale_for(outline.corners)
        corners = (outline.corners + 0.5) * scale - 0.5
        short = float(np.linalg.norm(corners[1] - corners[0]))
        choices: list[list[_Edge]] = []
        for (start, end), share in zip(_sides(corners), outline.shares, strict=True):
            further = _edge(lab, start, end, (max(2.5, 0.012 * short), WIDER * short))
            choices.append([_Edge(np.stack([start, end]), share)])
            if further.share >= MIN_SHARE:
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
            if low <= outline.area / other.area <= high and _is_in(other, outline):
                lab, scale = self._scale_for(outline.corners)
                band = np.zeros(lab.shape[:2], dtype=np.uint8)
                around = 0.04 * outline.sides[0] * float(scale.mean())
                for quad, colour in ((outline, 255), (other, 0)):
                    corners = np.rint((quad.corners + 0.5) * scale - 0.5).astype(np.int32)
                    cv2.fillConvexPoly(band, corners, colour)
                    # Neither the edges themselves nor the shadow along them count.
                    cv2.polylines(band, [corners], True, 0, max(3, round(2 * around)))
                steep = cv2.morphologyEx(lab[..., 0], cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
                shown = steep[band > 0]
                if shown.size and float((shown < 2 * FAINTEST).mean()) >= PLAIN:
                    return True
        return False

    def _scale_for(self, quad: Points) -> tuple[Floats, npt.NDArray[np.float64]]:
        """Return the picture at the scale for measuring ``quad``, and that scale (x, y)."""
        corners = _ordered(quad)
        short = float(np.linalg.norm(corners[1] - corners[0]))
        lab = self._lab(max(0, int(np.ceil(np.log2(short / FINE_SIDE)))))
        height, width = self._image.shape[:2]
        return lab, np.array([lab.shape[1] / width, lab.shape[0] / height])

    def _outline(
        self,
        corners: Points,
        shares: Sequence[float],
        lab: Floats,
        scale: npt.NDArray[np.float64],
    ) -> Outline | None:
        cut = [_is_at_rim(side, lab, RIM) for side in _sides(corners)]
        proved = [share >= MIN_SHARE or at_edge for share, at_edge in zip(shares, cut, strict=True)]
        final = (corners + 0.5) / scale - 0.5
        if not all(proved) or sum(cut) > 1 or not _is_plausible(final, self._image.shape):
            return None
        lengths = np.linalg.norm(final - np.roll(final, -1, axis=0), axis=1)
        if lengths.min() < SMALLEST:
            return None
        first = 1 if lengths[0] + lengths[2] > lengths[1] + lengths[3] else 0
        a, b, c, d = (*shares, *shares)[first : first + 4]
        e, f, g, h = (*cut, *cut)[first : first + 4]
        return Outline(np.roll(final, -first, axis=0), (a, b, c, d), (e, f, g, h))

    def _lab(self, halvings: int) -> Floats:
        if halvings not in self._scaled:
            size = tuple(max(1, side >> halvings) for side in self._image.shape[1::-1])
            small = self._image
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


def _sides(corners: Points) -> list[tuple[Points, Points]]:
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
    share = np.linspace(CORNER_SHARE, 1 - CORNER_SHARE, SAMPLES)
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
    taken = steps[np.arange(SAMPLES)[None, None, :], index]  # (tilts, places, samples, 3)
    strength = np.linalg.norm(np.median(taken, axis=2), axis=2)
    tilt, place = np.unravel_index(int(strength.argmax()), strength.shape)
    colour = np.median(taken[tilt, place], axis=0)
    direction = colour / max(float(np.linalg.norm(colour)), 1e-6)
    pulls = steps @ direction  # (samples, offsets): how the colour changes as it does on the edge
    row = index[tilt, place]
    near = np.clip(row[:, None] + np.arange(-3, 4)[None, :], 0, len(offsets) - 1)
    local = np.maximum(pulls[np.arange(SAMPLES)[:, None], near], 0)
    height = local.max(axis=1)
    clear = height >= max(FAINTEST, 0.3 * float(np.median(height)))
    if clear.sum() < SAMPLES // 4:
        return _Edge(np.stack([start, end]), 0.0)
    at = (local * offsets[near]).sum(axis=1) / np.maximum(local.sum(axis=1), 1e-6)
    good = clear.copy()
    slope, base = 0.0, 0.0
    for _ in range(3):
        slope, base = np.polyfit(lean[good], at[good], 1)
        miss = np.abs(at - (slope * lean + base))
        good = clear & (miss <= max(0.5, 2 * float(np.median(miss[clear]))))
        if good.sum() < SAMPLES // 4:
            break
    ends = np.array([start, end]) + np.outer(base + slope * np.array([-1, 1]), outward)
    return _Edge(ends, float(clear.mean()))


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
