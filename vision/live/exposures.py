"""Several still frames as one, where so little light falls on the table that pictures are noisy.

Noise differs from frame to frame and what lies there doesn't: the mean of n frames has the noise
of one divided by the root of n.
"""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import Lighting
from vision.arrays import MAD_TO_SIGMA, median
from vision.warping import warped

if TYPE_CHECKING:
    from companion.frames import BgrImage, Frame

QUIET_NOISE = 0.02
"""Noise, of what lies between ink and paper, with which single frames are read as well as many."""
MOST_FRAMES = 8
"""Frames that are combined at most: at 10 a second 0.3 s more than it takes to be still."""
NOISE_STEP = 4
"""Of how many pixels each way one is looked at for noise."""
OUTLIERS = 4.0
"""Times the median of the differences beyond which they are no noise: something moved there."""
ROUNDED = 0.5
"""Grey levels by which the median of whole levels may be too small."""
HANDS_PASS_UNSEEN = 0.25
"""Noise of one frame, of what lies between ink and paper, in which a card was exchanged and no
movement seen; never at 0.2."""
CLIPPED = 253.0
"""Grey level of paper from which it may be lighter than the picture can show."""
PALE_INK = 64.0
"""Grey level of ink beside such paper from which the mat's grey is as white as paper is."""
SHIFTED = 0.3
"""Pixels from which a frame is moved back before it is added: somebody leans on the table."""
MOST_SHIFTED = 8.0
"""Pixels beyond which that is no shift: stillness would have noticed."""
PLAIN_RESPONSE = 0.05
"""Response of the phase correlation below which it says nothing."""

MEASURED_EVERY = 1.0
"""Seconds after which the frames' noise is measured again while nothing is read."""

Small = npt.NDArray[np.float32]


def thinned(image: BgrImage) -> Small:
    """Return a few of the pixels of ``image``, shape (H, W, 3), uint8, BGR, as they are."""
    return image[::NOISE_STEP, ::NOISE_STEP, 1].astype(np.float32)


def noise_between(one: Small, other: Small) -> float:
    """Return the noise of single frames, in grey levels.

    Args:
        one: a frame of a table at rest, `thinned`.
        other: the same a moment later.
    """
    # From one pixel to the next, for a shadow that passes changes both by nearly the same.
    apart = np.diff(one - other, axis=1)
    apart = np.abs(apart - median(apart))
    middle = median(apart)
    inside = apart[apart <= OUTLIERS * middle + 2]
    spread = float(np.sqrt(np.mean(inside * inside)))
    # Edges differ by more where the camera is a little off; of plain paper there is more.
    return min(spread, MAD_TO_SIGMA * (middle + ROUNDED)) / 2


def frames_wanted(noise: float, contrast: float) -> int:
    """Return how many frames are to be combined.

    Args:
        noise: of one, in grey levels.
        contrast: grey levels between ink and paper.
    """
    share = noise / max(contrast, 1.0)
    return min(MOST_FRAMES, max(1, math.ceil((share / QUIET_NOISE) ** 2 - 0.5)))


def lighting_of(
    noise: float, white: npt.NDArray[np.floating], black: npt.NDArray[np.floating]
) -> Lighting | None:
    """Return what is amiss with the light; None: nothing.

    Args:
        noise: of one frame, in grey levels.
        white: the mat's paper, shape (N, 3), in grey levels, BGR.
        black: its ink, likewise.
    """
    if noise >= HANDS_PASS_UNSEEN * float((white - black).mean()):
        return Lighting.DARK
    paper, ink = float(white.mean(axis=0).min()), float(black.mean())
    return Lighting.GLARING if paper >= CLIPPED and ink >= PALE_INK else None


class Noises:
    """How noisy frames are: looked at after each reading, and while there is none once a second."""

    def __init__(self) -> None:
        """Start without a frame."""
        self._single: Small | None = None
        self._at: float | None = None
        self._newest: deque[float] = deque(maxlen=2)

    def begin(self, frame: Frame) -> None:
        """Measure how noisy frames are by this one and the next."""
        self._single = thinned(frame.pixels)

    def measured(self, frame: Frame, *, moves: bool, waits: bool) -> float | None:
        """Return the noise of one frame, in grey levels; None: there is nothing new to be said.

        Args:
            frame: the next one.
            moves: whether something moves in it, or all of it: what does so differs, too.
            waits: whether a reading is about to begin, after which it is looked at anyway.
        """
        if moves:
            self._single = None
        if self._single is None:
            due = self._at is None or frame.t - self._at >= MEASURED_EVERY
            if due and (not waits or self._at is None):
                self.begin(frame)
            return None
        noise = noise_between(self._single, thinned(frame.pixels))
        if noise == 0:
            return None  # the same picture once more: cameras double some
        self._single, self._at = None, frame.t
        self._newest.append(noise)
        return min(self._newest)  # a hand adds to it now and then


class Exposures:
    """The frames of one rest, added up."""

    def __init__(self) -> None:
        """Start without any."""
        self._sum: npt.NDArray[np.uint16] | None = None
        self._first: Small | None = None
        self.count = 0

    def restart(self) -> None:
        """Forget all frames: something moved."""
        self._sum, self._first, self.count = None, None, 0

    def add(self, image: BgrImage) -> None:
        """Add a frame, shape (H, W, 3), uint8, BGR, in its place on the first one."""
        if self._sum is None or self._sum.shape != image.shape:
            self._sum, self._first, self.count = image.astype(np.uint16), _small(image), 1
            return
        assert self._first is not None
        image = _moved_back(image, self._first)
        cv2.add(self._sum, image, dst=self._sum, dtype=cv2.CV_16U)
        self.count += 1

    def mean(self) -> BgrImage:
        """Return the mean of all frames.

        Raises:
            ValueError: there are none.
        """
        if self._sum is None:
            raise ValueError("no frames were added")
        return np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self.count), dtype=np.uint8)


def _small(image: BgrImage) -> Small:
    size = (image.shape[1] // NOISE_STEP, image.shape[0] // NOISE_STEP)
    small = cv2.resize(image[..., 1], size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def _moved_back(image: BgrImage, first: Small) -> BgrImage:
    now = _small(image)
    window = cv2.createHanningWindow((first.shape[1], first.shape[0]), cv2.CV_32F)
    (x, y), response = cv2.phaseCorrelate(first, now, window)
    shift = NOISE_STEP * math.hypot(x, y)
    if response < PLAIN_RESPONSE or not SHIFTED <= shift <= MOST_SHIFTED:
        return image
    back = np.array([[1, 0, NOISE_STEP * x], [0, 1, NOISE_STEP * y]], dtype=np.float64)
    return warped(image, back, (image.shape[1], image.shape[0]))
