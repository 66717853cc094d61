"""A game as it counts, step by step; and what can be undone and done again.

The record is event-sourced: entries are only ever added, a position is what they come to when they
are played out, and an undo is one more entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.hanabi.cards import Card
from companion.hanabi.events import (
    CardDiscarded,
    CardLaidUnread,
    Event,
    GameStarted,
    HandsLaidDown,
)
from companion.hanabi.moves import CountedTurn, Move, Terminate, Turn
from companion.hanabi.position import GameState
from companion.hanabi.refusals import RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.state import evolve_all, start
from companion.record.by_place import placed
from companion.record.corrections import Lay, Missed
from companion.record.entries import NOBODY_KNOWS, Change, Entry, MoveEntry, events_of
from companion.record.replay import Replay
from companion.record.seating import Seating

FOUND = -1000
"""The first serial, downwards, of unread cards that were laid before the game was taken up again:
those of eyes are above 0."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """A game as it counts: its start and all steps since."""

    started: GameStarted
    steps: tuple[MoveEntry, ...]

    def begin(self) -> GameState:
        """Return the position at the start."""
        return start(self.started.ruleset, self.started.players, self.started.first)[0]

    def state(self) -> GameState:
        """Return the newest position."""
        return evolve_all(self.begin(), events_of(self.steps))

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, the start first."""
        return (self.started, *events_of(self.steps))

    @property
    def turns(self) -> int:
        """How many turns were taken."""
        return sum(is_turn(step) for step in self.steps)

    def seat_of(self, turn: int) -> int:
        """Return whose turn the one with that number was or is; turns go round whatever happens."""
        return (self.started.first + turn - 1) % self.started.players


