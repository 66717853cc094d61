"""The wiring of the panel, drawn: the header with every lamp, button and ground."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from companion.hanabi.labels import MOST_SEATS
from companion.language.names import ENGLISH
from companion.language.people import number
from companion.panel.header import GROUND, NAMES, PLACES
from companion.panel.texts import currents_text, pin_names
from companion.panel.wiring import HEADER, OLED_CLOCK, OLED_PIN, Wiring
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
    Text,
    fitted,
    line,
    notes,
    paragraph,
)
from companion.paper.signs import sign

SHEET_SIZE = (190.0, 250.0)
"""Millimetres: it fits on A4 with the margins of any printer."""
MIDDLE = SHEET_SIZE[0] / 2
TOP, HEADER_PITCH = 18.0, 8.0
"""Millimetres: the first row of the header, and from one row to the next."""
PIN = 5.0
"""Millimetres from the header's middle to a pin."""
NAMED = SHEET_SIZE[0] / 2 - PIN - 44
"""Millimetres for the name of a lamp or button."""
LAMP_SIGN = 7.0
"""Millimetres; the side of a seat's sign beside its lamp."""
LABEL = (20.0, 12.0)
"""Width and height of a label for the panel."""
LAMP: Rgb = (200, 50, 40)
BUTTON: Rgb = (30, 90, 170)
BUZZER: Rgb = (120, 60, 150)
PIXELS: Rgb = (20, 130, 110)
OLED: Rgb = (70, 70, 70)
POWER: Rgb = (230, 150, 60)
BOARD: Rgb = (225, 238, 225)


def wiring_sheet(wiring: Wiring, ohms: float, *, language: NullTranslations = ENGLISH) -> Drawing:
    """Return the sheet; every lamp has a resistor of ``ohms``."""
    _ = language.gettext
    names = pin_names(wiring, language)
    by_place = {PLACES[pin]: name for pin, name in names.items()}
    turns = {seat: wiring.lamps.get(f"turn.{seat}") for seat in range(MOST_SEATS)}
    seats = {PLACES[pin]: seat for seat, pin in turns.items() if pin is not None}
    kinds = {
        **{PLACES[pin]: LAMP for pin in wiring.lamps.values()},
        **{PLACES[pin]: BUTTON for pin in wiring.buttons.values()},
        **({PLACES[wiring.buzzer]: BUZZER} if wiring.buzzer is not None else {}),
        **({PLACES[wiring.strip]: PIXELS} if wiring.strip is not None else {}),
        **(dict.fromkeys((PLACES[OLED_PIN], PLACES[OLED_CLOCK]), OLED) if wiring.oled else {}),
    }
    shapes: list[Shape] = [
        Text(0, 5, _("The panel's wiring"), 5.0, bold=True),
        Rect(MIDDLE - 10, TOP - 6, 20, 19 * HEADER_PITCH + 12, fill=BOARD, line=GREY, radius=2),
        Text(MIDDLE, TOP - 8, _("the board's end with the SD card"), 2.8, Anchor.MIDDLE, GREY),
    ]
    for place, name in NAMES.items():
        shapes += _pin(
            place, name, by_place.get(place), kinds.get(place), seats.get(place), language
        )
    below = TOP + 19 * HEADER_PITCH + 10
    shapes.append(
        Text(
            MIDDLE,
            below,
            _("the end with the USB sockets (even numbers: the board's edge)"),
            2.8,
            Anchor.MIDDLE,
            GREY,
        )
    )
    button = _("Button: pin, button, ground. It needs no resistor.")
    if wiring.strip is None:
        lamps = _(
            "Lamp: pin, resistor of {ohms} ohms, the LED's long leg, its short leg, ground."
        ).format(ohms=f"{ohms:g}")
    else:
        lamps = _(
            "Strip or ring of WS2812, 17 pixels or more from its end marked DIN: 1 to 8 are the"
            " clue lamps, 9 to 11 the fuses, 12 to 16 the turn lamps of seats 1 to 5, 17 the status"
            " lamp."
        )
    if wiring.strip is not None or wiring.oled is not None:
        grounds = _("All grounds are the same: take any pin that is marked GND.")
    else:
        grounds = _(
            "All grounds are the same: take any pin that is marked GND, and one wire from LED to"
            " LED. Connect nothing to 3V3 and 5V."
        )
    texts = [lamps, button, grounds, currents_text(wiring, ohms, language)]
    if wiring.oled is not None:
        texts.append(
            _(
                "OLED of 128 x 64 pixels: its VCC goes to 3V3 (pin 1), GND to ground, SDA to pin 3"
                " and SCL to pin 5. Its four pins are in another order on each make."
            )
        )
    if wiring.buzzer is not None:
        texts.append(
            _(
                "Buzzer: an active one for 3 V, up to 5 mA between pin and ground; a louder one by"
                " a transistor, with 10 kilohms between its base and ground."
            )
        )
    shapes += notes(0, below + 9, SHEET_SIZE[0], texts, 3.3)
    shapes += _labels(SHEET_SIZE[1] - LABEL[1], language)
    return Drawing(SHEET_SIZE, tuple(shapes), _("The panel's wiring"))


