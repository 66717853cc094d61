"""The demonstration as a command: killed and started again, and given what it cannot use."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.announcements.announcement import Happened, PublicCounts, public
from companion.announcements.texts import sentence
from companion.hanabi.events import GameStarted
from companion.hanabi.state import evolve, start
from companion.record.games import Record
from companion.record.history import turn_taken
from tests.free_ports import free_port
from vision.simulator.remote import RemoteTable
from vision.simulator.wire import WireError

ROOT = Path(__file__).resolve().parents[3]
SLOW = 240.0
"""Seconds that a game may take here; a demonstration that stands still says so itself."""


@dataclass
class Demonstration:
    """One command, started again and again with a home of its own."""

    home: Path
    seed: int
    players: int = 2
    port: int = field(default_factory=free_port)
    starts: int = 0

    @property
    def environment(self) -> dict[str, str]:
        return {
            **{name: value for name, value in os.environ.items() if name != "STATE_DIRECTORY"},
            "PYTHONPATH": str(ROOT),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "OPENBLAS_NUM_THREADS": "1",
        }

    def start(self) -> subprocess.Popen[str]:
        self.starts += 1
        command = [sys.executable, "-m", "companion", "demo", "--once", "--speed", "50"]
        command += ["--seed", str(self.seed), "--players", str(self.players)]
        command += ["--port", str(self.port), "--pictures"]
        with self.said(self.starts).open("w") as said, self.result.open("w") as result:
            return subprocess.Popen(
                command, stdout=result, stderr=said, text=True, cwd=self.home, env=self.environment
            )

    def said(self, start: int) -> Path:
        return self.home / f"stderr.{start}"

    @property
    def result(self) -> Path:
        return self.home / "stdout"

    @property
    def told(self) -> list[list[str]]:
        """What was announced after each start, without the moments."""
        said = [self.said(number + 1).read_text().splitlines() for number in range(self.starts)]
        return [[line.split(" s  ", 1)[1] for line in lines if " s  " in line] for lines in said]

    @property
    def on_record(self) -> list[str]:
        """What the record would have announced."""
        with Record(self.home / "data" / "companion" / "demo" / "games.sqlite3") as record:
            (game,) = record.games()
            events = [event for entry in record.entries(game.id) for event in entry.events]
        first = events[0]
        assert isinstance(first, GameStarted)
        state, _ = start(first.ruleset, first.players, first.first)
        told = []
        for event in events:
            turn = turn_taken(state, event)
            state = evolve(state, event)
            shown = public(event)
            if shown is not None:
                text = sentence(Happened(0.0, shown, turn, PublicCounts.of(state)))
                told += [text] if text is not None else []
        return told

    def wait_for(self, process: subprocess.Popen[str], more: int) -> None:
        """Wait until ``more`` announcements came since the newest start."""
        until = time.monotonic() + SLOW
        while len(self.told[-1]) < more:
            assert process.poll() is None, self.said(self.starts).read_text()
            assert time.monotonic() < until, self.said(self.starts).read_text()
            time.sleep(0.02)


@pytest.fixture
def demonstration(tmp_path: Path) -> Iterator[Demonstration]:
    stage = Demonstration(tmp_path, seed=4)
    yield stage
    written_down = tmp_path / "data" / "companion" / "demo" / "table.json"
    if written_down.exists():  # a table that was left standing
        with suppress(WireError):
            RemoteTable(json.loads(written_down.read_text())["address"]).quit()


def kill_and_go_on(stage: Demonstration, kills: int, chance: random.Random) -> None:
    """Kill the companion again and again; what was announced has to be on record each time."""
    for _ in range(kills):
        process = stage.start()
        try:
            stage.wait_for(process, chance.randint(1, 5))
            time.sleep(chance.uniform(0, 1.5))
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        if process.returncode == 0:
            return  # it was quicker than the killer
        told = [text for texts in stage.told for text in texts if not text.endswith("?")]
        assert missing_from(stage.on_record, told) is None


def missing_from(record: list[str], told: list[str]) -> str | None:
    """Return the first of ``told`` that the record does not have after those before it."""
    rest = iter(record)
    return next((text for text in told if text not in rest), None)


def play_to_the_end(stage: Demonstration) -> dict[str, object]:
    process = stage.start()
    try:
        code = process.wait(SLOW)
    finally:
        process.kill()
        process.wait()
    assert code == 0, stage.said(stage.starts).read_text()[-2000:]
    result: dict[str, object] = json.loads(stage.result.read_text().splitlines()[-1])
    return result


def check_result(stage: Demonstration, result: dict[str, object]) -> None:
    assert result["truth_agrees"] is True
    moves = result["moves"]
    assert isinstance(moves, list)
    assert [move["turn"] for move in moves] == list(range(1, len(moves) + 1))
    told = [text for texts in stage.told for text in texts]
    record = stage.on_record
    assert missing_from(record, told) is None
    # What was written but not announced when the power went is all that may lack.
    assert len(record) - len(told) <= 4 * (stage.starts - 1)


def test_what_was_announced_before_a_kill_is_on_record_and_the_game_goes_on(
    demonstration: Demonstration,
) -> None:
    kill_and_go_on(demonstration, 3, random.Random(2))
    assert demonstration.starts == 3
    assert "Game 1 goes on." in demonstration.said(2).read_text()
    assert "Game 1 goes on." in demonstration.said(3).read_text()
    diary = demonstration.home / "data" / "companion" / "demo" / "players.jsonl"
    turns = [json.loads(line)["turn"] for line in diary.read_text().splitlines()]
    assert turns == list(range(1, len(turns) + 1))


@pytest.mark.long
def test_a_game_goes_on_where_it_was_announced_last_however_often_it_is_killed(
    demonstration: Demonstration,
) -> None:
    kill_and_go_on(demonstration, 10, random.Random(1))
    assert demonstration.starts == 10
    check_result(demonstration, play_to_the_end(demonstration))
    check_pictures(demonstration)


def check_pictures(stage: Demonstration) -> None:
    """What was read of the drawn cards is right, and is read again as it was."""
    command = [sys.executable, "-m", "companion", "accuracy", "--demo", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, env=stage.environment)
    said = json.loads(ran.stdout)
    assert said["then"] == said["now"]
    assert said["now"]["wrong"] == said["now"]["asked"] == 0, said["not_right"]
    assert said["now"]["right"] >= 20, "each start sees anew what lies there"
