"""Stand-ups with the table's address: one before each seat, to be scanned by a phone."""

from __future__ import annotations

from gettext import NullTranslations

import segno

from companion.names import ENGLISH
from companion.paper.cells import cells
from companion.paper.shapes import (
    BLACK,
    GREY,
    Anchor,
    Box,
    Drawing,
    Group,
    Shape,
    Text,
    line,
    paragraph,
)

WIDTH, HEIGHT = 90.0, 74.0
"""Millimetres of one face."""
FLAP = 12.0
CODE = 46.0
"""Millimetres; the QR code's side without its white margin."""
BESIDE = 5.0
"""Millimetres between two stand-ups on one sheet."""


def seats(
    address: str, shown: str, code: str, count: int, *, language: NullTranslations = ENGLISH
) -> tuple[Drawing, ...]:
    """Return the stand-ups of ``count`` seats, two side by side.

    Args:
        address: what the QR code holds.
        shown: the address that is printed for people.
        code: the table's code, printed below it.
        count: how many seats.
        language: of the texts.
    """
    each = [_standup(address, shown, code, seat, language) for seat in range(count)]
    rows = [each[first : first + 2] for first in range(0, count, 2)]
    size = (2 * WIDTH + BESIDE, 2 * HEIGHT + FLAP)
    return tuple(
        Drawing(
            size,
            tuple(Group(one, index * (WIDTH + BESIDE)) for index, one in enumerate(row)),
            language.gettext("Stand-ups for the seats"),
        )
        for row in rows
    )


def _standup(
    address: str, shown: str, code: str, seat: int, language: NullTranslations
) -> tuple[Shape, ...]:
    face = _face(address, shown, code, seat, language)
    total = 2 * HEIGHT + FLAP
    glue = language.gettext("Fold, and glue inside")
    return (
        Group(face, WIDTH, HEIGHT, turn=180),
        Group(face, 0, HEIGHT),
        line(0, HEIGHT, WIDTH, HEIGHT, dashes=(4, 2), line=GREY),
        line(0, 2 * HEIGHT, WIDTH, 2 * HEIGHT, dashes=(4, 2), line=GREY),
        Text(WIDTH / 2, total - 4.5, glue, 3.0, Anchor.MIDDLE, GREY),
        Box(0, 0, WIDTH, total, line=GREY),
    )


def _face(
    address: str, shown: str, code: str, seat: int, language: NullTranslations
) -> tuple[Shape, ...]:
    _ = language.gettext
    grid = [[bool(dark) for dark in row] for row in segno.make(address, error="m").matrix]
    left = WIDTH - CODE - 7
    beside = left - 10
    return (
        *paragraph(6, 14, beside, _("Scan and see the hands of the others."), 3.6),
        Text(6, 66, _("Seat {seat}").format(seat=seat), 8.0, bold=True),
        Text(WIDTH - 7, 60, _("Code: {code}").format(code=code), 4.0, Anchor.END, bold=True),
        Text(WIDTH - 7, 66, shown, 3.2, Anchor.END, GREY),
        *cells(grid, left, 7, CODE / len(grid), BLACK),
    )
