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
from vision.printing.marks import tags
from vision.printing.rack_form import RackForm, SectionPoint
from vision.table.details import PrintDetails
from vision.table.layout import Layout

PANEL_SIGN = 17.0
"""Millimetres; the side of a seat's sign on the panel's white ends."""
SIGN_AT = (7.0, 5.0)
"""Millimetres from the panel's end and its upper edge. Above the tag, and well off the white round
it, by which the eyes measure the light; off the slots, where whatever shows is taken for a card."""
OWNERS_SIGN = 9.0
"""Millimetres; the same on the flap, which the player sees from behind."""
SLOT_LINE: Rgb = (164, 166, 168)
RED: Rgb = (190, 60, 40)
"""The card in the section."""
FOLD, RIDGE = (4.0, 2.0), (6.0, 1.5, 1.0, 1.5)
"""Millimetres of dashes and gaps: of a fold, and of the one along the rack's upper edge."""


def form(layout: Layout) -> RackForm:
    """Return the form of the racks of ``layout``."""
    rack = layout.rack(0)
    return RackForm(*rack.size, layout.rack_tilt, lip=rack.lip_height)


def panel(layout: Layout, details: PrintDetails, seat: int) -> tuple[Shape, ...]:
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
    beside, base = x + PANEL_SIGN + 2.5, y + PANEL_SIGN / 2 + 4.2
    number = str(people_count(seat))
    return (
        *sign(seat, x, y, PANEL_SIGN),
        Text(beside, base, number, 12.0, bold=True),
        *sign(seat, width - x - PANEL_SIGN, y, PANEL_SIGN),
        Text(width - beside, base, number, 12.0, Anchor.END, bold=True),
    )


def _for_the_owner(seat: int, right: float, flap: float, language: NullTranslations) -> ShapeGroup:
    """Return the sign and the name of a seat for the flap, up to ``right``.

    They stand on their heads there: once the flap is folded back, the player behind the rack
    reads them.
    """
    named = language.gettext("Seat {seat}").format(seat=people_count(seat))
    shapes = (
        *sign(seat, 0, 0, OWNERS_SIGN),
        fitted(Text(OWNERS_SIGN + 2, OWNERS_SIGN / 2 + 2.2, named, 6.0, bold=True), 34),
    )
    return ShapeGroup(shapes, right, (flap + OWNERS_SIGN) / 2, turn=180)


def strip(
    layout: Layout, details: PrintDetails, seat: int, *, language: NullTranslations = ENGLISH
) -> Drawing:
    """Return the strip of ``seat``: flap, panel, floor and lip, with its lines to fold."""
    _ = language.gettext
    rack = layout.rack(seat)
    width, height = rack.size
    made = form(layout)
    foot = made.flap + height
    end = foot + made.floor + made.lip

    shapes: list[Shape] = [
        ShapeGroup(panel(layout, details, seat), 0, made.flap),
        line(0, made.flap, width, made.flap, dashes=RIDGE, line=GREY),
        line(0, foot, width, foot, dashes=FOLD, line=GREY),
        line(0, foot + made.floor, width, foot + made.floor, dashes=FOLD, line=GREY),
        Rect(0, 0, width, end, line=GREY),
        # Off the middle: on two sheets the strip's seam is there.
        _for_the_owner(seat, 54, made.flap, language),
        _for_the_owner(seat, width - 8, made.flap, language),
        fitted(
            Text(
                width / 4 + 20,
                made.flap - 4,
                _("Fold back over the cardboard and glue"),
                3.2,
                Anchor.MIDDLE,
            ),
            130,
        ),
    ]
    title = _("Rack of seat {seat}").format(seat=people_count(seat))
    return Drawing((width, end), tuple(shapes), title, blank=6.0)


def struts(layout: Layout, racks: int = 1, *, language: NullTranslations = ENGLISH) -> Drawing:
    """Return the struts of one rack side by side: they hold panel and hood, and bear ballast."""
    _ = language.gettext
    made = form(layout)
    tilt = radians(made.tilt)
    tab = (-made.tab * sin(tilt), made.tab * cos(tilt))
    wide = made.tab + made.behind + 4.0
    outline = made.strut()
    foot, top = outline[0], outline[-1]
    shapes: list[Shape] = []
    ground = made.hood_top[1] + 2
    for index in range(made.struts):
        x = made.tab + index * wide

        def at(spot: SectionPoint, x: float = x) -> Point:
            return (x + spot[0], ground - spot[1])

        def folded(spot: SectionPoint) -> SectionPoint:
            return (spot[0] + tab[0], spot[1] + tab[1])

        shapes.append(Path(tuple(map(at, outline)), closed=True))
        shapes.append(Path(tuple(map(at, (foot, folded(foot), folded(top), top)))))
        shapes.append(Path((at(foot), at(top)), dashes=FOLD))
        says = _("{tilt} degrees").format(tilt=f"{made.tilt:g}")
        shapes.append(Text(x + 14, ground - 6, says, 3.0, colour=GREY))
        shapes.append(Text(x + 14, ground - 12, _("strut"), 3.0, colour=GREY))
    says = language.ngettext(
        "Cut these {struts} out of cardboard for {racks} rack.",
        "Cut these {struts} out of cardboard for each of the {racks} racks.",
        racks,
    ).format(struts=made.struts, racks=racks)
    shapes.append(Text(0, ground + 6, says, 3.2))
    title = _("Struts of a rack")
    return Drawing((made.struts * wide, ground + 8), tuple(shapes), title)


