"""The list of what is in a ZIP file, looked at before `zipfile` reads it whole.

A small file can have a list of a million entries, which take a thousand times its bytes in memory.
"""

from __future__ import annotations

import os
import struct
import zipfile
from pathlib import Path

LARGEST_LISTING = 512 * 1024
"""Bytes of a list; those of backups and decks have less than two hundred for each file."""
_END = 22
"""Bytes of the record at the end of a ZIP file, without its comment."""
_LONGEST_COMMENT = 0xFFFF
"""Bytes; its length has two."""
_LOCATOR = 20
"""Bytes before that record which say where other numbers stand that count instead (ZIP64)."""


def count_listed(file: Path) -> int:
    """Return how many parts a ZIP file says that it has (APPNOTE.TXT 4.3.16).

    Raises:
        zipfile.BadZipFile: it is none, or its list is longer than any of ours.
        OSError: it cannot be read.
    """
    with file.open("rb") as opened:
        size = opened.seek(0, os.SEEK_END)
        opened.seek(max(0, size - _LOCATOR - _END - _LONGEST_COMMENT))
        end = opened.read()
    at = end.rfind(b"PK\x05\x06")
    if at < 0 or len(end) < at + _END:
        raise zipfile.BadZipFile("it has no end")
    if end[max(0, at - _LOCATOR) : at].startswith(b"PK\x06\x07"):
        raise zipfile.BadZipFile("its numbers stand elsewhere")
    parts, listing = struct.unpack_from("<HI", end, at + 10)
    if listing > LARGEST_LISTING:
        raise zipfile.BadZipFile("its list is too long")
    return int(parts)
