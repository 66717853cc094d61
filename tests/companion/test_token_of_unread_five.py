"""No clue token is left by the record, but an unread card may have completed a firework."""

from __future__ import annotations

import pytest

from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint, Hint, RankHint
from companion.record.games import Record
from tests.companion.filmed_table import Game

HANDS = [["g1", "g3", "?", "y1", "y1"], ["g2", "g4", "w1", "y2", "y3"]]
CLUES: tuple[tuple[int, Hint], ...] = (
    (1, RankHint(2)),
    (0, RankHint(1)),
    (1, RankHint(3)),
    (0, ColourHint(Suit.YELLOW)),
) * 2


def without_tokens(record: Record, hands: list[list[str]]) -> Game:
    """Seat 0 is to move; the green firework lacks its five, and all clue tokens are spent."""
    game = Game(record, hands)
    for turn in range(4):
        game.play(turn % 2, turn // 2, 0, "r1" if turn % 2 else "b1")
    for giver, (target, hint) in enumerate(CLUES):
        assert game.clue(giver % 2, target, hint) != ["refused"]
        game.look(1.2)
    assert game.now.state.clue_tokens == 0
    return game


def lay_unread(game: Game) -> None:
    """Seat 0 plays a card onto the green firework that nobody can read."""
    game.table.lay(None, 0)
    game.table.put(0, 2, "w4")
    game.look(4.0)


@pytest.fixture
def game(record: Record) -> Game:
    game = without_tokens(record, HANDS)
    lay_unread(game)
    return game


def test_a_clue_waits_until_it_is_known_whether_the_card_has_brought_a_token_back(
    game: Game,
) -> None:
    assert game.clue(1, 0, RankHint(4)) != ["refused"]
    assert game.turns[-1] == "0 plays None from 2"
    assert game.now.question is not None
    game.answer("g5")
    game.look(1.2)
    assert game.turns[-2:] == ["0 plays g5 from 2", "1 tells 0 4 [2]"]
    assert game.now.state.clue_tokens == 0


def test_it_is_refused_once_the_card_was_another_one(game: Game) -> None:
    game.clue(1, 0, RankHint(4))
    game.answer("b3")
    game.look(1.2)
    assert game.turns[-1] == "0 plays b3 from 2 and misses"
    assert not game.now.early


def test_it_is_refused_at_once_where_no_firework_lacks_so_little(record: Record) -> None:
    game = Game(record, HANDS)
    for giver, (target, hint) in enumerate(CLUES):
        game.clue(giver % 2, target, hint)
        game.look(1.2)
    lay_unread(game)
    assert game.clue(1, 0, RankHint(4))[-1:] == ["refused"]
