"""A backup is put back on any machine, whole or not at all; what is none changes nothing."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.backup.backup import Places, backup
from companion.backup.faults import BackupError, Fault
from companion.backup.file import MOST_UNPACKED
from companion.backup.restoring import (
    ASIDE,
    Restoring,
    commit,
    finish,
    is_waiting,
    restore,
    restoring,
)
from companion.hana_table.record import HanaRecord
from companion.hanabi.moves import Terminate
from companion.record.games import Record
from companion.record.schema import MIGRATIONS
from tests.companion.archive.test_archive import keep
from tests.companion.archive.test_review import recorded
from tests.companion.hanabi.tables import play

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "data"
AT = "2026-11-20T19:30:00Z"
SETTINGS = "[web]\nport = 8001\n"


def machine(folder: Path, *decks: str, games: int = 0, settings: str | None = None) -> Places:
    """Return the places of a companion that keeps this much."""
    places = Places(
        folder / "state" / "games.sqlite3",
        folder / "state" / "decks",
        folder / "config" / "settings.toml",
    )
    places.decks.mkdir(parents=True)
    for name in decks:
        (places.decks / f"{name}.deck").write_text(f"{folder.name}'s {name}")
    for _ in range(games):
        keep(places.record, recorded(play(0, "r1"), Terminate(None)))
    if settings is not None:
        places.settings.parent.mkdir(parents=True)
        places.settings.write_text(settings)
    return places


def saved(places: Places, file: Path) -> Path:
    file.write_bytes(backup(places, AT).data)
    return file


def put_back(
    file: Path, places: Places, check: Callable[[Path], object] = Path.read_bytes
) -> Restoring:
    with restoring(file, places, AT, check) as ready:
        restore(ready, places)
    return ready


def kept(places: Places) -> dict[str, object]:
    """All that a companion keeps, without what is set aside."""
    games: tuple[object, ...] = ()
    if places.record.exists():
        with Record(places.record) as record:
            games = tuple((one, record.entries(one.id)) for one in record.games())
    decks = {deck.name: deck.read_bytes() for deck in sorted(places.decks.glob("*"))}
    settings = places.settings.read_text() if places.settings.exists() else None
    return {"games": games, "decks": decks, "settings": settings}


def test_another_machine_has_everything_afterwards(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", "hers", games=3, settings=SETTINGS)
    with Record(old.record) as record:
        record.remark(2, title="Rainy evening", names=["Ann", None])
    new = machine(tmp_path / "new")
    ready = put_back(saved(old, tmp_path / "b.zip"), new)
    assert kept(new) == kept(old)
    assert (ready.contents.games, ready.contents.decks) == (3, ("hers", "ours"))
    assert (ready.replaced.record, ready.replaced.decks, ready.replaced.settings) == (
        False,
        (),
        False,
    )
    assert sorted(path.name for path in new.record.parent.iterdir()) == ["decks", "games.sqlite3"]


def test_what_had_the_place_is_set_aside_and_other_decks_stay(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", games=1, settings=SETTINGS)
    new = machine(tmp_path / "new", "ours", "mine", games=2, settings="[web]\nport = 9000\n")
    before = kept(new)
    ready = put_back(saved(old, tmp_path / "b.zip"), new)
    after = kept(new)
    assert (after["games"], after["settings"]) == (kept(old)["games"], SETTINGS)
    assert after["decks"] == {"ours.deck": b"old's ours", "mine.deck": b"new's mine"}
    assert (ready.replaced.games, ready.replaced.decks, ready.replaced.settings) == (
        2,
        ("ours",),
        True,
    )
    assert ready.aside.parent == new.record.parent / ASIDE
    assert (ready.aside / "decks" / "ours.deck").read_text() == "new's ours"
    assert ready.settings_aside.read_text() == "[web]\nport = 9000\n"
    with Record(ready.aside / "games.sqlite3") as record:
        assert len(record.games()) == len(before["games"])  # type: ignore[arg-type]


def test_pictures_are_in_no_backup_and_go_aside_with_the_games_that_they_show(
    tmp_path: Path,
) -> None:
    old, new = (machine(tmp_path / name, games=1) for name in ("old", "new"))
    for places in (old, new):
        picture = places.record.parent / "pictures" / "1" / "0001.jpg"
        picture.parent.mkdir(parents=True)
        picture.write_text(str(places.record))
    ready = put_back(saved(old, tmp_path / "b.zip"), new)
    assert (ready.aside / "pictures" / "1" / "0001.jpg").read_text() == str(new.record)
    assert list((new.record.parent / "pictures").iterdir()) == []


def test_restored_twice_in_one_second_nothing_that_was_set_aside_is_lost(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", games=1)
    new = machine(tmp_path / "new", games=2)
    file = saved(old, tmp_path / "b.zip")
    first, second = put_back(file, new), put_back(file, new)
    assert first.aside != second.aside
    with Record(first.aside / "games.sqlite3") as record:
        assert len(record.games()) == 2


# ---------------------------------------------------------------------------------- old versions


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS) + 1))
def test_a_backup_with_a_record_of_any_version_is_restored(version: int, tmp_path: Path) -> None:
    old = machine(tmp_path / "old")
    sql = (DATA / f"record-{version}.sql").read_text(encoding="utf-8")
    file, raw = tmp_path / "b.zip", tmp_path / "raw.sqlite3"
    db = sqlite3.connect(raw)
    db.executescript(sql)
    db.close()
    with zipfile.ZipFile(file, "w") as archive:  # as the first companions made it
        archive.write(raw, "games.sqlite3")
    ready = put_back(file, old)
    with Record(old.record) as record, HanaRecord(old.record) as hana:
        games = [(one.players, one.turns, one.title) for one in record.games()]
        hana_games = [one.steps for one in hana.games()]
    assert (
        games
        == {
            1: [(5, 50, ""), (2, 22, ""), (3, 6, "")],
            2: [(2, 4, ""), (2, 2, "")],
            3: [(2, 4, "Rainy evening"), (2, 2, "")],
            4: [(2, 4, "Rainy evening"), (2, 2, "")],
        }[version]
    )
    assert hana_games == ([7, 1] if version == 4 else [])
    assert (ready.contents.games, ready.contents.hana_games) == (len(games), len(hana_games))


def test_every_version_has_a_record_in_the_tests_data() -> None:
    found = {path.name for path in DATA.glob("record-*.sql")}
    assert found == {f"record-{version}.sql" for version in range(1, len(MIGRATIONS) + 1)}


# ------------------------------------------------------------------------------ what is refused


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


def test_a_backup_that_is_cut_off_or_changed_anywhere_is_refused_or_whole(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", games=1, settings=SETTINGS)
    whole = saved(old, tmp_path / "b.zip").read_bytes()
    places = machine(tmp_path / "here", games=2)
    before, file = kept(places), tmp_path / "spoiled.zip"
    for at in range(0, len(whole), max(1, len(whole) // 150)):
        changed = whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]
        for spoiled in (whole[:at], changed):
            file.write_bytes(spoiled)
            with suppress(BackupError), restoring(file, places, AT, Path.read_bytes) as ready:
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


# ------------------------------------------------------------------------------- the power goes


def test_a_backup_that_counts_is_put_in_place_later(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", games=1, settings=SETTINGS)
    places = machine(tmp_path / "here", games=2)
    before = kept(places)
    file = saved(old, tmp_path / "b.zip")
    open_table = Record(places.record)
    with restoring(file, places, AT, Path.read_bytes) as ready, open_table:
        commit(ready, places)
        with pytest.raises(BackupError):
            finish(places)
    assert is_waiting(places)
    assert kept(places)["games"] == before["games"]
    finish(places)
    assert kept(places) == kept(old)
    finish(places)
    assert kept(places) == kept(old), "the second time there is nothing to do"


CHILD = """
import os, shutil, sys
from pathlib import Path
from companion.backup.backup import Places
from companion.backup import restoring

