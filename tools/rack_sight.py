"""Who reads which rack: a picture and a table for docs/building.md, from the racks' numbers."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from companion.language.people import number
from companion.paper.shapes import (
    GREY,
    Anchor,
    Circle,
    Drawing,
    Path,
    Point,
    Rect,
    Rgb,
    Shape,
    Text,
    line,
)
from vision.printing.rack_form import SectionPoint, off_axis
from vision.printing.racks import form
from vision.table.layout import load_layout

FORM = form(load_layout())
FAR = 305.0
"""Millimetres from the mat's middle to the foot of a panel."""
HEAD = FAR + FORM.behind + 75.0
"""Millimetres from the mat's middle to the eyes of somebody who sits at a small table."""
EYES = 420.0
"""Millimetres above the table: the eyes of a grown-up who sits upright."""
LONG_TABLE = (800.0, 1400.0)
"""Millimetres; a table for six."""
CARD: Rgb = (190, 60, 40)
VIEW: Rgb = (60, 110, 200)
SAFE: Rgb = (226, 240, 228)
WOOD: Rgb = (236, 222, 200)
SMALL = 3.4
"""Millimetres; the font."""


def rack_at(seats: int, seat: int) -> tuple[SectionPoint, float]:
    """Return where a rack stands round the mat's middle, and the direction it looks in, degrees."""
    turn = -90.0 - 360.0 * seat / seats
    return (FAR * cos(radians(turn)), FAR * sin(radians(turn))), turn + 180.0


def eyes_at(seats: int, seat: int, *, table: tuple[float, float] | None = None) -> SectionPoint:
    """Return where somebody's eyes are: behind his rack, and behind the edge of a ``table``."""
    (x, y), _ = rack_at(seats, seat)
    far = HEAD
    if table is not None:
        deep, wide = table
        # How far the edge is in this direction, from the middle.
        edge = min(
            (wide / 2 * hypot(x, y) / abs(x)) if abs(x) > 1 else float("inf"),
            (deep / 2 * hypot(x, y) / abs(y)) if abs(y) > 1 else float("inf"),
        )
        far = max(far, edge + 40.0)
    return x * far / FAR, y * far / FAR


def worst(seats: int, table: tuple[float, float] | None) -> tuple[float, float]:
    """Return the widest angle at which somebody reads another's rack, and his distance from it."""
    found = []
    for looking in range(seats):
        x, y = eyes_at(seats, looking, table=table)
        for seat in range(seats):
            if seat != looking:
                rack = rack_at(seats, seat)
                apart = hypot(x - rack[0][0], y - rack[0][1], EYES)
                found.append((off_axis(rack, (x, y, EYES), FORM.tilt), apart))
    return max(angle for angle, _ in found), max(apart for _, apart in found)


def table() -> str:
    """Return who reads whose cards as a table in Markdown."""
    rows = [
        "| players | at a small or round table | at a table of 80 x 140 cm |",
        "|---|---|---|",
    ]
    for seats in (2, 3, 4, 5):
        cells = []
        for wide in (None, LONG_TABLE):
            angle, apart = worst(seats, wide)
            cells.append(f"{angle:.0f} degrees, {apart / 1000:.1f} m")
        rows.append(f"| {number(seats - 1)} | {cells[0]} | {cells[1]} |")
    return "\n".join(rows)


def push() -> str:
    """Return what a rack with its ballast weighs, and which push it takes, as a sentence."""
    forth, back = (FORM.tipping(towards_middle=towards) for towards in (True, False))
    return (
        f"A rack weighs some {FORM.mass():.0f} g then and takes a level push at its upper edge of"
        f" {forth:.0f} gram-force towards the middle and {back:.0f} towards its player."
    )


def picture() -> Drawing:
    """Return a rack from its end with what its owner, and what the camera sees; to scale."""
    scale, x, ground = 0.2, 92.0, 150.0

    def at(spot: SectionPoint) -> Point:
        return (x + spot[0] * scale, ground - spot[1] * scale)

    camera = at((-FAR, 700.0))
    face = FORM.face(88.0)
    left, top = at((FORM.behind, 550.0))
    right, bottom = at((FORM.behind + 150.0, 300.0))
    lowest, highest = at((FORM.behind, 300.0)), at((FORM.behind, 550.0))
    shapes: list[Shape] = [
        Rect(4, ground, 150, 2.5, fill=WOOD, line=GREY),
        Rect(left, top, right - left, bottom - top, fill=SAFE, line=GREY),
        Text(right + 2, (top + bottom) / 2, "the owner's eyes:", SMALL),
        Text(right + 2, (top + bottom) / 2 + 5, "no card to be seen", SMALL),
        Rect(camera[0] - 3, camera[1] - 4, 6, 4, fill=GREY),
        Text(camera[0] + 5, camera[1], "camera, 70 cm up", SMALL),
        line(*camera, *at(face[0]), line=VIEW, stroke=0.3),
        line(*camera, *at(face[1]), line=VIEW, stroke=0.3),
        Circle(*lowest, 1, fill=GREY),
        Circle(*highest, 1, fill=GREY),
    ]
    for eye in ((FORM.behind, 300.0), (FORM.behind, 550.0)):
        shapes.append(line(*at(eye), *at(_stopped(eye)), line=CARD, stroke=0.3, dashes=(2, 1)))
    shapes += [
        Path(tuple(map(at, FORM.strut())), stroke=0.2, closed=True),
        Path((at((0, 0)), at(FORM.top), at(FORM.hood_top)), stroke=0.8),
        Path(tuple(map(at, face)), stroke=0.8, line=CARD),
        Text(6, ground - 4, "the table's middle", SMALL, colour=GREY),
        Text(152, ground - 4, "the player", SMALL, Anchor.END, GREY),
        Text(4, ground + 9, "All to scale; the hood is the upper, bent part.", SMALL, colour=GREY),
    ]
    return Drawing((182.0, 162.0), tuple(shapes), "What a rack hides")


def _stopped(eye: SectionPoint) -> SectionPoint:
    """Return where the look of ``eye`` over the hood's edge meets the table."""
    edge_x, edge_y = FORM.hood_top
    share = eye[1] / (eye[1] - edge_y)
    return eye[0] + (edge_x - eye[0]) * share, 0.0
