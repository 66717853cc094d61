"""The 40-pin header of a Raspberry Pi: what is on each of its pins."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PINS = range(1, 41)
"""Odd pins are the row nearer to the board's middle, even ones the row along its edge."""
GROUND = "GND"

_NAMES = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
NAMES: Mapping[int, str] = MappingProxyType(dict(zip(PINS, _NAMES, strict=True)))
"""Each pin's name, by its place on the header: ``NAMES[11] == "GPIO17"``."""
PLACES: Mapping[int, int] = MappingProxyType(
    {int(name[4:]): pin for pin, name in NAMES.items() if name.startswith("GPIO")}
)
"""The place of each BCM number: ``PLACES[17] == 11``."""
