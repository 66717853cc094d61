"""What is under everything: the table's wood and the floor, the same for the same seed."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.simulator.pictures import Picture, opaque, stencil

if TYPE_CHECKING:
    from companion.frames import BgrImage

WOOD_SCALE = 1.25
"""Pixels per millimetre of the wood."""
FLOOR_SCALE = 0.35
"""Pixels per millimetre of the floor."""
TABLE_SIZE = (1560.0, 990.0)
"""Millimetres of the table's top."""
TABLE_HEIGHT = 730.0
"""Millimetres of the table's top above the floor."""
FLOOR_SIZE = (5200.0, 3600.0)
"""Millimetres of the floor that is drawn."""
PLANK = 118.0
"""Millimetres, the width of a plank."""
WOODS = {
    "oak": ((112, 158, 192), (72, 108, 146)),
    "walnut": ((72, 104, 136), (40, 62, 88)),
    "cherry": ((84, 118, 172), (50, 72, 122)),
}
"""BGR of the wood's light and dark parts."""
FLOORS = (((92, 84, 78), (60, 54, 50)), ((104, 92, 66), (66, 58, 44)), ((74, 82, 96), (48, 54, 66)))

Field = npt.NDArray[np.float32]


def _noise(
    chance: np.random.Generator, shape: tuple[int, int], along: float, across: float
) -> Field:
    """Return smooth noise of deviation 1, its grain ``along`` by ``across`` pixels."""
    small = (max(4, round(shape[0] / across)), max(4, round(shape[1] / along)))
    rough = chance.standard_normal(small, dtype=np.float32)
    full = cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(full / full.std(), dtype=np.float32)


@lru_cache(maxsize=2)
def draw_table(wood: str, seed: int) -> Picture:
    """Return the table top, placed by its middle."""
    chance = np.random.default_rng([seed, 1])
    light, dark = (np.asarray(colour, dtype=np.float32) for colour in WOODS[wood])
    shape = (round(TABLE_SIZE[1] * WOOD_SCALE), round(TABLE_SIZE[0] * WOOD_SCALE))
    grain = (
        0.30 * _noise(chance, shape, 260, 9)
        + 0.24 * _noise(chance, shape, 150, 3.2)
        + 0.16 * _noise(chance, shape, 60, 1.4)
        + 0.2 * _noise(chance, shape, 500, 60)
    )
    pores = np.clip(_noise(chance, shape, 34, 1.2) - 1.7, 0, 1.5) * 0.5
    planks = round(TABLE_SIZE[1] / PLANK)
    height = shape[0] / planks
    tone = np.zeros(shape, dtype=np.float32)
    for plank in range(planks):
        top, bottom = round(plank * height), round((plank + 1) * height)
        offset = int(chance.integers(shape[1]))
        grain[top:bottom] = np.roll(grain[top:bottom], offset, axis=1)
        joint = int(chance.integers(shape[1] // 5, shape[1] * 4 // 5))
        tone[top:bottom, :joint] = chance.normal(0, 0.1)
        tone[top:bottom, joint:] = chance.normal(0, 0.1)
        tone[top : top + 2] += 1.0
        tone[top:bottom, joint : joint + 2] += 1.0
    share = np.clip(0.42 + 0.5 * grain + tone + pores, 0, 1.5)[..., None]
    image: BgrImage = (light + (dark - light) * share).clip(0, 255).astype(np.uint8)
    away = 14 * WOOD_SCALE
    columns = np.arange(shape[1], dtype=np.float32) + 0.5
    rows = np.arange(shape[0], dtype=np.float32) + 0.5
    across = np.maximum(away - np.minimum(columns, shape[1] - columns), 0)[None, :]
    down = np.maximum(away - np.minimum(rows, shape[0] - rows), 0)[:, None]
    alpha = np.clip(away - np.hypot(across, down) + 0.5, 0, 1)
    return Picture(stencil(image, alpha), WOOD_SCALE, (TABLE_SIZE[0] / 2, TABLE_SIZE[1] / 2))


@lru_cache(maxsize=2)
def draw_floor(seed: int) -> Picture:
    """Return boards far below the table, out of focus, placed by their middle."""
    chance = np.random.default_rng([seed, 2])
    light, dark = (
        np.asarray(colour, dtype=np.float32) for colour in FLOORS[int(chance.integers(len(FLOORS)))]
    )
    shape = (round(FLOOR_SIZE[1] * FLOOR_SCALE), round(FLOOR_SIZE[0] * FLOOR_SCALE))
    tone = 0.18 * _noise(chance, shape, 90, 8)
    board = round(140 * FLOOR_SCALE)
    for top in range(0, shape[0], board):
        left = -int(chance.integers(400))
        while left < shape[1]:
            length = int(chance.integers(200, 420))
            right = max(left + length, 0)
            begin = max(left, 0)
            tone[top : top + board, begin:right] += chance.normal(0.5, 0.2)
            tone[top : top + 2, begin:right] += 0.7
            tone[top : top + board, begin : begin + 2] += 0.7
            left += length
    soft = cv2.GaussianBlur(tone, (0, 0), 1.6)
    image = light + (dark - light) * np.clip(soft, 0, 1.4)[..., None]
    floor = opaque(image.clip(0, 255).astype(np.uint8), FLOOR_SCALE)
    return Picture(floor.image, FLOOR_SCALE, (FLOOR_SIZE[0] / 2, FLOOR_SIZE[1] / 2))


def rack_shadow(width: float) -> Picture:
    """Return the shadow behind a rack of ``width`` millimetres, placed at the panel's foot."""
    scale, reach, tall = 0.5, 40.0, 118.0
    shape = (round((tall + 2 * reach) * scale), round((width + 2 * reach) * scale))
    alpha = np.zeros(shape, dtype=np.float32)
    edge = round(reach * scale)
    alpha[edge:-edge, edge:-edge] = 0.5
    soft = cv2.GaussianBlur(alpha, (0, 0), 15 * scale)
    return Picture(stencil((0, 0, 0), np.asarray(soft)), scale, (width / 2 + reach, reach))
