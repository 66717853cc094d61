"""The real table behind the pages, without a camera: its own thread, its record on disk."""

import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from companion.evening.evening import Watch
from companion.evening.lobby import Plan
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.record.games import Record
from companion.table import Table
from tests.web.phones import CODE, SECRET, Clock
from web import create_app


@contextmanager
def unwatched(path: Path, ruleset: Ruleset = STANDARD) -> Iterator[Table]:
    """A running table without a camera."""
    tables: list[Table] = []
    ready = threading.Event()

    def run() -> None:
        with Record(path) as record:
            tables.append(Table(record, Plan(ruleset), watch=Watch.NONE))
            ready.set()
            tables[0].run(None)

    thread = threading.Thread(target=run)
    thread.start()
    ready.wait(20)
    try:
        yield tables[0]
    finally:
        tables[0].close()
        thread.join(20)


def pages_of(table: Table, clock: Clock | None = None) -> Flask:
    """Return the app round a real table, with names that are the same in each run."""
    numbers = itertools.count(1)
    return create_app(
        table,
        secret=SECRET,
        code=CODE,
        clock=clock or Clock(),
        name=lambda: f"name-{next(numbers)}",
    )
