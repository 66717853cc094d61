"""A backup's file, read with suspicion: unpacked into a folder of its own and checked there."""

from __future__ import annotations

import json
import shutil
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.backup.backup import (
    ABOUT,
    DECK_PART,
    DECKS,
    LONGEST_FILE_NAME,
    RECORD,
    SETTINGS,
    VERSION,
)
from companion.backup.faults import BackupError, Fault
from companion.backup.record_check import RecordCheck
from companion.files.errors import reason
from companion.files.paths import DECK_SUFFIX, NAME
from companion.files.reading import check_is_file
from companion.files.zip_listing import count_listed
from companion.language.plain import one_line
from companion.settings.reading import SettingsError, load_settings

MEBIBYTE = 2**20
"""Bytes."""
MOST_UNPACKED = 512
"""Megabytes; a thousand games and twenty decks have less than half of it."""
MOST_PARTS = 500
"""Files in a backup; more are refused before one is unpacked."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
"""The flag of an entry that wants a password."""
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError)
"""What `zipfile` raises for a file that is cut off, changed or made up."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a backup that can be restored.

    Attributes:
        made: when it was made, UTC as text; None: it doesn't say.
        games: how many games of Hanabi; None: there is no record in it.
        hana_games: how many of Hana-awase.
        decks: the decks' names.
        settings: whether the settings are in it.
    """

    made: str | None
    games: int | None
    hana_games: int
    decks: tuple[str, ...]
    settings: bool


def unpack(
    file: Path,
    folder: Path,
    check_deck: Callable[[Path], object],
    check_record: RecordCheck,
) -> Contents:
    """Unpack a backup into ``folder`` and check all that is in it.

    The record in the folder has the newest version afterwards. Nothing else is written.

    Args:
        file: the backup.
        folder: an empty one.
        check_deck: reads a deck; raises ValueError where it is none.
        check_record: looks through the record, and brings it to the newest version.

    Raises:
        BackupError: it cannot be restored.
    """
    try:
        check_is_file(file)
        declared = count_listed(file)
        with file.open("rb") as opened, zipfile.ZipFile(opened) as archive:
            # A spoiled length in its list lets one part's entry swallow the next ones, and
            # zipfile says nothing of it.
            if len(archive.infolist()) != declared:
                raise BackupError(Fault.DAMAGED)
            parts = _parts(archive)
            made = _made(archive, parts)
            _unpack(archive, parts, folder)
    except zipfile.BadZipFile:
        raise BackupError(Fault.DAMAGED if _begins_as_zip(file) else Fault.FOREIGN) from None
    except _BROKEN as error:
        if isinstance(error, BackupError):
            raise
        raise BackupError(Fault.DAMAGED) from None
    except OSError as error:
        raise BackupError(Fault.UNREADABLE, reason(error)) from None
    decks = tuple(sorted((folder / DECKS).glob(f"*{DECK_SUFFIX}")))
    for deck in decks:
        _check_deck(deck, check_deck)
    settings = folder / SETTINGS
    if settings.exists():
        _check_settings(settings)
    found = check_record(folder / RECORD) if (folder / RECORD).exists() else None
    return Contents(
        made,
        games=None if found is None else found.hanabi,
        hana_games=0 if found is None else found.hana_awase,
        decks=tuple(deck.stem for deck in decks),
        settings=settings.exists(),
    )


def _parts(archive: zipfile.ZipFile) -> Sequence[zipfile.ZipInfo]:
    """Return what is in it, all of it something that we know.

    Raises:
        BackupError: there is something else in it, or too much.
    """
    found = [info for info in archive.infolist() if info.filename != f"{DECKS}/"]
    if not {ABOUT, RECORD, SETTINGS} & {info.filename for info in found} and not any(
        DECK_PART.fullmatch(info.filename) for info in found
    ):
        raise BackupError(Fault.FOREIGN)
    if len(found) > MOST_PARTS or sum(info.file_size for info in found) > MOST_UNPACKED * MEBIBYTE:
        raise BackupError(Fault.TOO_LARGE, str(MOST_UNPACKED))
    names = [info.filename for info in found]
    for info in found:
        known = info.filename in (ABOUT, RECORD, SETTINGS) or DECK_PART.fullmatch(info.filename)
        if not known or len(info.filename) > LONGEST_FILE_NAME or names.count(info.filename) > 1:
            raise BackupError(Fault.STRANGE, _printable(info.filename))
        if info.compress_type not in _METHODS or info.flag_bits & _ENCRYPTED:
            raise BackupError(Fault.DAMAGED)
    return found


def _made(archive: zipfile.ZipFile, parts: Sequence[zipfile.ZipInfo]) -> str | None:
    """Return when it was made.

    Raises:
        BackupError: by a newer companion, or by another program.
    """
    about = next((info for info in parts if info.filename == ABOUT), None)
    if about is None:  # so they were at first
        return None
    if about.file_size > MEBIBYTE:
        raise BackupError(Fault.FOREIGN)
    try:
        said = json.loads(archive.read(about))
    except (ValueError, RecursionError):
        raise BackupError(Fault.FOREIGN) from None
    if not isinstance(said, dict) or said.get("kind") != NAME:
        raise BackupError(Fault.FOREIGN)
    version, made = said.get("version"), said.get("made")
    if type(version) is not int or version < 1:
        raise BackupError(Fault.FOREIGN)
    if version > VERSION:
        raise BackupError(Fault.NEWER)
    return _printable(made) if isinstance(made, str) else None


def _unpack(archive: zipfile.ZipFile, parts: Sequence[zipfile.ZipInfo], folder: Path) -> None:
    """Write all parts; `_parts` has checked that each name stays inside ``folder``."""
    wanted = sum(info.file_size for info in parts)
    if shutil.disk_usage(folder).free < 2 * wanted:  # the record is written anew once
        raise BackupError(Fault.NO_ROOM)
    for info in parts:
        target = folder / info.filename
        target.parent.mkdir(exist_ok=True)
        left = info.file_size
        with archive.open(info) as packed, target.open("wb") as file:
            while data := packed.read(MEBIBYTE):
                left -= len(data)
                if left < 0:  # it is longer than it says it is
                    raise BackupError(Fault.DAMAGED)
                file.write(data)
        if left:
            raise BackupError(Fault.DAMAGED)


def _check_deck(deck: Path, check: Callable[[Path], object]) -> None:
    try:
        check(deck)
    except ValueError:
        raise BackupError(Fault.DECK, _printable(deck.stem)) from None


def _check_settings(settings: Path) -> None:
    try:
        load_settings(settings)
    except SettingsError as error:
        raise BackupError(Fault.SETTINGS, error.why) from None


def _begins_as_zip(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(4) == b"PK\x03\x04"


def _printable(text: str) -> str:
    """Return text from the file as one line, cut short."""
    return one_line(text)[:LONGEST_FILE_NAME]
