"""A small ZIP file with an endless list does not fill the memory."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest

from companion.files.zip_listing import LARGEST_LISTING, count_listed

ENDLESS = 12_000
"""Entries of a list that is too long."""


def listing(entries: int, said: int, *, elsewhere: bool = False) -> bytes:
    """Return a ZIP file of nothing but a list with so many entries, which says it has ``said``.

    Args:
        entries: how many.
        said: how many it says.
        elsewhere: whether the real numbers stand in a record for large files (ZIP64), which counts.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a", b"")
    whole = out.getvalue()
    start, end = whole.index(b"PK\x01\x02"), whole.index(b"PK\x05\x06")
    told, large = entries * whole[start:end], b""
    size = len(told)
    if elsewhere:
        numbers = (entries, entries, size, 0)
        large = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, *numbers)
        large += struct.pack("<4sLQL", b"PK\x06\x07", 0, size, 1)
        size = said * (end - start)
    return told + large + whole[end : end + 8] + struct.pack("<2H2LH", said, said, size, 0, 0)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (listing(ENDLESS, ENDLESS), "too long"),
        (listing(ENDLESS, 1), "too long"),
        (listing(ENDLESS, 1, elsewhere=True), "elsewhere"),
    ],
    ids=["as long as it says", "said to be short", "elsewhere"],
)
def test_an_endless_list_is_refused_before_it_is_read(
    data: bytes, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(data)
    with zipfile.ZipFile(file) as archive:
        assert len(archive.infolist()) == ENDLESS, "it would be read"
    assert len(data) > LARGEST_LISTING
    with pytest.raises(zipfile.BadZipFile, match=why):
        count_listed(file)


def test_a_list_as_long_as_any_of_ours_is_counted(tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(2001):
            archive.writestr(f"{number:03d}.png", b"")
        archive.comment = b"a deck"
    assert count_listed(file) == 2001


@pytest.mark.parametrize(
    "data",
    [b"", b"PK", b"no ZIP file", listing(1, 1)[:-1]],
    ids=["empty", "two bytes", "text", "cut off"],
)
def test_what_is_cut_off_or_no_zip_file_is_refused(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a.zip"
    file.write_bytes(data)
    with pytest.raises(zipfile.BadZipFile, match="no end"):
        count_listed(file)
