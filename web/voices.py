"""Who says aloud what happens: one phone, the machine at the table, or nobody."""

from __future__ import annotations

from enum import Enum
from threading import Lock

from companion.announcements.aloud import Wording
from companion.announcements.speech import Announcer
from web.answers import Speaking


class SpokenBy(Enum):
    """Who speaks, as seen from one phone."""

    HERE = "here"
    """This phone."""
    ANOTHER = "another"
    """Another phone."""
    TABLE = "table"
    """The machine at the table."""
    NOBODY = "nobody"


class Voices:
    """Keeps the one that speaks; may be asked from any thread.

    Nobody does until somebody chose: a page of this table, or the settings of the machine.
    """

    def __init__(self, announcer: Announcer | None = None) -> None:
        """Let ``announcer`` speak if it is not silent; None: the machine cannot speak."""
        self._announcer = announcer
        self._phone: str | None = None
        self._table = announcer is not None and not announcer.silent
        self._wording = Wording.BRIEF if announcer is None else announcer.wording
        self._lock = Lock()

    def choose(self, by: SpokenBy, phone: str) -> bool:
        """Let ``by`` speak from now on, as said by ``phone``; return whether that can be."""
        with self._lock:
            if by is SpokenBy.ANOTHER or (by is SpokenBy.TABLE and self._announcer is None):
                return False
            self._phone = phone if by is SpokenBy.HERE else None
            self._table = by is SpokenBy.TABLE
            if self._announcer is not None:
                self._announcer.be_silent(not self._table)
            return True

    def set_volume(self, volume: int) -> bool:
        """Let the machine speak as loud as ``volume``, 0 to 100; return whether it can speak."""
        if self._announcer is None:
            return False
        self._announcer.engine.set_volume(volume)
        return True

    def set_wording(self, wording: Wording) -> None:
        """Say as much as that from now on, whoever speaks."""
        with self._lock:
            self._wording = wording
            if self._announcer is not None:
                self._announcer.wording = wording

    def seen_from(self, phone: str) -> Speaking:
        """Return who speaks, and how much, as a JSON object for ``phone``."""
        with self._lock:
            if self._table:
                by = SpokenBy.TABLE
            elif self._phone is None:
                by = SpokenBy.NOBODY
            else:
                by = SpokenBy.HERE if self._phone == phone else SpokenBy.ANOTHER
            table = self._announcer
            return {
                "by": by.value,
                "table": None if table is None else table.engine.volume,
                "wording": self._wording.value,
            }
