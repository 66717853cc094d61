"""What would help the eyes with a learnt deck: measured on its exemplars, said in one line each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import BACK, EXEMPLAR_SCALE, Deck, Exemplar
from vision.learn.whitening import light_on_border, sharpness
from vision.match.gallery import Gallery

CONFUSABLE = 0.9
"""Likeness from which two cards are hard to tell apart."""
ONE_KIND = 0.995
"""Likeness from which two cards are one and the same to the eyes."""
BLOWN = 0.01
"""Share of a card that a reflection blows out (all channels at their top) before it is named."""
BORDER = 4.5
"""Millimetres at the edge where white is printed more often than reflected."""
SOFT_REFLECTION = 60.0
"""Grey levels by which a reflection fades within a millimetre; printed white ends at once."""
DIM = 70.0
"""Grey level that the lightest places of a card have at least."""
BLURRED = 0.5
"""Share of the deck's usual sharpness below which a picture is blurred."""
BORDER_CAST = 0.1
"""Share by which a white border may be of another colour than the deck's usually are."""
GREY_ALIKE = 0.9
"""Likeness without colour from which two cards differ by their colour alone."""
TOLD_BY_COLOUR = 0.03
"""Share by which two cards have to be more alike without colour than with it."""
SMALL_PLACES = 0.06
"""Share of the card that two cards differ in when the places are small."""


class PictureFault(Enum):
    """What is wrong with one picture."""

    GLARE = "glare"
    DIM = "dim"
    BLURRED = "blurred"
    CAST = "cast"


class Difference(Enum):
    """Where two cards that look alike differ."""

    NOTHING = "nothing"
    COLOUR = "colour"
    PLACE = "place"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two labels that look alike.

    Attributes:
        first, second: the labels, sorted.
        likeness: at most 1.
        difference: what tells them apart.
        place: width and height of the largest place where they differ, in millimetres.
    """

    first: str
    second: str
    likeness: float
    difference: Difference
    place: tuple[float, float]


def same_kinds(pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of labels that the eyes cannot tell apart, each sorted."""
    groups: list[set[str]] = []
    for pair in pairs:
        if pair.difference is not Difference.NOTHING:
            continue
        both = {pair.first, pair.second}
        touched = [group for group in groups if group & both]
        groups = [group for group in groups if not group & both]
        groups.append(both.union(*touched))
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def close_pairs(deck: Deck) -> tuple[Pair, ...]:
    """Return the labels that look alike, most alike first."""
    gallery = Gallery(deck)
    closest: dict[tuple[str, str], tuple[float, int, int]] = {}
    for row, column in np.argwhere(np.triu(gallery.likeness, 1) >= CONFUSABLE):
        names = sorted((gallery.kinds[int(row)].label, gallery.kinds[int(column)].label))
        key = (names[0], names[1])
        alike = float(gallery.likeness[row, column])
        if key[0] != key[1] and BACK not in key and alike > closest.get(key, (0.0, 0, 0))[0]:
            closest[key] = (alike, int(row), int(column))
    pairs = [
        _pair(deck, gallery, key, alike, (row, column))
        for key, (alike, row, column) in closest.items()
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.likeness, pair.first, pair.second)))


def _pair(
    deck: Deck, gallery: Gallery, names: tuple[str, str], alike: float, at: tuple[int, int]
) -> Pair:
    one, other = (_kind_image(deck, gallery, kind) for kind in at)
    apart = np.abs(one - other).max(axis=2)
    inset = round(EXEMPLAR_SCALE)
    apart[:inset] = apart[-inset:] = 0
    apart[:, :inset] = apart[:, -inset:] = 0
    differs = apart > max(0.12, 0.4 * float(apart.max()))
    bridge = np.ones((round(2 * EXEMPLAR_SCALE),) * 2, np.uint8)
    joined = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_CLOSE, bridge)
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined)
    place = (0.0, 0.0)
    if len(stats) > 1:
        largest = stats[1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())]
        place = (
            float(largest[cv2.CC_STAT_WIDTH]) / EXEMPLAR_SCALE,
            float(largest[cv2.CC_STAT_HEIGHT]) / EXEMPLAR_SCALE,
        )
    if alike >= ONE_KIND:
        difference = Difference.NOTHING
    elif (grey := _grey_likeness(one, other)) >= GREY_ALIKE and grey - alike >= TOLD_BY_COLOUR:
        difference = Difference.COLOUR
    elif float(differs.mean()) <= SMALL_PLACES:
        difference = Difference.PLACE
    else:
        difference = Difference.OTHER
    return Pair(*names, alike, difference, place)


