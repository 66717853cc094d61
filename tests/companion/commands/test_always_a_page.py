"""Whatever is broken, the page comes up, says in a sentence what is wrong, and the rest works."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.demonstration.phones import HttpPhone, PhoneError
from companion.record.games import Record
from tests.companion.closed_folder import closed, without_keys
from tests.companion.commands.test_run import RUN, SLOW, code, environment, running
from tests.companion.random_games import random_game
from tests.companion.record.written import write

__all__ = ["environment"]


def record_file(folder: Path) -> Path:
    return folder / "data" / "companion" / "games.sqlite3"


def settings_file(folder: Path) -> Path:
    file = folder / "config" / "companion" / "settings.toml"
    file.parent.mkdir(parents=True)
    return file


def with_games(folder: Path) -> Path:
    file = record_file(folder)
    with Record(file) as record:
        for seed in range(4):
            write(record, random_game(seed))
    return file


def torn(folder: Path) -> None:
    file = with_games(folder)
    file.write_bytes(file.read_bytes()[: file.stat().st_size * 2 // 3])


def scribbled_on(folder: Path) -> None:
    file = with_games(folder)
    content = bytearray(file.read_bytes())
    content[8192:12288] = b"\x5a" * 4096
    file.write_bytes(content)


def no_record(folder: Path) -> None:
    record_file(folder).parent.mkdir(parents=True)
    record_file(folder).write_text("no record" * 1000)


def a_folder_in_its_place(folder: Path) -> None:
    record_file(folder).mkdir(parents=True)


def of_a_newer_companion(folder: Path) -> None:
    db = sqlite3.connect(with_games(folder))
    db.execute("PRAGMA user_version = 99")
    db.close()


def last_game_damaged(folder: Path) -> None:
    file = with_games(folder)
    with Record(file) as record:
        game = write(record, random_game(7, turns=6))
    db = sqlite3.connect(file)
    with db:
        db.execute("DROP TRIGGER entries_do_not_change")
        db.execute("UPDATE entries SET t = t + 1 WHERE game = ? AND seq = 4", (game,))
    db.close()


def settings(text: str) -> Callable[[Path], None]:
    def write_down(folder: Path) -> None:
        settings_file(folder).write_text(text)

    return write_down


def damaged_keys(folder: Path) -> None:
    keys = folder / "data" / "companion" / "keys.json"
    keys.parent.mkdir(parents=True)
    keys.write_bytes(b"\x00" * 60)


def damaged_deck(folder: Path) -> None:
    decks = folder / "data" / "companion" / "decks"
    decks.mkdir(parents=True)
    (decks / "ours.deck").write_bytes(b"PK\x03\x04 torn")


@pytest.mark.parametrize(
    ("spoil", "arguments", "says"),
    [
        (torn, (), "The games on record were damaged and are set aside in "),
        (scribbled_on, (), "The games on record were damaged and are set aside in "),
        (no_record, (), "The games on record were damaged and are set aside in "),
        (a_folder_in_its_place, (), "it cannot be opened"),
        (of_a_newer_companion, (), "a newer companion wrote it"),
        (last_game_damaged, (), "The last game cannot go on: "),
        (settings('[web]\nport = "80"\n'), (), "only what can be used counts: web.port"),
        (settings("[web]\nprot = 8000\n"), (), "only what can be used counts: there is no key"),
        (settings("[web\n"), (), "the file is not TOML"),
        (settings("[panel.pins]\nclue = 17\nplay = 17\n"), (), "17"),
        (settings('[table]\nruleset = "gone.toml"\n'), (), "the rules are the usual ones."),
        (settings('[table]\ncamera = "folder:gone"\n'), None, "no camera watches."),
        (settings('[table]\ncamera = "picamera2"\n'), None, "no camera watches."),
        (settings('[table]\nlayout = "gone.json"\ncamera = "usb:7"\n'), None, "no camera watches."),
        (settings('[table]\ndeck = "gone"\n'), (), "There is no deck 'gone'"),
        (settings('[speech]\nkind = "machine"\nvoice = "nobody"\n'), (), ""),
        (settings('[mqtt]\nbroker = "x"\nusername = "u"\npassword_file = "gone"\n'), (), "broker"),
        (damaged_keys, (), "there is a new code"),
        (damaged_deck, (), "ours"),
        (lambda _: None, ("--deck", "gone"), "There is no deck 'gone'"),
        (lambda _: None, None, ""),
    ],
)
def test_the_page_comes_up_says_what_is_wrong_and_a_game_is_played(
    spoil: Callable[[Path], None],
    arguments: tuple[str, ...] | None,
    says: str,
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    spoil(tmp_path)
    begun = time.monotonic()
    camera = () if arguments is None else ("--camera", "none", *arguments)
    with running(environment, tmp_path, *camera) as (process, address):
        assert time.monotonic() - begun < 20, "3 s where nothing else runs"
        phone = HttpPhone(address, code(tmp_path), 0)
        view = phone.view()
        assert says in str(view["detail"]), view["detail"]
        if not (record_file(tmp_path).is_dir() or "newer" in says):
            plays(phone)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0
    assert "Traceback" not in (tmp_path / "err").read_text()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('ruleset = "gone.toml"', "gone.toml: nie ma takiego pliku ani folderu; "),
        ('camera = "folder:gone"', "gone nie jest folderem ze zdjęciami; żadna "),
        (
            'layout = "gone.json"\ncamera = "usb:7"',
            "gone.json: nie ma takiego pliku ani folderu; żadna ",
        ),
    ],
)
def test_a_polish_page_says_in_polish_what_is_wrong_with_the_settings(
    text: str, says: str, environment: dict[str, str], tmp_path: Path
) -> None:
    settings(f"[table]\n{text}\n")(tmp_path)
    with running(environment, tmp_path) as (process, address):
        said = HttpPhone(address, code(tmp_path), 0).view()["said_in"]["pl"]["detail"]
        assert says in said, said
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0


def a_torn_pack(folder: Path) -> None:
    damaged_deck(folder)


@pytest.mark.parametrize(
    ("spoil", "arguments", "says"),
    [
        (torn, (), "The games on record were damaged and are set aside in "),
        (of_a_newer_companion, (), "a newer companion wrote it"),
        (settings("[web\n"), (), "the file is not TOML"),
        (settings('[table]\nlayout = "gone.json"\n'), None, "no camera watches."),
        (settings('[table]\ncamera = "folder:gone"\n'), None, "no camera watches."),
        (settings('[table]\ncamera = "usb:7"\nlayout = "gone.json"\n'), None, "no camera watches."),
        (settings('[table]\ndeck = "gone"\n'), (), "no pictures of piles are read."),
        (a_torn_pack, (), "no pictures of piles are read."),
        (damaged_keys, (), "there is a new code"),
    ],
)
def test_of_hana_awase_too_the_page_comes_up_and_says_what_is_wrong(
    spoil: Callable[[Path], None],
    arguments: tuple[str, ...] | None,
    says: str,
    environment: dict[str, str],
    tmp_path: Path,
) -> None:
    spoil(tmp_path)
    camera = () if arguments is None else ("--camera", "none", *arguments)
    with running(environment, tmp_path, "--game", "hana-awase", *camera) as (process, address):
        phone = HttpPhone(address, code(tmp_path), 0)
        view = phone.view()
        assert says in str(view["detail"]), view["detail"]
        begin = {"version": view["version"], "players": 2, "dealer": 0}
        if "newer" in says:
            with pytest.raises(PhoneError, match="newer companion"):
                phone.send("hana/begin", begin)
        else:
            phone.send("hana/begin", begin)
            phone.send("hana/put", {"card": "01-crane", "to": 1})
            assert phone.view()["piles"][1]["cards"] == ["01-crane"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0
    assert "Traceback" not in (tmp_path / "err").read_text()


def test_where_nothing_at_all_can_be_kept_the_page_comes_up_and_it_is_said(
    environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("no folder")
    with running(environment, tmp_path, "--camera", "none") as (process, address):
        assert urllib.request.urlopen(address, timeout=SLOW).status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0
    said = (tmp_path / "err").read_text()
    assert "Traceback" not in said
    assert "games.sqlite3" in said


def test_where_nobody_may_look_the_page_comes_up_and_it_is_said(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings('[table]\ndeck = "ours"\n')(tmp_path)
    monkeypatch.setattr("tests.companion.commands.test_run.RUN", without_keys(RUN))
    with (
        closed(tmp_path / "data" / "companion"),
        running(environment, tmp_path, "--camera", "none") as (process, address),
    ):
        assert urllib.request.urlopen(address, timeout=SLOW).status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0
    said = (tmp_path / "err").read_text()
    assert "Traceback" not in said
    assert "games.sqlite3 cannot be used: it cannot be opened" in said
    assert "keys.json cannot be read: Permission denied" in said
    assert "backup" not in said, "none is there, and none was asked for"


@pytest.mark.parametrize("game", ["hanabi", "hana-awase"])
def test_where_the_terminal_can_be_told_nothing_the_page_comes_up_and_stays(
    environment: dict[str, str], tmp_path: Path, game: str
) -> None:
    """Its output goes to a file on a disk that is full."""
    (tmp_path / "out").symlink_to("/dev/full")
    with running(environment, tmp_path, "--camera", "none", "--game", game) as (process, address):
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.0)
        assert urllib.request.urlopen(address, timeout=SLOW).status == 200
        process.send_signal(signal.SIGTERM)
        process.wait(SLOW)
    assert "Traceback" not in (tmp_path / "err").read_text()


def plays(phone: HttpPhone) -> None:
    phone.tap("start", {"first": 0, "players": 2})
    view = phone.view()
    assert view["phase"] == "playing"


def test_what_was_damaged_is_set_aside_and_the_new_record_keeps_new_games(
    environment: dict[str, str], tmp_path: Path
) -> None:
    torn(tmp_path)
    before = record_file(tmp_path).read_bytes()
    with running(environment, tmp_path, "--camera", "none") as (process, address):
        plays(HttpPhone(address, code(tmp_path), 0))
        process.kill()
    (aside,) = (tmp_path / "data" / "companion" / "set-aside").glob("damaged-*/games.sqlite3")
    assert aside.read_bytes() == before
    with running(environment, tmp_path, "--camera", "none") as (process, address):
        view = HttpPhone(address, code(tmp_path), 0).view()
        assert view["phase"] == "playing"
        assert view["detail"] is None
        os.kill(process.pid, signal.SIGTERM)


def test_a_game_that_cannot_be_written_at_the_start_goes_on_and_is_saved_once_it_can_be(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """A lock that is held stands for a disk that may not be written to, also for root."""
    file = record_file(tmp_path)
    with Record(file) as record:
        write(record, random_game(7, turns=3))
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with running(environment, tmp_path, "--camera", "none") as (process, address):
        phone = HttpPhone(address, code(tmp_path), 0)
        assert "another program is using it" in str(phone.view()["detail"])
        assert phone.view()["phase"] != "lobby", "the unfinished game goes on"
        other.execute("ROLLBACK")
        until = time.monotonic() + SLOW
        while phone.view()["detail"] is not None:
            assert time.monotonic() < until
            time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0
    other.close()
