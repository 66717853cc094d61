"""The pins of the panel as a table in Markdown, for the page about the settings."""

from __future__ import annotations

from dataclasses import fields

from companion.panel.header import PLACES
from companion.panel.wiring import Wiring
from companion.settings.values import NOT_WIRED

SAYS = {
    "turn_leds": " (seats 1 to 5)",
    "clue": " (a button, like those below)",
}
"""What follows a key in its row."""


def pin_table(wiring: Wiring, spare: int) -> str:
    """Return the rows of all keys with their pins in ``wiring``.

    Args:
        wiring: what is on which pin.
        spare: the free pin that a buzzer is best put on.
    """
    lines = ["| key | default (BCM) | on the header's pins |", "|---|---|---|"]
    for each in fields(Wiring):
        value = getattr(wiring, each.name)
        row = value if isinstance(value, tuple) else (value,)
        wired = [pin for pin in row if pin is not None]
        said = f"`{list(wired)}`" if isinstance(value, tuple) else f"`{value}`"
        if not wired:
            said, wired = f'`"{NOT_WIRED}"`; use `{spare}`', [spare]
        places = ", ".join(str(PLACES[pin]) for pin in wired)
        lines.append(f"| `{each.name}`{SAYS.get(each.name, '')} | {said} | {places} |")
    return "\n".join(lines)
