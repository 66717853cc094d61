"""What can be recovered of a record that was damaged: read row by row, and brought in whole games.

SQLite's own recovery is asked first, where its shell has it (Debian 12's has not). What it finds
and what can still be read here are put together. Each line of a game is held against its sum, so
that nothing comes back other than it was; a game ends before the first line that is lost.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from companion.files.quarantine import ASIDE
from companion.hana_table.record import HanaRecord
from companion.hanabi.events import GameStarted
from companion.language.phrases import said_by
from companion.record.errors import RecordError
from companion.record.file import DAMAGED, is_recorded, set_aside
from companion.record.games import Record
from companion.record.simulated import is_simulated
from companion.record.timeline import Past

DONE = "recovered"
"""A file beside a record that was set aside, once what can be recovered of it has been."""
TABLES = {
    "games": ("id", "started", "source", "players", "first", "ruleset"),
    "entries": ("game", "seq", "t", "move", "events", "seen", "amendment", "sum"),
    "remarks": ("game", "title", "names"),
    "hana_games": ("id", "started"),
    "hana_steps": ("game", "seq", "at", "step", "sum"),
}
_LINES = {"games": "entries", "hana_games": "hana_steps"}
NOTHING_FOUND = "nothing of it was found; if somebody deleted it before, nothing is missing"
SHELL_SECONDS = 120.0
"""Seconds that SQLite's shell gets: one that hangs on a torn file must not hang the doctor."""
FURTHEST = 2000
"""Rows that are looked for one by one behind the last that could be read."""

AnyRow = tuple[object, ...]
Rows = dict[str, dict[AnyRow, AnyRow]]
"""The rows of each table by their keys."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A game that was in a record that was damaged.

    Attributes:
        was: its number there.
        game: its number now; None: nothing of it can be used.
        kind: ``hanabi`` or ``hana-awase``.
        lines: how many lines of it came back.
        lost: how many are known to be lost.
        over: whether it is over.
        why: what is wrong with the first line that is lost; empty where none is.
    """

    was: int
    game: int | None
    kind: str
    lines: int
    lost: int
    over: bool
    why: str = ""


def waiting(record: Path) -> tuple[Path, ...]:
    """Return the damaged records that were set aside and nobody has looked at yet, oldest first."""
    found = sorted(record.parent.glob(f"{ASIDE}/{DAMAGED}*/{record.name}"))
    return tuple(one for one in found if not one.with_name(DONE).exists())


def is_damaged(record: Path) -> bool:
    """Say whether a record that is there is damaged, in all of its file.

    Raises:
        RecordError: it cannot be opened, for another reason.
    """
    try:
        with Record(record) as opened:
            return not opened.is_sound()
    except RecordError as error:
        if not error.file_is_damaged:
            raise
        return True


def repair(record: Path) -> Iterator[tuple[Path, tuple[Recovered, ...]]]:
    """Set a record aside that is damaged, and bring back what can be of all that were.

    Yields:
        Each file that was set aside, and its games.

    Raises:
        RecordError: the new record cannot be written; what was set aside stays there.
    """
    if is_recorded(record) and is_damaged(record):
        set_aside(record)
    for file in waiting(record):
        yield file, recover(file, record)
        with suppress(OSError):
            file.with_name(DONE).touch()


def recover(damaged: Path, into: Path) -> tuple[Recovered, ...]:
    """Bring the games of a ``damaged`` record ``into`` another; the first is only read.

    Raises:
        RecordError: the other cannot be written.
    """
    with tempfile.TemporaryDirectory() as said:
        folder = Path(said)
        rows = _read(damaged, folder)
        rebuilt = folder / "rebuilt.sqlite3"
        found = _rebuild(rows, rebuilt)
        for one in _vanished(folder / "copy.sqlite3", found):
            found[one] = 0
        # The newest come first: one whose number is taken gets a new one behind all others.
        return tuple(reversed([*_brought(rebuilt, into, found)]))


# --------------------------------------------------------------------------------------- reading


def _read(damaged: Path, folder: Path) -> Rows:
    rows: Rows = {table: {} for table in TABLES}
    copy = folder / "copy.sqlite3"
    for end in ("", "-wal"):
        if (part := damaged.with_name(damaged.name + end)).is_file():
            shutil.copyfile(part, copy.with_name(copy.name + end))
    script = _recovered_by_the_shell(copy)
    if script is not None:
        with closing(sqlite3.connect(folder / "shell.sqlite3")) as db, suppress(sqlite3.Error):
            db.executescript(script)
        _take_all(folder / "shell.sqlite3", rows)
    _take_all(copy, rows)
    return rows


