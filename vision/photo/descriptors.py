"""What is round a detail of a picture, as 128 figures that are alike where two details are.

Four by four places round the detail, and at each how steeply the picture rises in eight
directions: a histogram of gradients as in SIFT (Lowe, IJCV 60, 2004), taken from maps of the eight
directions that are made once for the whole picture, as in DAISY (Tola, Lepetit & Fua, PAMI 32,
2010). That works where all details have one size, and is several times quicker than a histogram
for each; the roots of the figures are compared (Arandjelovic & Zisserman, CVPR 2012).
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats

SPACING = 9.0
"""Pixels between neighbours of the four by four places."""
BLURRED_BY = 1.3
"""Pixels of the halved picture by which it is blurred before its gradients are taken."""
POOLED = 1.3
"""Pixels of the halved picture over which the gradients of one place are taken together."""
WIDE = 18.0
"""Pixels from the detail at which a place counts e^-0.5 times what it would at the detail."""
STRONGEST = 0.2
"""Share of all figures' length that one may have: one steep edge is not everything."""
GRADIENT_DIRECTIONS = 8
"""Directions, all round, by which gradients are sorted, as SIFT sorts them (Lowe 2004, 6.1)."""
RISE = 0.75
"""Levels of the maps for one of the gradient (Sobel), so that the steepest edges fit."""


_SIDE = (np.arange(4) - 1.5) * SPACING
_PLACES = np.stack(np.meshgrid(_SIDE, _SIDE), axis=-1).reshape(-1, 2)
_WEIGHTS = np.exp(-np.square(_PLACES).sum(axis=1) / (2 * WIDE**2)).astype(np.float32)


def describe(grey: npt.NDArray[np.uint8], at: Floats, turn: Floats) -> Floats:
    """Return what is round details, each seen as it would look were the detail not turned.

    Args:
        grey: shape (H, W).
        at: where the details are, pixels, shape (N, 2), (x, y).
        turn: how they are turned, radians clockwise, shape (N,).

    Returns:
        Shape (N, 128), rows of length 1 whose products tell how alike two details are; a row
        of zeros where there is nothing.
    """
    steepness = _steepness(grey)
    rows, columns = steepness[0].shape
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x = at[:, :1] + cos * _PLACES[:, 0] - sin * _PLACES[:, 1]
    y = at[:, 1:] + sin * _PLACES[:, 0] + cos * _PLACES[:, 1]
    column = np.clip(np.rint((x + 0.5) / 2 - 0.5).astype(np.int64), 0, columns - 1)
    row = np.clip(np.rint((y + 0.5) / 2 - 0.5).astype(np.int64), 0, rows - 1)
    where = row * columns + column
    there = np.stack([one.ravel()[where] for one in steepness], axis=-1).astype(np.float32)
    # The directions turn with the detail; one between two of the eight is a part of each.
    first, part = np.divmod(turn / (2 * np.pi) * GRADIENT_DIRECTIONS, 1)
    order = (np.arange(GRADIENT_DIRECTIONS) + first.astype(np.int64)[:, None]) % GRADIENT_DIRECTIONS
    low = np.take_along_axis(there, order[:, None], axis=2)
    high = np.roll(low, -1, axis=2)
    part = part.astype(np.float32)[:, None, None]
    figures = ((1 - part) * low + part * high) * _WEIGHTS[:, None]
    flat = figures.reshape(len(at), len(_PLACES) * GRADIENT_DIRECTIONS)
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    fair = np.minimum(flat, STRONGEST * length)
    total = fair.sum(axis=1, keepdims=True)
    return np.asarray(np.sqrt(fair / np.maximum(total, 1e-6)), dtype=np.float32)


def _steepness(grey: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.uint8]]:
    """Return how much the halved picture rises in each direction: 8 of shape (H, W)."""
    size = ((grey.shape[1] + 1) // 2, (grey.shape[0] + 1) // 2)
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    soft = cv2.GaussianBlur(small, (0, 0), BLURRED_BY)
    right, down = (cv2.Sobel(soft, cv2.CV_32F, *order) for order in ((1, 0), (0, 1)))
    steep = np.maximum(cv2.magnitude(right, down), 1e-6)
    rises: list[cv2.typing.MatLike] = []
    falls: list[cv2.typing.MatLike] = []
    share, rise = np.empty_like(soft), np.empty_like(soft)
    for angle in 2 * np.pi * np.arange(GRADIENT_DIRECTIONS // 2) / GRADIENT_DIRECTIONS:
        along = cv2.addWeighted(right, np.cos(angle), down, np.sin(angle), 0)
        # The cube of the cosine: half of what neighbouring directions share with it alone.
        cv2.divide(along, steep, dst=share)
        cv2.multiply(share, share, dst=share)
        cv2.multiply(share, along, dst=rise)
        # In whole levels a fourth of the memory is moved.
        for half, maps in ((cv2.THRESH_TOZERO, rises), (cv2.THRESH_TOZERO_INV, falls)):
            levels = cv2.convertScaleAbs(cv2.threshold(rise, 0, 0, half)[1], alpha=RISE)
            maps.append(cv2.GaussianBlur(levels, (0, 0), POOLED))
    return [np.asarray(one, dtype=np.uint8) for one in rises + falls]
