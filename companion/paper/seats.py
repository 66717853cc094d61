"""Stand-ups with the table's address: one before each seat, whose phone scans it."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

import segno

from companion.language.names import ENGLISH
from companion.language.people import number
from companion.paper.cells import cells
from companion.paper.pages import FOOT, PAPERS, TILE_GAP, UNPRINTED
from companion.paper.shapes import (
    BLACK,
    GREY,
    Anchor,
    Drawing,
    Rect,
    Shape,
    ShapeGroup,
    Text,
    fitted,
    line,
    paragraph,
)
from companion.paper.signs import sign

WIDTH, HEIGHT = 90.0, 74.0
"""Millimetres of one face."""
FLAP = 12.0
"""Millimetres of the strip below both faces, which is glued inside when they are folded."""
CODE = 46.0
"""Millimetres; the QR code's side without its white margin."""
SIGN = 20.0
"""Millimetres; the side of the seat's sign."""
SIGN_BESIDE = 5.0
"""Millimetres between two stand-ups on one sheet."""


def seats(
    addresses: Sequence[str],
    shown: str,
    code: str,
    paper: str,
    *,
    language: NullTranslations = ENGLISH,
) -> tuple[Drawing, ...]:
    """Return a stand-up for each seat, in rows of as many as fit on ``paper``.

    Args:
        addresses: what the QR codes hold, one for each seat, from seat 0 on.
        shown: the address that is printed for people.
        code: the table's code, printed below it.
        paper: a key of `companion.paper.pages.PAPERS`.
        language: of the texts.
    """
    count = len(addresses)
    each = [
        _standup(address, shown, code, seat, language) for seat, address in enumerate(addresses)
    ]
    across = min(count, beside(paper))
    rows = [each[first : first + across] for first in range(0, count, across)]
    size = (across * WIDTH + (across - 1) * SIGN_BESIDE, 2 * HEIGHT + FLAP)
    return tuple(
        Drawing(
            size,
            tuple(ShapeGroup(one, index * (WIDTH + SIGN_BESIDE)) for index, one in enumerate(row)),
            language.gettext("Stand-ups for the seats"),
        )
        for row in rows
    )


def beside(paper: str) -> int:
    """Return how many stand-ups lie side by side where a sheet, upright or not, holds most."""

    def held(across: float, down: float) -> tuple[int, int]:
        columns = int((across - 2 * UNPRINTED + SIGN_BESIDE) // (WIDTH + SIGN_BESIDE))
        rows = int((down - 2 * UNPRINTED - FOOT + TILE_GAP) // (2 * HEIGHT + FLAP + TILE_GAP))
        return columns * rows, columns

    width, height = PAPERS[paper]
    return max(held(width, height), held(height, width))[1]


def _standup(
    address: str, shown: str, code: str, seat: int, language: NullTranslations
) -> tuple[Shape, ...]:
    face = _face(address, shown, code, seat, language)
    total = 2 * HEIGHT + FLAP
    glue = language.gettext("Fold, and glue inside")
    return (
        ShapeGroup(face, WIDTH, HEIGHT, turn=180),
        ShapeGroup(face, 0, HEIGHT),
        line(0, HEIGHT, WIDTH, HEIGHT, dashes=(4, 2), line=GREY),
        line(0, 2 * HEIGHT, WIDTH, 2 * HEIGHT, dashes=(4, 2), line=GREY),
        Text(WIDTH / 2, total - 4.5, glue, 3.0, Anchor.MIDDLE, GREY),
        Rect(0, 0, WIDTH, total, line=GREY),
    )


def _face(
    address: str, shown: str, code: str, seat: int, language: NullTranslations
) -> tuple[Shape, ...]:
    _ = language.gettext
    grid = [[bool(dark) for dark in row] for row in segno.make(address, error="m").matrix]
    says = _("Code: {code}").format(code=code)
    right = WIDTH - 7
    left = right - CODE
    beside = left - 10
    return (
        *paragraph(6, 14, beside, _("Scan and see the hands of the others."), 3.6),
        *sign(seat, 6, 33, SIGN),
        fitted(Text(6, 63, _("Seat {seat}").format(seat=number(seat)), 8.0, bold=True), 46),
        fitted(Text(right, 63, says, 4.5, Anchor.END, bold=True), 29),
        fitted(Text(right, 70, shown, 3.2, Anchor.END, GREY), right - 6),
        *cells(grid, left, 7, CODE / len(grid), BLACK),
    )
