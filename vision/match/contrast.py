"""What is printed on a card as against the light on it: detail, and how strong it is round there.

Both are what local contrast normalisation is made of (Jarrett et al., ICCV 2009): who divides the
one by the other has the same light and contrast everywhere.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats
from vision.table.light import mean_of_colours


def local_contrast(image: Floats, side: int, floor: float) -> tuple[Floats, Floats]:
    """Return what ``image`` has beside its light, and the contrast of that round each pixel.

    Args:
        image: shape (H, W) or, all colours together, (H, W, 3).
        side: pixels, odd, of the square round each pixel over which light and contrast are taken.
        floor: contrast, in levels of ``image``, that is added to what is there (as the root of the
            sum of squares), so that noise on plain paper does not become as strong as print.

    Returns:
        Detail, shaped as ``image``, and contrast, shape (H, W), at least ``floor``.
    """
    light = cv2.blur(image, (side, side), borderType=cv2.BORDER_REFLECT)
    # In place, and by OpenCV: photos of whole tables are large, and numpy is slow where the last
    # axis is as short as colours are.
    detail = np.asarray(cv2.subtract(image, light, dst=light), dtype=np.float32)
    square = np.asarray(cv2.multiply(detail, detail), dtype=np.float32)
    if image.ndim == 3:
        square = mean_of_colours(square)
    spread = cv2.blur(square, (side, side), borderType=cv2.BORDER_REFLECT)
    contrast = np.asarray(spread, dtype=np.float32)
    contrast += floor * floor
    np.sqrt(contrast, out=contrast)
    return detail, contrast
