"""The racks: the strip that cards stand on, and the struts of cardboard behind it."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from math import cos, radians, sin

from companion.language.names import ENGLISH
from companion.language.people import number as people_count
from companion.paper.shapes import (
    GREY,
    Anchor,
    Drawing,
    Path,
    Point,
    Rect,
    Rgb,
    Shape,
    ShapeGroup,
    Text,
    fitted,
    line,
    notes,
)
from companion.paper.signs import sign
from vision.layout import Layout
from vision.printing.details import Details
from vision.printing.marks import tags

FLOOR = 6.0
"""Millimetres between panel and lip: what the cards' feet stand on, sleeves and all."""
FLAP = 12.0
"""Millimetres that go over the cardboard's upper edge and are glued behind."""
BEHIND = 70.0
"""Millimetres from the panel's foot to a strut's far end, on the table."""
TAB = 12.0
"""Millimetres; the part of a strut that is folded and glued to the panel's back."""
STRUTS = 3
SIGN = 17.0
"""Millimetres; the side of a seat's sign on the panel's white ends."""
SIGN_AT = (7.0, 5.0)
"""Millimetres from the panel's end and its upper edge. Above the tag, and well off the white round
it, by which the eyes measure the light; off the slots, where whatever shows is taken for a card."""
OWNERS_SIGN = 9.0
"""Millimetres; the same on the flap, which the player sees from behind."""
SLOT_LINE: Rgb = (164, 166, 168)
RED: Rgb = (190, 60, 40)
"""The card in the section."""
FOLD = (4.0, 2.0)
RIDGE = (6.0, 1.5, 1.0, 1.5)


def panel(layout: Layout, details: Details, seat: int) -> tuple[Shape, ...]:
    """Return what is printed on the face of the panel of ``seat``; origin top left."""
    rack = layout.rack(seat)
    left, right = details.slot_fill
    shapes: list[Shape] = [Rect(left, 0, right - left, rack.size[1], fill=details.slot_grey)]
    for slot in range(1, rack.slots):
        middle = rack.slot_centre_x(slot) - rack.slot_pitch / 2
        shapes.append(Rect(middle - 0.3, 0, 0.6, rack.size[1], fill=SLOT_LINE))
    return (*shapes, *tags(layout.dictionary, rack.tags), *_signs(seat, rack.size[0]))


def _signs(seat: int, width: float) -> tuple[Shape, ...]:
    """Return the seat's sign and number for both ends of a panel: a strip may be two sheets."""
    x, y = SIGN_AT
    beside, base = x + SIGN + 2.5, y + SIGN / 2 + 4.2
    number = str(people_count(seat))
    return (
        *sign(seat, x, y, SIGN),
        Text(beside, base, number, 12.0, bold=True),
        *sign(seat, width - x - SIGN, y, SIGN),
        Text(width - beside, base, number, 12.0, Anchor.END, bold=True),
    )


def _for_the_owner(seat: int, right: float, language: NullTranslations) -> ShapeGroup:
    """Return the sign and the name of a seat for the flap, up to ``right``.

    They stand on their heads there: once the flap is folded back, the player behind the rack
    reads them.
    """
    named = language.gettext("Seat {seat}").format(seat=people_count(seat))
    shapes = (
        *sign(seat, 0, 0, OWNERS_SIGN),
        fitted(Text(OWNERS_SIGN + 2, OWNERS_SIGN / 2 + 2.2, named, 6.0, bold=True), 34),
    )
    return ShapeGroup(shapes, right, (FLAP + OWNERS_SIGN) / 2, turn=180)


def strip(
    layout: Layout, details: Details, seat: int, *, language: NullTranslations = ENGLISH
) -> Drawing:
    """Return the strip of ``seat``: flap, panel, floor and lip, with its lines to fold."""
    _ = language.gettext
    rack = layout.rack(seat)
    width, height = rack.size
    foot = FLAP + height
    end = foot + FLOOR + rack.lip_height

    shapes: list[Shape] = [
        ShapeGroup(panel(layout, details, seat), 0, FLAP),
        line(0, FLAP, width, FLAP, dashes=RIDGE, line=GREY),
        line(0, foot, width, foot, dashes=FOLD, line=GREY),
        line(0, foot + FLOOR, width, foot + FLOOR, dashes=FOLD, line=GREY),
        Rect(0, 0, width, end, line=GREY),
        # Off the middle: on two sheets the strip's seam is there.
        _for_the_owner(seat, 54, language),
        _for_the_owner(seat, width - 8, language),
        fitted(
            Text(
                width / 4 + 20,
                FLAP - 4,
                _("Fold back over the cardboard and glue"),
                3.2,
                Anchor.MIDDLE,
            ),
            130,
        ),
    ]
    title = _("Rack of seat {seat}").format(seat=people_count(seat))
    return Drawing((width, end), tuple(shapes), title, blank=6.0)


