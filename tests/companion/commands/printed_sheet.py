"""The control sheet as a printer gives it, with a bank card on it: no hand has to lay one there."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.cli import main
from vision.printing.control import CARD, CARD_AT, control_tags
from vision.table.tags import TagFinder

MM = 300 / 25.4
"""Pixels of a sheet that is printed into a picture."""


def photo_of_the_control_sheet(folder: Path, scale: float, name: str) -> Path:
    """Write a picture of it, printed at ``scale`` and seen straight from above, as ``name``."""
    out = folder / "r.png"
    assert main(["print", "racks", "--players", "1", "--paper", "a3", "--out", str(out)]) == 0
    picture = cv2.imread(str(sorted(folder.glob("r-*.png"))[-1]))
    assert picture is not None
    found = TagFinder("DICT_4X4_50").find(np.asarray(picture, np.uint8))
    left, top = found[20][0] + (np.array(CARD_AT) - control_tags()[20][0]) * MM
    width, height = (side * MM / scale for side in CARD)
    middle = np.array([left, top]) + np.array(CARD) * MM / 2
    x, y = (int(v) for v in middle - np.array([width, height]) / 2)
    picture[y : y + round(height), x : x + round(width)] = (40, 90, 160)
    cv2.imwrite(str(folder / name), cv2.resize(picture, None, fx=0.5, fy=0.5))
    return folder / name
