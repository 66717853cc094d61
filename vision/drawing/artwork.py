"""The project's own Hanabi deck, drawn by code: to print, to play and to simulate with.

Every suit has a colour, a symbol and a burst of its own, so nobody needs to tell the colours
apart. The rank is a large figure in two corners and the number of bursts. Lengths in here are
millimetres on the card, `CARD_SIZE`, origin top left, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.deck import BACK, EXEMPLAR_SCALE, Deck, Exemplar
from vision.drawing.sheet import SHIFT, Colour, Polyline, Sheet

if TYPE_CHECKING:
    from companion.frames import BgrImage
from vision.drawing.suit_shapes import crescent, diamond, drop, flake, flower, leaf, star

CARD_SIZE = (63.0, 88.0)
"""Millimetres."""
SUITS = "rygbwmk"
OWN = "own"
"""What this deck is called where people name decks."""
LABELS = tuple(f"{suit}{rank}" for suit in SUITS for rank in range(1, 6))
"""All faces: five suits, the multicolour and the black one."""
DRAWN_RADIUS = 3.0
"""Millimetres; how round a drawn card's corners are."""
FINE_MASTER, COARSE_MASTER = 12.0, 6.0
"""Pixels per millimetre at which a face is drawn before it is brought to size."""
GLOW = 0.34
"""How far the sky takes on a burst's colour at its middle."""

BORDER: Colour = (250, 252, 253)
CREAM: Colour = (225, 240, 250)
INK: Colour = (24, 18, 20)

Bursts = dict[int, tuple[tuple[float, float, float], ...]]
"""Rank to the bursts' middles and radii."""
LADDERS: Bursts = {
    1: ((31.5, 44.0, 22.0),),
    2: ((45.0, 31.5, 15.0), (18.0, 56.5, 15.0)),
    3: ((44.0, 18.0, 12.0), (31.5, 44.0, 14.0), (19.0, 70.0, 12.0)),
    4: ((42.0, 17.5, 11.6), (16.8, 44.5, 11.6), (46.2, 43.5, 11.6), (21.0, 70.5, 11.6)),
    5: (
        (28.5, 15.0, 10.2),
        (48.2, 25.0, 10.2),
        (46.0, 46.8, 10.2),
        (14.8, 43.0, 10.2),
        (27.0, 69.0, 10.2),
    ),
}
RINGS: Bursts = {
    1: ((31.5, 44.0, 22.0),),
    2: ((33.0, 22.0, 15.0), (30.0, 66.0, 15.0)),
    3: ((29.5, 18.0, 12.0), (46.0, 43.0, 12.0), (19.5, 65.0, 12.0)),
    4: ((33.0, 16.0, 11.4), (47.0, 40.0, 11.4), (16.0, 48.0, 11.4), (30.0, 72.0, 11.4)),
    5: (
        (33.0, 14.8, 10.2),
        (49.0, 31.0, 10.0),
        (31.5, 44.0, 10.4),
        (14.0, 57.0, 10.0),
        (30.0, 73.2, 10.2),
    ),
}
"""The other half of the suits, so that faces of one rank differ in more than their colour."""


@dataclass(frozen=True, slots=True)
class SuitDesign:
    """How one suit looks.

    Attributes:
        symbol: the outline that stands for the suit, in a unit circle.
        colours: BGR; one, or the rainbow of the multicolour suit.
        sky: BGR at the card's top and bottom.
        rays: how many rays leave each burst.
        bursts: where they are, by rank.
        reach: where a ray begins and ends, in radii of the burst.
    """

    symbol: Polyline
    colours: tuple[Colour, ...]
    sky: tuple[Colour, Colour]
    rays: int
    bursts: Bursts
    reach: tuple[float, float] = (0.7, 0.9)


