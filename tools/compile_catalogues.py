"""Compile every catalogue; pybabel's own command takes "100 % on paper" for a placeholder."""

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

for written in Path("companion/locale").glob("*/LC_MESSAGES/companion.po"):
    with written.open(encoding="utf-8") as opened:
        catalogue = read_po(opened, locale=written.parent.parent.name)
    with written.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, catalogue)
