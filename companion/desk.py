"""What pages may ask of a table: protocols, so that no page knows a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.corrections.judging import Choice
from companion.language.people import Arrival, People
from companion.panel.panel import Press
from companion.play.inputs import Tap
from companion.play.remedies import Explained
from companion.record.seating import SeatChange, Seating, SeatRefusal
from companion.reply import Reply
from companion.views.hub import Hub
from companion.views.view import Reader


class TableDesk(Protocol):
    """A table that serves pages, whatever is played; each method may be called from any thread."""

    @property
    def hub(self) -> Hub:
        """The newest view of every reader."""

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``; tell the table of somebody's ``arrival``."""

    def seating(self) -> Seating:
        """Return who holds which seat, and which hands each phone was shown."""

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        """Change who holds which seat; return why that is refused, or None once it is on record.

        Raises:
            InboxClosedError: the table closes.
            TimeoutError: it does not answer.
        """

    def lamps(self) -> Mapping[str, float] | None:
        """Return the virtual panel's lamps by name, 0 dark to 1 bright; None: it is a real one."""

    def press(self, press: Press) -> Reply:
        """Press a button of the virtual panel; without one nothing happens.

        Returns:
            Whether it waits for another seat's yes, or that the table does not answer. What is
            refused is told to the whole table.
        """


class HanabiDesk(TableDesk, Protocol):
    """A table of Hanabi."""

    def ask(self, tap: Tap, reader: Reader, name: str = "") -> Reply:
        """Carry out a tap that came from ``reader``; return when it is on record and published.

        Args:
            tap: what was tapped.
            reader: whose phone it comes from.
            name: of this one tap, which goes on record with what it causes.
        """

    def was_carried_out(self, name: str) -> bool:
        """Say whether the tap of this name changed the game that is on the table, at any time.

        Raises:
            InboxClosedError: the table closes.
            TimeoutError: it does not answer.
        """

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:
        """Return what may be put right in a turn or before it, the likeliest first."""

    def explained(self, reader: Reader) -> Explained | Reply:
        """Return what puts the record right where it differs from the table."""
