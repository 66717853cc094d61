"""The pictures of docs/building.md, drawn from the layout and from what is printed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from math import cos, pi, radians, sin, tan

from companion.hanabi.labels import MOST_SEATS
from companion.language.people import number
from companion.panel.wiring import Wiring
from companion.paper.board import HOLE, Copper, panel_board
from companion.paper.pages import OVERLAP, pages
from companion.paper.shapes import (
    BLACK,
    GREY,
    WHITE,
    Anchor,
    Circle,
    Drawing,
    Path,
    Rect,
    Rgb,
    Shape,
    ShapeGroup,
    Text,
    line,
)
from companion.paper.signs import sign, sign_name
from tools.rack_sight import picture as rack_sight
from vision.printing.control import control_sheet
from vision.printing.mat import mat
from vision.printing.racks import instructions, strip
from vision.table.details import load_details
from vision.table.layout import load_layout
from vision.table.layout_file import default_layout_path

LAYOUT, DETAILS = load_layout(), load_details()
DATA = json.loads(default_layout_path().read_text(encoding="utf-8"))
WOOD: Rgb = (236, 222, 200)
VIEW: Rgb = (60, 110, 200)
CARD: Rgb = (190, 60, 40)
LAMP: Rgb = (235, 190, 60)
BAD: Rgb = (200, 40, 40)
GOOD: Rgb = (30, 130, 60)
SIGN = 8.0
"""Millimetres; a seat's sign in the pictures."""
SMALL = 3.4
"""Millimetres; the font in the pictures."""


def building_pictures() -> Mapping[str, Drawing]:
    """Return the pictures by the names of their files."""
    return {
        "building-table.svg": _table(),
        "building-mount.svg": _mount(),
        "building-mat.svg": mat(LAYOUT, DETAILS),
        "building-tiles.svg": _tiles(),
        "building-rack.svg": _rack(),
        "building-sight.svg": rack_sight(),
        "building-panel.svg": _panel(),
        "building-board.svg": _board(),
        "building-light.svg": _light(),
        "seats.svg": _seats(),
        "building-control.svg": control_sheet(LAYOUT),
    }


def _lens() -> tuple[float, float]:
    """Return the angles of the layout's lens, degrees across and down."""
    found = re.search(r"(\d+) x (\d+) degrees", DATA["camera"]["lens"])
    assert found is not None
    return float(found[1]), float(found[2])


def _label(x: float, y: float, text: str, **looks: object) -> Text:
    return Text(x, y, text, SMALL, **looks)  # type: ignore[arg-type]


def _table() -> Drawing:
    """Return the table from above, with four racks and what the camera sees of it."""
    scale, players = 0.1, 4
    above = DATA["camera"]["above_mat_centre"]
    across, down = (2 * above * tan(radians(angle / 2)) * scale for angle in _lens())
    size = (across + 12, down + 26)
    middle = (size[0] / 2, down / 2 + 6)
    width, height = (side * scale for side in LAYOUT.mat.size)
    distance = DATA["rack"]["distance_from_mat_centre"]
    panel = LAYOUT.rack(0).size
    deep = panel[1] * cos(radians(LAYOUT.rack_tilt)) * scale
    shapes: list[Shape] = [
        Rect(6, 6, across, down, fill=WOOD),
        Rect(6, 6, across, down, line=VIEW, stroke=0.5),
        Rect(middle[0] - width / 2, middle[1] - height / 2, width, height, fill=WHITE, line=GREY),
    ]
    for zone in (LAYOUT.mat.fireworks, LAYOUT.mat.discards, LAYOUT.mat.deck):
        x, y, wide, high = (value * scale for value in zone)
        left, top = middle[0] - width / 2 + x, middle[1] - height / 2 + y
        shapes.append(Rect(left, top, wide, high, fill=DETAILS.zone_fill))
    for seat in range(players):
        angle = 2 * pi * seat / players
        foot = (
            middle[0] - sin(angle) * distance * scale,
            middle[1] + cos(angle) * distance * scale,
        )
        wide = panel[0] * scale
        faces: list[Shape] = [Rect(-wide / 2, 0, wide, deep, fill=WHITE, line=BLACK, stroke=0.3)]
        for slot in range(LAYOUT.rack(0).slots):
            x = (LAYOUT.rack(0).slot_centre_x(slot) - panel[0] / 2) * scale
            faces.append(Rect(x - 3, 0.2, 6, deep - 0.8, fill=CARD))
        shapes.append(ShapeGroup(tuple(faces), *foot, turn=360 * seat / players))
        out = (distance + 105) * scale
        shapes.append(
            Text(
                middle[0] - sin(angle) * out,
                middle[1] + cos(angle) * out + 1.2,
                f"seat {number(seat)}",
                SMALL,
                Anchor.MIDDLE,
            )
        )
        # Beside its name; above it where the name stands beside the rack.
        right, lower = (0.0, -8.0) if round(sin(angle)) else (13.0, -0.5)
        beside = middle[0] - sin(angle) * out + right - SIGN / 2
        below = middle[1] + cos(angle) * out + lower - SIGN / 2
        shapes += sign(seat, beside, below, SIGN)
    x = middle[0] + width / 2 + 1
    near = (middle[0] + 12, middle[1] + height / 2)
    shapes += [
        line(near[0], near[1] - height / 2, near[0], middle[1] + distance * scale, line=VIEW),
        _label(near[0] + 1.5, middle[1] + distance * scale - 6, f"{distance} mm", colour=VIEW),
        _label(x, middle[1] - height / 2 - 2, "mat"),
        _label(8, 11, f"what the camera sees from {above} mm", colour=VIEW),
        _label(
            6,
            down + 13,
            f"Seat 1 is at the mat's lower long side, the others follow clockwise at equal angles,"
            f" {distance} mm",
        ),
        _label(
            6,
            down + 18,
            "from the mat's middle to a rack's foot; with five players"
            f" {DATA['rack']['distance_five_players'][0]} to"
            f" {DATA['rack']['distance_five_players'][1]} mm.",
        ),
    ]
    return Drawing(size, tuple(shapes), "The table from above")


