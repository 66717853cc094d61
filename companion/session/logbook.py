"""One game in the record: what is written, and where the game stands by it."""

from __future__ import annotations

import logging

from companion.hanabi.events import Event
from companion.hanabi.moves import Move
from companion.hanabi.position import GameState
from companion.hanabi.rules import apply
from companion.hanabi.state import evolve
from companion.language.phrases import said_by
from companion.record.entries import Entry
from companion.record.games import Record, RecordError
from companion.record.history import Turn, turn_taken
from companion.record.timeline import Past
from companion.telling.announcements import Announcement, Happened, Standing, public

log = logging.getLogger(__name__)


class Logbook:
    """Writes a game down, step by step, before anything is said of a step.

    Where the record cannot be written, the game goes on in memory, and whoever asks is told so.

    Attributes:
        game: the game's number in the record.
        past: everything that counts or can count again.
        state: the newest position.
        events: everything that counts; the first is the start.
        log: the turns as everybody was told of them.
        trouble: why the newest entries are not on record yet; None: they are.
    """

    def __init__(self, record: Record, game: int, past: Past) -> None:
        """Go on with ``game``, of which ``past`` is on record."""
        self._record = record
        self.game = game
        self.trouble: str | None = None
        self._unwritten: list[Entry] = []
        self._read(past)

    def _read(self, past: Past) -> None:
        self.past = past
        self.state: GameState = past.timeline.begin()
        self.events: list[Event] = []
        self.log: list[Turn] = []
        for event in past.timeline.events:
            self._apply(event)

    def _apply(self, event: Event) -> Turn | None:
        turn = turn_taken(self.state, event)
        self.state = evolve(self.state, event)
        self.events.append(event)
        if turn is not None:
            self.log.append(turn)
        return turn

    def commit(
        self, move: Move, t: float, *, seen: tuple[str, ...] = (), serial: int | None = None
    ) -> tuple[Announcement, ...]:
        """Apply a move, put it on record, and only then say what everybody may know of it.

        Args:
            move: what somebody did.
            t: the camera's seconds.
            seen: what the eyes thought of a card that they could not name.
            serial: the card on the table that was laid.

        Raises:
            RuleViolation: the move is not allowed; nothing has changed.
        """
        events = apply(self.state, move)
        if not events:
            return ()
        entry = Entry(t, move, events, seen)
        self._write(entry)
        self.past = self.past.then(entry, serial)
        said: list[Announcement] = []
        for event in events:
            turn = self._apply(event)
            shown = public(event)
            if shown is not None:
                said.append(Happened(t, shown, turn, Standing.of(self.state)))
        return tuple(said)

    def amend(self, entry: Entry) -> None:
        """Put on record what changes earlier entries, and go on from there."""
        past = self.past.then(entry)  # first: what does not fit is not written
        self._write(entry)
        self._read(past)

    def _write(self, entry: Entry) -> None:
        self._unwritten.append(entry)
        self.save()

    def save(self) -> None:
        """Write what could not be written so far, all at once; ``trouble`` says how it went.

        A game does not stop for a disk that is full: it goes on in memory, and says so.
        """
        if not self._unwritten:
            return
        try:
            self._record.append(self.game, *self._unwritten)
        except RecordError as error:
            if self.trouble is None:
                log.warning("the game goes on, but is not saved: %s", error)
            self.trouble = said_by(error)
            return
        except BaseException:
            self._unwritten.pop()  # nobody has been told of it
            raise
        self._unwritten.clear()
        if self.trouble is not None:
            log.warning("the game is saved again, all of it")
            self.trouble = None
