"""A new record, and where its file lies."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.record.games import Record


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.sqlite3"


@pytest.fixture
def record(path: Path) -> Iterator[Record]:
    with Record(path, patience=0) as record:
        yield record
