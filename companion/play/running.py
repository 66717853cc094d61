"""The one reference to a running game that changes: each step is written before it is told."""

from __future__ import annotations

import logging
from dataclasses import replace

from companion.hanabi.events import GameStarted
from companion.hanabi.ruleset import Ruleset
from companion.language.people import People
from companion.language.phrases import phrase, said_by
from companion.play.corrections import Stamp, laid_by_tap, rested, seated
from companion.play.game import Book, Game, Said, Step
from companion.play.questions import reopened
from companion.play.step import begin
from companion.play.waiting import waiting_to_text, with_waiting
from companion.record.entries import Entry
from companion.record.errors import TRY_AGAIN, NoSuchGameError
from companion.record.games import Record, RecordError
from companion.record.seating import Seating
from companion.record.timeline import Past, Timeline
from companion.referee.readings import TableReading
from companion.referee.referee import Referee

log = logging.getLogger(__name__)


class RunningGame:
    """Keeps one game going, on record step by step; it belongs to one thread.

    Every change is written and synced before it is announced. Where the record cannot be written,
    the game goes on in memory, and whoever asks is told so.

    Attributes:
        game: as it stands.
        trouble: why the newest entries are not on record yet; None: they are.
    """

    def __init__(self, record: Record, game: Game) -> None:
        """Go on with ``game``, which is on record as it is."""
        self._record = record
        self._origin = record.origin(game.id)
        self._spoiled = self._gone = False
        self._unwritten: list[Entry] = []
        self._taps: list[str] = []
        self._waiting: str | None = None  # what waits now, where that is not on record yet
        self._tried = 0.0
        self.game = game
        self.trouble: str | None = None

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
    ) -> tuple[RunningGame, Said]:
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

        Raises:
            RecordError: the game cannot be written down, so it does not begin.
        """
        started = GameStarted(ruleset, players, first)
        t = t if reading is None else reading.t
        game = record.begin(started, at=at, source=source, t=t)
        book = Book.of(Past(Timeline(started, ())))
        running = cls(record, Game(game, book, watched=reading is not None))
        return running, running.keep(begin(running.game, reading, t), t)

    @classmethod
    def resume(cls, record: Record, game: int) -> RunningGame:
        """Go on with a game on record; the first reading shows where its cards lie.

        Raises:
            RecordError: there is none, or it cannot be read.
        """
        book = Book.of(record.past(game).as_found())
        found = Game(game, book, Referee().expect(book.state, book.events))
        try:
            found = with_waiting(found, record.waiting(game))
        except (RecordError, ValueError, RecursionError):  # its words may tell of a clue
            log.warning("what waited in game %d cannot be read: nothing waits any more", game)
        return cls(record, reopened(found))

    def keep(self, done: Step, now: float, tap: str = "") -> Said:
        """Go on with what a step has made of the game; return what is announced.

        Args:
            done: the step, of the game as it stands; it goes on record first.
            now: when, by the camera's seconds.
            tap: the name of the tap that it takes; it goes on record with what the tap caused.
        """
        # Most steps are frames, which change nothing of what waits: no text is made for them.
        waited = self.game.proposed, self.game.named
        waits_otherwise = (done.game.proposed, done.game.named) != waited
        changed = bool(done.entries) or waits_otherwise
        if changed:
            before, named, unwritten = len(self._unwritten), len(self._taps), self._waiting
            self._unwritten += done.entries
            self._taps += [tap] if tap else []
            self._waiting = waiting_to_text(done.game) if waits_otherwise else unwritten
            self._tried = now
            try:
                self.save()
            except BaseException:
                del self._unwritten[before:]  # nobody has been told of them
                del self._taps[named:]
                self._waiting = unwritten
                raise
        else:
            self.catch_up(now)
        self.game = replace(done.game, id=self.game.id)
        if changed and (self._spoiled or self._gone):
            self._write_anew()
        return done.announcements

    def catch_up(self, now: float) -> None:
        """Write what could not be written so far, if that was not tried just before ``now``."""
        if self._is_behind and abs(now - self._tried) >= TRY_AGAIN:
            self._tried = now
            self.save()
            if self._spoiled or self._gone:
                self._write_anew()

    def save(self) -> None:
        """Write what could not be written so far, all at once; ``trouble`` says how it went.

        A game does not stop for a disk that is full: it goes on in memory, and says so.
        """
        if not self._is_behind:
            return
        try:
            self._record.append(
                self.game.id, *self._unwritten, taps=self._taps, waiting=self._waiting
            )
        except RecordError as error:
            if self.trouble is None:
                log.warning("the game goes on, but is not saved: %s", error)
            self.trouble, self._spoiled = said_by(error), error.file_is_damaged
            self._gone = isinstance(error, NoSuchGameError)
            return
        self._is_saved()

    @property
    def _is_behind(self) -> bool:
        return bool(self._unwritten) or self._waiting is not None

    def _is_saved(self) -> None:
        self._unwritten.clear()
        self._taps.clear()
        self._waiting = None
        self._spoiled = self._gone = False
        if self.trouble is not None:
            log.warning("the game is saved again, all of it")
            self.trouble = None

    def _write_anew(self) -> None:
        """Write all that counts of the game once more: its rows were deleted while it ran.

        Where the file of the record was damaged, a new one is begun with it.
        """
        past, (at, source) = self.game.past, self._origin
        entries = [Entry(one.t, one.move, one.events, one.seen) for one in past.timeline.steps]
        if past.seating != Seating():
            entries.append(seated(None, past.seating, t=self._tried, at=at))
        if past.laid is not None:
            entries.append(laid_by_tap(past, Stamp(self._tried, at=at), past.laid))
        if past.paused:
            entries.append(rested(past, Stamp(self._tried, at=at), paused=True))
        try:
            wanted: int | None = self.game.id
            if self._spoiled:
                wanted = None
                self._record.begin_anew()
                log.warning("%s", self._record.noted)
            number, _ = self._record.bring(
                past.timeline.started,
                entries,
                at=at,
                source=source,
                number=wanted,
                taps=self._taps,
                waiting=waiting_to_text(self.game),
            )
        except RecordError as error:
            self.trouble = said_by(error)
            return
        self.game = replace(self.game, id=number)
        self._is_saved()

    def was_carried_out(self, tap: str) -> bool:
        """Say whether the tap of this name is on record with what it caused, or waits for that."""
        try:
            return tap in self._taps or self._record.was_carried_out(self.game.id, tap)
        except RecordError as error:
            log.debug("which taps were carried out cannot be read: %s", error)
            return False

    def note_players(self, people: People) -> None:
        """Keep the names of those who play; whoever has left his seat played all the same.

        Once the game is over nothing changes, and a record that cannot be written is no reason to
        stop.
        """
        state = self.game.state
        if state.over:
            return
        try:
            _, before = self._record.remarks(self.game.id)
            known = dict(enumerate(before))
            names = [people.names.get(seat) or known.get(seat) for seat in range(state.players)]
            if any(names) and names != [*before]:
                self._record.remark(self.game.id, names=names)
        except RecordError as error:
            log.debug("the names of the players are not saved: %s", error)

    @property
    def not_saved(self) -> str | None:
        """That the game is not saved, as a sentence; None: it is."""
        if self.trouble is None:
            return None
        return phrase("the game goes on, but it is not saved: {why}", why=self.trouble)
