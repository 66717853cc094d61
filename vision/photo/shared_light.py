"""Faces that differ in tone only, told apart by the light that all cards of one photo share.

A dark ink in strong light looks like a pale one in weak light, and a camera's curve, its colours or
a veil of haze move one towards the other. But one camera took the whole photo: all its cards were
seen through the same curve, the same strength of colours and the same veil, and in light that falls
off evenly over the table. So what each of them may be is weighed together: for every camera that
comes into question each card is laid beside each face that it may show, as that camera would show
it, and what counts is how much better the best explanation of the whole photo is than any in which
one card is something else. The ranks of a suit, other suits and bare ground fix the scale for each
other.

A lamp that is mirrored in one card lays a veil over that one only: its ink is paler and greyer
there, as another suit's would be, and no other card tells of it. So each face is laid beside each
card with such a veil, too, which is less likely than none.

A photo's likelihood is that of noise of unknown strength on every card (its logarithm goes with
that of the mean square), so a card that no face explains well, for a reflection lies on it, says
little. Light of a card is one gain for each colour with a slope over the card, found by weighted
least squares that are repeated with less weight for what does not fit (Holland & Welsch, 1977).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.deck import BACK
from vision.geometry import Points
from vision.match.gallery import FINE_SCALE, MORE_BLURS, Gallery
from vision.match.own_light import FULL
from vision.table.light import FloatImage, mean_of_colours

LIKE = 0.6
"""Distance, as `Sighting.margin` is told, up to which two faces are weighed against each other."""
MOST_LIKE = 5
"""Other faces that a card may be, the likest first."""
MOST_LEFT = 3
"""Faces that it does not rule out by itself, the likeliest, beside those."""
SAME_SHAPES, MOST_SAME = 0.9, 4
"""Cosine of two prints without their colours from which the veil of a lamp may make either of the
other, and how many such faces are weighed beside those."""
CURVES = (0.7, 0.79, 0.89, 1.0, 1.125, 1.27, 1.43)
"""Exponents of the camera's curve against that of the learnt pictures."""
STRENGTHS = (0.5, 0.63, 0.8, 1.0, 1.28)
"""How strong colours come out against the learnt ones."""
VEILS = (0.0, 0.05, 0.12)
"""Of the brightest that a picture can show: what haze, or light in the lens, adds everywhere."""
REFLECTIONS = (0.09, 0.15, 0.23, 0.34, 0.5)
"""The same that a lamp adds that is mirrored in one card."""
MIRRORED = 5.0
"""By how much less likely it is that a lamp is mirrored in a card than that none is."""
PRINT_WORTH = 120.0
"""By how much less likely a face is whose print is less like a card by a cosine of 1, once light
and contrast are the same everywhere: figures and fine lines, which the compared places leave out.
"""
CURVE_USUAL, STRENGTH_USUAL, VEIL_USUAL = 0.22, 0.35, 0.03
"""How far cameras usually are from no change: deviations of the logarithms of curve and strength,
mean of the veil."""
COMPARED_PIXELS = 72
"""Places on a card that are compared: half of them where its faces differ most."""
SOFT = 1.0
"""Pixels by which card and faces are blurred first, so that a pixel off and noise count less."""
NOISE = 0.02
"""Of the brightest: a difference that is nothing."""
LEAST_NOISE, MOST_NOISE = 0.008, 0.12
"""The same below which no card is thought to be known, and from which more is not worse."""
PLACES_WORTH = 15.0
"""Places that a card is worth: neighbouring ones have the same faults."""
BRIGHTER_THAN_FULL = 1.7
"""By how much more light there may be than makes a face as bright as a picture can show."""
SHARED_BY_FACES = 0.04
"""Of the brightest, by which faces may differ at a place that says the same for each of them."""
AS_ODD_WITHIN = 0.12
"""Of a card's sides: how far round a place the light is as odd as there, nearly."""
ODD, LEAST_ODD = 0.04, 0.3
"""How far off a place is on whose neighbours half as much can be built; how much less than usual
the oddest one has to count for the card to be looked at once more."""
BRIGHTNESS_APART, COLOUR_APART = 0.08, 0.04
"""How far the light on one card usually is from what it is at its place by the others, as
logarithms; half of the cards of drawn photos have less than .05."""
FALLING_OFF = 0.6
"""By how much light usually changes along the longer side of a photo, as a logarithm."""
FINER = ((0.06, 0.11, 0.025), (0.03, 0.055, 0.0125))
"""Steps from the best cameras to those beside them, which are tried after them: of the logarithms
of curve and strength, and of the veil. A photo taken between two cameras is as far off both, on all
its cards alike, as a photo of other tones is."""
NEARLY_BEST = 25.0
"""By how much less likely an explanation may be for cameras beside its own to be tried."""
LEAST_WORTH = 40.0
"""By how much less likely a camera may make all cards, each at its best, to be weighed."""
TRIED_AT_ONCE = 12
"""Faces of cards that are tried in one go: more need memory and save no time."""
SETTLINGS, REWEIGHTINGS = 4, 3
"""How often the photo's light, and a card's, are found anew."""