def instructions(layout: Layout, *, language: NullTranslations = ENGLISH) -> Drawing:
    """Return how a rack is made, with its section drawn."""
    _ = language.gettext
    made = form(layout)
    texts = (
        _(
            "Print the strips at 100 % on matt paper. Glossy paper mirrors lamps. If a strip"
            " comes on two sheets, cut one at the marks and glue it onto the other."
        ),
        _(
            "Glue each strip onto cardboard of 1.5 to 2 mm, {width} x {height} mm, that ends at"
            " the two folds: grey board, or the back of a drawing pad. A paper strip alone bends,"
            " and a bent panel is not recognised."
        ).format(width=f"{made.width:g}", height=f"{made.height:g}"),
        _(
            "Dashes and dots: fold back. Dashes: fold to the front. Floor and lip stay paper, or"
            " thin card; they hold the cards' feet."
        ),
        _(
            "Cut the struts out of the same cardboard, score the dashed line, fold the tab and"
            " glue it to the panel's back: one in the middle, one a hand's breadth from each end."
        ),
        _(
            "Glue a strip of cardboard, {width} x {hood} mm, to the front of the struts' horns,"
            " above the panel: the hood keeps the player's eyes from his own cards."
        ).format(width=f"{made.width:g}", hood=f"{made.hood:g}"),
        _(
            "Glue a strip of {width} x {heel} mm onto the struts' heels, and {ballast} g onto it:"
            " coins, or a flat bar of steel. A rack without ballast falls over."
        ).format(width=f"{made.width:g}", heel=f"{made.heel[0]:g}", ballast=f"{made.ballast:g}"),
        _(
            "Write nothing on the grey and keep the white round the tags white: the camera takes"
            " its measure of the light there."
        ),
    )
    title = _("How to make a rack")
    section = _section(made, language)
    shapes = (Text(0, 6, title, 5.0, bold=True), *section, *notes(0, 98, 180, texts, 3.4))
    return Drawing((180, 176), shapes, title)


def _section(made: RackForm, language: NullTranslations) -> Sequence[Shape]:
    """Return a rack seen from its end, at half its size: panel, lip, card, strut, hood, ballast."""
    _ = language.gettext
    x, ground, scale = 70.0, 88.0, 0.5

    def at(spot: SectionPoint) -> Point:
        return (x + spot[0] * scale, ground - spot[1] * scale)

    top, hood = made.top, made.hood_top
    panel_at, hood_at = at((0.6 * top[0], 0.6 * top[1])), at(_between(top, hood))
    lip, back = (-made.floor - 1, made.lip), at((made.behind, made.heel[1] + 4))
    heel = made.behind - made.heel[0]
    return (
        line(20, ground, 150, ground, line=GREY),
        Path(tuple(map(at, made.strut())), stroke=0.3, closed=True),
        Path((at((0, 0)), at(top)), stroke=1.0),
        Path((at(top), at(hood)), stroke=1.0),
        Path((at((0, 0)), at((-made.floor, 0)), at(lip)), stroke=0.5),
        Path(tuple(map(at, made.face(88.0))), stroke=0.8, line=RED),
        Path((at((heel, made.heel[1] + 2)), at((made.behind, made.heel[1] + 2))), stroke=1.6),
        Text(66, ground - 26, _("card"), 3.2, Anchor.END, RED),
        Text(63, ground - 3, _("lip"), 3.2, Anchor.END),
        Text(64, ground - 40, _("panel on cardboard"), 3.2, Anchor.END),
        line(65, ground - 40.5, panel_at[0] - 1, panel_at[1], line=GREY),
        Text(64, hood_at[1], _("hood"), 3.2, Anchor.END),
        line(65, hood_at[1] - 1, hood_at[0] - 1, hood_at[1] - 1, line=GREY),
        Text(98, ground - 24, _("strut"), 3.2),
        Text(back[0] + 2, back[1], _("ballast"), 3.2),
        Text(20, ground - 14, _("the table's middle"), 3.2, colour=GREY),
        *_arrow(38, 22, ground - 9),
        Text(150, ground - 14, _("the player"), 3.2, Anchor.END, GREY),
        *_arrow(132, 148, ground - 9),
    )


def _between(one: SectionPoint, other: SectionPoint) -> SectionPoint:
    """Return the middle of two places."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _arrow(start: float, tip: float, y: float) -> tuple[Path, Path]:
    """Return a level arrow."""
    back = tip - 2.5 if tip > start else tip + 2.5
    head = ((tip, y), (back, y - 1.2), (back, y + 1.2))
    return line(start, y, back, y, line=GREY), Path(head, line=GREY, fill=GREY, closed=True)
