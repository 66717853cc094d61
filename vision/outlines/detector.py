"""A finder that knows cards, not decks: a small net that says where something lies as a card lies.

It was trained on decks and tables that chance drew (`tools/training`) and sees the whole picture
at once: for each place whether a card's middle is there, half its length and half its width as
vectors, and where corners are. It proposes; what lies there is for the comparison to say, and its
corners want to be refined first. Without its file the other finders work without it, and the log
says that it is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points, unscaled
from vision.nets import MODELS, trusted

if TYPE_CHECKING:
    from companion.frames import BgrImage

NET_SIDE = 640
"""Pixels of the longer side of what the net gets: it was trained for cards 22 to 105 wide there."""
STRIDE = 4
"""Pixels between two places in its answer."""
NET_MULTIPLE = 32
"""Its sides are made multiples of this."""
GREY, SPREAD = 118.0, 64.0
"""Level that becomes 0, and levels that become 1."""
MAPS = 10
"""Middle, its offset (2), half length and half width (2, 2) `doubled`, corner, its offset (2)."""
UNIT = 4.0
"""Places of a half length that is 1 in the answer."""
LEAST_SCORE = 0.3
"""Score from which a place is told."""
LEAST_CORNER = 0.12
"""Score from which a corner is taken for one of a card's."""
CORNER_REACH = 0.35
"""Of half a card's width: within that, its corners are sought."""
SAME_SHARE = 0.7
"""Share of the smaller of two cards that is common from which they are one."""

Maps = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A place where a card may lie.

    Attributes:
        score: 0 to 1.
        corners: shape (4, 2), pixels, clockwise from the top left of the card or of the card
            upside down; the longer sides run down.
    """

    score: float
    corners: Points


class Detector:
    """Finds places where cards may lie. One thread at a time may use it."""

    def __init__(self, model: Path) -> None:
        """Read the net from the ONNX file ``model``."""
        self._net = cv2.dnn.readNetFromONNX(str(model))

    @classmethod
    def load(cls, folder: Path = MODELS) -> Detector | None:
        """Return the project's net, or None, and one line in the log, where it cannot be trusted.

        See `vision.nets.trusted`.
        """
        model = trusted("detector", folder)
        return cls(model) if model is not None else None

    def detect(
        self, image: BgrImage, least: float = LEAST_SCORE, longer: int = NET_SIDE
    ) -> list[Found]:
        """Return the places that look like cards, the likest first.

        Args:
            image: shape (H, W, 3), uint8, BGR.
            least: the score that a place needs.
            longer: pixels of the longer side at which the net looks at it.
        """
        seen, scale = prepared(image, longer)
        self._net.setInput(seen[None])
        maps = np.asarray(self._net.forward(), dtype=np.float32)
        return [
            Found(one.score, unscaled(one.corners, scale))
            for one in decoded(maps.reshape(MAPS, *maps.shape[-2:]), least)
        ]


def prepared(image: BgrImage, longer: int = NET_SIDE) -> tuple[Maps, float]:
    """Return what the net gets, shape (3, H, W), and how much smaller it is than ``image``."""
    scale = min(1.0, longer / max(image.shape[:2]))
    how = cv2.INTER_AREA
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how) if scale < 1 else image
    height, width = small.shape[:2]
    full = cv2.copyMakeBorder(
        small, 0, -height % NET_MULTIPLE, 0, -width % NET_MULTIPLE, cv2.BORDER_REPLICATE
    )
    levels = (np.asarray(full, dtype=np.float32) - np.float32(GREY)) * np.float32(1 / SPREAD)
    return np.ascontiguousarray(levels.transpose(2, 0, 1)), scale


def doubled(half: complex) -> complex:
    """Return a half side as the net tells it: the same for a direction and its opposite."""
    return half * half / max(abs(half), 1e-6) / UNIT


def undoubled(told: complex) -> complex:
    """Return one of the two half sides that `doubled` makes ``told``."""
    return complex(np.sqrt(complex(told) * abs(told))) * UNIT


def decoded(maps: Maps, least: float = LEAST_SCORE) -> list[Found]:
    """Return the cards that the net's answer tells, in pixels of what it got.

    Args:
        maps: shape (`MAPS`, H, W); scores as logits.
        least: the score that a place needs.
    """
    middles, corners = _squashed(maps[0]), _squashed(maps[7])
    known = _peaks(corners, LEAST_CORNER)
    there = np.stack(
        [known[:, 1] + 0.5 + maps[8][known[:, 0], known[:, 1]],
         known[:, 0] + 0.5 + maps[9][known[:, 0], known[:, 1]]], axis=1,
    )  # fmt: skip
    sure = corners[known[:, 0], known[:, 1]]
    found = []
    for row, column in _peaks(middles, least):
        told = maps[:, row, column].astype(np.float64)
        middle = np.array([column + 0.5 + told[1], row + 0.5 + told[2]])
        down, right = undoubled(complex(told[3], told[4])), undoubled(complex(told[5], told[6]))
        quad = _parallelogram(middle, down, right)
        if quad is None:
            continue
        reach = CORNER_REACH * abs(right) + 0.5
        for index, corner in enumerate(quad):
            far = np.linalg.norm(there - corner, axis=1)
            likely = np.where(far < reach, sure * (1 - 0.5 * far / reach), 0.0)
            if len(likely) and likely.max() > LEAST_CORNER:
                quad[index] = there[int(likely.argmax())]
        found.append(Found(float(middles[row, column]), quad * STRIDE - 0.5))
    return _apart(sorted(found, key=lambda one: -one.score))


def _squashed(logits: Maps) -> Maps:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), dtype=np.float32)


def _peaks(scores: Maps, least: float) -> npt.NDArray[np.int64]:
    """Return rows and columns of places that score ``least`` and no less than those round them."""
    highest = cv2.dilate(scores, np.ones((3, 3), np.uint8))
    return np.argwhere((scores >= highest) & (scores > least))


def _parallelogram(middle: Points, down: complex, right: complex) -> Points | None:
    """Return a card's corners, clockwise; None where it would be smaller than a few pixels."""
    if min(abs(down), abs(right)) < 1.2:
        return None
    below = np.array([down.real, down.imag])
    aside = np.array([right.real, right.imag])
    if aside[0] * below[1] - aside[1] * below[0] < 0:
        aside = -aside
    return np.array(
        [middle - below - aside, middle - below + aside, middle + below + aside,
         middle + below - aside]
    )  # fmt: skip


def _apart(found: list[Found]) -> list[Found]:
    """Return those that are no worse copy of another."""
    kept: list[Found] = []
    for one in found:
        quad = one.corners.astype(np.float32)
        if not cv2.isContourConvex(quad):
            continue
        area = cv2.contourArea(quad)
        for other in kept:
            rival = other.corners.astype(np.float32)
            common, _ = cv2.intersectConvexConvex(quad, rival)
            if common > SAME_SHARE * min(area, cv2.contourArea(rival)):
                break
        else:
            kept.append(one)
    return kept
