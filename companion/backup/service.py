"""What pages may do with backups of this table: a protocol, and the table's own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Protocol

from companion.backup.backup import Places, backup
from companion.backup.faults import BackupError, Fault
from companion.backup.file import Contents
from companion.backup.own_process import check_in_own_process
from companion.backup.record_check import RecordCheck
from companion.backup.restoring import Replaced, Restoring, commit, is_waiting, restoring
from companion.files.wall_clock import utc_now


class BackupService(Protocol):
    """Backups of all that is kept; every method may be called from any thread.

    Raises:
        RecordError: the record cannot be read.
        NotMadeError: none can be made, because something else cannot be read.
        BackupError: a file cannot be restored, or not now; nothing has changed.
    """

    @property
    def restores(self) -> bool:
        """Whether a backup can be restored from a page."""

    def save(self) -> bytes:
        """Return a backup, a ZIP file."""

    def look(self, file: Path) -> tuple[Contents, Replaced]:
        """Return what is in a backup and what it would replace; nothing changes."""

    def restore(self, file: Path) -> None:
        """Let a backup count, and the companion start anew with it."""


@dataclass(frozen=True)
class TableBackups:
    """Backups of what lies in the usual places.

    Attributes:
        check_deck: reads a deck; raises ValueError where it is none.
        is_running: whether a game is being played.
        start_anew: lets the companion start anew in a moment; None: it cannot.
        places: where things are kept.
        check_record: looks through the record of a backup that was sent.
        hold: lets no game begin from now on, with False again; returns whether that is so: not
            where one is running.
    """

    check_deck: Callable[[Path], object]
    is_running: Callable[[], bool]
    start_anew: Callable[[], None] | None
    places: Places
    check_record: RecordCheck = check_in_own_process
    hold: Callable[[bool], bool] = field(kw_only=True)
    _counting: Lock = field(default_factory=Lock, compare=False)

    @property
    def restores(self) -> bool:
        """Whether a backup can be restored from a page."""
        return self.start_anew is not None

    def save(self) -> bytes:
        """Return a backup, a ZIP file."""
        return backup(self.places, utc_now(), self.check_deck).data

    def look(self, file: Path) -> tuple[Contents, Replaced]:
        """Return what is in a backup and what it would replace; nothing changes."""
        self._must_rest()
        with self._restoring(file) as ready:
            return ready.contents, ready.replaced

    def restore(self, file: Path) -> None:
        """Let a backup count, and the companion start anew with it.

        It is put in place when nobody uses the record any more: by the next start. A game that
        began until then would be set aside with the record, so none does.
        """
        assert self.start_anew is not None
        with self._restoring(file) as ready, self._counting:
            self._must_rest()
            if is_waiting(self.places):  # before: what is held for that one stays held
                raise BackupError(Fault.ANOTHER)
            if not self.hold(True):
                raise BackupError(Fault.RUNNING)
            try:
                commit(ready, self.places)
            except BaseException:
                self.hold(False)
                raise
        self.start_anew()

    def _restoring(self, file: Path) -> AbstractContextManager[Restoring]:
        return restoring(file, self.places, utc_now(), self.check_deck, self.check_record)

    def _must_rest(self) -> None:
        if self.is_running():
            raise BackupError(Fault.RUNNING)
