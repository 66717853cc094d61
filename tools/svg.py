"""A drawing as SVG: the same text each time it is written, so that it can be compared."""

from __future__ import annotations

import base64
from typing import assert_never
from xml.sax.saxutils import escape, quoteattr

from companion.paper.shapes import (
    WHITE,
    Circle,
    Drawing,
    Path,
    PlacedPicture,
    Rect,
    Rgb,
    Shape,
    ShapeGroup,
    Text,
)

FONT = "DejaVu Sans, Verdana, sans-serif"
PNG_MAGIC = b"\x89PNG"


def to_svg(drawing: Drawing) -> str:
    """Return ``drawing`` as an SVG document, true to size in millimetres."""
    width, height = (_number(side) for side in drawing.size)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}" font-family={quoteattr(FONT)}>',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{_colour(WHITE)}"/>',
    ]
    for number, shape in enumerate(drawing.shapes):
        lines += _shape(shape, str(number))
    return "\n".join([*lines, "</svg>", ""])


def _shape(shape: Shape, name: str) -> list[str]:
    match shape:
        case Rect():
            radius = f' rx="{_number(shape.radius)}"' if shape.radius else ""
            return [f"<rect {_frame(shape)}{radius}{_look(shape.fill, shape.line, shape.stroke)}/>"]
        case Circle():
            where = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"'
            return [f"<circle {where}{_look(shape.fill, shape.line, shape.stroke)}/>"]
        case Path():
            kind = "polygon" if shape.closed else "polyline"
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
            dashes = " ".join(map(_number, shape.dashes))
            dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
            look = _look(shape.fill, shape.line, shape.stroke)
            return [f'<{kind} points="{points}"{look}{dashed}/>']
        case Text():
            bold = ' font-weight="bold"' if shape.bold else ""
            anchor = f' text-anchor="{shape.anchor.value}"' if shape.anchor.value != "start" else ""
            where = f'x="{_number(shape.x)}" y="{_number(shape.y)}"'
            look = f'font-size="{_number(shape.size)}" fill="{_colour(shape.colour)}"'
            return [f"<text {where} {look}{bold}{anchor}>{escape(shape.text)}</text>"]
        case PlacedPicture():
            kind = "png" if shape.data.startswith(PNG_MAGIC) else "jpeg"
            data = base64.b64encode(shape.data).decode("ascii")
            return [
                f'<image {_frame(shape)} preserveAspectRatio="none"'
                f' href="data:image/{kind};base64,{data}"/>'
            ]
        case ShapeGroup():
            return _group(shape, name)
        case _:
            assert_never(shape)


def _group(group: ShapeGroup, name: str) -> list[str]:
    moves = [f"translate({_number(group.x)} {_number(group.y)})"] if group.x or group.y else []
    moves += [f"rotate({_number(group.turn)})"] if group.turn else []
    where = f' transform="{" ".join(moves)}"' if moves else ""
    head = []
    if group.clip is not None:
        head.append(f'<clipPath id="clip{name}"><rect {_frame(Rect(*group.clip))}/></clipPath>')
        where += f' clip-path="url(#clip{name})"'
    inside = [
        each
        for number, shape in enumerate(group.shapes)
        for each in _shape(shape, f"{name}-{number}")
    ]
    return [*head, f"<g{where}>", *inside, "</g>"]


def _frame(shape: Rect | PlacedPicture) -> str:
    return (
        f'x="{_number(shape.x)}" y="{_number(shape.y)}"'
        f' width="{_number(shape.width)}" height="{_number(shape.height)}"'
    )


def _look(fill: Rgb | None, line: Rgb | None, stroke: float) -> str:
    filled = _colour(fill) if fill is not None else "none"
    if line is None:
        return f' fill="{filled}"'
    return f' fill="{filled}" stroke="{_colour(line)}" stroke-width="{_number(stroke)}"'


def _colour(colour: Rgb) -> str:
    return "#" + "".join(f"{level:02x}" for level in colour)


def _number(value: float) -> str:
    """Write a length to a hundredth of a millimetre, without needless zeros."""
    said = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if said == "-0" else said
