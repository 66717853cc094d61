"""The font with the letters of all our languages, where a system has it, and plain letters."""

from __future__ import annotations

import unicodedata
from pathlib import Path

NAMES = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
FOLDERS = (Path("/usr/share/fonts/truetype/dejavu"), Path("/usr/share/fonts/dejavu"))
PLAIN = str.maketrans({"ł": "l", "Ł": "L", "–": "-", "…": "...", "„": '"', "”": '"', "’": "'"})
"""What stands in for letters that a font lacks and that have no plain letter inside."""


def system_font(*, bold: bool = False) -> Path | None:
    """Return the system's file of the font; None: it is not installed."""
    files = (folder / NAMES[bold] for folder in FOLDERS)
    return next((file for file in files if file.is_file()), None)


def plain(text: str) -> str:
    """Return ``text`` in letters that every font has."""
    return "".join(_plain(letter) for letter in text)


def _plain(letter: str) -> str:
    base = unicodedata.normalize("NFKD", letter.translate(PLAIN))
    return "".join(each for each in base if ord(each) < 128) or "?"
