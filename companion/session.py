"""A running game: the one mutable object. Readings and taps go in, announcements come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion import opening
from companion.announcements import (
    Announcement,
    Asked,
    Happened,
    PleaseDraw,
    QuestionClosed,
    Refused,
    Standing,
    TableAgrees,
    TableDiffers,
    TakenBack,
    public,
)
from companion.doubts import Doubts
from companion.findings import Agrees, Differs, MoveSeen, Unclear
from companion.hanabi.events import (
    CardIdentified,
    CardLaidUnseen,
    Event,
    GameStarted,
    HandRearranged,
)
from companion.hanabi.moves import (
    CountedTurn,
    Move,
    Play,
    Terminate,
)
from companion.hanabi.moves import Turn as Deed
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.state import GameState, evolve, start
from companion.hearing import Hearing
from companion.history import Turn, turn_taken
from companion.panel import Status
from companion.readings import TableReading
from companion.record import Entry, Record
from companion.referee import Referee
from companion.taps import TimedTap


class Session:
    """One game on one table, on record step by step.

    Every change is written and synced before it is announced. A session belongs to one thread.

    Attributes:
        game: the game's number in the record.
        state: the newest position.
        events: everything that counts, undone turns left out; the first is the start.
        log: the turns as everybody was told of them.
        questions: how many were asked.
        question: the open one.
        complaint: why table and record differ; None while they agree.
        referee: compares the table with the record.
        watched: whether a camera watches; else people say what is laid.
        reading: what the table showed last; None before anything was seen.
        doubtful: whether a card was laid that is decided later, or as soon as the game goes on.
        hearing: what people have said to this game.
        doubts: the cards in racks that somebody should name.
    """

    def __init__(self, record: Record, game: int, events: Sequence[Event]) -> None:
        """Go on with ``game``, which came about by ``events``."""
        self._record = record
        self.game = game
        self.questions = 0
        self.question: Unclear | None = None
        self.complaint: str | None = None
        self.referee = Referee()
        self._busy = False
        self.doubtful = False
        self._waiting_for_draw: int | None = None
        self.watched = True
        self.reading: TableReading | None = None
        self._replay(events)
        self.hearing = Hearing(self)
        self.doubts = Doubts()

    def _replay(self, events: Sequence[Event]) -> None:
        self.events: list[Event] = []
        self.log: list[Turn] = []
        first = events[0]
        assert isinstance(first, GameStarted)
        self.state: GameState = start(first.ruleset, first.players, first.first)[0]
        for event in events:
            self._apply(event)

    def _apply(self, event: Event) -> Turn | None:
        turn = turn_taken(self.state, event)
        self.state = evolve(self.state, event)
        self.events.append(event)
        if turn is not None:
            self.log.append(turn)
        return turn

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
        session = cls(record, game, (started,))
        if reading is None:
            session.watched = False
            return session, (Happened(t, started, None, Standing.of(session.state)),)
        session.referee.adopt(reading)
        for move in opening.seating(session.state, reading):
            session.commit(move, reading.t)
        said = Happened(reading.t, started, None, Standing.of(session.state))
        return session, (said, *session.see(reading))

    @classmethod
    def resume(cls, record: Record, game: int) -> Session:
        """Go on with a game on record; the first reading shows where its cards lie."""
        events: list[Event] = []
        for entry in record.entries(game):
            if entry.events and isinstance(entry.events[0], GameStarted):
                events.clear()  # a turn was taken back: what counts begins anew
            events += entry.events
        session = cls(record, game, events)
        session.referee.expect(session.state)
        return session

    @property
    def status(self) -> Status:
        """Return what the table waits for."""
        if self.state.over:
            return Status.OVER
        if self.complaint is not None:
            return Status.DIFFERS
        if self.question is not None or self.hearing.laying or self.state.award is not None:
            return Status.QUESTION
        if self._busy:
            return Status.READING
        if self._waiting_for_draw is not None:
            return Status.PLEASE_DRAW
        return Status.WAITING_FOR_MOVE

    # ---------------------------------------------------------------------------------- inputs

    def see(self, reading: TableReading) -> tuple[Announcement, ...]:
        """Take what the table shows while nothing moves."""
        self.reading = reading
        said = self.settle() + self.hearing.again(reading.t)
        self.doubts.see(self.state, reading)
        return said

    def unwatch(self, t: float) -> tuple[Announcement, ...]:
        """Go on without a camera: what only it could settle is left as it is."""
        self.watched, self.reading, self._busy, self.doubtful = False, None, False, False
        self._waiting_for_draw = None
        said: tuple[Announcement, ...] = ()
        if self.question is not None:
            said += self.close_question(t, None)
        if self.complaint is not None:
            self.complaint = None
            said += (TableAgrees(t),)
        return said

    def watch_again(self) -> None:
        """Go on with a camera whose first reading shows where the cards lie."""
        self.watched = True
        self.referee = Referee()
        self.referee.expect(self.state)

    def tap(self, timed: TimedTap) -> tuple[Announcement, ...]:
        """Take a tap of a phone or a button that belongs to a running game."""
        return self.hearing.take(timed)

    def terminate(self, t: float) -> tuple[Announcement, ...]:
        """Stop the game before its end; what was played stays on record."""
        return () if self.state.over else self.commit(Terminate(None), t)

    def end(self, t: float) -> tuple[Announcement, ...]:
        """Refuse the taps that still wait: nothing more will be seen."""
        return self.hearing.end(t)

    # ------------------------------------------------------------------------------- the table

    def settle(self, *, overtaken: bool = False) -> tuple[Announcement, ...]:
        """Take what the last reading means; ``overtaken``: the game has gone on already."""
        said: tuple[Announcement, ...] = ()
        reading = self.reading
        while reading is not None:
            finding = self.referee.judge(self.state, reading, overtaken=overtaken)
            self._busy = isinstance(finding, Agrees) and finding.busy
            self.doubtful = isinstance(finding, Agrees) and finding.doubtful
            match finding:
                case MoveSeen(move, serial):
                    before = self.state
                    if isinstance(move, Play):
                        move = replace(move, named=self.hearing.named.get(move.seat))
                    said += self.commit(move, reading.t)
                    self.referee.accept(before, replace(finding, move=move))
                    if self.question is not None and serial == self.question.serial:
                        said += self.close_question(reading.t, None)
                case Unclear(serial, spot, options, gone_on):
                    if self.question is None:
                        self.question = finding
                        self.questions += 1
                        said += (Asked(reading.t, spot.value, options),)
                    if not gone_on:
                        return said
                    self.referee.give_up(serial)
                case Differs(why):
                    if self.complaint is None:
                        said += (TableDiffers(reading.t, why),)
                    self.complaint = why
                    return said
                case Agrees(waiting_for_draw, busy, _):
                    if not busy:
                        said += self._agree(reading.t, waiting_for_draw)
                    return said
        return said

    def _agree(self, t: float, waiting_for_draw: int | None) -> tuple[Announcement, ...]:
        said: tuple[Announcement, ...] = ()
        if self.complaint is not None:
            self.complaint = None
            said += (TableAgrees(t),)
        if waiting_for_draw is not None and waiting_for_draw != self._waiting_for_draw:
            said += (PleaseDraw(t, waiting_for_draw),)
        self._waiting_for_draw = waiting_for_draw
        return said

    def commit(self, move: Move, t: float) -> tuple[Announcement, ...]:
        """Apply a move, put it on record, and only then say what everybody may know of it.

        Raises:
            RuleViolation: the move is not allowed; nothing has changed.
        """
        events = apply(self.state, move)
        if not events:
            return ()
        self._record.append(self.game, Entry(t, move, events))
        if isinstance(move, Deed | CountedTurn):
            self.hearing.turn_taken_by(move.seat)
        said: list[Announcement] = []
        for event in events:
            turn = self._apply(event)
            shown = public(event)
            if shown is not None:
                said.append(Happened(t, shown, turn, Standing.of(self.state)))
        return tuple(said)

    def close_question(self, t: float, answer: str | None) -> tuple[Announcement, ...]:
        """Say that the open question needs no answer any more."""
        self.question = None
        return (QuestionClosed(t, answer),)

    # ---------------------------------------------------------------------------- second thoughts

    @property
    def counts_only(self) -> bool:
        """Whether of some cards on the table nobody has said which they are."""
        return any(isinstance(event, CardLaidUnseen) for event in self.events)

    @property
    def newest_turn(self) -> Event | None:
        """The event that was the newest turn; None before the first."""
        return self.events[_last_turn(self.events)] if self.log else None

    def retell(self, tell: Callable[[GameState], Move], t: float) -> tuple[Announcement, ...]:
        """Put what is known by now in the place of the newest turn.

        What was learnt of hands since then is kept.

        Raises:
            RuleViolation: the turn cannot have been that; nothing has changed.
        """
        cut = _last_turn(self.events)
        before = state_after(self.events[:cut])
        move = tell(before)
        events = apply(before, move)
        learnt = [
            one
            for one in self.events[cut + 1 :]
            if isinstance(one, CardIdentified | HandRearranged)
        ]
        kept = (*self.events[:cut], *events, *learnt)
        self._record.append(self.game, Entry(t, move, kept))
        self._replay(kept)
        standing, turn = Standing.of(self.state), self.log[-1]
        return (Happened(t, shown, turn, standing),) if (shown := public(events[0])) else ()

    def take_back(self, t: float) -> tuple[Announcement, ...]:
        """Take the newest turn back; what the eyes know of the cards in hands is kept.

        The record keeps both: an entry that begins anew with what still counts. A card that was
        laid in that turn has to go back where it came from before anything else is written.
        """
        if not self.log:
            return (Refused(t, None, "no turn was taken yet that could be taken back"),)
        cut = _last_turn(self.events)
        kept = tuple(self.events[:cut])
        turn = len(self.log)
        self._record.append(self.game, Entry(t, None, kept))
        before = self.state
        self._replay(kept)
        self.referee.take_back(before, self.state)
        said: tuple[Announcement, ...] = (TakenBack(t, turn, Standing.of(self.state)),)
        if self.question is not None:
            said += self.close_question(t, None)
        return said


def state_after(events: Sequence[Event]) -> GameState:
    """Return where a game stands after ``events``, of which the first is its start."""
    first = events[0]
    assert isinstance(first, GameStarted)
    state = start(first.ruleset, first.players, first.first)[0]
    for event in events:
        state = evolve(state, event)
    return state


def _last_turn(events: Sequence[Event]) -> int:
    """Return the index of the event that was the newest turn."""
    state: GameState | None = None
    last = 0
    for index, event in enumerate(events):
        if isinstance(event, GameStarted):
            state = start(event.ruleset, event.players, event.first)[0]
            continue
        assert state is not None
        if turn_taken(state, event) is not None:
            last = index
        state = evolve(state, event)
    return last
