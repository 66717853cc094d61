"""A running game: the one mutable object. Readings and taps go in, announcements come out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.desk.taps import TimedTap
from companion.hanabi.events import CardLaidUnseen, Event, GameStarted
from companion.hanabi.moves import (
    CountedTurn,
    LayDown,
    Move,
    Play,
    Terminate,
)
from companion.hanabi.moves import Turn as Deed
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.state import GameState
from companion.language.phrases import phrase
from companion.panel.panel import Status
from companion.record.games import Record
from companion.record.history import Turn, takes_a_turn
from companion.record.timeline import Past, Timeline
from companion.referee import opening
from companion.referee.doubts import Doubts
from companion.referee.findings import (
    Agrees,
    CameToLight,
    Differs,
    MoveSeen,
    Unclear,
    Undrawn,
)
from companion.referee.readings import TableReading
from companion.referee.referee import Referee
from companion.referee.tokens import TokenWatch
from companion.session.hearing import Hearing
from companion.session.logbook import Logbook
from companion.session.mending import Mending
from companion.session.questions import Questions
from companion.session.waiting import status_of
from companion.telling.announcements import (
    Announcement,
    Happened,
    PleaseDraw,
    Standing,
    TableAgrees,
    TableDiffers,
)

TRY_AGAIN = 3.0
"""Seconds after which writing is tried again where it failed."""


class Session:
    """One game on one table, on record step by step.

    Every change is written and synced before it is announced. A session belongs to one thread.

    Attributes:
        asking: the questions about cards on the mat.
        differs: how table and record differ; None while they agree.
        undrawn: who has yet to draw, for a while; None: nobody.
        referee: compares the table with the record.
        watched: whether a camera watches; else people say what is laid.
        reading: what the table showed last; None before anything was seen.
        doubtful: whether a card was laid that is decided later, or as soon as the game goes on.
        tile_due: whether a card was laid that counts once an award tile is turned.
        hearing: what people have said to this game.
        mending: what is put right in it.
        doubts: the cards in racks that somebody should name.
        tokens: those on the mat's tracks.
    """

    def __init__(self, record: Record, game: int, past: Past) -> None:
        """Go on with ``game``, of which ``past`` is on record."""
        self._book = Logbook(record, game, past)
        self.asking = Questions(self)
        self.differs: Differs | None = None
        self._tried = 0.0
        self.referee = Referee()
        self._busy = False
        self._moving = False
        self.doubtful = False
        self.tile_due = False
        self.undrawn: Undrawn | None = None
        self.watched = True
        self.reading: TableReading | None = None
        self.hearing = Hearing(self)
        self.mending = Mending(self, self._book)
        self.doubts = Doubts()
        self.tokens = TokenWatch()

    @classmethod
    def begin(
        cls,
        record: Record,
        ruleset: Ruleset,
        players: int,
        first: int,
        *,
        at: str,
        source: str,
        reading: TableReading | None,
        t: float = 0.0,
    ) -> tuple[Session, tuple[Announcement, ...]]:
        """Start a game on the table that ``reading`` shows.

        Args:
            record: where the game goes.
            ruleset: what is played.
            players: how many.
            first: the seat that takes the first turn.
            at: the moment by the clock on the wall, UTC, as text.
            source: where the game is seen.
            reading: the table, ready to start; see `opening.missing`. None: nobody watches it.
            t: the moment, where nobody watches.
        """
        started = GameStarted(ruleset, players, first)
        t = t if reading is None else reading.t
        game = record.begin(started, at=at, source=source, t=t)
        session = cls(record, game, Past(Timeline(started, ())))
        if reading is None:
            session.watched = False
            return session, (Happened(t, started, None, Standing.of(session.state)),)
        session.referee = session.referee.adopt(reading).frame(reading.t, reading)
        for move in opening.seating(session.state, reading):
            session.commit(move, reading.t)
        said = Happened(reading.t, started, None, Standing.of(session.state))
        return session, (said, *session.see(reading))

    @classmethod
    def resume(cls, record: Record, game: int) -> Session:
        """Go on with a game on record; the first reading shows where its cards lie."""
        session = cls(record, game, record.past(game).as_found())
        session.referee = session.referee.expect(session.state)
        session.asking.resume()
        return session

    @property
    def questions(self) -> int:
        """How many were asked."""
        return self.asking.asked

    @property
    def question(self) -> Unclear | None:
        """The one that people are asked now; None: nothing is asked."""
        return self.asking.shown

    @property
    def game(self) -> int:
        """The game's number in the record."""
        return self._book.game

    @property
    def state(self) -> GameState:
        """The newest position."""
        return self._book.state

    @property
    def events(self) -> Sequence[Event]:
        """Everything that counts, undone turns left out; the first is the start."""
        return self._book.events

    @property
    def log(self) -> Sequence[Turn]:
        """The turns as everybody was told of them."""
        return self._book.log

    @property
    def past(self) -> Past:
        """What counts, and what can be undone and done again."""
        return self._book.past

    @property
    def complaint(self) -> str | None:
        """Why table and record differ; None while they agree."""
        return None if self.differs is None else self.differs.why

    @property
    def detail(self) -> str | None:
        """What everybody should know: that the game is not saved, or that the table differs."""
        if self._book.trouble is not None:
            return phrase("the game goes on, but it is not saved: {why}", why=self._book.trouble)
        return self.complaint

    def save(self, t: float) -> None:
        """Write what could not be written before; ``t`` is now, by the camera's seconds."""
        self._tried = t
        self._book.save()

    @property
    def status(self) -> Status:
        """Return what the table waits for."""
        return status_of(
            self,
            saved=self._book.trouble is None,
            reading=self._busy,
            please_draw=self.undrawn is not None,
        )

    # ---------------------------------------------------------------------------------- inputs

    def see(self, reading: TableReading) -> tuple[Announcement, ...]:
        """Take what the table shows while nothing moves."""
        if abs(reading.t - self._tried) >= TRY_AGAIN:
            self.save(reading.t)
        self.reading, self._moving = reading, False
        self.referee = self.referee.frame(reading.t, reading)
        if self.past.paused:
            self.tokens = self.tokens.pause()
            return ()
        said = self.settle() + self.hearing.again(reading.t)
        self.doubts = self.doubts.see(self.state, reading)
        return said + self._count_tokens(reading)

    def _count_tokens(self, reading: TableReading) -> tuple[Announcement, ...]:
        """Hold the tokens on the mat against the record, as long as nothing else is amiss."""
        if self.status not in (Status.WAITING_FOR_MOVE, Status.PLEASE_DRAW):
            if self.status is not Status.READING:
                self.tokens = self.tokens.pause()
            return ()
        self.tokens, told = self.tokens.see(self.state, reading)
        return () if told is None else (told,)

    def move(self, t: float) -> None:
        """Note that the camera saw something move at ``t``."""
        self._moving = True
        self.referee = self.referee.frame(t, None)

    @property
    def quiet(self) -> bool:
        """Whether the table lies still, and nothing on it is still to be read or answered."""
        still = self.reading is not None and not self._moving
        return still and not (self._busy or self.doubtful or self.asking.waited_for is not None)

    def unwatch(self, t: float) -> tuple[Announcement, ...]:
        """Go on without a camera: what only it could settle is left as it is."""
        self.watched, self.reading, self._busy, self.doubtful = False, None, False, False
        self.undrawn, self.tile_due = None, False
        self.tokens = self.tokens.pause()
        said: tuple[Announcement, ...] = self.asking.stop_waiting(t)
        if self.differs is not None:
            self.differs = None
            said += (TableAgrees(t),)
        return said

    def watch_again(self) -> None:
        """Go on with a camera whose first reading shows where the cards lie."""
        self.watched = True
        self.referee = Referee().expect(self.state)

    def tap(self, timed: TimedTap) -> tuple[Announcement, ...]:
        """Take a tap of a phone or a button that belongs to a running game."""
        return self.hearing.take(timed)

    def terminate(self, t: float) -> tuple[Announcement, ...]:
        """Stop the game, if it runs, and lay the hands down: it is over for good."""
        said = () if self.state.over else self.commit(Terminate(None), t)
        return said + self.commit(LayDown(), t)

    def end(self, t: float) -> tuple[Announcement, ...]:
        """Refuse the taps that still wait: nothing more will be seen."""
        return self.hearing.end(t)

    # ------------------------------------------------------------------------------- the table

    def settle(self, *, overtaken: bool = False) -> tuple[Announcement, ...]:
        """Take what the last reading means; ``overtaken``: the game has gone on already."""
        said: tuple[Announcement, ...] = ()
        reading = self.reading
        while reading is not None:
            finding, self.referee = self.referee.judge(self.state, reading, overtaken=overtaken)
            self._busy = isinstance(finding, Agrees) and finding.busy
            self.doubtful = isinstance(finding, Agrees) and finding.doubtful
            self.tile_due = isinstance(finding, Agrees) and finding.tile_due
            match finding:
                case MoveSeen(move, serial, seen=seen):
                    before = self.state
                    if isinstance(move, Play):
                        lay = reading.laid_at(serial)
                        move = replace(move, named=self.hearing.named_before(move.seat, lay))
                    said += self.commit(move, reading.t, seen, serial)
                    self.referee = self.referee.accept(before, replace(finding, move=move))
                    said += self.asking.review(reading.t)
                case CameToLight():
                    said += self.asking.comes_to_light(finding, reading.t)
                case Unclear(overtaken=gone_on):
                    said += self.asking.ask(finding, reading.t)
                    if not gone_on:
                        return said
                    self.referee = self.referee.give_up(finding)
                case Differs(why):
                    if self.differs is None:
                        said += (TableDiffers(reading.t, why, finding.reason),)
                    self.differs = finding
                    return said
                case Agrees(undrawn, busy, _):
                    if not busy or self.tile_due:  # what is there is as it should be
                        said += self._agree(reading.t, undrawn)
                    return said + self.asking.review(reading.t)
        return said

    def _agree(self, t: float, undrawn: Undrawn | None) -> tuple[Announcement, ...]:
        said: tuple[Announcement, ...] = ()
        if self.differs is not None:
            self.differs = None
            said += (TableAgrees(t),)
        if undrawn is not None and undrawn != self.undrawn:
            said += (PleaseDraw(t, undrawn.seat, undrawn.instead),)
        self.undrawn = undrawn
        return said

    def commit(
        self, move: Move, t: float, seen: tuple[str, ...] = (), serial: int | None = None
    ) -> tuple[Announcement, ...]:
        """Put a move on record as `Logbook.commit` does: what goes in and comes out is told there.

        What was said of a turn is forgotten once it has been taken.
        """
        before = len(self.events)
        said = self._book.commit(move, t, seen=seen, serial=serial)
        if isinstance(move, Deed | CountedTurn) and len(self.events) > before:
            self.hearing.turn_taken_by(move.seat)
        return said

    @property
    def counts_only(self) -> bool:
        """Whether of some cards on the table nobody has said which they are."""
        return any(isinstance(event, CardLaidUnseen) for event in self.events)

    @property
    def newest_turn(self) -> Event | None:
        """The event that was the newest turn; None before the first."""
        newest = self.past.newest_turn
        if newest is None:
            return None
        return next(event for event in newest.events if takes_a_turn(event))
