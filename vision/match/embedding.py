"""A second witness: a small learned net that says how much a card looks like each learnt face.

It was trained on decks that chance drew, never on a real one (`tools/training`), to find a
photographed card among the faces of its own deck. It names nothing by itself: its cosines are one
more piece of evidence beside the comparison of pixels. Without its file the rest of the recogniser
works without it, and the log says that it is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Vectors
from vision.deck import Deck
from vision.geometry import Points, rectangle
from vision.nets import MODELS, trusted
from vision.warping import warped

if TYPE_CHECKING:
    from companion.frames import BgrImage
    from vision.table.light import FloatImage

ACROSS, DOWN = 64, 88
"""Pixels of a card that the net looks at."""
FEATURES = 128
"""Length of the vectors that it makes."""
SHARPER = 2
"""Times as many pixels are cut out of a picture first, so that nothing is left out between."""
INNER = 0.1
"""Share of the sides at each edge that does not count for light: the table shows there."""
LEAST_CONTRAST = 6.0
"""Levels of 255: a patch that is plainer than this is not made to look printed."""
MOST_AT_ONCE = 64
"""Patches in one pass: more need memory and save no time."""


def cut(image: BgrImage, corners: Points) -> BgrImage:
    """Return the card whose ``corners`` are in ``image``, flat, in twice the net's resolution.

    Args:
        image: shape (H, W, 3), uint8, BGR.
        corners: shape (4, 2), pixels, clockwise from the card's top left.
    """
    width, height = ACROSS * SHARPER, DOWN * SHARPER
    flat = (rectangle(0, 0, width, height) - 0.5).astype(np.float32)
    way = cv2.getPerspectiveTransform(flat, np.asarray(corners, np.float32))
    return warped(image, np.asarray(way), (width, height))


def prepared(patch: BgrImage | FloatImage) -> FloatImage:
    """Return what the net gets of a flat card: one gain and one offset for all its colours.

    Args:
        patch: shape (H, W, 3), BGR; uint8, or float32 from 0 to 1.

    Returns:
        Shape (3, `DOWN`, `ACROSS`), float32, BGR.
    """
    small = cv2.resize(patch, (ACROSS, DOWN), interpolation=cv2.INTER_AREA)
    levels = np.asarray(small, dtype=np.float32)
    if patch.dtype != np.uint8:
        levels = levels * np.float32(255)
    x, y = round(INNER * ACROSS), round(INNER * DOWN)
    middle = levels[y:-y, x:-x]
    contrast = max(float(middle.std()), LEAST_CONTRAST)
    even = (levels - np.float32(middle.mean())) * np.float32(1 / contrast)
    return np.ascontiguousarray(even.transpose(2, 0, 1))


class Embedder:
    """Makes vectors of cards. One thread at a time may use it."""

    def __init__(self, model: Path) -> None:
        """Read the net from the ONNX file ``model``."""
        self._net = cv2.dnn.readNetFromONNX(str(model))

    @classmethod
    def load(cls, folder: Path = MODELS) -> Embedder | None:
        """Return the project's net, or None, and one line in the log, where it cannot be trusted.

        See `vision.nets.trusted`.
        """
        model = trusted("embedding", folder)
        return cls(model) if model is not None else None

    def embed(self, patches: Sequence[BgrImage | FloatImage]) -> Vectors:
        """Return a unit vector for each of ``patches``; two of the same face have a high cosine.

        Args:
            patches: flat cards, upright, to their edges, of any size: shape (H, W, 3), BGR,
                uint8, or float32 from 0 to 1.

        Returns:
            Shape (N, `FEATURES`), float32.
        """
        found = [np.zeros((0, FEATURES), np.float32)]
        for start in range(0, len(patches), MOST_AT_ONCE):
            some = patches[start : start + MOST_AT_ONCE]
            self._net.setInput(np.stack([prepared(patch) for patch in some]))
            raw = np.asarray(self._net.forward(), dtype=np.float32).reshape(len(some), FEATURES)
            found.append(raw / np.maximum(np.linalg.norm(raw, axis=1, keepdims=True), 1e-6))
        return np.concatenate(found)


class Lineup:
    """The faces of one deck as the net sees them, both ways up."""

    def __init__(self, deck: Deck, embedder: Embedder) -> None:
        """Look at all exemplars of ``deck``."""
        self._embedder = embedder
        self.kinds = tuple(
            (one.label, turned) for one in deck.exemplars for turned in (False, True)
        )
        images = [
            np.ascontiguousarray(one.image[::-1, ::-1]) if turned else one.image
            for one in deck.exemplars
            for turned in (False, True)
        ]
        self.vectors = embedder.embed(images)

    def cosines(self, patches: Sequence[BgrImage | FloatImage]) -> Vectors:
        """Return how much each patch looks like each of `kinds`, shape (N, kinds)."""
        return np.asarray(self._embedder.embed(patches) @ self.vectors.T, dtype=np.float32)

    def against(self, label: str, patch: BgrImage | FloatImage) -> tuple[str, float]:
        """Return what a patch looks like most beside ``label``, and how much more like that.

        The second is the gap of the cosines, below 0 where it looks more like the other one.
        """
        row = self.cosines([patch])[0]
        own = np.array([name == label for name, _ in self.kinds])
        other = int(np.where(own, -np.inf, row).argmax())
        return self.kinds[other][0], float(row[own].max() - row[other])

    def likeness(self, patch: BgrImage | FloatImage) -> dict[str, float]:
        """Return by label how much a patch looks like it."""
        found: dict[str, float] = {}
        for cosine, (label, _) in zip(self.cosines([patch])[0], self.kinds, strict=True):
            found[label] = max(found.get(label, -1.0), float(cosine))
        return found

    def cosine(self, label: str, patch: BgrImage | FloatImage) -> float:
        """Return how much a patch looks like ``label``."""
        return self.likeness(patch)[label]
