"""A circuit board for the panel: where its parts sit, and the copper that joins them.

Lamps, resistors, buttons and a plug for a ribbon cable to the Raspberry Pi, on two layers. Every
part has a column of its own. On the front copper runs down the columns, on the back across, one
line for each net, between the parts and the plug: so no two lines meet, whatever pins the settings
name. All lengths are millimetres; x points right and y down, as KiCad counts; parts are on the
front, where the lamps are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations

from companion.hanabi.labels import MOST_SEATS
from companion.language.names import ENGLISH
from companion.language.people import number
from companion.panel.header import GROUND, NAMES
from companion.panel.panel import Press
from companion.panel.texts import button_name, lamp_name
from companion.panel.wiring import ROWS, Wiring

BoardPoint = tuple[float, float]
STEP = 1.27
"""Half a step of the plug's pins; columns are multiples of it apart."""
COLUMN = 5 * STEP
"""From column to column."""
LEFT = 8 * STEP
"""The first column."""
SPINE = 7.0
"""The line that joins all grounds down the board's left side, x."""
LAMP_ROWS = (12.0, 35.0)
"""The short legs of the upper and the lower lamps, y."""
BUTTONS_AT = 60.0
"""The upper legs of the buttons, y."""
CHANNEL, LINE_STEP = 72.0, 0.9
"""The first line across between parts and plug, y, and from line to line."""
TRACK, GROUND_TRACK = 0.25, 0.5
"""Widths. The panel takes 50 mA in all, for which either is plenty."""
VIA, VIA_DRILL = 0.6, 0.3
"""Diameters: the copper of a hole from one side to the other, and the hole."""
HOLE, HOLE_AT = 3.2, 3.5
"""A hole for a screw in each corner, and how far from the edges."""


class Copper(Enum):
    """The board's two layers."""

    FRONT = "F.Cu"
    BACK = "B.Cu"


@dataclass(frozen=True, slots=True)
class Pad:
    """A hole for one leg, with copper round it on both layers.

    Attributes:
        name: which leg, as KiCad's own footprints name it.
        at: its place on the board.
        net: what it is joined to; "" for nothing.
        drill, size: diameters of hole and copper.
        square: whether its copper is a square: leg 1.
    """

    name: str
    at: BoardPoint
    net: str
    drill: float
    size: float
    square: bool = False


@dataclass(frozen=True, slots=True)
class BoardPart:
    """One part.

    Attributes:
        reference: its name on the board: ``D1``.
        kind: what to buy.
        pads: its legs.
        outline: its body: two opposite corners, or centre and a point of the rim.
        round: whether the body is a circle.
        label: what is printed beside it, and where; "" for nothing.
    """

    reference: str
    kind: str
    pads: tuple[Pad, ...]
    outline: tuple[BoardPoint, BoardPoint]
    round: bool = False
    label: str = ""
    label_at: BoardPoint = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class CopperLine:
    """A straight line of copper."""

    net: str
    start: BoardPoint
    end: BoardPoint
    layer: Copper
    width: float = TRACK


@dataclass(frozen=True, slots=True)
class PlatedHole:
    """Where a net changes the layer: a via."""

    net: str
    at: BoardPoint


@dataclass(frozen=True, slots=True)
class Board:
    """A board, whole: its size, parts, copper, and the holes for its screws."""

    size: BoardPoint
    parts: tuple[BoardPart, ...]
    tracks: tuple[CopperLine, ...]
    vias: tuple[PlatedHole, ...]
    holes: tuple[BoardPoint, ...]
    titles: tuple[tuple[str, BoardPoint], ...] = ()


def panel_board(wiring: Wiring, ohms: float, *, language: NullTranslations = ENGLISH) -> Board:
    """Return the board of a panel that is wired so, with a resistor of ``ohms`` at each lamp."""
    signals = sorted({*wiring.lamps.values(), *wiring.buttons.values(), *_buzzers(wiring)})
    lines = {pin: CHANNEL + nth * LINE_STEP for nth, pin in enumerate(signals)}
    plug_y = CHANNEL + max(1, len(signals)) * LINE_STEP + 4.0
    columns = _columns(wiring)
    width = _x(max(columns.values(), default=0)) + 12.0
    # Half a step beside the columns, and in the middle as far as that goes.
    plug_x = LEFT + STEP / 2 + STEP * round((width / 2 - 19 * STEP - LEFT) / STEP)
    laid = _Laid()
    _lay_lamps(laid, wiring, columns, ohms, language)
    _lay_buttons(laid, wiring, columns, language)
    _lay_buzzer(laid, wiring, columns)
    plug = _plug(set(signals), plug_x, plug_y)
    laid.parts.append(plug)
    bus = plug_y + 2 * STEP + 3.5
    _join_ground(laid, plug, bus)
    for pad in plug.pads:
        if pad.net not in ("", GROUND):
            _join_signal(laid, pad, lines[int(pad.net[4:])], plug_y)
    height = bus + HOLE_AT + 2.0
    holes = tuple((x, y) for x in (HOLE_AT, width - HOLE_AT) for y in (HOLE_AT, height - HOLE_AT))
    titles = _titles(wiring, columns, language)
    return Board(
        (width, height), tuple(laid.parts), tuple(laid.tracks), tuple(laid.vias), holes, titles
    )


