"""A photo that a phone sent, as pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.language.phrases import phrase
from companion.pictures.headers import PictureError, read_header

if TYPE_CHECKING:
    from companion.frames import BgrImage


def photo_pixels(data: bytes) -> BgrImage:
    """Return the pixels of a picture's file, shape (H, W, 3), uint8, BGR.

    Raises:
        ValueError: it is no picture that can be read; one sentence.
    """
    try:
        read_header(data)
    except PictureError as error:
        raise ValueError(phrase("The photo {wrong}.", wrong=error)) from error
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(phrase("The photo is not a picture that can be read."))
    return np.asarray(image, dtype=np.uint8)
