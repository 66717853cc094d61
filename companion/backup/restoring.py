"""A backup put in the place of what is kept: all of it or nothing, whenever the power goes.

What is in it is unpacked and checked beside the rest. Then a list of renames is written: from that
moment on the backup counts, and whoever comes next finishes the renames. Nothing is deleted:
whatever had the same place is set aside.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.backup.backup import DECKS, RECORD, SETTINGS, Places
from companion.backup.faults import BackupError, Fault
from companion.backup.file import Contents, unpack
from companion.backup.own_process import check_in_own_process
from companion.backup.record_check import RecordCheck
from companion.files.errors import reason
from companion.files.lock import FolderLock, FolderLockedError, locked
from companion.files.paths import DECK_SUFFIX, PICTURES, RESTORING
from companion.files.quarantine import ASIDE, free_folder
from companion.files.reading import read_json
from companion.files.shared_folder import file_mode
from companion.files.synced import make_directory, sync
from companion.files.whole_file import write_whole
from companion.language.phrases import phrase
from companion.record.errors import RecordError
from companion.record.file import BESIDE
from companion.record.games import Record

_DRAFT = ".restoring-"
_LEFT_ALONE = 60.0
"""Seconds for which an unpacked backup is nobody's litter: it may have no lock yet."""
_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@dataclass(frozen=True, slots=True)
class Replaced:
    """What has the place of what is restored, and is set aside.

    Attributes:
        games: how many games of Hanabi; None: there is no record, or it cannot be read.
        record: whether there is a record.
        decks: the names of the decks.
        settings: whether there are settings.
    """

    games: int | None
    record: bool
    decks: tuple[str, ...]
    settings: bool


@dataclass(frozen=True, slots=True)
class Restoring:
    """A backup that is unpacked and fits, and has changed nothing yet.

    Attributes:
        contents: what is in it.
        replaced: what it will replace.
        folder: where it is unpacked.
        aside: where the record and the decks that it replaces will lie.
        settings_aside: the same of the settings, which may be kept on another disk.
        renames: what is to be moved: from where, to where, and where to what lies there.
    """

    contents: Contents
    replaced: Replaced
    folder: Path
    aside: Path
    settings_aside: Path
    renames: tuple[tuple[Path, Path, Path], ...]


@contextmanager
def restoring(
    file: Path,
    places: Places,
    at: str,
    check_deck: Callable[[Path], object],
    check_record: RecordCheck = check_in_own_process,
) -> Iterator[Restoring]:
    """Unpack a backup and check it; what was unpacked is gone again unless `commit` follows.

    Args:
        file: the backup.
        places: where things are kept.
        at: the moment, UTC: ``2026-10-02T19:30:00Z``.
        check_deck: reads a deck; raises ValueError where it is none.
        check_record: looks through the record that was sent.

    Raises:
        BackupError: it cannot be restored.
    """
    state = places.record.parent
    with _complaining():
        make_directory(state)
        for left in _left_overs(places):
            shutil.rmtree(left)
        folder = Path(tempfile.mkdtemp(prefix=_DRAFT, dir=state))
        lock = FolderLock(folder)
        lock.take()
    try:
        contents = unpack(file, folder, check_deck, check_record)
        aside = free_folder(state / ASIDE, at)
        settings_aside = places.settings.with_name(f"{places.settings.stem}-{aside.name}.toml")
        renames = []
        if contents.games is not None:
            renames.append((folder / RECORD, places.record, aside / RECORD))
            if (state / PICTURES).exists():  # they are of the games that are set aside
                (folder / PICTURES).mkdir()
                renames.append((folder / PICTURES, state / PICTURES, aside / PICTURES))
        for name in contents.decks:
            deck = name + DECK_SUFFIX
            renames.append((folder / DECKS / deck, places.decks / deck, aside / DECKS / deck))
        if contents.settings:
            renames.append((_draft_of(places.settings), places.settings, settings_aside))
        replaced = _replaced(contents, places)
        yield Restoring(contents, replaced, folder, aside, settings_aside, tuple(renames))
    finally:
        if not _waits(folder, state):
            shutil.rmtree(folder, ignore_errors=True)
        lock.release()


def commit(ready: Restoring, places: Places) -> None:
    """Let a backup count from now on; `finish` puts it in place.

    Raises:
        BackupError: that cannot be written down, or another one counts already, with which this
            one would be mixed; nothing has changed.
    """
    state = places.record.parent
    if is_waiting(places):
        raise BackupError(Fault.ANOTHER)
    with _complaining():
        if ready.contents.settings:
            _beside(ready.folder / SETTINGS, places.settings)
        for parent in {*ready.folder.rglob("*"), ready.folder}:
            sync(parent)
        said = {
            "folder": str(ready.folder),
            "renames": [[str(path) for path in each] for each in ready.renames],
        }
        write_whole(state / RESTORING, json.dumps(said).encode(), file_mode(state))


def is_waiting(places: Places) -> bool:
    """Say whether a backup counts and has yet to be put in place."""
    return (places.record.parent / RESTORING).exists()


