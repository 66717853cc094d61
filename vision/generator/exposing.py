"""Light and film: lamps, shadows, reflections, and what lens, sensor and JPEG make of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.generator.paints import FloatPicture, clouds

if TYPE_CHECKING:
    from companion.frames import BgrImage

LIGHT_GRAIN = 8
"""Pixels of the picture for one of the maps in which light is painted."""
DICE_DEVIATION = 104.5
"""Standard deviation of the sum of two random bytes."""
_Chance = np.random.Generator


def light(rng: _Chance, shape: tuple[int, int], strength: float) -> FloatPicture:
    """Return how much light falls where: a gain for each colour, shape (H, W, 3).

    Args:
        rng: whence the chance comes.
        shape: height and width in pixels.
        strength: 0 to 1; how uneven the light is.
    """
    rows, columns = (max(4, -(-side // LIGHT_GRAIN)) for side in shape)
    longer = max(rows, columns)
    y = (np.arange(rows, dtype=np.float32) / longer - 0.5 * rows / longer)[:, None]
    x = (np.arange(columns, dtype=np.float32) / longer - 0.5 * columns / longer)[None]
    slope = rng.normal(0, 0.5 * strength, 2)
    gain = 1 + x * slope[0] + y * slope[1]
    gain = gain * (1 - rng.uniform(0, 0.5) * (x**2 + y**2))
    if rng.random() < 0.4:
        gain = gain * (1 + 0.25 * strength * clouds(rng, (rows, columns), (2, 4)))
    if rng.random() < 0.5 * strength:
        gain = gain * _shadows(rng, (rows, columns))
    colours = np.repeat(np.clip(gain, 0.15, 2.2)[..., None], 3, axis=2)
    if rng.random() < 0.35:  # a second lamp of another colour from the side
        tint = np.exp(rng.normal(0, 0.2 * strength, 3))
        angle = rng.uniform(0, 2 * np.pi)
        share = 1 / (1 + np.exp(-6 * (x * np.cos(angle) + y * np.sin(angle))))
        colours = colours * (1 + share[..., None] * (tint - 1))
    full = cv2.resize(
        colours.astype(np.float32), (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR
    )
    return np.asarray(full, dtype=np.float32)


def _shadows(rng: _Chance, shape: tuple[int, int]) -> FloatPicture:
    """Return what is left of the light beside one or two things that stand in it."""
    rows, columns = shape
    left = np.ones(shape, np.float32)
    for _ in range(int(rng.integers(1, 3))):
        corners = rng.uniform(-0.3, 1.3, (4, 2)) * (columns, rows)
        hull = cv2.convexHull(corners.astype(np.int32))
        cv2.fillConvexPoly(left, hull, float(rng.uniform(0.35, 0.8)))
    return np.asarray(cv2.GaussianBlur(left, (0, 0), rng.uniform(0.3, 3.0)), dtype=np.float32)


def glare(
    rng: _Chance, shape: tuple[int, int], centre: tuple[float, float], radius: float
) -> FloatPicture:
    """Return a lamp's reflection, levels to be added, shape (H, W, 3).

    Args:
        rng: whence the chance comes.
        shape: height and width in pixels.
        centre: (x, y) of its middle in pixels, which may lie outside.
        radius: its size in pixels.
    """
    x = ((np.arange(shape[1], dtype=np.float32) - centre[0]) / radius) ** 2
    y = (
        (np.arange(shape[0], dtype=np.float32) - centre[1]) / (radius * rng.uniform(0.5, 1.6))
    ) ** 2
    spot = np.exp(-(x[None] + y[:, None]) / 2) * np.float32(rng.uniform(30, 260))
    tint = np.array([rng.uniform(0.75, 1.0), rng.uniform(0.9, 1.0), 1.0], np.float32)
    return np.asarray(np.minimum(spot, 255)[..., None] * tint, dtype=np.float32)


def expose(rng: _Chance, image: FloatPicture, strength: float) -> BgrImage:
    """Return what a camera makes of ``image``: colours, blur, noise, sharpening, JPEG.

    Args:
        rng: whence the chance comes.
        image: shape (H, W, 3), BGR; may exceed 0 to 255.
        strength: 0 to 1; how dim, coloured, blurred and noisy it is.

    Returns:
        Shape (H, W, 3), uint8, BGR.
    """
    cast = np.exp(rng.normal(0, 0.03 + 0.11 * strength, 3))
    cast[0] *= np.exp(-abs(rng.normal(0, 0.12 * strength)))  # lamps are rather warm
    dim = np.exp(rng.normal(-0.12 - 0.15 * strength, 0.08 + 0.35 * strength))
    image = image * (cast * dim).astype(np.float32)
    if rng.random() < 0.15 * strength:  # a veil: haze, or light that falls into the lens
        image = image * np.float32(rng.uniform(0.6, 0.95)) + np.float32(rng.uniform(4, 45))
    image = _blurred(rng, image, strength)
    grain = abs(rng.normal(0, 1.5 + 5.5 * strength))
    image = _noisy(rng, np.clip(image, 0, 255), grain)
    if rng.random() < 0.5:  # the camera's own curve
        curve = np.float32(rng.uniform(0.75, 1.35))
        image = cv2.pow(np.clip(image, 0, 255) / np.float32(255), float(curve)) * np.float32(255)
    if rng.random() < 0.35:
        grey = image.mean(axis=2, keepdims=True)
        image = grey + (image - grey) * np.float32(rng.uniform(0.5, 1.35))
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - soft) * np.float32(rng.uniform(0.2, 0.9))
    shown = np.clip(np.round(image), 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.uniform(45 + 40 * (1 - strength), 97))
        _, packed = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, quality])
        shown = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return shown


def _blurred(rng: _Chance, image: FloatPicture, strength: float) -> FloatPicture:
    kind = rng.random()
    if kind < 0.6:
        sigma = rng.uniform(0.3, 0.5 + 0.7 * strength)
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.float32)
    if kind < 0.6 + 0.2 * strength:  # moved
        long = int(rng.integers(2, 7))
        kernel = np.zeros((long, long), np.float32)
        angle, middle = rng.uniform(0, np.pi), (long - 1) / 2
        reach = np.array([np.cos(angle), np.sin(angle)]) * middle
        start, end = (tuple(round(float(v)) for v in middle + s * reach) for s in (-1, 1))
        cv2.line(kernel, start, end, 1.0)
        return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), dtype=np.float32)
    if kind < 0.6 + 0.3 * strength:  # out of focus
        wide = 2 * int(rng.integers(1, 3)) + 1
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)).astype(np.float32)
        return np.asarray(cv2.filter2D(image, -1, disc / disc.sum()), dtype=np.float32)
    return image


def _noisy(rng: _Chance, image: FloatPicture, grain: float) -> FloatPicture:
    """Add noise: ``grain`` levels where it is bright, less in the dark, blotched in colour."""
    if grain < 0.3:
        return image
    # The sum of two bytes: near enough to a bell, and five times quicker.
    dice = rng.integers(0, 256, (2, *image.shape), np.uint8)
    noise = np.asarray(cv2.add(dice[0], dice[1], dtype=cv2.CV_32F), dtype=np.float32)
    noise = (noise - np.float32(255)) * np.float32(1 / DICE_DEVIATION)
    if rng.random() < 0.5:
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.8), dtype=np.float32) * np.float32(2)
    amount = np.sqrt(image * np.float32(1 / 255) + np.float32(0.15)) * np.float32(grain)
    return np.asarray(image + noise * amount, dtype=np.float32)
