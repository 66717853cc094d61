"""Renew what in docs/ is made by the code: ``python -m tools.renew_docs``.

The table of pins, the sentence about currents and the pictures of docs/building.md come from the
settings, the layout and the drawings that are printed, so that they cannot tell another story.
`tests/test_renewed_docs.py` compares; it needs no browser and no internet.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from companion.panel.header import PLACES
from companion.panel.texts import currents_text
from companion.panel.wiring import OLED_PIN, STRIP_PIN, Wiring
from companion.paper.wiring import wiring_sheet
from companion.settings.settings import PanelSettings
from companion.settings.values import NOT_WIRED
from tools.building_pictures import building_pictures
from tools.rack_sight import push
from tools.rack_sight import table as sight_table
from tools.svg import to_svg

ROOT = Path(__file__).resolve().parent.parent
PICTURES = Path("docs/pictures")
SPARE = 26
"""The pin that stays free for a buzzer."""
SAYS = {
    "turn_leds": " (seats 1 to 5)",
    "clue": " (a button, like those below)",
}
"""What follows a key in its row."""


def pictures() -> Mapping[Path, str]:
    """Return the drawn pictures: path below the project's folder, and what the file holds."""
    panel = PanelSettings()
    drawn = {
        "wiring.svg": wiring_sheet(panel.pins, panel.resistor),
        **building_pictures(),
    }
    return {PICTURES / name: to_svg(drawing) for name, drawing in drawn.items()}


def passages() -> Mapping[tuple[Path, str], str]:
    """Return what stands between ``<!-- name -->`` and ``<!-- /name -->``, by page and name."""
    panel = PanelSettings()
    building = Path("docs/building.md")
    return {
        (building, "pins"): pin_table(panel.pins, SPARE),
        (building, "push"): push(),
        (building, "sight"): sight_table(),
        (building, "currents"): currents_text(panel.pins, panel.resistor),
    }


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
            use = {"strip": STRIP_PIN, "oled": OLED_PIN}.get(each.name, spare)
            said, wired = f'`"{NOT_WIRED}"`; use `{use}`', [use]
        places = ", ".join(str(PLACES[pin]) for pin in wired)
        lines.append(f"| `{each.name}`{SAYS.get(each.name, '')} | {said} | {places} |")
    return "\n".join(lines)


def renewed(text: str, name: str, passage: str) -> str:
    """Return a page's ``text`` with the passage ``name`` replaced.

    Raises:
        ValueError: the page has no such place, or several.
    """
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(\n<!-- /{name} -->)", re.DOTALL)
    if len(pattern.findall(text)) != 1:
        raise ValueError(f"want one place <!-- {name} --> ... <!-- /{name} -->")
    return pattern.sub(lambda found: found[1] + passage + found[2], text)


def main() -> int:
    """Write everything that has changed, and say what."""
    wanted = dict(pictures())
    for (page, name), passage in passages().items():
        text = wanted.get(page) or (ROOT / page).read_text(encoding="utf-8")
        wanted[page] = renewed(text, name, passage)
    for path, text in wanted.items():
        file = ROOT / path
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"renewed {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
