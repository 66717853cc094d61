"""A table of two without a camera, in a running game."""

from __future__ import annotations

import pytest

from companion.record.games import Record
from tests.companion.unwatched.tables import Table


@pytest.fixture
def table(record: Record) -> Table:
    table = Table(record)
    table.begin()
    return table