class _Laid:
    """What is on the board so far."""

    def __init__(self) -> None:
        self.parts: list[BoardPart] = []
        self.tracks: list[CopperLine] = []
        self.vias: list[PlatedHole] = []
        self.ends: dict[str, BoardPoint] = {}
        """The lowest place of each signal among the parts."""

    def ground(self, start: BoardPoint, end: BoardPoint, layer: Copper) -> None:
        self.tracks.append(CopperLine(GROUND, start, end, layer, GROUND_TRACK))

    def reference(self, letter: str) -> str:
        same = sum(part.reference.startswith(letter) for part in self.parts)
        return f"{letter}{same + 1}"


def _buzzers(wiring: Wiring) -> tuple[int, ...]:
    return () if wiring.buzzer is None else (wiring.buzzer,)


def _x(column: int) -> float:
    return LEFT + column * COLUMN


def _columns(wiring: Wiring) -> Mapping[str, int]:
    """Return the column of each lamp and button there may be; the buzzer's, where there is one.

    Clue and fuse lamps have every second column; the others take turns in those between.
    """
    upper = [
        f"{row.removesuffix('_leds')}.{n}"
        for row in ("clue_leds", "fuse_leds")
        for n in range(ROWS[row])
    ]
    lower = [*(f"turn.{seat}" for seat in range(MOST_SEATS)), "status"]
    columns = {name: 2 * nth for nth, name in enumerate(upper)}
    columns |= {name: 4 * nth + 1 for nth, name in enumerate(lower)}
    columns |= {press.value: 4 * nth + 3 for nth, press in enumerate(Press)}
    return columns if wiring.buzzer is None else {**columns, "buzzer": 4 * len(Press) + 1}


def _lay_lamps(
    laid: _Laid,
    wiring: Wiring,
    columns: Mapping[str, int],
    ohms: float,
    language: NullTranslations,
) -> None:
    """Lay each lamp with its resistor below it, and the ground of each row."""
    _ = language.gettext
    for name, pin in wiring.lamps.items():
        x, row = _x(columns[name]), name.partition(".")[0]
        y = LAMP_ROWS[row in ("turn", "status")]
        nth = number(int(name.partition(".")[2] or 0))
        label = lamp_name(name, language) if row == "status" else str(nth)
        label = _("Seat {seat}").format(seat=nth) if row == "turn" else label
        signal, anode = f"GPIO{pin}", f"lamp {name}"
        long_leg, upper, lower = y + 2.54, y + 7.62, y + 15.24
        laid.parts.append(
            BoardPart(
                laid.reference("D"),
                "LED 5 mm",
                (
                    Pad("1", (x, y), GROUND, 0.9, 1.8, square=True),
                    Pad("2", (x, long_leg), anode, 0.9, 1.8),
                ),
                ((x, y + 1.27), (x, y + 1.27 + 2.9)),
                round=True,
                label=label,
                label_at=(x, y - 3.2),
            )
        )
        laid.parts.append(
            BoardPart(
                laid.reference("R"),
                f"{ohms:g} ohms",
                (Pad("1", (x, upper), anode, 0.8, 1.6), Pad("2", (x, lower), signal, 0.8, 1.6)),
                ((x - 1.25, upper + 1.4), (x + 1.25, lower - 1.4)),
            )
        )
        laid.tracks.append(CopperLine(anode, (x, long_leg), (x, upper), Copper.FRONT))
        laid.ends[signal] = (x, lower)
    for y in LAMP_ROWS:
        grounds = [part.pads[0].at[0] for part in laid.parts if part.pads[0].at[1] == y]
        if y == LAMP_ROWS[1] and wiring.buzzer is not None:
            grounds.append(_x(columns["buzzer"]))
        if grounds:
            laid.vias.append(PlatedHole(GROUND, (SPINE, y)))
            laid.ground((SPINE, y), (max(grounds), y), Copper.BACK)


