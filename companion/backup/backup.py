"""All decks, games and settings in one file, to be kept elsewhere.

A game that is not over is left out: its hands are hidden, also from the host.
"""

from __future__ import annotations

import io
import json
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.backup.faults import NotMadeError
from companion.files import paths
from companion.files.errors import reason
from companion.files.reading import check_is_file
from companion.hana_table.record import HanaRecord
from companion.language.phrases import phrase
from companion.record.errors import complaining
from companion.record.file import is_recorded
from companion.record.games import Record, RecordError
from companion.settings.reading import SettingsError, load_settings

RECORD, DECKS, SETTINGS, ABOUT = "games.sqlite3", "decks", "settings.toml", "backup.json"
VERSION = 1
"""Of how the parts lie in the file; each part has a version of its own."""
EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)
"""The first moment that a ZIP file can name."""
LONGEST_FILE_NAME = 100
"""Letters of a file's name in a backup, and of what is told of one."""
DECK_PART = re.compile(rf"{DECKS}/(?!\.)[^/\\\x00-\x1f]+{re.escape(paths.DECK_SUFFIX)}")
"""What a part is called that is a deck."""
_PERMISSIONS = 0o600 << 16
"""Of what is unpacked by hand: settings may hold a password."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a companion keeps what goes into a backup.

    Attributes:
        record: the file of the games; decks and what is set aside lie beside it.
        decks: the folder of the learnt decks.
        settings: the settings' file.
    """

    record: Path
    decks: Path
    settings: Path

    @classmethod
    def usual(cls) -> Places:
        """Return where the environment says that things are kept."""
        return cls(paths.record_file(), paths.decks_directory(), paths.settings_file())


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made.

    Attributes:
        data: the ZIP file.
        games: how many games of Hanabi are in it; None: there is no record.
        hana_games: how many of Hana-awase.
        left_out: how many are not, because they are not over or damaged.
        decks: the names of the decks in it.
        settings: whether the settings are in it.
        useless: the names of the decks that are not, because nobody could use them again.
        useless_settings: why the settings are not, where they cannot be used; None: they can.
    """

    data: bytes
    games: int | None
    hana_games: int
    left_out: int
    decks: tuple[str, ...]
    settings: bool
    useless: tuple[str, ...] = ()
    useless_settings: str | None = None


def backup(places: Places, at: str, check_deck: Callable[[Path], object] | None = None) -> Backup:
    """Return a ZIP file with what is there; games that are not over are not in it.

    Nor is what no companion would take out of it again: for one such part it would refuse all.

    Args:
        places: where things are kept.
        at: the moment, UTC: ``2026-10-02T19:30:00Z``.
        check_deck: reads a deck; raises ValueError where it is none. None: each counts as one.

    Raises:
        RecordError: the record cannot be read.
        NotMadeError: a deck or the settings cannot be read.
    """
    out = io.BytesIO()
    games, hana_games, left_out = None, 0, 0
    with _naming(places.decks):
        decks = paths.decks_in(places.decks)
    settings, why = _settings(places.settings)
    useful, useless = list[str](), list[str]()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        about = {"kind": paths.NAME, "version": VERSION, "made": at}
        _add(archive, ABOUT, json.dumps(about).encode(), at)
        if is_recorded(places.record):
            data, games, hana_games, left_out = _games_that_are_over(places.record)
            _add(archive, RECORD, data, at)
        for name in decks:
            part, file = deck_part(name), places.decks / f"{name}{paths.DECK_SUFFIX}"
            data = _read(file)
            if part is None or not _can_be_used(file, check_deck):
                useless.append(name)
                continue
            useful.append(name)
            _add(archive, part, data, at)
        if settings is not None:
            _add(archive, SETTINGS, settings, at)
    return Backup(
        out.getvalue(),
        games,
        hana_games,
        left_out,
        tuple(useful),
        settings is not None,
        tuple(useless),
        why,
    )


def deck_part(name: str) -> str | None:
    """Return as what part of a backup a deck is kept; None: it has a name that none has."""
    part = f"{DECKS}/{name}{paths.DECK_SUFFIX}"
    fits = name.isprintable() and len(part) <= LONGEST_FILE_NAME
    return part if fits and DECK_PART.fullmatch(part) else None


def _can_be_used(deck: Path, check: Callable[[Path], object] | None) -> bool:
    try:
        if check is not None:
            check(deck)
    except ValueError:
        return False
    return True


def _settings(file: Path) -> tuple[bytes | None, str | None]:
    """Return the settings; None where there are none, or, and why, where they cannot be used."""
    with _naming(file), suppress(FileNotFoundError):
        check_is_file(file)
        data = file.read_bytes()
        try:
            load_settings(file)
        except SettingsError as error:
            return None, error.why
        return data, None
    return None, None


def _read(file: Path) -> bytes:
    with _naming(file):
        return file.read_bytes()


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Say what cannot be read: what the system names, else ``path``."""
    try:
        yield
    except OSError as error:
        where, why = error.filename or path, reason(error)
        said = phrase("no backup can be made: {path}: {why}", path=where, why=why)
        raise NotMadeError(said) from error


def _add(archive: zipfile.ZipFile, name: str, data: bytes, at: str) -> None:
    """Add a part that is dated ``at``: the same things at the same moment are the same bytes."""
    moment = max(datetime.fromisoformat(at), EARLIEST)  # a machine without a clock begins in 1970
    info = zipfile.ZipInfo(name, moment.timetuple()[:6])
    info.external_attr = _PERMISSIONS
    archive.writestr(info, data, zipfile.ZIP_DEFLATED)


def _games_that_are_over(record: Path) -> tuple[bytes, int, int, int]:
    """Return a record of them, how many of each game there are, and how many are left out."""
    left_out = 0
    with _naming(record), tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / RECORD
        with Record(record) as opened:
            opened.copy_to(copy)
        with Record(copy) as kept:
            for game in kept.simulated():
                kept.delete(game)
            numbers = kept.lengths()
            for game in numbers:
                try:
                    over = kept.state(game).laid_down
                except RecordError:
                    over = False  # nobody can say what a damaged one hides
                if not over:
                    kept.delete(game)
                    left_out += 1
        with HanaRecord(copy) as hana:
            hana_games = len(hana.games())
        in_one_file(copy)
        return copy.read_bytes(), len(numbers) - left_out, hana_games, left_out


def in_one_file(record: Path) -> None:
    """Leave no page of a deleted game in the file, and no file beside it.

    Raises:
        RecordError: it cannot be written.
    """
    with complaining(record), closing(sqlite3.connect(record, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
