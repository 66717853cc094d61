"""What the finder learns from: squares of drawn scenes, and what it should say of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.generator.decks import DrawnDeck, random_deck
from vision.generator.scenes import SMALL, scene
from vision.outlines.detector import MAPS, STRIDE, doubled

SIDE = 256
"""Pixels of the square that is cut out of a scene for a step."""
DECKS_AT_ONCE, SCENES_A_DECK = 40, 12
"""Decks between which scenes choose, and after how many of them one is replaced."""
SEEN, IN_FRAME = 0.5, 0.7
"""Shares of a card, that shows and that is in the picture, from which it is to be found."""
HINTED = 0.2
"""Share that shows from which it does no harm to find it."""
SHARP = 0.8
"""Deviation of the heat round a corner, in places of the net's answer."""

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Sample:
    """A picture and the cards in it.

    Attributes:
        image: shape (H, W, 3), uint8, BGR.
        quads: shape (cards, 4, 2), pixels, clockwise.
        shares: for each card how much of it shows and how much is in the picture, (cards, 2).
    """

    image: npt.NDArray[np.uint8]
    quads: npt.NDArray[np.float64]
    shares: npt.NDArray[np.float64]

    @property
    def shown(self) -> npt.NDArray[np.bool_]:
        """Which cards are to be found."""
        return np.asarray((self.shares[:, 0] >= SEEN) & (self.shares[:, 1] >= IN_FRAME))


def samples(seed: int) -> Iterator[Sample]:
    """Yield scenes without end, of decks that change."""
    rng = np.random.default_rng(seed)
    decks: list[DrawnDeck] = [random_deck(rng) for _ in range(3)]
    while True:
        decks = [*decks[-(DECKS_AT_ONCE - 1) :], random_deck(rng)]
        for _ in range(SCENES_A_DECK):
            deck = decks[int(rng.integers(len(decks)))]
            drawn = scene(rng, deck, SMALL, foreign=decks)
            quads = [card.corners for card in drawn.cards]
            shares = [(card.visible, card.in_frame) for card in drawn.cards]
            yield Sample(
                drawn.image,
                np.array(quads, dtype=np.float64).reshape(-1, 4, 2),
                np.array(shares, dtype=np.float64).reshape(-1, 2),
            )


def part(rng: np.random.Generator, whole: Sample) -> Sample:
    """Return a square of ``whole``, turned by quarters, mirrored, in other light."""
    height, width = whole.image.shape[:2]
    left, top = rng.integers(0, width - SIDE + 1), rng.integers(0, height - SIDE + 1)
    image = whole.image[top : top + SIDE, left : left + SIDE]
    quads = whole.quads - (left, top)
    low, high = quads.min(axis=1), quads.max(axis=1)
    inside = np.clip(high, 0, SIDE) - np.clip(low, 0, SIDE)
    share = inside.prod(axis=1) / np.maximum((high - low).prod(axis=1), 1)
    shares = np.stack([whole.shares[:, 0], np.minimum(whole.shares[:, 1], share)], axis=1)
    turns = int(rng.integers(4))
    image = np.rot90(image, turns)
    for _ in range(turns):
        quads = np.stack([quads[..., 1], SIDE - 1 - quads[..., 0]], axis=2)
    if rng.random() < 0.5:
        image = image[:, ::-1]
        quads = np.stack([SIDE - 1 - quads[..., 0], quads[..., 1]], axis=2)[:, [1, 0, 3, 2]]
    levels = image.astype(np.float32)
    if rng.random() < 0.5:
        levels = levels * np.exp(rng.normal(0, 0.2) + rng.normal(0, 0.1, 3)).astype(np.float32)
    if rng.random() < 0.3:
        levels = levels[..., rng.permutation(3)]
    return Sample(np.clip(levels, 0, 255).astype(np.uint8), quads, shares)


def targets(one: Sample) -> tuple[Array, Array]:
    """Return what the net should say of a square, and how much each of it counts.

    Returns:
        Two arrays of shape (`MAPS`, G, G), float32, G = `SIDE` / `STRIDE`.
    """
    grid = SIDE // STRIDE
    told = np.zeros((MAPS, grid, grid), np.float32)
    counts = np.zeros((MAPS, grid, grid), np.float32)
    counts[0] = counts[7] = 1
    rows, columns = np.mgrid[:grid, :grid].astype(np.float32) + 0.5
    for quad, (visible, in_frame), shown in zip(one.quads, one.shares, one.shown, strict=True):
        places = (quad + 0.5) / STRIDE
        middle = places.mean(axis=0)
        if not (0 <= middle[0] < grid and 0 <= middle[1] < grid):
            continue
        down = complex(*((places[2] + places[3] - places[0] - places[1]) / 4))
        right = complex(*((places[1] + places[2] - places[0] - places[3]) / 4))
        wide = max(0.9, 0.09 * (abs(down) + abs(right)))
        far = (columns - middle[0]) ** 2 + (rows - middle[1]) ** 2
        if not shown:
            if visible > HINTED or in_frame < IN_FRAME:
                counts[0][(far < (2.2 * wide) ** 2) & (told[0] < 0.5)] = 0
            continue
        heat = np.exp(-far / (2 * wide * wide))
        heat[int(middle[1]), int(middle[0])] = 1
        near = (far < 2.6) & (heat >= told[0])
        told[0] = np.maximum(told[0], heat)
        counts[0][heat > 0.5] = 1
        if abs(down) < 0.8 * abs(right):
            down, right = right, down
        sides = doubled(down), doubled(right)
        told[1][near] = middle[0] - columns[near]
        told[2][near] = middle[1] - rows[near]
        for index, side in enumerate(sides):
            told[3 + 2 * index][near] = side.real
            told[4 + 2 * index][near] = side.imag
        counts[1:7, near] = 1
        for corner in places:
            _mark_corner(told, counts, rows, columns, corner)
    return told, counts


def _mark_corner(told: Array, counts: Array, rows: Array, columns: Array, corner: Array) -> None:
    if not (0 <= corner[0] < rows.shape[1] and 0 <= corner[1] < rows.shape[0]):
        return
    far = (columns - corner[0]) ** 2 + (rows - corner[1]) ** 2
    heat = np.exp(-far / (2 * SHARP**2))
    heat[int(corner[1]), int(corner[0])] = 1
    near = (far < 2.3) & (heat >= told[7])
    told[7] = np.maximum(told[7], heat)
    told[8][near] = corner[0] - columns[near]
    told[9][near] = corner[1] - rows[near]
    counts[8:10, near] = 1