root, file = Path(sys.argv[1]), Path(sys.argv[2])

def dying(call, left):
    def wrapped(*given, **more):
        left[0] -= 1
        if not left[0]:
            os._exit(9)
        return call(*given, **more)
    return wrapped

for n in range(1, 1000):
    shutil.copytree(root / "here", root / str(n))
    here = root / str(n)
    state, settings = here / "state", here / "config/settings.toml"
    places = Places(state / "games.sqlite3", state / "decks", settings)
    child = os.fork()
    if child == 0:
        left = [n]
        for name in ("rename", "replace", "unlink", "write_text"):
            setattr(Path, name, dying(getattr(Path, name), left))
        for one, name in ((os, "fsync"), (shutil, "rmtree"), (shutil, "copyfile")):
            setattr(one, name, dying(getattr(one, name), left))
        with restoring.restoring(file, places, "2026-11-20T19:30:00Z", Path.read_bytes) as ready:
            restoring.restore(ready, places)
        os._exit(0)
    if os.waitpid(child, 0)[1] == 0:
        print(n)
        break
"""


def test_killed_at_any_step_it_is_the_old_or_the_new_and_nothing_is_lost(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", games=1, settings=SETTINGS)
    here = machine(tmp_path / "here", "ours", "mine", games=2, settings="[web]\nport = 9000\n")
    before, file = kept(here), saved(old, tmp_path / "b.zip")
    after = {**kept(old), "decks": {"mine.deck": b"here's mine", "ours.deck": b"old's ours"}}
    ran = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path), str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.stderr == ""
    steps, outcomes = int(ran.stdout), []
    for step in range(1, steps + 1):
        places = Places(
            tmp_path / str(step) / "state" / "games.sqlite3",
            tmp_path / str(step) / "state" / "decks",
            tmp_path / str(step) / "config" / "settings.toml",
        )
        finish(places)  # as whoever starts the companion again does
        now = kept(places)
        assert now in (before, after), step
        outcomes.append(now == after)
        if now == after:
            (aside,) = places.record.parent.glob(f"{ASIDE}/*/games.sqlite3")
            with Record(aside) as record:
                assert len(record.games()) == 2
            (settings,) = places.settings.parent.glob("settings-*.toml")
            assert "9000" in settings.read_text()
    assert steps > 15
    assert outcomes == sorted(outcomes), "once it counts, it counts"
    assert outcomes[-1]
    assert not outcomes[0]
