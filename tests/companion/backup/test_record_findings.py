"""The doctor's round looks at the games on record, and names the one that is not as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backup.record_findings import record_findings
from companion.backup.recovering import repair
from companion.files.quarantine import ASIDE
from companion.hana_awase.options import Options
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import GameBegan
from companion.health import CheckResult, Health
from companion.language.languages import language
from companion.language.names import ENGLISH
from companion.record.games import Record
from tests.companion.backup.machines import AT, machine


def of_three_games(folder: Path) -> Path:
    record = machine(folder, games=2).record
    with HanaRecord(record) as hana:
        hana.begin(GameBegan(Options(), 2, 0), at=AT)
    return record


def the_finding(record: Path) -> CheckResult:
    (found,) = record_findings(record, ENGLISH)
    return found


def past_the_triggers(record: Path, *statements: str) -> None:
    db = sqlite3.connect(record)
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    for statement in (*statements, *(sql for _, sql in triggers)):
        db.execute(statement)
    db.commit()
    db.close()


def test_a_record_that_is_whole_is_well_in_every_language(tmp_path: Path) -> None:
    record = of_three_games(tmp_path)
    found = the_finding(record)
    assert found.health is Health.OK
    assert found.says == "3 games are on record, each line as it was written"
    (polish,) = record_findings(record, language("pl"))
    assert polish.says.startswith("zapisano 3 gry")


def test_where_nobody_has_played_yet_nothing_is_wrong_and_no_file_is_made(tmp_path: Path) -> None:
    record = tmp_path / "games.sqlite3"
    assert the_finding(record).health is Health.OK
    assert not record.exists()


def test_games_that_cannot_be_looked_for_are_not_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder")
    found = the_finding(tmp_path / "state" / "games.sqlite3")
    assert found.health is Health.WRONG
    assert found.says.startswith("cannot look for ")


@pytest.mark.parametrize(
    ("harm", "named"),
    [
        ("UPDATE entries SET t = t + 1 WHERE game = 2 AND seq = 2", "2"),
        ("DELETE FROM entries WHERE game = 1 AND seq = 2", "1"),
        ("DELETE FROM entries WHERE game = 2", "2"),
        ("UPDATE games SET source = 'elsewhere' WHERE id = 1", "1"),
        ("UPDATE hana_steps SET at = '2026-11-21T00:00:00Z'", "hana-1"),
    ],
)
def test_a_game_that_is_not_as_it_was_written_is_named(
    harm: str, named: str, tmp_path: Path
) -> None:
    record = of_three_games(tmp_path)
    past_the_triggers(record, harm)
    found = the_finding(record)
    assert found.health is Health.WRONG
    assert found.says == f"1 game is not as it was written: {named}"


def torn(record: Path) -> None:
    record.write_bytes(record.read_bytes()[:9000])


def no_record(record: Path) -> None:
    record.write_bytes(b"a letter " * 999)


@pytest.mark.parametrize("spoil", [torn, no_record])
def test_a_file_that_is_damaged_is_said_with_what_mends_it(
    spoil: Callable[[Path], None], tmp_path: Path
) -> None:
    record = of_three_games(tmp_path)
    with Record(record):
        pass
    spoil(record)
    found = the_finding(record)
    assert (found.health, found.mend) == (Health.WRONG, "companion doctor --repair")


def test_what_was_set_aside_is_remembered_until_it_is_brought_back(tmp_path: Path) -> None:
    record = of_three_games(tmp_path)
    aside = record.parent / ASIDE / "damaged-1" / record.name
    aside.parent.mkdir(parents=True)
    record.rename(aside)
    found = the_finding(record)
    assert (found.health, found.mend) == (Health.WARNING, "companion doctor --repair")
    list(repair(record))
    assert the_finding(record).health is Health.OK


def test_a_repair_names_the_games_of_which_nothing_is_left(tmp_path: Path) -> None:
    record = of_three_games(tmp_path)
    past_the_triggers(
        record,
        "PRAGMA foreign_keys = OFF",
        "DELETE FROM games WHERE id = 1",
        "DELETE FROM entries WHERE game = 1",
    )
    aside = record.parent / ASIDE / "damaged-1" / record.name
    aside.parent.mkdir(parents=True)
    record.rename(aside)
    ((_, games),) = repair(record)
    told = {(one.kind, one.was): (one.game, one.why) for one in games}
    assert told["hanabi", 1][0] is None
    assert "nothing of it was found" in told["hanabi", 1][1]
    assert told["hanabi", 2] == (2, "")
    assert told["hana-awase", 1] == (1, "")