def _mount() -> Drawing:
    """Return the table from the side: the camera on its arm, and what it sees."""
    scale, size = 0.14, (180.0, 138.0)
    ground, middle = 120.0, 78.0
    lowest, highest = DATA["camera"]["range"]
    above = DATA["camera"]["above_mat_centre"]
    top = ground - above * scale
    half = above * tan(radians(_lens()[1] / 2)) * scale
    distance = DATA["rack"]["distance_from_mat_centre"] * scale
    tilt, height = radians(LAYOUT.rack_tilt), LAYOUT.rack(0).size[1] * scale
    deep = LAYOUT.mat.size[1] * scale / 2
    shapes: list[Shape] = [
        Rect(8, ground, 140, 3, fill=WOOD, line=GREY),
        line(middle - deep, ground - 0.4, middle + deep, ground - 0.4, stroke=0.8, line=GREY),
        Path(
            ((middle, top), (middle - half, ground), (middle + half, ground)),
            line=VIEW,
            closed=True,
            dashes=(2, 1),
        ),
        # The arm: from beside the table up and over it.
        Path(((140, ground), (140, top - 4), (middle, top - 4)), stroke=1.6, line=GREY),
        Rect(middle - 3, top - 4, 6, 4, fill=BLACK),
        Rect(136, ground + 3, 8, 5, fill=GREY),
        _label(140, ground + 13, "clamp", anchor=Anchor.MIDDLE),
        _label(middle + 6, top - 6.2, "camera, flat, looking straight down"),
        _label(middle, ground + 8, "mat", anchor=Anchor.MIDDLE),
        Path(((middle - 45, top), (middle - 45, ground)), line=VIEW),
        _label(middle - 47, (top + ground) / 2, f"{above} mm", anchor=Anchor.END, colour=VIEW),
        _label(
            middle - 47,
            (top + ground) / 2 + 5,
            f"({lowest} to {highest})",
            anchor=Anchor.END,
            colour=VIEW,
        ),
    ]
    for side in (-1, 1):
        foot = middle + side * distance
        head = (foot + side * height * cos(tilt), ground - height * sin(tilt))
        shapes += [
            Path(((foot, ground), head), stroke=0.9),
            Path(((foot - side * 1.3, ground - 1), (head[0] - side * 1.3, head[1] + 1)), line=CARD),
            _label(foot + side * 2, ground + 8, "rack", anchor=Anchor.MIDDLE),
        ]
    five = DATA["camera"]["above_mat_centre_5_players"]
    shapes.append(
        _label(
            8,
            7,
            f"Measured from the table to the lens; with five players {five} mm or a little more.",
        )
    )
    return Drawing(size, tuple(shapes), "The camera above the table")


