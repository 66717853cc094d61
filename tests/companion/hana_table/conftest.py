"""A record for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hana_table.record import HanaRecord


@pytest.fixture
def record(tmp_path: Path) -> Iterator[HanaRecord]:
    with HanaRecord(tmp_path / "games.sqlite3") as opened:
        yield opened
