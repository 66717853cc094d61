"""A hand and its arm as a flat picture with round shading; the fingertips are its middle."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import ByteMask
from vision.drawing.sheet import Colour
from vision.simulator.pictures import Picture, over, stencil

if TYPE_CHECKING:
    from companion.frames import BgrImage

ARM_SCALE = 1.5
"""Pixels per millimetre."""
LENGTH = 1450.0
"""Millimetres from the fingertips to the shoulder's end of the picture."""
HAND_LENGTH = 280.0
"""Millimetres of it that show more than sleeve."""
ARM_WIDTH = 190.0
"""Millimetres of the picture of an arm, from side to side."""
TIPS = (95.0, 12.0)
"""Where the fingertips' middle is in the picture."""
SKINS = ((132, 170, 222), (70, 104, 158), (104, 142, 198), (48, 70, 112), (148, 184, 232))
SLEEVES = ((116, 70, 42), (60, 128, 92), (148, 96, 148), (52, 60, 160), (88, 84, 80))
"""BGR by seat."""
LAMP = np.array([-0.35, -0.5, 0.8])
"""Towards the light; y down, z up."""


FINGERS = (
    ((30.0, 96.0), (25.0, 44.0), (20.0, 26.0), 7.6),
    ((15.0, 88.0), (12.0, 34.0), (9.0, 8.0), 8.8),
    ((-1.0, 86.0), (-2.0, 30.0), (-2.0, 0.0), 9.2),
    ((-17.0, 90.0), (-16.0, 36.0), (-13.0, 8.0), 9.0),
)
"""Little finger to index: knuckle, joint, tip and radius, millimetres from the fingertips."""
THUMB = ((-22.0, 140.0), (-45.0, 92.0), (-34.0, 52.0), 10.5)
"""The same of the thumb."""
PALM = ((-27, 84), (34, 90), (40, 120), (30, 160), (24, 190), (-24, 190), (-30, 150), (-31, 110))
"""The palm's outline, millimetres from the fingertips."""


def _pixels(points: npt.ArrayLike) -> npt.NDArray[np.int32]:
    moved = (np.asarray(points, dtype=np.float64) + np.array(TIPS)) * ARM_SCALE * 16
    return np.asarray(np.round(moved), dtype=np.int32)


def _blank(length: float = HAND_LENGTH) -> ByteMask:
    return np.zeros((round(length * ARM_SCALE), round(ARM_WIDTH * ARM_SCALE)), dtype=np.uint8)


def _bone(points: npt.ArrayLike, radius: float) -> ByteMask:
    mask = _blank()
    width = round(2 * radius * ARM_SCALE)
    cv2.polylines(mask, [_pixels(points)], False, 255, width, cv2.LINE_AA, 4)
    return mask


def _shape(points: npt.ArrayLike, smooth: float, length: float = HAND_LENGTH) -> ByteMask:
    mask = _blank(length)
    cv2.fillPoly(mask, [_pixels(points)], 255, cv2.LINE_AA, 4)
    if smooth:
        soft = cv2.GaussianBlur(mask, (0, 0), smooth * ARM_SCALE).astype(np.float32)
        mask = np.clip((soft - 127) * 4 + 127, 0, 255).astype(np.uint8)
    return mask


def _round(mask: ByteMask, colour: Colour, radius: float) -> npt.NDArray[np.uint8]:
    """Return ``mask`` in ``colour``, shaded as if it were a round body of ``radius``."""
    inside = (mask > 127).astype(np.uint8)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5) / ARM_SCALE
    share = np.clip(depth / radius, 0, 1)
    height = np.sqrt(np.maximum(1 - (1 - share) ** 2, 0)) * radius
    height = cv2.GaussianBlur(height.astype(np.float32), (0, 0), 1.6 * ARM_SCALE)
    dx = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=ARM_SCALE / 8)
    dy = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=ARM_SCALE / 8)
    length = np.sqrt(dx * dx + dy * dy + 1)
    lit = (-dx * LAMP[0] - dy * LAMP[1] + LAMP[2]) / length
    tone = np.clip(0.42 + 0.62 * lit, 0.25, 1.12)[..., None]
    image: BgrImage = (np.asarray(colour, np.float32) * tone).clip(0, 255).astype(np.uint8)
    return stencil(image, mask.astype(np.float32) / 255)


def _sleeve(colour: Colour) -> npt.NDArray[np.uint8]:
    edge = [
        (-33, 182),
        (33, 182),
        (38, 260),
        (50, 480),
        (72, 1450),
        (-72, 1450),
        (-50, 480),
        (-38, 260),
    ]
    body = _round(_shape(edge, 2.0, LENGTH), colour, 42.0)
    rows = np.arange(body.shape[0], dtype=np.float32)[:, None] / ARM_SCALE
    columns = np.arange(body.shape[1], dtype=np.float32)[None, :] / ARM_SCALE - TIPS[0]
    folds = 1 + 0.05 * np.sin(rows / 17 + 0.9 * np.sin(columns / 19)) * np.exp(
        -(((rows - 330) / 190) ** 2)
    )
    body[..., :3] = (body[..., :3] * folds[..., None]).clip(0, 255).astype(np.uint8)
    cuff = _round(_shape([(-35, 180), (35, 180), (36, 200), (-36, 200)], 1.5), colour, 30.0)
    body[: len(cuff)] = over(cuff, body[: len(cuff)])
    return body


@lru_cache(maxsize=10)
def arm(seat: int, right: bool) -> Picture:
    """Return the arm of ``seat``, reaching up in the picture."""
    skin, cloth = SKINS[seat % len(SKINS)], SLEEVES[seat % len(SLEEVES)]
    whole = _round(_bone(THUMB[:3], THUMB[3]), skin, THUMB[3])
    whole = over(_round(_shape(PALM, 5.0), skin, 24.0), whole)
    for knuckle, joint, tip, radius in FINGERS:
        whole = over(_round(_bone((knuckle, joint, tip), radius), skin, radius), whole)
        nail = _blank()
        at = _pixels(np.array([tip]))[0]
        axes = (round(0.52 * radius * ARM_SCALE * 16), round(0.66 * radius * ARM_SCALE * 16))
        cv2.ellipse(nail, at.tolist(), axes, 0, 0, 360, 255, -1, cv2.LINE_AA, 4)
        pale = tuple(min(255, level + 22) for level in skin)
        whole = over(stencil((pale[0], pale[1], pale[2]), nail.astype(np.float32) / 400), whole)
    hand, whole = whole, _sleeve(cloth)
    whole[: len(hand)] = over(whole[: len(hand)], hand)
    middle = TIPS
    if not right:
        whole = np.ascontiguousarray(whole[:, ::-1])
        middle = (ARM_WIDTH - TIPS[0], TIPS[1])
    return Picture(whole, ARM_SCALE, middle)


@lru_cache(maxsize=10)
def shadow(seat: int, right: bool, dark: float) -> Picture:
    """Return the soft shadow that `arm` throws on the table, coarse."""
    small = arm(seat, right).at(0.4)
    border = 24
    alpha = cv2.copyMakeBorder(small.image[..., 3], *(border,) * 4, cv2.BORDER_CONSTANT, value=0)
    soft = cv2.GaussianBlur(alpha, (0, 0), 5.0).astype(np.float32) / 255 * dark
    edge = border / small.scale
    middle = (small.middle[0] + edge, small.middle[1] + edge)
    return Picture(stencil((0, 0, 0), np.asarray(soft)), small.scale, middle)
