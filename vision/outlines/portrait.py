"""Cards in a photo whose art nobody knows: four straight edges that make a card's outline.

`vision.outlines.locate` may return what is no card, because a comparison with the deck follows.
Before a deck is learnt there is nothing to compare with. Here an outline therefore has to prove
itself: along most of each side runs one edge, and its change of colour is the same all along.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import ByteMask
from vision.geometry import Points
from vision.outlines.edges import (
    CORNER_SHARE,
    EDGE_SAMPLES,
    FAINTEST_EDGE,
    NEAR,
    SMALLEST_LEARNT,
    EdgePicture,
    Outline,
    common_area,
    is_in,
    is_plausible,
    ordered,
    sides_of,
)
from vision.outlines.locate import CORNER_STEPS

if TYPE_CHECKING:
    from companion.frames import BgrImage


ROUGH = 640
"""Pixels of the longer side of the picture in which outlines are first looked for."""
LAID_AROUND = 12
"""Pixels that are laid round it, for cards that touch the picture's edge or run out a little."""
STEEP_PERCENTILES = (80.0, 90.0, 96.0)
"""Percentiles of the gradient above which a pixel is taken for an edge."""
FILLED_OUTLINE = 0.88
"""Share of its smallest rectangle that an outline fills before the rectangle stands for it."""
SAME_OUTLINE = 0.015
"""Share of the shorter side within which two outlines are the same one."""
GROUP = 0.75
"""Share of an outline that two cards in it fill when it is only their common outline."""
HINT = 0.5
"""Share of a side along which a rough guess has to have an edge near it to be measured at all."""
ALIKE_AREA = 1.7
"""How many times as large as another one card may seem in one picture."""
ALIKE_SHAPE = 0.08
"""Share by which the proportions of two cards in one picture may differ."""


def find_outlines(shown: BgrImage | EdgePicture) -> tuple[Outline, ...]:
    """Return the outlines that have proved themselves, the largest first; many lie in others.

    Args:
        shown: shape (H, W, 3), uint8, BGR; or the same, kept for looking at it several times.
    """
    picture = _kept(shown)
    image = picture.image
    height, width = image.shape[:2]
    scale = min(1.0, ROUGH / max(height, width))
    small = image
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    ratio = np.array([width / small.shape[1], height / small.shape[0]])
    found: list[Outline] = []
    tried, proved = _Met(), _Met()
    framed = _framed(small)
    steep = _steep(framed)
    for rough in _rough_quads(framed):
        quad = (rough - LAID_AROUND + 0.5) * ratio - 0.5
        if not _has_edges(steep, rough) or not is_plausible(quad, image.shape[:2]) or quad in tried:
            continue
        tried.add(quad)
        for outline in (picture.measure(quad), picture.measure(quad, at_rim=True)):
            if outline is not None and outline.corners not in proved:
                proved.add(outline.corners)
                found.append(outline)
    found.sort(key=lambda one: -one.area)
    return tuple(
        one for one in found if not _is_group(one, found) and not picture.is_sheet(one, found)
    )


def _kept(shown: BgrImage | EdgePicture) -> EdgePicture:
    return shown if isinstance(shown, EdgePicture) else EdgePicture(shown)


def wider_outlines(
    shown: BgrImage | EdgePicture, outlines: Iterable[Outline]
) -> tuple[Outline, ...]:
    """Return ``outlines`` with one or more sides moved out to a further edge that lies near.

    A border that the table hardly shows against, or a line printed along the edge, hides the
    true side; the outline then holds too little. Which is the card, the caller has to know.
    """
    picture = _kept(shown)
    found: list[Outline] = []
    met = _Met()
    for one in outlines:
        for wider in picture.widened(one):
            if wider.corners not in met:
                met.add(wider.corners)
                found.append(wider)
    return tuple(found)


def outlines_near(shown: BgrImage | EdgePicture, quads: Iterable[Points]) -> tuple[Outline, ...]:
    """Return the outlines that prove themselves where cards are expected.

    Args:
        shown: shape (H, W, 3), uint8, BGR; or the same, kept for looking at it several times.
        quads: where, each shape (4, 2), in pixels, right to two per cent of a card's side.
    """
    picture = _kept(shown)
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
            peers[id(other)] > peers[id(one)] and is_in(other, one)
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
        if alike and all(common_area(other, peer) <= 0.02 * one.area for peer in apart):
            apart.append(other)
    return len(apart) - 1


