"""Files that cannot be used as a record: said in a sentence, and left as they are."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.hanabi.events import CardLaidUnread
from companion.hanabi.moves import CardId, Play
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import start
from companion.record.games import Entry, Record, RecordError
from tests.companion.random_games import random_game
from tests.companion.record.written import AT, IDENTIFIED, TWO, raw, write


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
            r"a newer companion wrote it \(version 99, this one knows 9\)",
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


def test_a_file_whose_list_of_tables_is_no_text_any_more_is_set_aside_for_an_evening(
    record: Record, path: Path
) -> None:
    record.close()
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"INTEGER NOT NULL", b"INT\x9fGER NOT NULL", 1))
    with Record.for_an_evening(path) as evening:
        assert evening.trouble is None
        assert "set aside in" in str(evening.noted)
        assert evening.begin(TWO, at=AT, source="table") == 1


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
    assert record.unfinished(None) == whole
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
        record.unfinished(None)


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
                record.unfinished(None)
                for game in record.games():
                    record.entries(game.id)
        except RecordError as error:
            complaints.append((str(victim), str(error)))
    assert len(complaints) > 40
    for victim_name, complaint in complaints:
        assert victim_name in complaint
        assert "\n" not in complaint


def test_a_value_that_was_changed_and_still_fits_is_told_by_its_sum(
    record: Record, path: Path
) -> None:
    """A bit that falls over in a card's rank leaves JSON that reads well."""
    whole, spoiled = write(record, random_game(2)), write(record, random_game(3))
    raw(path, "DROP TRIGGER entries_do_not_change", "DROP TRIGGER games_do_not_change")
    for change in (
        "UPDATE entries SET t = t + 1 WHERE game = {game} AND seq = 4",
        "UPDATE games SET started = '2020-01-01T00:00:00Z' WHERE id = {game}",
        "UPDATE entries SET seen = '[\"r1\"]' WHERE game = {game} AND seq = 2",
        "UPDATE entries SET sum = NULL WHERE game = {game} AND seq = 6",
    ):
        before = path.read_bytes()
        raw(path, change.format(game=spoiled))
        with pytest.raises(RecordError, match=r"is not as it was written$"):
            Record(path).state(spoiled)
        path.write_bytes(before)
    assert record.state(whole) == random_game(2).state


def test_lines_of_an_older_companion_are_summed_with_the_first_that_is_added(path: Path) -> None:
    with Record(path) as record:
        game = record.begin(TWO, at=AT, source="table")
        record.append(game, IDENTIFIED)
    raw(path, "DROP TRIGGER entries_do_not_change", "UPDATE entries SET sum = NULL")
    with Record(path) as record:
        record.append(game, IDENTIFIED)
        assert len(record.entries(game)) == 3
    raw(path, f"UPDATE entries SET t = 7.0 WHERE game = {game} AND seq = 2")
    with (
        Record(path) as record,
        pytest.raises(RecordError, match=r"entry 3 is not as it was written$"),
    ):
        record.entries(game)
