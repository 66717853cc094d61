"""Contact sheets: the cards that were not read right, side by side, with what was said of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.scenes import Corners, Verdict

ORDER = ("wrong", "false", "unknown", "missed")
CARD = (126, 176)
"""Pixels of a card on a sheet; hanafuda are stretched to it."""
MARGIN = 20
"""Pixels of the table round it."""
LINES = 4
LINE = 15
ACROSS, DOWN = 8, 4
FONT = cv2.FONT_HERSHEY_SIMPLEX
COLOURS = {
    "wrong": (40, 40, 230),
    "false": (200, 60, 200),
    "unknown": (30, 160, 230),
    "missed": (160, 160, 160),
}

Tile = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Shown:
    """A card on a sheet: the picture of it, and what to write below."""

    kind: str
    picture: Tile
    lines: tuple[str, ...]


def show(image: Tile, verdict: Verdict, name: str) -> Shown:
    """Cut a card out of its picture."""
    answer = verdict.answer
    said = "-" if answer is None else answer.label or "?"
    note = answer.note if answer else ""
    lines = (f"{verdict.kind}: {verdict.truth}", f"read {said}", note, name)
    return Shown(verdict.kind, _cut(image, verdict.corners), lines)


def write_sheets(shown: Sequence[Shown], folder: Path, name: str) -> list[Path]:
    """Write the cards in as many sheets as it takes, the worst first; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = sorted(shown, key=lambda one: (ORDER.index(one.kind), one.lines))
    paths = []
    for page in range(0, len(ordered), ACROSS * DOWN):
        paths.append(folder / f"{name}-{page // (ACROSS * DOWN) + 1}.jpg")
        sheet = _sheet(ordered[page : page + ACROSS * DOWN])
        paths[-1].write_bytes(cv2.imencode(".jpg", sheet)[1].tobytes())
    return paths


def _cut(image: Tile, corners: Corners) -> Tile:
    width, height = CARD
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + MARGIN
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), flat.astype(np.float32))
    size = (width + 2 * MARGIN, height + 2 * MARGIN)
    return np.asarray(cv2.warpPerspective(image, way, size, flags=cv2.INTER_AREA), dtype=np.uint8)


def _sheet(cards: Sequence[Shown]) -> Tile:
    width, height = CARD[0] + 2 * MARGIN + 4, CARD[1] + 2 * MARGIN + LINES * LINE + 8
    rows = -(-len(cards) // ACROSS)
    sheet: Tile = np.full((rows * height, ACROSS * width, 3), 25, dtype=np.uint8)
    for index, card in enumerate(cards):
        top, left = index // ACROSS * height, index % ACROSS * width
        down, across = card.picture.shape[:2]
        sheet[top : top + down, left : left + across] = card.picture
        for number, line in enumerate(card.lines):
            place = (left + 3, top + down + (number + 1) * LINE - 2)
            colour = COLOURS[card.kind] if number == 0 else (220, 220, 220)
            cv2.putText(sheet, line, place, FONT, 0.42, colour, 1, cv2.LINE_AA)
    return sheet
