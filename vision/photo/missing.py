"""What is printed on a face and is not on a card: then the card is another deck's, or a back.

Fit and lead say how much a card looks like a face, beside the deck's other faces. That it looks
like none of them more is no evidence that it is one: a dark card with a white border is most like
the face that is nearly plain, and another deck's two like ours, whose signs in the corners are a
small part of it. So each name is held against the bare card, too: what is printed on that face, and
not on all, has to be there; and where a sign should be, no bare ground is to be seen, unless
something may hide it there, or a lamp outshines it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import Sight
from vision.arrays import Floats, Mask
from vision.deck import BACK
from vision.geometry import Points, rectangle
from vision.match.gallery import CORNERS_LEFT_OUT, Gallery
from vision.match.own_light import FULL
from vision.photo.card import PhotoCard
from vision.photo.photograph import Photograph
from vision.table.light import FloatImage, mean_of_colours

SIGN_SCALE = 2.0
"""Pixels per millimetre at which print is looked for: the smallest signs are 4 mm high."""
ROUND_CARD = 5.0
"""Millimetres round a card that are looked at: there its edges are seen."""
LIT_OVER = 7.0
"""Millimetres; what changes over more than this is light, or ground."""
BLACK_GROUND = 0.1
"""Of white, what is added to the light there: on black ground a shade more is no print."""
SOFTENED = 0.6
"""Millimetres by which face and card are blurred: what a lens leaves, and noise, count less."""
TOGETHER = 2.0
"""Millimetres round a place, which is a millimetre wide, over which print is averaged."""
WITHOUT_EDGE = 1.5
"""Millimetres at a card's edge where nothing is print."""
LIES_ELSEWHERE = 1.5
"""Millimetres by which a card may lie elsewhere than it was fitted."""
PART_ELSEWHERE = 1.0
"""Millimetres by which a part of it may, besides: a card is bent."""
LEAST_PRINT, CLEAR_PRINT = 0.02, 0.03
"""Contrast, of the light there, from which something is printed; and as much as it would be seen
to have from which its lack says something."""
ON_ALL = 0.6
"""Share of what is printed at a place that is the same on all faces, on the mean, from which it
tells nothing: a white border, and the step from it to any ground."""
LEAST_OWN, MOST_LOST = 150.0, 0.5
"""Square millimetres of print of its own that a face needs for its lack to say something, and of
print that tells how much is seen anyway; share of its own of which all that has to show."""
HARDLY_ALIKE = 0.4
"""Cosine with that print below which another witness has to know the face: the dark squares of a
cloth had .30 to .35 with a face in dark ink; of 893 rightly named cards 5 have less."""
OWN_ALIKE, IN_ITS_PLACE = 0.2, 0.6
"""Cosine with that print below which none of it is there: of 865 cards of drawn decks that were
rightly named, in noise, in lamps and half covered, the least had .27; and from which the card lies
where it was fitted, so that a part of it may be missing."""
USUAL = 0.7
"""Of the places with print, the share that has less of it than what a card shows of its print
anyway."""
NOT_PRINTED, BARE = 0.25, 0.15
"""Share of what a card shows of its print anyway below which there is none at a place; and of its
square, more than which nothing else may be there."""
LEAST_BARE = 80.0
"""Square millimetres: a sign that is missing leaves so much bare, with what is round it."""
AS_STRONG = 0.3
"""Share of the contrast of a face's own print, mostly, that a sign has."""
OUTSHONE = 1.25
"""How much more light than on most of the card may be a lamp that is mirrored there."""
SAME_BARE, ON_SEVERAL = 4.0, 2
"""Millimetres within which bare places of two cards are the same one; cards that are another deck's
by it for it to count on others."""
NEAR_BARE, ALONG = 15.0, 10.0
"""Millimetres from a bare place to a side near which it is, over which something may lie that hides
the sign; and how far beyond the place that side has to be seen, for nothing to lie there."""
SIDE_STEP, SIDE_SHARE, SIDE_ELSEWHERE = 0.06, 0.8, 3.0
"""Least change, of white, in any colour from a card's side to what is beyond; share of the length
along which it has to be seen; millimetres by which it may lie elsewhere."""


_Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look at a card found.

    Attributes:
        is_another: whether print is missing on it, so that it is another card than that face.
        is_faint: whether so little of its print shows that it may be a dark square with a pale edge
            and no more.
        bare: the middles of large places where a sign should be and none is, in millimetres from
            its top left; whether something hides them or not.
    """

    is_another: bool
    bare: tuple[_Place, ...] = ()
    is_faint: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A card as a photo shows it, with what lies within `ROUND_CARD` of it.

    Attributes:
        softened: shape (H, W, 3), BGR, 0 to 1, the photo's white.
        light: the same without what is smaller than `LIT_OVER`.
        within: which of its pixels the photo shows, shape (H, W).
        burnt: where it shows no more of two colours or of all, shape (H, W).
    """

    softened: FloatImage
    light: FloatImage
    within: Mask
    burnt: Mask


class Missing:
    """Says of cards of one deck whether print is missing on them."""

    def __init__(self, gallery: Gallery) -> None:
        """Take the ``gallery`` of the deck's whole cards."""
        self._deck = gallery.deck
        width, height = self._deck.card_size
        self._size = round(width * SIGN_SCALE), round(height * SIGN_SCALE)
        self._places = round(width), round(height)
        self._inside = self._place_for_print()
        shares = self._by_place(self._inside)
        self._area = np.maximum(_averaged(shares), np.float32(0.2))
        self._counts: Mask = shares > 0.5

    def judged(
        self,
        image: Photograph,
        cards: Iterable[PhotoCard],
        before: Sequence[PhotoCard] = (),
        knows: Callable[[PhotoCard], bool] = lambda _: True,
    ) -> list[PhotoCard]:
        """Return ``cards`` of ``image``, without a name those on which print of it is missing.

        Something may hide a sign; but where the same one is missing on several, it is missing on
        the others, too: they are one deck's. One that had its name ``before`` it was judged has it
        from an earlier picture, and may be hidden in this one: it keeps it. One of whose print
        hardly anything shows keeps its name where another witness ``knows`` it.
        """
        judged = list(cards)
        named = {number for number, card in enumerate(before) if card.sight is Sight.FACE}
        looked = {
            number: self.looked_at(image, card.corners, card.card.label)
            for number, card in enumerate(judged)
            if card.sight is Sight.FACE and number not in named
        }
        known = [place for one in looked.values() if one.is_another for place in one.bare]
        for number, one in looked.items():
            faint = one.is_faint and not knows(judged[number])
            if one.is_another or faint or any(self._is_usual(place, known) for place in one.bare):
                judged[number] = replace(judged[number], sight=Sight.UNKNOWN)
        return judged

    def looked_at(self, image: Photograph, corners: Points, label: str) -> Looked:
        """Return whether print of ``label`` is missing on a card, and where.

        Args:
            image: the photo.
            corners: where it lies there, shape (4, 2), pixels, clockwise from its own top left.
            label: a face that it may be.
        """
        seen = self._seen(image, corners)
        found = [self._lacking(seen, *face) for name, *face in self._faces if name == label]
        # Of a face with several pictures one is enough.
        return min(found, key=lambda one: (one.is_another, one.is_faint))

    def _is_usual(self, place: _Place, known: Iterable[_Place]) -> bool:
        """Say whether ``place`` is bare on several cards of which that is ``known``."""
        return sum(math.dist(place, other) <= SAME_BARE for other in known) >= ON_SEVERAL

    def _place_for_print(self) -> Floats:
        """Return 1 where something may be printed, 0 at the edges, shape (H, W)."""
        across, down = self._size
        x, y = np.arange(across) + 0.5, np.arange(down) + 0.5
        left = (np.minimum(x, across - x) / SIGN_SCALE)[None, :]
        top = (np.minimum(y, down - y) / SIGN_SCALE)[:, None]
        corner = np.hypot(
            np.maximum(CORNERS_LEFT_OUT - left, 0), np.maximum(CORNERS_LEFT_OUT - top, 0)
        )
        inside = (left >= WITHOUT_EDGE) & (top >= WITHOUT_EDGE) & (corner <= CORNERS_LEFT_OUT)
        return np.asarray(inside, dtype=np.float32)

    @cached_property
    def _faces(self) -> list[tuple[str, FloatImage, FloatImage]]:
        """The label of each learnt picture, its contrast and its light."""
        found = []
        for one in self._deck.exemplars:
            small = cv2.resize(one.image, self._size, interpolation=cv2.INTER_AREA)
            soft = _blurred(np.asarray(small.astype(np.float32) / 255, dtype=np.float32))
            light = _light(soft)
            found.append((one.label, _contrast(soft, light), light))
        return found

    @cached_property
    def _own(self) -> Mask:
        """The places where what is printed is not the same on all faces."""
        faces = [contrast for name, contrast, _ in self._faces if name != BACK]
        usual = np.asarray(np.mean(faces, axis=0), dtype=np.float32)
        common = _averaged(self._product(usual, usual))
        each = np.mean([self._product(one, one) for one in faces], axis=0)
        printed = np.maximum(_averaged(np.asarray(each, dtype=np.float32)), 1e-6)
        return np.asarray(common < ON_ALL * printed, dtype=np.bool_)

    def _by_place(self, image: Floats) -> Floats:
        """Return the mean of ``image``, shape (H, W), in each place: each square millimetre."""
        small = cv2.resize(image, self._places, interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.float32)

    def _product(self, one: FloatImage, other: FloatImage) -> Floats:
        """Return for each place what two contrasts, shape (H, W, 3), have in common there."""
        product = np.asarray(cv2.multiply(one, other), dtype=np.float32)
        return self._by_place(mean_of_colours(product))

    def _seen(self, image: Photograph, corners: Points) -> _Seen:
        width, height = self._deck.card_size
        card = rectangle(0, 0, width, height) + ROUND_CARD
        way = cv2.getPerspectiveTransform(
            (card * SIGN_SCALE - 0.5).astype(np.float32), corners.astype(np.float32)
        )
        border = 2 * round(ROUND_CARD * SIGN_SCALE)
        across, down = self._size[0] + border, self._size[1] + border
        # Not as balanced: where all of a photo is bright, what is taken for black may be grey.
        shown = image.as_photographed(image.seen_through(way, (across, down)))
        white = image.as_photographed(np.ones((1, 1, 3), dtype=np.float32))
        soft = _blurred(np.asarray(shown / np.maximum(white, BLACK_GROUND), dtype=np.float32))
        # Of three colours the second: where two are burnt out, print may be lost.
        blue, green, red = cv2.split(shown)
        second = cv2.max(cv2.min(blue, green), cv2.min(cv2.max(blue, green), red))
        burnt = cv2.dilate((second >= FULL).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        within = _is_within(way, (across, down), image.size)
        return _Seen(soft, _light(soft), within, burnt)

    def _lacking(self, seen: _Seen, face: FloatImage, lit: FloatImage) -> Looked:
        """Return whether print of a face, its contrast and its light, is missing on a card."""
        across, down = self._size
        border, most = round(ROUND_CARD * SIGN_SCALE), round(LIES_ELSEWHERE * SIGN_SCALE)
        contrast = _contrast(seen.softened, seen.light)
        wanted = _masked(face, self._inside)
        first = border - most
        room = contrast[first : border + most + down, first : border + most + across]
        likest = cv2.minMaxLoc(cv2.matchTemplate(room, wanted, cv2.TM_CCORR))[3]
        left, top = (first + step for step in likest)
        rows, columns = slice(top, top + down), slice(left, left + across)
        shown = _masked(contrast[rows, columns], self._inside)
        print_, there = self._product(wanted, wanted), self._product(shown, shown)
        right = self._product(wanted, shown)
        averaged = _averaged(print_) / self._area
        printed = (averaged > LEAST_PRINT**2) & self._counts
        open_ = self._open(seen, lit, rows, columns)
        own = printed & self._own
        shows = own & open_
        if shows.sum() < max(LEAST_OWN, MOST_LOST * own.sum()):
            return Looked(is_another=False)
        norms = float(print_[shows].sum()) * float(there[shows].sum())
        alike = float(right[shows].sum()) / (math.sqrt(norms) + 1e-6)
        if alike < IN_ITS_PLACE:
            # What is not where it was looked for may be beside it.
            return Looked(alike < OWN_ALIKE, is_faint=alike < HARDLY_ALIKE)
        step = round(PART_ELSEWHERE * SIGN_SCALE)
        best = np.zeros_like(right)
        for y in (-step, 0, step):
            for x in (-step, 0, step):
                moved = contrast[top + y : top + y + down, left + x : left + x + across]
                best = np.maximum(best, _averaged(self._product(wanted, moved)))
        share = best / self._area / np.maximum(averaged, 1e-9)
        usual = float(np.quantile(share[shows], USUAL))
        expected = usual**2 * averaged
        # Paler than a sign is what a shadow, or a lamp, left on the learnt picture.
        signs = averaged > AS_STRONG**2 * np.median(averaged[shows])
        bare = signs & printed & open_ & (expected > CLEAR_PRINT**2)
        bare &= (share < NOT_PRINTED * usual) & (_averaged(there) / self._area < BARE * expected)
        return self._bare(seen, bare, (left, top))

    def _open(self, seen: _Seen, lit: FloatImage, rows: slice, columns: slice) -> Mask:
        """Return the places where print would be seen.

        Those within the photo, and where no lamp outshines it.
        """
        shut = ~seen.within[rows, columns] | seen.burnt[rows, columns]
        open_ = (self._by_place(shut.astype(np.float32)) == 0) & self._counts
        light = self._by_place(mean_of_colours(seen.light[rows, columns])) + BLACK_GROUND
        brighter = light / (self._by_place(mean_of_colours(lit)) + BLACK_GROUND)
        usual = float(np.median(brighter[self._counts]))
        return np.asarray(open_ & (brighter <= OUTSHONE * usual), dtype=np.bool_)

    def _bare(self, seen: _Seen, bare: Mask, at: tuple[int, int]) -> Looked:
        """Return the large places of what is ``bare``, and whether nothing lies over any of them.

        What hides a sign beside a card's edge hides that edge, too; and one thing does not hide two
        opposite corners, and what is between them not.
        """
        _, _, stats, middles = cv2.connectedComponentsWithStats(
            bare.astype(np.uint8), connectivity=8
        )
        # The first is all that is not bare.
        large = stats[:, cv2.CC_STAT_AREA] >= LEAST_BARE
        large[0] = False
        corners = {corner for place in stats[large] if (corner := self._corner(place))}
        opposite = any((-x, -y) in corners for x, y in corners)
        places = tuple((float(x), float(y)) for x, y in middles[large] + 0.5)
        uncovered = any(self._shows_sides(seen, place, at) for place in stats[large])
        return Looked(opposite or uncovered, places)

    def _near(self, place: npt.NDArray[np.int32]) -> tuple[bool, bool, bool, bool]:
        """Return to which sides a place (left, top, width, height) of a card is near.

        To the left one, the right one, the top and the bottom; all in millimetres.
        """
        across, down = self._places
        left, top, wide, high = (int(one) for one in place[:4])
        apart = (left, across - left - wide, top, down - top - high)
        near_left, near_right, near_top, near_bottom = (one < NEAR_BARE for one in apart)
        return near_left, near_right, near_top, near_bottom

    def _corner(self, place: npt.NDArray[np.int32]) -> tuple[int, int] | None:
        """Return the corner in which a ``place``, as `_near`'s, is: -1 or 1 across and down."""
        near_left, near_right, near_top, near_bottom = self._near(place)
        x, y = near_right - near_left, near_bottom - near_top
        return (x, y) if x and y else None

    def _shows_sides(self, seen: _Seen, place: npt.NDArray[np.int32], at: tuple[int, int]) -> bool:
        """Say whether the sides near a ``place``, as `_near`'s, of a card are seen."""
        left, top, wide, high = (int(one) for one in place[:4])
        upright = round((top - ALONG) * SIGN_SCALE), round((top + high + ALONG) * SIGN_SCALE)
        level = round((left - ALONG) * SIGN_SCALE), round((left + wide + ALONG) * SIGN_SCALE)
        across, down = self._size
        sides = (
            (True, 0, upright),
            (True, across, upright),
            (False, 0, level),
            (False, down, level),
        )
        near = [side for side, is_near in zip(sides, self._near(place), strict=True) if is_near]
        return bool(near) and all(self._is_side(seen, at, *side) for side in near)

    def _is_side(
        self, seen: _Seen, at: tuple[int, int], upright: bool, where: int, part: tuple[int, int]
    ) -> bool:
        """Say whether ``part`` of a side of a card, whose top left is ``at``, is one straight edge.

        Args:
            seen: the card.
            at: column and row.
            upright: whether it is the left or the right side.
            where: its column, or row, on the card.
            part: its rows, or columns, there; the rounded corners are left out.
        """
        image, within = seen.softened, seen.within
        column, row = at
        if not upright:
            image, within, column, row = image.transpose(1, 0, 2), within.T, row, column
        length = self._size[1] if upright else self._size[0]
        corner, reach = round(CORNERS_LEFT_OUT * SIGN_SCALE), round(SIDE_ELSEWHERE * SIGN_SCALE)
        begin, end = max(part[0], corner), min(part[1], length - corner)
        first, last = max(column + where - reach, 1), column + where + reach + 1
        strip = image[row + begin : row + end, first - 1 : last + 1]
        known = within[row + begin : row + end, first - 1 : last + 1]
        if end <= begin or strip.shape[1] < 3 or not known.all():
            return False
        steps = strip[:, 2:] - strip[:, :-2]
        signed = np.concatenate([steps > SIDE_STEP, steps < -SIDE_STEP], axis=2).astype(np.uint8)
        # A millimetre to each side: a card's corners are told no better, so its sides are askew.
        share = cv2.dilate(signed, np.ones((1, 5), np.uint8)).mean(axis=0)
        return float(share.max()) >= SIDE_SHARE


def _blurred(image: FloatImage) -> FloatImage:
    soft = cv2.GaussianBlur(image, (0, 0), SOFTENED * SIGN_SCALE)
    return np.asarray(soft, dtype=np.float32)


def _light(image: FloatImage) -> FloatImage:
    side = (int(LIT_OVER * SIGN_SCALE) | 1,) * 2
    return np.asarray(cv2.blur(image, side, borderType=cv2.BORDER_REFLECT), dtype=np.float32)


def _contrast(image: FloatImage, light: FloatImage) -> FloatImage:
    """Return what is printed as a share of the light there, shape (H, W, 3)."""
    brightness = mean_of_colours(light) + np.float32(BLACK_GROUND)
    return np.asarray((image - light) / brightness[..., None], dtype=np.float32)


def _masked(image: FloatImage, inside: Floats) -> FloatImage:
    """Return ``image``, shape (H, W, 3), 0 where ``inside`` is."""
    return np.asarray(cv2.multiply(image, cv2.merge([inside] * 3)), dtype=np.float32)


def _averaged(places: Floats) -> Floats:
    """Return the mean of what is at ``places``, shape (H, W), `TOGETHER` round each of them."""
    return np.asarray(cv2.GaussianBlur(places, (0, 0), TOGETHER), dtype=np.float32)


def _is_within(way: cv2.typing.MatLike, size: tuple[int, int], picture: tuple[int, int]) -> Mask:
    """Return which pixels of a patch a picture shows; both sizes are width and height.

    Args:
        way: homography, shape (3, 3), from the patch's pixels to the picture's.
        size: the patch's.
        picture: the picture's.
    """
    width, height = size
    ends = [[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]]
    if _are_within(np.array(ends, dtype=np.float32), way, picture).all():
        return np.ones((height, width), dtype=np.bool_)
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    return _are_within(np.stack([x, y], axis=-1).astype(np.float32), way, picture)


def _are_within(points: Floats, way: cv2.typing.MatLike, picture: tuple[int, int]) -> Mask:
    """Return which of a patch's ``points``, shape (..., 2), a picture shows; see `_is_within`."""
    there = points @ way[:, :2].T + way[:, 2]
    at = there[..., :2] / np.maximum(there[..., 2:], 1e-9)
    return np.asarray(((at >= 0) & (at <= np.array(picture) - 1)).all(axis=-1), dtype=np.bool_)
