"""The newest view of every reader, for the threads that serve phones."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Condition

from companion.views.view import PUBLIC, Reader


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One reader's view at one moment.

    Attributes:
        version: counts the changes of this reader's own view, so that it tells nothing of what
            others can see; from a number on that each start of the table has for itself.
        body: the view as JSON, a string ready to be sent.
    """

    version: int
    body: str


STARTS, VERSIONS = 2**16, 2**14
"""How many starts are told apart, and how many versions each has: within the 31 bits that the JSON
of the pages allows a number, with room for an evening that needs more."""


def start_of_versions() -> int:
    """Return where the versions of one start of the table begin: by chance, elsewhere each time."""
    return secrets.randbelow(STARTS) * VERSIONS


class Hub:
    """Holds one snapshot for each reader; one thread publishes, any number waits for news."""

    def __init__(self, first: int = 0) -> None:
        """Start with an empty public view.

        Args:
            first: where versions begin. A page that slept through a restart says a version of the
                start before, which has to be none of this one's: see `start_of_versions`.
        """
        self._changed = Condition()
        self._first = first
        self._snapshots: dict[Reader, Snapshot] = {PUBLIC: Snapshot(first, "{}")}
        self._newest: dict[Reader, int] = {}
        self._closed = False

    def publish(self, views: Mapping[Reader, Mapping[str, object]]) -> None:
        """Put ``views`` up; those that did not change keep their version, others are dropped."""
        with self._changed:
            news: dict[Reader, Snapshot] = {}
            for reader, view in views.items():
                body = json.dumps(view, separators=(",", ":"), sort_keys=True)
                old = self._snapshots.get(reader)
                if old is not None and old.body == body:
                    news[reader] = old
                else:
                    # A seat that is dropped and comes back goes on counting.
                    self._newest[reader] = self._newest.get(reader, self._first) + 1
                    news[reader] = Snapshot(self._newest[reader], body)
            self._snapshots = news
            self._changed.notify_all()

    def snapshot(self, reader: Reader) -> Snapshot | None:
        """Return what ``reader`` may see now; None: there is no such seat."""
        with self._changed:
            return self._snapshots.get(reader)

    def wait(self, reader: Reader, seen: int, timeout: float) -> Snapshot | None:
        """Wait until the view of ``reader`` has another version than ``seen``.

        Returns:
            The new snapshot, or None when ``timeout`` seconds passed, the seat is gone or the
            hub was closed.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._version(reader) != seen, timeout)
            snapshot = self._snapshots.get(reader)
            if self._closed or snapshot is None or snapshot.version == seen:
                return None
            return snapshot

    @property
    def closed(self) -> bool:
        """Say whether nothing more will come."""
        with self._changed:
            return self._closed

    def close(self) -> None:
        """Wake everybody who waits, for the last time; safe to call twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _version(self, reader: Reader) -> int:
        snapshot = self._snapshots.get(reader)
        return snapshot.version if snapshot else -1
