"""The project's own hanafuda pack, drawn by code: to print, to play and to simulate with.

48 faces of 33 x 54 mm: each month has its plant, drawn in four ways, and what stands beside it.
No two cards are alike, the chaff neither.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.hana_awase.cards import DECK, Card
from vision.deck import BACK, EXEMPLAR_SCALE, Deck, Exemplar
from vision.drawing.sheet import Colour, Sheet
from vision.hanafuda.figures import FIGURES
from vision.hanafuda.plants import PLANTS
from vision.hanafuda.shapes import arc

if TYPE_CHECKING:
    from companion.frames import BgrImage

CARD_SIZE = (33.0, 54.0)
"""Millimetres."""
LABELS = tuple(card.label for card in DECK)
"""All faces, month by month."""
MASTER = 12.0
"""Pixels per millimetre at which a face is drawn before it is brought to size."""
WHITE_RIM = 2.0
"""Millimetres of white that a face keeps at its edge, whatever grew over it."""
PAPER: Colour = (246, 250, 251)
GROUND: Colour = (214, 234, 243)
BACKED: Colour = (40, 32, 120)


def _inside(sheet: Sheet) -> None:
    """Make the border white again, whatever grew over it."""
    edge = round(WHITE_RIM * sheet.scale)
    kept = sheet.image[edge:-edge, edge:-edge].copy()
    sheet.image[:] = PAPER
    sheet.image[edge:-edge, edge:-edge] = kept


def _face(card: Card) -> BgrImage:
    sheet = Sheet(CARD_SIZE, MASTER, GROUND)
    way = [other for other in DECK if other.month == card.month].index(card)
    figure = FIGURES.get(card.name)
    if card.name == "moon":  # the sky lies behind everything
        FIGURES["moon"](sheet)
    PLANTS[card.month - 1](sheet, way)
    if figure is not None and card.name != "moon":
        figure(sheet)
    _inside(sheet)
    return sheet.image


def _back() -> BgrImage:
    sheet = Sheet(CARD_SIZE, MASTER, BACKED)
    for row in range(14):
        for column in range(8):
            middle = (2.0 + column * 4.8 - (row % 2) * 2.4, 4.0 + row * 4.0)
            for radius in (2.2, 1.3):
                sheet.stroke(arc(radius, radius, 180, 360) + np.array(middle), (90, 80, 190), 0.3)
    return sheet.image


@lru_cache(maxsize=64)
def _master(label: str) -> BgrImage:
    image = _back() if label == BACK else _face(Card.parse(label))
    image.setflags(write=False)
    return image


def draw_card(label: str, scale: float) -> BgrImage:
    """Return the face ``label``, or the ``back``, at ``scale`` pixels per millimetre.

    Raises:
        ValueError: there is no such card, or ``scale`` is not above 0.
    """
    if scale <= 0:
        raise ValueError(f"scale is pixels per millimetre and above 0, got {scale}")
    master = _master(label)
    size = (round(CARD_SIZE[0] * scale), round(CARD_SIZE[1] * scale))
    how = cv2.INTER_AREA if size[0] <= master.shape[1] else cv2.INTER_CUBIC
    return np.array(cv2.resize(master, size, interpolation=how), dtype=np.uint8)


def build_deck(name: str = "own hanafuda") -> Deck:
    """Return this pack as the eyes know it, as if it had been learnt from perfect pictures."""
    return Deck(
        name,
        CARD_SIZE,
        tuple(Exemplar(label, draw_card(label, EXEMPLAR_SCALE)) for label in (*LABELS, BACK)),
    )