def _labels(y: float, language: NullTranslations) -> Iterator[Shape]:
    """Yield what is cut out and glued beside the turn lamps: each seat's number and sign."""
    width, height = LABEL
    first = SHEET_SIZE[0] - MOST_SEATS * width
    says = language.gettext("Cut out, and glue each below the turn lamp of its seat:")
    yield from paragraph(0, y + 5, first - 4, says, 3.3)
    for seat in range(MOST_SEATS):
        x = first + seat * width
        yield Rect(x, y, width, height, line=GREY)
        yield Text(x + 4, y + height / 2 + 2.4, str(number(seat)), 7.0, bold=True)
        yield from sign(seat, x + width - height + 1, y + 1, height - 2)


def _pin(
    place: int,
    name: str,
    what: str | None,
    kind: Rgb | None,
    seat: int | None,
    language: NullTranslations,
) -> Iterator[Shape]:
    _ = language.gettext
    left = place % 2 == 1
    side = -1 if left else 1
    y = TOP + (place - 1) // 2 * HEADER_PITCH
    x = MIDDLE + side * PIN
    ground, power = name == GROUND, name in ("3V3", "5V")
    fill = kind or (BLACK if ground else POWER if power else WHITE)
    yield Circle(x, y, 2.5, fill=fill, line=GREY)
    colour = WHITE if kind or ground else BLACK
    yield Text(x, y + 0.9, str(place), 2.5, Anchor.MIDDLE, colour)
    out = x + side * 6.5
    anchor = Anchor.END if left else Anchor.START
    if what is None or kind is None:
        free = name
        if not ground and not power:
            usable = place in {PLACES[pin] for pin in HEADER}
            says = _("{pin}, free") if usable else _("{pin}, not to be used")
            free = says.format(pin=name)
        yield Text(out, y + 1, free, 2.8, anchor, GREY)
        return
    end = x + side * 44
    yield line(x + side * 2.5, y, end - side * 6, y, stroke=0.4, line=kind)
    yield from _symbol(kind, x + side * 13, y, side)
    yield from _ground(end - side * 6, y, side)
    room = NAMED
    if seat is not None:
        yield from sign(seat, end if side > 0 else end - LAMP_SIGN, y - LAMP_SIGN / 2, LAMP_SIGN)
        end, room = end + side * (LAMP_SIGN + 1), NAMED - LAMP_SIGN - 1
    yield fitted(Text(end, y - 0.1, what, 3.0, anchor, bold=True), room)
    yield Text(end, y + 3.0, name, 2.4, anchor, GREY)


def _symbol(kind: Rgb, x: float, y: float, side: int) -> Iterator[Shape]:
    """Yield a resistor and an LED, a button, three pixels, a screen, or a buzzer, from ``x`` on."""
    if kind == LAMP:
        yield Rect(
            min(x - side * 5, x + side * 3), y - 1.3, 8, 2.6, fill=WHITE, line=kind, stroke=0.3
        )
        far, near = x + side * 14, x + side * 9
        yield Path(
            ((near, y - 1.8), (near, y + 1.8), (far, y)),
            line=kind,
            stroke=0.3,
            fill=kind,
            closed=True,
        )
        yield line(far, y - 1.8, far, y + 1.8, line=kind, stroke=0.5)
        yield line(near + side * 2, y - 2.2, near + side * 4, y - 3.6, line=kind, stroke=0.3)
        yield line(near + side * 4, y - 1.8, near + side * 6, y - 3.2, line=kind, stroke=0.3)
    elif kind == BUTTON:
        near, far = x + side * 4, x + side * 12
        yield line(near, y, far, y, line=WHITE, stroke=1.2)
        yield line(near, y, far - side * 1, y - 2.6, line=kind, stroke=0.5)
        yield Circle(near, y, 0.7, fill=kind)
        yield Circle(far, y, 0.7, fill=kind)
    elif kind == OLED:
        yield Rect(x + side * 8 - 4, y - 2, 8, 4, fill=WHITE, line=kind, stroke=0.4)
    elif kind == PIXELS:
        for nth in range(3):
            yield Rect(
                x + side * (4 + 4 * nth) - 1.5, y - 1.5, 3, 3, fill=WHITE, line=kind, stroke=0.4
            )
    else:
        yield Circle(x + side * 8, y, 2.6, fill=WHITE, line=kind, stroke=0.4)
        yield Circle(x + side * 8, y, 0.8, fill=kind)


def _ground(x: float, y: float, side: int) -> Iterator[Shape]:
    for index, half in enumerate((2.2, 1.4, 0.6)):
        at = x + side * index * 0.9
        yield line(at, y - half, at, y + half, stroke=0.4)
