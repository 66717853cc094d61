"""The record keeps what was said, whatever happens to the power, the disk or the file."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.hana_awase.options import Options
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import GameBegan
from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import CardIdentified, CardLaidUnread, GameStarted, Outcome
from companion.hanabi.moves import CardId, Identify, Play
from companion.hanabi.notation import (
    event_from_data,
    event_to_data,
    move_from_data,
    move_to_data,
)
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import start
from companion.record import schema
from companion.record.games import Entry, Record, RecordError
from tests.companion.random_games import RandomGame, random_game

ROOT = Path(__file__).resolve().parents[3]
AT = "2026-10-02T19:30:00Z"
TWO = GameStarted(STANDARD, 2, 0)
RED_ONE = Card(Suit.RED, 1)
IDENTIFIED = Entry(1.5, Identify(CardId(7), RED_ONE), (CardIdentified(CardId(7), RED_ONE),))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.sqlite3"


@pytest.fixture
def record(path: Path) -> Iterator[Record]:
    with Record(path, patience=0) as record:
        yield record


def write(record: Record, game: RandomGame) -> int:
    number = record.begin(game.started, at=AT, source="table")
    for t, (move, events) in enumerate(game.steps):
        record.append(number, Entry(float(t), move, events))
    return number


def raw(path: Path, *statements: str) -> None:
    """Let another program write into the file, without any of our care."""
    db = sqlite3.connect(path)
    with db:
        for statement in statements:
            db.execute(statement)
    db.close()


# --------------------------------------------------------------------------- what was said stays


@pytest.mark.parametrize("seed", range(6))
def test_a_game_is_read_as_it_was_written_and_stands_where_it_stood(seed: int, path: Path) -> None:
    game = random_game(seed)
    with Record(path) as record:
        number = write(record, game)
    with Record(path) as record:
        assert record.entries(number) == (
            Entry(None, None, (game.started,)),
            *(Entry(float(t), *step) for t, step in enumerate(game.steps)),
        )
        assert record.state(number) == game.state


def test_entries_are_numbered_from_one_and_games_apart(record: Record) -> None:
    one = record.begin(TWO, at=AT, source="table", t=0.25)
    other = record.begin(TWO, at=AT, source="film")
    assert [record.append(one, IDENTIFIED) for _ in range(2)] == [2, 3]
    assert record.append(other, IDENTIFIED) == 2
    assert record.entries(one)[0] == Entry(0.25, None, (TWO,))


def test_moves_are_taken_back_by_beginning_anew(record: Record) -> None:
    game = random_game(3)
    number = write(record, game)
    assert record.unfinished() is None
    record.append(number, Entry(None, None, (game.started, IDENTIFIED.events[0])))
    state = record.state(number)
    assert (state.turn, state.outcome) == (1, None)
    found = state.find(CardId(7))
    assert found is not None
    assert found[1].card == RED_ONE
    assert record.unfinished() == number


def test_a_path_that_is_no_text_is_kept_readable(record: Record) -> None:
    number = record.begin(TWO, at=AT, source=os.fsdecode(b"film-\xff"))
    assert record.summary(number).source == "film-\\udcff"


def test_a_game_that_cannot_be_is_not_recorded(record: Record) -> None:
    with pytest.raises(ValueError, match="got 9"):
        record.begin(GameStarted(STANDARD, 9, 0), at=AT, source="table")
    with pytest.raises(ValueError, match="got nan"):
        record.begin(TWO, at=AT, source="table", t=float("nan"))
    assert record.games() == ()


# ------------------------------------------------------------------------------ the list of games


def test_the_list_says_how_each_game_went(record: Record) -> None:
    game = random_game(1)
    ended, running = write(record, game), record.begin(TWO, at="later", source="film/1")
    first, second = record.games()
    assert (first.id, first.started, first.source) == (ended, AT, "table")
    assert (first.ruleset, first.players) == (game.started.ruleset.name, game.started.players)
    assert first.outcome is game.state.outcome
    assert (first.turns, first.played) == (game.state.turn - 1, sum(game.state.fireworks))
    assert (second.id, second.started, second.source) == (running, "later", "film/1")
    assert (second.outcome, second.turns, second.score) == (Outcome.UNFINISHED, 0, 0)
    assert second == record.summary(running)


def test_the_newest_game_that_has_not_ended_is_taken_up(record: Record) -> None:
    assert record.unfinished() is None
    older = record.begin(TWO, at=AT, source="table")
    newer = record.begin(TWO, at=AT, source="table")
    write(record, random_game(1))
    assert record.unfinished() == newer
    record.delete(newer)
    assert record.unfinished() == older


def test_a_deleted_game_is_gone_with_its_entries_and_its_number_never_used_again(
    record: Record, path: Path
) -> None:
    number, kept = write(record, random_game(1)), record.begin(TWO, at=AT, source="table")
    record.delete(number)
    for ask in (record.entries, record.state, record.summary, record.delete):
        with pytest.raises(RecordError, match=f"^there is no game {number} in .*games.sqlite3$"):
            ask(number)
    assert [game.id for game in record.games()] == [kept]
    record.delete(kept)
    assert record.begin(TWO, at=AT, source="table") == kept + 1
    db = sqlite3.connect(path)
    assert db.execute("SELECT game, seq FROM entries").fetchall() == [(kept + 1, 1)]
    db.close()


@pytest.mark.parametrize("game", [0, 7, -1, 10**30])
def test_a_game_that_is_not_there_is_named(game: int, record: Record) -> None:
    with pytest.raises(RecordError, match=f"there is no game {game} in"):
        record.append(game, IDENTIFIED)


# ---------------------------------------------------------------------------------- append-only


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET t = 3",
        "UPDATE games SET source = 'elsewhere'",
        "DELETE FROM entries WHERE seq = 2",
        "INSERT OR REPLACE INTO entries VALUES (1, 2, NULL, NULL, '[]', NULL, NULL)",
        "INSERT INTO entries VALUES (1, 4, NULL, NULL, '[]', NULL, NULL)",
    ],
)
def test_even_another_program_cannot_change_what_was_said(
    statement: str, record: Record, path: Path
) -> None:
    game = record.begin(TWO, at=AT, source="table")
    record.append(game, IDENTIFIED)
    before = record.entries(game)
    with pytest.raises(sqlite3.IntegrityError):
        raw(path, statement)
    assert record.entries(game) == before


# ------------------------------------------------------------------------------ when the power goes

APPEND_UNTIL_KILLED = """
import sys
from pathlib import Path
from companion.record.games import Entry, Record
from tests.companion.random_games import random_game

