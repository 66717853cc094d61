"""The file of the record: made ready when opened, and written in whole transactions."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from companion.files.shared_folder import share
from companion.language.phrases import phrase
from companion.record.complaints import RecordError, complaining, make_directory, reason
from companion.record.schema import prepare

PATIENCE = 5.0
"""Seconds to wait while another process writes to the same file."""


def _text(raw: bytes) -> str:
    """Return a text of the file; one byte that is damaged hides no other text."""
    return raw.decode("utf-8", "replace")


class RecordFile:
    """What the records of both games share; a context manager.

    For one thread; another thread or process opens its own.

    Raises:
        RecordError: the file cannot be opened, isn't a record, or was written by a newer version.
    """

    def __init__(self, path: Path, *, patience: float = PATIENCE) -> None:
        """Open ``path``; it and its folder are created where they don't exist.

        Args:
            path: the file.
            patience: seconds to wait while another process writes to it.
        """
        self._path = path
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
        share(path)
        with complaining(path):
            self._db = sqlite3.connect(path, timeout=patience, isolation_level=None)
        self._db.text_factory = _text
        try:
            with complaining(path):
                prepare(self._db)
        except BaseException:
            self._db.close()
            raise

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

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Make one transaction of what happens inside: all of it is durable, or nothing is."""
        with complaining(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    with suppress(sqlite3.Error):
                        self._db.execute("ROLLBACK")
                raise
