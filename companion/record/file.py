"""The file of the record: made ready when opened, and written in whole transactions."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from companion.files.errors import cannot_look_for, reason
from companion.files.paths import PICTURES
from companion.files.quarantine import ASIDE, free_folder
from companion.files.shared_folder import begin
from companion.files.synced import make_directory
from companion.files.wall_clock import utc_now
from companion.language.phrases import Phrase, phrase, said_by
from companion.record.errors import RecordError, complaining
from companion.record.schema import MIGRATIONS, prepare

BUSY_WITHIN = 5.0
"""Seconds to wait while another process writes to the same file."""
BUSY_FOR_NOW = 0.05
"""The same where it is tried again anyway."""
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite may have left beside a record."""
DAMAGED = "damaged-"
"""What the name of a folder begins with in which a damaged record was set aside."""
LARGEST_CHECKED = 16 * 2**20
"""Bytes of a record that is looked through before an evening: some tenths of a second."""


def _text(raw: bytes) -> str:
    """Return a text of the file; one byte that is damaged hides no other text."""
    return raw.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _Lying:
    """Which file lies at a path, and how large it is."""

    file: tuple[int, int]
    size: int

    @classmethod
    def at(cls, path: Path) -> Self | None:
        """Return it; None: there is none.

        Raises:
            PermissionError: nobody may look.
        """
        try:
            stat = path.stat()
        except PermissionError:
            raise
        except OSError:
            return None
        return cls((stat.st_dev, stat.st_ino), stat.st_size)

    def goes_on(self, before: Self) -> bool:
        """Whether it is the same file; SQLite never makes one shorter than it was."""
        return self.file == before.file and self.size >= before.size


