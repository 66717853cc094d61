"""Photos of one card each: what the whole series agrees on decides the doubtful ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.deck import DeckError, Size, exemplar_pixels
from vision.geometry import Points
from vision.outlines.edges import Outline
from vision.outlines.ground import PhotoGround
from vision.outlines.portrait import choose_cards, outlines_near, wider_outlines

if TYPE_CHECKING:
    from companion.frames import BgrImage

TILT = 0.06
"""Share by which a card's proportion may look other than it is: a camera 20 degrees askew."""
AGREE = 0.015
"""Share within which two proportions are the same."""
AGREE_AREA = 0.03
"""Share within which two areas are the same."""
SERIES = 4
"""Photos from which on they can agree on how large a card is in them."""
MOST_AGREE = 0.4
"""Share of the photos that has to agree on it."""
SHAPED_AGREE = 0.8
"""The same of those outlines that have the cards' shape: frames that are printed on cards seldom
have it, and are what may differ."""
PLACES = 6
"""Places where other photos show the card that are tried in a doubtful one."""


@dataclass(frozen=True, slots=True, eq=False)
class SeriesPhoto:
    """One photo of a series.

    Attributes:
        name: what messages call it.
        outlines: what `vision.outlines.portrait.find_outlines` found in it.
        shape: its height and width in pixels.
        reopen: reads the photo again; a series of large photos is not kept in memory.
    """

    name: str
    outlines: tuple[Outline, ...]
    shape: tuple[int, int]
    reopen: Callable[[], BgrImage]


def common_proportion(shots: Sequence[SeriesPhoto]) -> float | None:
    """Return short by long side of the card on which most ``shots`` agree; None: none shows one."""
    likely = [choose_cards(shot.outlines)[:1] for shot in shots]
    return _typical([cards[0].proportion for cards in likely if cards], AGREE)


