"""What else lies on tables: tags, sheets, phones, pens, counters, dice and hands."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.generator.paints import (
    PAPERS,
    WHITE,
    FloatPicture,
    Paint,
    any_colour,
    from_hsv,
    mixed,
    paper,
)

SIDE = 96
"""Pixels of the square in which a thing is painted, whatever its proportion."""
_TAGS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
_Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class DrawnThing:
    """Something flat that is no card.

    Attributes:
        texture: shape (`SIDE`, `SIDE`, 4), uint8, BGR and cover.
        size: width and height in millimetres.
    """

    texture: npt.NDArray[np.uint8]
    size: tuple[float, float]


def thing(rng: np.random.Generator) -> DrawnThing:
    """Return something that may lie beside or on cards."""
    cover = np.full((SIDE, SIDE), 255, np.uint8)
    kind = int(rng.integers(8))
    if kind == 0:
        side = rng.uniform(25, 65)
        return DrawnThing(np.dstack([_tag(rng), cover]), (side, side))
    if kind <= 2:  # a sheet with lines, a book, a phone
        sheet = paper(rng, str(rng.choice(PAPERS)), (SIDE, SIDE))
        if rng.random() < 0.5:
            ink = any_colour(rng, (0, 0.3), (0, 0.4))
            for y in range(8, SIDE - 6, int(rng.integers(5, 10))):
                cv2.line(sheet, (7, y), (int(rng.uniform(0.5, 0.9) * SIDE), y), ink, 1)
        if rng.random() < 0.3:
            return DrawnThing(np.dstack([sheet, _rounded(10)]), (72, 150))
        return DrawnThing(np.dstack([sheet, cover]), (rng.uniform(90, 220), rng.uniform(90, 300)))
    if kind == 3:
        pen = np.full((SIDE, SIDE, 3), any_colour(rng, (0, 0.9), (0.05, 1)), np.uint8)
        pen[:, SIDE // 3 : SIDE // 2] = np.minimum(pen[:, SIDE // 3 : SIDE // 2] + 40.0, 255)
        return DrawnThing(np.dstack([pen, cover]), (rng.uniform(7, 14), rng.uniform(90, 160)))
    colour = any_colour(rng, (0.0, 0.95), (0.03, 1.0))
    if kind == 4:  # a die
        side = rng.uniform(12, 20)
        return DrawnThing(np.dstack([_die(rng, colour), _rounded(14)]), (side, side))
    counter = np.full((SIDE, SIDE, 3), colour, np.uint8)
    middle = (SIDE // 2, SIDE // 2)
    rim = mixed(colour, WHITE, rng.uniform(0.1, 0.6))
    cv2.circle(counter, middle, int(SIDE * rng.uniform(0.2, 0.45)), rim, 2, cv2.LINE_AA)
    disc = np.zeros((SIDE, SIDE), np.uint8)
    cv2.circle(disc, middle, SIDE // 2 - 1, 255, -1, cv2.LINE_AA)
    across = rng.uniform(14, 28) if kind < 7 else rng.uniform(60, 95)  # or a saucer
    return DrawnThing(np.dstack([counter, disc]), (across, across))


def _tag(rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return a printed tag with white paper round it."""
    marker = np.asarray(cv2.aruco.generateImageMarker(_TAGS, int(rng.integers(50)), 72))
    return np.dstack(
        [cv2.copyMakeBorder(marker, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=255)] * 3
    )


def _rounded(radius: int) -> _Mask:
    cover = np.zeros((SIDE, SIDE), np.uint8)
    cover[radius:-radius, radius:-radius] = 255
    ring = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    return np.asarray(cv2.dilate(cover, ring), dtype=np.uint8)


def _die(rng: np.random.Generator, colour: Paint) -> npt.NDArray[np.uint8]:
    image = np.full((SIDE, SIDE, 3), colour, np.uint8)
    dot = WHITE if sum(colour) < 380 else (10, 10, 10)
    for x, y in rng.permutation([(x, y) for x in (24, 48, 72) for y in (24, 48, 72)])[
        : int(rng.integers(1, 7))
    ]:
        cv2.circle(image, (int(x), int(y)), 9, dot, -1, cv2.LINE_AA)
    return image


def lay_hand(rng: np.random.Generator, image: FloatPicture, unit: float) -> _Mask:
    """Paint a hand with its arm that reaches into ``image``; return its mask, 0 or 255.

    Args:
        rng: whence the chance comes.
        image: shape (H, W, 3), 0 to 255; changed.
        unit: pixels of a millimetre on the table.
    """
    height, width = image.shape[:2]
    tip = rng.uniform(0.1, 0.9, 2) * (width, height)
    angle = rng.uniform(0, 2 * np.pi)
    along = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-along[1], along[0]])
    palm = tip - along * 75 * unit
    skin = from_hsv(rng.uniform(0.02, 0.09), rng.uniform(0.2, 0.6), rng.uniform(0.25, 0.95))
    mask = np.zeros((height, width), np.uint8)
    shade = np.zeros((height, width), np.float32)

    def stroke(start: npt.NDArray[np.float64], end: npt.NDArray[np.float64], wide: float) -> None:
        first, last = (tuple(int(v) for v in np.clip(p, -9999, 9999)) for p in (start, end))
        thick = max(2, round(wide * unit))
        cv2.line(mask, first, last, 255, thick, cv2.LINE_AA)
        cv2.line(shade, first, last, 1.0, max(1, thick // 3), cv2.LINE_AA)

    for finger in range(4):
        spread = (finger - 1.5) * rng.uniform(15, 21)
        reach = (1.0, 1.12, 1.05, 0.85)[finger] * rng.uniform(60, 80)
        stroke(
            palm + aside * spread * unit, palm + (along * reach + aside * spread * 1.2) * unit, 17
        )
    thumb = rng.choice([-1, 1])
    stroke(palm + aside * thumb * 30 * unit, palm + (along * 40 + aside * thumb * 58) * unit, 20)
    stroke(palm - along * 20 * unit, palm + along * 5 * unit, 80)
    wrist = palm - along * 70 * unit
    stroke(palm - along * 30 * unit, wrist, 55)
    light = cv2.GaussianBlur(shade, (0, 0), max(1.0, 6 * unit))[..., None]
    edge = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None] / np.float32(255)
    image += edge * (np.array(skin, np.float32) * (0.75 + 0.35 * light) - image)
    sleeve = np.zeros((height, width), np.uint8)
    start, end = (tuple(int(v) for v in p) for p in (wrist, wrist - along * 600 * unit))
    cv2.line(sleeve, start, end, 255, max(3, round(85 * unit)), cv2.LINE_AA)
    cloth = np.array(any_colour(rng, (0, 0.9), (0.03, 0.95)), np.float32)
    image += (sleeve[..., None] / np.float32(255)) * (cloth - image)
    return np.asarray(np.maximum(mask, sleeve), dtype=np.uint8)
