"""What is no backup, or cannot be put back now, changes nothing."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from companion.backup.faults import BackupError, Fault
from companion.backup.file import MOST_UNPACKED
from companion.backup.record_check import check_record
from companion.backup.restoring import is_waiting, restoring
from companion.record.games import Record
from companion.record.schema import MIGRATIONS
from tests.companion.backup.machines import AT, SETTINGS, kept, machine, put_back, saved
from tests.companion.files.test_zip_listing import ENDLESS, listing


def zipped(*parts: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts:
            archive.writestr(name, data)
    return out.getvalue()


REAL = 5 << 20
"""Bytes of a part whose size is easily found in the ZIP file."""


def declared(size: int, *parts: tuple[str, bytes]) -> bytes:
    """Return a ZIP file that says of its part of `REAL` bytes that it has ``size``."""
    real, said = (number.to_bytes(4, "little") for number in (REAL, size))
    data = zipped(*parts)
    assert data.count(real) == 2, "in the part's own header and in the list"
    return data.replace(real, said)


def about(**changes: object) -> tuple[str, bytes]:
    said = {"kind": "companion", "version": 1, "made": AT, **changes}
    return "backup.json", json.dumps(said).encode()


def newer_record() -> bytes:
    db = sqlite3.connect(":memory:")
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.execute("CREATE TABLE games (id)")
    return db.serialize()


def foreign_record(version: int) -> bytes:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE bookmarks (url TEXT)")
    db.execute(f"PRAGMA user_version = {version}")
    db.commit()
    return db.serialize()


REFUSED: dict[str, tuple[bytes, Fault]] = {
    "a letter": (b"Dear all, the games are in the other file. " * 9, Fault.FOREIGN),
    "nothing": (b"", Fault.FOREIGN),
    "an empty zip": (zipped(), Fault.FOREIGN),
    "another zip": (zipped(("holiday.jpg", b"\xff\xd8")), Fault.FOREIGN),
    "a book": (zipped(("backup.json", b'{"kind": "e-book", "version": 1}')), Fault.FOREIGN),
    "no object": (zipped(("backup.json", b"[" * 9999)), Fault.FOREIGN),
    "a newer backup": (zipped(about(version=2)), Fault.NEWER),
    "a newer record": (zipped(about(), ("games.sqlite3", newer_record())), Fault.NEWER),
    "another's record": (zipped(("games.sqlite3", foreign_record(0))), Fault.GAMES),
    "another's record that says it is ours": (
        zipped(("games.sqlite3", foreign_record(len(MIGRATIONS)))),
        Fault.GAMES,
    ),
    "no record": (zipped(("games.sqlite3", b"no record, but a letter " * 99)), Fault.GAMES),
    "an empty record": (zipped(about(), ("games.sqlite3", b"")), Fault.GAMES),
    "a way out": (zipped(about(), ("../escaped.deck", b"x")), Fault.STRANGE),
    "a way out by decks": (zipped(about(), ("decks/../../escaped.deck", b"x")), Fault.STRANGE),
    "a way out for Windows": (zipped(about(), ("decks/..\\escaped.deck", b"x")), Fault.STRANGE),
    "from the root": (zipped(about(), ("/etc/escaped.deck", b"x")), Fault.STRANGE),
    "something else": (zipped(about(), ("keys.json", b"{}")), Fault.STRANGE),
    "a deck that is none": (zipped(about(), ("decks/ours.deck", b"x")), Fault.DECK),
    "settings that are none": (zipped(about(), ("settings.toml", b"[web\n")), Fault.SETTINGS),
    "settings of another program": (
        zipped(about(), ("settings.toml", b"[x]\ny=1")),
        Fault.SETTINGS,
    ),
    "a bomb": (
        zipped(about(), ("games.sqlite3", bytes((MOST_UNPACKED + 1) << 20))),
        Fault.TOO_LARGE,
    ),
    "many decks": (
        zipped(about(), *((f"decks/{n}.deck", b"") for n in range(600))),
        Fault.TOO_LARGE,
    ),
}


def no_deck(path: Path) -> None:
    raise ValueError(f"{path} is no deck")


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_backup_changes_nothing(what: str, tmp_path: Path) -> None:
    data, fault = REFUSED[what]
    places = machine(tmp_path / "here", "ours", games=1, settings=SETTINGS)
    before, file = kept(places), tmp_path / "b.zip"
    file.write_bytes(data)
    with pytest.raises(BackupError) as refused:
        put_back(file, places, no_deck)
    assert refused.value.fault is fault
    assert "\n" not in str(refused.value)
    assert kept(places) == before
    assert {path.name for path in places.record.parent.iterdir()} == {"decks", "games.sqlite3"}
    assert not list(tmp_path.rglob("escaped*"))


def test_a_bomb_that_lies_about_its_size_is_not_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "b.zip"
    file.write_bytes(declared(100, about(), ("games.sqlite3", bytes(REAL))))
    places = machine(tmp_path / "here", games=1)
    with pytest.raises(BackupError) as refused:
        put_back(file, places)
    assert refused.value.fault is Fault.DAMAGED


def test_a_list_of_countless_parts_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, places = tmp_path / "b.zip", machine(tmp_path / "here", games=1)
    file.write_bytes(listing(ENDLESS, 1))
    monkeypatch.setattr(zipfile, "ZipFile", lambda _file: pytest.fail("it was read"))
    with pytest.raises(BackupError) as refused:
        put_back(file, places)
    assert refused.value.fault is Fault.FOREIGN


def test_a_backup_that_is_cut_off_or_changed_anywhere_is_refused_or_whole(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", games=1, settings=SETTINGS)
    whole = saved(old, tmp_path / "b.zip").read_bytes()
    places = machine(tmp_path / "here", games=2)
    before, file = kept(places), tmp_path / "spoiled.zip"
    directory = range(len(whole) - 400, len(whole))  # where one byte can hide a whole part
    for at in {*range(0, len(whole), max(1, len(whole) // 150)), *directory}:
        changed = whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]
        for spoiled in (whole[:at], changed):
            file.write_bytes(spoiled)
            with (
                suppress(BackupError),
                restoring(file, places, AT, Path.read_bytes, check_record) as ready,
            ):
                # a byte that says nothing, such as a date of a part
                assert (ready.contents.games, ready.contents.settings) == (1, True)
    assert kept(places) == before


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="No such file"):
        put_back(tmp_path / "none.zip", machine(tmp_path / "here"))


def test_a_full_disk_is_said_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(machine(tmp_path / "old", games=1), tmp_path / "b.zip")
    usage = shutil.disk_usage(tmp_path)._replace(free=0)
    monkeypatch.setattr("companion.backup.file.shutil.disk_usage", lambda _: usage)
    with pytest.raises(BackupError, match="no space left"):
        put_back(file, machine(tmp_path / "here"))


def test_while_another_program_uses_the_games_nothing_is_restored(tmp_path: Path) -> None:
    file = saved(machine(tmp_path / "old", games=1), tmp_path / "b.zip")
    places = machine(tmp_path / "here", games=2)
    before = kept(places)
    with Record(places.record), pytest.raises(BackupError) as refused:
        put_back(file, places)
    assert refused.value.fault is Fault.IN_USE
    assert not is_waiting(places), "it is not restored later, either"
    assert kept(places) == before


def test_a_record_that_is_spoiled_is_set_aside_as_it_is(tmp_path: Path) -> None:
    file = saved(machine(tmp_path / "old", games=1), tmp_path / "b.zip")
    places = machine(tmp_path / "here")
    places.record.write_bytes(b"spoiled " * 999)
    ready = put_back(file, places)
    assert (ready.replaced.record, ready.replaced.games) == (True, None)
    assert (ready.aside / "games.sqlite3").read_bytes() == b"spoiled " * 999
    with Record(places.record) as record:
        assert len(record.games()) == 1


@pytest.mark.parametrize(
    "harm",
    [
        "DROP TRIGGER entries_do_not_change; CREATE TRIGGER entries_do_not_change"
        " AFTER INSERT ON entries BEGIN DELETE FROM games; END",
        "DROP TRIGGER games_do_not_change; CREATE TRIGGER games_do_not_change"
        " BEFORE UPDATE ON games BEGIN SELECT 1; END",
        "DROP TABLE remarks; CREATE TABLE remarks (game, title, names)",
        "CREATE VIEW more AS SELECT * FROM games",
        "CREATE INDEX more ON games (started)",
    ],
)
def test_a_record_whose_triggers_or_tables_say_something_else_is_refused(
    harm: str, tmp_path: Path
) -> None:
    assert "it is not a record of games" in refused_with(tmp_path, harm)


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET t = 7.5 WHERE game = 1 AND seq = 3",
        "UPDATE entries SET events = '[{}]', sum = NULL WHERE game = 1",
        "UPDATE games SET ruleset = '7', started = 'x' WHERE id = 1",
    ],
)
def test_a_record_with_a_game_that_cannot_be_read_is_refused(harm: str, tmp_path: Path) -> None:
    says = refused_with(tmp_path, harm, anyway=True)
    assert "the games in the backup cannot be used: game 1" in says


def refused_with(folder: Path, harm: str, *, anyway: bool = False) -> str:
    """What is said of a backup whose record was harmed; with ``anyway`` past its triggers."""
    old, new = machine(folder / "old", games=2), machine(folder / "new")
    db = sqlite3.connect(old.record)
    triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers if anyway else ():
        db.execute(f"DROP TRIGGER {name}")
    db.executescript(harm)
    for _, sql in triggers if anyway else ():
        db.execute(sql)
    db.commit()
    db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    file = folder / "harmed.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("games.sqlite3", old.record.read_bytes())
    with pytest.raises(BackupError) as refused:
        put_back(file, new)
    assert not new.record.exists()
    return str(refused.value)
