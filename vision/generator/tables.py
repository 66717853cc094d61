"""Tables: cloth, wood, felt, checks, stone and prints, as seen from right above."""

from __future__ import annotations

import cv2
import numpy as np

from vision.generator.motifs import KINDS, Motif
from vision.generator.paints import FloatPicture, Paint, any_colour, clouds, flat, from_hsv

KINDS_OF_TABLE = ("plain", "felt", "cloth", "wood", "checks", "stripes", "stone", "print")
"""Families of tables."""
TILE = 384
"""Pixels of the square that the table of a large picture is painted on."""

_Chance = np.random.Generator


def table(rng: _Chance, kind: str | None = None, side: int = TILE) -> FloatPicture:
    """Return a square of a table, shape (side, side, 3), 0 to 255.

    Args:
        rng: whence the chance comes.
        kind: one of `KINDS_OF_TABLE`; None: any.
        side: its pixels.

    Raises:
        ValueError: there is no such table.
    """
    kind = str(rng.choice(KINDS_OF_TABLE)) if kind is None else kind
    first = any_colour(rng, (0.0, 1.0), (0.03, 1.0))
    second = any_colour(rng, (0.0, 0.8), (0.05, 1.0))
    if kind == "plain":
        image = flat((side, side), first)
    elif kind == "felt":
        green = from_hsv(rng.uniform(0.28, 0.42), rng.uniform(0.4, 1.0), rng.uniform(0.12, 0.6))
        image = _grained(rng, side, green if rng.random() < 0.5 else first, (60, 200), (2, 12))
    elif kind == "cloth":
        image = _grained(rng, side, first, (4, 20, 90), (3, 25))
    elif kind == "wood":
        image = _wood(rng, side)
    elif kind in ("checks", "stripes"):
        image = _woven(rng, side, first, second, kind == "checks")
    elif kind == "stone":
        veins = np.abs(clouds(rng, (side, side), (3, 6, 12, 24, 48), 0.7))[..., None]
        share = np.exp(-veins * rng.uniform(1, 6))
        image = flat((side, side), first)
        image = image + (flat((side, side), second) - image) * share
    elif kind == "print":
        image = _printed(rng, side, first, second)
    else:
        raise ValueError(f"no table {kind}")
    if rng.random() < 0.7:
        grain = rng.standard_normal((side, side, 1), dtype=np.float32)
        image = image + grain * np.float32(rng.uniform(0, 8))
    return np.asarray(np.clip(image, 0, 255), dtype=np.float32)


def _grained(
    rng: _Chance, side: int, colour: Paint, grains: tuple[int, ...], levels: tuple[float, float]
) -> FloatPicture:
    structure = clouds(rng, (side, side), grains, 0.8)[..., None]
    return flat((side, side), colour) + structure * np.float32(rng.uniform(*levels))


def _wood(rng: _Chance, side: int) -> FloatPicture:
    """Return planks along x, each with its own tone, and dark joints between them."""
    colour = from_hsv(rng.uniform(0.03, 0.12), rng.uniform(0.25, 0.8), rng.uniform(0.15, 0.9))
    narrow = clouds(rng, (side, side // 16), (8, 32, 96), 0.8)
    grain = np.asarray(cv2.resize(narrow, (side, side)), dtype=np.float32)[..., None]
    image = flat((side, side), colour) * (1 + grain * np.float32(0.1 * rng.uniform(0.3, 2)))
    plank = int(rng.integers(30, 150))
    for top in range(0, side, plank):
        image[top : top + plank] *= np.float32(rng.uniform(0.85, 1.12))
        image[top : top + 2] *= np.float32(0.5)
    return np.asarray(image, dtype=np.float32)


def _woven(rng: _Chance, side: int, first: Paint, second: Paint, checked: bool) -> FloatPicture:
    step = int(rng.integers(8, 60))
    down = ((np.arange(side) // step) % 2).astype(np.float32)
    share = (down[:, None] + down[None]) / 2 if checked else np.tile(down[:, None], (1, side))
    image = flat((side, side), first)
    return np.asarray(image + (flat((side, side), second) - image) * share[..., None], np.float32)


def _printed(rng: _Chance, side: int, first: Paint, second: Paint) -> FloatPicture:
    """Return a cloth with one motif strewn over it."""
    image = flat((side, side), first).astype(np.uint8)
    motif = Motif.random(rng, str(rng.choice(KINDS)))
    radius = rng.uniform(5, 22)
    for _ in range(int(rng.integers(15, 70))):
        place = (rng.uniform(0, side), rng.uniform(0, side))
        motif.draw(image, place, radius, second)
    return image.astype(np.float32)
