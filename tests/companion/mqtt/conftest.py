"""Brokers and tables for the tests of what a broker is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.hanabi.ruleset import STANDARD
from companion.play.camera_watch import Watch
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.table import Table
from tests.companion.mqtt.mosquitto import Friend, Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    folder.mkdir()
    opened = Mosquitto(folder)
    yield opened
    opened.kill()


@pytest.fixture
def friend(broker: Mosquitto) -> Iterator[Friend]:
    joined = Friend(broker.port)
    yield joined
    joined.close()


@pytest.fixture
def new_table(tmp_path: Path) -> Iterator[Callable[[], Table]]:
    """Tables for two that no camera watches, each in a thread of its own."""
    running: list[tuple[Table, Thread]] = []

    def begin() -> Table:
        opened: list[Table] = []
        ready = Event()
        folder = tmp_path / f"table{len(running)}"
        folder.mkdir()

        def run() -> None:
            with Record(folder / "games.sqlite3") as record:
                plan = Plan(STANDARD, 2)
                opened.append(Table(record, plan, watch=Watch.NONE))
                ready.set()
                opened[0].run(None)

        thread = Thread(target=run)
        thread.start()
        assert ready.wait(10)
        running.append((opened[0], thread))
        return opened[0]

    yield begin
    for table, thread in running:
        table.close()
        thread.join(10)


@pytest.fixture
def table(new_table: Callable[[], Table]) -> Table:
    return new_table()
