"""Pixels of a picture where a card or another one has them: the one way in which all is warped."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Matrix

Pixel = TypeVar("Pixel", np.uint8, np.float32)


def warped(image: npt.NDArray[Pixel], way: Matrix, size: tuple[int, int]) -> npt.NDArray[Pixel]:
    """Return the pixels of ``image`` to which ``way`` takes those of a picture of ``size``.

    Between pixels they are mixed linearly. What lies outside of ``image`` looks as its nearest edge
    does: so a card that is cut by it has no edge there that is none.

    Args:
        image: shape (H, W) or (H, W, 3).
        way: from the returned picture's pixels (x, y) to those of ``image``: shape (2, 3), affine,
            or (3, 3), a homography.
        size: width and height of what is returned.
    """
    flags, border = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
    if len(way) == 2:
        moved = cv2.warpAffine(image, way, size, flags=flags, borderMode=border)
    else:
        moved = cv2.warpPerspective(image, way, size, flags=flags, borderMode=border)
    return np.asarray(moved, dtype=image.dtype)
