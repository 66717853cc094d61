"""Games written into a record, and the file behind its back."""

import sqlite3
from pathlib import Path

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import CardIdentified, GameStarted
from companion.hanabi.moves import CardId, Identify
from companion.hanabi.ruleset import STANDARD
from companion.record.games import Entry, Record
from tests.companion.random_games import RandomGame

ROOT = Path(__file__).resolve().parents[3]
AT = "2026-10-02T19:30:00Z"
TWO = GameStarted(STANDARD, 2, 0)
RED_ONE = Card(Suit.RED, 1)
IDENTIFIED = Entry(1.5, Identify(CardId(7), RED_ONE), (CardIdentified(CardId(7), RED_ONE),))


def write(record: Record, game: RandomGame) -> int:
    number = record.begin(game.started, at=AT, source="table")
    for t, (move, events) in enumerate(game.steps):
        record.append(number, Entry(float(t), move, events))
    return number


def from_sql(path: Path, sql: str) -> Path:
    """Make the file of a record as an older companion left it; return it."""
    db = sqlite3.connect(path)
    db.executescript(sql)
    db.close()
    return path


def raw(path: Path, *statements: str) -> None:
    """Let another program write into the file, without any of our care."""
    db = sqlite3.connect(path)
    with db:
        for statement in statements:
            db.execute(statement)
    db.close()
