"""A backup is put back on any machine, whole or not at all, also when the power goes."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from companion.backup.backup import Places
from companion.backup.faults import BackupError
from companion.backup.record_check import check_record
from companion.backup.restoring import (
    commit,
    finish,
    is_waiting,
    remove_left_overs,
    restore,
    restoring,
)
from companion.files.lock import FolderLock
from companion.files.paths import PICTURES
from companion.files.quarantine import ASIDE
from companion.hana_table.record import HanaRecord
from companion.record.games import Record
from companion.record.schema import MIGRATIONS
from tests.companion.backup.machines import AT, SETTINGS, kept, machine, put_back, saved
from tests.companion.record.written import from_sql

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests" / "data"


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


def test_another_phone_that_looks_meanwhile_takes_nothing_away_from_it(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", games=2, settings=SETTINGS)
    new = machine(tmp_path / "new")
    file = saved(old, tmp_path / "b.zip")
    with restoring(file, new, AT, Path.read_bytes, check_record) as ready:
        with restoring(file, new, AT, Path.read_bytes, check_record):
            assert ready.folder.exists()
        restore(ready, new)
    assert kept(new) == kept(old)


def test_what_somebody_unpacked_who_was_killed_is_removed(tmp_path: Path) -> None:
    places = machine(tmp_path / "new", games=1)
    left = places.record.parent / ".restoring-left"
    (left / "decks").mkdir(parents=True)
    file = saved(places, tmp_path / "b.zip")
    put_back(file, places)
    assert left.exists(), "somebody may just have begun"
    os.utime(left, (0, 0))
    put_back(file, places)
    assert not left.exists()


def test_what_a_killed_restore_left_goes_when_the_companion_starts(tmp_path: Path) -> None:
    places = machine(tmp_path / "new", games=1)
    left, open_still = (places.record.parent / f".restoring-{name}" for name in ("left", "open"))
    for folder in (left, open_still):
        (folder / "decks").mkdir(parents=True)
        os.utime(folder, (0, 0))
    lock = FolderLock(open_still)
    lock.take()
    os.utime(open_still, (0, 0))
    remove_left_overs(places)
    assert not left.exists()
    assert open_still.exists(), "somebody else looks at it"
    lock.release()


def test_what_a_killed_restore_left_and_cannot_be_removed_is_named_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = machine(tmp_path / "new", games=1)
    left = places.record.parent / ".restoring-left"
    left.mkdir()
    os.utime(left, (0, 0))

    def read_only(_: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(shutil, "rmtree", read_only)
    with pytest.raises(BackupError, match="unpacked of a backup before cannot be removed: Read-"):
        remove_left_overs(places)


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
    file, raw = tmp_path / "b.zip", from_sql(tmp_path / "raw.sqlite3", sql)
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
            2: [(2, 4, "")],
            3: [(2, 4, "Rainy evening")],
            4: [(2, 4, "Rainy evening")],
            5: [(2, 4, "Rainy evening")],
            6: [(2, 4, "Rainy evening"), (2, 0, "")],
            7: [(2, 4, "Rainy evening"), (2, 0, ""), (2, 12, ""), (5, 49, "")],
            8: [(2, 4, "Rainy evening"), (2, 0, ""), (2, 12, ""), (5, 49, "")],
            9: [(2, 4, "Rainy evening"), (2, 0, ""), (2, 12, ""), (5, 49, "")],
        }[version]
    ), "and of the demonstration's game in them nothing is said"
    assert hana_games == ([7, 1] if version >= 4 else [])
    assert (ready.contents.games, ready.contents.hana_games) == (len(games), len(hana_games))


def test_every_version_has_a_record_in_the_tests_data() -> None:
    found = {path.name for path in DATA.glob("record-*.sql")}
    assert found == {f"record-{version}.sql" for version in range(1, len(MIGRATIONS) + 1)}


# ------------------------------------------------------------------------------- the power goes


def test_a_backup_that_counts_is_put_in_place_later(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", games=1, settings=SETTINGS)
    places = machine(tmp_path / "here", games=2)
    before = kept(places)
    file = saved(old, tmp_path / "b.zip")
    open_table = Record(places.record)
    with restoring(file, places, AT, Path.read_bytes, check_record) as ready, open_table:
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
from companion.backup.record_check import check_record

root, file = Path(sys.argv[1]), Path(sys.argv[2])
AT = "2026-11-20T19:30:00Z"

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
    def killed_at(step, what):
        child = os.fork()
        if child:
            return os.waitpid(child, 0)[1] != 0
        left = [step]
        for name in ("rename", "replace", "unlink", "write_text"):
            setattr(Path, name, dying(getattr(Path, name), left))
        for one, name in ((os, "fsync"), (shutil, "rmtree"), (shutil, "copyfile")):
            setattr(one, name, dying(getattr(one, name), left))
        what()
        os._exit(0)

    def restore():
        with restoring.restoring(file, places, AT, Path.read_bytes, check_record) as ready:
            restoring.restore(ready, places)

    if not killed_at(n, restore):
        print(n)
        break
    for again in range(1, 1 + n % 4):  # and again while what was left is finished
        killed_at(again, lambda: restoring.finish(places))
"""


def test_killed_at_any_step_it_is_the_old_or_the_new_and_nothing_is_lost(tmp_path: Path) -> None:
    old = machine(tmp_path / "old", "ours", games=1, settings=SETTINGS)
    here = machine(tmp_path / "here", "ours", "mine", games=2, settings="[web]\nport = 9000\n")
    shots = here.record.with_name(PICTURES)
    shots.mkdir()
    (shots / "1.png").write_bytes(b"of game 1")
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
        state = places.record.parent
        (shot,) = [*state.glob(f"{PICTURES}/*.png"), *state.glob(f"{ASIDE}/*/{PICTURES}/*.png")]
        assert (shot.parent.parent == state) == (now == before), "they stay with their games"
        assert not list(state.glob(".restoring-*")) or now == before, "nothing lies about"
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
