"""Disks that are full, read-only or broken, and clocks that are wrong: nothing announced is lost.

A game is played by phones at the real command. After each fault the process is killed and started
again: what the table was told before is there, card by card.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.demonstration.phones import HttpPhone, PhoneError
from companion.record.games import Record
from tests.companion.closed_folder import closed, without_keys
from tests.companion.commands.faulty_disks import (
    Clock,
    Disk,
    disk_below,
    let_writing_fail,
    let_writing_work,
)
from tests.companion.commands.test_run import RUN, SLOW, code, environment, running
from tests.companion.random_games import random_game
from tests.companion.record.written import write

__all__ = ["environment"]

NO_CAMERA = ("--camera", "none")
CARDS = ("r1", "y1", "g1", "b1", "w1", "r2", "y2", "g2")


class Player:
    """One phone that plays for the whole table, a red one, a yellow one, and so on."""

    def __init__(self, address: str, folder: Path) -> None:
        self.phone = HttpPhone(address, code(folder), 0)
        self.laid = 0

    def start(self) -> None:
        self.phone.tap("start", {"first": 0, "players": 2})

    def play(self, turns: int) -> None:
        for _ in range(turns):
            label, self.laid = CARDS[self.laid], self.laid + 1
            seat = self.phone.view()["game"]["to_move"]
            self.phone.tap("lay", {"seat": seat, "slot": 0, "pile": "fireworks"})
            self.phone.tap("answer", {"card": label})

    def told(self) -> Mapping[str, Any]:
        return told(self.phone.view())

    def wait_until_saved(self) -> None:
        until = time.monotonic() + SLOW
        while self.phone.view()["detail"] is not None:
            assert time.monotonic() < until, self.phone.view()["detail"]
            time.sleep(0.3)


def told(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a table has been told, without what only this phone shows."""
    game = view["game"]
    return {name: game[name] for name in ("turn", "to_move", "fireworks", "discards", "log")}


