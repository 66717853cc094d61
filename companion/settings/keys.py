"""Every key of the settings' file, and what takes its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType

from companion.announcements.aloud import Wording
from companion.announcements.speech import FASTEST, LOUDEST, SLOWEST, SpeechKind
from companion.hanabi.deduction import MemoryAid
from companion.hanabi.labels import MOST_SEATS
from companion.hanabi.ruleset import FEWEST_PLAYERS
from companion.panel.currents import LEAST_OHMS, MOST_OHMS
from companion.panel.oled import HIGHEST_ADDRESS, LOWEST_ADDRESS, OledChip
from companion.panel.panel import PanelKind
from companion.panel.wiring import ROWS, Wiring
from companion.settings import values as values
from companion.settings.table_game import TableGame

SMALLEST_PRINT, LARGEST_PRINT = 0.8, 1.25
"""The scales at which a printed mat can still be used."""

KEYS: Mapping[str, Mapping[str, values.Parse]] = MappingProxyType(
    {
        "table": {
            "deck": values.text,
            "players": values.whole(FEWEST_PLAYERS, MOST_SEATS),
            "ruleset": values.text,
            "camera": values.camera,
            "layout": values.path,
            "print_scale": values.number(SMALLEST_PRINT, LARGEST_PRINT),
            "memory": values.one_of(MemoryAid),
            "language": values.language,
            "mat": values.switch,
            "game": values.one_of(TableGame),
        },
        "camera": {"size": values.size, "rate": values.whole(2, 60)},
        "web": {
            "port": values.whole(1, 65535),
            "host": values.text,
            "hotspot": values.switch,
        },
        "panel": {
            "kind": values.one_of(PanelKind),
            "brightness": values.number(0, 1),
            "night": values.hours,
            "night_brightness": values.number(0, 1),
            "shutdown": values.button,
            "resistor": values.number(LEAST_OHMS, MOST_OHMS, values.OHMS),
            "oled_chip": values.one_of(OledChip),
            "oled_address": values.whole(LOWEST_ADDRESS, HIGHEST_ADDRESS),
            "oled_turned": values.switch,
        },
        "speech": {
            "kind": values.one_of(SpeechKind),
            "voice": values.voice,
            "volume": values.whole(0, LOUDEST),
            "speed": values.whole(SLOWEST, FASTEST),
            "wording": values.one_of(Wording),
        },
        "pictures": {
            "log": values.switch,
            "megabytes": values.whole(10, 100_000),
            "teach": values.switch,
        },
        "mqtt": {
            "broker": values.host,
            "port": values.whole(1, 65535),
            "tls": values.switch,
            "ca_file": values.path,
            "username": values.text,
            "password_file": values.path,
            "table": values.word,
            "name": values.title,
            "discovery": values.topic,
            "buttons": values.switch,
            "names": values.switch,
        },
        "film": {"keep": values.switch, "megabytes": values.whole(100, 1_000_000)},
        "panel.pins": {
            each.name: values.pins(ROWS[each.name]) if each.name in ROWS else values.pin
            for each in fields(Wiring)
        },
    }
)
"""Every section and key there is; the defaults stand in the classes."""