def _tiles() -> Drawing:
    """Return the mat's four sheets of A4 apart, with their seams."""
    scale, gap = 0.2, 10.0
    shapes: list[Shape] = []
    sheets = pages([mat(LAYOUT, DETAILS)], "a4")
    widest = 0.0
    for page in sheets:
        tile = page.tile
        assert tile is not None
        left, top, width, height = (value * scale for value in tile.window)
        x, y = 6 + left + tile.column * gap, 8 + top + tile.row * gap
        inside = [
            Rect(each[0] * scale, each[1] * scale, each[2] * scale, each[3] * scale, fill=fill)
            for each, fill in _zones()
        ]
        shapes.append(Rect(x, y, width, height, fill=WHITE))
        shapes.append(
            ShapeGroup((ShapeGroup(tuple(inside), -left, -top),), x, y, clip=(0, 0, width, height))
        )
        shapes.append(Rect(x, y, width, height, line=GREY, stroke=0.3))
        half = OVERLAP / 2 * scale
        if tile.cuts[0] is not None:
            shapes.append(line(x + half, y - 3, x + half, y + height + 3, line=BAD, dashes=(2, 1)))
        if tile.cuts[1] is not None:
            shapes.append(line(x - 3, y + half, x + width + 3, y + half, line=BAD, dashes=(2, 1)))
        nth = str(tile.row * 2 + tile.column + 1)
        shapes.append(Text(x + width / 2, y + height / 2, nth, 8, Anchor.MIDDLE, BLACK))
        widest = max(widest, x + width)
    bottom = 8 + LAYOUT.mat.size[1] * scale + gap + 10
    shapes += [
        _label(6, bottom, "1. Cut 2, 3 and 4 along the red lines, between the marks."),
        _label(
            6,
            bottom + 5,
            "2. Lay 2 onto 1, its cut edge on the marks of 1, and glue; 4 onto 3.",
        ),
        _label(6, bottom + 10, "3. Lay the lower half onto the upper one, and glue."),
    ]
    return Drawing((max(widest + 6, 140.0), bottom + 14), tuple(shapes), "Four sheets make a mat")


def _zones() -> Iterator[tuple[tuple[float, float, float, float], Rgb]]:
    for zone in (LAYOUT.mat.fireworks, LAYOUT.mat.discards, LAYOUT.mat.deck):
        yield zone, DETAILS.zone_fill
    for corners in LAYOUT.mat.tags.values():
        side = LAYOUT.mat.tag_side
        yield (float(corners[0, 0]), float(corners[0, 1]), side, side), BLACK


def _rack() -> Drawing:
    """Return how a rack is made, and its strip below."""
    how, part = instructions(LAYOUT), strip(LAYOUT, DETAILS, 0)
    width = part.size[0] + 20
    shapes = (
        ShapeGroup(how.shapes, (width - how.size[0]) / 2, 6),
        ShapeGroup(part.shapes, 10, how.size[1] + 10),
    )
    return Drawing((width, how.size[1] + part.size[1] + 16), shapes, "A rack")


def _panel() -> Drawing:
    """Return a panel's face as it may be laid out, a cigar box wide."""
    size = (180.0, 96.0)
    shapes: list[Shape] = [Rect(4, 4, 172, 88, fill=(245, 240, 230), line=GREY, radius=5)]

    def lamps(x: float, y: float, count: int, colour: Rgb, says: str, first: int) -> None:
        shapes.append(Text(x - 4, y - 7, says, SMALL, bold=True))
        for index in range(count):
            shapes.append(Circle(x + 11 * index, y, 3, fill=colour, line=GREY, stroke=0.4))
            if count > 1:
                says_which = str(first + index)
                shapes.append(Text(x + 11 * index, y + 7, says_which, 2.6, Anchor.MIDDLE, GREY))

    lamps(16, 20, 8, (240, 200, 60), "clue tokens", 1)
    lamps(122, 20, 3, (220, 70, 50), "burnt fuses", 1)
    lamps(16, 46, MOST_SEATS, (90, 170, 90), "turn of seat", 1)
    for seat in range(MOST_SEATS):
        shapes += sign(seat, 16 + 11 * seat - 3.5, 55, 7)
    lamps(122, 46, 1, (240, 150, 60), "status", 0)
    for index, name in enumerate(("Clue", "Play", "Discard", "Fuse", "Undo", "Confirm")):
        x = 20 + 28 * index
        shapes.append(Circle(x, 72, 7, fill=(70, 70, 75), line=BLACK, stroke=0.5))
        shapes.append(Text(x, 86, name, SMALL, Anchor.MIDDLE))
    return Drawing(size, tuple(shapes), "A panel's face")


