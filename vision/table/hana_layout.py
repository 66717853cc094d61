"""Where things are on a table of Hana-awase: its mat, and the directions round it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.geometry import Points
from vision.table.details import PrintDetails, load_details
from vision.table.layout import Layout, LayoutError, load_layout


@dataclass(frozen=True)
class HanaLayout:
    """The mat of Hana-awase: as large as the other one, its tags at the same places.

    Attributes:
        layout: the whole layout with this mat's tags in place of the other one's.
        details: what else is printed on it.
    """

    layout: Layout
    details: PrintDetails

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


def load_hana_layout(path: Path | None = None, print_scale: float = 1.0) -> HanaLayout:
    """Read the layout at ``path``, or the one that comes with the project.

    Args:
        path: another file in place of the project's own.
        print_scale: at which size the mat was printed, as `vision.table.layout.load_layout` takes
            it; ``details`` stay as they were meant.

    Raises:
        LayoutError: the file is missing, is not JSON, or lacks a key.
    """
    layout, details = load_layout(path, print_scale), load_details(path)
    if len(details.hana.tags) != len(layout.mat.tags):
        raise LayoutError(
            f"the mat of Hana-awase has as many tags as the other one, {len(layout.mat.tags)},"
            f" got {len(details.hana.tags)}"
        )
    tags = dict(zip(details.hana.tags, layout.mat.tags.values(), strict=True))
    return HanaLayout(replace(layout, mat=replace(layout.mat, tags=tags)), details)
