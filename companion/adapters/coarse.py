"""Pictures from which a camera is aimed, and no card is read: small, grey, and without racks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.hanabi.labels import MOST_SEATS
from vision.table.layout import Layout
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

COARSE_SIDE, ENLARGED = 128, 5
"""Pixels to a coarse picture's width, and how many times as large it is shown."""


def coarse(image: BgrImage) -> BgrImage:
    """Return enough of a picture to aim a camera by, and too little to name a card.

    Args:
        image: shape (H, W, 3), uint8, BGR.

    Returns:
        a grey picture, BGR as well, `COARSE_SIDE` times `ENLARGED` pixels wide.
    """
    height = round(COARSE_SIDE * image.shape[0] / image.shape[1])
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    few = cv2.resize(grey, (COARSE_SIDE, height), interpolation=cv2.INTER_AREA)
    many = cv2.resize(few, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    return np.asarray(cv2.cvtColor(many, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def without_racks(image: BgrImage, layout: Layout) -> BgrImage:
    """Return a picture that is black as far as a rack of which a tag is seen may reach.

    Nobody may know yet whether a game is going to be played with the cards in them.

    Args:
        image: shape (H, W, 3), uint8, BGR.
        layout: mat and racks.
    """
    sides = {
        tag: (rack.tag_side, float(np.hypot(*rack.size)))
        for rack in map(layout.rack, range(MOST_SEATS))
        for tag in rack.tags
    }
    found = TagFinder(layout.dictionary).find(image)
    hidden = image.copy()
    for tag in found.keys() & sides.keys():
        corners, (tag_side, reach) = found[tag], sides[tag]
        # Seen aslant a side is shorter than across: by the longest one nothing is left over.
        side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max())
        middle = tuple(int(v) for v in corners.mean(axis=0))
        cv2.circle(hidden, middle, round(reach * side / tag_side), (0, 0, 0), -1)
    return hidden