def _kind_image(deck: Deck, gallery: Gallery, kind: int) -> npt.NDArray[np.float32]:
    image = deck.exemplars[kind // 2].image
    if gallery.kinds[kind].turned:
        image = np.ascontiguousarray(image[::-1, ::-1])
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 2.0).astype(np.float32) / 255)


def _grey_likeness(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> float:
    """Return the correlation of what is printed, whatever its colours."""
    flat = []
    for image in (one, other):
        across = cv2.Sobel(image, cv2.CV_32F, 1, 0)
        down = cv2.Sobel(image, cv2.CV_32F, 0, 1)
        steep = np.sqrt((across * across + down * down).max(axis=2)).ravel()
        flat.append((steep - steep.mean()) / max(float(steep.std()), 1e-6))
    return float((flat[0] * flat[1]).mean())


def hints(deck: Deck) -> tuple[tuple[str, PictureFault], ...]:
    """Return what is wrong with single pictures of the deck, in the order of its pictures."""
    faces = [one for one in deck.exemplars if one.label != BACK]
    sharp = [sharpness(one.image) for one in faces]
    usual = float(np.median(sharp))
    tints = [_tint(one) for one in faces]
    bordered = [tint for tint in tints if tint is not None]
    # Only where white borders are the rule does a border of another colour tell of the light.
    usual_tint = np.median(bordered, axis=0) if len(bordered) > len(faces) / 2 else None
    found = []
    for one, crisp, tint in zip(faces, sharp, tints, strict=True):
        if _reflection(one) > BLOWN:
            found.append((one.label, PictureFault.GLARE))
        if float(np.percentile(one.image.mean(axis=2), 97)) < DIM:
            found.append((one.label, PictureFault.DIM))
        if crisp < BLURRED * usual:
            found.append((one.label, PictureFault.BLURRED))
        if (
            tint is not None
            and usual_tint is not None
            and float(np.abs(tint - usual_tint).max()) > BORDER_CAST
        ):
            found.append((one.label, PictureFault.CAST))
    return tuple(found)


def _reflection(one: Exemplar) -> float:
    """Return the share of a card that is blown out and fades at its rim."""
    inset = round(BORDER * EXEMPLAR_SCALE)
    level = one.image[inset:-inset, inset:-inset].min(axis=2)
    count, parts, stats, _ = cv2.connectedComponentsWithStats((level >= 253).astype(np.uint8))
    reach = np.ones((round(2 * EXEMPLAR_SCALE) | 1,) * 2, np.uint8)
    total = 0.0
    for part in range(1, count):
        share = float(stats[part, cv2.CC_STAT_AREA]) / level.size
        if share < BLOWN / 4:
            continue
        inside = (parts == part).astype(np.uint8)
        rim = (cv2.dilate(inside, reach) > 0) & (inside == 0)
        if rim.any() and float(np.median(255.0 - level[rim])) < SOFT_REFLECTION:
            total += share
    return total


def _tint(one: Exemplar) -> npt.NDArray[np.float64] | None:
    """Return the colour, BGR with mean 1, of a white border in the light it has; None: no such."""
    light = light_on_border(one.image)
    if light is None:
        return None
    white = np.exp(light.factors[0])
    return np.asarray(white / white.mean())
