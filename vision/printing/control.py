"""The control sheet: with a bank card on it, one photo tells at which size it was printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from gettext import NullTranslations

from companion.language.names import ENGLISH
from companion.paper.pages import ruler
from companion.paper.shapes import BLACK, GREY, Anchor, Bounds, Drawing, Rect, Text, notes
from vision.geometry import Points, rectangle
from vision.printing.marks import tags
from vision.table.layout import Layout

CARD = (85.60, 53.98)
"""Millimetres; a bank card, by ISO/IEC 7810 ID-1, and so are most identity and library cards."""
CARD_RADIUS = 3.18
"""Millimetres; how round its corners are, by the same standard."""
CARD_AT = (47.2, 44.0)
"""Where the card's top left belongs on the sheet, millimetres."""
SIZE = (180.0, 156.0)
"""Millimetres of the sheet's drawing."""
TAG_SIDE = 24.0
"""Millimetres of a tag's side."""
TAG_CENTRES: Mapping[int, tuple[float, float]] = {
    20: (16.0, 39.0),
    21: (164.0, 39.0),
    22: (164.0, 103.0),
    23: (16.0, 103.0),
}
"""Ids that neither mats nor racks use."""
BARS_REACH = 8.0
"""Millimetres that the bars stand out on both sides of the card's edge."""
CORNER = 8.0
"""Millimetres beside the card's corners without bars."""
BAR, PITCH = 2.0, 4.0
"""Millimetres: a bar's thickness, and from one bar to the next."""


def control_tags() -> Mapping[int, Points]:
    """Return the sheet's tags: id to corners, shape (4, 2), millimetres on the sheet."""
    half = TAG_SIDE / 2
    return {
        tag: rectangle(x - half, y - half, TAG_SIDE, TAG_SIDE)
        for tag, (x, y) in TAG_CENTRES.items()
    }


def bars(side: str) -> tuple[Bounds, ...]:
    """Return the bars across the card's edge at ``side``: left, right, top or bottom."""
    (left, top), (width, height) = CARD_AT, CARD
    along, start = (height, top) if side in ("left", "right") else (width, left)
    count = int((along - 2 * CORNER) // PITCH)
    first = start + (along - count * PITCH) / 2 + (PITCH - BAR) / 2
    edge = {"left": left, "right": left + width, "top": top, "bottom": top + height}[side]
    upright = side in ("top", "bottom")
    return tuple(
        (first + index * PITCH, edge - BARS_REACH, BAR, 2 * BARS_REACH)
        if upright
        else (edge - BARS_REACH, first + index * PITCH, 2 * BARS_REACH, BAR)
        for index in range(count)
    )


def control_sheet(layout: Layout, *, language: NullTranslations = ENGLISH) -> Drawing:
    """Return the sheet."""
    _ = language.gettext
    texts = (
        _("Lay a bank card flat on the outline; any card of that size will do."),
        _("Take a photo from straight above, from some 50 cm, with the whole sheet in it."),
        _("companion print check PHOTO says at which size the sheet was printed."),
        _(
            "Without a camera: measure the ruler. If its 100 mm are 97 mm, print again at 100 %,"
            " or write print_scale = 0.97 below [table] in settings.toml."
        ),
    )
    (x, y), (width, height) = CARD_AT, CARD
    shapes = (
        Text(0, 6, _("Was it printed at its true size?"), 5.0, bold=True),
        *tags(layout.dictionary, control_tags()),
        *_bars(),
        Rect(x, y, width, height, line=GREY, radius=CARD_RADIUS),
        Text(x + width / 2, y + height / 2, _("bank card"), 4.0, Anchor.MIDDLE, GREY),
        Text(
            x + width / 2,
            y + height / 2 + 6,
            f"{CARD[0]:.2f} x {CARD[1]:.2f} mm",
            3.2,
            Anchor.MIDDLE,
            GREY,
        ),
        *ruler(40, 24),
        *notes(0, 126, SIZE[0], texts, 3.4),
    )
    return Drawing(SIZE, shapes, _("Control sheet"))


def _bars() -> Iterator[Rect]:
    for side in ("left", "right", "top", "bottom"):
        for bar in bars(side):
            yield Rect(*bar, fill=BLACK)
