"""A game of two whose cards all differ."""

import pytest

from companion.record.games import Record
from tests.companion.filmed_table import Game
from tests.companion.referee.small_games import FOUR


@pytest.fixture
def game(record: Record) -> Game:
    return Game(record, FOUR)
