"""What a phone page may ask of the table: a protocol, so that the page knows no table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.hub import Hub
from companion.panel import Press
from companion.taps import Tap
from companion.view import Reader


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a tap.

    Attributes:
        rule: the rule that refused it, by its fixed name; None where it went through, or where
            no rule of the game did.
        message: a sentence for whoever tapped; None where it went through.
        told: what was asked for, as a JSON object; None where nothing was.
    """

    rule: str | None = None
    message: str | None = None
    told: Mapping[str, object] | None = None

    @property
    def ok(self) -> bool:
        """Say whether the tap was carried out."""
        return self.message is None


class Desk(Protocol):
    """A table that serves phones; every method may be called from any thread."""

    @property
    def hub(self) -> Hub:
        """The newest view of every reader."""

    def ask(self, tap: Tap, reader: Reader) -> Reply:
        """Carry out a tap that came from ``reader``; return when it is on record."""

    def lamps(self) -> Mapping[str, float] | None:
        """Return the virtual panel's lamps by name, 0 dark to 1 bright; None: it is a real one."""

    def press(self, press: Press) -> None:
        """Press a button of the virtual panel; without one nothing happens."""
