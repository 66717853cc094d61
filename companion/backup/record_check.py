"""A record that somebody sent, read with suspicion: its tables, its pages, and every game in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.backup.backup import in_one_file
from companion.backup.faults import BackupError, Fault
from companion.hana_table.record import HanaRecord
from companion.language.phrases import Phrase, phrase, said_by
from companion.record.errors import DAMAGED_FILE, NO_RECORD, RecordError
from companion.record.games import Record
from companion.record.schema import MIGRATIONS


@dataclass(frozen=True, slots=True)
class GamesFound:
    """What is in a record that can be restored.

    Attributes:
        hanabi: how many games of Hanabi.
        hana_awase: how many of Hana-awase.
    """

    hanabi: int
    hana_awase: int


RecordCheck = Callable[[Path], GamesFound]
"""Looks through a record and brings it to the newest version; raises BackupError."""


def damaged_game(game: int) -> Phrase:
    """Return that a game of Hanabi cannot be read."""
    return phrase("game {game} is damaged", game=game)


def check_record(record: Path) -> GamesFound:
    """Bring the record to the newest version, in one file; return how many games it has.

    Raises:
        BackupError: it is none that this companion can use.
    """
    try:
        version = _version(record)
        if version > len(MIGRATIONS):
            raise BackupError(Fault.NEWER)
        _check_tables(record, version)  # before anything is written: a trigger would come with it
        with Record(record) as opened, HanaRecord(record) as hana:
            games, hana_games = _read_all(opened), _read_all_hana(hana)
        in_one_file(record)
    except RecordError as error:
        raise BackupError(Fault.GAMES, _without_file(error)) from None
    except (sqlite3.Error, MemoryError):
        raise BackupError(Fault.GAMES, DAMAGED_FILE) from None
    return GamesFound(games, hana_games)


def _without_file(error: RecordError) -> str:
    """Return what is wrong with a record that lies in a folder which nobody knows."""
    said = said_by(error)
    why = said.values.get("why") if isinstance(said, Phrase) else None
    return why if isinstance(why, str) else said


def _version(record: Path) -> int:
    db = sqlite3.connect(record)
    try:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return int(version)
    except sqlite3.DatabaseError:
        raise BackupError(Fault.GAMES, NO_RECORD) from None
    finally:
        db.close()


def _read_all(record: Record) -> int:
    """Read every game as it is read on any evening; return how many there are.

    Raises:
        BackupError: one cannot be read.
    """
    for game in record.lengths():
        try:
            record.past(game)
            record.summary(game)
        except RecordError:
            raise BackupError(Fault.GAMES, damaged_game(game)) from None
    return len(record.lengths())


def _read_all_hana(record: HanaRecord) -> int:
    games = record.games()
    for game in games:
        record.sitting(game.id)
    return len(games)


def _check_tables(record: Path, version: int) -> None:
    """Refuse a record that is damaged inside, or has another table or trigger than ours.

    Each is compared as it is written: one with our name may do something else. An empty file, in
    which SQLite would begin a new record, holds none.
    """
    if version < 1:
        raise BackupError(Fault.GAMES, NO_RECORD)
    own = sqlite3.connect(":memory:", isolation_level=None)
    db = sqlite3.connect(record)
    try:
        for statements in MIGRATIONS[:version]:
            for statement in statements:
                own.execute(statement)
        if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise BackupError(Fault.GAMES, DAMAGED_FILE)
        if _schema(db) != _schema(own):
            raise BackupError(Fault.GAMES, NO_RECORD)
    finally:
        db.close()
        own.close()


def _schema(db: sqlite3.Connection) -> set[tuple[object, ...]]:
    rows = db.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%'"
        " ESCAPE '\\'"
    )
    return {(*row[:3], " ".join(str(row[3]).split())) for row in rows.fetchall()}
