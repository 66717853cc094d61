"""The far end of a strip's wire: what WS2812B pixels make of what arrives, by their data sheets."""

from collections.abc import Iterator
from itertools import groupby

from companion.panel.wiring import STRIP_PIN, Wiring, without_leds

STRIP_WIRING = Wiring(**without_leds({"strip": STRIP_PIN}))

NANOSECONDS = 1e9 / 6_400_000
"""A bit of the bus at 6.4 MHz."""
# What both the WS2812B of 2013 and its later makes take, in nanoseconds.
SHORT, LONG = (250, 380), (650, 950)
LOW_AFTER_SHORT, LOW_AFTER_LONG = (700, 1000), (300, 420)
LATCHED = 280_000
COLOUR = tuple[int, int, int]


class PixelWire:
    """A strip of ``count`` pixels; white before it is told anything, so that silence shows."""

    def __init__(self, count: int = 17) -> None:
        self.colours: list[COLOUR] = [(255, 255, 255)] * count
        self.open = True
        self.frames = 0

    def send(self, data: bytes) -> None:
        assert self.open, "something is sent to a bus that was let go of"
        for place, colour in enumerate(received(data)):
            if place < len(self.colours):
                self.colours[place] = colour
        self.frames += 1

    def shows(self, place: int, colour: COLOUR) -> bool:
        return self.colours[place] == colour

    def close(self) -> None:
        self.open = False


def received(data: bytes) -> Iterator[COLOUR]:
    """Measure the pulses, and return the colours that the pixels take over, red first."""
    levels = [
        (level, sum(1 for _ in run) * NANOSECONDS)
        for level, run in groupby(bit for byte in data for bit in f"{byte:08b}")
    ]
    assert levels[0][0] == "0", "the line rests before"
    assert levels[-1][0] == "0", "the line rests after"
    assert levels[-1][1] >= LATCHED, "the pixels do not take it over"
    bits = []
    for index in range(1, len(levels), 2):
        high, low = levels[index][1], levels[index + 1][1]
        is_one = LONG[0] <= high <= LONG[1]
        assert is_one or SHORT[0] <= high <= SHORT[1], f"high for {high} ns"
        least, most = LOW_AFTER_LONG if is_one else LOW_AFTER_SHORT
        ends = index + 2 >= len(levels)
        assert least <= low, f"low for {low} ns"
        assert low <= most or ends, f"low for {low} ns"
        bits.append(is_one)
    assert len(bits) % 24 == 0, "half a pixel"
    for start in range(0, len(bits), 24):
        number = int("".join("01"[bit] for bit in bits[start : start + 24]), 2)
        green, red, blue = number >> 16, number >> 8 & 255, number & 255
        yield red, green, blue