def _waits(folder: Path, state: Path) -> bool:
    """Say whether what is unpacked in ``folder`` counts and has yet to be put in place."""
    try:
        return _read(state / RESTORING)[0] == folder
    except FileNotFoundError:
        return False
    except (OSError, BackupError):
        return True  # nobody can tell


def finish(places: Places) -> None:
    """Put the backup in place that `commit` let count, if there is one; to be called at any time.

    Raises:
        BackupError: another program is using the games, or the disk does not let us; it can be
            tried again.
    """
    if is_waiting(places):
        with _complaining(), _alone(places.record):
            _make(places.record.parent)


def remove_left_overs(places: Places) -> None:
    """Remove what was unpacked by somebody who was killed.

    Whoever has the folder's lock from the program before has to take it first: it looks for locks.
    In a folder that cannot be looked into nobody knows of any: that is said of the games in it.

    Raises:
        BackupError: the disk does not let us; it can be tried again.
    """
    try:
        left = _left_overs(places)
    except OSError:
        return
    with _complaining(Fault.LEFT_OVER):
        for folder in left:
            shutil.rmtree(folder)


def restore(ready: Restoring, places: Places) -> None:
    """Put a backup in place at once.

    Raises:
        BackupError: another program is using the games, and nothing has changed; or the disk does
            not let us, and what is missing is done when the companion is started the next time.
    """
    with _complaining(), _alone(places.record):
        commit(ready, places)
        _make(places.record.parent)


def _make(state: Path) -> None:
    """Make the renames that are written down."""
    folder, renames = _read(state / RESTORING)
    for source, target, aside in renames:
        _move(source, target, aside)
    shutil.rmtree(folder, ignore_errors=True)  # while the list is there: else nobody looks again
    (state / RESTORING).unlink()
    sync(state)


def _read(file: Path) -> tuple[Path, list[tuple[Path, Path, Path]]]:
    try:
        said = read_json(file)
        renames = [(Path(one), Path(two), Path(three)) for one, two, three in said["renames"]]
        return Path(said["folder"]), renames
    except (ValueError, LookupError, TypeError):
        raise BackupError(Fault.UNWRITABLE, phrase("{file} is damaged", file=file)) from None


def _replaced(contents: Contents, places: Places) -> Replaced:
    record = contents.games is not None and places.record.exists()
    decks = tuple(name for name in contents.decks if (places.decks / (name + DECK_SUFFIX)).exists())
    settings = contents.settings and places.settings.exists()
    return Replaced(_count(places.record) if record else None, record, decks, settings)


def _count(record: Path) -> int | None:
    try:
        with Record(record) as opened:
            return len(opened.lengths())
    except RecordError:
        return None


def _draft_of(settings: Path) -> Path:
    return settings.with_name(f"{_DRAFT}{settings.name}")


def _beside(unpacked: Path, settings: Path) -> None:
    """Lay the settings beside the old ones: their folder may be on another disk."""
    make_directory(settings.parent)
    draft = _draft_of(settings)
    shutil.copyfile(unpacked, draft)
    draft.chmod(file_mode(settings.parent))
    sync(draft)
    sync(settings.parent)


def _move(source: Path, target: Path, aside: Path) -> None:
    """Put ``source`` in place of ``target``; once that is done, nothing happens any more."""
    if not source.exists():
        return
    for end in (*BESIDE, ""):  # beside the new record what SQLite left would spoil it
        old, kept = (path.with_name(path.name + end) for path in (target, aside))
        if old.exists():
            make_directory(kept.parent)
            while kept.exists():
                kept = kept.with_name(f"{kept.name}~")
            old.rename(kept)
            sync(kept.parent)
    make_directory(target.parent)
    source.rename(target)
    sync(target.parent)


@contextmanager
def _alone(record: Path) -> Iterator[None]:
    """Keep all others out of the record.

    Raises:
        BackupError: somebody is using it.
    """
    if not record.exists():
        yield
        return
    db = sqlite3.connect(record, timeout=1.0, isolation_level=None)
    try:
        try:
            db.execute("PRAGMA journal_mode = DELETE")  # only the last one who uses it may
            db.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _IN_USE:
                raise BackupError(Fault.IN_USE) from None
            # else it is no record at all, and can be set aside as it is
        yield
    finally:
        db.close()


def _left_overs(places: Places) -> list[Path]:
    """Return what was unpacked and is used by nobody any more.

    Raises:
        OSError: the folder cannot be looked into.
    """
    if is_waiting(places):
        return []
    return [
        left
        for left in places.record.parent.glob(f"{_DRAFT}*")
        if time.time() - left.stat().st_mtime > _LEFT_ALONE
        if left.is_dir() and not _is_in_use(left)
    ]


def _is_in_use(folder: Path) -> bool:
    """Say whether somebody, here or in another process, has a lock on a folder."""
    try:
        with locked(folder):
            return False
    except FolderLockedError:
        return True


@contextmanager
def _complaining(fault: Fault = Fault.UNWRITABLE) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupError(fault, reason(error)) from error
