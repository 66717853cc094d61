"""Movement and stillness of the whole frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points

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


INNER = 0.7
"""Share of a card's outline in which a movement is its own and not its neighbour's."""


class Stillness:
    """Tells for how long nothing has moved; feed it every frame.

    Attributes:
        noise: of single pixels, in grey levels; 0 where nobody has measured it.
    """

    def __init__(self) -> None:
        """Start without a frame."""
        self._last: npt.NDArray[np.float32] | None = None
        self._since = 0.0
        self._rest: npt.NDArray[np.float32] | None = None
        self._touched: npt.NDArray[np.bool_] | None = None
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
        if self._rest is not None and self._rest.shape == blocks.shape:
            here = np.abs(blocks - self._rest) > limit
            self._touched = here if self._touched is None else self._touched | here
        self._last = blocks
        return frame.t - self._since

    def rest(self) -> Touched:
        """Return what looked different at any time since the last rest, and rest anew."""
        touched, self._touched, self._rest = self._touched, None, self._last
        return Touched(touched)


@dataclass(frozen=True, slots=True, eq=False)
class Touched:
    """The blocks of a frame in which something moved, even if all is as it was again.

    Attributes:
        blocks: shape (rows, columns); None where there is nothing to compare with.
    """

    blocks: npt.NDArray[np.bool_] | None

    def inside(self, corners: Points, width: int, inner: float = INNER) -> bool:
        """Say whether anything moved inside an outline.

        Args:
            corners: shape (4, 2), pixels of the frame.
            width: of the frame, in pixels.
            inner: the share of the outline that counts; less than 1 for a card beside others.
        """
        if self.blocks is None:
            return True
        scale = 2304 / width / BLOCK
        middle = corners.mean(axis=0)
        inner = (middle + (corners - middle) * inner) * scale
        rows, columns = self.blocks.shape
        mask = np.zeros((rows, columns), dtype=np.uint8)
        cv2.fillConvexPoly(mask, np.round(inner - 0.5).astype(np.int32), 1)
        return bool((self.blocks & (mask > 0)).any())


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
    step = max(1, round(2 * image.shape[1] / 2304))
    thin = np.ascontiguousarray(image[::step, ::step, 1])
    side = BLOCK * image.shape[1] / 2304
    size = (max(1, round(image.shape[1] / side)), max(1, round(image.shape[0] / side)))
    return np.asarray(cv2.resize(thin, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
