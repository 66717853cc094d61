"""A photo that a phone sent, as pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.language.phrases import phrase
from companion.pictures.headers import PictureError, read_header

if TYPE_CHECKING:
    from companion.frames import BgrImage


REDUCED = (
    (8, cv2.IMREAD_REDUCED_COLOR_8),
    (4, cv2.IMREAD_REDUCED_COLOR_4),
    (2, cv2.IMREAD_REDUCED_COLOR_2),
)
"""How many times smaller OpenCV decodes a picture: a JPEG at once, in a part of time and memory."""


def photo_pixels(data: bytes, longest: int | None = None) -> BgrImage:
    """Return the pixels of a picture's file, shape (H, W, 3), uint8, BGR.

    Args:
        data: the whole file.
        longest: pixels of the longer side to which a larger picture is made smaller; None: it stays
            as large as it is.

    Raises:
        ValueError: it is no picture that can be read; one sentence.
    """
    try:
        header = read_header(data)
    except PictureError as error:
        raise ValueError(phrase("The photo {wrong}.", wrong=error)) from error
    side = max(header.width, header.height)
    fits = (how for times, how in REDUCED if longest is not None and side >= times * longest)
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), next(fits, cv2.IMREAD_COLOR))
    if image is None:
        raise ValueError(phrase("The photo is not a picture that can be read."))
    scale = 1.0 if longest is None else longest / max(image.shape[:2])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(image, dtype=np.uint8)