game = random_game(int(sys.argv[2]))
with Record(Path(sys.argv[1])) as record:
    while True:
        number = record.begin(game.started, at="", source="table")
        print(number, 1, flush=True)
        for move, events in game.steps:
            print(number, record.append(number, Entry(None, move, events)), flush=True)
"""


def test_nothing_that_was_announced_is_lost_when_the_power_goes(path: Path) -> None:
    chance = random.Random(5)
    announced: dict[int, int] = {}
    for _ in range(8):
        writer = subprocess.Popen(
            [sys.executable, "-c", APPEND_UNTIL_KILLED, path, "11"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(chance.randrange(1, 300))]
        writer.send_signal(signal.SIGKILL)
        lines += writer.stdout.read().splitlines(keepends=True)
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL
        announced |= {
            int(game): int(seq)
            for game, seq in (line.split() for line in lines if line.endswith("\n"))
        }
        with Record(path) as record:
            for game, seq in announced.items():
                entries = record.entries(game)  # refuses a gap
                assert len(entries) >= seq
                record.state(game)
    assert len(announced) >= 8
    steps = random_game(11).steps
    with Record(path) as record:
        for game in announced:
            written = record.entries(game)[1:]
            assert [(e.move, e.events) for e in written] == list(steps[: len(written)])


def test_every_write_waits_for_the_disk(record: Record) -> None:
    asked = {
        name: record._db.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys")
    }
    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


BEGIN = """
import sys
from pathlib import Path
from companion.hanabi.events import GameStarted
from companion.hanabi.ruleset import STANDARD
from companion.record.games import Record

with Record(Path(sys.argv[1])) as record:
    record.begin(GameStarted(STANDARD, 2, 0), at="", source="table")
