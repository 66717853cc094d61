"""The project's own deck, to print and to cut."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from gettext import NullTranslations

import cv2
import numpy as np

from companion.language.names import ENGLISH
from companion.paper.pages import PAPERS, UNPRINTED
from companion.paper.shapes import GREY, Drawing, PlacedPicture, Shape, line
from vision.deck import BACK
from vision.drawing.artwork import CARD_SIZE, FINE_MASTER, draw_back, draw_card

PRINT_QUALITY = 92
"""Of the JPEGs inside; at 12 pixels per millimetre nothing of it is seen on paper."""
CUT_MARGIN = 2.5
"""Millimetres round the cards, for the marks to cut along."""


def cards(
    labels: Sequence[str],
    paper: str,
    *,
    backs: bool = True,
    language: NullTranslations = ENGLISH,
) -> tuple[Drawing, ...]:
    """Return sheets with the cards ``labels``, each followed by one with their backs.

    A sheet of backs is filled whole, so it fits whichever way the paper is turned over.

    Args:
        labels: of `vision.drawing.artwork.LABELS`, copies included.
        paper: a key of `companion.paper.pages.PAPERS`.
        backs: whether there are sheets with backs.
        language: of the titles.
    """
    columns, rows = grid(paper)
    each = columns * rows
    count = -(-len(labels) // each)
    sheets = []
    for number in range(count):
        title = language.gettext("Cards, sheet {number} of {count}").format(
            number=number + 1, count=count
        )
        shown = labels[number * each : (number + 1) * each]
        sheets.append(_sheet(shown, columns, rows, title))
        if backs:
            title = language.gettext("Backs of the cards")
            sheets.append(_sheet([BACK] * each, columns, rows, title))
    return tuple(sheets)


def grid(paper: str) -> tuple[int, int]:
    """Return how many columns and rows of cards a sheet holds, upright or on its side."""
    width, height = PAPERS[paper]

    def held(across: float, down: float) -> tuple[int, int]:
        room = 2 * (UNPRINTED + CUT_MARGIN)
        return int((across - room) // CARD_SIZE[0]), int((down - room) // CARD_SIZE[1])

    return max(held(width, height), held(height, width), key=lambda each: each[0] * each[1])


def _sheet(labels: Sequence[str], columns: int, rows: int, title: str) -> Drawing:
    width, height = CARD_SIZE
    shapes: list[Shape] = []
    for index, label in enumerate(labels):
        x = CUT_MARGIN + index % columns * width
        y = CUT_MARGIN + index // columns * height
        shapes.append(PlacedPicture(x, y, width, height, _jpeg(label)))
    size = (columns * width + 2 * CUT_MARGIN, rows * height + 2 * CUT_MARGIN)
    for column in range(columns + 1):
        x = CUT_MARGIN + column * width
        shapes += [
            line(x, 0, x, CUT_MARGIN - 0.5, line=GREY),
            line(x, size[1] - CUT_MARGIN + 0.5, x, size[1], line=GREY),
        ]
    for row in range(rows + 1):
        y = CUT_MARGIN + row * height
        shapes += [
            line(0, y, CUT_MARGIN - 0.5, y, line=GREY),
            line(size[0] - CUT_MARGIN + 0.5, y, size[0], y, line=GREY),
        ]
    return Drawing(size, tuple(shapes), title)


@lru_cache(maxsize=40)
def _jpeg(label: str) -> bytes:
    image = draw_back(FINE_MASTER) if label == BACK else draw_card(label, FINE_MASTER)
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, PRINT_QUALITY])
    assert done
    return np.asarray(data).tobytes()
