"""The disk is full or may not be written to: the game goes on in memory, and says so."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.files.quarantine import ASIDE
from companion.hanabi.events import GameStarted
from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD
from companion.language.languages import language
from companion.panel.panel import Status
from companion.play.inputs import Arrived, PauseTap, TimedTap, UndoTap
from companion.play.phase import phase_of, status_of
from companion.play.running import RunningGame
from companion.play.step import step
from companion.record.errors import TRY_AGAIN, none_begins
from companion.record.games import Record, RecordError
from companion.record.seating import Seating
from tests.companion.filmed_table import Game
from tests.companion.unwatched.tables import Table

STARTED, AT = GameStarted(STANDARD, 2, 0), "2026-10-02T19:30:00Z"
HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]


def fill_the_disk(record: Record) -> None:
    """Let the file not grow any more; SQLite then says what it says of a full disk."""
    (pages,) = record._db.execute("PRAGMA page_count").fetchone()
    record._db.execute(f"PRAGMA max_page_count = {pages}")
    record._db.execute("PRAGMA cache_size = 1")


def make_room(record: Record) -> None:
    record._db.execute("PRAGMA max_page_count = 1000000")


def play_on(game: Game) -> None:
    """Play until the file has to grow."""
    for turn in range(8):
        game.clue(turn % 2, 1 - turn % 2, RankHint(2 - turn % 2))
    for turn in range(40):
        if game.now.state.over:
            return
        seat = game.now.state.to_move
        game.discard(seat, 4, "b4" if turn % 2 else "g4")
        game.clue(1 - seat, seat, RankHint(4))


def test_a_game_goes_on_when_the_disk_is_full_and_all_of_it_is_written_when_there_is_room(
    record: Record, caplog: pytest.LogCaptureFixture
) -> None:
    game = Game(record, HANDS)
    fill_the_disk(record)
    with caplog.at_level(logging.WARNING):
        play_on(game)
    assert game.status is Status.ERROR
    assert game.running.not_saved is not None
    assert "it is not saved: the record " in game.running.not_saved
    assert "there is no space left" in game.running.not_saved
    assert len(caplog.records) == 1, "once, not at each step"
    written, state = len(record.entries(1)), game.now.state
    assert record.state(1) != state

    make_room(record)
    game.look()
    game.look()
    assert record.past(1) == game.now.past, "all is written, in its order"
    assert status_of(phase_of(RunningGame.resume(record, 1).game)) is Status.WAITING_FOR_MOVE
    assert record.state(1) == game.now.state == state
    assert len(record.entries(1)) > written
    assert "saved again" in caplog.text


def test_what_is_not_saved_can_still_be_taken_back(record: Record) -> None:
    game = Game(record, HANDS)
    fill_the_disk(record)
    play_on(game)
    turns = len(game.now.log)
    game.tap(TimedTap(game.table.t, UndoTap(), 0))
    assert len(game.now.log) == turns - 1
    make_room(record)
    game.running.save()
    assert RunningGame.resume(record, 1).game.state == game.now.state


def test_a_record_that_may_not_be_written_to_lets_a_game_go_on(record: Record) -> None:
    game = Game(record, HANDS)
    record._db.execute("PRAGMA query_only = ON")
    game.clue(0, 1, RankHint(2))
    assert "may not be written to" in str(game.running.not_saved)
    assert len(game.now.log) == 1
    record._db.execute("PRAGMA query_only = OFF")
    game.clue(1, 0, RankHint(1))
    assert game.running.not_saved is None, "each step tries anew"
    assert record.state(1) == game.now.state


def test_no_game_begins_that_cannot_be_written(record: Record, tmp_path: Path) -> None:
    record._db.execute("PRAGMA query_only = ON")
    with pytest.raises(RecordError, match="may not be written to"):
        Game(record, HANDS)


def test_where_nothing_happens_any_more_writing_is_tried_again_all_the_same(record: Record) -> None:
    table = Table(record)
    table.begin()
    record._db.execute("PRAGMA query_only = ON")
    table.lay(0, "r1")
    running = table.controller.running
    assert running is not None
    assert record.state(1) != running.game.state
    record._db.execute("PRAGMA query_only = OFF")
    table.clock += TRY_AGAIN / 2
    table.controller.catch_up()
    assert record.state(1) != running.game.state, "not at each look"
    table.clock += TRY_AGAIN
    table.controller.catch_up()
    assert record.state(1) == running.game.state
    assert running.trouble is None


def test_a_file_that_is_spoiled_under_a_game_is_set_aside_and_the_game_written_anew(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = record.begin(STARTED, at=AT, source="table")
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    before, append = game.now.state, record.append

    def spoiled(*_: object, **_all: object) -> int:
        monkeypatch.setattr(record, "append", append)
        raise RecordError("the file is damaged", file_is_damaged=True)

    monkeypatch.setattr(record, "append", spoiled)
    game.clue(1, 0, RankHint(1))
    assert game.now.state != before
    assert game.running.not_saved is None
    assert "set aside in" in str(record.noted)
    assert not record.knows(older + 1)
    assert record.state(game.now.id) == game.now.state, "all that was announced is on record"
    assert list(tmp_path.glob(f"{ASIDE}/damaged-*/games.sqlite"))
    game.clue(0, 1, RankHint(1))
    assert RunningGame.resume(record, game.now.id).game.state == game.now.state


def test_a_game_goes_on_where_its_record_is_damaged_and_cannot_be_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Record(path) as record:
        game = Game(record, HANDS)
        path.unlink()
        (tmp_path / ASIDE).touch()  # so no folder can be made there
        game.clue(0, 1, RankHint(2))
        assert "cannot be set aside" in str(game.running.not_saved)
        game.clue(1, 0, RankHint(1))
        assert len(game.now.log) == 2
        (tmp_path / ASIDE).unlink()
        game.look(TRY_AGAIN)
        assert game.running.not_saved is None
        assert record.state(game.now.id) == game.now.state, "all that was announced is on record"


def test_a_game_goes_on_where_nobody_may_look_for_a_place_to_set_its_record_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Path:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    path = tmp_path / "games.sqlite"
    with Record(path) as record:
        game = Game(record, HANDS)
        path.unlink()
        with monkeypatch.context() as closed:
            closed.setattr("companion.record.file.free_folder", refuse)
            game.clue(0, 1, RankHint(2))
        assert "cannot be set aside: Permission denied" in str(game.running.not_saved)
        game.look(TRY_AGAIN)
        assert record.state(game.now.id) == game.now.state, "all that was announced is on record"


def test_a_damaged_record_is_set_aside_once_however_many_frames_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    with Record(path) as record:
        game = Game(record, HANDS)
        path.unlink()

        def full(*_: object, **_game: object) -> None:
            raise RecordError("no space left")

        with monkeypatch.context() as broken:
            broken.setattr(record, "bring", full)
            game.clue(0, 1, RankHint(2))
            for _ in range(10):
                game.look(0.1)
        assert len([*tmp_path.glob(f"{ASIDE}/damaged-*")]) == 1
        game.look(TRY_AGAIN)
        assert game.running.not_saved is None
        assert record.state(game.now.id) == game.now.state, "all that was announced is on record"
        assert len([*tmp_path.glob(f"{ASIDE}/damaged-*")]) == 1


def test_a_game_that_is_deleted_from_beside_it_is_written_once_more_and_no_other_set_aside(
    record: Record, tmp_path: Path
) -> None:
    older = record.begin(STARTED, at=AT, source="table")
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    number = game.now.id
    with Record(record._path) as beside:
        beside.delete(number)
    game.clue(1, 0, RankHint(1))
    assert game.running.not_saved is None
    assert record.state(game.now.id) == game.now.state, "all that was announced is on record"
    assert (game.now.id, record.knows(older)) == (number, True)
    assert not list(tmp_path.glob(f"{ASIDE}/*"))


def test_a_game_that_is_written_once_more_stays_paused_and_knows_its_taps(
    record: Record,
) -> None:
    game = Game(record, HANDS)
    game.clue(0, 1, RankHint(2))
    game.tap(TimedTap(game.table.t, PauseTap()))
    with Record(record._path) as beside:
        beside.delete(game.now.id)
    t = game.table.t
    arrived = Arrived(None, "2026-11-20T12:00:00Z", Seating())
    game.running.keep(step(game.now, arrived, t), t, "a tap")
    assert record.past(game.now.id).paused
    assert record.was_carried_out(game.now.id, "a tap")


def details(table: Table) -> dict[str, str | None]:
    view = table.controller.views()[0]
    said = view["said_in"]
    assert isinstance(said, dict)
    return {"en": view["detail"], **{code: one.get("detail") for code, one in said.items()}}


def lamp(table: Table) -> Status:
    return table.controller.panel().status


def test_before_a_game_the_page_says_in_every_language_that_none_can_begin_and_when_one_can(
    record: Record,
) -> None:
    table = Table(record)
    record._db.execute("PRAGMA query_only = ON")
    with pytest.raises(RecordError, match="may not be written to"):
        table.begin()
    assert table.said == [], "nothing is announced that is not written"
    told = details(table)
    assert told["en"] == (
        f"No new game can begin, because it could not be saved: the record {record._path} cannot be"
        " used: it may not be written to; it is tried again every 3 seconds, until the disk has"
        " room and may be written to."
    )
    assert "nie można zacząć nowej gry" in str(told["pl"]).lower()
    assert "nu poate începe un joc nou" in str(told["ro"]).lower()
    assert lamp(table) is Status.ERROR
    record._db.execute("PRAGMA query_only = OFF")
    table.clock += TRY_AGAIN
    table.controller.catch_up()
    assert set(details(table).values()) == {None}
    assert lamp(table) is Status.WAITING_TO_START
    table.begin()
    assert table.said[0] == "game_started"


def test_a_start_that_is_refused_says_what_is_the_matter_in_the_phones_language(
    record: Record,
) -> None:
    said = none_begins("X").said(language("ro"), str)
    assert said.startswith("nu poate începe un joc nou, pentru că nu s-ar putea salva: X")
