"""What goes over a broker, and the topics that a table has there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

ROOT = "companion"
"""The first part of all of our topics."""
ONLINE, OFFLINE = b"online", b"offline"
PRESS, ON, OFF = b"PRESS", b"ON", b"OFF"


@dataclass(frozen=True, slots=True)
class Message:
    """Something that is told under a topic.

    Attributes:
        topic: what it is about.
        payload: what is told; empty and kept: nothing is kept there any more.
        kept: whether the broker keeps it for those who come later.
    """

    topic: str
    payload: bytes
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table.

    Attributes:
        table: its id.
    """

    table: str

    def of(self, what: str) -> str:
        """Return the topic ``what`` of this table."""
        return f"{ROOT}/{self.table}/{what}"

    @property
    def availability(self) -> str:
        """Whether the table is there: ``online`` or ``offline``; kept, and the last will."""
        return self.of("availability")

    @property
    def state(self) -> str:
        """What everybody may know of the game; kept."""
        return self.of("state")

    @property
    def event(self) -> str:
        """Each thing that happens, once."""
        return self.of("event")

    @property
    def here(self) -> str:
        """Who goes by this id; more than one is one too many."""
        return self.of("here")

    def results(self, day: str) -> str:
        """Return where the games of a day are, ``2026-11-20``; kept."""
        return self.of(f"results/{day}")

    def command(self, button: str) -> str:
        """Return where a button of Home Assistant is pressed."""
        return self.of(f"set/{button}")


def packed(data: Mapping[str, object]) -> bytes:
    """Return ``data`` as JSON; the same data give the same bytes."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