def struts(
    layout: Layout, details: Details, racks: int = 1, *, language: NullTranslations = ENGLISH
) -> Drawing:
    """Return the struts of one rack side by side: they hold the panel at its tilt."""
    _ = language.gettext
    height = layout.rack(0).size[1]
    tilt = radians(details.tilt)
    top = (height * cos(tilt), height * sin(tilt))
    tab = (-TAB * sin(tilt), TAB * cos(tilt))
    wide = TAB + BEHIND + 4.0
    shapes: list[Shape] = []
    ground = top[1] + tab[1] + 1
    for index in range(STRUTS):
        x = TAB + index * wide

        def at(across: float, up: float, x: float = x) -> Point:
            return (x + across, ground - up)

        outline = (at(0, 0), at(BEHIND, 0), at(BEHIND, 8), at(top[0] + 8, top[1]), at(*top))
        shapes.append(Path(outline, closed=True))
        glued = (at(0, 0), at(tab[0], tab[1]), at(top[0] + tab[0], top[1] + tab[1]), at(*top))
        shapes.append(Path(glued))
        shapes.append(Path((at(0, 0), at(*top)), dashes=FOLD))
        says = _("{tilt} degrees").format(tilt=f"{details.tilt:g}")
        shapes.append(Text(x + 24, ground - 6, says, 3.0, colour=GREY))
        shapes.append(Text(x + 24, ground - 12, _("strut"), 3.0, colour=GREY))
    says = language.ngettext(
        "Cut these {struts} out of cardboard for {racks} rack.",
        "Cut these {struts} out of cardboard for each of the {racks} racks.",
        racks,
    ).format(struts=STRUTS, racks=racks)
    shapes.append(Text(0, ground + 6, says, 3.2))
    title = _("Struts of a rack")
    return Drawing((STRUTS * wide, ground + 8), tuple(shapes), title)


def instructions(layout: Layout, *, language: NullTranslations = ENGLISH) -> Drawing:
    """Return how a rack is made, with its section drawn."""
    _ = language.gettext
    rack = layout.rack(0)
    width, height = rack.size
    tilt = radians(layout.rack_tilt)
    texts = (
        _(
            "Print the strips at 100 % on matt paper. Glossy paper mirrors lamps. If a strip"
            " comes on two sheets, cut one at the marks and glue it onto the other."
        ),
        _(
            "Glue each strip onto cardboard of 1.5 to 2 mm, {width} x {height} mm, that ends at"
            " the two folds: grey board, or the back of a drawing pad. A paper strip alone bends,"
            " and a bent panel is not recognised."
        ).format(width=f"{width:g}", height=f"{height:g}"),
        _(
            "Dashes and dots: fold back. Dashes: fold to the front. Floor and lip stay paper, or"
            " thin card; they hold the cards' feet."
        ),
        _(
            "Cut the struts out of the same cardboard, score the dashed line, fold the tab and"
            " glue it to the panel's back: one in the middle, one a hand's breadth from each end."
        ),
        _(
            "Write nothing on the grey and keep the white round the tags white: the camera takes"
            " its measure of the light there."
        ),
    )
    section = _section((height * cos(tilt), height * sin(tilt)), rack.lip_height, language)
    title = _("How to make a rack")
    shapes = (Text(0, 6, title, 5.0, bold=True), *section, *notes(0, 78, 180, texts, 3.4))
    return Drawing((180, 138), shapes, title)


def _section(top: tuple[float, float], lip: float, language: NullTranslations) -> Sequence[Shape]:
    """Return a rack seen from its end, at half its size: panel, lip, a card and a strut."""
    _ = language.gettext
    x, ground, scale = 70.0, 68.0, 0.5

    def at(across: float, up: float) -> Point:
        return (x + across * scale, ground - up * scale)

    card = [at(-1.5, 1), at(-1.5 + 0.88 * top[0], 0.92 * top[1])]
    return (
        line(20, ground, 150, ground, line=GREY),
        Path((at(0, 0), at(*top)), stroke=1.0),
        Path((at(0, 0), at(-FLOOR, 0), at(-FLOOR - 1, lip)), stroke=0.5),
        Path((card[0], card[1]), stroke=0.8, line=RED),
        Path((at(2, 1), at(BEHIND, 1), at(BEHIND, 8), at(top[0] + 8, top[1])), stroke=0.3),
        Text(70, ground - 26, _("card"), 3.2, Anchor.END, RED),
        Text(63, ground - 3, _("lip"), 3.2, Anchor.END),
        Text(78, ground - 48, _("panel on cardboard"), 3.2, Anchor.END),
        line(79, ground - 48.5, at(*top)[0] - 1.5, ground - 45, line=GREY),
        Text(102, ground - 24, _("strut"), 3.2),
        Text(20, ground - 14, _("the table's middle"), 3.2, colour=GREY),
        *_arrow(38, 22, ground - 9),
        Text(150, ground - 14, _("the player"), 3.2, Anchor.END, GREY),
        *_arrow(132, 148, ground - 9),
    )


def _arrow(start: float, tip: float, y: float) -> tuple[Path, Path]:
    """Return a level arrow."""
    back = tip - 2.5 if tip > start else tip + 2.5
    head = ((tip, y), (back, y - 1.2), (back, y + 1.2))
    return line(start, y, back, y, line=GREY), Path(head, line=GREY, fill=GREY, closed=True)
