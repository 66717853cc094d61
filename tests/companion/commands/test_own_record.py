"""A state directory that cannot be looked into may hold games: nobody is told that it has none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from tests.companion.closed_folder import closed, without_keys
from tests.companion.commands.test_run import ROOT

COMMANDS = (
    ("games", "list"),
    ("games", "show", "1"),
    ("games", "show", "hana-1"),
    ("export", "1"),
    ("film", "list"),
    ("games", "csv"),
    ("doctor", "--repair"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("kind", ["a file", "a link to itself"])
def test_what_cannot_be_looked_into_is_named(
    command: tuple[str, ...],
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    state = tmp_path / "state"
    if kind == "a file":
        state.write_text("no folder")
    else:
        state.symlink_to(state)
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    monkeypatch.chdir(tmp_path)
    assert main([*command]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["state"]
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert f"cannot look for {state / 'games.sqlite3'}: " in line


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        ("print struts --out strut.scad", 0, ""),
        ("deck list", 2, "companion: cannot look into {state}/decks: Permission denied"),
        (
            "deck check ours",
            2,
            "companion: cannot look for {state}/decks/ours.deck: Permission denied",
        ),
        ("backup all.zip", 2, "companion: no backup can be made: {state}/decks: Permission denied"),
        ("games list", 2, "companion: cannot look for {state}/games.sqlite3: Permission denied"),
    ],
)
def test_a_command_says_what_it_cannot_look_into_only_where_it_needs_it(
    command: str, code: int, says: str, tmp_path: Path
) -> None:
    with closed(tmp_path / "state") as state:
        ran = subprocess.run(
            without_keys([sys.executable, "-m", "companion", *command.split()]),
            env={**os.environ, "STATE_DIRECTORY": str(state), "PYTHONPATH": str(ROOT)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
    assert (ran.returncode, ran.stderr.strip()) == (code, says.format(state=state))


def test_where_nothing_was_recorded_nothing_is_created(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert main(["games", "list"]) == 0
    assert not (tmp_path / "state").exists()