def find_cards(shots: Sequence[SeriesPhoto], proportion: float) -> tuple[Outline | DeckError, ...]:
    """Return the outline of the one card in each of ``shots``, or what is wrong with that photo.

    Args:
        shots: photos of cards of one size.
        proportion: the card's short by its long side.
    """
    cards = [choose_cards(shot.outlines, proportion, TILT) for shot in shots]
    seen = _typical([some[0].proportion for some in cards if some], AGREE) or proportion
    if len(shots) < SERIES and abs(seen / proportion - 1) > 2 * AGREE:
        seen = proportion  # too few to outvote what a card of this size looks like
    target = _Target(seen, _common_area(shots, cards, seen))
    found: list[Outline | DeckError] = []
    places = [one.corners for some in cards for one in some[:1] if target.fits(one)]
    places = places[:: max(1, len(places) // PLACES)]
    for shot, some in zip(shots, cards, strict=True):
        fitting = [one for one in some if target.fits(one)]
        if len(fitting) > 1 or (len(some) > 1 and not fitting):
            several = f"{shot.name} shows {len(some)} cards: a picture to learn from shows one"
            found.append(DeckError(several))
            continue
        best = fitting[0] if fitting else _mended(shot, some, target, places)
        if best is None:
            none = f"{shot.name} shows no card that can be made out against the table"
            found.append(DeckError(none))
            continue
        found.append(best)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Target:
    """What the series agrees on: the proportion and, from one place, the area in pixels."""

    proportion: float
    area: float | None

    def miss(self, one: Outline) -> float:
        """Return how far off ``one`` is; 1 is the limit."""
        miss = abs(math.log(one.proportion / self.proportion)) / AGREE
        if self.area is not None:
            miss = max(miss, abs(math.log(one.area / self.area)) / AGREE_AREA)
        return miss

    def fits(self, one: Outline) -> bool:
        return one.whole and self.miss(one) <= 1


def _common_area(
    shots: Sequence[SeriesPhoto], cards: Sequence[Sequence[Outline]], proportion: float
) -> float | None:
    """Return a card's area in pixels where most photos were taken from one place, else None.

    A hand holds the phone nearer to one card than to the next, and a few of many areas are always
    near one another: outlines of the cards' shape have to have that area, too.
    """
    whole = [some[0] for some in cards if some and some[0].whole]
    if len(shots) < SERIES or len({shot.shape for shot in shots}) > 1:
        return None
    area = _typical([one.area for one in whole], AGREE_AREA)
    if area is None:
        return None
    agree = [abs(one.area / area - 1) <= AGREE_AREA for one in whole]
    if sum(agree) < MOST_AGREE * len(shots):
        return None
    shaped = [
        like
        for one, like in zip(whole, agree, strict=True)
        if abs(one.proportion / proportion - 1) <= AGREE
    ]
    return area if sum(shaped) >= SHAPED_AGREE * len(shaped) else None


def _typical(values: Sequence[float], slack: float) -> float | None:
    """Return the middle of the densest heap of ``values``, one ``slack`` to each side."""
    if not values:
        return None
    heaps = [[one for one in values if abs(one / middle - 1) <= slack] for middle in values]
    return float(np.median(max(heaps, key=len)))


def _mended(
    shot: SeriesPhoto, some: Sequence[Outline], target: _Target, places: Sequence[Points]
) -> Outline | None:
    """Return the outline that fits best, its sides moved or one side put where it must be."""
    image = shot.reopen()
    whole = (*shot.outlines, *outlines_near(image, places), *wider_outlines(image, shot.outlines))
    seen = [one for one in whole if one.whole]
    put = [mended for one in whole for mended in _with_a_side_put(one, target)]
    fitting = [one for one in (*seen, *put) if target.miss(one) <= 1]
    if len(fitting) > 1:
        fitting = list(PhotoGround(image).without_stripes(fitting))
    if fitting:
        # A frame printed on a card may have the card's shape, so the largest counts; and an edge
        # that was seen counts more than one that was put where it must be.
        least = (1 - AGREE_AREA) * max(one.area for one in fitting)
        large = [one for one in fitting if one.area >= least]
        return min(large, key=lambda one: (any(one is other for other in put), target.miss(one)))
    # Nothing fits well: a card that is seen more aslant than the others, or from elsewhere.
    near = [
        one for one in (*some, *seen, *put) if abs(one.proportion / target.proportion - 1) <= TILT
    ]
    if target.area is not None:
        near = [one for one in near if abs(math.log(one.area / target.area)) <= math.log(1.3)]
    return min(near, key=target.miss, default=None)


def _with_a_side_put(one: Outline, target: _Target) -> list[Outline]:
    """Return ``one`` with the side at the picture's edge where the card's proportion puts it."""
    if one.whole:
        return []
    side = one.cut.index(True)
    near, far = one.corners.copy(), one.corners
    short, long = one.sides
    wanted = short / target.proportion if side % 2 == 0 else long * target.proportion
    is_now = long if side % 2 == 0 else short
    for corner, fixed in ((side, (side - 1) % 4), ((side + 1) % 4, (side + 2) % 4)):
        near[corner] = far[fixed] + (far[corner] - far[fixed]) * (wanted / is_now)
    return [replace(one, corners=near, cut=(False, False, False, False))]


# -------------------------------------------------------------------------------------- laid flat


def upright(outlines: Sequence[Outline]) -> tuple[Points, ...]:
    """Return the corners from each card's top left, clockwise, all cards turned alike.

    Which way up a card lies cannot be told without knowing its art. The way is taken that most of
    the series lies; cards that lie across have their top to the right of the photo.
    """
    ways = [_way(one.corners) for one in outlines]
    doubled = np.array([math.atan2(y, x) * 2 for x, y in ways])
    axis = math.atan2(float(np.sin(doubled).sum()), float(np.cos(doubled).sum())) / 2
    common = np.array([math.cos(axis), math.sin(axis)])
    if common @ (0.3, -1.0) < 0:
        common = -common
    return tuple(
        one.corners if way @ common >= 0 else np.roll(one.corners, 2, axis=0)
        for one, way in zip(outlines, ways, strict=True)
    )


def _way(corners: Points) -> Points:
    """Return the unit vector from a card's foot to its top, in the picture."""
    up = corners[:2].mean(axis=0) - corners[2:].mean(axis=0)
    return np.asarray(up / max(float(np.linalg.norm(up)), 1e-6))


def lay_flat(image: BgrImage, corners: Points, size: Size, margin: float = 0.0) -> BgrImage:
    """Cut a card out and lay it flat, at the scale of exemplars.

    Args:
        image: shape (H, W, 3), uint8, BGR.
        corners: shape (4, 2), pixels, clockwise from the card's top left.
        size: width and height of the card in millimetres.
        margin: millimetres round the card that are cut out with it.
    """
    columns, rows = exemplar_pixels((size[0] + 2 * margin, size[1] + 2 * margin))
    across = float(np.linalg.norm(corners[1] - corners[0])) / exemplar_pixels(size)[0]
    finer = max(1, math.ceil(across))
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    millimetres = unit * np.array(size) + margin
    pixels = millimetres / (np.array(size) + 2 * margin) * (columns, rows) * finer - 0.5
    warp = cv2.getPerspectiveTransform(pixels.astype(np.float32), corners.astype(np.float32))
    flat = cv2.warpPerspective(
        image,
        warp,
        (columns * finer, rows * finer),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    small = cv2.resize(flat, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def glimpse(image: BgrImage, corners: Points, pixels: tuple[int, int]) -> BgrImage:
    """Lay a card flat at a small scale, quickly: for its colours and its contrast, not its face.

    Args:
        image: shape (H, W, 3), uint8, BGR.
        corners: shape (4, 2), pixels, clockwise from the card's top left.
        pixels: across and down of what is returned.
    """
    width, height = pixels
    onto = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), onto)
    return np.asarray(cv2.warpPerspective(image, warp, pixels), dtype=np.uint8)
