"""Photos of one card each: what the whole series agrees on decides the doubtful ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.deck import DeckError, Size, exemplar_pixels
from vision.geometry import Points, rectangle
from vision.outlines.aslant import common_view, flat_shape
from vision.outlines.brim import Brim
from vision.outlines.edges import Outline
from vision.outlines.ground import PhotoGround
from vision.outlines.portrait import choose_cards, outlines_near, wider_outlines

if TYPE_CHECKING:
    from companion.frames import BgrImage

TILT = 0.06
"""Share by which a card's proportion may look other than it is: a camera 20 degrees askew."""
AGREE = 0.015
"""Share within which two proportions are the same: the cards' and what was said of them, too."""
ALIKE_FLAT = 0.008
"""The same of cards as they lie flat, where it is known how aslant the photo shows them."""
RIGHT_ANGLE = 0.015
"""Cosine of the angle of two sides up to which it is a right one there."""
LEAST_FRAME = 0.7
"""Share of a card that a frame takes which is printed on it; smaller ones are of other things."""
AGREE_AREA = 0.03
"""Share within which two areas are the same."""
SERIES = 4
"""Photos from which on they can agree on how large a card is in them."""
MOST_AGREE = 0.4
"""Share of the photos that has to agree on it."""
SHAPED_AGREE = 0.8
"""The same of those outlines that have the cards' shape: frames that are printed on cards seldom
have it, and are what may differ."""
RUNS_OUT = 0.1
"""Share of a card's length that may lie outside of the picture for its far side to be put there."""
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
    """Return short by long side of the card on which most ``shots`` agree; None: none shows one.

    It is the proportion of a card that lies flat, and not what it looks like to a camera askew.
    """
    likely = [(shot.shape, choose_cards(shot.outlines)[:1]) for shot in shots]
    cards = [(some[0], shape) for shape, some in likely if some]
    looks = _typical([one.proportion for one, _ in cards], AGREE)
    if looks is None:
        return None
    return common_view([([one.corners], shape) for one, shape in cards], looks, TILT)[1]