def _recovered_by_the_shell(copy: Path) -> str | None:
    shell = shutil.which("sqlite3")
    if shell is None:
        return None
    try:
        ran = subprocess.run(
            [shell, str(copy), ".recover"], capture_output=True, timeout=SHELL_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ran.stdout.decode("utf-8", "replace") if ran.returncode == 0 else None


def _take_all(file: Path, rows: Rows) -> None:
    if not file.exists():
        return
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        with suppress(sqlite3.Error):
            db.execute("PRAGMA writable_schema = ON")  # a file that is cut off is read all the same
        for table, columns in TABLES.items():
            keys = 2 if "seq" in columns else 1
            for row in _rows(db, table, columns):
                rows[table].setdefault(row[:keys], row)


def _rows(db: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> Iterator[AnyRow]:
    """Return each row that can be read: from the front, from the back, and one by one between."""
    there: set[str] = set()
    with suppress(sqlite3.Error):
        there = {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})").fetchall()}
    wanted = ", ".join(one if one in there else f"NULL AS {one}" for one in columns)
    select = f"SELECT rowid, {wanted} FROM {table} NOT INDEXED"
    low, high = 0, None
    try:
        for rowid, *row in db.execute(f"{select} ORDER BY rowid"):
            low = rowid
            yield tuple(row)
        return
    except sqlite3.Error:
        pass
    with suppress(sqlite3.Error):
        for rowid, *row in db.execute(f"{select} ORDER BY rowid DESC"):
            high = rowid
            yield tuple(row)
    for rowid in range(low + 1, low + FURTHEST if high is None else high):
        with suppress(sqlite3.Error):
            for _, *row in db.execute(f"{select} WHERE rowid = ?", (rowid,)):
                yield tuple(row)


# ------------------------------------------------------------------------------------ rebuilding


def _rebuild(rows: Rows, rebuilt: Path) -> dict[tuple[str, int], int]:
    """Write a record of the rows that make sense; return how many lines were found of each game."""
    Record(rebuilt).close()
    found: dict[tuple[str, int], int] = {}
    with closing(sqlite3.connect(rebuilt, isolation_level=None)) as db:
        db.execute("PRAGMA foreign_keys = ON")
        for table, lines in _LINES.items():
            for row in rows[table].values():
                _insert(db, table, [row])
            for game, of_game in groupby(_sorted(rows[lines].values()), lambda row: row[0]):
                whole = list(of_game)
                assert isinstance(game, int)
                found[table, game] = max(int(str(row[1])) for row in whole)
                _insert(db, lines, whole)
            for (game,) in rows[table]:
                if isinstance(game, int):
                    found.setdefault((table, game), 0)
        for row in rows["remarks"].values():
            _insert(db, "remarks", [row])
    return found


def _sorted(rows: Iterable[AnyRow]) -> list[AnyRow]:
    numbered = [row for row in rows if type(row[0]) is int and type(row[1]) is int]
    return sorted(numbered, key=lambda row: (row[0], row[1]))


def _insert(db: sqlite3.Connection, table: str, rows: list[AnyRow]) -> None:
    """Insert rows until one does not fit: the triggers see to it that none is left out."""
    places = ", ".join("?" * len(TABLES[table]))
    with suppress(sqlite3.Error, OverflowError):
        for row in rows:
            db.execute(
                f"INSERT INTO {table} ({', '.join(TABLES[table])}) VALUES ({places})", tuple(row)
            )


def _vanished(copy: Path, found: Mapping[tuple[str, int], int]) -> Iterator[tuple[str, int]]:
    """Return the games of which nothing was found, though their numbers were given out once."""
    for table in _LINES:
        last = max((game for of, game in found if of == table), default=0)
        with closing(sqlite3.connect(copy)) as db, suppress(sqlite3.Error, ValueError, TypeError):
            (said,) = db.execute(
                "SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)
            ).fetchone()
            last = max(last, min(int(said), last + FURTHEST))  # the number may be damaged, too
        for game in range(1, last + 1):
            if (table, game) not in found:
                yield table, game


# ---------------------------------------------------------------------------------- bringing in


def _brought(rebuilt: Path, into: Path, found: dict[tuple[str, int], int]) -> Iterator[Recovered]:
    with Record(rebuilt) as old, Record(into) as new:
        for (table, game), lines in sorted(found.items(), reverse=True):
            if table == "games":
                yield _brought_hanabi(old, new, game, lines)
    with HanaRecord(rebuilt) as old_hana, HanaRecord(into) as new_hana:
        for (table, game), lines in sorted(found.items(), reverse=True):
            if table == "hana_games":
                yield _brought_hana(old_hana, new_hana, game, lines)


def _brought_hanabi(old: Record, new: Record, game: int, lines: int) -> Recovered:
    try:
        entries, why = old.good_entries(game)
        past = None
        while past is None and entries:
            try:
                past = Past.of(entries)
            except (ValueError, LookupError, RecursionError):
                entries, why = entries[:-1], "it does not fit the others"
        if past is None:
            why = why or NOTHING_FOUND
            return Recovered(game, None, "hanabi", 0, lines, over=False, why=why)
        at, source = old.origin(game)
    except RecordError as error:
        why = said_by(error) if lines else NOTHING_FOUND
        return Recovered(game, None, "hanabi", 0, lines, over=False, why=why)
    started = entries[0].events[0]
    if not isinstance(started, GameStarted) or is_simulated(source):
        return Recovered(game, None, "hanabi", 0, lines, over=False, why="its start is missing")
    number, _ = new.bring(started, entries[1:], at=at, source=source, number=game)
    title, names = old.remarks(game)
    if title or names:
        new.remark(number, title=title, names=names)
    over = past.timeline.state().laid_down
    return Recovered(
        game, number, "hanabi", len(entries), max(0, lines - len(entries)), over, str(why)
    )


def _brought_hana(old: HanaRecord, new: HanaRecord, game: int, lines: int) -> Recovered:
    try:
        steps = old.dated_steps(game)
        over = old.sitting(game).standing.over
        at = next(one.started for one in old.games() if one.id == game)
    except (RecordError, StopIteration) as error:
        why = said_by(error) if lines else NOTHING_FOUND
        return Recovered(game, None, "hana-awase", 0, lines, over=False, why=why)
    number = new.bring(steps, at=at, number=game)
    return Recovered(game, number, "hana-awase", len(steps), lines - len(steps), over)
