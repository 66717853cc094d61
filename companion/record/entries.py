"""The steps of a game as the record keeps them: what was done, what it caused, who put it right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from companion.hanabi.events import Event
from companion.hanabi.moves import Move
from companion.record.corrections import Correction
from companion.record.seating import Seating

NOBODY_KNOWS = "nobody"
"""In `MoveEntry.seen`: people were asked about that card, and said that nobody can tell."""


class Change(Enum):
    """How a game was changed otherwise than by a move."""

    CORRECTED = "corrected"
    TAKEN_BACK = "taken_back"
    """The newest turn does not count: a house rule."""
    UNDONE = "undone"
    """The newest correction does not count."""
    TOLD = "told"
    """Of a turn more is known than when it was written down."""
    REDONE = "redone"
    """What was taken back or undone last counts again."""
    CONTINUED = "continued"
    """The game was stopped, and goes on all the same."""
    PAUSED = "paused"
    """The game rests; nothing in it has changed."""
    RESUMED = "resumed"
    """The game goes on."""
    SEATED = "seated"
    """Somebody sits elsewhere, or sees all hands; nothing in the game has changed."""
    LAID = "laid"
    """A card was laid by a tap, or taken up again, before its face was told; no turn is over."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of what is on record: an entry like any other, after those that it changes.

    Attributes:
        change: what was done.
        who: as records have it: a `companion.hanabi.tellers.Teller` as text; of a place that was
            changed, who sits there now, in words.
        at: when, by the clock on the wall, UTC, as text.
        turn: the first turn that was changed, as it was numbered before.
        correction: what was put right; None where a turn was taken back or came back. Of a card
            that was laid before its face was told it is the turn that is missing; None: it was
            taken up again.
        replaced: what stood there before, in short; None where nothing did.
        steps: all that counts from now on, without the start; none where only a place has changed,
            or a card was laid before its face was told.
        seating: who holds which seat from now on, and who was shown what; None: as before.
    """

    change: Change
    who: str
    at: str
    turn: int | None
    correction: Correction | None
    replaced: str | None
    steps: tuple[MoveEntry, ...]
    seating: Seating | None = None


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A move that counts.

    Attributes:
        t: seconds on the camera's clock, None where there is none.
        move: what somebody did.
        events: what it caused.
        seen: what the eyes thought of a card that they could not name, likeliest first. Of a
            discard it is its own name where nobody had said whether it was played. `NOBODY_KNOWS`
            comes last where it needs not be asked any more.
        serial: which laid card it was to the eyes; None where they did not see it, or not since
            the table was opened: it is not on record.
    """

    t: float | None
    move: Move
    events: tuple[Event, ...]
    seen: tuple[str, ...] = ()
    serial: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a game's record.

    Attributes:
        t: seconds on the camera's clock, None where there is none.
        move: what somebody did; None where nobody did anything, as at the start.
        events: what it caused. Where the entry changes what was before, all that counts from now
            on, beginning with the start.
        seen: what the eyes thought of a card that they could not name, likeliest first.
        amendment: what was changed, by whom; None for a move.
    """

    t: float | None
    move: Move | None
    events: tuple[Event, ...]
    seen: tuple[str, ...] = ()
    amendment: Amendment | None = None


def events_of(entries: Sequence[Entry | MoveEntry]) -> tuple[Event, ...]:
    """Return all events in their order."""
    return tuple(event for entry in entries for event in entry.events)