def find_cards(shots: Sequence[SeriesPhoto], proportion: float) -> tuple[Outline | DeckError, ...]:
    """Return the outline of the one card in each of ``shots``, or what is wrong with that photo.

    Args:
        shots: photos of cards of one size.
        proportion: the card's short by its long side.
    """
    cards = [choose_cards(_without_pattern(shot, proportion), proportion, TILT) for shot in shots]
    shown = [
        ([some[0].corners], shot.shape) for shot, some in zip(shots, cards, strict=True) if some
    ]
    focal, seen = common_view(shown, proportion, AGREE)
    agreed = _Target(seen, focal, None)
    target = replace(agreed, area=_common_area(shots, cards, agreed))
    found: list[Outline | DeckError] = []
    clear = [
        [one for one in some if target.fits(one, shot.shape)]
        for shot, some in zip(shots, cards, strict=True)
    ]
    places = [some[0].corners for some in clear if some]
    places = places[:: max(1, len(places) // PLACES)]
    for shot, some, fitting in zip(shots, cards, clear, strict=True):
        if len(fitting) > 1 or (len(some) > 1 and not fitting):
            several = f"{shot.name} shows {len(some)} cards: a picture to learn from shows one"
            found.append(DeckError(several))
            continue
        best = fitting[0] if fitting else _mended(shot, some, target, places)
        if best is None:
            none = f"{shot.name} shows no card that can be made out against the table"
            found.append(DeckError(none))
            continue
        card = _with_its_border(shot, best, target)
        if card is None:
            doubtful = (
                f"{shot.name} leaves in doubt where the card ends, and where a frame that is "
                "printed on it: take it again on a table of another colour"
            )
            found.append(DeckError(doubtful))
            continue
        found.append(card)
    return tuple(found)


def _without_pattern(shot: SeriesPhoto, proportion: float) -> Sequence[Outline]:
    """Return what may be cards, without those whose edges lie in the table's pattern."""
    like = [one for one in shot.outlines if abs(one.proportion / proportion - 1) <= TILT]
    return PhotoGround(shot.reopen()).without_stripes(like) if len(like) > 1 else like


def _with_its_border(shot: SeriesPhoto, found: Outline, target: _Target) -> Outline | None:
    """Return the outline with the border that lies beyond it; None: it is in doubt."""
    image = shot.reopen()
    brim = Brim(image, found)
    widths = brim.borders()
    if not widths.any():
        return None if brim.is_line() else found
    outer = brim.moved_out(widths)
    fitting = [
        one
        for one in (*outlines_near(image, [outer]), replace(found, corners=outer))
        if one.whole and target.miss_of_shape(one, shot.shape) <= 1 and one.area > found.area
    ]
    clear = [one for one in fitting if not (Brim(image, one).borders().any())]
    return max(clear, key=lambda one: one.area, default=None)


@dataclass(frozen=True, slots=True)
class _Target:
    """What the series agrees on: proportion, focal length and, from one place, area in pixels."""

    proportion: float
    focal: float
    area: float | None

    def miss(self, one: Outline, picture: tuple[int, int]) -> float:
        """Return how far off ``one`` is, lying flat; 1 is the limit."""
        miss = self.miss_of_shape(one, picture)
        if self.area is not None:
            miss = max(miss, abs(math.log(one.area / self.area)) / AGREE_AREA)
        return miss

    def miss_of_shape(self, one: Outline, picture: tuple[int, int]) -> float:
        """Return the same wherever the photo was taken from."""
        shape, skew = flat_shape(one.corners, picture, self.focal)
        return max(abs(math.log(shape / self.proportion)) / ALIKE_FLAT, abs(skew) / RIGHT_ANGLE)

    def elsewhere(self, one: Outline, picture: tuple[int, int]) -> bool:
        """Say whether it may be a card from elsewhere, and no frame as seen from the one place."""
        if not one.whole or self.miss_of_shape(one, picture) > 1:
            return False
        return self.area is None or not LEAST_FRAME <= one.area / self.area <= 1

    def fits(self, one: Outline, picture: tuple[int, int]) -> bool:
        return one.whole and self.miss(one, picture) <= 1


def _common_area(
    shots: Sequence[SeriesPhoto], cards: Sequence[Sequence[Outline]], agreed: _Target
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
        if agreed.miss_of_shape(one, shots[0].shape) <= 1
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
    put = [mended for one in whole for mended in _with_a_side_put(one, target.proportion)]
    fitting = [one for one in (*seen, *put) if target.miss(one, shot.shape) <= 1]
    if not fitting:
        fitting = [one for one in (*some, *seen) if target.elsewhere(one, shot.shape)]
    if len(fitting) > 1:
        fitting = list(PhotoGround(image).without_stripes(fitting))
    if not fitting:
        return None
    # A frame printed on a card may have the card's shape, so the largest counts; and an edge
    # that was seen counts more than one that was put where it must be.
    least = (1 - AGREE_AREA) * max(one.area for one in fitting)
    large = [one for one in fitting if one.area >= least]
    return min(
        large,
        key=lambda one: (_hidden(one, put, shot.shape), target.miss(one, shot.shape)),
    )


def _hidden(one: Outline, put: Sequence[Outline], picture: tuple[int, int]) -> float:
    """Return how many square pixels lie outside of the picture, if a side was put there."""
    if not any(one is other for other in put):
        return 0.0
    height, width = picture
    frame = (rectangle(0, 0, width, height) - 0.5).astype(np.float32)
    shown, _ = cv2.intersectConvexConvex(one.corners.astype(np.float32), frame)
    return one.area - shown


def _with_a_side_put(one: Outline, proportion: float) -> list[Outline]:
    """Return ``one`` with the side at the picture's edge where the card's proportion puts it."""
    if one.whole:
        return []
    side = one.cut.index(True)
    near, far = one.corners.copy(), one.corners
    short, long = one.sides
    wanted = short / proportion if side % 2 == 0 else long * proportion
    is_now = long if side % 2 == 0 else short
    if is_now < (1 - RUNS_OUT) * wanted:
        return []
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
    onto = (rectangle(0, 0, width, height) - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), onto)
    return np.asarray(cv2.warpPerspective(image, warp, pixels), dtype=np.uint8)
