"""Which pin of the header each lamp and button of the panel is on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from companion.hanabi.labels import MOST_SEATS
from companion.language.phrases import phrase
from companion.panel.panel import Press

HEADER = range(2, 28)
"""The BCM numbers on the 40-pin header; 0 and 1 are there too, but belong to add-on boards."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which pin of the header each lamp and button is on: BCM numbers, None for none.

    A lamp is lit by a high pin; a button connects its pin with ground. Why the defaults are what
    they are stands in docs/settings.md. A strip of WS2812 pixels takes the place of all lamps: its
    data come out of one pin, see `STRIP_PIN`. So do those of an OLED, see `OLED_PIN`, which may be
    there beside lamps or a strip.

    Raises:
        ValueError: a pin is not on the header or used twice, or a row has too few or many lamps;
            there is a strip or an OLED, and it or something else is where it cannot be.
    """

    clue_leds: tuple[int | None, ...] = (17, 27, 22, 10, 9, 11, 13, 19)
    fuse_leds: tuple[int | None, ...] = (16, 20, 21)
    turn_leds: tuple[int | None, ...] = (18, 23, 24, 25, 12)
    status_led: int | None = 8
    clue: int | None = 2
    play: int | None = 4
    discard: int | None = 5
    fuse: int | None = 6
    undo: int | None = 7
    confirm: int | None = 3
    buzzer: int | None = None
    strip: int | None = None
    oled: int | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be wired."""
        for key, count in ROWS.items():
            if len(getattr(self, key)) != count:
                raise ValueError(f"{key} has {count} pins, got {len(getattr(self, key))}")
        check_pins({each.name: getattr(self, each.name) for each in fields(self)})

    @property
    def lamps(self) -> Mapping[str, int]:
        """The pins of the lamps that are there: ``clue.0``, ..., ``turn.4``, ``status``."""
        pins = (*self.clue_leds, *self.fuse_leds, *self.turn_leds, self.status_led)
        named = zip(LAMP_NAMES, pins, strict=True)
        return {name: pin for name, pin in named if pin is not None}

    @property
    def pixels(self) -> Mapping[str, int]:
        """The places on the strip, from 0, of the same lamps; empty where there is no strip."""
        names = () if self.strip is None else LAMP_NAMES
        return {name: place for place, name in enumerate(names)}

    @property
    def buttons(self) -> Mapping[Press, int]:
        """The pins of the buttons that are there."""
        pins: dict[Press, int | None] = {press: getattr(self, press.value) for press in Press}
        return {press: pin for press, pin in pins.items() if pin is not None}


ROWS: Mapping[str, int] = MappingProxyType(
    {"clue_leds": 8, "fuse_leds": 3, "turn_leds": MOST_SEATS}
)
"""How many lamps each row of a panel has."""
LED_KEYS = (*ROWS, "status_led")
LAMP_NAMES = (
    *(f"{row.removesuffix('_leds')}.{nth}" for row, count in ROWS.items() for nth in range(count)),
    "status",
)
"""Of all lamps, in the order in which they stand on a panel and on a strip."""
STRIP_PIN = 10
"""The only pin that a strip's data can come out of: the data line of the bus SPI0."""
STRIP_BUS = frozenset({9, 11})
"""What else that bus takes, whether something is connected or not: the way back and the clock."""

OLED_PIN = 2
"""The only pin that an OLED's data can come out of: SDA, the data line of the bus I2C 1."""
OLED_CLOCK = 3
"""The clock of that bus, SCL."""


def for_an_oled(defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys of a `Wiring` as they are where an OLED has the pins 2 and 3, as many HATs have.

    Two buttons move to the pins of the status lamp, whose news the OLED has in words, and of the
    buzzer that few have.
    """
    return {**defaults, "clue": 8, "confirm": 26, "status_led": None}


def without_leds(defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return keys of a `Wiring` as they are where a strip has the lamps: no LED is wired."""
    bare = {key: (None,) * ROWS[key] if key in ROWS else None for key in LED_KEYS}
    return {**defaults, **bare}


def check_pins(wired: Mapping[str, object], prefix: str = "") -> None:
    """Refuse a pin that is not on the header, or that an earlier key of ``wired`` uses.

    Args:
        wired: key to pin, or to a row of pins; None where nothing is connected.
        prefix: what stands before each key in the sentence.

    Raises:
        ValueError: says which key and which pin.
    """
    used: dict[object, str] = {}
    for key, pins in wired.items():
        for pin in pins if isinstance(pins, tuple) else (pins,):
            if pin is None:
                continue
            if pin not in HEADER:
                says = phrase(
                    "{key}: there is no pin {pin}, the header's pins are {first} to {last}",
                    key=f"{prefix}{key}",
                    pin=pin,
                    first=HEADER[0],
                    last=HEADER[-1],
                )
                raise ValueError(says)
            if used.get(pin) == key:
                twice = phrase(
                    "{key}: the pin {pin} stands there twice", key=f"{prefix}{key}", pin=pin
                )
                raise ValueError(twice)
            if pin in used:
                says = phrase(
                    "{key}: the pin {pin} is used by {other} already",
                    key=f"{prefix}{key}",
                    pin=pin,
                    other=f"{prefix}{used[pin]}",
                )
                raise ValueError(says)
            used[pin] = key
    if wired.get("strip") is not None:
        _check_strip(used, prefix)
    if wired.get("oled") is not None:
        _check_oled(used, prefix)


def _check_strip(used: Mapping[object, str], prefix: str) -> None:
    """Refuse a strip on another pin than its own, LEDs beside it, and what is on its bus."""
    key = f"{prefix}strip"
    if used.get(STRIP_PIN) != "strip":
        raise ValueError(
            phrase("{key}: a strip's data come out of the pin {pin} only", key=key, pin=STRIP_PIN)
        )
    for pin, other in used.items():
        if other in LED_KEYS:
            raise ValueError(
                phrase(
                    "{other}: the strip has all lamps, so no LED has a pin of its own",
                    other=f"{prefix}{other}",
                )
            )
        if pin in STRIP_BUS:
            raise ValueError(
                phrase(
                    "{other}: the pin {pin} belongs to the strip's bus, SPI0",
                    other=f"{prefix}{other}",
                    pin=pin,
                )
            )


def _check_oled(used: Mapping[object, str], prefix: str) -> None:
    """Refuse an OLED on another pin than its own, and what is on the clock of its bus."""
    if used.get(OLED_PIN) != "oled":
        raise ValueError(
            phrase(
                "{key}: an OLED's data come out of the pin {pin} only",
                key=f"{prefix}oled",
                pin=OLED_PIN,
            )
        )
    if OLED_CLOCK in used:
        raise ValueError(
            phrase(
                "{other}: the pin {pin} belongs to the OLED's bus, I2C",
                other=f"{prefix}{used[OLED_CLOCK]}",
                pin=OLED_CLOCK,
            )
        )