class RecordFile:
    """What the records of both games share; a context manager.

    For one thread; another thread or process opens its own.

    Attributes:
        trouble: why nothing can be written now; None: as far as is known, it can be.
        noted: what people have to know of the file this evening; None: nothing.

    Raises:
        RecordError: the file cannot be opened, isn't a record, or was written by a newer version.
    """

    def __init__(self, path: Path, *, patience: float = BUSY_WITHIN) -> None:
        """Open ``path``; it and its folder are created where they don't exist.

        Args:
            path: the file.
            patience: seconds to wait while another process writes to it.
        """
        self._path, self._patience = path, patience
        self._stands_in = False
        self._lying: tuple[_Lying | None, _Lying | None] = (None, None)
        self.trouble: str | None = None
        self.noted: str | None = None
        self._db = self._opened()

    @classmethod
    def for_an_evening(cls, path: Path) -> Self:
        """Open ``path`` whatever is wrong with it: people want to play.

        A file that is damaged is set aside, and a new one begun. Where it cannot be opened, what
        is in it stands in for it in memory as far as it can be read, and nothing is written:
        `trouble` says why, and `try_again` looks whether that is over.
        """
        try:
            record = cls(path)
            try:
                record._look_through()
                record._wait_for(BUSY_FOR_NOW)
                record._refuse_to_read_only(record._db)
            except RecordError:
                record.close()
                raise
        except RecordError as error:
            record = cls._in_its_place(path, error)
        record.try_again()
        return record

    @classmethod
    def _in_its_place(cls, path: Path, error: RecordError) -> Self:
        if error.file_is_damaged:
            with suppress(RecordError):
                aside = set_aside(path)
                record = cls(path)
                record.noted = _was_damaged(aside)
                return record
        record = cls.__new__(cls)
        record._lying = (None, None)
        record._path, record._patience = path, BUSY_WITHIN
        record.noted, record.trouble = None, said_by(error)
        record._stand_in()
        return record

    def _stand_in(self) -> None:
        """Let what can be read of the file stand in for it in memory; nothing is written there."""
        self._db, self._stands_in = _in_memory(self._path), True
        self._db.text_factory = _text

    def __enter__(self) -> Self:
        """Return the record itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the file; safe to call twice."""
        with complaining(self._path):
            self._db.close()

    def try_again(self) -> None:
        """Look whether the file can be written to, and wait for nobody; `trouble` says why not."""
        self._wait_for(BUSY_FOR_NOW)
        try:
            with self._writing():  # the same value: a whole transaction that changes nothing
                self._db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        except RecordError as error:
            self.trouble = said_by(error)

    def _wait_for(self, seconds: float) -> None:
        with suppress(sqlite3.Error):
            self._db.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")

    def begin_anew(self) -> None:
        """Set the file aside, which is damaged, and begin a new one in its place.

        Raises:
            RecordError: that cannot be done; what is in it stands in for it, until it can.
        """
        with suppress(sqlite3.Error):
            self._db.close()
        try:
            aside = set_aside(self._path)
            self._db, self._stands_in = self._opened(), False
        except RecordError:
            self._stand_in()
            raise
        self.noted = _was_damaged(aside)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Make one transaction of what happens inside: all of it is durable, or nothing is."""
        if self._stands_in:
            db = self._opened()
            try:
                self._refuse_to_read_only(db)
            except RecordError:
                db.close()
                raise
            self._db.close()
            self._db, self._stands_in = db, False
        try:
            with complaining(self._path), self._transaction():
                yield
        except RecordError as error:
            if isinstance(error.__cause__, sqlite3.OperationalError):
                self.trouble = said_by(error)  # of the file, and of no single game
            raise
        self.trouble = None
        self._wait_for(self._patience)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            self._wait_for(BUSY_FOR_NOW)  # who was not let in asks again and again
            raise
        try:
            self._must_lie_there()
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
            raise
        self._must_lie_there()

    def _refuse_to_read_only(self, db: sqlite3.Connection) -> None:
        """Refuse a connection that SQLite opened for reading alone, as it does on such a disk.

        It would stay so, and all others of this process beside it, once the disk can be written to.

        Raises:
            RecordError: it is one.
        """
        try:
            db.execute("BEGIN IMMEDIATE")
            db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY:
                with complaining(self._path):
                    raise
        finally:
            if db.in_transaction:
                with suppress(sqlite3.Error):
                    db.execute("ROLLBACK")

    def _must_lie_there(self) -> None:
        """See that what is written goes where whoever comes next will look for it.

        A file that was deleted or moved takes all that is written into it, and nobody notices.
        Where nobody may look any more it is still the one that is open, for all that is known.

        Raises:
            RecordError: another file lies at the path now, or none, or it was cut short.
        """
        log = self._path.with_name(f"{self._path.name}-wal")
        try:
            found = (_Lying.at(self._path), _Lying.at(log))
        except PermissionError:
            return
        for one, before in zip(found, self._lying, strict=True):
            if before is not None and (one is None or not one.goes_on(before)):
                raise self._unusable(
                    phrase("it was removed, cut short or replaced while it was in use")
                )
        self._lying = found

    def _opened(self) -> sqlite3.Connection:
        path = self._path
        try:
            make_directory(path.parent)
        except OSError as error:
            why = reason(error)
            raise RecordError(
                phrase(
                    "the record {path}: {folder}: {why}",
                    path=path,
                    folder=error.filename or path,
                    why=why,
                )
            ) from error
        begin(path)
        self._lying = (None, None)
        with complaining(path):
            db = sqlite3.connect(path, timeout=self._patience, isolation_level=None)
        db.text_factory = _text
        try:
            with complaining(path):
                prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def is_sound(self) -> bool:
        """Look through all of the file for damage; a large one takes a while.

        Raises:
            RecordError: it cannot be read.
        """
        with complaining(self._path):
            return bool(self._db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))

    def looks_sound(self) -> bool:
        """Look for damage, as before an evening, in all of a file that is not too large.

        Raises:
            RecordError: it cannot be read.
        """
        try:
            self._look_through()
        except RecordError as error:
            if not error.file_is_damaged:
                raise
            return False
        return True

    def _look_through(self) -> None:
        """Look for damage, in all of a file that is not too large for it.

        Raises:
            RecordError: there is some.
        """
        with complaining(self._path):
            for table in ("games", "remarks", "hana_games"):
                self._db.execute(f"SELECT count(*) FROM {table}").fetchone()
            if self._path.stat().st_size > LARGEST_CHECKED:
                return
            check = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if check != ("ok",):
            raise self._unusable(phrase("the file is damaged"))

    def _unusable(self, why: Phrase) -> RecordError:
        return RecordError(
            phrase("the record {path} cannot be used: {why}", path=self._path, why=why),
            file_is_damaged=True,
        )


def is_recorded(path: Path) -> bool:
    """Say whether there is a record at ``path``; looking creates none.

    `Path.exists` would take a folder that cannot be looked into for one that holds nothing.

    Raises:
        RecordError: it cannot be told.
    """
    try:
        path.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise RecordError(cannot_look_for(path, error)) from error
    return True


def set_aside(path: Path) -> Path:
    """Move a record out of the way, with what lies beside it; return the folder it is in then.

    The pictures of its games go with it: new games will have the same numbers.

    Raises:
        RecordError: it cannot be moved.
    """
    try:
        folder = free_folder(path.parent / ASIDE, utc_now(), DAMAGED)
        make_directory(folder)
        for end in ("", *BESIDE):
            if (old := path.with_name(path.name + end)).exists():
                old.rename(folder / old.name)
        if (pictures := path.with_name(PICTURES)).exists():
            pictures.rename(folder / PICTURES)
    except OSError as error:
        why = reason(error)
        raise RecordError(
            phrase("the damaged record {path} cannot be set aside: {why}", path=path, why=why)
        ) from error
    return folder


def _was_damaged(aside: Path) -> str:
    return phrase(
        "the games on record were damaged and are set aside in {folder}: once nobody plays,"
        " companion doctor --repair brings back what can be recovered",
        folder=aside,
    )


def _in_memory(path: Path) -> sqlite3.Connection:
    """Return a copy of the record in memory, as it can be read; else an empty one."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            for end in ("", "-wal"):
                if (part := path.with_name(path.name + end)).is_file():  # a device has no end
                    shutil.copyfile(part, copy.with_name(copy.name + end))
            with closing(sqlite3.connect(copy)) as read:
                read.backup(db)
            prepare(db)
    except (OSError, ValueError, sqlite3.Error):
        db.close()
        db = sqlite3.connect(":memory:", isolation_level=None)
        prepare(db)
    return db
