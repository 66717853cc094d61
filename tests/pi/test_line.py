"""The line to an emulated machine: it is up when it answered, and only then."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from threading import Thread

import pytest

from tests.pi.system.guest import line_to_agent


@pytest.fixture
def door(tmp_path: Path) -> socket.socket:
    door = socket.socket(socket.AF_UNIX)
    door.bind(str(tmp_path / "line"))
    door.listen()
    return door


def test_a_machine_that_is_slower_than_our_patience_is_not_taken_for_one_that_is_up(
    door: socket.socket, tmp_path: Path
) -> None:
    with door:
        assert line_to_agent(tmp_path / "line", time.monotonic() + 0.2) is None


def test_a_machine_that_answers_late_is_asked_once(door: socket.socket, tmp_path: Path) -> None:
    asked = []

    def wake_up() -> None:
        line, _ = door.accept()
        with line:
            time.sleep(6.0)  # longer than one look at the line
            asked.append(json.loads(line.recv(4096)))
            line.sendall(b'{"code": 0}\n')

    with door:
        machine = Thread(target=wake_up)
        machine.start()
        line = line_to_agent(tmp_path / "line", time.monotonic() + 60)
        machine.join()
        assert line is not None
        line.close()
    assert asked == [{"run": "echo up"}]


def test_a_machine_without_power_is_asked_again_later(tmp_path: Path) -> None:
    assert line_to_agent(tmp_path / "line", time.monotonic() + 60) is None
