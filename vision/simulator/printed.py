"""The printed parts as flat pictures: the mat, a rack's panel and lip, drawn from the layout."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.geometry import Points
from vision.layout import Layout
from vision.layout_file import default_layout_path
from vision.simulator.pictures import Picture, opaque

if TYPE_CHECKING:
    from companion.frames import BgrImage

SCALE = 4.0
"""Pixels per millimetre at which the parts are drawn."""
PAPER = (246, 250, 250)
INK = (26, 24, 24)
LINE = (150, 146, 142)
TAG_CELLS = 6


@dataclass(frozen=True, slots=True)
class Tracks:
    """Where the tokens' circles are on the mat, millimetres.

    Attributes:
        clues: the middles of the clue track, from the left.
        fuses: likewise.
        diameter: of a circle.
        stagger: by how much each newer card of a firework lies further down.
    """

    clues: tuple[tuple[float, float], ...]
    fuses: tuple[tuple[float, float], ...]
    diameter: float
    stagger: float


def load_tracks() -> Tracks:
    """Return the token tracks of the layout that comes with the project."""
    mat: Mapping[str, Any] = json.loads(default_layout_path().read_text(encoding="utf-8"))["mat"]
    clues, fuses = (
        tuple((float(x), float(y)) for x, y in mat[name]["centres"])
        for name in ("clue_track", "fuse_track")
    )
    return Tracks(clues, fuses, float(mat["clue_track"]["diameter"]), mat["fireworks"]["stagger"])


def zone_fill() -> tuple[int, int, int]:
    """Return the printed grey of the zones, BGR."""
    data = json.loads(default_layout_path().read_text(encoding="utf-8"))
    code = str(data["mat"]["zone_fill"]).lstrip("#")
    red, green, blue = (int(code[index : index + 2], 16) for index in (0, 2, 4))
    return blue, green, red


def _box(
    image: BgrImage, x: float, y: float, width: float, height: float, colour: tuple[int, int, int]
) -> None:
    left, top, right, bottom = (round(v * SCALE) for v in (x, y, x + width, y + height))
    image[max(0, top) : bottom, max(0, left) : right] = colour


def _tags(image: BgrImage, layout: Layout, tags: Mapping[int, Points]) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, layout.dictionary)))
    for tag, corners in tags.items():
        left, top = np.round(corners[0] * SCALE).astype(int).tolist()
        side = round(float(corners[1, 0] - corners[0, 0]) * SCALE)
        cells = cv2.aruco.generateImageMarker(dictionary, tag, TAG_CELLS)
        large = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)
        image[top : top + side, left : left + side] = np.where(
            large[..., None] > 127, np.array(PAPER, np.uint8), np.array(INK, np.uint8)
        )


def draw_mat(layout: Layout, tracks: Tracks) -> Picture:
    """Return the mat, placed by its top left corner."""
    mat = layout.mat
    width, height = (round(v * SCALE) for v in mat.size)
    image: BgrImage = np.full((height, width, 3), PAPER, dtype=np.uint8)
    grey = zone_fill()
    _box(image, *mat.fireworks, grey)
    _box(image, *mat.discards, grey)
    _box(image, *mat.deck, grey)
    for column in range(1, mat.columns):
        x, y, _, tall = mat.column(column)
        _box(image, x - 0.4, y, 0.8, tall, PAPER)
    for x, y in (*tracks.clues, *tracks.fuses):
        middle = (round(x * SCALE), round(y * SCALE))
        radius = round(tracks.diameter / 2 * SCALE)
        cv2.circle(image, middle, radius, LINE, round(0.6 * SCALE), cv2.LINE_AA)
    _tags(image, layout, mat.tags)
    return opaque(image, SCALE)


def draw_rack(layout: Layout, seat: int) -> Picture:
    """Return the face panel of ``seat``, placed by its top left corner."""
    rack = layout.rack(seat)
    width, height = (round(v * SCALE) for v in rack.size)
    image: BgrImage = np.full((height, width, 3), PAPER, dtype=np.uint8)
    left, right = layout.rack_data["slot_fill_x"]
    _box(image, left, 0, right - left, rack.size[1], zone_fill())
    for slot in range(1, rack.slots):
        middle = rack.slot_centre_x(slot) - rack.slot_pitch / 2
        _box(image, middle - 0.3, 0, 0.6, rack.size[1], (168, 166, 164))
    _tags(image, layout, rack.tags)
    return opaque(image, SCALE)


def draw_lip(layout: Layout) -> Picture:
    """Return the strip that holds the cards' feet, placed by its top left corner."""
    rack = layout.rack(0)
    width, height = round(rack.size[0] * SCALE), round(rack.lip_height * SCALE)
    shade = np.linspace(0.98, 0.8, height, dtype=np.float32)[:, None, None]
    strip = np.full((height, width, 3), PAPER, dtype=np.float32) * shade
    strip[: round(0.8 * SCALE)] *= 0.86
    return opaque(strip.round().astype(np.uint8), SCALE)
