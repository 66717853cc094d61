"""A running game: the one mutable object. Readings and taps go in, announcements come out."""

from __future__ import annotations

from dataclasses import dataclass

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
    public,
)
from companion.hanabi.events import GameStarted
from companion.hanabi.moves import GiveClue, Move
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.state import GameState, evolve, start
from companion.history import turn_taken
from companion.readings import TableReading
from companion.record import Entry, Record
from companion.referee import Agrees, Differs, MoveSeen, Referee, Unclear
from companion.taps import AnswerTap, ClueTap, Tap, TimedTap

PATIENCE = 5.0
"""Seconds for which a clue that comes before its turn waits for the card being laid."""


@dataclass(slots=True)
class _Question:
    serial: int
    asked: bool = False


class Session:
    """One game on one table, on record step by step.

    Every change is written and synced before it is announced. A session belongs to one thread.
    """

    def __init__(self, record: Record, game: int, state: GameState) -> None:
        """Go on with ``game`` from ``state``, its newest position."""
        self._record = record
        self.game = game
        self.state = state
        self.questions = 0
        self._referee = Referee()
        self._question: int | None = None
        self._differs = False
        self._asked_to_draw: int | None = None
        self._early: list[TimedTap] = []
        self._reading: TableReading | None = None

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
        state = start(ruleset, players, first)[0]
        game = record.begin(started, at=at, source=source, t=reading.t)
        session = cls(record, game, state)
        session._referee.adopt(reading)
        for move in opening.seating(state, reading):
            session._commit(move, reading.t)
        said = Happened(reading.t, started, None, Standing.of(session.state))
        return session, (said, *session.see(reading))

    @classmethod
    def resume(cls, record: Record, game: int, reading: TableReading | None = None) -> Session:
        """Go on with a game on record; what lies on the mat in ``reading`` belongs to it."""
        session = cls(record, game, record.state(game))
        if reading is not None:
            session._referee.adopt(reading)
        return session

    # ---------------------------------------------------------------------------------- inputs

    def see(self, reading: TableReading) -> tuple[Announcement, ...]:
        """Take what the table shows while nothing moves."""
        self._reading = reading
        said = self._settle(reading)
        early, self._early = self._early, []
        for timed in early:
            said += self._retry(timed, reading.t)
        return said

    def tap(self, timed: TimedTap) -> tuple[Announcement, ...]:
        """Take a tap of a phone or a button."""
        match timed.tap:
            case ClueTap():
                return self._clue(timed, timed.t)
            case AnswerTap(card):
                return self._answer(timed.t, card.label, timed.tap)

    def end(self, t: float) -> tuple[Announcement, ...]:
        """Refuse the taps that still wait: nothing more will be seen."""
        early, self._early = self._early, []
        said: tuple[Announcement, ...] = ()
        for timed in early:
            said += self._refuse_early(timed, t)
        return said

    # ------------------------------------------------------------------------------- the table

    def _settle(self, reading: TableReading) -> tuple[Announcement, ...]:
        said: tuple[Announcement, ...] = ()
        while True:
            finding = self._referee.judge(self.state, reading)
            match finding:
                case MoveSeen(move, serial):
                    before = self.state
                    said += self._commit(move, reading.t)
                    self._referee.accept(before, finding)
                    if serial is not None and serial == self._question:
                        said += self._close_question(reading.t, None)
                case Unclear(serial, spot, options):
                    if self._question is None:
                        self._question = serial
                        self.questions += 1
                        said += (Asked(reading.t, spot.value, options),)
                    return said
                case Differs(why):
                    if not self._differs:
                        self._differs = True
                        said += (TableDiffers(reading.t, why),)
                    return said
                case Agrees(waiting_for_draw, busy):
                    if not busy:
                        said += self._agree(reading.t, waiting_for_draw)
                    return said

    def _agree(self, t: float, waiting_for_draw: int | None) -> tuple[Announcement, ...]:
        said: tuple[Announcement, ...] = ()
        if self._differs:
            self._differs = False
            said += (TableAgrees(t),)
        if waiting_for_draw is not None and waiting_for_draw != self._asked_to_draw:
            said += (PleaseDraw(t, waiting_for_draw),)
        self._asked_to_draw = waiting_for_draw
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
        said: list[Announcement] = []
        for event in events:
            before, self.state = self.state, evolve(self.state, event)
            shown = public(event)
            if shown is not None:
                turn = turn_taken(before, event)
                said.append(Happened(t, shown, turn, Standing.of(self.state)))
        return tuple(said)

    # ------------------------------------------------------------------------------------ taps

    def _clue(self, timed: TimedTap, t: float) -> tuple[Announcement, ...]:
        tap = timed.tap
        assert isinstance(tap, ClueTap)
        if self._differs:
            self._early.append(timed)
            return ()
        said: tuple[Announcement, ...] = ()
        if tap.giver != self.state.to_move and self._question is not None:
            # The game goes on: whoever knew the card has not said so.
            self._referee.give_up(self._question)
            if self._reading is not None:
                said += self._settle(self._reading)
        try:
            return said + self._commit(GiveClue(tap.giver, tap.target, tap.hint), t)
        except RuleViolation as violation:
            if violation.rule is Rule.NOT_YOUR_TURN and t - timed.t < PATIENCE:
                self._early.append(timed)
                return said
            return (*said, Refused(t, violation.rule, violation.detail))

    def _retry(self, timed: TimedTap, now: float) -> tuple[Announcement, ...]:
        return self._clue(timed, max(timed.t, now))

    def _refuse_early(self, timed: TimedTap, t: float) -> tuple[Announcement, ...]:
        tap: Tap = timed.tap
        assert isinstance(tap, ClueTap)
        why = f"seat {tap.giver} gave a clue at {timed.t:g} s, but its turn never came"
        return (Refused(t, Rule.NOT_YOUR_TURN, why),)

    def _answer(self, t: float, label: str, tap: AnswerTap) -> tuple[Announcement, ...]:
        if self._question is None:
            return (Refused(t, None, f"{label} was answered, but no question is open"),)
        self._referee.answer(self._question, tap.card)
        said = self._close_question(t, label)
        return said + (self._settle(self._reading) if self._reading else ())

    def _close_question(self, t: float, answer: str | None) -> tuple[Announcement, ...]:
        self._question = None
        return (QuestionClosed(t, answer),)