def _outermost(outlines: Iterable[Outline]) -> list[Outline]:
    """Return the outlines that lie in no other, the largest first, those that are cut last."""
    kept: list[Outline] = []
    for one in sorted(outlines, key=lambda one: (not one.whole, -one.area)):
        if not any(common_area(one, other) > 0.1 * one.area for other in kept):
            kept.append(one)
    return kept


def _is_group(one: Outline, others: Iterable[Outline]) -> bool:
    """Say whether ``one`` is the outline of two cards that lie close together."""
    inner = [other for other in others if other.area >= 0.3 * one.area and is_in(other, one)]
    return any(
        first.area + second.area >= GROUP * one.area
        and first.area <= ALIKE_AREA * second.area
        and common_area(first, second) <= 0.02 * second.area
        for first, second in itertools.permutations(inner, 2)
    )


# ------------------------------------------------------------------------------------ first guess


def _framed(image: BgrImage) -> BgrImage:
    """Lay a margin of the table's colour round the picture, so that a card at its edge ends."""
    rim = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    colour = np.median(rim, axis=0)
    framed = cv2.copyMakeBorder(
        image,
        LAID_AROUND,
        LAID_AROUND,
        LAID_AROUND,
        LAID_AROUND,
        cv2.BORDER_CONSTANT,
        value=tuple(map(float, colour)),
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
        for limit in np.percentile(steep[::2, ::2], STEEP_PERCENTILES):
            edges = np.where(steep > max(float(limit), 2 * FAINTEST_EDGE), 255, 0).astype(np.uint8)
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
            if len(contour) < 4 or min(cv2.boundingRect(contour)[2:]) < SMALLEST_LEARNT / 3:
                continue
            hull = cv2.convexHull(contour)
            box = cv2.boxPoints(cv2.minAreaRect(hull))
            if cv2.contourArea(hull) >= FILLED_OUTLINE * cv2.contourArea(box):
                yield np.asarray(box, dtype=np.float64)
            length = cv2.arcLength(hull, True)
            for share in CORNER_STEPS:
                corners = cv2.approxPolyDP(hull, share * length, True)
                if len(corners) <= 4:
                    if len(corners) == 4:
                        yield np.asarray(corners, dtype=np.float64).reshape(4, 2)
                    break


def _steep(image: BgrImage) -> ByteMask:
    """Return where colours change within a few pixels, 1 there and 0 elsewhere, shape (H, W)."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    reach = np.ones((3, 3), np.uint8)
    change = cv2.morphologyEx(lab, cv2.MORPH_GRADIENT, reach).max(axis=2)
    limit = max(2 * FAINTEST_EDGE, float(np.percentile(change, 75)))
    near = cv2.dilate((change > limit).astype(np.uint8), np.ones((5, 5), np.uint8))
    return np.asarray(near, dtype=np.uint8)


def _has_edges(steep: ByteMask, quad: Points) -> bool:
    """Say whether something changes along each side of ``quad``: a quick look before measuring."""
    share = np.linspace(CORNER_SHARE, 1 - CORNER_SHARE, EDGE_SAMPLES)[:, None]
    for start, end in sides_of(quad):
        x, y = np.rint(start + share * (end - start)).astype(int).T
        x, y = np.clip(x, 0, steep.shape[1] - 1), np.clip(y, 0, steep.shape[0] - 1)
        if float(steep[y, x].mean()) < HINT:
            return False
    return True


class _Met:
    """Quads that were met, with their middles at hand: thousands are asked about in one photo."""

    def __init__(self) -> None:
        self._quads: list[Points] = []
        self._middles = np.empty((64, 2))

    def add(self, quad: Points) -> None:
        """Meet one more, in pixels."""
        number = len(self._quads)
        if number == len(self._middles):
            self._middles = np.concatenate([self._middles, np.empty_like(self._middles)])
        self._quads.append(ordered(quad))
        self._middles[number] = quad.mean(axis=0)

    def __contains__(self, quad: Points) -> bool:
        """Say whether one was met whose corners lie at those of ``quad``."""
        mine = ordered(quad)
        limit = SAME_OUTLINE * float(np.linalg.norm(mine[1] - mine[0]))
        middles = self._middles[: len(self._quads)]
        near = np.abs(middles - mine.mean(axis=0)).max(axis=1) < limit
        return any(
            float(np.abs(mine - np.roll(self._quads[int(index)], shift, axis=0)).max()) < limit
            for index in np.flatnonzero(near)
            for shift in range(4)
        )