def _board() -> Drawing:
    """Return the panel's circuit board: red copper is in front, blue behind."""
    board = panel_board(Wiring(), 470)
    front, back, pad = (200, 60, 50), (70, 110, 200), (190, 150, 60)
    shapes: list[Shape] = [Rect(0, 0, *board.size, fill=(238, 245, 238), line=GREY, radius=1)]
    for layer, colour in ((Copper.BACK, back), (Copper.FRONT, front)):
        for track in board.tracks:
            if track.layer is layer:
                shapes.append(line(*track.start, *track.end, line=colour, stroke=track.width))
    shapes += [Circle(*via.at, 0.3, fill=pad) for via in board.vias]
    shapes += [Circle(*hole, HOLE / 2, fill=WHITE, line=GREY) for hole in board.holes]
    for part in board.parts:
        (left, top), (right, bottom) = part.outline
        if part.round:
            shapes.append(Circle(left, top, bottom - top or right - left, line=GREY, stroke=0.2))
        else:
            shapes.append(Rect(left, top, right - left, bottom - top, line=GREY, stroke=0.2))
        for leg in part.pads:
            x, y, half = *leg.at, leg.size / 2
            if leg.square:
                shapes.append(Rect(x - half, y - half, leg.size, leg.size, fill=pad))
            else:
                shapes.append(Circle(x, y, half, fill=pad))
            shapes.append(Circle(x, y, leg.drill / 2, fill=WHITE))
        shapes.append(Text(*part.label_at, part.label, 1.8, Anchor.MIDDLE))
    shapes += [Text(*at, says, 2.2, Anchor.MIDDLE, bold=True) for says, at in board.titles]
    return Drawing(board.size, tuple(shapes), "The panel's circuit board")


def _seats() -> Drawing:
    """Return the signs of the seats, each above its number."""
    side, apart = 24.0, 32.0
    shapes: list[Shape] = []
    for seat in range(MOST_SEATS):
        x = 4 + seat * apart
        says = f"{number(seat)}: {sign_name(seat)}"
        shapes += sign(seat, x, 4, side)
        shapes.append(Text(x + side / 2, 4 + side + 7, says, SMALL, Anchor.MIDDLE, bold=True))
    return Drawing((8 + MOST_SEATS * apart - 8, side + 16), tuple(shapes), "The seats' signs")


def _light() -> Drawing:
    """Return where a lamp may hang, and where it shines into the lens from the cards."""
    size = (200.0, 92.0)
    shapes: list[Shape] = []
    for left, good in ((6.0, False), (106.0, True)):
        middle, ground, top = left + 44, 76.0, 30.0
        colour, says = (GOOD, "lamp at the side: good") if good else (BAD, "lamp beside the camera")
        lamp = (middle + 42, 24.0) if good else (middle + 10, 16.0)
        shapes += [
            Text(left, 9, says, 4.0, bold=True, colour=colour),
            Rect(left, ground, 88, 2.5, fill=WOOD, line=GREY),
            line(middle - 12, ground - 0.4, middle + 12, ground - 0.4, stroke=1, line=CARD),
            Rect(middle - 3, top - 4, 6, 4, fill=BLACK),
            Circle(*lamp, 4, fill=LAMP, line=GREY),
        ]
        # A flat card mirrors: the ray leaves as steep as it came.
        spot = middle + (8.0 if good else 4.0)
        mirrored = (2 * spot - lamp[0], lamp[1])
        share = (ground - top) / (ground - lamp[1])
        end = (spot + (mirrored[0] - spot) * share, top)
        if good:
            end = (max(left, end[0]), top + (16 if end[0] < left else 0))
        shapes += [
            line(lamp[0], lamp[1] + 4, spot, ground - 1, line=colour, stroke=0.4, dashes=(2, 1)),
            line(spot, ground - 1, end[0], end[1], line=colour, stroke=0.4, dashes=(2, 1)),
        ]
    shapes += [
        _label(6, 86, "its mirror image lies on the cards"),
        _label(106, 86, "its mirror image misses the lens"),
    ]
    return Drawing(size, tuple(shapes), "Where a lamp may hang")
