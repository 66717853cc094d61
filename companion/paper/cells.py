"""Squares of a grid as few boxes: tags and QR codes, sharp at any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.paper.shapes import Rect, Rgb

CellGrid = Sequence[Sequence[bool]]


def cells(grid: CellGrid, x: float, y: float, cell: float, fill: Rgb) -> Iterator[Rect]:
    """Yield boxes that fill the true cells of ``grid``, rows of ``cell`` millimetres from x, y.

    Rows and columns both: between two boxes that only touch, a viewer shows a hair of what is
    below.
    """
    for row, start, length in _runs(grid):
        yield Rect(x + start * cell, y + row * cell, length * cell, cell, fill=fill)
    for column, start, length in _runs(list(zip(*grid, strict=True))):
        if length > 1:
            yield Rect(x + column * cell, y + start * cell, cell, length * cell, fill=fill)


def _runs(grid: CellGrid) -> Iterator[tuple[int, int, int]]:
    """Yield row, first cell and number of cells of each run of true ones."""
    for row, line in enumerate(grid):
        at = 0
        for filled, run in groupby(map(bool, line)):
            length = len(list(run))
            if filled:
                yield row, at, length
            at += length
