"""Pieces of a picture round those of its blocks that are worth a look."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Mask
from vision.geometry import Points, rectangle

ROOM_ROUND = 4
"""Blocks round what moved that belong to a piece: of what is laid down plain paper looks the same
as before, and half a tag tells nothing."""
MOST = 0.6
"""Share of the picture from which pieces of it cost as much as the whole."""


def pieces_round(blocks: Mask, width: int, height: int) -> Sequence[Points]:
    """Return the outlines of the boxes round ``blocks``, pixels, each of shape (4, 2).

    What is not connected but near has one box, and none overlaps another. Where they would be most
    of the picture it is one piece.

    Args:
        blocks: shape (rows, columns), which of a picture's blocks are worth a look.
        width: of the picture, pixels.
        height: likewise.
    """
    if not blocks.any():
        return []
    boxed = cv2.dilate(blocks.astype(np.uint8), np.ones((2 * ROOM_ROUND + 1,) * 2, np.uint8))
    while True:
        boxes = cv2.connectedComponentsWithStats(boxed, connectivity=8)[2]
        for left, top, wide, high, _ in boxes[1:]:
            boxed[top : top + high, left : left + wide] = 1
        if int(boxed.sum()) == int(boxes[1:, 4].sum()):
            break
    if boxed.mean() > MOST:
        return [rectangle(0, 0, width, height)]
    block = width / blocks.shape[1], height / blocks.shape[0]
    return [
        rectangle(left * block[0], top * block[1], wide * block[0], high * block[1])
        for left, top, wide, high in boxes[1:, :4].tolist()
    ]
