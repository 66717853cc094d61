"""One companion for one folder of games: the second says so, and whoever only looks is let in."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.backup.backup import Places, backup
from companion.files.lock import locked
from companion.hanabi.events import GameStarted
from companion.hanabi.ruleset import STANDARD
from companion.record.games import Record
from tests.companion.commands.test_run import (
    SLOW,
    companion,
    complaint,
    environment,
    running,
)
from tests.free_ports import free_port
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck

__all__ = ["environment"]  # a fixture
AT = "2026-11-22T12:00:00Z"


def in_use(said: str, pid: int, folder: Path) -> None:
    """Check the one sentence: who, where and what to do."""
    assert said.startswith(f"companion: another companion (process {pid}, page http://"), said
    assert f" is using {folder}: end that one first" in said


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "data" / "companion"


@pytest.mark.parametrize("game", [[], ["--game", "hana-awase"]])
def test_a_second_table_on_the_same_folder_says_so_and_ends(
    game: list[str], environment: dict[str, str], tmp_path: Path, state: Path
) -> None:
    with running(environment, tmp_path, "--camera", "none", *game) as (first, _):
        for second in ([], ["--game", "hana-awase"], ["--new"]):
            port = str(free_port())
            ran = companion(environment, "run", "--camera", "none", "--port", port, *second)
            in_use(complaint(ran), first.pid, state)
        assert first.poll() is None
        first.send_signal(signal.SIGTERM)
        assert first.wait(SLOW) == 0
    with running(environment, tmp_path, "--camera", "none"):
        pass  # the next evening


def test_a_second_film_on_the_same_folder_says_so_and_ends(
    environment: dict[str, str], tmp_path: Path, state: Path
) -> None:
    film = tmp_path / "film"
    film.mkdir()
    cv2.imwrite(str(film / "dark.png"), np.zeros((270, 480, 3), np.uint8))
    shots = [json.dumps({"file": "dark.png", "t": number / 5}) for number in range(20_000)]
    (film / "frames.jsonl").write_text("\n".join(shots))
    (state / "decks").mkdir(parents=True)
    save_deck(build_deck(), state / "decks" / "ours.deck")
    camera = ["--camera", f"folder:{film}", "--deck", "ours"]
    with running(environment, tmp_path, *camera) as (first, _):
        ran = companion(environment, "run", *camera, "--port", str(free_port()))
        in_use(complaint(ran), first.pid, state)


def test_the_folder_of_a_table_that_was_killed_is_free(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with running(environment, tmp_path, "--camera", "none") as (first, _):
        first.kill()
        first.wait()
    with running(environment, tmp_path, "--camera", "none"):
        assert (tmp_path / "err").read_text() == ""


def test_two_tables_with_a_folder_each_play_side_by_side(
    environment: dict[str, str], tmp_path: Path
) -> None:
    other = {**environment, "STATE_DIRECTORY": str(tmp_path / "other")}
    (tmp_path / "there").mkdir()
    with (
        running(environment, tmp_path, "--camera", "none") as (first, _),
        running(other, tmp_path / "there", "--camera", "none") as (second, _),
    ):
        assert first.poll() is None
        assert second.poll() is None


def test_beside_a_running_table_games_are_listed_exported_and_kept_but_none_are_restored(
    environment: dict[str, str], tmp_path: Path, state: Path
) -> None:
    data = backup(Places(tmp_path / "no.sqlite3", tmp_path / "no", tmp_path / "no.toml"), AT).data
    (tmp_path / "old.zip").write_bytes(data)
    with running(environment, tmp_path, "--camera", "none") as (first, _):
        assert companion(environment, "games", "list").returncode == 0
        assert companion(environment, "deck", "list").returncode == 0
        assert companion(environment, "backup", str(tmp_path / "new.zip")).returncode == 0
        assert "there is no game 1" in complaint(companion(environment, "export", "1"))
        in_use(
            complaint(companion(environment, "restore", str(tmp_path / "old.zip"))),
            first.pid,
            state,
        )
        assert first.poll() is None


def test_the_game_that_may_be_on_the_table_is_not_deleted_beside_it(
    environment: dict[str, str], state: Path
) -> None:
    state.mkdir(parents=True)
    with Record(state / "games.sqlite3") as record:
        for source in ("table", "table", "folder:/films/evening"):  # nobody plays what is watched
            started = GameStarted(STANDARD, 2, 0)
            record.begin(started, at="2026-11-01T18:00:00Z", source=source)
    with locked(state):  # as a companion that runs does
        for game in ("1", "2", "3"):
            ran = companion(environment, "games", "delete", game, "--yes")
            if game != "2":
                assert ran.stdout == f"Game {game} is deleted.\n", "another one may go"
            else:
                assert "another companion is using" in complaint(ran)
    assert companion(environment, "games", "delete", "2", "--yes").returncode == 0


def test_while_a_backup_is_put_in_place_no_table_begins(
    environment: dict[str, str], tmp_path: Path, state: Path
) -> None:
    state.mkdir(parents=True)
    with locked(state):  # as `restore` does
        ran = companion(environment, "run", "--camera", "none", "--port", str(free_port()))
    assert "another companion is using" in complaint(ran)


# ------------------------------------------------------------------------------ the demonstration


def may_be_interrupted() -> None:
    """Ctrl-C is ignored by what a shell started in the background, and by its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ended(process: subprocess.Popen[str]) -> int:
    """Press Ctrl-C, and return the exit code."""
    process.send_signal(signal.SIGINT)
    try:
        return process.wait(SLOW)
    finally:
        process.kill()
        assert process.stderr is not None
        process.stderr.close()  # not read to its end: the simulated table, which stands on, has it