_CAMERAS = np.array(list(itertools.product(CURVES, STRENGTHS, VEILS)), dtype=np.float32)
_MIRRORING = np.array(list(itertools.product(CURVES, STRENGTHS, REFLECTIONS)), dtype=np.float32)
_BESIDE = np.array(
    [
        *((curve, strength, 0) for curve, strength in itertools.product((-1, 0, 1), repeat=2)),
        *((curve, 0, veil) for curve, veil in itertools.product((-1, 0, 1), (-1, 1))),
    ],
    dtype=np.float32,
)
_Seen = tuple[Floats, Floats, Floats]
"""How badly each face explains a card, for each camera, in what light, and how steep that is."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Which of its like faces a card shows in the light that all cards of the photo share.

    Attributes:
        label: the likeliest.
        ahead: by how much any explanation of the photo is less likely in which it is another one;
            the difference of logarithms.
        behind: the same for each face that it may be, 0 for the likeliest of all.
        off: by how much it differs from that face then, root mean square, 1 is the brightest.
        burnt: share of the places that tell its faces apart where the picture shows no more, of
            its ink where no other face comes near; or, if it is more, the most of what tells it
            from another one, by colours, that is lost so.
        steep: by how much its light has to change over the card for that, as a logarithm.
        mirrored: whether a lamp has to be mirrored in it for that.
    """

    label: str
    ahead: float
    behind: dict[str, float]
    off: float
    burnt: float
    steep: float = 0.0
    mirrored: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Explained:
    """How well each face explains one card, for each camera.

    In two ways each: all faces without a lamp that is mirrored in the card, and then with one.

    Attributes:
        labels: the faces.
        costs: shape (cameras, ways).
        lights: shape (cameras, ways, 3): logarithms of the gains.
        steep: how much they change over the card, shape (cameras, ways).
        burnt: see `Weighed`, for each face as what it is, shape (faces,).
        unlike: what the print of each says against it, shape (faces,).
        worth: how many places of its own it is worth: what a logarithm of its noise was taken by.
        compared: what was compared: see `_compared`.
    """

    labels: tuple[str, ...]
    costs: Floats
    lights: Floats
    steep: Floats
    burnt: Floats
    unlike: Floats
    worth: float
    compared: tuple[Floats, Floats, Floats, Floats]

    def beside(self, cameras: Floats, nearest: npt.NDArray[np.intp]) -> _Explained:
        """Return the same for other ``cameras``; what is mirrored as for the ``nearest`` known."""
        (costs, lights, steep), _ = _compared(*self.compared, cameras)
        count = len(self.labels)
        return replace(
            self,
            costs=np.concatenate(
                [np.float32(self.worth) * costs, self.costs[nearest, count:]], axis=1
            ),
            lights=np.concatenate([lights, self.lights[nearest, count:]], axis=1),
            steep=np.concatenate([steep, self.steep[nearest, count:]], axis=1),
        )

    def joined(self, other: _Explained) -> _Explained:
        """Return it for its cameras and the other's."""
        return replace(
            self,
            costs=np.concatenate([self.costs, other.costs]),
            lights=np.concatenate([self.lights, other.lights]),
            steep=np.concatenate([self.steep, other.steep]),
        )

    @property
    def dearer(self) -> Floats:
        """By how much less likely each way is, beside what it costs, shape (ways,)."""
        return np.concatenate([self.unlike, self.unlike + np.float32(MIRRORED)])