def _lay_buttons(
    laid: _Laid, wiring: Wiring, columns: Mapping[str, int], language: NullTranslations
) -> None:
    """Lay the buttons; the legs of one contact are above each other."""
    high, low, middle = BUTTONS_AT, BUTTONS_AT + 6.5, BUTTONS_AT + 3.25
    grounds = list[float]()
    for press, pin in wiring.buttons.items():
        x, signal = _x(columns[press.value]), f"GPIO{pin}"
        right = x + 4.5
        pads = [Pad("1", (x, y), signal, 1.1, 1.8, square=y == high) for y in (high, low)]
        pads += [Pad("2", (right, y), GROUND, 1.1, 1.8) for y in (high, low)]
        laid.parts.append(
            BoardPart(
                laid.reference("SW"),
                "push button 6 mm",
                tuple(pads),
                ((x - 0.75, middle - 2.1), (right + 0.75, middle + 2.1)),
                label=button_name(press, language),
                label_at=(x + 2.25, high - 2.6),
            )
        )
        laid.tracks.append(CopperLine(signal, (x, high), (x, low), Copper.FRONT))
        laid.ground((right, high), (right, low), Copper.FRONT)
        laid.vias.append(PlatedHole(GROUND, (right, middle)))
        laid.ends[signal] = (x, low)
        grounds.append(right)
    if grounds:
        laid.vias.append(PlatedHole(GROUND, (SPINE, middle)))
        laid.ground((SPINE, middle), (max(grounds), middle), Copper.BACK)


def _lay_buzzer(laid: _Laid, wiring: Wiring, columns: Mapping[str, int]) -> None:
    if wiring.buzzer is None:
        return
    x, signal = _x(columns["buzzer"]), f"GPIO{wiring.buzzer}"
    high, low = BUTTONS_AT - 4.0, BUTTONS_AT + 3.6
    pads = (
        Pad("1", (x, low), signal, 0.9, 1.8, square=True),
        Pad("2", (x, high), GROUND, 0.9, 1.8),
    )
    middle = (x, (high + low) / 2)
    laid.parts.append(
        BoardPart("BZ1", "active buzzer for 3 V", pads, (middle, (x, high - 2.2)), round=True)
    )
    laid.vias.append(PlatedHole(GROUND, (x, LAMP_ROWS[1])))
    laid.ground((x, LAMP_ROWS[1]), (x, high), Copper.FRONT)
    laid.ends[signal] = (x, low)


def _plug(signals: set[int], x: float, y: float) -> BoardPart:
    """Return the plug, turned so that a straight ribbon cable joins each pin with its like.

    Of its grounds the lower row is used: those are enough, and the upper ones would be in the way.
    """
    pads = []
    used = {f"GPIO{pin}" for pin in signals}
    for place, name in NAMES.items():
        upper = place % 2 == 1
        pair = (place - 1) // 2
        joined = name in used or (name == GROUND and not upper)
        net = name if joined else ""
        at = (x + 2 * STEP * (19 - pair), y if upper else y + 2 * STEP)
        pads.append(Pad(str(place), at, net, 1.0, 1.7, square=place == 1))
    corners = ((x - 5.0, y - 3.2), (x + 38 * STEP + 5.0, y + 2 * STEP + 3.2))
    return BoardPart(
        "J1",
        "pin header 2 x 20 for a ribbon cable",
        tuple(pads),
        corners,
        label="1",
        label_at=(x + 38 * STEP + 6.5, y),
    )


def _join_ground(laid: _Laid, plug: BoardPart, bus: float) -> None:
    """Join all rows' grounds with those of the plug."""
    upmost = min(LAMP_ROWS[0], *(via.at[1] for via in laid.vias if via.at[0] == SPINE), bus)
    laid.ground((SPINE, upmost), (SPINE, bus), Copper.FRONT)
    laid.vias.append(PlatedHole(GROUND, (SPINE, bus)))
    legs = [pad.at for pad in plug.pads if pad.net == GROUND]
    laid.ground((SPINE, bus), (max(x for x, _ in legs), bus), Copper.BACK)
    for x, y in legs:
        laid.ground((x, y), (x, bus), Copper.BACK)


def _join_signal(laid: _Laid, pad: Pad, line_y: float, plug_y: float) -> None:
    """Join a leg of the plug with the part on its pin: up, across on the back, up again."""
    x, y = pad.at
    if y > plug_y:  # of the lower row: up between two legs of the upper one
        laid.tracks.append(CopperLine(pad.net, (x, y), (x + STEP, y - STEP), Copper.FRONT))
        x, y = x + STEP, y - STEP
    part_x, part_y = laid.ends[pad.net]
    laid.tracks += [
        CopperLine(pad.net, (x, y), (x, line_y), Copper.FRONT),
        CopperLine(pad.net, (x, line_y), (part_x, line_y), Copper.BACK),
        CopperLine(pad.net, (part_x, line_y), (part_x, part_y), Copper.FRONT),
    ]
    laid.vias += [PlatedHole(pad.net, (x, line_y)), PlatedHole(pad.net, (part_x, line_y))]


def _titles(
    wiring: Wiring, columns: Mapping[str, int], language: NullTranslations
) -> tuple[tuple[str, BoardPoint], ...]:
    """Return what stands above the rows of clue and of fuse lamps."""

    def titles() -> Iterator[tuple[str, BoardPoint]]:
        for row, press in (("clue", Press.CLUE), ("fuse", Press.FUSE)):
            xs = [_x(columns[name]) for name in wiring.lamps if name.startswith(row)]
            if xs:
                yield button_name(press, language), (sum(xs) / len(xs), LAMP_ROWS[0] - 6.2)

    return tuple(titles())
