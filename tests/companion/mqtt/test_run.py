"""``companion run`` at a broker: what is said of a table that dies, or is ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.mqtt.mosquitto import LONG, Friend, Mosquitto, until
from tests.free_ports import free_port

ROOT = Path(__file__).resolve().parents[3]
AVAILABLE = "companion/kitchen/availability"


@pytest.fixture
def running(tmp_path: Path, broker: Mosquitto) -> Iterator[subprocess.Popen[str]]:
    folder = tmp_path / "config" / "companion"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(
        f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\ntable = "kitchen"\n'
    )
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "STATE_DIRECTORY": str(tmp_path / "state"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    options = ["--camera", "none", "--panel", "none", "--port", str(free_port())]
    started = subprocess.Popen(
        [sys.executable, "-m", "companion", "run", *options],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    yield started
    started.kill()
    started.communicate(timeout=LONG)


def test_of_a_table_that_dies_the_broker_says_that_it_is_away(
    running: subprocess.Popen[str], friend: Friend
) -> None:
    until(lambda: friend.newest(AVAILABLE) == b"online")

    def state() -> dict[str, object]:  # at the very first nothing is known yet
        return dict(json.loads(friend.newest("companion/kitchen/state") or b"{}"))

    until(lambda: state().get("phase"))
    assert [state()[key] for key in ("phase", "camera", "name")] == ["lobby", "none", "kitchen"]
    running.kill()
    until(lambda: friend.newest(AVAILABLE) == b"offline", "it is the last will")


def test_a_table_that_is_ended_says_so_itself_and_ends_well(
    running: subprocess.Popen[str], friend: Friend
) -> None:
    until(lambda: friend.newest(AVAILABLE) == b"online")
    running.send_signal(signal.SIGTERM)
    until(lambda: friend.newest(AVAILABLE) == b"offline")
    assert running.wait(LONG) == 0


def test_a_table_whose_broker_is_not_there_starts_and_ends_all_the_same(
    running: subprocess.Popen[str], broker: Mosquitto
) -> None:
    broker.kill()
    assert running.stderr is not None
    until(lambda: "is not reached" in (running.stderr.readline() if running.stderr else ""))
    running.send_signal(signal.SIGTERM)
    assert running.wait(LONG) == 0
