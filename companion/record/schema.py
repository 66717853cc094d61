"""The tables of the record, version by version."""

import sqlite3

from companion.language.phrases import phrase

# A step brings the file from the version before it to its own; the first makes version 1. Steps
# that have been released never change: to change a table, add a step, and to tests/data a record
# of the version before it.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL,
            source TEXT NOT NULL,
            players INTEGER NOT NULL,
            first INTEGER NOT NULL,
            ruleset TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE entries (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            t REAL,
            move TEXT,
            events TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) STRICT
        """,
        """
        CREATE TRIGGER games_do_not_change BEFORE UPDATE ON games
        BEGIN
            SELECT RAISE(ABORT, 'a game on record does not change');
        END
        """,
        """
        CREATE TRIGGER entries_do_not_change BEFORE UPDATE ON entries
        BEGIN
            SELECT RAISE(ABORT, 'an entry does not change');
        END
        """,
        """
        CREATE TRIGGER entries_follow_one_another BEFORE INSERT ON entries
        WHEN new.seq IS NOT
            (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE game = new.game)
        BEGIN
            SELECT RAISE(ABORT, 'an entry follows the last one');
        END
        """,
        """
        CREATE TRIGGER entries_go_with_their_game BEFORE DELETE ON entries
        WHEN EXISTS (SELECT 1 FROM games WHERE id = old.game)
        BEGIN
            SELECT RAISE(ABORT, 'an entry goes only with its game');
        END
        """,
    ),
    (
        # What the eyes thought of a card, and who put what right: both JSON.
        "ALTER TABLE entries ADD COLUMN seen TEXT",
        "ALTER TABLE entries ADD COLUMN amendment TEXT",
    ),
    (
        # What people call a game, and who played it (JSON: a name or null for each seat): about
        # the game, not of it, so it may change.
        """
        CREATE TABLE remarks (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            title TEXT NOT NULL DEFAULT '',
            names TEXT NOT NULL DEFAULT '[]'
        ) STRICT
        """,
    ),
    (
        # Games of Hana-awase, each a list of steps (JSON) that only ever grows.
        """
        CREATE TABLE hana_games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE hana_steps (
            game INTEGER NOT NULL REFERENCES hana_games (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at TEXT NOT NULL,
            step TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) STRICT
        """,
        """
        CREATE TRIGGER hana_games_do_not_change BEFORE UPDATE ON hana_games
        BEGIN
            SELECT RAISE(ABORT, 'a game on record does not change');
        END
        """,
        """
        CREATE TRIGGER hana_steps_do_not_change BEFORE UPDATE ON hana_steps
        BEGIN
            SELECT RAISE(ABORT, 'a step does not change');
        END
        """,
        """
        CREATE TRIGGER hana_steps_follow_one_another BEFORE INSERT ON hana_steps
        WHEN new.seq IS NOT
            (SELECT coalesce(max(seq), 0) + 1 FROM hana_steps WHERE game = new.game)
        BEGIN
            SELECT RAISE(ABORT, 'a step follows the last one');
        END
        """,
        """
        CREATE TRIGGER hana_steps_go_with_their_game BEFORE DELETE ON hana_steps
        WHEN EXISTS (SELECT 1 FROM hana_games WHERE id = old.game)
        BEGIN
            SELECT RAISE(ABORT, 'a step goes only with its game');
        END
        """,
    ),
    (
        # An end counts once the table has laid its hands down; games that were over before that was
        # asked have done so. What comes last decides: a start after an end begins the game anew.
        """
        INSERT INTO entries (game, seq, move, events)
        SELECT game, seq + 1, '{"kind": "lay_down"}', '[{"kind": "hands_laid_down"}]'
        FROM (SELECT game, max(seq) AS seq FROM entries GROUP BY game) AS newest
        WHERE (
            SELECT events FROM entries
            WHERE game = newest.game
                AND (events LIKE '%"kind": "game_started"%' OR events LIKE '%"kind": "game_ended"%')
            ORDER BY seq DESC LIMIT 1
        ) LIKE '%"kind": "game_ended"%'
        """,
    ),
    # Entries may hold who sits where and who was shown what, which companions before cannot read.
    # In games of theirs nobody holds a seat.
    (),
    (
        # A sum of each line and all before it in its game; older lines have none.
        "ALTER TABLE entries ADD COLUMN sum TEXT",
        "ALTER TABLE hana_steps ADD COLUMN sum TEXT",
    ),
    (
        # The names of taps that were carried out, each written with what it caused: a phone that
        # sends one again learns so, also from a companion that was started again meanwhile.
        """
        CREATE TABLE taps (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            PRIMARY KEY (game, name)
        ) STRICT
        """,
    ),
    (
        # What people have said in a game and no turn has taken up yet, as what waits for the yes of
        # a seat (JSON): it is no entry, and is another one with each of them.
        """
        CREATE TABLE waiting (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            said TEXT NOT NULL,
            sum TEXT NOT NULL
        ) STRICT
        """,
    ),
)


class SchemaError(ValueError):
    """The file is no record that this version can use; the sentence says why."""


def prepare(db: sqlite3.Connection) -> None:
    """Make ``db``, in autocommit mode, durable and bring its tables to the newest version.

    Raises:
        SchemaError: a newer version of the companion wrote it, or another program.
        sqlite3.Error: SQLite cannot use the file.
    """
    db.execute("BEGIN")  # one moment: another process may be making the tables just now
    try:
        _check(db)  # before anything is changed
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    if _version(db) == len(MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        _check(db)  # another process may have been faster
        for version in range(_version(db), len(MIGRATIONS)):
            for statement in MIGRATIONS[version]:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {version + 1}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _check(db: sqlite3.Connection) -> None:
    version = _version(db)
    if version > len(MIGRATIONS):
        raise SchemaError(
            phrase(
                "a newer companion wrote it (version {version}, this one knows {count})",
                version=version,
                count=len(MIGRATIONS),
            )
        )
    if version == 0 and db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        raise SchemaError(phrase("it belongs to another program"))


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)
