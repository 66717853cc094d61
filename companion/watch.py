"""A filmed game from its first frame to its result: camera, eyes, referee and record joined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.announcements.announcement import Announcement
from companion.frames import Frame
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.tellers import FILM
from companion.language.phrases import phrase
from companion.play.game import Said
from companion.play.inputs import (
    ClueTap,
    FilmEnded,
    Input,
    LayDownTap,
    Moved,
    Seen,
    TileTap,
    TimedTap,
)
from companion.play.report import result
from companion.play.running import RunningGame
from companion.play.step import step
from companion.record.games import Record
from companion.referee import opening
from companion.referee.findings import COMPLAIN_AFTER
from companion.referee.readings import TableReading


class WatchError(ValueError):
    """The film shows no game that can be followed; the message says what is missing."""


@dataclass(frozen=True)
class FilmPlan:
    """What is known of a game before its film is seen.

    Attributes:
        ruleset: what is played.
        players: how many.
        first: the seat that takes the first turn.
        source: the film's name, for the record.
        at: when it is watched, UTC, as text.
    """

    ruleset: Ruleset
    players: int
    first: int
    source: str
    at: str


ReadFrame = Callable[[Frame], TableReading | None]


class Watcher:
    """Follows one film; iterate `announcements`, then ask for `result`."""

    def __init__(
        self,
        frames: Iterable[Frame],
        look: ReadFrame,
        record: Record,
        plan: FilmPlan,
        taps: Sequence[TimedTap],
    ) -> None:
        """Take the opened parts; nothing is read yet."""
        self._source = frames
        self._look = look
        self._record = record
        self._plan = plan
        self._taps = list(taps)
        self.running: RunningGame | None = None
        self.frames = 0

    def announcements(self) -> Iterator[Announcement]:
        """Yield what the table is told, as the film shows it.

        Raises:
            WatchError: the film ends before a game could start.
        """
        reason = "nothing ever stood still"
        t = 0.0
        for frame in self._source:
            self.frames += 1
            t = frame.t
            if self.running is not None:
                yield from self._due(t)
            reading = self._look(frame)
            if reading is None:
                if self.running is not None:
                    self._take(Moved(), t)
                continue
            if self.running is not None:
                yield from self._take(Seen(reading), t)
                if self.running.game.latest.tile_due and reading.still_for >= COMPLAIN_AFTER:
                    yield from self._give_up_the_tile(t)
                continue
            plan = self._plan
            lacking = opening.missing(reading, plan.ruleset, plan.players)
            if lacking is not None:
                reason = lacking
                continue
            self.running, said = RunningGame.begin(
                self._record,
                plan.ruleset,
                plan.players,
                plan.first,
                at=plan.at,
                source=plan.source,
                reading=reading,
            )
            yield from said
        if self.running is None:
            raise WatchError(
                phrase(
                    "{film}: no game starts in this film: {why}",
                    film=self._plan.source,
                    why=reason,
                )
            )
        yield from self._due(float("inf"))
        yield from self._take(FilmEnded(), t)
        if self.running.game.state.over:  # nobody can go on with a film
            yield from self._take(TimedTap(t, LayDownTap(), who=FILM), t)

    def _take(self, given: Input, t: float) -> Said:
        assert self.running is not None
        return self.running.keep(step(self.running.game, given, t), t)

    def _due(self, t: float) -> Iterator[Announcement]:
        assert self.running is not None
        while self._taps and self._taps[0].t <= t:
            timed = self._taps.pop(0)
            state = self.running.game.state
            if isinstance(timed.tap, ClueTap) and timed.tap.giver == state.to_move:
                yield from self._give_up_the_tile(timed.t)
            yield from self._take(timed, timed.t)

    def _give_up_the_tile(self, t: float) -> Iterator[Announcement]:
        """Go on without an award tile that the film's list of taps says nothing of.

        At a table the game waits for whoever earned it; in a film nobody is there to answer.
        """
        assert self.running is not None
        award = self.running.game.state.award
        if award is None or any(
            isinstance(timed.tap, TileTap) and timed.tap.seat == award.seat for timed in self._taps
        ):
            return
        yield from self._take(TimedTap(t, TileTap(award.seat, None)), t)

    def tap(self, timed: TimedTap) -> None:
        """Take one more tap, at its time, as by somebody who answers what the table asks."""
        self._taps = sorted((*self._taps, timed), key=lambda one: one.t)

    def result(self) -> dict[str, object]:
        """Return the line that ends the report of a game."""
        assert self.running is not None
        return result(self.running.game)
