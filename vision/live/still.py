"""Movement and stillness of a whole picture: for cards that are shown, not for a table in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import REFERENCE_WIDTH

if TYPE_CHECKING:
    from companion.frames import BgrImage, Frame

BLOCK = 16
"""Pixels of a 2304 pixel wide frame to a block; about a centimetre on the table."""
MOVED_LEVELS = 7.0
"""Grey levels by which a block's mean has to change: sensor noise stays below 2."""
MOVED_BY_NOISE = 1.3
"""The same, times the noise of a single pixel, where it is so dim that this is more."""
MOST_LEVELS = 16.0
"""Grey levels beyond which a change is a movement in any light: hands change more."""
MOVED_BLOCKS = 2
"""Blocks that have to change; a clue token covers four."""


class Stillness:
    """Tells for how long nothing has moved; feed it every frame.

    Attributes:
        noise: of single pixels, in grey levels; 0 where nobody has measured it.
    """

    def __init__(self) -> None:
        """Start without a frame."""
        self._last: npt.NDArray[np.float32] | None = None
        self._since = 0.0
        self.noise = 0.0

    def update(self, frame: Frame) -> float:
        """Take the next frame; return the seconds since the last movement, 0 while it moves."""
        blocks = _blocks(frame.pixels if frame.small is None else frame.small)
        limit = min(max(MOVED_LEVELS, MOVED_BY_NOISE * self.noise), MOST_LEVELS)
        if (
            self._last is None
            or self._last.shape != blocks.shape
            or moved(self._last, blocks, limit)
        ):
            self._since = frame.t
        self._last = blocks
        return frame.t - self._since


def moved(
    before: npt.NDArray[np.float32], after: npt.NDArray[np.float32], limit: float = MOVED_LEVELS
) -> bool:
    """Say whether something moved between two pictures of block means, by more than ``limit``.

    Args:
        before: grey means of the blocks, shape (rows, columns), 0 to 255.
        after: the same blocks later.
        limit: grey levels.
    """
    changed = np.abs(after - before) > limit
    return int(np.count_nonzero(changed)) >= MOVED_BLOCKS


def _blocks(image: BgrImage) -> npt.NDArray[np.float32]:
    """Return the green channel's block means; every second pixel each way is enough for them."""
    step = max(1, round(2 * image.shape[1] / REFERENCE_WIDTH))
    thin = np.ascontiguousarray(image[::step, ::step, 1])
    side = BLOCK * image.shape[1] / REFERENCE_WIDTH
    size = (max(1, round(image.shape[1] / side)), max(1, round(image.shape[0] / side)))
    return np.asarray(cv2.resize(thin, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
