"""A record that is thrown away, for the tests of a running game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.record.games import Record


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    with Record(tmp_path / "games.sqlite") as opened:
        yield opened
