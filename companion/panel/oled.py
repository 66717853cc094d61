"""A small OLED beside the lamps: which there are, and where they are found on their bus."""

from __future__ import annotations

from enum import Enum


class OledChip(Enum):
    """What drives an OLED of 128 x 64 pixels; it stands in the description of what is sold."""

    SSD1306 = "ssd1306"
    """Most of those with 0.96 inches."""
    SH1106 = "sh1106"
    """Most of those with 1.3 inches."""


BUS = "/dev/i2c-1"
"""The bus I2C 1, on the header of every Raspberry Pi."""
BUS_NUMBER = 1
"""The number of that bus."""
USUAL_ADDRESS = 0x3C
"""On the bus; a few have 0x3D, which their solder bridge chooses."""
LOWEST_ADDRESS, HIGHEST_ADDRESS = 0x08, 0x77
"""The addresses that I2C leaves to devices."""
