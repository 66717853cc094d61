"""The record in a backup is looked through by a process of its own, which may not take long."""

from __future__ import annotations

import random
import sqlite3
import time
from pathlib import Path

import pytest

from companion.backup import own_process
from companion.backup.backup import Places
from companion.backup.faults import BackupError, Fault
from companion.backup.own_process import TOO_MUCH, check_in_own_process
from companion.backup.record_check import GamesFound, check_record
from companion.backup.restoring import restoring
from companion.backup.service import TableBackups
from companion.record.errors import DAMAGED_FILE
from companion.record.schema import MIGRATIONS
from tests.companion.backup.machines import AT, machine, saved
from tests.companion.backup.test_no_backup import foreign_record, newer_record


def of_two_games(folder: Path) -> Path:
    record = machine(folder, games=2).record
    db = sqlite3.connect(record)
    db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    return record


def refusal(record: Path) -> tuple[Fault, str, type[str]]:
    with pytest.raises(BackupError) as refused:
        check_in_own_process(record)
    return refused.value.fault, refused.value.detail, type(refused.value.detail)


def test_a_record_that_is_good_is_as_good_in_a_process_of_its_own(tmp_path: Path) -> None:
    assert check_in_own_process(of_two_games(tmp_path)) == GamesFound(2, 0)


def test_an_old_record_comes_back_in_the_newest_version(tmp_path: Path) -> None:
    record = tmp_path / "games.sqlite3"
    db = sqlite3.connect(record)
    for statement in MIGRATIONS[0]:
        db.execute(statement)
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
    assert check_in_own_process(record) == GamesFound(0, 0)
    db = sqlite3.connect(record)
    assert db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    db.close()


@pytest.mark.parametrize(
    "content", [b"", b"a letter " * 99, newer_record(), foreign_record(0), foreign_record(7)]
)
def test_what_is_refused_is_refused_with_the_same_words_and_in_every_language(
    content: bytes, tmp_path: Path
) -> None:
    """A phrase is said in the reader's language; bare text could only be English."""
    record = tmp_path / "games.sqlite3"
    record.write_bytes(content)
    try:
        found = check_record(record)
    except BackupError as error:
        said = error.fault, error.detail, type(error.detail)
        record.write_bytes(content)
        assert refusal(record) == said
    else:
        record.write_bytes(content)
        assert check_in_own_process(record) == found


def test_a_game_that_is_damaged_is_named(tmp_path: Path) -> None:
    record = of_two_games(tmp_path)
    db = sqlite3.connect(record)
    (sql,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'entries_do_not_change'")
    db.execute("DROP TRIGGER entries_do_not_change")
    db.execute("UPDATE entries SET t = 7.5 WHERE game = 2 AND seq = 2")
    db.execute(*sql)
    db.commit()
    db.close()
    fault, detail, _ = refusal(record)
    assert (fault, detail) == (Fault.GAMES, "game 2 is damaged")


def test_bytes_that_are_no_pages_end_that_process_at_worst(tmp_path: Path) -> None:
    whole = of_two_games(tmp_path).read_bytes()
    record, chance = tmp_path / "spoiled.sqlite3", random.Random(4)
    for _ in range(6):
        spoiled = bytearray(whole)
        for at in chance.sample(range(100, len(whole)), 300):
            spoiled[at] = chance.randrange(256)
        record.write_bytes(bytes(spoiled))
        fault, _, _ = refusal(record)
        assert fault is Fault.GAMES


@pytest.mark.parametrize(
    "limits", [{"memory": 12}, {"processor_seconds": 1}, {"seconds": 0.8}], ids=str
)
def test_a_record_that_takes_too_much_is_refused_and_the_process_is_gone(
    limits: dict[str, int], tmp_path: Path
) -> None:
    """Its triggers are ours; its size is what makes it slow."""
    record = of_two_games(tmp_path)
    db = sqlite3.connect(record)
    db.execute(
        "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)"
        " INSERT INTO games SELECT i, started, source, players, first, ruleset FROM games, n"
        " WHERE id = 1"
    )
    db.execute(
        "INSERT INTO entries (game, seq, t, move, events, seen, amendment, sum)"
        " SELECT n.id, seq, t, move, events, seen, amendment, NULL FROM entries, games AS n"
        " WHERE game = 1 AND seq = 1 AND n.id >= 10"
    )
    db.commit()
    db.close()
    begun = time.monotonic()
    with pytest.raises(BackupError) as refused:
        check_in_own_process(record, **limits)
    assert time.monotonic() - begun < 30
    assert refused.value.fault is Fault.GAMES
    assert refused.value.detail in (
        TOO_MUCH,
        DAMAGED_FILE,
    )  # a damaged file asks for any memory, too


@pytest.mark.parametrize(
    "answer", ["", "[]", "{}", "[" * 5000, '{"hanabi": "7", "hana_awase": 0}', '{"hanabi": 7}']
)
def test_an_answer_that_makes_no_sense_lets_nothing_in(answer: str) -> None:
    with pytest.raises(BackupError, match="too much time or memory"):
        own_process._answer(answer)


def test_a_backup_that_is_put_back_is_looked_through_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to ask for it: neither the command nor the page can forget it."""
    file = saved(machine(tmp_path / "old", games=2), tmp_path / "b.zip")
    here = machine(tmp_path / "here")
    monkeypatch.setattr("companion.backup.record_check._read_all", lambda _: 1 / 0)
    with restoring(file, here, AT, Path.read_bytes) as ready:
        assert ready.contents.games == 2, "and not in this process, where it is broken"
    places = Places(here.record, here.decks, here.settings)
    keeping = TableBackups(Path.read_bytes, lambda: False, None, places, hold=bool)
    assert keeping.look(file)[0].games == 2
