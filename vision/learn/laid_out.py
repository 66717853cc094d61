"""Cards of a deck laid out in rows and photographed by hand: where they lie, and in which order.

Nobody knows their art yet. What is known is how many lie in each row, and that all of them are of
one size and lie flat on one table. A phone is held aslant, so a card looks shorter than it is: how
much is worked out from its corners, for what is farther away is smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.deck import Deck, Exemplar, Size
from vision.geometry import Matrix, Points
from vision.learn.learning import lay_all_flat
from vision.outlines.edges import EdgePicture, Outline, common_area, ordered
from vision.outlines.portrait import choose_cards, find_outlines, outlines_near, wider_outlines

if TYPE_CHECKING:
    from companion.frames import BgrImage

ASLANT = 0.32
"""Share by which a card may look shorter than it is: a phone held 40 degrees askew."""
FOCAL = 0.75
"""Focal length of a phone's usual lens, as a share of the picture's longer side."""
APART = 0.02
"""Share of a card that may seem to lie in its neighbour."""
SAME_SIZE, SAME_SHAPE = 0.15, 0.06
"""Shares by which area and proportion of a card found last may differ from its neighbour's."""
BESIDE = (0.0, -0.03, 0.03)
"""Of a card's side: by how much a card may lie beside the place where it is looked for."""
ROUND = 0.35
"""Of a card's shorter side: what is cut out round it, for the light on the table."""
FLATTEST, LONGEST = 0.5, 0.82
"""Short by long side of what may be a card of any game."""
AGREE_SHAPE, AGREE_AREA = 0.025, 0.04
"""Shares by which shape and area of a card may differ from the others', seen from above."""
ROUGH_SHAPE, ROUGH_AREA = 0.05, 0.08
"""The same where only one of them says how the phone was held."""
CLEAR = 5
"""Grades of how clear an outline is; of equally clear ones the largest counts, for it is no frame
that is printed on the card."""
SAME_PLACE = 0.5
"""Share of a card that another outline covers which may be the same card's."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidOut:
    """The cards of one photo.

    Attributes:
        corners: of each card, shape (4, 2), pixels, clockwise from its top left as the photo is
            held; row by row from the top, each from the left.
        rows: how many cards lie in each row.
        proportion: short by long side of most of them, seen from straight above.
        unsure: the numbers of those whose outline is not like the others'.
    """

    corners: tuple[Points, ...]
    rows: tuple[int, ...]
    proportion: float = 0.0
    unsure: frozenset[int] = frozenset()

    def turned(self) -> LaidOut:
        """Return the same for a photo that was held the other way round."""
        last = len(self.corners) - 1
        return LaidOut(
            tuple(np.roll(one, 2, axis=0) for one in reversed(self.corners)),
            self.rows[::-1],
            self.proportion,
            frozenset(last - one for one in self.unsure),
        )


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """One card, cut out of its photo with some table round it.

    Attributes:
        image: shape (H, W, 3), uint8, BGR.
        corners: of the card in it, shape (4, 2), pixels, clockwise from its top left.
    """

    image: BgrImage
    corners: Points


def find_laid_out(image: BgrImage, rows: Sequence[int], sizes: Sequence[Size] = ()) -> LaidOut:
    """Find the cards in a photo; it may show more or fewer than were asked for.

    Args:
        image: shape (H, W, 3), uint8, BGR.
        rows: how many cards should lie in each row, from the top.
        sizes: what size, in millimetres, the cards may have; empty: any.
    """
    wanted = sum(rows)
    picture = EdgePicture(image)  # it is looked at up to a hundred times
    outlines = find_outlines(picture)
    shapes = {round(min(size) / max(size), 3) for size in sizes}
    choices = [choose_cards(outlines, shape, ASLANT) for shape in sorted(shapes)]
    choices = choices or [choose_cards([one for one in outlines if _may_be(one)])]
    cards = min(choices, key=lambda some: abs(len(some) - wanted))
    whole = [one for one in cards if one.whole] or list(cards)
    if not whole:
        return LaidOut((), ())
    shape = (image.shape[0], image.shape[1])
    if wanted > 1:
        whole = _alike(outlines, shape, sizes) or whole
    if 1 < len(whole) < wanted:
        whole = _with_missing(picture, whole, wanted)
    above = _Above.of(whole, shape, sizes)
    agreed = [above.agreed(picture, one, outlines) for one in whole]
    return _ordered(agreed, rows, above)


def _may_be(one: Outline) -> bool:
    return FLATTEST <= one.proportion <= LONGEST


def cut_out(image: BgrImage, corners: Points) -> CutOut:
    """Cut a card out of its photo."""
    margin = ROUND * float(np.linalg.norm(corners[1] - corners[0]))
    limit = np.array(image.shape[1::-1])
    low = np.clip(np.floor(corners.min(axis=0) - margin), 0, limit - 1).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0) + margin), low + 1, limit).astype(int)
    return CutOut(image[low[1] : high[1], low[0] : high[0]].copy(), corners - low)


def learnt_from(name: str, cards: Sequence[tuple[str, CutOut]], size: Size) -> Deck:
    """Learn a deck from cards that were cut out; each label comes once.

    Args:
        name: what the group calls it.
        cards: label and picture of each.
        size: width and height of the cards in millimetres.
    """
    flat = lay_all_flat([(partial(_picture, card), card.corners) for _, card in cards], size)
    exemplars = (Exemplar(label, face) for (label, _), face in zip(cards, flat, strict=True))
    return Deck(name, size, tuple(exemplars))


def _picture(card: CutOut) -> BgrImage:
    return card.image


def nearest_size(proportion: float, sizes: Sequence[Size]) -> Size:
    """Return which of ``sizes`` has the proportion, or the nearest."""
    return min(sizes, key=lambda size: abs(np.log(min(size) / max(size) / proportion)))


# ------------------------------------------------------------------------------------ from above


@dataclass(frozen=True, slots=True, eq=False)
class _Above:
    """How cards would look from straight above, and what they agree on there.

    Attributes:
        onto: homography, shape (3, 3), from the photo to the view from above.
        proportion: the cards' short by long side.
        area: what each takes, in pixels of that view.
    """

    onto: Matrix
    proportion: float
    area: float

    @staticmethod
    def of(cards: Sequence[Outline], shape: tuple[int, int], sizes: Sequence[Size]) -> _Above:
        """Work it out from cards in a photo of ``shape`` (height, width); ``sizes`` may be empty.

        The map from a rectangle to the picture is K [a r1, b r2, t], with the lens K and the turn's
        columns r1 and r2 (Zhang and He, Whiteboard scanning, 2007): r1 x r2 stands on the table.
        """
        height, width = shape
        focal = FOCAL * max(height, width)
        lens = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
        stands = []
        for card in cards:
            aside = (card.corners - lens[:2, 2]) / focal
            seen = cv2.getPerspectiveTransform(unit, aside.astype(np.float32))
            normal = np.cross(seen[:, 0], seen[:, 1])
            stands.append(normal / np.linalg.norm(normal) * (1 if normal[2] >= 0 else -1))
        normal = np.median(stands, axis=0)
        normal /= np.linalg.norm(normal)
        axis = np.cross(normal, [0, 0, 1])
        sine = float(np.linalg.norm(axis))
        turn = np.asarray(cv2.Rodrigues(axis / max(sine, 1e-9) * np.arcsin(min(sine, 1.0)))[0])
        onto = lens @ turn @ np.linalg.inv(lens)
        shapes = [_shape(card.corners, onto) for card in cards]
        looks = float(np.median([proportion for proportion, _ in shapes]))
        if sizes:
            size = nearest_size(looks, sizes)
            looks = _typical([one for one, _ in shapes], AGREE_SHAPE, min(size) / max(size))
        areas = [area for _, area in shapes]
        return _Above(onto, looks, _typical(areas, AGREE_AREA, float(np.median(areas))))

    def miss(self, corners: Points) -> float:
        """Return how far a card is from what all agree on; 1 is the limit."""
        proportion, area = _shape(corners, self.onto)
        shape = abs(np.log(proportion / self.proportion)) / AGREE_SHAPE
        return float(max(shape, abs(np.log(area / self.area)) / AGREE_AREA))

    def agreed(self, picture: EdgePicture, card: Outline, outlines: Sequence[Outline]) -> Outline:
        """Return the outline of ``card`` that the others agree with best."""
        if self.miss(card.corners) <= 1:
            return card
        here = [
            one
            for one in outlines
            if common_area(one, card) >= SAME_PLACE * max(one.area, card.area)
        ]
        tried = [card, *here, *wider_outlines(picture, here)]
        tried += outlines_near(picture, self._expected(card))
        return min((one for one in tried if one.whole), key=lambda one: self.miss(one.corners))

    def _expected(self, card: Outline) -> list[Points]:
        """Return where a card of the agreed size may lie about ``card``: on each of its corners."""
        flat = _mapped(card.corners, self.onto)
        right = flat[1] - flat[0] + flat[2] - flat[3]
        right /= np.linalg.norm(right)
        short = float(np.sqrt(self.area * self.proportion))
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (short, short / self.proportion)
        turned = unit @ np.array([right, [-right[1], right[0]]])
        places = [turned - turned[corner] + flat[corner] for corner in range(4)]
        places.append(turned - turned.mean(axis=0) + flat.mean(axis=0))
        back = np.asarray(np.linalg.inv(self.onto), dtype=np.float64)
        return [_mapped(place, back) for place in places]


def _alike(
    outlines: Sequence[Outline], shape: tuple[int, int], sizes: Sequence[Size]
) -> list[Outline]:
    """Return the outlines that lie apart and of which most are alike from above; none: no two are.

    Each outline in turn says how the phone was held and how large a card is.
    """
    best: tuple[tuple[int, int, float], list[Outline]] | None = None
    whole = [one for one in outlines if one.whole]
    for first in whole:
        above = _Above.of([first], shape, sizes)
        proportion, area = _shape(first.corners, above.onto)
        shapes = [min(size) / max(size) for size in sizes] or [proportion]
        if min(abs(proportion / one - 1) for one in shapes) > ROUGH_SHAPE:
            continue
        fits = []
        for one in whole:
            other, large = _shape(one.corners, above.onto)
            miss = max(
                abs(other / proportion - 1) / ROUGH_SHAPE, abs(large / area - 1) / ROUGH_AREA
            )
            if miss <= 1:
                fits.append((-min(one.shares), miss, one))
        apart: list[Outline] = []
        for _, _, one in sorted(fits, key=lambda fit: fit[:2]):
            if all(common_area(one, other) <= APART * one.area for other in apart):
                apart.append(one)
        clear = float(np.mean([min(one.shares) for one in apart]))
        key = (len(apart), round(clear * CLEAR), area)
        if len(apart) > 1 and (best is None or key > best[0]):
            best = (key, apart)
    return [] if best is None else best[1]


def _mapped(points: Points, onto: Matrix) -> Points:
    return np.asarray(cv2.perspectiveTransform(points[None], onto)[0], dtype=np.float64)


def _shape(corners: Points, onto: Matrix) -> tuple[float, float]:
    """Return short by long side, and area, of a card seen through ``onto``."""
    quad = ordered(_mapped(corners, onto))
    lengths = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    proportion = float((lengths[0] + lengths[2]) / (lengths[1] + lengths[3]))
    return proportion, float(cv2.contourArea(quad.astype(np.float32)))


def _typical(values: Sequence[float], slack: float, otherwise: float) -> float:
    """Return the middle of the densest heap of ``values``; ``otherwise`` where no two agree."""
    heaps = [[one for one in values if abs(one / middle - 1) <= slack] for middle in values]
    most = max(heaps, key=len)
    return float(np.median(most)) if len(most) > 1 else otherwise


# -------------------------------------------------------------------------------------- in order


def _ordered(cards: Sequence[Outline], rows: Sequence[int], above: _Above) -> LaidOut:
    """Put cards into rows; into as many as were asked for, however many lie in each."""
    middles = np.array([one.corners.mean(axis=0) for one in cards])
    across = _across(cards, middles, single=len(rows) == 1)
    down = np.array([-across[1], across[0]])
    order = [int(one) for one in np.argsort(middles @ down)]
    gaps = np.diff((middles @ down)[order])
    cuts = sorted(int(one) + 1 for one in np.argsort(-gaps)[: len(rows) - 1])
    parts = [list(part) for part in np.split(np.array(order), cuts) if len(part)]
    for part in parts:
        part.sort(key=lambda one: float(middles[one] @ across))
    corners = tuple(_held(cards[one].corners, down) for part in parts for one in part)
    odd = (number for number, one in enumerate(corners) if above.miss(one) > 1)
    return LaidOut(corners, tuple(len(part) for part in parts), above.proportion, frozenset(odd))


def _across(cards: Sequence[Outline], middles: Points, *, single: bool) -> Points:
    """Return the unit vector along the rows: to the right, or down where they run down."""
    if single and len(cards) > 1:
        spread = middles - middles.mean(axis=0)
        along = np.linalg.svd(spread)[2][0]
    else:
        ways = [one.corners[1] - one.corners[0] for one in cards]
        doubled = sum((complex(x, y) / abs(complex(x, y))) ** 2 for x, y in ways)
        angle = np.angle(doubled) / 2
        along = np.array([np.cos(angle), np.sin(angle)])
    forward = along[0] if abs(along[0]) >= abs(along[1]) else along[1]
    return np.asarray(along if forward >= 0 else -along)


def _held(corners: Points, down: Points) -> Points:
    """Return the corners from the top left of a card whose foot is as far ``down`` as can be."""
    foot = corners[2:].mean(axis=0) - corners[:2].mean(axis=0)
    return corners if foot @ down >= 0 else np.roll(corners, 2, axis=0)


# --------------------------------------------------------------------------------------- missing


def _with_missing(picture: EdgePicture, cards: Sequence[Outline], wanted: int) -> list[Outline]:
    """Look again beside and between ``cards`` for those whose outline was not clear."""
    found = list(cards)
    for _ in range(wanted):
        new = _neighbour(picture, found)
        if new is None or len(found) == wanted:
            break
        found.append(new)
    return found


def _neighbour(picture: EdgePicture, cards: Sequence[Outline]) -> Outline | None:
    middles = np.array([one.corners.mean(axis=0) for one in cards])
    steps = middles[None] - middles[:, None]
    away = np.linalg.norm(steps, axis=2) + np.diag(np.full(len(cards), np.inf))
    height, width = picture.image.shape[:2]
    places = []
    for near in range(len(cards)):
        nearest = int(np.argmin(away[near]))
        step = steps[near, nearest]
        across = np.array([-step[1], step[0]]) / float(np.linalg.norm(step))
        long, short = cards[near].sides[1], cards[near].sides[0]
        gap = float(np.linalg.norm(step)) - short
        for way in (-step, across * (long + gap), -across * (long + gap), step / 2):
            middle = middles[near] + way
            free = np.linalg.norm(middles - middle, axis=1).min() > 0.8 * short
            if free and 0 < middle[0] < width and 0 < middle[1] < height:
                side = float(np.sqrt(cards[near].area))
                places += [
                    (near, cards[near].corners + way + np.array([x, y]) * side)
                    for x in BESIDE
                    for y in BESIDE
                ]
    best: tuple[float, Outline] | None = None
    for near, place in places:
        for one in outlines_near(picture, [place]):
            area = abs(one.area / cards[near].area - 1)
            shape = abs(one.proportion / cards[near].proportion - 1)
            alone = all(common_area(one, card) <= APART * one.area for card in cards)
            fits = one.whole and area <= SAME_SIZE and shape <= SAME_SHAPE and alone
            if fits and (best is None or area + shape < best[0]):
                best = (area + shape, one)
    return None if best is None else best[1]