"""


def test_several_programs_may_open_a_new_record_at_the_same_moment(path: Path) -> None:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", BEGIN, path],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for _ in range(4)
    ]
    assert [program.wait() for program in programs] == [0, 0, 0, 0]
    with Record(path) as record:
        assert [game.id for game in record.games()] == [1, 2, 3, 4]


# ---------------------------------------------------------------------- files that can't be used


def test_opening_creates_the_folder_and_closing_twice_is_safe(path: Path) -> None:
    record = Record(path)
    record.close()
    record.close()
    assert path.is_file()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.write_text("a shopping list, " * 100), "it is not a record of games"),
        (lambda path: path.mkdir(), "it cannot be opened"),
        (lambda path: raw(path, "CREATE TABLE recipes (id)"), "it belongs to another program"),
        (
            lambda path: raw(path, "CREATE TABLE games (id)", "PRAGMA user_version = 99"),
            r"a newer companion wrote it \(version 99, this one knows 4\)",
        ),
    ],
)
def test_what_is_no_record_is_left_alone(
    make: Callable[[Path], object], why: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.sqlite3"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(RecordError, match=f"^the record {path} cannot be used: {why}$"):
        Record(path)
    assert before is None or path.read_bytes() == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(RecordError, match=f"^the record .*: {tmp_path / 'state'}"):
        Record(tmp_path / "state" / "games.sqlite3")


def test_a_record_in_use_by_another_program_says_so_and_changes_nothing(
    record: Record, path: Path
) -> None:
    game = record.begin(TWO, at=AT, source="table")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(RecordError, match=r"another program is using it$"):
        record.append(game, IDENTIFIED)
    other.execute("ROLLBACK")
    other.close()
    assert record.append(game, IDENTIFIED) == 2


def test_a_full_disk_stops_the_writing_and_loses_nothing(record: Record) -> None:
    game = record.begin(TWO, at=AT, source="table")
    (pages,) = record._db.execute("PRAGMA page_count").fetchone()
    record._db.execute(f"PRAGMA max_page_count = {pages}")
    wordy = Entry(None, None, IDENTIFIED.events * 3000)
    with pytest.raises(RecordError, match=r"there is no space left$"):
        record.append(game, wordy)
    assert len(record.entries(game)) == 1
    record._db.execute("PRAGMA max_page_count = 100000")
    assert record.append(game, wordy) == 2


@pytest.mark.parametrize(
    "column",
    [
        'events = \'[{"kind": "card_drawn"}]\'',
        "events = '{}'",
        "events = '[['",
        f"events = '{'[' * 100_000}'",
        "events = CAST(X'ff3031' AS TEXT)",
        "move = '\"play\"'",
    ],
)
def test_an_entry_that_cannot_be_read_is_named_and_its_content_is_not(
    column: str, record: Record, path: Path
) -> None:
    game, whole = record.begin(TWO, at=AT, source="table"), record.begin(TWO, at=AT, source="table")
    record.append(game, IDENTIFIED)
    raw(
        path,
        "DROP TRIGGER entries_do_not_change",
        f"UPDATE entries SET {column} WHERE game = {game} AND seq = 2",
    )
    for ask in (record.entries, record.state, record.summary):
        with pytest.raises(RecordError, match=r"damaged") as complaint:
            ask(game)
        assert "card_drawn" not in str(complaint.value)
        assert "01" not in str(complaint.value).replace(str(path), "")
    assert record.state(whole) == start(STANDARD, 2)[0]
    assert record.unfinished() == whole
    record.delete(game)


def test_a_game_without_its_start_or_with_a_gap_is_damaged(record: Record, path: Path) -> None:
    gap, headless = (record.begin(TWO, at=AT, source="table") for _ in range(2))
    for _ in range(2):
        record.append(gap, IDENTIFIED)
    raw(path, "DROP TRIGGER entries_go_with_their_game")
    raw(path, f"DELETE FROM entries WHERE game = {gap} AND seq = 2")
    raw(path, f"DELETE FROM entries WHERE game = {headless}")
    with pytest.raises(RecordError, match=f"game {gap} in .* is damaged: entry 2 is missing$"):
        record.state(gap)
    with pytest.raises(RecordError, match=f"game {headless} in .*: its start is missing$"):
        record.state(headless)
    with pytest.raises(RecordError, match=f"game {headless} in .*: its start is missing$"):
        record.unfinished()


def test_events_that_do_not_fit_one_another_are_damage_not_nonsense(record: Record) -> None:
    for unfit in (CardLaidUnread(0, CardId(30), 0), CardLaidUnread(4, CardId(1), 0)):
        game = record.begin(TWO, at=AT, source="table")
        record.append(game, Entry(None, Play(0, CardId(30), None), (unfit,)))
        with pytest.raises(RecordError, match=f"game {game} .*: entry 2 does not fit the others"):
            record.state(game)


def test_a_file_cut_short_or_scribbled_on_never_ends_in_a_traceback(tmp_path: Path) -> None:
    chance = random.Random(7)
    path = tmp_path / "whole.sqlite3"
    with Record(path) as record:
        write(record, random_game(2))
        write(record, random_game(4, turns=10))
    content, complaints = path.read_bytes(), []
    for trial in range(80):
        spoiled = bytearray(content)
        if trial % 2:
            del spoiled[chance.randrange(1, len(spoiled)) :]
        else:
            for _ in range(60):
                spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        victim = tmp_path / f"{trial}.sqlite3"
        victim.write_bytes(spoiled)
        try:
            with Record(victim) as record:
                record.unfinished()
                for game in record.games():
                    record.entries(game.id)
        except RecordError as error:
            complaints.append((str(victim), str(error)))
    assert len(complaints) > 40
    for victim_name, complaint in complaints:
        assert victim_name in complaint
        assert "\n" not in complaint


# --------------------------------------------------------------------------------- old versions

VERSION_1 = ROOT / "tests" / "data" / "record-1.sql"
EXPECTED_OF_VERSION_1 = [
    ("film/evening-1", 5, 50, "deck_out", 24),
    ("table", 2, 22, "terminated", 10),
    ("table", 3, 6, "unfinished", 2),
]


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    path = tmp_path / "old.sqlite3"
    db = sqlite3.connect(path)
    db.executescript(VERSION_1.read_text(encoding="utf-8"))
    db.close()
    return path


def test_a_record_of_version_1_still_replays(version_1: Path) -> None:
    with Record(version_1) as record:
        summaries = [
            (game.source, game.players, game.turns, game.outcome.value, game.score)
            for game in record.games()
        ]
        assert summaries == EXPECTED_OF_VERSION_1
        for game in record.games():
            assert len(record.entries(game.id)) > 10
        assert record.unfinished() == 3


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
        assert record._db.execute("PRAGMA user_version").fetchone() == (6,)
        record._db.execute("SELECT place FROM games, notes")


VERSION_2 = ROOT / "tests" / "data" / "record-2.sql"


def test_a_record_of_version_2_still_replays_with_what_was_put_right(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    db = sqlite3.connect(path)
    db.executescript(VERSION_2.read_text(encoding="utf-8"))
    db.close()
    with Record(path) as record:
        assert [
            (game.source, game.turns, game.outcome.value, game.title, game.names)
            for game in record.games()
        ] == [("table", 4, "unfinished", "", ()), ("demo:7", 2, "terminated", "", ())]
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
    path = tmp_path / "old.sqlite3"
    db = sqlite3.connect(path)
    db.executescript(VERSION_3.read_text(encoding="utf-8"))
    db.close()
    with HanaRecord(path) as games:
        assert games.games() == ()
        game = games.begin(GameBegan(Options(joker=True), 3, 2), at=AT)
        assert games.steps(game) == (GameBegan(Options(joker=True), 3, 2),)
    with Record(path) as record:
        assert [(one.turns, one.title, one.names) for one in record.games()] == [
            (4, "Rainy evening", ("Ann", None)),
            (2, "", ()),
        ]
        assert record.unfinished() == 1


# ------------------------------------------------------------------------------------- remarks


def test_a_game_gets_a_title_and_players_and_keeps_each_when_the_other_changes(
    record: Record,
) -> None:
    game = record.begin(TWO, at=AT, source="table")
    assert (record.summary(game).title, record.summary(game).names) == ("", ())
    record.remark(game, title="Ania's birthday")
    record.remark(game, names=["Ania", None])
    record.remark(game)
    summary = record.games()[0]
    assert (summary.title, summary.names) == ("Ania's birthday", ("Ania", None))


def test_a_remark_goes_with_its_game(record: Record) -> None:
    game = record.begin(TWO, at=AT, source="table")
    record.remark(game, title="gone")
    record.delete(game)
    assert record._db.execute("SELECT * FROM remarks").fetchall() == []
    with pytest.raises(RecordError, match="there is no game"):
        record.remark(game, title="too late")


def test_names_that_another_program_spoiled_are_nobodys(record: Record, path: Path) -> None:
    game = record.begin(TWO, at=AT, source="table")
    for spoiled in ("no JSON", "{}", "[" * 99999, '[1, "Ben"]'):
        record.remark(game, title="")
        record._db.execute("UPDATE remarks SET names = ?", (spoiled,))
        assert record.summary(game).names in ((), (None, "Ben"))


def test_the_lengths_of_all_games_are_counted_without_reading_them(record: Record) -> None:
    one, other = (record.begin(TWO, at=AT, source="table") for _ in range(2))
    record.append(other, IDENTIFIED)
    assert record.lengths() == {one: 1, other: 2}


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