RAINBOW: tuple[Colour, ...] = (
    (60, 60, 235),
    (40, 150, 250),
    (60, 225, 250),
    (90, 200, 90),
    (230, 160, 60),
    (215, 90, 160),
)
LOOKS: dict[str, SuitDesign] = {
    "r": SuitDesign(diamond(), ((44, 34, 240),), ((30, 14, 52), (36, 20, 96)), 12, RINGS),
    "y": SuitDesign(star(5, 0.45), ((20, 214, 255),), ((18, 34, 50), (12, 62, 92)), 10, LADDERS),
    "g": SuitDesign(leaf(), ((62, 204, 34),), ((26, 40, 12), (38, 78, 16)), 14, RINGS),
    "b": SuitDesign(drop(), ((255, 140, 26),), ((62, 22, 10), (122, 48, 14)), 16, LADDERS),
    "w": SuitDesign(flake(), ((252, 250, 248),), ((64, 52, 48), (118, 104, 96)), 6, RINGS),
    "m": SuitDesign(flower(6), RAINBOW, ((52, 16, 40), (112, 30, 82)), 18, LADDERS),
    "k": SuitDesign(crescent(), ((34, 26, 28),), ((236, 222, 214), (160, 190, 244)), 8, RINGS),
}


class _Sheet(Sheet):
    """A card of this deck while it is drawn, at ``scale`` pixels per millimetre."""

    def __init__(self, scale: float) -> None:
        super().__init__(CARD_SIZE, scale, BORDER)

    def sky(self, top: Colour, bottom: Colour, margin: float, radius: float) -> None:
        """Fill the card inside ``margin`` with a gradient."""
        share = np.linspace(0, 1, self.size[1], dtype=np.float32)[:, None, None]
        gradient = (
            np.asarray(top, np.float32) * (1 - share) + np.asarray(bottom, np.float32) * share
        )
        mask = np.zeros((self.size[1], self.size[0]), dtype=np.uint8)
        cv2.fillPoly(mask, [self.fixed(rounded(margin, radius))], 255, cv2.LINE_AA, SHIFT)
        cover = mask[..., None].astype(np.float32) / 255
        self.image = (self.image * (1 - cover) + gradient * cover).round().astype(np.uint8)

    def glow(self, bursts: tuple[tuple[float, float, float], ...], colour: Colour) -> None:
        """Let ``colour`` shine round the bursts."""
        columns = (np.arange(self.size[0], dtype=np.float32) + 0.5) / self.scale
        rows = (np.arange(self.size[1], dtype=np.float32) + 0.5) / self.scale
        dark = np.ones((self.size[1], self.size[0]), dtype=np.float32)
        for x, y, radius in bursts:
            across = np.exp(-1.6 * ((columns - x) / radius) ** 2)
            down = np.exp(-1.6 * ((rows - y) / radius) ** 2)
            dark *= 1 - GLOW * np.outer(down, across)
        tint = np.asarray(colour, dtype=np.float32)
        self.image = (tint + (self.image - tint) * dark[..., None]).round().astype(np.uint8)


def rounded(margin: float, radius: float) -> Polyline:
    """Return the outline of a rectangle ``margin`` inside the card's edge, with round corners."""
    quarter = np.linspace(0, np.pi / 2, 12)
    arc = np.column_stack([-np.cos(quarter), -np.sin(quarter)]) * radius
    near, far = margin + radius, np.array(CARD_SIZE) - margin - radius
    corners = [(near, near), (far[0], near), (far[0], far[1]), (near, far[1])]
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    parts = []
    for corner in corners:
        parts.append(arc + corner)
        arc = arc @ turn
    return np.vstack(parts)


def _arc(x: float, y: float, across: float, down: float, start: float, end: float) -> Polyline:
    """Return part of an ellipse; degrees clockwise from the right."""
    angles = np.radians(np.linspace(start, end, 24))
    return np.column_stack([x + across * np.cos(angles), y + down * np.sin(angles)])


