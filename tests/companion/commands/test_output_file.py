"""Whatever is written for people, the companion's own files are never what is written over."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands.errors import UnusableInput
from companion.commands.output_file import write_output
from companion.files.paths import record_file, settings_file
from companion.record.games import Record
from tests.companion.commands.test_games import ENDED, write
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck

COMMANDS = (
    ("backup",),
    ("games", "csv", "--out"),
    ("doctor", "--bundle"),
)
OWN = ("games.sqlite3", "games.sqlite3-wal", "keys.json", "decks/ours.deck", "pictures/1/a.jpg")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "state"
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with Record(record_file()) as record:
        write(record, ENDED)
    return folder


def kept(folder: Path) -> dict[str, bytes]:
    return {str(one): one.read_bytes() for one in sorted(folder.rglob("*")) if one.is_file()}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", OWN)
def test_a_command_writes_over_nothing_that_the_companion_keeps(
    state: Path, command: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (state / name).parent.mkdir(parents=True, exist_ok=True)
    before = kept(state)
    assert main([*command, str(state / name)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(
        f"cannot write {state / name}: the companion keeps something of its own there"
    )
    assert kept(state) == before


def test_no_folder_is_made_for_a_drawing_that_is_refused(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_deck(build_deck(), tmp_path / "own.deck")
    picture = tmp_path / "table.png"
    picture.write_bytes(cv2.imencode(".png", np.full((400, 600, 3), 90, np.uint8))[1].tobytes())
    out = state / "drawings" / "table.png"
    command = ["recognise", str(picture), "--deck", str(tmp_path / "own.deck"), "--draw", str(out)]
    assert main(command) == 2
    assert "keeps something of its own there" in capsys.readouterr().err
    assert not out.parent.exists()


def test_where_the_state_directory_is_a_link_to_itself_it_can_still_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    monkeypatch.setenv("STATE_DIRECTORY", str(loop))
    write_output(tmp_path / "out.txt", b"said")
    assert (tmp_path / "out.txt").read_bytes() == b"said"


def test_nor_over_the_settings_or_what_a_link_leads_to(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link = tmp_path / "backup.zip"
    link.symlink_to(record_file())
    before = kept(state)
    for file in (link, settings_file()):
        assert main(["backup", str(file)]) == 2
        assert "of its own" in capsys.readouterr().err
    assert kept(state) == before
    assert not settings_file().exists()


def test_what_else_is_written_for_people_goes_the_same_way(state: Path) -> None:
    before = kept(state)
    with pytest.raises(UnusableInput, match=r"games\.sqlite3: the companion keeps"):
        write_output(record_file(), b"a drawing")
    assert kept(state) == before
    write_output(state / "mat.pdf", b"a drawing")
    assert (state / "mat.pdf").read_bytes() == b"a drawing"


def test_a_backup_may_lie_beside_the_record(state: Path) -> None:
    for _ in range(2):
        assert main(["backup", str(state / "friday.zip")]) == 0
