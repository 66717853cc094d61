"""Which outlines of a photo are cards: those that are of one size where one table bears them all.

A frame that is printed on a card is an outline, too, and so is a card with a stripe of the table
below it. Alone each of them looks like a card. But all cards of a deck have one size, and it is
known in which proportion; what has it not, in the plane in which most have it, is none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import Size
from vision.geometry import Points
from vision.outlines.detector import Detector
from vision.outlines.edges import EdgePicture, Outline, common_area, ordered, sides_of
from vision.outlines.portrait import outlines_near, wider_outlines
from vision.outlines.tabletop import Tabletop, fit_tabletop

FITS = 0.008
"""Share by which sides and diagonals of a card may miss the size that all have."""
LIMIT = 0.05
"""The same of what is taken for a card at all; people are asked about it."""
GOOD = 0.025
"""The same at which a card says no more for a table than none."""
ROUGHLY_FITS = (0.08, 0.05)
"""The same in a plane that one card has told, or a few, which are then the first of many."""
SHAPE = 0.35
"""Share by which a card may look shorter or longer than it is: a phone is held aslant."""
APART = 0.02
"""Share of a card that may seem to lie in its neighbour."""
OTHER_AREA = 0.08
"""Share by which cards differ in area that are not of one size: a frame, and the card round it."""
EQUALLY = 0.1
"""Score by which cards that agree may be worse than frames printed on them, which do so, too."""
SURE_SHARE = 0.8
"""Score from which cards agree well enough for nobody to be asked about all of them."""
WIDENED = 12
"""Outlines that are made wider to see whether those agree better."""
LEAST_OF_PHOTO = 0.02
"""Share of the photo that all cards together take at least."""
SEEDS = 80
"""Outlines with which tables are begun, the clearest."""
FRAMES = 3
"""Frames round one another that a card may have."""
NEAREST, WIDEST = 0.7, 13.0
"""Millimetres: how wide a border may be that is printed round a frame."""
OFFSET, PROBE = 0.2, 0.4
"""Millimetres: steps outwards, and across how much a change of colour counts, each way."""
SIDE_SAMPLES = 32
"""Places along each side of a card at which there is an edge, or not."""
CHANGE = 9.0
"""Of Lab: what counts as a change of colour."""
RIMMED = 0.6
"""Share of these places on a side, of all cards, that an edge needs."""
MOSTLY_LARGER = 0.6
"""Share of the cards that say of all whether they are larger than was thought."""
OFTEN = 0.15
"""Share of all sides beyond which there is such an edge, before it is a border's."""
EDGE_WITHIN = 0.8
"""Millimetres within which an edge that is measured is the one that was expected."""
FAINT = 2.0
"""Of Lab: a change of colour that counts as a border's edge on a table of nearly its own colour.

The median along a side, of all cards: on a plain table where nothing lies round them it stays below
1, on a patterned one it comes to 3 here and there. Rather such cards are asked about in vain.
"""
CLEAR_OF_EDGE = 1.0
"""Millimetres beyond a side from which its own blurred edge shows no more."""
NEAR_SIDE = (0.8, 1.6)
"""Millimetres from a side, in and out: what lies right beside it, and not its own blurred edge."""
LIKE_TABLE = 0.5
"""Of how much a card's opposite edges differ: what differs less from the table is some of it."""
SHADOW_WIDE = 4.0
"""Millimetres of a card's shadow on the table, at most; of a wider one the edge is too soft."""
WEAKER = 0.5
"""Of an edge's change of colour: what has less beside it is not the edge that is looked for."""
SEEN_AT = 448
"""Pixels of the longer side at which the net looks for cards that fill the photo."""
MISSING_BESIDE = (0.0, -0.04, 0.04)
"""Of a card's side: by how much a missing one may lie beside the place where it is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """Cards that agree on a table.

    Attributes:
        table: the plane in which they have their size.
        cards: their outlines.
        doubtful: whether others, larger or smaller ones, agree as well: printed frames, perhaps.
    """

    table: Tabletop
    cards: tuple[Outline, ...]
    doubtful: bool = False

    def fits(self, corners: Points) -> bool:
        """Say whether a card has the size that all have."""
        return self.table.misfit(corners) <= FITS

    def score(self, wanted: int) -> float:
        """Return how well so many cards agree, 0 to 1."""
        misfits = sorted(self.table.misfit(one.corners) for one in self.cards)[:wanted]
        return sum(max(0.0, 1 - miss / GOOD) for miss in misfits) / wanted

    @property
    def area(self) -> float:
        """Return the pixels that one of them takes."""
        return float(np.median([one.area for one in self.cards]))


def agree(
    picture: EdgePicture, outlines: Sequence[Outline], sizes: Sequence[Size], wanted: int
) -> Agreement | None:
    """Return the cards that agree best; None: no two do.

    Args:
        picture: where they are.
        outlines: what may be cards, or printed on them.
        sizes: what size, in millimetres, cards may have.
        wanted: how many there should be, at least two.
    """
    least = LEAST_OF_PHOTO / wanted * picture.image.shape[0] * picture.image.shape[1]
    whole = [one for one in outlines if one.whole and one.area >= least]
    clearest = sorted(whole, key=lambda one: -min(one.shares))[:SEEDS]
    best: list[tuple[float, Agreement]] = []
    for size in sizes:
        shape = (picture.image.shape[1], picture.image.shape[0])
        found = list(_agreements(clearest, whole, size, shape))
        found = _ranked(found, wanted)
        members = [one for group in found[:2] for one in group.cards][:WIDENED]
        wider = [one for one in wider_outlines(picture, members) if one.whole]
        seeds = wider[: 3 * WIDENED]
        found += _agreements(seeds, [*whole, *wider], size, shape)
        best += [(one.score(wanted), one) for one in found]
    if not best:
        return None
    classes: list[tuple[float, Agreement]] = []  # the best of each size that cards seem to have
    for score, one in sorted(best, key=lambda rated: -rated[0]):
        if all(abs(np.log(one.area / other.area)) > OTHER_AREA for _, other in classes):
            classes.append((score, one))
    least = classes[0][0] - EQUALLY
    top = max((one for score, one in classes if score >= least), key=lambda one: one.area)
    for _ in range(FRAMES):
        larger = _round_frames(picture, top, sizes, wanted)
        if larger is None:
            break
        top = larger
        if top.doubtful:
            break
    unsure = top.doubtful or top.score(wanted) < SURE_SHARE
    unsure = unsure or any(one(picture, top) for one in (has_faint_border, has_stripe, has_shadow))
    return replace(top, doubtful=unsure)


def with_missing(picture: EdgePicture, found: Agreement, wanted: int) -> Agreement:
    """Look beside and between the cards for those whose outline was not clear."""
    cards = list(found.cards)
    while 1 < len(cards) < wanted:
        more = [
            one
            for one in outlines_near(picture, _places(picture, found.table, cards))
            if one.whole
            and found.table.misfit(one.corners) <= FITS
            and all(common_area(one, card) <= APART * one.area for card in cards)
        ]
        if not more:
            break
        cards.append(min(more, key=lambda one: found.table.misfit(one.corners)))
    return Agreement(found.table, tuple(cards), found.doubtful)


def _agreements(
    seeds: Sequence[Outline], pool: Sequence[Outline], size: Size, shape: tuple[int, int]
) -> Iterator[Agreement]:
    """Yield tables on which some of ``pool`` agree, each begun with one of the ``seeds``."""
    seen: list[Outline] = []
    proportion = min(size) / max(size)
    likely = [one for one in pool if abs(np.log(one.proportion / proportion)) <= SHAPE]
    for first in seeds:
        if abs(np.log(first.proportion / proportion)) > SHAPE or any(first is one for one in seen):
            continue
        cards = [first]
        for rough in (*ROUGHLY_FITS, *ROUGHLY_FITS[1:]):
            table = fit_tabletop([one.corners for one in cards], size, shape)
            cards = _apart(likely, table, rough)
            if len(cards) < 2:
                break
        else:
            table = fit_tabletop([one.corners for one in cards], size, shape)
            seen += cards
            yield Agreement(table, tuple(_apart(likely, table, LIMIT)))


def _apart(outlines: Iterable[Outline], table: Tabletop, limit: float) -> list[Outline]:
    """Return the outlines that fit the table best and do not lie in one another."""
    every = list(outlines)
    if not every:
        return []
    misses = table.misfits(np.array([one.corners for one in every]))
    found: list[Outline] = []
    for miss, one in sorted(zip(misses.tolist(), every, strict=True), key=lambda fit: fit[0]):
        if miss > limit:
            break
        if all(common_area(one, other) <= APART * one.area for other in found):
            found.append(one)
    return found


def _round_frames(
    picture: EdgePicture, found: Agreement, sizes: Sequence[Size], wanted: int
) -> Agreement | None:
    """Return the cards round ``found``, if those are frames printed on them; None: they are not.

    Where most of the cards would be larger, and some would not fit, they are doubtful.

    A side is moved out to an edge that runs as far from it as others do from other sides, on
    several cards: nothing on a table lies so. The larger cards have to agree on a table, too.
    """
    plane = found.table.plane
    flats = [plane.to_plane(one.corners) for one in found.cards]
    rims, offsets = _rims(picture, found.table, flats)
    least = found.score(wanted) - EQUALLY
    halves = _half_borders(picture, found.table, flats, rims, offsets)
    doubtful = float(halves.any(axis=1).mean()) >= MOSTLY_LARGER
    if doubtful:
        larger = _larger(picture, found, halves, sizes, wanted)
        if larger.score(wanted) >= least:
            return larger
    often = rims.mean(axis=(0, 1)) >= OFTEN
    often &= (offsets >= NEAREST) & (offsets <= WIDEST)
    while often.any():
        widths = np.array([[_outermost(side & often, offsets) for side in card] for card in rims])
        larger = _larger(picture, found, widths, sizes, wanted)
        if larger.score(wanted) >= least:
            return larger
        fits = np.array([larger.fits(one.corners) for one in larger.cards])
        doubtful |= float((fits & (widths > 0).all(axis=1)).mean()) >= MOSTLY_LARGER
        last = int(np.flatnonzero(often)[-1])  # then the borders further in
        often[int(np.flatnonzero(~often[:last])[-1]) + 1 :] = False
    return replace(found, doubtful=True) if doubtful else None


def _larger(
    picture: EdgePicture,
    found: Agreement,
    widths: npt.NDArray[np.float64],
    sizes: Sequence[Size],
    wanted: int,
) -> Agreement:
    """Return how well cards agree whose sides are moved out, each by its width, millimetres."""
    plane = found.table.plane
    shape = (picture.image.shape[1], picture.image.shape[0])
    cards = []
    for width, card in zip(widths, found.cards, strict=True):
        outer = _outset(plane.to_plane(card.corners), width)
        corners = plane.to_pixels(outer)
        proved = [
            one
            for one in outlines_near(picture, [corners])
            if one.whole and np.abs(plane.to_plane(one.corners) - outer).max() < EDGE_WITHIN
        ]
        plain = Outline(ordered(corners), card.shares, card.cut)
        cards.append(proved[0] if proved and width.any() else plain)
    tables = [fit_tabletop([one.corners for one in cards], size, shape) for size in sizes]
    agreements = [Agreement(one, tuple(cards)) for one in tables]
    return max(agreements, key=lambda one: one.score(wanted))


def _half_borders(
    picture: EdgePicture,
    table: Tabletop,
    flats: Sequence[Points],
    rims: npt.NDArray[np.bool_],
    offsets: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Return how wide a border lies outside of sides whose opposite ones have it inside of them.

    Those are outlines that run along a frame on one side, and along the card on the other.

    Such outlines are alike, too, and fit a table seen a little more aslant. What is printed round
    a card has one colour, though: what lies between the frame and the next edge outside of it is
    then what lies inside of the opposite side. Of a shadow, as wide on all cards, it is not so.
    """
    lab = picture.soft_lab
    widths = np.zeros((len(flats), 4))
    share = np.linspace(0.15, 0.85, SIDE_SAMPLES)[:, None]
    for number, (flat, card) in enumerate(zip(flats, rims, strict=True)):
        ways = _outward_ways(flat)
        sides = sides_of(flat)
        for side, edge in enumerate(card):
            there = offsets[edge & (offsets >= NEAREST)]
            if not len(there):
                continue
            nearest = there[there <= there[0] + 2 * PROBE].mean()
            strips = []
            for near, way in ((side, 1), ((side + 2) % 4, -1)):
                start, end = sides[near]
                across = way * nearest * np.linspace(0.3, 0.7, 5)[:, None, None] * ways[near]
                seen = _colours_at(lab, table, start + share * (end - start) + across)
                strips.append(np.median(seen.reshape(-1, 3), axis=0))
            if np.linalg.norm(strips[0] - strips[1]) < CHANGE:
                widths[number, side] = nearest
    return widths