FIGURES: dict[int, tuple[Polyline, ...]] = {
    1: (np.array([[0.08, 0.24], [0.34, 0.0], [0.34, 1.0]]), np.array([[0.08, 1.0], [0.6, 1.0]])),
    2: (np.vstack([_arc(0.31, 0.29, 0.28, 0.29, -170, 35), [[0.04, 1.0], [0.62, 1.0]]]),),
    3: (
        np.vstack(
            [[[0.06, 0.0], [0.57, 0.0], [0.3, 0.38]], _arc(0.29, 0.69, 0.31, 0.31, -80, 150)]
        ),
    ),
    4: (np.array([[0.46, 1.0], [0.46, 0.0], [0.0, 0.7], [0.66, 0.7]]),),
    5: (
        np.vstack(
            [[[0.56, 0.0], [0.12, 0.0], [0.08, 0.46]], _arc(0.29, 0.67, 0.32, 0.33, -120, 150)]
        ),
    ),
}
"""Strokes of the figures in a box 0.6 wide and 1 high."""
FIGURE_HEIGHT = 12.5
"""Millimetres that a figure is high."""
FIGURE_AT = (7.6, 8.2)
"""Millimetres from the card's top left to that of a figure's box."""
FIGURE_STROKE = 3.0
"""Millimetres; how thick a figure's strokes are, without the ring round them."""


def _lighter(colour: Colour, share: float) -> Colour:
    blue, green, red = (round(level + (255 - level) * share) for level in colour)
    return (blue, green, red)


def _corner(sheet: _Sheet, suit: SuitDesign, rank: int) -> None:
    """Draw the rank's figure and the suit's symbol below it, top left."""
    dark = suit is LOOKS["k"]
    ring, face = (CREAM, suit.colours[0]) if dark else (INK, suit.colours[0])
    if len(suit.colours) > 1:
        face = BORDER
    for width, colour in ((FIGURE_STROKE + 1.6, ring), (FIGURE_STROKE, face)):
        for line in FIGURES[rank]:
            sheet.stroke(line * FIGURE_HEIGHT + np.array(FIGURE_AT), colour, width)
    middle = np.array([FIGURE_AT[0] + 3.9, FIGURE_AT[1] + FIGURE_HEIGHT + 6.6])
    sheet.fill(suit.symbol * 4.3 + middle, ring)
    sheet.fill(suit.symbol * 3.6 + middle, face)


def _burst(sheet: _Sheet, suit: SuitDesign, x: float, y: float, radius: float, turn: float) -> None:
    middle = np.array([x, y])
    start, end = suit.reach
    thick = max(0.5, radius * 0.075)
    for index in range(suit.rays):
        angle = turn + 2 * np.pi * index / suit.rays
        way = np.array([np.sin(angle), -np.cos(angle)])
        long = end if index % 2 == 0 else end - 0.14
        colour = suit.colours[index % len(suit.colours)]
        sheet.stroke(
            np.stack([middle + way * start * radius, middle + way * long * radius]), colour, thick
        )
        tip = middle + way * (long + 0.06) * radius
        size = radius * (0.085 if index % 2 == 0 else 0.06)
        sheet.dot(float(tip[0]), float(tip[1]), size, _lighter(colour, 0.15))
    if len(suit.colours) > 1:
        for index, colour in enumerate(suit.colours):
            angle = 2 * np.pi * index / len(suit.colours)
            petal = middle + np.array([np.sin(angle), -np.cos(angle)]) * 0.31 * radius
            sheet.dot(float(petal[0]), float(petal[1]), radius * 0.2, colour)
        sheet.dot(x, y, radius * 0.15, BORDER)
        return
    sheet.fill(suit.symbol * radius * 0.64 + middle, suit.colours[0])
    if suit is not LOOKS["k"]:
        sheet.fill(suit.symbol * radius * 0.26 + middle, _lighter(suit.colours[0], 0.35))


