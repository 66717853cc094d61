"""What is put right in a running game: turns taken back, told anew, corrected; and its rests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.amending.changes import (
    contradicted,
    corrected,
    redone,
    rested,
    retold,
    seated,
    standing_elsewhere,
    told_later,
    undone,
)
from companion.amending.tally import Tally
from companion.desk.taps import Reader
from companion.hanabi.cards import Card
from companion.hanabi.events import HandsLaidDown
from companion.hanabi.moves import Identify, Move
from companion.hanabi.state import GameState
from companion.language.people import Arrival
from companion.language.phrases import phrase
from companion.record.corrections import Correction, FaceIs, Instead, Lay, Missed
from companion.record.entries import PANEL, Amendment, Change, Entry, Step, events_of
from companion.record.replaying import CorrectionRefused
from companion.record.timeline import Timeline, is_turn
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


LIE_OPEN = phrase("all hands lie open: only a correction of a turn can let the game go on")


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
        self._follow(before)
        event = self._session.newest_turn
        shown = None if event is None else public(event)
        standing, turn = Standing.of(self._book.state), self._book.log[-1]
        return () if shown is None else (Happened(t, shown, turn, standing),)

    def _follow(self, before: Timeline) -> None:
        """Expect the table by what is on record now, and was ``before`` until now."""
        referee, now = self._session.referee, self._book.past.timeline
        self._session.referee = referee.follow(before, now, self._session.reading)

    def rest(self, t: float, *, paused: bool, who: str, at: str) -> tuple[Announcement, ...]:
        """Pause the game, or go on: then the table is compared with the record anew."""
        if self._book.state.over or self._book.past.paused is paused:
            return ()
        self._book.amend(rested(self._book.past, paused=paused, t=t, who=who, at=at))
        if not paused and self._session.watched:
            self._session.watch_again()
        return (*self._session.asking.stop_waiting(t), Rested(t, paused))

    def note(self, arrival: Arrival, t: float, *, at: str) -> None:
        """Put on record who sits elsewhere now, or sees all hands, as long as they are hidden."""
        if not self._book.state.laid_down:
            self._book.amend(seated(self._book.past, arrival, t=t, at=at))

    def take_back(self, t: float, *, who: str = PANEL, at: str = "") -> tuple[Announcement, ...]:
        """Take the newest turn back, or undo the correction that was made since.

        What the eyes know of the cards in hands is kept. A card that was laid in the turn has to
        go back where it came from before anything else is written.
        """
        entry = undone(self._book.past, t=t, who=who, at=at)
        if entry is None or entry.amendment is None or entry.amendment.turn is None:
            return (Refused(t, None, phrase("no turn was taken yet that could be taken back")),)
        if self._would_reopen(entry.amendment.steps):
            return (Refused(t, None, LIE_OPEN),)
        if entry.amendment.change is not Change.TAKEN_BACK:
            return self._put_right(t, entry, entry.amendment)
        before = self._book.state
        self._book.amend(entry)
        session = self._session
        session.referee = session.referee.take_back(before, self._book.state, session.reading)
        said: tuple[Announcement, ...] = (
            TakenBack(t, entry.amendment.turn, Standing.of(self._book.state)),
        )
        return said + self._session.asking.stop_waiting(t) + self._session.asking.review(t)

    def do_again(self, t: float, *, who: str = PANEL, at: str = "") -> tuple[Announcement, ...]:
        """Let count again what was taken back or undone last."""
        entry = redone(self._book.past, t=t, who=who, at=at)
        if entry is None or entry.amendment is None:
            return (Refused(t, None, phrase("nothing was undone that could be done again")),)
        if self._would_reopen(entry.amendment.steps):
            return (Refused(t, None, LIE_OPEN),)
        return self._put_right(t, entry, entry.amendment)

    def _would_reopen(self, steps: Sequence[Step]) -> bool:
        """Say whether with ``steps`` a game whose hands lie open would go on.

        Undoing is one tap and says nothing of it: only a correction does, which is announced.
        """
        still = any(isinstance(event, HandsLaidDown) for event in events_of(steps))
        return self._book.state.laid_down and not still

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

    def tell_later(
        self,
        told: Sequence[tuple[FaceIs | Instead, Card]],
        t: float,
        *,
        played: bool | None = None,
        who: str = "",
        at: str = "",
    ) -> tuple[Announcement, ...]:
        """Put on record what nobody could see of earlier turns in which cards were laid.

        Args:
            told: what is known now, and the card that each is about, in the order of the turns.
            t: the camera's seconds.
            played: whether they fitted, where the table shows that.
            who: who has said so; nobody: the table shows it.
            at: when, by the clock on the wall.

        Raises:
            CorrectionRefused: by all that was done since it cannot have been that; nothing has
                changed.
        """
        past, entries = self._book.past, list[tuple[Entry, Card | None]]()
        shelved: list[tuple[int, Card]] = []
        for correction, card in told:
            entry = told_later(past, correction, played=played, t=t, who=who, at=at)
            past = past.then(entry)
            entries.append((entry, card))
        for turn, missed in contradicted(self._book.past.timeline, past.timeline):
            # It lies on the discards: another card that nobody has read is why it did not fit.
            unread = Instead(turn, Lay(played=True, slot=missed.slot, card=None))
            entry = told_later(past, unread, t=t, who=who, at=at)
            past = past.then(entry)
            entries.append((entry, None))
            serial = [step for step in past.timeline.steps if is_turn(step)][turn - 1].serial
            if serial is not None:
                shelved.append((serial, missed.card))
        if self._would_reopen(past.timeline.steps):
            raise CorrectionRefused(None, told[0][0].turn, LIE_OPEN)
        for serial, card in shelved:
            self._session.referee = self._session.referee.shelve_misplay(serial, card)
        said = []
        for entry, named in entries:
            assert entry.amendment is not None
            change = self._amend(t, entry, entry.amendment)
            said.append(replace(change, card=None if named is None else named.label))
        return tuple(said)

    def _put_right(self, t: float, entry: Entry, amendment: Amendment) -> tuple[Announcement, ...]:
        said, asking = (self._amend(t, entry, amendment),), self._session.asking
        return (*said, *asking.stop_waiting(t), *asking.review(t), *self._session.settle())

    def _amend(self, t: float, entry: Entry, amendment: Amendment) -> PutRight:
        before, earlier = self._book.past.timeline, Tally.of(self._book.state)
        self._book.amend(entry)
        self._follow(before)
        shown = (
            self._session.reading.racks if self._session.reading is not None else frozenset[int]()
        )
        for held in standing_elsewhere(before.state(), self._book.state, shown):
            self._session.commit(Identify(held, None), t)
        now = Tally.of(self._book.state)
        return PutRight(t, amendment.change, amendment.turn or 1, earlier, now)