def _outermost(edge: npt.NDArray[np.bool_], offsets: npt.NDArray[np.float64]) -> float:
    """Return the middle of the outermost stretch in which there is an edge; 0: there is none."""
    there = np.flatnonzero(edge)
    if not len(there):
        return 0.0
    first = int(np.flatnonzero(~edge[: there[-1]])[-1]) + 1
    return float(offsets[[first, there[-1]]].mean())


def _rims(
    picture: EdgePicture, table: Tabletop, flats: Sequence[Points]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Return beyond which sides an edge runs along them, and how far.

    Args:
        picture: where they are.
        table: on which they lie.
        flats: corners of each card, shape (4, 2), millimetres on the table, clockwise.

    Returns:
        Shape (cards, 4, N), whether most of a side has an edge so far outside of it; and how far,
        shape (N,), millimetres.
    """
    offsets = np.arange(0.0, WIDEST + 2 * PROBE, OFFSET)
    colours = _colours_beyond(picture, table, flats, offsets)
    step = round(PROBE / OFFSET)
    change = np.linalg.norm(colours[:, :, 2 * step :] - colours[:, :, : -2 * step], axis=3)
    peak = np.zeros(change.shape, dtype=np.uint8)
    inner = change[:, :, 1:-1]
    peak[:, :, 1:-1] = (
        (inner >= change[:, :, :-2]) & (inner >= change[:, :, 2:]) & (inner >= CHANGE)
    )
    wide = np.ones((1, 2 * step + 1), np.uint8)
    near = cv2.dilate(peak.reshape(-1, peak.shape[2]), wide).reshape(peak.shape)
    rims = near.mean(axis=1) >= RIMMED
    return rims.reshape(len(flats), 4, -1), offsets[step:-step]


def has_faint_border(picture: EdgePicture, found: Agreement) -> bool:
    """Say whether something of nearly the table's colour ends as far beyond all sides of the cards.

    So does a dark border on a dark table: single places of a side do not show it, all of them
    together do. What lies there of a neighbour begins beyond the middle between the two.
    """
    plane = found.table.plane
    flats = [plane.to_plane(one.corners) for one in found.cards]
    offsets = np.arange(0.0, min(WIDEST, _narrowest_gap(flats) / 2) + 2 * PROBE, OFFSET)
    step = round(PROBE / OFFSET)
    if len(offsets) < 4 * step + 3:
        return False  # they lie so close together that nothing fits between
    size = _common_change(picture, found.table, flats, offsets)
    ends = np.zeros(size.shape, dtype=np.uint8)
    inner = size[:, 1:-1]
    ends[:, 1:-1] = (inner >= size[:, :-2]) & (inner >= size[:, 2:]) & (inner >= FAINT)
    ends[:, offsets[step:-step] < CLEAR_OF_EDGE] = 0
    near = cv2.dilate(ends, np.ones((1, 2 * step + 3), np.uint8))
    return bool(near.all(axis=0).any())


def has_stripe(picture: EdgePicture, found: Agreement) -> bool:
    """Say whether most outlines have some of the table along one side, and the card opposite.

    A plank's seam or a shadow's edge that runs along all cards of a row makes them longer alike.
    What lies inside of such a side is more like the table beyond it than like the card's other end.
    """
    plane = found.table.plane
    flats = [plane.to_plane(one.corners) for one in found.cards]
    near = np.arange(*NEAR_SIDE, OFFSET)
    beside = _colours_beyond(picture, found.table, flats, np.concatenate([-near, near]))
    inside, outside = (
        np.median(part.reshape(len(flats), 4, -1, 3), axis=2)
        for part in np.split(beside, 2, axis=2)
    )
    apart = np.linalg.norm(inside - np.roll(inside, 2, axis=1), axis=2)
    table = np.linalg.norm(inside - outside, axis=2)
    stripe = (apart >= 2 * CHANGE) & (table < LIKE_TABLE * apart)
    return bool((stripe.mean(axis=0) >= MOSTLY_LARGER).any())


def has_shadow(picture: EdgePicture, found: Agreement) -> bool:
    """Say whether a side of most outlines lies on the edge of a shadow, and not of the card.

    The card's edge is clearer then, and lies within; opposite the outline lies on it, and nothing
    that is printed on both ends lies as far from it.
    """
    plane = found.table.plane
    flats = [plane.to_plane(one.corners) for one in found.cards]
    step = round(PROBE / OFFSET)
    offsets = np.arange(-SHADOW_WIDE - 2 * PROBE, 3 * PROBE, OFFSET)
    change = _common_change(picture, found.table, flats, offsets)
    offsets = offsets[step:-step]
    here = change[:, np.abs(offsets) < PROBE].min(axis=1)
    opposite = np.roll(change, 2, axis=0)
    there = np.roll(change[:, np.abs(offsets) < PROBE].max(axis=1), 2)
    wide = np.ones((1, 2 * step + 1), np.uint8)
    printed = cv2.dilate(opposite.astype(np.float32), wide)
    within = offsets <= -2 * PROBE
    clearer = (change * WEAKER > here[:, None]) & (change >= CHANGE) & (printed < WEAKER * change)
    return bool((clearer[:, within].any(axis=1) & (here < WEAKER * there)).any())


def _common_change(
    picture: EdgePicture,
    table: Tabletop,
    flats: Sequence[Points],
    offsets: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """Return how much the colour changes along each side of most cards; arguments as `_rims`'s.

    Returns:
        Of Lab, across `PROBE` each way, shape (4, offsets without `PROBE` at each end).
    """
    step = round(PROBE / OFFSET)
    colours = _colours_beyond(picture, table, flats, offsets)
    along = np.median(colours, axis=1).reshape(len(flats), 4, -1, 3)
    change = np.median(along[:, :, 2 * step :] - along[:, :, : -2 * step], axis=0)
    return np.asarray(np.linalg.norm(change, axis=2))


def _narrowest_gap(flats: Sequence[Points]) -> float:
    """Return the millimetres between the two cards that lie nearest to one another."""
    hulls = [flat.astype(np.float32) for flat in flats]
    return min(
        (
            max(0.0, -cv2.pointPolygonTest(other, (float(x), float(y)), True))
            for one in hulls
            for other in hulls
            if one is not other
            for x, y in one
        ),
        default=float("inf"),
    )


def _colours_beyond(
    picture: EdgePicture,
    table: Tabletop,
    flats: Sequence[Points],
    offsets: npt.NDArray[np.float64],
) -> npt.NDArray[np.float32]:
    """Return the colours beyond all sides of cards; arguments as those of `_rims`.

    Returns:
        Lab, shape (cards x 4, `SIDE_SAMPLES`, offsets, 3).
    """
    share = np.linspace(0.15, 0.85, SIDE_SAMPLES)[:, None]
    points = []
    for flat in flats:
        outward = _outward_ways(flat)
        for side, (start, end) in enumerate(sides_of(flat)):
            along = start + share * (end - start)
            points.append(along[:, None] + offsets[None, :, None] * outward[side])
    return _colours_at(picture.soft_lab, table, np.asarray(points))


def _colours_at(
    lab: npt.NDArray[np.uint8], table: Tabletop, there: npt.NDArray[np.float64]
) -> npt.NDArray[np.float32]:
    """Return the Lab colours of places on the table, shape (..., 2), millimetres."""
    pixels = table.plane.to_pixels(there.reshape(-1, 2)).astype(np.float32)
    colours = cv2.remap(
        lab,
        pixels.reshape(there.shape[0], -1, 2),
        None,  # type: ignore[call-overload]  # OpenCV takes both coordinates in the first map
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(colours, dtype=np.float32).reshape(*there.shape[:-1], 3)


def _outward_ways(flat: Points) -> Points:
    along = np.roll(flat, -1, axis=0) - flat
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    return np.asarray(outward / np.linalg.norm(outward, axis=1)[:, None])


def _outset(flat: Points, widths: npt.NDArray[np.float64]) -> Points:
    """Return a rectangle with each side moved out by its width."""
    ways = _outward_ways(flat)
    moved = [
        flat[corner] + widths[corner - 1] * ways[corner - 1] + widths[corner] * ways[corner]
        for corner in range(4)
    ]
    return np.array(moved)


def _ranked(found: Iterable[Agreement], wanted: int) -> list[Agreement]:
    return sorted(found, key=lambda one: -one.score(wanted))


def _places(picture: EdgePicture, table: Tabletop, cards: Sequence[Outline]) -> list[Points]:
    """Return where a card may lie beside and between others, and a little beside that."""
    plane = table.plane
    flats = [plane.to_plane(one.corners) for one in cards]
    middles = np.array([one.mean(axis=0) for one in flats])
    steps = middles[None] - middles[:, None]
    away = np.linalg.norm(steps, axis=2) + np.diag(np.full(len(cards), np.inf))
    height, width = picture.image.shape[:2]
    short, long = min(table.size), max(table.size)
    found: list[Points] = []
    for near, flat in enumerate(flats):
        step = steps[near, int(np.argmin(away[near]))]
        across = np.array([-step[1], step[0]]) / float(np.linalg.norm(step))
        gap = max(float(np.linalg.norm(step)) - short, 0.0)
        for way in (step, -step, across * (long + gap), -across * (long + gap), step / 2):
            place = middles[near] + way
            if np.linalg.norm(middles - place, axis=1).min() <= 0.8 * short:
                continue
            for x in MISSING_BESIDE:
                for y in MISSING_BESIDE:
                    corners = plane.to_pixels(flat + way + np.array([x, y]) * short)
                    middle = corners.mean(axis=0)
                    if 0 < middle[0] < width and 0 < middle[1] < height:
                        found.append(corners)
    return found


def detected(picture: EdgePicture) -> tuple[Outline, ...]:
    """Return the outlines where the net sees cards; it knows no deck."""
    net = _net()
    if net is None:
        return ()
    places = [one.corners for one in net.detect(picture.image, longer=SEEN_AT)]
    measured = (picture.measure(place) for place in places)
    return tuple(one for one in measured if one is not None)


@cache
def _net() -> Detector | None:
    return Detector.load()
