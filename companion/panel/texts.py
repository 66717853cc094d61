"""What the parts of the panel are called, and what is said of their wiring."""

from __future__ import annotations

from gettext import NullTranslations

from companion.language.names import ENGLISH
from companion.language.people import number
from companion.panel.currents import MOST_EACH, MOST_TOGETHER, STRIP_CURRENT, currents
from companion.panel.panel import Press, Status
from companion.panel.wiring import OLED_CLOCK, Wiring


def lamp_name(name: str, language: NullTranslations = ENGLISH) -> str:
    """Return what people call a lamp of `Wiring.lamps`: ``clue.0`` is "clue lamp 1".

    Raises:
        KeyError: there is no such lamp.
    """
    _ = language.gettext
    row, _dot, index = name.partition(".")
    said = {
        "clue": _("clue lamp {number}"),
        "fuse": _("fuse lamp {number}"),
        "turn": _("turn lamp of seat {seat}"),
        "status": _("status lamp"),
    }[row]
    nth = number(int(index or 0))
    return said.format(number=nth, seat=nth)


def button_name(press: Press, language: NullTranslations = ENGLISH) -> str:
    """Return what stands on a button."""
    _ = language.gettext
    return {
        Press.CLUE: _("Clue"),
        Press.PLAY: _("Play"),
        Press.DISCARD: _("Discard"),
        Press.FUSE: _("Fuse"),
        Press.UNDO: _("Undo"),
        Press.CONFIRM: _("Confirm"),
    }[press]


def status_text(status: Status, language: NullTranslations = ENGLISH) -> str:
    """Return what the companion is doing, in a few words."""
    _ = language.gettext
    return {
        Status.STARTING: _("The table is getting ready"),
        Status.WAITING_TO_START: _("Ready to start"),
        Status.WAITING_FOR_MOVE: _("Waiting for a move"),
        Status.READING: _("Reading the table"),
        Status.CANNOT_SEE: _("The camera cannot see all of the table"),
        Status.PLEASE_DRAW: _("Please draw a card"),
        Status.QUESTION: _("A question is open"),
        Status.DIFFERS: _("Table and record differ"),
        Status.PAUSED: _("The game is paused"),
        Status.ENDING: _("The game has ended: lay the hands down"),
        Status.OVER: _("The game is over"),
        Status.ERROR: _("Something has failed"),
    }[status]


def pin_names(wiring: Wiring, language: NullTranslations = ENGLISH) -> dict[int, str]:
    """Return what is on each pin that something is connected to, by BCM number."""
    _ = language.gettext
    named = {pin: lamp_name(name, language) for name, pin in wiring.lamps.items()}
    for press, pin in wiring.buttons.items():
        named[pin] = _("button {name}").format(name=button_name(press, language))
    if wiring.buzzer is not None:
        named[wiring.buzzer] = _("buzzer")
    if wiring.strip is not None:
        named[wiring.strip] = _("LED strip, data (DIN)")
    if wiring.oled is not None:
        named[wiring.oled], named[OLED_CLOCK] = _("OLED, data (SDA)"), _("OLED, clock (SCL)")
    return named


def currents_text(wiring: Wiring, ohms: float, language: NullTranslations = ENGLISH) -> str:
    """Return what the panel takes from the pins, in two sentences; with a strip, from 5 V."""
    _ = language.gettext
    if wiring.strip is not None:
        return _(
            "The strip takes up to {strip} mA from 5 V (pins 2 and 4 of the header), and next to"
            " nothing from its pin. It wants its data at 5 V: put a 74AHCT125 between."
        ).format(strip=f"{STRIP_CURRENT:g}")
    taken, with_buzzer = currents(wiring, ohms), wiring.buzzer is not None
    if with_buzzer:
        said = _(
            "With {ohms} ohms a lit lamp takes {lamp} mA from its pin; the {lamps} that are lit at"
            " most and the buzzer take {together} mA. A pin may give {each} mA, all pins together"
            " about {all} mA."
        )
    else:
        said = _(
            "With {ohms} ohms a lit lamp takes {lamp} mA from its pin; the {lamps} that are lit at"
            " most take {together} mA. A pin may give {each} mA, all pins together about {all} mA."
        )
    return said.format(
        ohms=f"{ohms:g}",
        lamp=f"{taken.lamp:.1f}",
        lamps=taken.lamps,
        together=f"{taken.together:.1f}",
        each=f"{MOST_EACH:g}",
        all=f"{MOST_TOGETHER:g}",
    )