def demonstration(environment: dict[str, str], port: int, *more: str) -> subprocess.Popen[str]:
    """Start one, and return once it has begun."""
    command = [sys.executable, "-m", "companion", "demo", "--seed", "3", "--players", "2"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--speed", "50", *more],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=may_be_interrupted,
    )
    assert process.stderr is not None
    said = ""
    while " s  " not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    return process


def test_a_demonstration_beside_a_table_and_after_it_is_nobodys_game(
    environment: dict[str, str], tmp_path: Path, state: Path
) -> None:
    def on_record() -> str:
        return companion(environment, "games", "list").stdout

    with running(environment, tmp_path, "--camera", "none"):
        port = free_port()
        process = demonstration(environment, port)
        try:
            assert on_record() == "No games yet.\n"
            again = companion(environment, "demo", "--seed", "4", "--port", str(free_port()))
            in_use(complaint(again), process.pid, state / "demo")
            assert process.poll() is None, "and its table still stands"
        finally:
            assert ended(process) == 130
    assert on_record() == "No games yet.\n"
    made = companion(environment, "backup", str(tmp_path / "new.zip"))
    assert "nothing" in made.stdout or "0 games" in made.stdout, made.stdout
    with running(environment, tmp_path, "--camera", "none"):
        pass
    assert "goes on" not in (tmp_path / "out").read_text()
    own = {**environment, "STATE_DIRECTORY": str(state / "demo")}
    assert "simulated:3" in companion(own, "games", "list").stdout
    keys = [json.loads((one / "keys.json").read_text()) for one in (state, state / "demo")]
    assert keys[0]["secret"] != keys[1]["secret"], "no phone keeps the place that it had there"


@pytest.mark.long
def test_the_games_of_a_demonstration_are_gone_when_the_next_one_begins(
    environment: dict[str, str], state: Path
) -> None:
    own = {**environment, "STATE_DIRECTORY": str(state / "demo")}
    for seed in (3, 5):
        process = demonstration(environment, free_port(), "--seed", str(seed))
        assert ended(process) == 130
        (line,) = companion(own, "games", "list", "--json").stdout.splitlines()
        assert json.loads(line)["source"] == f"simulated:{seed}"
    assert [one.name for one in state.iterdir()] == ["demo"]
