"""The mats, as the layout has them, drawn in millimetres.

Nothing is printed inside of a zone: the eyes take what has detail there for a card.
"""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations

from companion.language.names import ENGLISH
from companion.paper.pages import ruler
from companion.paper.shapes import (
    WHITE,
    Bounds,
    Circle,
    Drawing,
    Rect,
    Rgb,
    Shape,
    Text,
    paragraph,
)
from vision.geometry import rectangle
from vision.printing.marks import tags
from vision.table.details import PrintDetails
from vision.table.layout import Layout

LINE: Rgb = (142, 146, 150)
"""The tokens' circles."""
QUIET: Rgb = (110, 114, 118)
"""Words on the mat."""
DIVIDER = 0.8
"""Millimetres between two columns."""
WORD = 3.4
"""Millimetres; the font of the words on the mat."""


def mat(
    layout: Layout,
    details: PrintDetails,
    *,
    language: NullTranslations = ENGLISH,
) -> Drawing:
    """Return the mat for Hanabi, with as many columns for fireworks as ``layout`` has places."""
    _ = language.gettext
    printed, grey = layout.mat, details.zone_fill
    discards, columns = printed.discards, [*map(printed.column, range(printed.columns))]
    apart = [box for box in columns if box == printed.beside_discards]
    zones = [printed.fireworks, discards, printed.deck, *apart]
    shapes: list[Shape] = [Rect(*zone, fill=grey) for zone in zones]
    for x, y, _width, height in columns[1 : len(columns) - len(apart)]:
        shapes.append(Rect(x - DIVIDER / 2, y, DIVIDER, height, fill=WHITE))
    tracks = details.tracks
    for x, y in (*tracks.clues, *tracks.fuses):
        shapes.append(Circle(x, y, tracks.diameter / 2, line=LINE, stroke=0.6))
    shapes += tags(layout.dictionary, printed.tags)
    shapes += _above(discards, _("Discards"))
    shapes += _above(printed.deck, _("Deck"))
    for zone in apart:
        shapes += _above(zone, _("Seventh firework"))
    top = tracks.clues[0][1] - tracks.diameter / 2 - 2.5
    shapes.append(_word(tracks.clues[0][0] - tracks.diameter / 2, top, _("Clue tokens")))
    shapes.append(_word(tracks.fuses[0][0] - tracks.diameter / 2, top, _("Burnt fuses")))
    shapes += ruler(discards[0] + 40, discards[1] - 1.4, low=True)
    count = printed.columns
    title = language.ngettext(
        "Mat for {count} firework", "Mat for {count} fireworks", count
    ).format(count=count)
    return Drawing(printed.size, tuple(shapes), title, blank=printed.fireworks[0])


def hana_mat(
    layout: Layout, details: PrintDetails, *, language: NullTranslations = ENGLISH
) -> Drawing:
    """Return the mat for Hana-awase: the field and the stock, with tags of its own."""
    _ = language.gettext
    hana, printed = details.hana, layout.mat
    placed = {
        tag: rectangle(
            float(corners[0, 0]), float(corners[0, 1]), printed.tag_side, printed.tag_side
        )
        for tag, corners in zip(hana.tags, printed.tags.values(), strict=True)
    }
    shapes: list[Shape] = [
        Rect(*hana.field, fill=details.zone_fill),
        Rect(*hana.stock, fill=details.zone_fill),
        *tags(layout.dictionary, placed),
        *_above(hana.field, _("Field")),
    ]
    x, y, width, height = hana.stock
    shapes.append(_word(x + width + 3, y + height / 2, _("Stock")))
    says = _("Captured cards lie beside the mat, each player's before that player.")
    # In the left half: on four sheets a seam is in the mat's middle.
    left = hana.field[0] + 20
    shapes += [replace(each, colour=QUIET) for each in paragraph(left, y + 20, 110, says, WORD)]
    shapes += ruler(left, y + height, low=True)
    return Drawing(printed.size, tuple(shapes), _("Mat for Hana-awase"), blank=6.0)


def _above(zone: Bounds, says: str) -> tuple[Text]:
    return (_word(zone[0], zone[1] - 1.4, says),)


def _word(x: float, y: float, says: str) -> Text:
    return Text(x, y, says, WORD, colour=QUIET)
