"""Contours and a perceptual hash: the way of tmikonen/magic_card_detector.

Written anew after its description and its numbers, none of its code. What it does: even out the
light (CLAHE), threshold, take the contours from large to small, bound each hull by the smallest
quadrilateral, keep those with a card's proportions and rounded corners, lay them flat, and compare
a 32 x 32 hash of the lowest frequencies with those of all cards, in four rotations. A card is named
where its distance stands out from those of all others by 4 standard deviations.

Kinder than the original in one thing: what the first threshold found is kept when the second is
tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.scenes import Answer, Corners
from vision.deck import BACK, Deck

LARGEST_SIDE = 1000
"""Pixels of the shorter side to which larger pictures are shrunk."""
LEVEL = 110
"""Threshold of each colour in the second try."""
CUT = 0.15
"""Share of the outline below which a segment is a rounded corner and is taken away."""
ROUNDEST = 0.35
"""Share of a corner that the hull may leave out."""
FORM = (0.25, 0.33)
"""Area by outline by shortest side: 0.29 for a card of 63 x 88."""
HASH, SHRUNK = 32, 128
STANDS_OUT = 4.0
"""Standard deviations by which the nearest card is nearer than all others."""
ENOUGH = 5
"""Cards from which no second threshold is tried."""

Gray = npt.NDArray[np.uint8]
Bits = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Found:
    label: str
    score: float
    corners: Corners
    area: float


class HashReader:
    """Reads photos with one deck."""

    def __init__(self, deck: Deck) -> None:
        self._clahe = cv2.createCLAHE(clipLimit=2.0, tileGridSize=(8, 8))
        self._labels = [one.label for one in deck.exemplars]
        self._hashes = np.stack([_hash(self._even(one.image)) for one in deck.exemplars])

    def read(self, image: npt.NDArray[np.uint8]) -> list[Answer]:
        zoom = min(1.0, LARGEST_SIDE / min(image.shape[:2]))
        small = cv2.resize(image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
        even = self._even(np.asarray(small, dtype=np.uint8))
        whole = float(even.shape[0] * even.shape[1])
        found: list[_Found] = []
        for contours in (self._by_surroundings, self._by_colour):
            found = _without_fragments(found + self._recognised(even, contours(even)))
            areas = [one.area / whole for one in found]
            if areas and (sum(areas) + 1.5 * min(areas) >= 1 or len(areas) > ENOUGH):
                break
        named = [one for one in found if one.label != BACK]
        return [Answer(one.corners / zoom, one.label, f"{one.score:.1f}") for one in named]

    def _even(self, image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
        lab[..., 0] = self._clahe.apply(np.ascontiguousarray(lab[..., 0]))
        return np.asarray(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), dtype=np.uint8)

    def _by_surroundings(self, image: npt.NDArray[np.uint8]) -> list[Corners]:
        gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        window = 1 + 2 * (min(gray.shape) // 20)
        way, kind = cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY
        return _contours(cv2.adaptiveThreshold(gray, 255, way, kind, window, 10))

    def _by_colour(self, image: npt.NDArray[np.uint8]) -> list[Corners]:
        contours: list[Corners] = []
        for channel in range(3):
            plane = self._clahe.apply(np.ascontiguousarray(image[..., channel]))
            contours += _contours(cv2.threshold(plane, LEVEL, 255, cv2.THRESH_BINARY)[1])
        return contours

    def _recognised(
        self, image: npt.NDArray[np.uint8], contours: Sequence[Corners]
    ) -> list[_Found]:
        found: list[_Found] = []
        for quad, crop in _cards(contours, float(image.shape[0] * image.shape[1])):
            if any(_inside(quad, one.corners) for one in found):
                continue
            middle = quad.mean(axis=0)
            flat = _flat(image, middle + crop * (quad - middle))
            label, score = self._compare(flat)
            if label:
                area = cv2.contourArea(quad.astype(np.float32))
                found.append(_Found(label, score, quad, area))
        return found

    def _compare(self, flat: npt.NDArray[np.uint8]) -> tuple[str | None, float]:
        best = 0.0
        for turns in range(4):
            distances = (self._hashes != _hash(np.rot90(flat, turns))).sum(axis=1)
            others = distances[distances > distances.min()]
            spread = float(others.std()) if len(others) else 0.0
            score = (float(others.mean()) - float(distances.min())) / spread if spread else 0.0
            if score > max(best, STANDS_OUT):
                return self._labels[int(distances.argmin())], score
            best = max(best, score)
        return None, best


def _contours(mask: npt.NDArray[np.generic]) -> list[Corners]:
    plain = np.asarray(mask, dtype=np.uint8)
    contours, _ = cv2.findContours(plain, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    return [np.asarray(one, dtype=np.float64)[:, 0] for one in contours]


def _cards(contours: Sequence[Corners], image_area: float) -> Iterator[tuple[Corners, float]]:
    """Yield the quadrilaterals that have a card's shape, large ones first, and how far to crop."""
    largest = 0.0
    for contour in sorted(contours, key=lambda one: -cv2.contourArea(one.astype(np.float32))):
        hull = cv2.convexHull(contour.astype(np.float32))[:, 0].astype(np.float64)
        area = cv2.contourArea(hull.astype(np.float32))
        if area < max(0.1 * largest, image_area / 1000):
            return
        quad = _bounding(hull)
        if quad is None:
            continue
        size = cv2.contourArea(quad.astype(np.float32))
        missing = _missing_corners(hull, quad)
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
        form = size / (sides.sum() * sides.min())
        right_size = 0.1 * largest < size < 0.99 * image_area
        if right_size and missing < ROUNDEST and FORM[0] < form < FORM[1]:
            largest = largest or size
            yield quad, min(1.0, 1 - 0.22 * missing)


