"""The printed mat of Hana-awase, and where cards lie round it; from ``table/layout.json``."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from vision.geometry import Points
from vision.layout import Box, Layout, LayoutError, load_layout
from vision.layout_file import default_layout_path


@dataclass(frozen=True)
class HanaMat:
    """The mat of Hana-awase: as large as the other one, its tags at the same places.

    Attributes:
        layout: the whole layout with this mat's tags in place of the other one's.
        field: where the cards of the table lie, millimetres.
        stock: where the stock lies.
        card: width and height of the cards that it was drawn for.
    """

    layout: Layout
    field: Box
    stock: Box
    card: tuple[float, float]

    def is_on(self, points: Points) -> bool:
        """Whether the middle of ``points``, millimetres on the mat, is on the mat itself."""
        x, y = points.mean(axis=0)
        width, height = self.layout.mat.size
        return bool(0 <= x <= width and 0 <= y <= height)

    def turn(self, points: Points) -> float:
        """Return in which direction a card lies from the mat's middle, as a share of a turn.

        0 is the middle of the lower long side, where seat 0 sits; it grows clockwise to 1.

        Args:
            points: the card's corners, shape (4, 2), millimetres on the mat.
        """
        width, height = self.layout.mat.size
        x, y = points.mean(axis=0) - np.array([width / 2, height / 2])
        return float(np.arctan2(-x, y) / (2 * np.pi)) % 1.0


def load_hana_mat(path: Path | Traversable | None = None) -> HanaMat:
    """Read the mat from the layout at ``path``, or from the one that comes with the project.

    Raises:
        LayoutError: the file is missing, is not JSON, or lacks a key.
    """
    source = path if path is not None else default_layout_path()
    layout = load_layout(source)
    try:
        data = json.loads(source.read_text(encoding="utf-8"))["mat_hana"]
        tags = dict(zip(data["tag_ids"], layout.mat.tags.values(), strict=True))
        boxes = [
            (part["x"], part["y"], part["width"], part["height"])
            for part in (data["field"], data["stock"])
        ]
        card = (float(data["card"][0]), float(data["card"][1]))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise LayoutError(f"the table layout {source} is not usable: {error!r}") from error
    mat = replace(layout.mat, tags=tags)
    return HanaMat(replace(layout, mat=mat), boxes[0], boxes[1], card)
