"""Pages as PDF, by reportlab: true to size, with the font inside, the same bytes each time."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from typing import Any, assert_never

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.paper.fonts import plain, system_font
from companion.paper.shapes import (
    Anchor,
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

POINT = 72 / 25.4
"""PDF's unit, per millimetre."""


def to_pdf(pages: Sequence[Drawing], title: str) -> bytes:
    """Return ``pages`` as a PDF document.

    Raises:
        ValueError: there is no page.
    """
    if not pages:
        raise ValueError("a document has at least one page")
    written = io.BytesIO()
    canvas = Canvas(written, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("the tabletop companion")
    # A printer's program that heeds it doesn't offer to fit the page.
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        width, height = page.size
        canvas.setPageSize((width * POINT, height * POINT))
        canvas.transform(POINT, 0, 0, -POINT, 0, height * POINT)
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _draw(canvas: Any, shape: Shape) -> None:
    match shape:
        case Rect():
            how = _look(canvas, shape.fill, shape.line, shape.stroke)
            if shape.radius:
                frame = (shape.x, shape.y, shape.width, shape.height)
                canvas.roundRect(*frame, shape.radius, **how)
            else:
                canvas.rect(shape.x, shape.y, shape.width, shape.height, **how)
        case Circle():
            how = _look(canvas, shape.fill, shape.line, shape.stroke)
            canvas.circle(shape.x, shape.y, shape.radius, **how)
        case Path():
            _path(canvas, shape)
        case Text():
            _text(canvas, shape)
        case PlacedPicture():
            canvas.saveState()
            canvas.translate(shape.x, shape.y + shape.height)
            canvas.scale(1, -1)
            picture = ImageReader(io.BytesIO(shape.data))
            canvas.drawImage(picture, 0, 0, shape.width, shape.height)
            canvas.restoreState()
        case ShapeGroup():
            _group(canvas, shape)
        case _:
            assert_never(shape)


def _path(canvas: Any, path: Path) -> None:
    how = _look(canvas, path.fill, path.line, path.stroke)
    canvas.setDash(list(path.dashes))
    outline = canvas.beginPath()
    outline.moveTo(*path.points[0])
    for point in path.points[1:]:
        outline.lineTo(*point)
    if path.closed:
        outline.close()
    canvas.drawPath(outline, **how)
    canvas.setDash([])


def _group(canvas: Any, group: ShapeGroup) -> None:
    canvas.saveState()
    canvas.translate(group.x, group.y)
    canvas.rotate(group.turn)
    if group.clip is not None:
        outline = canvas.beginPath()
        outline.rect(*group.clip)
        canvas.clipPath(outline, stroke=0, fill=0)
    for shape in group.shapes:
        _draw(canvas, shape)
    canvas.restoreState()


def _text(canvas: Any, text: Text) -> None:
    font = _font(text.bold)
    said = _writable(text.text, font)
    width = pdfmetrics.stringWidth(said, font.fontName, text.size)
    share = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[text.anchor]
    canvas.saveState()
    canvas.translate(text.x - share * width, text.y)
    canvas.scale(1, -1)
    canvas.setFillColorRGB(*_share(text.colour))
    canvas.setFont(font.fontName, text.size)
    canvas.drawString(0, 0, said)
    canvas.restoreState()


def _look(canvas: Any, fill: Rgb | None, line: Rgb | None, stroke: float) -> dict[str, int]:
    if fill is not None:
        canvas.setFillColorRGB(*_share(fill))
    if line is not None:
        canvas.setStrokeColorRGB(*_share(line))
        canvas.setLineWidth(stroke)
    return {"stroke": int(line is not None), "fill": int(fill is not None)}


def _share(colour: Rgb) -> tuple[float, ...]:
    return tuple(level / 255 for level in colour)


@cache
def _font(bold: bool) -> Any:
    """Return the font, registered: the system's if it is there, otherwise reportlab's own."""
    own = "VeraBd.ttf" if bold else "Vera.ttf"
    name = f"companion{'-bold' if bold else ''}"
    found = system_font(bold=bold)
    try:
        font = TTFont(name, own if found is None else str(found))
    except TTFError:  # a damaged or strange file of the system's
        font = TTFont(name, own)
    pdfmetrics.registerFont(font)
    return font


def _writable(text: str, font: Any) -> str:
    """Return ``text`` with plain letters in place of those that ``font`` lacks."""
    known = font.face.charToGlyph
    if all(ord(letter) in known for letter in text):
        return text
    return "".join(letter if ord(letter) in known else plain(letter) for letter in text)