@dataclass(frozen=True, slots=True)
class Corrected:
    """A correction that counts: the turn it is about, the steps without it and with it."""

    turn: int
    before: tuple[MoveEntry, ...]
    after: tuple[MoveEntry, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """What can be done again: the steps with it and without it.

    ``correction`` is the one that was undone; None: it was a turn that was taken back.
    """

    before: tuple[MoveEntry, ...]
    after: tuple[MoveEntry, ...]
    correction: Corrected | None


@dataclass(frozen=True, slots=True)
class Past:
    """Everything that was done in a game, as far as it counts or can count again.

    Attributes:
        timeline: what counts.
        done: the corrections that count, oldest first.
        undone: what was undone since the last turn or correction, oldest first.
        paused: whether the game rests until somebody confirms.
        seating: who holds which seat, and who was shown what.
        laid: the card that was laid by a tap in the turn that is open, and whose face nobody has
            told yet.
    """

    timeline: Timeline
    done: tuple[Corrected, ...] = ()
    undone: tuple[Undone, ...] = ()
    paused: bool = False
    seating: Seating = field(default_factory=Seating)
    laid: Lay | None = None

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Past:
        """Read a game's record.

        Raises:
            ValueError: the entries make no game.
        """
        past: Past | None = None
        for entry in entries:
            if past is None:
                first = entry.events[0] if entry.events else None
                if not isinstance(first, GameStarted):
                    raise ValueError("a game begins with its start")
                past = cls(Timeline(first, ()))
            else:
                past = past.then(entry)
        if past is None:
            raise ValueError("a game begins with its start")
        return past

    def then(self, entry: Entry, serial: int | None = None) -> Past:
        """Return the past with one more entry; ``serial`` is the card that was laid in it.

        Raises:
            ValueError: the entry does not fit what was before it.
        """
        past = self._then(entry, serial)
        if past.laid is None or past.timeline.turns == self.timeline.turns:
            return past
        return replace(past, laid=None)  # another turn is open

    def _then(self, entry: Entry, serial: int | None) -> Past:
        amendment = entry.amendment
        if entry.move is not None:
            step = MoveEntry(entry.t, entry.move, entry.events, entry.seen, serial)
            forget = is_turn(step) or _lays_down(step)  # then only a correction lets it go on
            return self._with((*self.timeline.steps, step), forget=forget)
        if amendment is None:  # so a turn was taken back in records of version 1
            return self._without(_as_long_as(self.timeline.steps, entry.events))
        match amendment.change:
            case Change.CORRECTED:
                done = Corrected(amendment.turn or 1, self.timeline.steps, amendment.steps)
                past = self._with(amendment.steps, forget=True)
                return replace(past, done=(*self.done, done))
            case Change.TOLD:
                past = self._with(amendment.steps, forget=True)
                if amendment.correction is None:
                    return past
                # What was put right after that turn has other steps before it now.
                turn = amendment.turn or 1
                return replace(
                    past, done=tuple(one for one in self.done if _turns(one.after) < turn)
                )
            case Change.TAKEN_BACK:
                return self._without(amendment.steps)
            case Change.UNDONE:
                if not self.done:
                    raise ValueError("no correction was there to be undone")
                newest = self.done[-1]
                undone = Undone(self.timeline.steps, amendment.steps, newest)
                past = self._with(amendment.steps, forget=False)
                return replace(past, done=self.done[:-1], undone=(*self.undone, undone))
            case Change.REDONE:
                if not self.undone:
                    raise ValueError("nothing was there to be done again")
                again = self.undone[-1].correction
                past = self._with(amendment.steps, forget=False)
                done_again = self.done if again is None else (*self.done, again)
                return replace(past, done=done_again, undone=self.undone[:-1])
            case Change.CONTINUED:
                return self._with(amendment.steps, forget=False)
            case Change.PAUSED | Change.RESUMED as change:
                return replace(self, paused=change is Change.PAUSED)
            case Change.SEATED:
                return replace(self, seating=amendment.seating or self.seating)
            case Change.LAID:
                missing = amendment.correction
                deed = missing.deed if isinstance(missing, Missed) else None
                return replace(self, laid=deed if isinstance(deed, Lay) else None)

    def as_found(self) -> Past:
        """Return the past of a game that is taken up again, with a serial for each open card.

        Nobody knows any more which of the cards on the table it is; it is asked about all the same.
        """
        steps = tuple(
            replace(step, serial=FOUND - at) if step.serial is None and _is_open(step) else step
            for at, step in enumerate(self.timeline.steps)
        )
        return replace(self, timeline=replace(self.timeline, steps=steps))

    # ------------------------------------------------------------------------ what can be done

    def undo(self) -> tuple[Change, int, tuple[MoveEntry, ...]] | None:
        """Return what undoing is, the turn it begins with and the steps that are left.

        The newest turn is taken back, or the newest correction undone where none was taken since.
        Of a game that was stopped only that is undone.
        None: there is nothing to undo.
        """
        steps = self.timeline.steps
        stop = next((at for at, step in enumerate(steps) if isinstance(step.move, Terminate)), None)
        if stop is not None and not any(_lays_down(step) for step in steps):
            return Change.CONTINUED, self.timeline.turns, (*steps[:stop], *steps[stop + 1 :])
        if self.done and self.timeline.turns <= _turns(self.done[-1].after):
            newest = self.done[-1]
            rest = self._again(steps[len(newest.after) :], newest.after, newest.before)
            left = newest.before + rest
            if not any(_lays_down(step) for step in steps):
                # It had let the game go on: hands that were hidden again do not open by one tap.
                left = tuple(step for step in left if not _lays_down(step))
            return Change.UNDONE, newest.turn, left
        at = self._newest()
        if at is None:
            return None
        return Change.TAKEN_BACK, self.timeline.turns, steps[:at]

    @property
    def newest_turn(self) -> MoveEntry | None:
        """The newest turn; None before the first."""
        at = self._newest()
        return None if at is None else self.timeline.steps[at]

    def retell(self, tell: Callable[[GameState], Move], t: float) -> tuple[MoveEntry, ...]:
        """Return the steps with what ``tell`` makes of the newest turn in its place.

        Raises:
            RuleViolation: the turn cannot have been that.
        """
        at = self._newest()
        if at is None:
            raise ValueError("no turn was taken yet that could be told again")
        steps = self.timeline.steps
        before = replace(self.timeline, steps=steps[:at]).state()
        move = tell(before)
        told = (*steps[:at], MoveEntry(t, move, apply(before, move), serial=steps[at].serial))
        return told + self._again(steps[at + 1 :], steps[: at + 1], told)

    def _newest(self) -> int | None:
        steps = enumerate(self.timeline.steps)
        return max((index for index, step in steps if is_turn(step)), default=None)

    def redo(self) -> tuple[int, tuple[MoveEntry, ...]] | None:
        """Return what can be done again: the turn it begins with, and the steps with it.

        None: there is nothing, or the rules do not allow it any more.
        """
        if not self.undone:
            return None
        newest, now = self.undone[-1], self.timeline.steps
        try:
            if newest.correction is None:
                gone = newest.before[len(newest.after) :]
                return self.timeline.turns + 1, now + self._again(gone, newest.after, now)
            since = now[len(newest.after) :]
            again = newest.before + self._again(since, newest.after, newest.before)
            return newest.correction.turn, again
        except RuleViolation:
            return None

    def _again(
        self, steps: Sequence[MoveEntry], old: tuple[MoveEntry, ...], new: tuple[MoveEntry, ...]
    ) -> tuple[MoveEntry, ...]:
        """Return ``steps``, which came after ``old``, as they are after ``new``."""
        if old == new:
            return tuple(steps)
        items = placed(self.timeline.started, (*old, *steps))[len(old) :]
        replay = Replay(replace(self.timeline, steps=new).state(), hands=True)
        for item in items:
            replay.take(item)
        return tuple(replay.steps)

    def _with(self, steps: tuple[MoveEntry, ...], *, forget: bool) -> Past:
        timeline = replace(self.timeline, steps=steps)
        undone = () if forget else self.undone
        return Past(timeline, self.done, undone, seating=self.seating)

    def _without(self, steps: tuple[MoveEntry, ...]) -> Past:
        undone = Undone(self.timeline.steps, steps, None)
        past = self._with(steps, forget=False)
        return replace(past, undone=(*self.undone, undone))


def turns_of(steps: Iterable[MoveEntry]) -> list[MoveEntry]:
    """Return those of ``steps`` that are turns, in their order."""
    return [step for step in steps if is_turn(step)]


def is_turn(step: MoveEntry) -> bool:
    """Say whether a step is a turn."""
    return isinstance(step.move, Turn | CountedTurn)


def is_unread(step: MoveEntry) -> bool:
    """Say whether a card was laid in a step that nobody could read."""
    return any(
        isinstance(event, CardLaidUnread)
        or (isinstance(event, CardDiscarded) and event.card is None)
        for event in step.events
    )


def undecided(step: MoveEntry) -> Card | None:
    """Return the card of a discard of which nobody had said whether it was played; None: none."""
    return next(
        (
            event.card
            for event in step.events
            if isinstance(event, CardDiscarded)
            and event.card is not None
            and step.seen in ((event.card.label,), (event.card.label, NOBODY_KNOWS))
        ),
        None,
    )


def is_given_up(step: MoveEntry) -> bool:
    """Say whether people were asked about the card of a step, and said that nobody can tell."""
    return NOBODY_KNOWS in step.seen


def _is_open(step: MoveEntry) -> bool:
    return is_unread(step) or undecided(step) is not None


def _lays_down(step: MoveEntry) -> bool:
    return any(isinstance(event, HandsLaidDown) for event in step.events)


def _turns(steps: Sequence[MoveEntry]) -> int:
    return sum(is_turn(step) for step in steps)


def _as_long_as(steps: tuple[MoveEntry, ...], events: Sequence[Event]) -> tuple[MoveEntry, ...]:
    """Return the first of ``steps`` that have just as many events, the start aside."""
    left = len(events) - 1
    for index, step in enumerate(steps):
        if left <= 0:
            return steps[:index]
        left -= len(step.events)
    return steps
