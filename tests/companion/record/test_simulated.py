"""Games that an earlier version's demonstration left among the real ones: kept, and not counted."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from companion.archive.archive import RecordArchive
from companion.archive.bundle import games_of
from companion.archive.spreadsheet import spreadsheet
from companion.archive.statistics import statistics
from companion.backup.backup import Places, backup
from companion.cli import main
from companion.record.games import Record
from companion.record.simulated import is_simulated
from tests.companion.random_games import RandomGame, random_game
from tests.companion.record.written import AT
from tests.companion.record.written import write as write_real


def write(record: Record, game: RandomGame, source: str) -> int:
    number, _ = record.bring(game.started, (), at=AT, source=source)
    return number


@pytest.fixture
def mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games 1 and 3 were played at the table; 2 and 4 are a demonstration's, 4 not over."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    path = tmp_path / "games.sqlite3"
    over = random_game(1)
    with Record(path) as record:
        write_real(record, over)
        write(record, over, "demo:7")
        write_real(record, over)
        write(record, over, "demo:-5")
    return path


def test_they_are_not_listed_and_stay_where_they_are(mixed: Path) -> None:
    with Record(mixed) as record:
        assert [game.id for game in record.games()] == [1, 3]
        assert list(record.lengths()) == [1, 3]
        assert record.simulated() == (2, 4)
        assert record.knows(2)
        assert record.summary(4).source == "demo:-5", "it can still be shown by its number"


def test_an_unfinished_one_is_not_resumed(mixed: Path) -> None:
    with Record(mixed) as record:
        assert not record.state(4).over
        assert record.unfinished(None) is None


def test_the_list_of_games_on_the_terminal_has_the_real_ones_only(
    mixed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "list", "--json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["game"] for line in lines] == [1, 3]


def test_pages_statistics_and_the_spreadsheet_do_not_count_them(mixed: Path) -> None:
    filed = RecordArchive(mixed).games()
    assert [one.game for one in filed] == [1, 3]
    groups = statistics(one.figures for one in filed if one.figures)
    assert [group.games for group in groups] == [(1, 3)]
    rows = list(csv.DictReader(io.StringIO(spreadsheet(filed))))
    assert [row["game"] for row in rows] == ["1", "3"]


def test_a_backup_and_a_bundle_for_support_leave_them_out(mixed: Path, tmp_path: Path) -> None:
    made = backup(Places(mixed, tmp_path / "decks", tmp_path / "none.toml"), AT)
    assert (made.games, made.left_out) == (2, 0)
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        archive.extract("games.sqlite3", tmp_path / "out")
    with Record(tmp_path / "out" / "games.sqlite3") as copy:
        assert not copy.knows(2)
        assert not copy.knows(4)
    with Record(mixed) as record:
        assert record.knows(2), "the record itself keeps it"
        assert [game["game"] for game in games_of(record)] == [1, 3]


def test_a_film_whose_name_begins_alike_is_a_real_game() -> None:
    assert is_simulated("demo:7")
    assert not any(map(is_simulated, ("demo:7/film", "demo:", "a demo:7", "demo:7\n", "table", 7)))
