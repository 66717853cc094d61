"""What goes wrong with the record's file, as one sentence for people."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.language.phrases import Phrase, phrase
from companion.record.schema import SchemaError

_NO_SPACE = phrase("there is no space left")
_BAD_DISK = phrase("the disk does not answer as it should")
DAMAGED_FILE = phrase("the file is damaged")
NO_RECORD = phrase("it is not a record of games")
_IN_USE = phrase("another program is using it")
REASONS = {
    sqlite3.SQLITE_NOTADB: NO_RECORD,
    sqlite3.SQLITE_CORRUPT: DAMAGED_FILE,
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_FULL: _NO_SPACE,
    sqlite3.SQLITE_READONLY: phrase("it may not be written to"),
    sqlite3.SQLITE_CANTOPEN: phrase("it cannot be opened"),
    sqlite3.SQLITE_PERM: phrase("it may not be opened"),
    sqlite3.SQLITE_IOERR: _BAD_DISK,
}
"""Why a record cannot be used, by what SQLite says."""

_DAMAGE = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)

TRY_AGAIN = 3.0
"""Seconds after which writing is tried again where it failed."""


def none_begins(why: str) -> Phrase:
    """Return that no game can begin, and what is done about it; ``why`` is a part of a sentence.

    Nothing is announced that is not written down, and a game begins by being announced. One that
    runs goes on in memory.
    """
    return phrase(
        "no new game can begin, because it could not be saved: {why}; it is tried again every"
        " {seconds} seconds, until the disk has room and may be written to",
        why=why,
        seconds=f"{TRY_AGAIN:.0f}",
    )


class RecordError(ValueError):
    """The record cannot do that; one sentence says which file or game, and why.

    Attributes:
        file_is_damaged: whether the file itself is, so that it is of no more use as it is.
    """

    def __init__(self, says: str, *, file_is_damaged: bool = False) -> None:
        """Say it."""
        super().__init__(says)
        self.file_is_damaged = file_is_damaged


class NoSuchGameError(RecordError):
    """The record has no such game; there may have been one."""


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
        raise RecordError(
            phrase("the record {path} cannot be used: {why}", path=path, why=error)
        ) from error
    except (sqlite3.Error, UnicodeDecodeError, MemoryError) as error:  # all from a damaged file
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        why = REASONS.get(code, DAMAGED_FILE)
        raise RecordError(
            phrase("the record {path} cannot be used: {why}", path=path, why=why),
            # What SQLite says is no text where it quotes a damaged list of its tables.
            file_is_damaged=code in _DAMAGE or isinstance(error, UnicodeDecodeError),
        ) from error
