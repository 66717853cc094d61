"""A photo of a table without printed paper on it: its colours as reflectances, where asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import MAD_TO_SIGMA
from vision.table.light import FloatImage, mean_of_colours
from vision.warping import warped

if TYPE_CHECKING:
    from companion.frames import BgrImage

DARK_AND_WHITE = (0.01, 0.99)
"""Shares of the pixels up to the levels that are taken for each colour's black and white."""
THIN = 4
"""Of so many rows and columns one is enough to tell them."""
LIT, UNLIT = 128.0, 16.0
"""Level of 255 that the brightest of a photo reaches before it is looked at; level that it has, at
least, for that: what is less bright is noise."""
BALANCED = 0.12
"""By how much the channels of a white may differ, in logarithms, that is nearly neutral."""

LAMP, NO_LAMP = 0.2, 0.35
"""How far green may be from the middle of blue and red, in logarithms, in what is brightest, for it
to be white in a lamp's light: a bulb's light is .17 in a picture that is balanced for day; and from
which none of that is the lamp's. In between it is taken for less green, or less purple, than it
is."""

NOISY = 0.006
"""Of a photo's white, deviation of the noise of single pixels from which it covers fine print; what
a sensor has in good light, and what JPEG leaves of more, is less than half of that."""
SMOOTHER = 0.015
"""Of a card's width, over which such a photo is smoothed: as far as thin lines stay."""

_UNEVEN = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], dtype=np.float32)
_UNEVEN_GAIN = 6.0
"""Deviation of what it makes of noise of deviation 1: the root of the sum of its squares."""


def brightened(image: BgrImage) -> BgrImage:
    """Return a photo that was taken with too little light as bright as others, others as they are.

    Outlines are looked for by steps of so many levels, and the net was taught pictures that show
    something: of a table in the dark a photo has a few levels only, in which all of it is still.

    Args:
        image: shape (H, W, 3), uint8, BGR.
    """
    brightest = np.sort(image[::THIN, ::THIN].max(axis=2), axis=None, kind="stable")
    white = float(brightest[round((len(brightest) - 1) * DARK_AND_WHITE[1])])
    if white >= LIT:
        return image
    levels = np.arange(256, dtype=np.float32) * (LIT / max(white, UNLIT))
    lit = cv2.LUT(image, np.minimum(levels.round(), 255).astype(np.uint8))
    return np.asarray(lit, dtype=np.uint8)


def is_noisy(image: BgrImage) -> bool:
    """Say whether noise covers fine print in a photo.

    What single pixels differ by where it is smooth (Immerkaer, Fast Noise Variance Estimation,
    1996; the median, so that edges do not count).

    Args:
        image: shape (H, W, 3), uint8, BGR.
    """
    # Three colours as one: the noise of each is its own.
    grey = mean_of_colours(image.astype(np.float32))
    differences = cv2.filter2D(grey, cv2.CV_32F, _UNEVEN)[1:-1:2, 1:-1:2]
    noise = MAD_TO_SIGMA * float(np.median(np.abs(differences))) / _UNEVEN_GAIN
    white = float(np.percentile(image[::THIN, ::THIN].max(axis=2), 100 * DARK_AND_WHITE[1]))
    return noise > NOISY * max(white, UNLIT)


def smoothed(image: BgrImage, across: float) -> BgrImage:
    """Return a photo without most of its noise, whose cards are ``across`` pixels wide."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), SMOOTHER * across), dtype=np.uint8)


class Photograph:
    """A photo, under the assumption that the brightest of each colour is white.

    Attributes:
        size: width and height in pixels.
    """

    def __init__(self, image: BgrImage) -> None:
        """Take ``image``, shape (H, W, 3), uint8, BGR."""
        self.size = (image.shape[1], image.shape[0])
        # Sorted by their bytes, each colour by itself, a good part quicker than percentiles.
        thin = np.sort(image[::THIN, ::THIN].reshape(-1, 3).T.copy(), axis=1, kind="stable")
        last = thin.shape[1] - 1
        black, white = (thin[:, round(last * share)].astype(np.float32) for share in DARK_AND_WHITE)
        self._black, self._range = black, _as_of_a_lamp(np.maximum(white - black, 1))
        levels = np.arange(256, dtype=np.float32)[:, None]
        balanced = (levels - self._black) / self._range
        self._balanced = np.asarray(cv2.LUT(image, balanced[:, None]), dtype=np.float32)

    def seen_through(self, way: cv2.typing.MatLike, size: tuple[int, int]) -> FloatImage:
        """Return a balanced patch.

        Args:
            way: homography, shape (3, 3), from the patch's pixels to the photo's.
            size: width and height of the patch.

        Returns:
            Shape (height, width, 3), float32, BGR, 0 to 1.
        """
        return warped(self._balanced, np.asarray(way, dtype=np.float64), size)

    def as_photographed(self, patch: FloatImage) -> FloatImage:
        """Return a patch, as `seen_through` made it, in the photo's own levels, 0 to 1."""
        levels = patch * (self._range / 255) + self._black / 255
        return np.asarray(levels, dtype=np.float32)

    def whites(self) -> list[npt.NDArray[np.float64]]:
        """Return what white may be in the photo, each shape (3,), 1 is as bright as can be.

        Its brightest places, as it is balanced; and, where that is something else, a neutral one:
        the brightest may be a green cloth, and a camera balances its pictures by itself.
        """
        white = self._range.astype(np.float64) / 255
        if float(np.ptp(np.log(white))) <= BALANCED:
            return [white]
        return [white, np.full(3, float(white.mean()))]

    @cached_property
    def grey(self) -> FloatImage:
        """The mean of the balanced colours, shape (H, W), float32."""
        return mean_of_colours(self._balanced)


def _as_of_a_lamp(white: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the levels of ``white``, BGR, as far as a lamp may have made them so.

    The brightest of a photo may be a purple cloth: with that for white no card has its colours.
    Lamps and skies are yellowish or bluish; what is green or purple beyond what a camera's balance
    leaves of them is cloth, or paint.
    """
    blue, green, red = (float(level) for level in np.log(white))
    greenish = green - (blue + red) / 2
    beyond = greenish * float(np.interp(abs(greenish), (LAMP, NO_LAMP), (0.0, 1.0)))
    as_lit = np.exp(np.array([blue, green - beyond, red]))
    return np.asarray(as_lit * (white.mean() / as_lit.mean()), dtype=np.float32)
