"""What lens and sensor make of a drawn picture: softness, the light's colour, noise.

The noise is drawn once, and laid over each frame at another place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.simulator.setting import Setting

if TYPE_CHECKING:
    from companion.frames import BgrImage

NOISE_MARGIN = 64
"""Pixels by which the noise is larger than a frame; each frame takes another piece of it."""
LEAST_BLUR = 0.2
"""Pixels below which a blur is none."""


class Sensor:
    """The lens and the sensor of one camera."""

    def __init__(self, setting: Setting) -> None:
        """Draw what the noise adds and what it takes away, larger than a frame."""
        self._effects = setting.effects
        self._seed = setting.seed
        self._blur = setting.effects.blur * setting.width / 2304
        width, height = setting.frame
        shape = (height + NOISE_MARGIN, width + NOISE_MARGIN, 3)
        chance = np.random.default_rng([setting.seed, 4])
        field: npt.NDArray[np.float32] = chance.standard_normal(shape, dtype=np.float32)
        levels = np.rint(field * setting.effects.noise).clip(-100, 100).astype(np.int16)
        self._more = levels.clip(0, None).astype(np.uint8)
        self._less = (-levels).clip(0, None).astype(np.uint8)

    def soften(self, image: BgrImage) -> BgrImage:
        """Return a frame as the lens shows it."""
        if self._blur <= LEAST_BLUR:
            return image
        return np.asarray(cv2.GaussianBlur(image, (0, 0), self._blur), dtype=np.uint8)

    def tone(self, image: BgrImage, lamps: float = 1.0) -> BgrImage:
        """Return a frame or a part of one in the colour and strength of the light.

        Args:
            image: BGR, uint8.
            lamps: brightness of the room; 1 is the evening's usual.
        """
        gains = np.array(self._effects.cast) * lamps
        levels = np.arange(256, dtype=np.float32)[:, None] * gains
        table = levels.round().clip(0, 255).astype(np.uint8).reshape(1, 256, 3)
        return np.asarray(cv2.LUT(image, table), dtype=np.uint8)

    def grain(self, image: BgrImage, number: int) -> BgrImage:
        """Return a copy of ``image`` with the noise of the frame with that ``number``."""
        if self._effects.noise <= 0:
            return image.copy()
        chance = np.random.default_rng([self._seed, 5, number])
        left, top = chance.integers(NOISE_MARGIN, size=2).tolist()
        height, width = image.shape[:2]
        part = np.s_[top : top + height, left : left + width]
        noisy = cv2.add(image, self._more[part])
        return np.asarray(cv2.subtract(noisy, self._less[part], dst=noisy), dtype=np.uint8)
