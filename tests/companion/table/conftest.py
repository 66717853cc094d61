"""Eyes that read what they are told."""

from __future__ import annotations

import pytest

from tests.companion.table.running import Eyes


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()
