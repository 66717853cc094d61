"""The record keeps what was said, whatever happens to the power."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.hanabi.events import GameStarted, Outcome
from companion.hanabi.moves import CardId
from companion.hanabi.ruleset import STANDARD
from companion.record.games import Entry, Record, RecordError
from tests.companion.random_games import random_game
from tests.companion.record.written import AT, IDENTIFIED, RED_ONE, ROOT, TWO, raw, write

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
    assert record.unfinished(None) is None
    record.append(number, Entry(None, None, (game.started, IDENTIFIED.events[0])))
    state = record.state(number)
    assert (state.turn, state.outcome) == (1, None)
    found = state.find(CardId(7))
    assert found is not None
    assert found[1].card == RED_ONE
    assert record.unfinished(None) == number


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
    assert record.unfinished(None) is None
    older = record.begin(TWO, at=AT, source="table")
    newer = record.begin(TWO, at=AT, source="table")
    write(record, random_game(1))
    assert record.unfinished(None) == newer
    record.delete(newer)
    assert record.unfinished(None) == older


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
        "INSERT OR REPLACE INTO entries VALUES (1, 2, NULL, NULL, '[]', NULL, NULL, NULL)",
        "INSERT INTO entries VALUES (1, 4, NULL, NULL, '[]', NULL, NULL, NULL)",
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


def test_what_waits_in_a_game_is_another_with_each_step_and_gone_with_the_game(
    record: Record,
) -> None:
    game, other = (record.begin(TWO, at=AT, source="table") for _ in range(2))
    record.append(game, IDENTIFIED, waiting="a clue")
    record.append(game)
    assert (record.waiting(game), record.waiting(other)) == ("a clue", "")
    record.append(game, waiting="an undo")
    assert record.waiting(game) == "an undo"
    record._db.execute("UPDATE waiting SET said = 'an end'")
    with pytest.raises(RecordError, match="is damaged"):
        record.waiting(game)
    record.append(game, waiting="")
    assert record.waiting(game) == ""
    record.append(game, waiting="a clue")
    record.delete(game)
    assert record.waiting(game) == ""


def test_the_name_of_a_tap_is_on_record_with_what_it_caused_or_neither_is(tmp_path: Path) -> None:
    with Record(tmp_path / "games.sqlite3") as record:
        game = record.begin(GameStarted(STANDARD, 2, 0), at=AT, source="table")
        other = record.begin(GameStarted(STANDARD, 2, 0), at=AT, source="table")
        seating = Entry(1.0, None, ())
        record.append(game, seating, taps=("one", "two", "one"))
        with pytest.raises(RecordError):
            record.append(99, seating, taps=("three",))
    with Record(tmp_path / "games.sqlite3") as record:
        assert [record.was_carried_out(game, name) for name in ("one", "two", "three")] == [
            True,
            True,
            False,
        ]
        assert not record.was_carried_out(other, "one")
        record.delete(game)
        assert not record.was_carried_out(game, "one")
