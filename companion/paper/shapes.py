"""What can be drawn: plain shapes in millimetres, which every writer understands.

Lengths are millimetres, the origin is the top left, x goes right and y down; angles are degrees
clockwise. Colours are red, green and blue from 0 to 255.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

Rgb = tuple[int, int, int]
Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""x, y, width, height."""

BLACK: Rgb = (0, 0, 0)
WHITE: Rgb = (255, 255, 255)
GREY: Rgb = (120, 120, 120)
HAIR = 0.15
"""Millimetres; the thinnest line that home printers draw well."""
LETTER_WIDTH = 0.56
"""Mean width of a letter, in font sizes; on the wide side, so that wrapped lines fit."""
BOLD_WIDTH = 0.66
"""The same of a bold one."""
LEADING = 1.4
"""From one line of text to the next, in font sizes."""


class Anchor(Enum):
    """Which part of a text stands at its x."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle; ``radius`` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    fill: Rgb | None = None
    line: Rgb | None = None
    stroke: float = HAIR
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about ``x``, ``y``."""

    x: float
    y: float
    radius: float
    fill: Rgb | None = None
    line: Rgb | None = None
    stroke: float = HAIR


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point; ``dashes`` are lengths on and off."""

    points: tuple[Point, ...]
    line: Rgb | None = BLACK
    stroke: float = HAIR
    fill: Rgb | None = None
    closed: bool = False
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; ``y`` is its baseline, ``size`` the size of the font."""

    x: float
    y: float
    text: str
    size: float = 3.2
    anchor: Anchor = Anchor.START
    colour: Rgb = BLACK
    bold: bool = False


@dataclass(frozen=True, slots=True)
class PlacedPicture:
    """An encoded JPEG or PNG, stretched into a rectangle."""

    x: float
    y: float
    width: float
    height: float
    data: bytes


@dataclass(frozen=True, slots=True)
class ShapeGroup:
    """Shapes in coordinates of their own: moved to ``x``, ``y`` and turned about that point.

    Attributes:
        clip: what lies outside of it, in the group's own coordinates, isn't drawn.
    """

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    clip: Bounds | None = None


Shape: TypeAlias = Rect | Circle | Path | Text | PlacedPicture | ShapeGroup


@dataclass(frozen=True, slots=True)
class Drawing:
    """Something whole: a part to cut out, or a page.

    Attributes:
        size: width and height.
        shapes: from the lowest to the uppermost.
        title: what it is, for the sheet that it is printed on.
        blank: the width of its edge on which nothing is printed; it may lie where a printer
            cannot print.
    """

    size: tuple[float, float]
    shapes: tuple[Shape, ...]
    title: str = ""
    blank: float = 0.0


def line(x1: float, y1: float, x2: float, y2: float, **looks: object) -> Path:
    """Return a straight line; ``looks`` are fields of `Path`."""
    return Path(((x1, y1), (x2, y2)), **looks)  # type: ignore[arg-type]


def paragraph(x: float, y: float, width: float, text: str, size: float = 3.2) -> tuple[Text, ...]:
    """Return ``text`` in lines at most ``width`` long, the first baseline at ``y``."""
    lines = textwrap.wrap(text, max(8, int(width / (size * LETTER_WIDTH))))
    return tuple(
        Text(x, y + index * size * LEADING, each, size) for index, each in enumerate(lines)
    )


def notes(
    x: float, y: float, width: float, texts: Iterable[str], size: float = 3.2
) -> tuple[Text, ...]:
    """Return numbered paragraphs, one below the other."""
    shapes: list[Text] = []
    indent = 2.2 * size
    for number, text in enumerate(texts, 1):
        lines = paragraph(x + indent, y, width - indent, text, size)
        shapes += [Text(x, y, f"{number}.", size), *lines]
        y += len(lines) * size * LEADING + 0.4 * size
    return tuple(shapes)


def fitted(text: Text, width: float) -> Text:
    """Return ``text`` in a smaller font if it might be longer than ``width``."""
    each = BOLD_WIDTH if text.bold else LETTER_WIDTH
    return replace(text, size=min(text.size, width / (each * max(1, len(text.text)))))


def flat(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield all shapes, those inside of groups after their group."""
    for shape in shapes:
        yield shape
        if isinstance(shape, ShapeGroup):
            yield from flat(shape.shapes)
