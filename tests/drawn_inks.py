"""Decks whose suits differ by the colour of their ink alone, as plain as can be."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.deck import Deck, Exemplar, exemplar_pixels

SIZE = (63.0, 88.0)
PAPER = (235, 244, 228)
BLUISH = (230, 205, 160)
"""Papers, BGR."""
RANKS = (1, 2, 3, 4)

Ink = tuple[int, int, int]
"""BGR."""


def inked_deck(inks: Mapping[str, Ink], paper: Ink = PAPER, thick: int = cv2.FILLED) -> Deck:
    """Return a deck of four cards of each suit: as many discs as the card's rank.

    ``thick``: pixels across the line of a ring that is drawn instead of each disc.
    """
    faces = [
        Exemplar(f"{suit}{rank}", _face(ink, rank, paper, thick))
        for suit, ink in inks.items()
        for rank in RANKS
    ]
    return Deck("pale", SIZE, tuple(faces))


def _face(ink: Ink, rank: int, paper: Ink, thick: int) -> np.ndarray:
    width, height = exemplar_pixels(SIZE)
    image = np.full((height, width, 3), paper, np.uint8)
    for number in range(rank):
        place = (round(width * (0.3 + 0.4 * (number % 2))), round(height * (0.2 + 0.15 * number)))
        cv2.circle(image, place, 22, ink, thick, cv2.LINE_AA)
    return image
