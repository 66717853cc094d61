"""What goes wrong with the record's file, as one sentence for people; and the folder it lies in."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.schema import SchemaError

_REASONS = {
    sqlite3.SQLITE_NOTADB: "it is not a record of games",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_BUSY: "another program is using it",
    sqlite3.SQLITE_LOCKED: "another program is using it",
    sqlite3.SQLITE_FULL: "there is no space left",
    sqlite3.SQLITE_READONLY: "it may not be written to",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_PERM: "it may not be opened",
    sqlite3.SQLITE_IOERR: "the disk does not answer as it should",
}


class RecordError(ValueError):
    """The record cannot do that; one sentence says which file or game, and why."""


@contextmanager
def complaining(path: Path) -> Iterator[None]:
    """Turn what SQLite says of the file ``path`` into one sentence.

    Its own words are left out: they may quote the row, and with it a hidden card.

    Raises:
        RecordError: with that sentence.
    """
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # closed, or used in another thread: a mistake of ours, not the file's
    except SchemaError as error:
        raise RecordError(f"the record {path} cannot be used: {error}") from error
    except (sqlite3.Error, UnicodeDecodeError, MemoryError) as error:  # all from a damaged file
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        why = _REASONS.get(code, "the file is damaged")
        raise RecordError(f"the record {path} cannot be used: {why}") from error


def make_directory(path: Path) -> None:
    """Make a folder with those above it, so that it is still there after a power cut."""
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for folder in reversed(missing):
        above = os.open(folder.parent, os.O_RDONLY)
        try:
            os.fsync(above)
        finally:
            os.close(above)
