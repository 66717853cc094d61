"""The seats' signs as symbols of a page: the drawings that are printed, once on each page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import groupby, pairwise
from math import cos, radians, sin

from markupsafe import Markup

from companion.paper.shapes import WHITE, Point, Rgb
from companion.paper.signs import BOX, RING, SIGNS, STROKE, Curve, Ellipse, Form, Polygon, Sign

SIGN_GRAIN = 2
"""Steps in one of a sign's own units: whole numbers are short, and every page carries them."""


@cache
def symbols() -> Markup:
    """Return a symbol for each seat, ``sign-0`` for seat 0 and so on; a page uses them by name."""
    # Our own drawings, nothing of a visitor's.
    return Markup("".join(_symbol(f"sign-{seat}", sign) for seat, sign in enumerate(SIGNS)))


def _symbol(name: str, sign: Sign) -> str:
    side, stroke = BOX * SIGN_GRAIN, STROKE * SIGN_GRAIN
    ground = (
        f'<circle cx="{side / 2:g}" cy="{side / 2:g}" r="{(side - stroke) / 2:g}"'
        f' fill="{_code(WHITE)}" stroke="{_code(RING)}" stroke-width="{stroke:g}"/>'
    )
    layers = "".join(
        f'<path fill="{_code(sign.colour if coloured else WHITE)}"'
        f' d="{"".join(_drawn(form) for _, form in parts)}"/>'
        for coloured, parts in groupby(sign.parts, lambda part: part[0])
    )
    return f'<symbol id="{name}" viewBox="0 0 {side:g} {side:g}">{ground}{layers}</symbol>'


def _drawn(form: Form) -> str:
    """Return a form as path data: all go round clockwise, so that none cancels another."""
    match form:
        case Ellipse():
            return _two_arcs(form)
        case Curve():
            return _smooth(form)
        case Polygon():
            steps = (_step(start, end) for start, end in pairwise(form.points))
            return f"M{_said(form.points[0])}l{_joined(steps)}z"


def _two_arcs(form: Ellipse) -> str:
    lean = radians(form.turn)
    right, down = form.across * cos(lean), form.across * sin(lean)
    start, end = (form.x - right, form.y - down), (form.x + right, form.y + down)
    arc = f"{_joined((_said((form.across, form.down)), f'{form.turn:g}'))} 0 1 "
    return f"M{_said(start)}a{arc}{_step(start, end)} {arc}{_step(end, start)}z"


def _smooth(form: Curve) -> str:
    """Return a spline as Bezier curves: each goes on in the direction in which the last ended."""
    pieces = list(form.pieces())
    said = []
    for number, (before, start, end, after) in enumerate(pieces):
        leaving = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        coming = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        to = [_step(start, coming), _step(start, end)]
        said.append(_joined(to if number else [_step(start, leaving), *to]))
    return f"M{_said(form.through[0])}c{said[0]}s{_joined(said[1:])}z"


def _step(start: Point, end: Point) -> str:
    """Return the way between two points, each rounded by itself: so no errors add up."""
    (x, y), (x_end, y_end) = (_fine(start), _fine(end))
    return _joined((str(x_end - x), str(y_end - y)))


def _said(point: Point) -> str:
    return _joined(map(str, _fine(point)))


def _fine(point: Point) -> tuple[int, int]:
    return round(point[0] * SIGN_GRAIN), round(point[1] * SIGN_GRAIN)


def _joined(numbers: Iterable[str]) -> str:
    """Return numbers one after the other; a minus parts them, too."""
    return " ".join(numbers).replace(" -", "-")


def _code(colour: Rgb) -> str:
    return "#" + "".join(f"{level:02x}" for level in colour)