def stop(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    assert process.wait(SLOW) == 0


def tells_after_a_start(environment: dict[str, str], folder: Path, now: Mapping[str, Any]) -> None:
    with running(environment, folder, *NO_CAMERA) as (process, address):
        assert Player(address, folder).told() == now
        stop(process)


def with_games(record: Path, *, unfinished: bool = False) -> Path:
    with Record(record) as opened:
        write(opened, random_game(2))
        if unfinished:
            write(opened, random_game(7, turns=6))
    return record


def record_below(folder: Path) -> Path:
    return folder / "data" / "companion" / "games.sqlite3"


# ------------------------------------------------------------------------- wrong from the start


def full(disk: Disk, folder: Path) -> None:
    disk.fill()


def full_with_games(disk: Disk, folder: Path) -> None:
    with_games(record_below(folder))
    disk.fill()


def one_page_left(disk: Disk, folder: Path) -> None:
    with_games(record_below(folder))
    disk.fill(leave=4096)


def room_for_no_log(disk: Disk, folder: Path) -> None:
    """SQLite's log begins with 32 kB, and the record is larger."""
    with_games(record_below(folder))
    disk.fill(leave=24 * 1024)


def read_only(disk: Disk, folder: Path) -> None:
    disk.remount("ro")


def read_only_with_games(disk: Disk, folder: Path) -> None:
    with_games(record_below(folder))
    disk.remount("ro")


def writable(disk: Disk) -> None:
    disk.remount("rw")


@pytest.mark.long
@pytest.mark.parametrize(
    ("spoil", "mend"),
    [
        (full, Disk.make_room),
        (full_with_games, Disk.make_room),
        (one_page_left, Disk.make_room),
        (room_for_no_log, Disk.make_room),
        (read_only, writable),
        (read_only_with_games, writable),
    ],
)
def test_where_nothing_can_be_written_no_game_begins_until_it_can(
    spoil: Callable[[Disk, Path], None],
    mend: Callable[[Disk], None],
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    with disk_below(tmp_path / "data") as disk:
        with running(environment, tmp_path, *NO_CAMERA) as (process, _):  # the code is kept
            stop(process)
        record = record_below(tmp_path)
        for file in record.parent.glob("games*"):
            file.unlink()
        spoil(disk, tmp_path)
        before = record.read_bytes() if record.exists() else b""
        with running(environment, tmp_path, *NO_CAMERA) as (process, address):
            player = Player(address, tmp_path)
            said = str(player.phone.view()["detail"])
            if said.startswith("No new game can begin"):
                with pytest.raises(PhoneError, match="No new game can begin") as refused:
                    player.start()
                assert "tried again every 3 seconds" in str(refused.value)
                assert player.phone.view()["phase"] == "lobby"
                said_in = player.phone.view()["said_in"]
                assert "nie można zacząć nowej gry" in said_in["pl"]["detail"].lower()
                assert "nu poate începe un joc nou" in said_in["ro"]["detail"].lower()
                assert player.phone.view()["status"] == "error"
            else:  # what is left was enough for the smallest write
                assert spoil in (one_page_left, room_for_no_log), said
            mend(disk)
            player.wait_until_saved()
            player.start()
            player.play(2)
            now = player.told()
            process.kill()
        tells_after_a_start(environment, tmp_path, now)
        if before:
            with closing(sqlite3.connect(record)) as db:
                assert db.execute("SELECT count(*) FROM games").fetchone() == (2,)
    assert "Traceback" not in (tmp_path / "err").read_text()


@pytest.mark.long
@pytest.mark.parametrize(("how", "mend"), [("full", Disk.make_room), ("ro", writable)])
def test_an_unfinished_game_goes_on_in_memory_and_is_saved_once_it_can_be(
    how: str, mend: Callable[[Disk], None], environment: dict[str, str], tmp_path: Path
) -> None:
    with disk_below(tmp_path / "data") as disk:
        with running(environment, tmp_path, *NO_CAMERA) as (process, address):
            player = Player(address, tmp_path)
            player.start()
            player.play(2)
            process.kill()
        disk.fill() if how == "full" else disk.remount("ro")
        with running(environment, tmp_path, *NO_CAMERA) as (process, address):
            player.phone.address = address
            player.play(2)
            assert "saved" in str(player.phone.view()["detail"])
            mend(disk)
            player.wait_until_saved()
            now = player.told()
            process.kill()
        tells_after_a_start(environment, tmp_path, now)


def no_folder_but_a_file(folder: Path) -> None:
    (folder / "data").mkdir()
    (folder / "data" / "companion").write_text("a file")


def a_link_to_nowhere(folder: Path) -> None:
    (folder / "data").symlink_to(folder / "gone" / "for" / "good")


def a_record_that_is_a_link_to_nowhere(folder: Path) -> None:
    record_below(folder).parent.mkdir(parents=True)
    record_below(folder).symlink_to(folder / "card" / "games.sqlite3")


def a_folder_for_its_log(folder: Path) -> None:
    with_games(record_below(folder))
    record_below(folder).with_name("games.sqlite3-wal").mkdir()


def a_log_that_is_none(folder: Path) -> None:
    with_games(record_below(folder))
    record_below(folder).with_name("games.sqlite3-wal").write_bytes(b"\x37" * 5000)


def an_index_that_is_none(folder: Path) -> None:
    with_games(record_below(folder))
    record_below(folder).with_name("games.sqlite3-shm").write_bytes(b"\x37" * 40000)


def a_journal_that_is_none(folder: Path) -> None:
    with_games(record_below(folder))
    record_below(folder).with_name("games.sqlite3-journal").write_bytes(b"\x37" * 5000)


def an_empty_record(folder: Path) -> None:
    record_below(folder).parent.mkdir(parents=True)
    record_below(folder).touch()


def a_device_in_its_place(folder: Path) -> None:
    record_below(folder).parent.mkdir(parents=True)
    record_below(folder).symlink_to("/dev/full")


NOT_TO_BE_USED = (
    a_folder_for_its_log,
    a_device_in_its_place,
    a_record_that_is_a_link_to_nowhere,
)


@pytest.mark.long
@pytest.mark.parametrize(
    "spoil",
    [
        no_folder_but_a_file,
        a_link_to_nowhere,
        a_record_that_is_a_link_to_nowhere,
        a_folder_for_its_log,
        a_log_that_is_none,
        an_index_that_is_none,
        a_journal_that_is_none,
        an_empty_record,
        a_device_in_its_place,
    ],
)
def test_whatever_lies_where_the_games_are_kept_the_page_comes_up(
    spoil: Callable[[Path], None], environment: dict[str, str], tmp_path: Path
) -> None:
    """Either a game is played that a restart brings back, or none begins and it is said why."""
    spoil(tmp_path)
    state = tmp_path / "data" / "companion"
    with running(environment, tmp_path, *NO_CAMERA) as (process, address):
        if not (state / "keys.json").exists():  # nobody can be let in with a code that is kept
            assert "code" in (tmp_path / "out").read_text()
            stop(process)
            return
        player = Player(address, tmp_path)
        if spoil in NOT_TO_BE_USED:
            with pytest.raises(PhoneError, match="No new game can begin"):
                player.start()
            assert "No new game can begin" in str(player.phone.view()["detail"])
            stop(process)
            return
        player.start()
        player.play(3)
        now = player.told()
        process.kill()
    tells_after_a_start(environment, tmp_path, now)
    assert "Traceback" not in (tmp_path / "err").read_text()


# ------------------------------------------------------------------------ in the middle of a game


def fill(process: int, disk: Disk) -> None:
    disk.fill()


def make_room(process: int, disk: Disk) -> None:
    disk.make_room()


def fail(process: int, disk: Disk) -> None:
    let_writing_fail(process)


def work(process: int, disk: Disk) -> None:
    let_writing_work(process)


@pytest.mark.parametrize(
    ("spoil", "mend"), [(fill, make_room), pytest.param(fail, work, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("killed", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_disk_that_fails_in_the_middle_of_a_game_stops_nobody_and_loses_nothing(
    spoil: Callable[[int, Disk], None],
    mend: Callable[[int, Disk], None],
    killed: bool,
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    with disk_below(tmp_path / "data") as disk:
        with running(environment, tmp_path, *NO_CAMERA) as (process, address):
            player = Player(address, tmp_path)
            player.start()
            player.play(2)
            saved = player.told()
            spoil(process.pid, disk)
            played = 0
            while player.phone.view()["detail"] is None and played < 6:
                player.play(1)  # until the room that the log has already is used up
                played += 1
                saved = saved if player.phone.view()["detail"] is not None else player.told()
            assert "it is not saved" in str(player.phone.view()["detail"])
            assert player.phone.view()["status"] == "error"
            now = player.told()
            if not killed:
                mend(process.pid, disk)
                player.wait_until_saved()
            process.kill()
            process.wait()
            if killed:
                mend(process.pid, disk) if spoil is fill else None
        with running(environment, tmp_path, *NO_CAMERA) as (process, address):
            after = Player(address, tmp_path).told()
            assert after == (saved if killed else now), "what was said to be saved is there"
            stop(process)


def lock(record: Path) -> Callable[[], None]:
    other = sqlite3.connect(record, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")

    def end() -> None:
        other.execute("ROLLBACK")
        other.close()

    return end


@pytest.mark.long
def test_another_program_that_writes_to_the_record_is_waited_for(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with running(environment, tmp_path, *NO_CAMERA) as (process, address):
        player = Player(address, tmp_path)
        player.start()
        end = lock(record_below(tmp_path))
        player.play(2)
        assert "another program is using it" in str(player.phone.view()["detail"])
        end()
        player.wait_until_saved()
        now = player.told()
        process.kill()
    tells_after_a_start(environment, tmp_path, now)


def deleted(record: Path) -> None:
    record.unlink()


def deleted_with_its_log(record: Path) -> None:
    for file in record.parent.glob(f"{record.name}*"):
        file.unlink()


def moved_away(record: Path) -> None:
    record.rename(record.with_name("old.sqlite3"))


def another_put_in_its_place(record: Path) -> None:
    other = record.with_name("other.sqlite3")
    with_games(other)
    with closing(sqlite3.connect(other)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    other.replace(record)


def the_folder_moved_away(record: Path) -> None:
    keys = (record.parent / "keys.json").read_bytes()
    record.parent.rename(record.parent.with_name("old"))
    record.parent.mkdir()
    (record.parent / "keys.json").write_bytes(keys)


def emptied(record: Path) -> None:
    os.truncate(record, 0)


def scribbled_on(record: Path) -> None:
    with record.open("r+b") as file:
        file.write(b"\x5a" * 20000)


@pytest.mark.parametrize(
    "spoil",
    [
        deleted,
        pytest.param(deleted_with_its_log, marks=pytest.mark.long),
        pytest.param(moved_away, marks=pytest.mark.long),
        pytest.param(another_put_in_its_place, marks=pytest.mark.long),
        pytest.param(the_folder_moved_away, marks=pytest.mark.long),
        pytest.param(emptied, marks=pytest.mark.long),
        pytest.param(scribbled_on, marks=pytest.mark.long),
    ],
)
def test_a_record_that_is_taken_from_under_a_game_is_written_anew_with_all_of_that_game(
    spoil: Callable[[Path], None], environment: dict[str, str], tmp_path: Path
) -> None:
    """A program that has a file open writes on into it after it was deleted, and nobody notices."""
    with running(environment, tmp_path, *NO_CAMERA) as (process, address):
        player = Player(address, tmp_path)
        player.start()
        player.play(2)
        spoil(record_below(tmp_path))
        player.play(2)
        now = player.told()
        process.kill()
    tells_after_a_start(environment, tmp_path, now)


def test_a_game_whose_folder_is_closed_to_the_companion_goes_on_and_loses_nothing(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.companion.commands.test_run.RUN", without_keys(RUN))
    with running(environment, tmp_path, *NO_CAMERA) as (process, address):
        player = Player(address, tmp_path)
        player.start()
        player.play(2)
        with closed(record_below(tmp_path).parent):
            player.play(2)
        player.play(1)
        now = player.told()
        process.kill()
    tells_after_a_start(environment, tmp_path, now)


@pytest.mark.long
def test_where_no_temporary_file_can_be_made_the_page_comes_up_and_a_game_is_kept(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with disk_below(tmp_path / "tmp", "size=8k") as disk:
        disk.fill()
        short = {**environment, "TMPDIR": str(tmp_path / "tmp")}
        with running(short, tmp_path, *NO_CAMERA) as (process, address):
            player = Player(address, tmp_path)
            player.start()
            player.play(2)
            now = player.told()
            process.kill()
        tells_after_a_start(short, tmp_path, now)


# --------------------------------------------------------------------------------------- the clock

HOUR, DAY = 3600, 86400
BOOT = "=100"  # a Raspberry Pi without a network stands in 1970


@pytest.mark.parametrize(
    ("first", "then", "zone"),
    [
        (BOOT, "0", "UTC"),  # the network's time comes in the middle
        pytest.param(BOOT, BOOT, "UTC", marks=pytest.mark.long),  # it never comes, and it stands
        pytest.param("0", str(-HOUR), "Europe/Warsaw", marks=pytest.mark.long),
        pytest.param("0", str(10 * HOUR), "Europe/Bucharest", marks=pytest.mark.long),
        pytest.param("0", str(-400 * DAY), "UTC", marks=pytest.mark.long),
        pytest.param("0", "=0", "America/New_York", marks=pytest.mark.long),  # 1969 there
        pytest.param("=1774744100", "=1774744300", "Europe/Warsaw", marks=pytest.mark.long),
        pytest.param("=1792889990", "=1792890010", "Europe/Warsaw", marks=pytest.mark.long),
        pytest.param("=2147483640", "=2147483650", "UTC", marks=pytest.mark.long),  # 32 bits
        pytest.param("=253402300000", "0", "UTC", marks=pytest.mark.long),  # the last of 9999
        pytest.param("0", str(HOUR), "Nowhere/At_All", marks=pytest.mark.long),
    ],
)
def test_a_clock_that_jumps_changes_no_game_and_the_newest_goes_on(
    first: str, then: str, zone: str, environment: dict[str, str], tmp_path: Path
) -> None:
    clock = Clock(tmp_path, {**environment, "TZ": zone})
    clock.turn(first)
    with running(clock.environment, tmp_path, *NO_CAMERA) as (process, address):
        player = Player(address, tmp_path)
        player.start()
        player.play(2)
        clock.turn(then)
        player.play(2)
        assert player.phone.view()["detail"] is None
        now = player.told()
        process.kill()
    with running(clock.environment, tmp_path, *NO_CAMERA) as (process, address):
        player.phone.address = address
        assert player.told() == now
        player.play(1)
        stop(process)
    with Record(record_below(tmp_path)) as record:
        (game,) = record.games()
    year = int(game.started[:4])
    assert (year < 1971) == (first == BOOT), "the clock of the test counts"
    assert "Traceback" not in (tmp_path / "err").read_text()


def test_a_games_number_and_not_its_date_says_which_is_the_newest(
    environment: dict[str, str], tmp_path: Path
) -> None:
    clock = Clock(tmp_path, environment)
    with running(clock.environment, tmp_path, *NO_CAMERA) as (process, address):
        player = Player(address, tmp_path)
        player.start()
        player.play(1)
        player.phone.tap("new", {})
        stop(process)
    clock.turn(BOOT)
    with running(clock.environment, tmp_path, *NO_CAMERA, "--new") as (process, address):
        player = Player(address, tmp_path)
        player.start()
        player.play(3)
        now = player.told()
        process.kill()
    clock.turn("0")
    tells_after_a_start(clock.environment, tmp_path, now)
    shutil.rmtree(tmp_path / "clock")
