"""Arrays of numpy by what is in them, and a number that their statistics share.

Shapes, units and axes stand where each is used.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Vectors = npt.NDArray[np.float32]
"""Shape (N, D): N things, each as a row of D numbers."""
Mask = npt.NDArray[np.bool_]
ByteMask = npt.NDArray[np.uint8]
"""A mask as OpenCV takes it: 0, or 255 where something is."""

MAD_TO_SIGMA = 1.4826
"""By which a median absolute deviation is to be multiplied to stand for a standard one, of what is
normally distributed."""


def median(values: npt.NDArray[np.floating]) -> float:
    """Return the median of all ``values``, the upper one of two in the middle.

    `numpy.median` takes twice as long, for what a picture's thousands of blocks do not need: it
    looks for what is no number, and takes the mean of those two.
    """
    middle = values.size // 2
    return float(np.partition(values, middle, axis=None)[middle])