def _face(label: str, scale: float) -> BgrImage:
    suit, rank = LOOKS[label[0]], int(label[1])
    sheet = _Sheet(scale)
    sheet.sky(*suit.sky, margin=2.2, radius=2.4)
    bursts = suit.bursts[rank]
    sheet.glow(bursts, suit.colours[0])
    stars = np.random.default_rng([SUITS.index(label[0]), rank])
    faint = _lighter(suit.sky[1], 0.35) if label[0] != "k" else CREAM
    for spot in stars.uniform((4, 4, 0.15), (59, 84, 0.4), size=(46, 3)):
        sheet.dot(float(spot[0]), float(spot[1]), float(spot[2]), faint)
    for index, (x, y, radius) in enumerate(bursts):
        _burst(sheet, suit, x, y, radius, 0.21 * index)
    _corner(sheet, suit, rank)
    sheet.image = np.ascontiguousarray(sheet.image[::-1, ::-1])
    _corner(sheet, suit, rank)
    return np.ascontiguousarray(sheet.image[::-1, ::-1])


def _back(scale: float) -> BgrImage:
    sheet = _Sheet(scale)
    sheet.sky((86, 52, 20), (112, 72, 26), margin=2.2, radius=2.4)
    line, gold = (150, 108, 58), (120, 190, 226)
    for row in range(12):
        for column in range(8):
            x, y = 4.0 + column * 9.0 - (row % 2) * 4.5, 8.0 + row * 8.0
            for radius in (4.4, 3.0, 1.6):
                ring = np.array([[x, y]]) + _arc(0, 0, radius, radius, 180, 360)
                sheet.stroke(ring, line, 0.35)
    edge = np.full(sheet.image.shape[:2], 255, dtype=np.uint8)
    cv2.fillPoly(edge, [sheet.fixed(rounded(2.2, 2.4))], 0, cv2.LINE_AA, SHIFT)
    sheet.image[edge > 127] = BORDER
    sheet.stroke(rounded(4.4, 1.6), gold, 0.5, closed=True)
    sheet.dot(31.5, 44.0, 13.6, gold)
    sheet.dot(31.5, 44.0, 12.9, (70, 38, 16))
    for index, look in enumerate(LOOKS[letter] for letter in "rygbw"):
        angle = 2 * np.pi * index / 5
        at = np.array([31.5 + 7.6 * np.sin(angle), 44.0 - 7.6 * np.cos(angle)])
        sheet.fill(look.symbol * 2.7 + at, gold)
    sheet.fill(star(8, 0.5) * 3.4 + [31.5, 44.0], gold)
    return sheet.image


@lru_cache(maxsize=64)
def _master(label: str, scale: float) -> BgrImage:
    image = _back(scale) if label == BACK else _face(label, scale)
    image.setflags(write=False)
    return image


def _at_scale(label: str, scale: float) -> BgrImage:
    if scale <= 0:
        raise ValueError(f"scale is pixels per millimetre and above 0, got {scale}")
    size = (round(CARD_SIZE[0] * scale), round(CARD_SIZE[1] * scale))
    master = _master(label, COARSE_MASTER if scale <= COARSE_MASTER / 2 else FINE_MASTER)
    how = cv2.INTER_AREA if size[0] <= master.shape[1] else cv2.INTER_CUBIC
    # A copy, also where nothing has to be resized: the master is kept.
    return np.array(cv2.resize(master, size, interpolation=how), dtype=np.uint8)


def draw_card(label: str, scale: float) -> BgrImage:
    """Return the face ``label`` at ``scale`` pixels per millimetre, with square corners.

    Raises:
        ValueError: ``label`` is not one of `LABELS`, or ``scale`` is not above 0.
    """
    if label not in LABELS:
        raise ValueError(f"a face is one of {LABELS[0]} to {LABELS[-1]}, got {label!r}")
    return _at_scale(label, scale)


def draw_back(scale: float) -> BgrImage:
    """Return the back of all cards at ``scale`` pixels per millimetre, with square corners."""
    return _at_scale(BACK, scale)


def build_deck(name: str = OWN) -> Deck:
    """Return this deck as the eyes know it, as if it had been learnt from perfect pictures."""
    faces = [Exemplar(label, draw_card(label, EXEMPLAR_SCALE)) for label in LABELS]
    return Deck(name, CARD_SIZE, (*faces, Exemplar(BACK, draw_back(EXEMPLAR_SCALE))))