class SharedLight:
    """Weighs the cards of a photo together; of one deck."""

    def __init__(self, gallery: Gallery) -> None:
        """Take the ``gallery`` of the deck's whole cards."""
        self._gallery = gallery
        whole = gallery.mask(FINE_SCALE).astype(np.uint8)
        self._inside = cv2.erode(whole, np.ones((5, 5), np.uint8)).astype(np.float32)
        self._soft: dict[tuple[int, float], FloatImage] = {}
        self._inks: dict[int, npt.NDArray[np.intp]] = {}
        self._chosen: dict[tuple[tuple[int, ...], float], tuple[npt.NDArray[np.intp], Floats]] = {}

    def weigh(
        self,
        cards: Sequence[tuple[str, FloatImage]],
        settled: Sequence[bool],
        middles: Points,
        rivals: Sequence[Sequence[str]] = (),
        prints: Sequence[Mapping[str, float]] = (),
    ) -> list[Weighed]:
        """Return what each of ``cards`` is in the light that all of them share.

        Args:
            cards: what each may be, a face, and how it looks, upright and flat at `FINE_SCALE`,
                BGR, 0 to 1 as it was photographed.
            settled: which are certainly what they seem: they tell of the light only.
            middles: where they lie, shape (cards, 2); 1 is the photo's longer side.
            rivals: what else each of them does not rule out by itself, likeliest first; the
                first `MOST_LEFT` are weighed, however unlike they are to what the card seems to be.
            prints: for each of them the cosine with each face, see `Gallery.describe`; without
                them all prints are alike.
        """
        explained = [
            self._explained(self._faces(label, alone, others), flat, alike)
            for (label, flat), alone, others, alike in zip(
                cards,
                settled,
                rivals or [()] * len(cards),
                prints or [{}] * len(cards),
                strict=True,
            )
        ]
        return _weighed(explained, middles) if explained else []

    def _faces(self, label: str, alone: bool, rivals: Sequence[str]) -> tuple[int, ...]:
        """Return the kinds that a card that looks like ``label`` may be, that one first.

        A light may lie between two faces that are not like each other, and a third be like both:
        so what the card does not rule out is held against the rest as well as what is like it. So
        is what has the same shapes in any colour, for a lamp that is mirrored takes colours away.
        """
        gallery = self._gallery
        own = gallery.upright(label)
        if alone:
            return (own[0],)
        likest: dict[str, tuple[float, int]] = {}
        for number, kind in enumerate(gallery.kinds):
            if kind.label in (label, BACK):
                continue
            likeness = float(max(gallery.likeness[one, number] for one in own))
            likest[kind.label] = max(likest.get(kind.label, (-1.0, 0)), (likeness, number))
        near = [one for one in likest.values() if np.sqrt(max(2 - 2 * one[0], 0)) < LIKE]
        like = [number for _, number in sorted(near, reverse=True)[:MOST_LIKE]]
        left = [likest[rival][1] for rival in rivals if rival in likest]
        shapes = self._shapes[own[0]]
        same = [number for _, number in likest.values() if shapes[number] >= SAME_SHAPES]
        same.sort(key=lambda number: -shapes[number])
        return tuple(dict.fromkeys((own[0], *like, *left[:MOST_LEFT], *same[:MOST_SAME])))

    @cached_property
    def _shapes(self) -> Floats:
        """The cosine between any two kinds without their colours, shape (kinds, kinds)."""
        gallery = self._gallery
        greys = [cv2.merge([mean_of_colours(image)] * 3) for image in gallery.soft_images]
        looks = np.stack([gallery.describe(np.asarray(grey, np.float32)) for grey in greys])
        return np.asarray(looks @ looks.T, dtype=np.float32)

    def _softened(self, kind: int, blur: float = 0.0) -> FloatImage:
        if (kind, blur) not in self._soft:
            image = self._gallery.soft_images[kind]
            soft = cv2.GaussianBlur(image, (0, 0), float(np.hypot(SOFT, blur)))
            self._soft[kind, blur] = np.asarray(soft, dtype=np.float32)
        return self._soft[kind, blur]

    def _places(self, kinds: tuple[int, ...], blur: float) -> tuple[npt.NDArray[np.intp], Floats]:
        """Return the numbers of the pixels that are compared, and how much each counts.

        Where a face has an edge, a card that lies a pixel off looks like something else.
        """
        if (kinds, blur) not in self._chosen:
            faces = np.stack([self._softened(kind, blur) for kind in kinds])
            steep = np.zeros(faces.shape[1:3], np.float32)
            for face in faces:
                across = cv2.Sobel(face, cv2.CV_32F, 1, 0, scale=0.125)
                down = cv2.Sobel(face, cv2.CV_32F, 0, 1, scale=0.125)
                steep = np.maximum(steep, np.hypot(across, down).max(axis=2))
            counts = (self._inside / (1 + (steep / NOISE) ** 2)).ravel()
            apart = ((faces - faces[:1]) ** 2).max(axis=(0, 3)).ravel() * counts
            telling = np.argsort(-apart, kind="stable")[: 4 * COMPARED_PIXELS : 8]
            if len(kinds) == 1:
                telling = telling[:0]
            even = np.flatnonzero(counts > 0.2)
            if len(even) < COMPARED_PIXELS:
                even = np.flatnonzero(self._inside.ravel())
            spread = np.linspace(0, len(even) - 1, COMPARED_PIXELS - len(telling)).astype(int)
            chosen = np.concatenate([telling, even[spread]])
            self._chosen[kinds, blur] = chosen, counts[chosen].astype(np.float32)
        return self._chosen[kinds, blur]

    def _ink(self, kind: int) -> npt.NDArray[np.intp]:
        """Return the pixels in which a face differs most from what is usual there in its deck."""
        if kind not in self._inks:
            apart = np.abs(self._softened(kind) - self._usual).max(axis=2) * self._inside
            ranked = np.argsort(-apart.ravel(), kind="stable")
            self._inks[kind] = ranked[: 4 * COMPARED_PIXELS : 8]
        return self._inks[kind]

    @cached_property
    def _usual(self) -> FloatImage:
        faces = [
            self._softened(number)
            for number, kind in enumerate(self._gallery.kinds)
            if not kind.turned and kind.label != BACK
        ]
        return np.asarray(np.median(np.stack(faces), axis=0), dtype=np.float32)

    def _blur(self, kinds: tuple[int, ...], flat: FloatImage) -> float:
        """Return how much softer than its exemplar a card looks, in pixels.

        A lens out of focus takes colour from thin lines, as a paler ink would have it.
        """
        gallery = self._gallery
        seen = gallery.describe(flat)
        alike = [float((gallery.blurred(blur).fine[[*kinds]] @ seen).max()) for blur in MORE_BLURS]
        blur = MORE_BLURS[int(np.argmax(alike))]
        return blur if blur > SOFT else 0.0  # less is lost in what all are softened by

    def _explained(
        self, kinds: tuple[int, ...], flat: FloatImage, prints: Mapping[str, float]
    ) -> _Explained:
        """Lay each of ``kinds`` beside a card as each camera would show it."""
        blur = self._blur(kinds, flat)
        places, counts = self._places(kinds, blur)
        rows, columns = flat.shape[:2]
        soft = cv2.GaussianBlur(flat, (0, 0), SOFT).reshape(-1, 3)
        seen = np.asarray(soft[places], dtype=np.float32)
        faces = np.stack([self._softened(kind, blur).reshape(-1, 3)[places] for kind in kinds])
        where = np.stack([places % columns / columns - 0.5, places // columns / rows - 0.5])
        labels = tuple(self._gallery.kinds[kind].label for kind in kinds)
        where = where.astype(np.float32)
        share = 1.0
        plain, off = _compared(seen, faces, where, counts, _CAMERAS)
        even = _evenly_lit(np.abs(faces - faces[:1]).max(axis=(0, 2)), off, where, counts)
        if even.min() < 1 - LEAST_ODD:
            share = float((counts * even).sum() / counts.sum())
            counts = counts * even
            plain, _ = _compared(seen, faces, where, counts, _CAMERAS)
        mirrored, _ = _compared(seen, faces, where, counts, _MIRRORING)
        costs, lights, steep = _in_both_ways(plain, mirrored)
        # The first half of the places is where the faces differ most.
        telling = COMPARED_PIXELS // 2
        ink = seen[:telling] if len(kinds) > 1 else soft[self._ink(kinds[0])]
        blank = float((ink >= FULL).all(axis=1).mean())
        burnt = np.maximum(_burnt(seen, faces), np.float32(blank))
        worth = PLACES_WORTH * share
        alike = np.array([prints.get(label, 0.0) for label in labels], dtype=np.float32)
        unlike = np.float32(PRINT_WORTH) * (alike.max() - alike)
        costs = np.float32(worth) * costs
        compared = (seen, faces, where, counts)
        return _Explained(labels, costs, lights, steep, burnt, unlike, worth, compared)


def _in_both_ways(plain: _Seen, mirrored: _Seen) -> _Seen:
    """Return how faces explain a card for each camera, without and with a lamp mirrored in it.

    Args:
        plain: for each of `_CAMERAS`.
        mirrored: for each of `_MIRRORING`.

    Returns:
        For each camera twice as many ways as faces: first without a reflection, and then with the
        one that suits the face best and adds more than haze does.
    """
    costs = mirrored[0].reshape(-1, 1, len(REFLECTIONS), mirrored[0].shape[1])
    more = np.array(REFLECTIONS) > np.array(VEILS)[:, None]
    # By curve and strength, veil and face.
    best = np.where(more[..., None], costs, np.inf).argmin(axis=2)
    ways, faces = np.arange(len(best))[:, None, None], np.arange(best.shape[2])

    def both(alone: Floats, with_lamp: Floats) -> Floats:
        apart = with_lamp.reshape(-1, len(REFLECTIONS), *with_lamp.shape[1:])
        added = apart[ways, best, faces].reshape(alone.shape)
        return np.concatenate([alone, added], axis=1)

    return (
        both(plain[0], mirrored[0]),
        both(plain[1], mirrored[1]),
        both(plain[2], mirrored[2]),
    )


def _burnt(seen: Floats, faces: Floats) -> Floats:
    """Return the most of what tells each face from another one that is burnt out.

    A colour of the picture that is as bright as can be says nothing of what differs in it where so
    much light would make both faces as bright, though the other colours there still show something:
    yellow and green may differ in red only.

    Args:
        seen: shape (pixels, 3), BGR, 0 to 1.
        faces: shape (faces, pixels, 3), alike.

    Returns:
        Shape (faces,), 0 to 1.
    """
    apart = (faces[:, None] - faces[None]) ** 2
    lost = (seen >= FULL) & (faces[None] * np.float32(BRIGHTER_THAN_FULL) >= faces[:, None])
    whole = np.where(lost, apart, np.float32(0)).sum(axis=(2, 3))
    share = whole / (apart.sum(axis=(2, 3)) + np.float32(1e-9))
    return np.asarray(share.max(axis=1), dtype=np.float32)


def _evenly_lit(apart: Floats, off: Floats, where: Floats, counts: Floats) -> Floats:
    """Return how much each place of a card can be built on, 0 to 1, shape (pixels,).

    A lamp that is mirrored in a part of a card, the edge of a shadow or a finger changes what faces
    share as well as what tells them apart: where what they share is not as it should be, whatever
    the card is, what lies beside it says nothing.

    Args:
        apart: by how much the faces differ there, shape (pixels,).
        off: how far the picture is from the face that fits best there, alike.
        where: where they are, shape (2, pixels).
        counts: how much each counts, shape (pixels,).
    """
    counts = counts * (apart < SHARED_BY_FACES)
    squares = ((where[:, :, None] - where[:, None]) ** 2).sum(axis=0)
    near = np.exp(squares * np.float32(-0.5 / AS_ODD_WITHIN**2)) * counts
    odd = (near @ off**2) / (near.sum(axis=1) + np.float32(1e-6))
    return np.asarray(1 / (1 + (odd / np.float32(ODD**2)) ** 2), dtype=np.float32)


def _compared(
    seen: Floats, faces: Floats, where: Floats, counts: Floats, cameras: Floats
) -> tuple[_Seen, Floats]:
    """Return for each camera and face how badly it explains a card, and in what light it does.

    How badly is the logarithm of the mean square by which it misses.

    Args:
        seen: shape (pixels, 3), BGR, 0 to 1.
        faces: shape (faces, pixels, 3), alike.
        where: shape (2, pixels), from -0.5 to 0.5 across and down the card.
        counts: how much each pixel counts, shape (pixels,).
        cameras: curve, strength and veil of each, shape (cameras, 3).

    Returns:
        Shapes (cameras, faces), (cameras, faces, 3); how much that light changes over the card, as
        a logarithm, shape (cameras, faces). And how far each pixel is from the nearest of the
        faces, each seen through the camera that suits it best, shape (pixels,).
    """
    # Colours come first: sums over so short an axis are slow where it is the last.
    seen, faces = seen.T.copy(), faces.transpose(2, 0, 1).copy()
    curve, strength, veil = (cameras[:, n, None] for n in range(3))
    grey = seen.mean(axis=0)
    plain = np.maximum(grey + (seen[:, None] - grey) / strength, np.float32(1e-3))
    plain = plain ** (1 / curve) - veil  # colours, cameras, pixels
    open_ = (plain > 0.01) & (seen[:, None] < FULL)
    plain = np.maximum(plain, np.float32(0.005))
    dark = np.log(np.maximum(faces, np.float32(0.01)))
    ratios = np.log(plain)[:, :, None] - dark[:, None]  # colours, cameras, faces, pixels
    trust = (counts * np.minimum(plain, 1) ** 2 * open_)[:, :, None]
    full = (seen >= FULL)[:, None, None]
    curve, strength, veil = curve[..., None], strength[..., None], veil[..., None]
    weights = np.broadcast_to(trust, ratios.shape)
    lights = misses = slope = ratios
    for _ in range(REWEIGHTINGS):
        middle = np.einsum("kcfp,kcfp->kcf", weights, ratios)
        middle /= weights.sum(axis=3) + np.float32(1e-9)
        rest = ((ratios - middle[..., None]) * weights).sum(axis=0)
        each = weights.sum(axis=0)
        total = each.sum(axis=2) + np.float32(1e-9)
        centre = (each @ where.T) / total[..., None]
        slope = _slopes(each, centre, where, rest, total)
        lights = middle - (slope * centre).sum(axis=-1)
        gains = np.exp(lights[..., None] + slope @ where)
        shown = _photographed(faces[:, None] * gains, curve, strength, veil)
        misses = seen[:, None, None] - shown
        # What is as bright as can be may have been brighter.
        misses = np.where(full & (shown >= 0.95), np.float32(0), misses)
        weights = trust / (1 + (misses * np.float32(1 / (2.5 * NOISE))) ** 2)
    squares = misses**2
    squares = squares / (1 + squares * np.float32(MOST_NOISE**-2))
    mean = (squares.sum(axis=0) @ counts) / (3 * counts.sum())
    costs = np.log(mean + LEAST_NOISE**2)
    suits = misses[:, costs.argmin(axis=0), np.arange(costs.shape[1])]  # colours, faces, pixels
    off = np.sqrt((suits**2).mean(axis=0).min(axis=0))
    steep = np.asarray(np.linalg.norm(slope, axis=-1), dtype=np.float32)
    lights = lights.transpose(1, 2, 0).astype(np.float32)
    return (costs.astype(np.float32), lights, steep), off


def _slopes(each: Floats, centre: Floats, where: Floats, rest: Floats, total: Floats) -> Floats:
    """Return how light falls off across and down a card, shape (cameras, faces, 2).

    Args:
        each: how much each pixel counts, shape (cameras, faces, pixels).
        centre: the middle of them, shape (cameras, faces, 2).
        where: where they are, shape (2, pixels).
        rest: what light there is more than on the mean, times that, shape as ``each``.
        total: the sum of ``each``, shape (cameras, faces).
    """
    squares = np.stack([where[0] ** 2, where[1] ** 2, where[0] * where[1]])
    aa, dd, ab = np.moveaxis(each @ squares.T, -1, 0)
    x, y = np.moveaxis(centre, -1, 0)
    a = aa - total * x * x + np.float32(0.01) * total
    d = dd - total * y * y + np.float32(0.01) * total
    b = ab - total * x * y
    across, down = np.moveaxis(rest @ where.T - centre * rest.sum(axis=2)[..., None], -1, 0)
    whole = np.maximum(a * d - b * b, np.float32(1e-12))
    slopes = np.stack([d * across - b * down, a * down - b * across], axis=-1) / whole[..., None]
    return np.asarray(np.clip(slopes, -1.0, 1.0), dtype=np.float32)


def _photographed(card: Floats, curve: Floats, strength: Floats, veil: Floats) -> Floats:
    """Return a card, shape (3, ...), as a camera shows it."""
    shown = np.clip(card + veil, np.float32(1e-4), 1) ** curve
    grey = (shown[0] + shown[1] + shown[2]) * np.float32(1 / 3)
    return np.asarray(grey + (shown - grey) * strength, dtype=np.float32)


def _weighed(explained: Sequence[_Explained], middles: Points) -> list[Weighed]:
    """Weigh cards together: each face of each card once with all others at their best."""
    tried = [
        (index, face) for index, one in enumerate(explained) for face in range(len(one.labels))
    ]
    cameras = _CAMERAS
    together = _for_each(cameras, explained, tried, middles)
    for steps in FINER:
        nearly = together.min(axis=0) <= together.min() + NEARLY_BEST
        best = np.unique(together.argmin(axis=0)[nearly])
        nearest = np.repeat(best, len(_BESIDE))
        beside = _beside(cameras[nearest], np.tile(_BESIDE, (len(best), 1)), steps)
        found_beside = [one.beside(beside, nearest) for one in explained]
        also = _for_each(beside, found_beside, tried, middles)
        explained = [one.joined(other) for one, other in zip(explained, found_beside, strict=True)]
        cameras, together = np.concatenate([cameras, beside]), np.concatenate([together, also])
    behind = together.min(axis=0) - together.min()
    camera = int(together.min(axis=1).argmin())
    found: list[Weighed] = []
    for index, one in enumerate(explained):
        own = {
            one.labels[face]: float(behind[number])
            for number, (card, face) in enumerate(tried)
            if card == index
        }
        label = min(own, key=lambda name: own[name])
        others = [value for name, value in own.items() if name != label]
        face = one.labels.index(label)
        dear = one.costs[camera] + one.dearer
        way = min((face, face + len(one.labels)), key=lambda way: dear[way])
        mean = float(np.exp(one.costs[camera, way] / one.worth))
        burnt, steep = float(one.burnt[face]), float(one.steep[camera, way])
        ahead = min(others, default=np.inf) - own[label]
        off, mirrored = float(np.sqrt(mean)), way >= len(one.labels)
        found.append(Weighed(label, float(ahead), own, off, burnt, steep, mirrored))
    return found


def _beside(cameras: Floats, ways: Floats, steps: tuple[float, float, float]) -> Floats:
    """Return cameras beside ``cameras``, by so many ``steps``; shapes (cameras, 3)."""
    moved = ways * np.array(steps, dtype=np.float32)
    curve_and_strength = cameras[:, :2] * np.exp(moved[:, :2])
    veil = np.maximum(cameras[:, 2:] + moved[:, 2:], np.float32(0))
    return np.concatenate([curve_and_strength, veil], axis=1)


def _odds(cameras: Floats) -> Floats:
    """Return by how much less likely each camera is than a usual one, shape (cameras,)."""
    curve, strength, veil = cameras.T
    odd = (np.log(curve) / CURVE_USUAL) ** 2 + (np.log(strength) / STRENGTH_USUAL) ** 2
    return np.asarray(odd + veil / VEIL_USUAL, dtype=np.float32)


def _for_each(
    cameras: Floats,
    explained: Sequence[_Explained],
    tried: Sequence[tuple[int, int]],
    middles: Points,
) -> Floats:
    """Return how badly a photo is explained in which a card has a face, shape (cameras, tried).

    Infinite where the camera is worth no thought.
    """
    most = max(one.costs.shape[1] for one in explained)
    shape = (len(cameras), len(explained), most)
    costs = np.full(shape, np.inf, dtype=np.float32)
    lights = np.zeros((*shape, 3), dtype=np.float32)
    # Of each way the face that it is; none beyond those that a card has.
    face_of = np.full(shape[1:], -1)
    for index, one in enumerate(explained):
        ways = one.costs.shape[1]
        costs[:, index, :ways] = one.costs + one.dearer
        lights[:, index, :ways] = one.lights
        face_of[index, :ways] = np.arange(ways) % len(one.labels)
    odds = _odds(cameras)
    # No other camera can be a part of an explanation that is worth a thought.
    bound = costs.min(axis=2).sum(axis=1) + odds
    worth = bound <= bound.min() + LEAST_WORTH
    costs, lights = costs[worth], lights[worth]
    together = np.full((len(cameras), len(tried)), np.inf, dtype=np.float32)
    for first in range(0, len(tried), TRIED_AT_ONCE):
        some = tried[first : first + TRIED_AT_ONCE]
        least = _together(costs, lights, face_of, some, middles)
        together[worth, first : first + TRIED_AT_ONCE] = least + odds[worth, None]
    return together


def _together(
    costs: Floats,
    lights: Floats,
    face_of: npt.NDArray[np.intp],
    tried: Sequence[tuple[int, int]],
    middles: Points,
) -> Floats:
    """Return how badly a photo is explained in which a card has a face, shape (cameras, tried).

    Args:
        costs: how badly each way explains each card, shape (cameras, cards, ways).
        lights: in what light, shape (cameras, cards, ways, 3).
        face_of: which face each way is, shape (cards, ways).
        tried: a card and its face.
        middles: where the cards lie, shape (cards, 2).
    """
    forced = np.zeros((len(tried), *costs.shape[1:]), dtype=np.float32)
    for number, (index, face) in enumerate(tried):
        forced[number, index] = np.inf
        forced[number, index, face_of[index] == face] = 0
    fixed = costs[:, None] + forced  # cameras, tried, cards, ways
    brightness = lights.mean(axis=-1)
    colours = lights - brightness[..., None]
    # To begin with, all cards lie in the light of the one that is tried, of which the first way of
    # a face is the one without a reflection.
    colour = np.stack([colours[:, index, face] for index, face in tried], axis=1)
    bright = np.stack([brightness[:, index, face] for index, face in tried], axis=1)[..., None]
    uneven = np.zeros_like(bright[..., 0])
    least = np.full_like(uneven, np.inf)
    for _ in range(SETTLINGS):
        apart = (brightness[:, None] - bright[..., None]) / BRIGHTNESS_APART
        tinted = ((colours[:, None] - colour[:, :, None, None]) ** 2).sum(axis=-1)
        odds = 3 * (np.log1p(apart**2 / 3) + np.log1p(tinted / COLOUR_APART**2 / 3))
        whole = fixed + odds
        best = whole.argmin(axis=-1)[..., None]
        least = np.minimum(least, np.take_along_axis(whole, best, -1)[..., 0].sum(axis=-1) + uneven)
        own = np.broadcast_to(colours[:, None], (*whole.shape, 3))
        colour = np.median(np.take_along_axis(own, best[..., None], 3)[:, :, :, 0], axis=2)
        own = np.broadcast_to(brightness[:, None], whole.shape)
        bright, uneven = _falling_off(np.take_along_axis(own, best, -1)[..., 0], middles)
    return least


def _falling_off(lights: Floats, middles: Points) -> tuple[Floats, Floats]:
    """Return the even light over a table that suits most cards, and how odd it is.

    A card in a shadow, or beside a lamp, lies in another light and counts for little.

    Args:
        lights: logarithms of how bright it is on each card, shape (..., cards).
        middles: where the cards lie, shape (cards, 2).

    Returns:
        What it is at each card, shape (..., cards); the less likely its slope is the more, shape
        (...).
    """
    steps = (middles - middles.mean(axis=0)).astype(np.float32)
    where = np.column_stack([np.ones(len(steps), np.float32), steps])
    usual = np.diag([0.0, *[(BRIGHTNESS_APART / FALLING_OFF) ** 2] * 2]).astype(np.float32)
    even = np.median(lights, axis=-1)[..., None]
    slope = np.zeros((*lights.shape[:-1], 3), np.float32)
    for _ in range(REWEIGHTINGS):
        counts = 1 / (1 + ((lights - even) / BRIGHTNESS_APART) ** 2 / 3)
        squares = np.einsum("...n,na,nb->...ab", counts, where, where, optimize=True) + usual
        sums = (counts * lights) @ where
        slope = np.linalg.solve(squares, sums[..., None])[..., 0]
        even = slope @ where.T
    return even, ((slope[..., 1:] / FALLING_OFF) ** 2).sum(axis=-1)