def _bounding(hull: Corners) -> Corners | None:
    """Return the smallest quadrilateral round ``hull`` of its own, straightened sides."""
    simple = _straightened(hull)
    best, smallest = None, np.inf
    for chosen in combinations(range(len(simple)), 4):
        quad = [_meet(simple, chosen[n - 1], chosen[n]) for n in range(4)]
        if any(corner is None for corner in quad):
            continue
        corners = np.array(quad)
        shape = corners.astype(np.float32)
        if not cv2.isContourConvex(shape):
            continue
        slack = 1e-4 * np.abs(simple - simple.mean(axis=0)).max() + 0.05
        if all(
            cv2.pointPolygonTest(shape, (float(x), float(y)), True) >= -slack for x, y in simple
        ):
            area = cv2.contourArea(shape)
            if area < smallest:
                best, smallest = corners, area
    return None if best is None else _clockwise(best)


def _clockwise(quad: Corners) -> Corners:
    around = quad - quad.mean(axis=0)
    return np.asarray(quad[np.argsort(np.arctan2(around[:, 1], around[:, 0]))])


def _straightened(hull: Corners) -> Corners:
    """Take the shortest segments away, each by prolonging its neighbours until they meet."""
    corners = hull
    while len(corners) > 4:
        lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        shortest = int(lengths.argmin())
        if lengths[shortest] >= CUT * lengths.sum():
            break
        after = (shortest + 1) % len(corners)
        meeting = _meet(corners, shortest - 1, after)
        if meeting is None:
            break
        corners = corners.copy()
        corners[shortest] = meeting
        corners = np.delete(corners, after, axis=0)
    return corners


def _meet(corners: Corners, one: int, other: int) -> Corners | None:
    """Return where the sides that begin at two corners meet; None where they are parallel."""
    count = len(corners)
    start, end = corners[one % count], corners[(one + 1) % count]
    from_, to = corners[other % count], corners[(other + 1) % count]
    way, across = end - start, to - from_
    turn = way[0] * across[1] - way[1] * across[0]
    if abs(turn) < 1e-9:
        return None
    gone = from_ - start
    return np.asarray(start + way * (gone[0] * across[1] - gone[1] * across[0]) / turn)


def _missing_corners(hull: Corners, quad: Corners) -> float:
    """Return which share of the outermost tenth of the corners the hull leaves out."""
    middle = quad.mean(axis=0)
    held = whole = 0.0
    for index, corner in enumerate(quad):
        inner = middle + 0.9 * (corner - middle)
        along = np.array([-(corner - middle)[1], (corner - middle)[0]])
        line = np.array([inner - along, inner + along])
        ends = [
            _meet(np.array([corner, quad[beside], *line]), 0, 2)
            for beside in ((index + 1) % 4, index - 1)
        ]
        if ends[0] is None or ends[1] is None:
            return 1.0
        triangle = np.array([corner, ends[0], ends[1]], dtype=np.float32)
        held += cv2.intersectConvexConvex(triangle, hull.astype(np.float32))[0]
        whole += cv2.contourArea(triangle)
    return 1 - held / whole if whole else 1.0


def _flat(image: npt.NDArray[np.uint8], quad: Corners) -> npt.NDArray[np.uint8]:
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    width, height = int(max(sides[0], sides[2])), int(max(sides[1], sides[3]))
    target = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]])
    way = cv2.getPerspectiveTransform(quad.astype(np.float32), target.astype(np.float32))
    return np.asarray(cv2.warpPerspective(image, way, (width, height)), dtype=np.uint8)


def _hash(image: npt.NDArray[np.uint8]) -> Bits:
    """Return which of the lowest frequencies are above their median: shape (1024,)."""
    gray = cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_BGR2GRAY)
    small = cv2.resize(gray, (SHRUNK, SHRUNK), interpolation=cv2.INTER_AREA)
    low = cv2.dct(small.astype(np.float32))[:HASH, :HASH]
    return np.asarray(low > np.median(low)).ravel()


def _inside(inner: Corners, outer: Corners) -> bool:
    shape = outer.astype(np.float32)
    return all(cv2.pointPolygonTest(shape, (float(x), float(y)), False) >= 0 for x, y in inner)


def _without_fragments(found: Sequence[_Found]) -> list[_Found]:
    """Of cards that overlap by half, keep the one that stands out most."""
    kept: list[_Found] = []
    for one in sorted(found, key=lambda one: -one.score):
        overlaps = (
            cv2.intersectConvexConvex(
                one.corners.astype(np.float32), other.corners.astype(np.float32)
            )[0]
            > 0.5 * min(one.area, other.area)
            for other in kept
        )
        if not any(overlaps):
            kept.append(one)
    return kept
