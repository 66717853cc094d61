"""A running game: the one mutable object. Readings and taps go in, announcements come out."""

from __future__ import annotations

from collections.abc import Sequence
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
from companion.findings import Agrees, Differs, MoveSeen, Unclear
from companion.hanabi.cards import Suit
from companion.hanabi.events import Event, GameStarted
from companion.hanabi.moves import Move, Play, Rearrange, Terminate, TileChoice
from companion.hanabi.moves import Turn as Deed
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.state import GameState, evolve, start
from companion.history import Turn, turn_taken
from companion.panel import Status
from companion.readings import TableReading
from companion.record import Entry, Record
from companion.referee import Referee
from companion.taps import AnswerTap, ClueTap, NameTap, RearrangeTap, TileTap, TimedTap, UndoTap
from companion.wishes import check_name, wished

LAST_LOOK = 1.0
"""Seconds after a clue was tapped in which a doubtful card may still be read."""
PATIENCE = 5.0
"""Seconds for which a clue that comes before its turn waits for the card being laid."""
_TOO_EARLY = frozenset({Rule.NOT_YOUR_TURN, Rule.NO_AWARD_DUE})
"""What is refused only because the eyes have not yet seen the card that comes before it."""


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
        named: the colours that were named for cards still to be played, by seat.
    """

    def __init__(self, record: Record, game: int, events: Sequence[Event]) -> None:
        """Go on with ``game``, which came about by ``events``."""
        self._record = record
        self.game = game
        self.questions = 0
        self.question: Unclear | None = None
        self.complaint: str | None = None
        self.named: dict[int, Suit] = {}
        self._referee = Referee()
        self._busy = False
        self._doubtful = False
        self._waiting_for_draw: int | None = None
        self._early: list[TimedTap] = []
        self._reading: TableReading | None = None
        self._replay(events)

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
        reading: TableReading,
    ) -> tuple[Session, tuple[Announcement, ...]]:
        """Start a game on the table that ``reading`` shows.

        Args:
            record: where the game goes.
            ruleset: what is played.
            players: how many.
            first: the seat that takes the first turn.
            at: the moment by the clock on the wall, UTC, as text.
            source: where the game is seen.
            reading: the table, ready to start; see `opening.missing`.
        """
        started = GameStarted(ruleset, players, first)
        game = record.begin(started, at=at, source=source, t=reading.t)
        session = cls(record, game, (started,))
        session._referee.adopt(reading)
        for move in opening.seating(session.state, reading):
            session._commit(move, reading.t)
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
        session._referee.expect(session.state)
        return session

    @property
    def status(self) -> Status:
        """Return what the table waits for."""
        if self.state.over:
            return Status.OVER
        if self.complaint is not None:
            return Status.DIFFERS
        if self.question is not None:
            return Status.QUESTION
        if self._busy:
            return Status.READING
        if self._waiting_for_draw is not None:
            return Status.PLEASE_DRAW
        return Status.WAITING_FOR_MOVE

    # ---------------------------------------------------------------------------------- inputs

    def see(self, reading: TableReading) -> tuple[Announcement, ...]:
        """Take what the table shows while nothing moves."""
        self._reading = reading
        said = self._settle(reading)
        early, self._early = self._early, []
        for timed in early:
            if self._doubtful and reading.t - timed.t >= LAST_LOOK:
                said += self._settle(reading, overtaken=True)
            said += self._wish(timed, max(timed.t, reading.t))
        return said

    def tap(self, timed: TimedTap) -> tuple[Announcement, ...]:
        """Take a tap of a phone or a button that belongs to a running game."""
        match timed.tap:
            case ClueTap() | TileTap() | RearrangeTap():
                return self._wish(timed, timed.t)
            case NameTap():
                return self._name(timed.t, timed.tap)
            case AnswerTap():
                return self._answer(timed.t, timed.tap)
            case UndoTap():
                return self.take_back(timed.t)
            case _:
                why = "the game has begun already"
                return (Refused(timed.t, None, why),)

    def terminate(self, t: float) -> tuple[Announcement, ...]:
        """Stop the game before its end; what was played stays on record."""
        return () if self.state.over else self._commit(Terminate(None), t)

    def end(self, t: float) -> tuple[Announcement, ...]:
        """Refuse the taps that still wait: nothing more will be seen."""
        said: tuple[Announcement, ...] = ()
        if self._doubtful and self._reading is not None:
            said += self._settle(self._reading, overtaken=True)
            waiting, self._early = self._early, []
            for timed in waiting:
                said += self._wish(timed, timed.t)
        early, self._early = self._early, []
        for timed in early:
            rule, why = _never_came(timed)
            said += (Refused(t, rule, why, timed.reader),)
        return said

    # ------------------------------------------------------------------------------- the table

    def _settle(
        self, reading: TableReading, *, overtaken: bool = False
    ) -> tuple[Announcement, ...]:
        said: tuple[Announcement, ...] = ()
        while True:
            finding = self._referee.judge(self.state, reading, overtaken=overtaken)
            self._busy = isinstance(finding, Agrees) and finding.busy
            self._doubtful = isinstance(finding, Agrees) and finding.doubtful
            match finding:
                case MoveSeen(move, serial):
                    before = self.state
                    if isinstance(move, Play):
                        move = replace(move, named=self.named.get(move.seat))
                    said += self._commit(move, reading.t)
                    self._referee.accept(before, MoveSeen(move, serial))
                    if self.question is not None and serial == self.question.serial:
                        said += self._close_question(reading.t, None)
                case Unclear(serial, spot, options, gone_on):
                    if self.question is None:
                        self.question = finding
                        self.questions += 1
                        said += (Asked(reading.t, spot.value, options),)
                    if not gone_on:
                        return said
                    self._referee.give_up(serial)
                case Differs(why):
                    if self.complaint is None:
                        said += (TableDiffers(reading.t, why),)
                    self.complaint = why
                    return said
                case Agrees(waiting_for_draw, busy, _):
                    if not busy:
                        said += self._agree(reading.t, waiting_for_draw)
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

    def _commit(self, move: Move, t: float) -> tuple[Announcement, ...]:
        """Apply a move, put it on record, and only then say what everybody may know of it.

        Raises:
            RuleViolation: the move is not allowed; nothing has changed.
        """
        events = apply(self.state, move)
        if not events:
            return ()
        self._record.append(self.game, Entry(t, move, events))
        if isinstance(move, Deed):
            self.named.pop(move.seat, None)
        said: list[Announcement] = []
        for event in events:
            turn = self._apply(event)
            shown = public(event)
            if shown is not None:
                said.append(Happened(t, shown, turn, Standing.of(self.state)))
        return tuple(said)

    # ------------------------------------------------------------------------------------ taps

    def _wish(self, timed: TimedTap, t: float) -> tuple[Announcement, ...]:
        tap = timed.tap
        assert isinstance(tap, ClueTap | TileTap | RearrangeTap)
        if isinstance(tap, ClueTap) and self.complaint is not None and not self.state.over:
            self._early.append(timed)
            return ()
        said: tuple[Announcement, ...] = ()
        if isinstance(tap, ClueTap):
            said += self._go_on(tap, t)
        try:
            move = wished(self.state, tap)
            said += self._commit(move, t)
        except RuleViolation as violation:
            if violation.rule in _TOO_EARLY and t - timed.t < PATIENCE:
                self._early.append(timed)
                return said
            return (*said, Refused(t, violation.rule, violation.detail, timed.reader))
        if isinstance(move, Rearrange):
            self._referee.put_in_order(self.state, move.seat, self._reading)
        return said

    def _go_on(self, tap: ClueTap, t: float) -> tuple[Announcement, ...]:
        """Leave behind what nobody has said before the game went on to ``tap``."""
        said: tuple[Announcement, ...] = ()
        if tap.giver != self.state.to_move and self.question is not None:
            # Whoever knew the card has not said so.
            self._referee.give_up(self.question.serial)
            if self._reading is not None:
                said += self._settle(self._reading)
        award = self.state.award
        if award is not None and tap.giver == self.state.to_move:
            said += self._commit(TileChoice(award.seat, None), t)
        return said

    def _name(self, t: float, tap: NameTap) -> tuple[Announcement, ...]:
        try:
            check_name(self.state, tap)
        except RuleViolation as violation:
            return (Refused(t, violation.rule, violation.detail),)
        if tap.colour is None:
            self.named.pop(tap.seat, None)
        else:
            self.named[tap.seat] = tap.colour
        return ()

    def _answer(self, t: float, tap: AnswerTap) -> tuple[Announcement, ...]:
        label = tap.card.label
        if self.question is None:
            return (Refused(t, None, f"{label} was answered, but no question is open"),)
        self._referee.answer(self.question.serial, tap.card)
        said = self._close_question(t, label)
        return said + (self._settle(self._reading) if self._reading else ())

    def _close_question(self, t: float, answer: str | None) -> tuple[Announcement, ...]:
        self.question = None
        return (QuestionClosed(t, answer),)

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
        self._referee.take_back(before, self.state)
        said: tuple[Announcement, ...] = (TakenBack(t, turn, Standing.of(self.state)),)
        if self.question is not None:
            said += self._close_question(t, None)
        return said


def _never_came(timed: TimedTap) -> tuple[Rule, str]:
    """Return why a tap that waited for its moment is refused at the end."""
    tap = timed.tap
    if isinstance(tap, ClueTap):
        why = f"seat {tap.giver} gave a clue at {timed.t:g} s, but its turn never came"
        return Rule.NOT_YOUR_TURN, why
    assert isinstance(tap, TileTap)
    why = f"seat {tap.seat} turned an award tile at {timed.t:g} s, but never had one to turn"
    return Rule.NO_AWARD_DUE, why


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
