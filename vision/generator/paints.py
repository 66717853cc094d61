"""Colours, clouds and papers: what everything that the generator draws is made of."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from companion.frames import BgrImage

FloatPicture = npt.NDArray[np.float32]
"""Shape (H, W, 3) or (H, W), float32; colours BGR, 0 to 255 unless it says otherwise."""
Paint = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""

WHITE: Paint = (250, 250, 250)
BLACK: Paint = (8, 8, 8)
PAPERS = ("pale", "dark", "medium", "textured")
"""Kinds of ground that a card is printed on, see `paper`."""


def from_hsv(hue: float, saturation: float, value: float) -> Paint:
    """Return a colour; ``hue`` in turns (0 and 1 are red), the others are clipped to 0 to 1."""
    red, green, blue = colorsys.hsv_to_rgb(
        hue % 1.0, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0)
    )
    return round(blue * 255), round(green * 255), round(red * 255)


def any_colour(
    rng: np.random.Generator,
    saturation: tuple[float, float] = (0.0, 1.0),
    value: tuple[float, float] = (0.0, 1.0),
) -> Paint:
    """Return a colour of any hue, with saturation and value between the ones given."""
    return from_hsv(rng.random(), rng.uniform(*saturation), rng.uniform(*value))


def mixed(one: Paint, other: Paint, share: float) -> Paint:
    """Return ``one`` with a ``share`` of ``other``, 0 to 1."""
    blue, green, red = (
        round(first + (second - first) * share) for first, second in zip(one, other, strict=True)
    )
    return blue, green, red


def clouds(
    rng: np.random.Generator,
    shape: tuple[int, int],
    grains: Sequence[float] = (4, 8, 16, 32),
    persistence: float = 0.6,
) -> FloatPicture:
    """Return smooth random structure of several sizes (value noise).

    Args:
        rng: whence the chance comes.
        shape: height and width in pixels.
        grains: how many grains there are along the longer side, for each size of them.
        persistence: how much weaker each next size is than the one before.

    Returns:
        Shape (height, width), mean about 0, deviation 1.
    """
    height, width = shape
    total = np.zeros(shape, np.float32)
    weight = 1.0
    longer = max(shape)
    for grain in grains:
        rows = max(2, round(height * grain / longer)) + 2
        columns = max(2, round(width * grain / longer)) + 2
        small = rng.standard_normal((rows, columns), dtype=np.float32)
        large = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
        total += np.float32(weight) * np.asarray(large, dtype=np.float32)
        weight *= persistence
    deviation = float(total.std())
    return np.asarray(total / max(deviation, 1e-6), dtype=np.float32)


def flat(shape: tuple[int, int], colour: Paint) -> FloatPicture:
    """Return a picture of one colour, shape (height, width, 3)."""
    return np.full((*shape, 3), colour, dtype=np.float32)


def paper(rng: np.random.Generator, kind: str, shape: tuple[int, int]) -> BgrImage:
    """Return the ground of a card, shape (height, width, 3).

    Args:
        rng: whence the chance comes.
        kind: one of `PAPERS`; ``textured`` has the clouds of a photograph or a painting.
        shape: height and width in pixels.

    Raises:
        ValueError: there is no such kind.
    """
    if kind == "pale":
        ground = flat(shape, any_colour(rng, (0.0, 0.13), (0.86, 1.0)))
    elif kind == "dark":
        ground = flat(shape, any_colour(rng, (0.0, 0.65), (0.0, 0.25)))
    elif kind == "medium":
        ground = flat(shape, any_colour(rng, (0.2, 1.0), (0.25, 0.9)))
    elif kind == "textured":
        ground = _painted(rng, shape)
    else:
        raise ValueError(f"no paper {kind}")
    if rng.random() < 0.4:
        down = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None, None]
        across = np.linspace(-1, 1, shape[1], dtype=np.float32)[None, :, None]
        ground = ground + down * rng.uniform(-35, 35) + across * rng.uniform(-20, 20)
    return np.clip(ground, 0, 255).astype(np.uint8)


def _painted(rng: np.random.Generator, shape: tuple[int, int]) -> FloatPicture:
    """Return clouds of three colours, one of them in patches with edges."""
    first, second, third = (
        np.array(any_colour(rng, (0.1, 0.9), (0.05, 1.0)), np.float32) for _ in range(3)
    )
    soft = clouds(rng, shape, (3, 6, 12, 30), 0.7)[..., None]
    ground = second + (first - second) / (1 + np.exp(-2 * soft))
    patches = clouds(rng, shape, (2, 5, 20))[..., None] > rng.uniform(0.2, 1.2)
    return np.asarray(np.where(patches, third, ground), dtype=np.float32)
