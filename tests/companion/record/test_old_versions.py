"""Records of older companions: they replay, and are brought up to date or left as they were."""

import json
import sqlite3
from pathlib import Path

import pytest

from companion.hana_awase.options import Options
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import GameBegan
from companion.hanabi.notation import event_from_data, event_to_data, move_from_data, move_to_data
from companion.play.corrections import seated
from companion.play.game import Proposal
from companion.play.inputs import UndoTap
from companion.play.running import RunningGame
from companion.record import schema
from companion.record.games import Record, RecordError
from companion.record.seating import Holder, Seating, seating_from_data
from tests.companion.record.written import AT, ROOT, from_sql

VERSION_1 = ROOT / "tests" / "data" / "record-1.sql"
EXPECTED_OF_VERSION_1 = [
    ("film/evening-1", 5, 50, "deck_out", 24),
    ("table", 2, 22, "terminated", 10),
    ("table", 3, 6, "unfinished", 2),
]


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    return from_sql(tmp_path / "old.sqlite3", VERSION_1.read_text(encoding="utf-8"))


def test_a_record_of_version_1_still_replays(version_1: Path) -> None:
    with Record(version_1) as record:
        summaries = [
            (game.source, game.players, game.turns, game.outcome.value, game.score)
            for game in record.games()
        ]
        assert summaries == EXPECTED_OF_VERSION_1
        for game in record.games():
            assert len(record.entries(game.id)) > 10
        assert record.unfinished(None) == 3


def test_the_record_of_version_1_holds_every_kind_of_move_and_event_of_its_time(
    version_1: Path,
) -> None:
    db = sqlite3.connect(version_1)
    rows = db.execute("SELECT move, events FROM entries").fetchall()
    db.close()
    moves = [json.loads(move) for move, _ in rows if move is not None]
    events = [event for _, events in rows for event in json.loads(events)]
    assert len({move["kind"] for move in moves}) == 6
    assert len({event["kind"] for event in events}) == 15
    assert [move_to_data(move_from_data(move)) for move in moves] == moves
    assert [event_to_data(event_from_data(event)) for event in events] == events


def test_an_old_record_is_brought_up_step_by_step_and_keeps_its_games(
    version_1: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Record(version_1) as record:
        before = [record.entries(game.id) for game in record.games()]
    steps = (("ALTER TABLE games ADD COLUMN place TEXT",), ("CREATE TABLE notes (text TEXT)",))
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, *steps))
    with Record(version_1) as record:
        assert [record.entries(game.id) for game in record.games()] == before
        assert record._db.execute("PRAGMA user_version").fetchone() == (11,)
        record._db.execute("SELECT place FROM games, notes")


VERSION_2 = ROOT / "tests" / "data" / "record-2.sql"


def test_a_record_of_version_2_still_replays_with_what_was_put_right(tmp_path: Path) -> None:
    path = from_sql(tmp_path / "old.sqlite3", VERSION_2.read_text(encoding="utf-8"))
    with Record(path) as record:
        assert [
            (game.source, game.turns, game.outcome.value, game.title, game.names)
            for game in record.games()
        ] == [("table", 4, "unfinished", "", ())], "the other was a demonstration's"
        assert record.summary(2).source == "demo:7"
        amendments = [entry.amendment for entry in record.entries(1) if entry.amendment]
        assert [one.change.value for one in amendments] == [
            "paused",
            "resumed",
            "taken_back",
            "redone",
            "corrected",
        ]
        assert record.entries(2)[1].seen == ("g1", "g3")
        record.remark(1, title="An old one")
        assert record.summary(1).title == "An old one"


VERSION_3 = ROOT / "tests" / "data" / "record-3.sql"


def test_a_record_of_version_3_keeps_its_games_and_takes_games_of_hana_awase(
    tmp_path: Path,
) -> None:
    path = from_sql(tmp_path / "old.sqlite3", VERSION_3.read_text(encoding="utf-8"))
    with HanaRecord(path) as games:
        assert games.games() == ()
        game = games.begin(GameBegan(Options(joker=True), 3, 2), at=AT)
        assert games.steps(game) == (GameBegan(Options(joker=True), 3, 2),)
    with Record(path) as record:
        assert [(one.turns, one.title, one.names) for one in record.games()] == [
            (4, "Rainy evening", ("Ann", None)),
        ]
        assert record.unfinished(None) == 1


def test_a_step_that_fails_leaves_the_old_record_as_it_was(
    version_1: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = ("CREATE TABLE notes (text TEXT)", "CREATE TABLE games (id)")
    with monkeypatch.context() as newer:
        newer.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, step))
        with pytest.raises(RecordError):
            Record(version_1)
    with Record(version_1) as record:
        assert len(record.games()) == 3
        tables = record._db.execute("SELECT name FROM sqlite_master").fetchall()
    assert ("notes",) not in tables


VERSION_5 = ROOT / "tests" / "data" / "record-5.sql"


def test_in_a_record_of_version_5_nobody_holds_a_seat_and_then_somebody_may(tmp_path: Path) -> None:
    path = from_sql(tmp_path / "old.sqlite3", VERSION_5.read_text(encoding="utf-8"))
    seating = Seating({1: Holder("phone", "holding", "Ann")}, {}, {"phone": frozenset({1})})
    with Record(path) as record:
        game = record.games()[0].id
        before = record.state(game)
        assert record.past(game).seating == Seating()
        record.append(game, seated(None, seating, t=1.0, at=AT))
        assert record.past(game).seating == seating
        assert record.state(game) == before, "nothing in the game has changed"
        assert record._db.execute("PRAGMA user_version").fetchone() == (9,)


VERSION_9 = ROOT / "tests" / "data" / "record-9.sql"


def test_in_a_record_of_version_9_something_waits_for_a_yes(tmp_path: Path) -> None:
    path = from_sql(tmp_path / "old.sqlite3", VERSION_9.read_text(encoding="utf-8"))
    with Record(path) as record:
        game = RunningGame.resume(record, 4).game
    assert game.proposed == (Proposal(UndoTap((0,)), 1, 13, (0,)),)
    assert game.proposal(0) == game.proposed[0]


def test_a_record_with_seats_is_one_of_a_newer_companion_to_one_that_knows_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite3"
    Record(path).close()
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:5])
        with pytest.raises(RecordError, match="a newer companion wrote it"):
            Record(path)


@pytest.mark.parametrize(
    "spoilt",
    [
        '"seats": [{"seat": 5, "phone": "p", "holding": "h", "name": "", "sits": true}]',
        '"seats": [{"seat": true, "phone": "p", "holding": "h", "name": "", "sits": true}]',
        '"seats": [{"seat": 1, "phone": 7, "holding": "h", "name": "", "sits": true}]',
        '"seats": [{"seat": 1, "phone": "p", "holding": "h", "name": "", "sits": 1}]',
        '"seats": [{"seat": 1, "phone": "p", "holding": "h", "name": ""}]',
        '"seats": {}',
        '"seats": [], "more": 1',
    ],
)
def test_a_book_of_seats_that_is_damaged_is_read_as_nothing_else(spoilt: str) -> None:
    data = json.loads('{"onlookers": [], "shown": [], ' + spoilt + "}")
    with pytest.raises(ValueError):  # noqa: PT011 - as all that reads notations
        seating_from_data(data)
    twice = {"phone": "p", "holding": "h", "name": "", "sits": True}
    with pytest.raises(ValueError, match="twice"):
        seating_from_data({"seats": [], "onlookers": [twice, twice], "shown": []})
