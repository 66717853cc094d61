"""The sensor's noise: drawn once, laid over each frame at another place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.simulator.setting import Setting

if TYPE_CHECKING:
    from companion.frames import BgrImage

MARGIN = 64
"""Pixels by which the noise is larger than a frame; each frame takes another piece of it."""


class Grain:
    """The noise of one camera."""

    def __init__(self, setting: Setting) -> None:
        """Draw what the noise adds and what it takes away, larger than a frame."""
        self._seed = setting.seed
        self._level = setting.effects.noise
        width, height = setting.frame
        shape = (height + MARGIN, width + MARGIN, 3)
        chance = np.random.default_rng([setting.seed, 4])
        field: npt.NDArray[np.float32] = chance.standard_normal(shape, dtype=np.float32)
        levels = np.rint(field * self._level).clip(-100, 100).astype(np.int16)
        self._more = levels.clip(0, None).astype(np.uint8)
        self._less = (-levels).clip(0, None).astype(np.uint8)

    def over(self, image: BgrImage, number: int) -> BgrImage:
        """Return a copy of ``image`` with the noise of the frame with that ``number``."""
        if self._level <= 0:
            return image.copy()
        chance = np.random.default_rng([self._seed, 5, number])
        left, top = chance.integers(MARGIN, size=2).tolist()
        height, width = image.shape[:2]
        part = np.s_[top : top + height, left : left + width]
        noisy = cv2.add(image, self._more[part])
        return np.asarray(cv2.subtract(noisy, self._less[part], dst=noisy), dtype=np.uint8)
