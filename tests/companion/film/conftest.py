"""A film that is being made, and a second record to watch it into."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.film.reel import Reel
from companion.record.games import Record
from tests.companion.film.evenings import LABEL, another


@pytest.fixture
def reel(tmp_path: Path) -> Iterator[Reel]:
    opened = Reel(tmp_path / "film", LABEL, 100)
    yield opened
    opened.close()


@pytest.fixture
def again(tmp_path: Path) -> Iterator[Record]:
    yield from another(tmp_path)
