"""Everything saved into one file and put back, on the command line."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.files.paths import decks_directory, record_file, settings_file
from companion.hanabi.moves import Terminate
from companion.record.games import Record
from tests.companion.archive.test_archive import keep
from tests.companion.archive.test_review import recorded
from tests.companion.hanabi.tables import play
from vision.deck import Deck, Exemplar, exemplar_pixels
from vision.deck_file import load_deck, save_deck

FINISHED = recorded(play(0, "r1"), Terminate(None))
RUNNING = recorded(play(0, "r1"))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at(tmp_path / "here", monkeypatch)


def at(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sit down at the machine whose things lie in ``folder``."""
    monkeypatch.setenv("STATE_DIRECTORY", str(folder / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    return folder


def learnt(name: str) -> None:
    wide, high = exemplar_pixels((63.0, 88.0))
    face = np.full((high, wide, 3), 90, np.uint8)
    cv2.circle(face, (60, 90), 40, (0, 0, 200), -1)
    save_deck(Deck(name, (63.0, 88.0), (Exemplar("r1", face),)), decks_directory() / f"{name}.deck")


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> list[str]:
    """The lines of a command that works."""
    code = main([*map(str, arguments)])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out.splitlines()


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    code = main([*map(str, arguments)])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err.removeprefix("companion: ").removesuffix("\n")


def test_a_backup_goes_to_another_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.zip"
    keep(record_file(), FINISHED)
    keep(record_file(), RUNNING)
    learnt("ours")
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("[web]\nport = 8001\n")
    assert said(capsys, "backup", file) == [
        f"{file}: 1 game, deck ours, the settings",
        "1 game is not in it: it is not over, or damaged.",
    ]
    at(tmp_path / "there", monkeypatch)
    (line,) = said(capsys, "restore", file)
    assert line.startswith(f"Restored from {file}, made 20")
    assert line.endswith(": 1 game, deck ours, the settings.")
    assert load_deck(decks_directory() / "ours.deck").name == "ours"
    assert settings_file().read_text() == "[web]\nport = 8001\n"
    assert len(said(capsys, "games", "list", "--json")) == 1


def test_what_is_replaced_is_said_and_where_it_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.zip"
    keep(record_file(), FINISHED)
    learnt("ours")
    said(capsys, "backup", file)
    keep(record_file(), FINISHED)
    _, aside = said(capsys, "restore", file)
    folder, _, what = aside.removeprefix("What was there is set aside in ").partition(": ")
    assert what == "2 games, deck ours."
    with Record(Path(folder) / "games.sqlite3") as record:
        assert len(record.games()) == 2


def test_where_there_is_nothing_the_backup_says_so_and_can_be_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    file = tmp_path / "b.zip"
    assert said(capsys, "backup", file) == [f"{file}: nothing: there is nothing to keep yet"]
    assert not here.exists()
    (line,) = said(capsys, "restore", file)
    assert line.endswith(": nothing.")


def test_a_damaged_deck_and_settings_that_cannot_be_used_are_named_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.zip"
    learnt("ours")
    (decks_directory() / "hers.deck").write_text("no deck")
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("[web]\nprt = 8001\n")
    assert said(capsys, "backup", file) == [
        f"{file}: deck ours",
        "The deck hers is not in it: it cannot be used.",
        "The settings are not in it: there is no key web.prt; do you mean web.port?",
    ]
    at(tmp_path / "there", monkeypatch)
    (line,) = said(capsys, "restore", file)
    assert line.endswith(": deck ours.")


def test_settings_that_cannot_be_read_keep_the_older_backup(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.zip"
    file.write_text("the older one")
    settings_file().mkdir(parents=True)
    says = f"no backup can be made: {settings_file()}: Is a directory"
    assert complaint(capsys, "backup", file) == says
    assert file.read_text() == "the older one"


def test_a_backup_that_cannot_be_written_leaves_the_older_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.zip"
    said(capsys, "backup", file)
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.files.whole_file.os.fsync", full)
    assert complaint(capsys, "backup", file) == f"cannot write {file}: No space left on device"
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]
    assert "No such file" in complaint(capsys, "backup", tmp_path / "none" / "b.zip")


def test_a_backup_goes_where_a_link_leads_and_into_no_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    newest, pipe = tmp_path / "newest.zip", tmp_path / "pipe"
    newest.symlink_to("b.zip")
    said(capsys, "backup", newest)
    assert newest.is_symlink()
    assert zipfile.is_zipfile(tmp_path / "b.zip")
    os.mkfifo(pipe)
    not_a_file = "it is a pipe or a device, not a file"
    assert complaint(capsys, "backup", pipe) == f"cannot write {pipe}: {not_a_file}"
    assert pipe.is_fifo()
    assert not_a_file in complaint(capsys, "restore", pipe)
    assert not_a_file in complaint(capsys, "restore", "/dev/zero")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"a letter", "it is no backup that the companion made"),
        (b"PK\x03\x04 cut off", "the backup is cut off or damaged"),
        (None, "the backup cannot be read: No such file or directory"),
    ],
)
def test_what_is_no_backup_is_one_line(
    data: bytes | None, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.zip"
    if data is not None:
        file.write_bytes(data)
    assert complaint(capsys, "restore", file) == f"{file}: {says}"


def test_a_deck_in_it_that_is_none_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("decks/\x1b[31mours.deck", b"no deck")
    (tmp_path / "b.zip").write_bytes(out.getvalue())
    said = complaint(capsys, "restore", tmp_path / "b.zip")
    assert said.isprintable()
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("decks/ours.deck", b"no deck")
    assert "the deck ours in the backup" in complaint(capsys, "restore", tmp_path / "c.zip")


def test_while_the_companion_runs_nothing_is_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.zip"
    keep(record_file(), FINISHED)
    said(capsys, "backup", file)
    with Record(record_file()):
        assert "end the companion first" in complaint(capsys, "restore", file)
    assert len(said(capsys, "restore", file)) == 2


def test_what_the_power_cut_short_is_finished_by_the_next_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.zip"
    keep(record_file(), FINISHED)
    said(capsys, "backup", file)
    keep(record_file(), FINISHED)

    def power_goes(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dark:
        dark.setattr("companion.backup.restoring._move", power_goes)
        assert main(["restore", str(file)]) == 130
    assert len(said(capsys, "games", "list", "--json")) == 1
