"""How much current the panel takes from the pins of a Raspberry Pi, in all and each."""

from __future__ import annotations

from dataclasses import dataclass

from companion.panel.wiring import ROWS, Wiring

SUPPLY = 3.3
"""Volts of a pin that is high."""
LED_DROP = 1.8
"""Volts that a red LED keeps, the hungriest kind; others keep more and take less."""
BUZZER_CURRENT = 5.0
"""Milliamperes that an active buzzer may take from its pin; a louder one needs a transistor."""
MOST_EACH = 16.0
"""Milliamperes that one pin may give."""
MOST_TOGETHER = 50.0
"""Milliamperes that all pins may give at the same time, as is commonly advised for the header."""
STRIP_CURRENT = 350.0
"""Milliamperes that a strip of 17 WS2812 pixels takes from 5 V at most, by their data sheet: 20 for
a channel that is full on, 1 for a dark pixel. Eight clue lamps 210, three fuses 60, a turn lamp 38,
the status lamp 19, and 17; rounded up."""
LEAST_OHMS, MOST_OHMS = 50, 10_000
"""Ohms that the resistor of a LED may have; whatever else is said of it is a mistake."""


@dataclass(frozen=True, slots=True)
class Currents:
    """What a panel takes, milliamperes, at full brightness.

    Attributes:
        lamp: one lit lamp, from its pin.
        lamps: how many are lit at most at the same time.
        together: all of those, and the buzzer where there is one.
    """

    lamp: float
    lamps: int
    together: float

    @property
    def bearable(self) -> bool:
        """Whether a Raspberry Pi's pins can give that."""
        return self.lamp <= MOST_EACH and self.together <= MOST_TOGETHER


def currents(wiring: Wiring, ohms: float) -> Currents:
    """Return what a panel takes that is wired like this, with a resistor of ``ohms`` each.

    All clue and fuse lamps may be lit, and the status lamp; of the turn lamps only one.
    """
    rows = {name: sum(pin is not None for pin in getattr(wiring, name)) for name in ROWS}
    lit = sum(rows.values()) - max(0, rows["turn_leds"] - 1) + (wiring.status_led is not None)
    lamp = (SUPPLY - LED_DROP) / ohms * 1000
    buzzer = BUZZER_CURRENT if wiring.buzzer is not None else 0.0
    return Currents(lamp, lit, lit * lamp + buzzer)


def least_ohms(wiring: Wiring) -> int:
    """Return the smallest resistor, in whole ohms, that the pins can bear with this wiring."""
    taken = currents(wiring, 1.0)
    left = MOST_TOGETHER - (BUZZER_CURRENT if wiring.buzzer is not None else 0.0)
    each = min(MOST_EACH, left / max(1, taken.lamps))
    return -(-int(taken.lamp * 1000) // int(each * 1000))
