"""All games that are over as a table, which no spreadsheet takes for more than that."""

import csv
import io
from pathlib import Path

import pytest

from companion.archive.archive import RecordArchive
from companion.archive.spreadsheet import COLUMNS, spreadsheet
from companion.hanabi.moves import Terminate
from companion.record.games import Record
from tests.companion.archive.test_archive import keep
from tests.companion.archive.test_review import recorded
from tests.companion.hanabi.tables import play

DOCS = Path(__file__).resolve().parents[3] / "docs" / "command-line.md"


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(spreadsheet(RecordArchive(path).games()))))


def test_a_line_tells_of_a_game_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    keep(path, recorded(play(0, "r1"), play(5, "b2", 1), Terminate(None)))
    with Record(path) as record:
        record.remark(1, title='Rainy, "wet"', names=["Ann", None])
    (row,) = rows(path)
    assert row == {
        **dict.fromkeys(COLUMNS, ""),
        "game": "1",
        "started": "2026-10-02T19:30:00Z",
        "title": 'Rainy, "wet"',
        "source": "table",
        "ruleset": "standard",
        "players": "2",
        "seat_0": "Ann",
        "outcome": "terminated",
        "score": "1",
        "best_score": "25",
        "played": "1",
        "turns": "2",
        "misplays": "1",
        "lost_cards": "0",
        "seconds_per_turn": row["seconds_per_turn"],
    }


def test_a_game_that_is_not_over_is_not_in_it(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    keep(path, recorded(play(0, "r1")))
    assert rows(path) == []
    assert spreadsheet(()).splitlines() == [",".join(COLUMNS)]


@pytest.mark.parametrize(
    "said", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", '=HYPERLINK("x")']
)
def test_what_people_write_is_no_formula(said: str, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    keep(path, recorded(play(0, "r1"), Terminate(None)))
    with Record(path) as record:
        record.remark(1, title=said, names=[said, None])
    (row,) = (csv.reader(io.StringIO(spreadsheet(RecordArchive(path).games()), newline="")),)
    _, cells = row
    assert [cell for cell in cells if cell.lstrip().startswith(tuple("=+-@"))] == []
    assert cells[COLUMNS.index("title")] == f"'{said}"


def test_every_column_is_told_of() -> None:
    text = DOCS.read_text(encoding="utf-8")
    about = text[text.index("### `companion games csv") :]
    assert [column for column in COLUMNS if f"`{column}`" not in about] == [
        f"seat_{seat}" for seat in (1, 2, 3)
    ]
