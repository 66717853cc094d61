"""A table for every test of an evening."""

from __future__ import annotations

import pytest

from companion.record.games import Record
from tests.companion.play.evening_table import Table


@pytest.fixture
def table(record: Record) -> Table:
    return Table(record)
