"""What pages may ask of a table: protocols, so that no page knows a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.amending.amending import Judge, Preview
from companion.desk.permits import speaks_for, tells_now
from companion.desk.taps import Tap
from companion.language.people import Arrival, People
from companion.language.phrases import phrase
from companion.panel.panel import Press
from companion.record.replaying import CorrectionRefused
from companion.record.timeline import Timeline
from companion.views.hub import Hub
from companion.views.view import Reader


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


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be put right.

    Attributes:
        preview: what it is and what it would change.
        seat: whose turn it was, or would have been.
        mirrored: how many cards a hand has, where the reader sees the one in question from
            behind and counts its places the other way round; None for all others.
    """

    preview: Preview
    seat: int
    mirrored: int | None = None


@dataclass(frozen=True, slots=True)
class Explained:
    """What puts the record right where it differs from the table.

    Attributes:
        choice: the one correction that does; None where none does, or not one only.
        redo: whether it is enough that what was taken back last counts again.
    """

    choice: Choice | None = None
    redo: bool = False


def choices(
    timeline: Timeline | None,
    turn: int,
    reader: Reader,
    phones: frozenset[int] = frozenset(),
) -> tuple[Choice, ...] | Reply:
    """Return what may be put right in a turn of ``timeline``, or why nothing can.

    What comes out depends only on cards that ``reader`` sees. A clue in the turn that is about to
    be taken is none of it where that seat has one of the ``phones``, and not this one.
    """
    if timeline is None:
        return Reply(None, phrase("no game is running"))
    judge = Judge(timeline)
    try:
        found = judge.alternatives(turn, reader)
    except CorrectionRefused as refused:
        return Reply(refused.rule and refused.rule.value, refused.detail)
    next_turn = judge.turns + 1
    if turn == next_turn and not speaks_for(judge.seat(turn), reader, phones):
        found = tuple(one for one in found if not tells_now(one.correction, turn))
    return tuple(as_choice(judge, preview, reader) for preview in found)


def as_choice(judge: Judge, preview: Preview, reader: Reader) -> Choice:
    """Return ``preview`` with what ``reader`` has to know to read it."""
    started = judge.timeline.started
    seat = judge.seat(preview.correction.turn)
    mirrored = started.ruleset.hand_size(started.players) if reader == seat else None
    return Choice(preview, seat, mirrored)


class TableDesk(Protocol):
    """A table that serves pages, whatever is played; each method may be called from any thread."""

    @property
    def hub(self) -> Hub:
        """The newest view of every reader."""

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``; tell the table of somebody's ``arrival``."""

    def lamps(self) -> Mapping[str, float] | None:
        """Return the virtual panel's lamps by name, 0 dark to 1 bright; None: it is a real one."""

    def press(self, press: Press) -> None:
        """Press a button of the virtual panel; without one nothing happens."""


class HanabiDesk(TableDesk, Protocol):
    """A table of Hanabi."""

    def ask(self, tap: Tap, reader: Reader) -> Reply:
        """Carry out a tap that came from ``reader``; return when it is on record."""

    def choices(self, turn: int, reader: Reader) -> tuple[Choice, ...] | Reply:
        """Return what may be put right in a turn or before it, the likeliest first."""

    def explained(self, reader: Reader) -> Explained | Reply:
        """Return what puts the record right where it differs from the table."""
