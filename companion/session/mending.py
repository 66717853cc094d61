"""What is put right in a running game: turns taken back, told anew, corrected; and its rests."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.amending.changes import (
    corrected,
    redone,
    rested,
    retold,
    seated,
    standing_elsewhere,
    undone,
)
from companion.amending.tally import Tally
from companion.desk.taps import Reader
from companion.hanabi.moves import Identify, Move
from companion.hanabi.state import GameState
from companion.language.people import Arrival
from companion.language.phrases import phrase
from companion.record.corrections import Correction, Lay, Missed
from companion.record.entries import PANEL, Amendment, Change, Entry
from companion.record.replaying import CorrectionRefused
from companion.session.logbook import Logbook
from companion.telling.announcements import (
    Announcement,
    Happened,
    PutRight,
    Refused,
    Rested,
    Standing,
    TakenBack,
    public,
)

if TYPE_CHECKING:
    from companion.session.session import Session


class Mending:
    """Puts right what one game has on record; each change is an entry, and the rest is replayed."""

    def __init__(self, session: Session, book: Logbook) -> None:
        """Put right what ``book`` has of the game of ``session``."""
        self._session = session
        self._book = book

    def retell(self, tell: Callable[[GameState], Move], t: float) -> tuple[Announcement, ...]:
        """Put what is known by now in the place of the newest turn.

        What was learnt of hands since then is kept.

        Raises:
            RuleViolation: the turn cannot have been that; nothing has changed.
        """
        entry = retold(self._book.past, tell, t=t)
        before = self._book.past.timeline
        self._book.amend(entry)
        self._session.referee.follow(before, self._book.past.timeline, self._session.reading)
        event = self._session.newest_turn
        shown = None if event is None else public(event)
        standing, turn = Standing.of(self._book.state), self._book.log[-1]
        return () if shown is None else (Happened(t, shown, turn, standing),)

    def rest(self, t: float, *, paused: bool, who: str, at: str) -> tuple[Announcement, ...]:
        """Pause the game, or go on: then the table is compared with the record anew."""
        if self._book.state.over or self._book.past.paused is paused:
            return ()
        self._book.amend(rested(self._book.past, paused=paused, t=t, who=who, at=at))
        if not paused and self._session.watched:
            self._session.watch_again()
        closed = self._session.close_question(t, None) if self._session.question is not None else ()
        return (*closed, Rested(t, paused))

    def note(self, arrival: Arrival, t: float, *, at: str) -> None:
        """Put on record who sits elsewhere now, or sees all hands."""
        if not self._book.state.over:
            self._book.amend(seated(self._book.past, arrival, t=t, at=at))

    def take_back(self, t: float, *, who: str = PANEL, at: str = "") -> tuple[Announcement, ...]:
        """Take the newest turn back, or undo the correction that was made since.

        What the eyes know of the cards in hands is kept. A card that was laid in the turn has to
        go back where it came from before anything else is written.
        """
        entry = undone(self._book.past, t=t, who=who, at=at)
        if entry is None or entry.amendment is None or entry.amendment.turn is None:
            return (Refused(t, None, phrase("no turn was taken yet that could be taken back")),)
        if entry.amendment.change is not Change.TAKEN_BACK:
            return self._put_right(t, entry, entry.amendment)
        before = self._book.state
        self._book.amend(entry)
        self._session.referee.take_back(before, self._book.state)
        said: tuple[Announcement, ...] = (
            TakenBack(t, entry.amendment.turn, Standing.of(self._book.state)),
        )
        if self._session.question is not None:
            said += self._session.close_question(t, None)
        return said

    def do_again(self, t: float, *, who: str = PANEL, at: str = "") -> tuple[Announcement, ...]:
        """Let count again what was taken back or undone last."""
        entry = redone(self._book.past, t=t, who=who, at=at)
        if entry is None or entry.amendment is None:
            return (Refused(t, None, phrase("nothing was undone that could be done again")),)
        return self._put_right(t, entry, entry.amendment)

    def correct(
        self, t: float, correction: Correction, reader: Reader, *, who: str, at: str
    ) -> tuple[Announcement, ...]:
        """Put right what is on record."""
        serial = None
        if isinstance(correction, Missed) and isinstance(correction.deed, Lay):
            serial = self._session.referee.unexplained(self._session.reading, correction.deed)
        try:
            entry = corrected(
                self._book.past, correction, reader, t=t, who=who, at=at, serial=serial
            )
        except CorrectionRefused as refused:
            return (Refused(t, refused.rule, refused.detail, reader),)
        assert entry.amendment is not None
        return self._put_right(t, entry, entry.amendment)

    def _put_right(self, t: float, entry: Entry, amendment: Amendment) -> tuple[Announcement, ...]:
        before, earlier = self._book.past.timeline, Tally.of(self._book.state)
        self._book.amend(entry)
        self._session.referee.follow(before, self._book.past.timeline, self._session.reading)
        shown = (
            self._session.reading.racks if self._session.reading is not None else frozenset[int]()
        )
        for held in standing_elsewhere(before.state(), self._book.state, shown):
            self._session.commit(Identify(held, None), t)
        turn = amendment.turn or 1
        now = Tally.of(self._book.state)
        said: tuple[Announcement, ...] = (PutRight(t, amendment.change, turn, earlier, now),)
        if self._session.question is not None:
            said += self._session.close_question(t, None)
        return said + self._session.settle()
