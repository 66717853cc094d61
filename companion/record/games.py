"""The append-only log of all games in SQLite, and its replay."""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.hanabi.events import Event, GameStarted, HandsLaidDown, Outcome
from companion.hanabi.notation import ruleset_to_data
from companion.hanabi.scoring import played, score
from companion.hanabi.state import GameState, evolve, start
from companion.language.phrases import phrase, said_by
from companion.record.entries import Entry
from companion.record.errors import NoSuchGameError, RecordError, complaining
from companion.record.file import RecordFile
from companion.record.rows import COLUMNS, encodable, entry_from_row, entry_to_row
from companion.record.simulated import is_simulated
from companion.record.sums import SumError, Summed
from companion.record.timeline import Past

_SUMMARIES = (
    "SELECT id, started, source, title, names FROM games LEFT JOIN remarks ON remarks.game = id"
)
_NOT_REPLAYABLE = (ValueError, LookupError, RecursionError)


__all__ = ["Entry", "GameSummary", "Record", "RecordError"]


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game in the list of games; nothing in it depends on a card that is still held.

    Attributes:
        id: the number people name the game by.
        started: when, in UTC, as text.
        source: where it was seen: a film's path, or ``table``.
        players: how many.
        ruleset: its name.
        turns: how many were taken.
        outcome: how it ended, or ``UNFINISHED``.
        score: the points, so far or in the end; None for a loss that counts nothing.
        played: the cards on fireworks.
        title: what people call it; empty where nobody said.
        names: who played, by seat; None where nobody said.
        laid_down: whether its hands lie open: only then it is over for good.
    """

    id: int
    started: str
    source: str
    players: int
    ruleset: str
    turns: int
    outcome: Outcome
    score: int | None
    played: int
    title: str = ""
    names: tuple[str | None, ...] = ()
    laid_down: bool = False


class Record(RecordFile):
    """A file of games, each a list of entries that only ever grows; a context manager.

    For one thread; another thread or process opens its own. Of all games, `simulated` are none.

    Raises:
        RecordError: the file cannot be opened, isn't a record, or was written by a newer version.
    """

    # -------------------------------------------------------------------------------- writing

    def begin(self, started: GameStarted, *, at: str, source: str, t: float | None = None) -> int:
        """Add a game and its first entry; return its number. Durable when this returns.

        Args:
            started: the start.
            at: the moment by the clock on the wall, UTC: ``2026-10-02T19:30:00Z``.
            source: where the game is seen: a film's path, or ``table``.
            t: the moment on the camera's clock.

        Raises:
            RecordError: it cannot be written; nothing has changed.
            ValueError: no such game can be started.
        """
        start(started.ruleset, started.players, started.first)
        with self._writing():
            return self._add(started, (Entry(t, None, (started,)),), at, source)

    def bring(
        self,
        started: GameStarted,
        entries: Sequence[Entry],
        *,
        at: str,
        source: str,
        number: int | None = None,
        taps: Sequence[str] = (),
        waiting: str = "",
    ) -> tuple[int, bool]:
        """Add a game that was played elsewhere, whole; return its number and whether it is new.

        A game from the same source with the same entries is on record already and stays as it is.

        Args:
            started: the start.
            entries: all that followed.
            at: the moment by the clock on the wall, UTC.
            source: where it comes from.
            number: what it was called, and is again where that is free.
            taps: the names of the taps that caused its newest entries; see `was_carried_out`.
            waiting: what waits in it; see `waiting`.

        Raises:
            RecordError: it cannot be written; nothing has changed.
            ValueError: no such game can be started.
        """
        start(started.ruleset, started.players, started.first)
        whole = (Entry(None, None, (started,)), *entries)
        with self._writing():
            wanted = [entry_to_row(entry) for entry in whole]
            like_it = self._db.execute(  # they end with the same entry
                "SELECT id FROM games JOIN entries ON game = id AND seq = ?"
                " WHERE source = ? AND events = ? AND move IS ? ORDER BY id",
                (len(whole), encodable(source), wanted[-1][2], wanted[-1][1]),
            ).fetchall()
            for (game,) in like_it:
                rows = self._db.execute(
                    f"SELECT {COLUMNS} FROM entries WHERE game = ? ORDER BY seq", (game,)
                ).fetchall()
                if [tuple(columns) for _, *columns in rows] == wanted:
                    return int(game), False
            if number is not None and self._has(number):
                number = None
            added = self._add(started, whole, at, source, number)
            self._note_taps(added, taps)
            self._note_waiting(added, waiting)
            return added, True

    def append(
        self, game: int, *entries: Entry, taps: Sequence[str] = (), waiting: str | None = None
    ) -> int:
        """Add entries in their order and return the last one's number, counted from 1.

        All is durable when this returns, or nothing is written.

        Args:
            game: which one.
            entries: what happened.
            taps: the names of the taps that caused it; see `was_carried_out`.
            waiting: what waits in the game from now on; see `waiting`. None: as before.

        Raises:
            RecordError: there is no such game or it cannot be written; nothing has changed.
        """
        with self._writing():
            self._must_know(game)
            last, sums = self._summed(game)
            for seq, entry in enumerate(entries, last + 1):
                self._insert(game, seq, entry, sums)
            self._note_taps(game, taps)
            if waiting is not None:
                self._note_waiting(game, waiting)
        return last + len(entries)

    def _note_waiting(self, game: int, said: str) -> None:
        self._db.execute("DELETE FROM waiting WHERE game = ?", (game,))
        if said:
            row = (game, encodable(said))
            self._db.execute("INSERT INTO waiting VALUES (?, ?, ?)", (*row, Summed().add(*row)))

    def _note_taps(self, game: int, taps: Sequence[str]) -> None:
        for name in taps:
            self._db.execute("INSERT OR IGNORE INTO taps VALUES (?, ?)", (game, name))

    def remark(
        self, game: int, *, title: str | None = None, names: Sequence[str | None] | None = None
    ) -> None:
        """Say what people call a game, or who played it; None leaves it as it is.

        Raises:
            RecordError: there is no such game or it cannot be written; nothing has changed.
        """
        with self._writing():
            self._must_know(game)
            self._db.execute("INSERT OR IGNORE INTO remarks (game) VALUES (?)", (game,))
            if title is not None:
                self._db.execute(
                    "UPDATE remarks SET title = ? WHERE game = ?", (encodable(title), game)
                )
            if names is not None:
                self._db.execute(
                    "UPDATE remarks SET names = ? WHERE game = ?", (json.dumps([*names]), game)
                )

    def delete(self, game: int) -> None:
        """Remove a game and all its entries.

        Raises:
            RecordError: there is no such game or it cannot be removed.
        """
        with self._writing():
            self._must_know(game)
            self._db.execute("DELETE FROM games WHERE id = ?", (game,))

    def copy_to(self, path: Path) -> None:
        """Write a copy of the whole record into a new file, while others may write to this one.

        Raises:
            RecordError: it cannot be read or written.
        """
        with complaining(self._path):
            copy = sqlite3.connect(path)
            try:
                self._db.backup(copy)
            finally:
                copy.close()

    # -------------------------------------------------------------------------------- reading

    def knows(self, game: int) -> bool:
        """Say whether there is such a game.

        Raises:
            RecordError: the file cannot be read.
        """
        with complaining(self._path):
            return self._has(game)

    def was_carried_out(self, game: int, tap: str) -> bool:
        """Say whether the tap of this name has caused entries of a game.

        Raises:
            RecordError: the file cannot be read.
        """
        with complaining(self._path):
            found = self._db.execute("SELECT 1 FROM taps WHERE game = ? AND name = ?", (game, tap))
            return found.fetchone() is not None

    def waiting(self, game: int) -> str:
        """Return what people have said in a game and no turn has taken up yet; empty: nothing.

        It is kept as it was written, whatever it says; `companion.play.waiting` reads it.

        Raises:
            RecordError: the file cannot be read, or it is not as it was written.
        """
        with complaining(self._path):
            row = self._db.execute("SELECT * FROM waiting WHERE game = ?", (game,)).fetchone()
        if row is None:
            return ""
        try:
            Summed().check(row[2], *row[:2])
        except SumError as error:
            raise self._damaged(game, said_by(error)) from error
        return str(row[1])

    def origin(self, game: int) -> tuple[str, str]:
        """Return when a game began, and where it was seen.

        Raises:
            RecordError: there is no such game, or the file cannot be read.
        """
        with complaining(self._path):
            self._must_know(game)
            started, source = self._db.execute(
                "SELECT started, source FROM games WHERE id = ?", (game,)
            ).fetchone()
        return str(started), str(source)

    def entries(self, game: int) -> tuple[Entry, ...]:
        """Return all entries of ``game`` in their order; the first holds its start.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        entries, why = self.good_entries(game)
        if why:
            raise self._damaged(game, why)
        return entries

    def not_as_written(self) -> tuple[int, ...]:
        """Return the games of which a line is missing or has not its sum; none is replayed.

        Raises:
            RecordError: the file cannot be read.
        """
        found = []
        with complaining(self._path):
            for (game,) in self._db.execute("SELECT id FROM games ORDER BY id").fetchall():
                sums = self._sums_of(game)
                rows = self._db.execute(
                    f"SELECT {COLUMNS}, sum FROM entries WHERE game = ? ORDER BY seq", (game,)
                ).fetchall()
                try:
                    for *columns, written in (row[1:] for row in rows):
                        sums.check(written, *columns)
                except SumError:
                    found.append(game)
                    continue
                if not rows or [row[0] for row in rows] != list(range(1, len(rows) + 1)):
                    found.append(game)
        return tuple(found)

    def good_entries(self, game: int) -> tuple[tuple[Entry, ...], str]:
        """Return the entries of ``game`` until one is damaged, and how; empty: none is.

        Raises:
            RecordError: there is no such game, or the file cannot be read.
        """
        with complaining(self._path):
            self._must_know(game)
            sums = self._sums_of(game)
            rows = self._db.execute(
                f"SELECT {COLUMNS}, sum FROM entries WHERE game = ? ORDER BY seq",
                (game,),
            ).fetchall()
        entries: list[Entry] = []
        for seq, (found, *columns, written) in enumerate(rows, 1):
            if found != seq:
                return tuple(entries), phrase("entry {seq} is missing", seq=seq)
            try:
                sums.check(written, *columns)
                entries.append(entry_from_row(*columns))
            except SumError as error:
                return tuple(entries), said_by(error)
            except _NOT_REPLAYABLE:  # its words are left out: they quote hidden cards
                return tuple(entries), phrase("entry {seq} cannot be read", seq=seq)
        return tuple(entries), ""

    def past(self, game: int) -> Past:
        """Return what counts of ``game``, and what can be undone and done again.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        try:
            return Past.of(self.entries(game))
        except _NOT_REPLAYABLE as error:
            if isinstance(error, RecordError):
                raise
            raise self._damaged(game, phrase("its entries do not fit one another")) from error

    def state(self, game: int) -> GameState:
        """Return where ``game`` stands, by replaying it.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        state = None
        for seq, entry in enumerate(self.entries(game), 1):
            try:
                for event in entry.events:
                    state = _next(state, event)
            except _NOT_REPLAYABLE as error:
                raise self._damaged(
                    game, phrase("entry {seq} does not fit the others", seq=seq)
                ) from error
        if state is None:
            raise self._damaged(game, phrase("its start is missing"))
        return state

    def games(self) -> tuple[GameSummary, ...]:
        """Return all games that can be read, oldest first; of the others says `damaged`.

        Raises:
            RecordError: the file cannot be read.
        """
        return tuple(one for one in self._listed().values() if isinstance(one, GameSummary))

    def damaged(self) -> Mapping[int, str]:
        """Return why a game cannot be read, by the numbers of those that cannot.

        Raises:
            RecordError: the file cannot be read.
        """
        listed = self._listed().items()
        return {game: one for game, one in listed if not isinstance(one, GameSummary)}

    def _listed(self) -> Mapping[int, GameSummary | str]:
        """Return each game, or why it cannot be read: one that is damaged hides no other."""
        with complaining(self._path):
            rows = self._db.execute(f"{_SUMMARIES} ORDER BY id").fetchall()
        found: dict[int, GameSummary | str] = {}
        for game, *columns in rows:
            if is_simulated(columns[1]):
                continue
            try:
                found[game] = self._summary(game, *columns)
            except RecordError as error:
                found[game] = said_by(error)
        return found

    def simulated(self) -> tuple[int, ...]:
        """Return the numbers of the games that were a demonstration's, oldest first.

        Raises:
            RecordError: the file cannot be read.
        """
        with complaining(self._path):
            rows = self._db.execute("SELECT id, source FROM games ORDER BY id").fetchall()
        return tuple(game for game, source in rows if is_simulated(source))

    def remarks(self, game: int) -> tuple[str, tuple[str | None, ...]]:
        """Return what people call a game, and who played it.

        Raises:
            RecordError: the file cannot be read.
        """
        with complaining(self._path):
            row = self._db.execute(
                "SELECT title, names FROM remarks WHERE game = ?", (game,)
            ).fetchone()
        return ("", ()) if row is None else (str(row[0]), _names(row[1]))

    def lengths(self) -> Mapping[int, int]:
        """Return the number of every game with how many entries it has, oldest first.

        Raises:
            RecordError: the file cannot be read.
        """
        with complaining(self._path):
            rows = self._db.execute("SELECT game, count(*) FROM entries GROUP BY game ORDER BY 1")
            simulated = frozenset(self.simulated())
            return {game: count for game, count in rows.fetchall() if game not in simulated}

    def summary(self, game: int) -> GameSummary:
        """Return what the list of games says about one game.

        Raises:
            RecordError: there is no such game, or it is damaged.
        """
        with complaining(self._path):
            self._must_know(game)
            row = self._db.execute(f"{_SUMMARIES} WHERE id = ?", (game,)).fetchone()
        return self._summary(*row)

    def unfinished(self, source: str | None) -> int | None:
        """Return the newest game that is not over for good; None: all are.

        Also one that has ended whose hands are not laid down yet: it may still go on. A game that
        is damaged is passed over, unless it is the newest: that is the one people want.

        Args:
            source: only games that were seen there; None: any.

        Raises:
            RecordError: the file cannot be read, or the newest game.
        """
        with complaining(self._path):
            rows = self._db.execute("SELECT id, source FROM games ORDER BY id DESC").fetchall()
        wanted: Iterator[int] = (
            game
            for game, seen_at in rows
            if not is_simulated(seen_at) and source in (None, seen_at)
        )
        for nth, game in enumerate(wanted):
            try:
                if not self._closed(game):
                    return game
            except RecordError as error:
                if nth == 0 or error.file_is_damaged:
                    raise
        return None

    def players_of_newest(self, source: str) -> int | None:
        """Return how many played the newest game that was seen at ``source``; None: there is none.

        Raises:
            RecordError: the file cannot be read.
        """
        with complaining(self._path):
            row = self._db.execute(
                "SELECT players FROM games WHERE source = ? ORDER BY id DESC LIMIT 1", (source,)
            ).fetchone()
        return None if row is None else int(row[0])

    # ---------------------------------------------------------------------------------- inside

    def _add(
        self,
        started: GameStarted,
        entries: Sequence[Entry],
        at: str,
        source: str,
        number: int | None = None,
    ) -> int:
        rules = json.dumps(ruleset_to_data(started.ruleset))
        cursor = self._db.execute(
            "INSERT INTO games (id, started, source, players, first, ruleset)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (number, encodable(at), encodable(source), started.players, started.first, rules),
        )
        game = cursor.lastrowid
        assert game is not None
        sums = self._sums_of(game)
        for seq, entry in enumerate(entries, 1):
            self._insert(game, seq, entry, sums)
        return game

    def _insert(self, game: int, seq: int, entry: Entry, sums: Summed) -> None:
        row = entry_to_row(entry)
        self._db.execute(
            f"INSERT INTO entries (game, {COLUMNS}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (game, seq, *row, sums.add(*row)),
        )

    def _sums_of(self, game: int) -> Summed:
        """Return the sums of a game before its first entry."""
        columns = "id, started, source, players, first, ruleset"
        row = self._db.execute(f"SELECT {columns} FROM games WHERE id = ?", (game,)).fetchone()
        return Summed(*row)

    def _summed(self, game: int) -> tuple[int, Summed]:
        """Return how many entries a game has, and its sums after the last one."""
        last, before = self._db.execute(
            "SELECT max(seq), sum FROM entries WHERE game = ?", (game,)
        ).fetchone()
        sums = self._sums_of(game)
        if isinstance(before, str):
            sums.go_on(before, last)
        else:  # an older companion wrote it: this once all of it is summed
            for row in self._db.execute(
                f"SELECT {COLUMNS} FROM entries WHERE game = ? ORDER BY seq", (game,)
            ):
                sums.add(*row[1:])
        return int(last or 0), sums

    def _must_know(self, game: int) -> None:
        if not self._has(game):
            raise NoSuchGameError(
                phrase("there is no game {game} in {path}", game=game, path=self._path)
            )

    def _has(self, game: int) -> bool:
        if not -(2**63) <= game < 2**63:  # what SQLite can be asked about
            return False
        return bool(self._db.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone())

    def _damaged(self, game: object, why: str) -> RecordError:
        return RecordError(
            phrase("game {game} in {path} is damaged: {why}", game=game, path=self._path, why=why)
        )

    def _entry(self, game: int, seq: int, *row: object) -> Entry:
        try:
            return entry_from_row(*row)
        except _NOT_REPLAYABLE as error:  # its words are left out: they quote hidden cards
            raise self._damaged(game, phrase("entry {seq} cannot be read", seq=seq)) from error

    def _closed(self, game: int) -> bool:
        """Look from the end: a start that comes later than the end begins the game anew."""
        with complaining(self._path):
            for row in self._db.execute(
                f"SELECT {COLUMNS} FROM entries WHERE game = ? ORDER BY seq DESC",
                (game,),
            ):
                for event in reversed(self._entry(game, *row).events):
                    if isinstance(event, HandsLaidDown | GameStarted):
                        return isinstance(event, HandsLaidDown)
        raise self._damaged(game, phrase("its start is missing"))

    def _summary(
        self, game: int, started: object, source: object, title: object, names: object
    ) -> GameSummary:
        if not (isinstance(started, str) and isinstance(source, str)):
            raise self._damaged(game, phrase("what it is called cannot be read"))
        state = self.state(game)
        return GameSummary(
            id=game,
            started=started,
            source=source,
            players=state.players,
            ruleset=state.ruleset.name,
            turns=state.turn - 1,
            outcome=state.outcome or Outcome.UNFINISHED,
            score=score(state),
            played=played(state),
            title=title if isinstance(title, str) else "",
            names=_names(names),
            laid_down=state.laid_down,
        )


def _names(said: object) -> tuple[str | None, ...]:
    """Return who played; what cannot be read as that is nobody's name."""
    with suppress(ValueError, RecursionError):
        found = json.loads(said) if isinstance(said, str) else []
        if isinstance(found, list):
            return tuple(one if isinstance(one, str) else None for one in found)
    return ()


def _next(state: GameState | None, event: Event) -> GameState:
    if isinstance(event, GameStarted):
        return start(event.ruleset, event.players, event.first)[0]
    if state is None:
        raise ValueError(f"a game begins with its start, got {event}")
    return evolve(state, event)
