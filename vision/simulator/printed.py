"""The printed parts as flat pictures: what `vision.printing` draws, printed at home."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.paper.shapes import BLACK, WHITE, Anchor, Circle, Path, Rect, Rgb, Shape, Text
from vision.printing.mat import hana_mat, mat
from vision.printing.racks import panel
from vision.simulator.pictures import Picture, opaque
from vision.table.details import PrintDetails
from vision.table.layout import Layout

if TYPE_CHECKING:
    from companion.frames import BgrImage

DRAWN_SCALE = 4.0
"""Pixels per millimetre at which the parts are drawn."""
PAPER = (246, 250, 250)
INK = (26, 24, 24)
"""BGR: a printer's white is a little warm, and its black no black."""
LETTER = 0.73
"""Height of a capital, in font sizes."""
HERSHEY = 21.0
"""Height of a capital of OpenCV's font at its scale of 1, pixels."""
BOLD = 4.0
"""Stroke of a bold letter of that font at its scale of 1, pixels."""


def draw_mat(layout: Layout, details: PrintDetails) -> Picture:
    """Return the mat, placed by its top left corner."""
    return opaque(_painted(layout.mat.size, mat(layout, details).shapes), DRAWN_SCALE)


def draw_hana_mat(layout: Layout, details: PrintDetails) -> Picture:
    """Return the mat of Hana-awase, placed by its top left corner."""
    return opaque(_painted(layout.mat.size, hana_mat(layout, details).shapes), DRAWN_SCALE)


def draw_rack(layout: Layout, details: PrintDetails, seat: int) -> Picture:
    """Return the face panel of ``seat``, placed by its top left corner."""
    return opaque(_painted(layout.rack(seat).size, panel(layout, details, seat)), DRAWN_SCALE)


def draw_lip(layout: Layout) -> Picture:
    """Return the strip that holds the cards' feet, placed by its top left corner."""
    rack = layout.rack(0)
    width, height = round(rack.size[0] * DRAWN_SCALE), round(rack.lip_height * DRAWN_SCALE)
    shade = np.linspace(0.98, 0.8, height, dtype=np.float32)[:, None, None]
    strip = np.full((height, width, 3), PAPER, dtype=np.float32) * shade
    strip[: round(0.8 * DRAWN_SCALE)] *= 0.86
    return opaque(strip.round().astype(np.uint8), DRAWN_SCALE)


def _painted(size: tuple[float, float], shapes: Iterable[Shape]) -> BgrImage:
    """Paint the shapes that printed parts are made of.

    Raises:
        TypeError: a part has a shape that nobody can paint here yet.
    """
    width, height = (round(side * DRAWN_SCALE) for side in size)
    image: BgrImage = np.full((height, width, 3), PAPER, dtype=np.uint8)
    for shape in shapes:
        match shape:
            case Rect(fill=fill) if fill is not None:
                ends = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
                left, top, right, bottom = (max(0, round(value * DRAWN_SCALE)) for value in ends)
                image[top:bottom, left:right] = _ink(fill)
            case Circle():
                middle = (round(shape.x * DRAWN_SCALE), round(shape.y * DRAWN_SCALE))
                radius, stroke = (
                    round(shape.radius * DRAWN_SCALE),
                    round(shape.stroke * DRAWN_SCALE),
                )
                if shape.fill is not None:
                    cv2.circle(image, middle, radius, _ink(shape.fill), cv2.FILLED, cv2.LINE_AA)
                if shape.line is not None:
                    ink = _ink(shape.line)
                    cv2.circle(image, middle, radius, ink, max(1, stroke), cv2.LINE_AA)
            case Path():
                points = np.round(np.array(shape.points) * DRAWN_SCALE).astype(np.int32)
                if shape.fill is not None:
                    cv2.fillPoly(image, [points], _ink(shape.fill), cv2.LINE_AA)
                if shape.line is not None:
                    stroke, ink = max(1, round(shape.stroke * DRAWN_SCALE)), _ink(shape.line)
                    cv2.polylines(image, [points], shape.closed, ink, stroke, cv2.LINE_AA)
            case Text():
                _write(image, shape)
            case _:
                raise TypeError(f"cannot paint {shape}")
    return image


def _write(image: BgrImage, text: Text) -> None:
    """Write ``text`` about as a printer does; nobody reads it, but it is there."""
    height = text.size * LETTER * DRAWN_SCALE / HERSHEY
    font, ink = cv2.FONT_HERSHEY_SIMPLEX, _ink(text.colour)
    stroke = max(1, round(height * BOLD)) if text.bold else 1
    (width, _tall), _base = cv2.getTextSize(text.text, font, height, stroke)
    left = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[text.anchor] * width
    where = (round(text.x * DRAWN_SCALE - left), round(text.y * DRAWN_SCALE))
    cv2.putText(image, text.text, where, font, height, ink, stroke, cv2.LINE_AA)


def _ink(colour: Rgb) -> tuple[int, int, int]:
    """Return a colour as printed, BGR."""
    red, green, blue = colour
    return {WHITE: PAPER, BLACK: INK}.get(colour, (blue, green, red))
