"""Which cards have left their racks, and since when: by movement, and never by a face."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.hanabi.moves import RankHint
from companion.record.games import Record
from companion.referee.losses import Losses
from companion.referee.racks import Trace
from tests.companion.filmed_table import Game

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(Record(tmp_path / "games.sqlite3"), HANDS)


def test_a_card_that_stood_while_another_one_lay_there_already_is_not_that_one(game: Game) -> None:
    game.table.discard(0, 0, "y5")  # no turn: all clue tokens are there
    game.look(0.6)
    game.clue(0, 1, RankHint(2))
    game.look(0.6)
    game.table.put(1, 2, "?")  # seat 1 takes up one of his, which nobody can read now
    game.look(0.6)
    game.table.put(1, 2, None)
    assert game.look(5.0) == ["table_differs"]
    assert game.turns == ["0 tells 1 2 [0, 1, 2, 3, 4]"]
    assert "seat 0 laid a card" in str(game.now.differs)


@pytest.mark.parametrize("drawn", ["?", None])
def test_a_card_that_was_drawn_later_is_not_one_that_lay_there_already(
    game: Game, drawn: str | None
) -> None:
    game.table.discard(0, 0, "y5")
    game.look(0.6)
    game.clue(0, 1, RankHint(2))
    game.look(0.6)
    game.discard(1, 0, drawn)
    game.clue(0, 1, RankHint(2))
    game.table.put(1, 0, None)
    assert game.look(5.0) == ["table_differs"]
    assert game.turns[-1] == "0 tells 1 2 [1, 2, 3, 4]"


@pytest.mark.parametrize("drawn", ["g5", "y1", "r1"])
def test_of_two_cards_that_lie_there_none_has_moved_in_its_rack(game: Game, drawn: str) -> None:
    """Also where the one that was drawn is like the other one of them."""
    game.table.discard(0, 0, "b5")
    game.look(0.6)
    game.table.discard(0, 1, drawn)
    game.look(5.0)
    why = str(game.now.differs)
    assert "clue_tokens_full (turn 1: seat 0 discards card 0" in why


def test_a_card_put_back_before_one_was_seen_on_the_mat_may_have_been_drawn(game: Game) -> None:
    game.look(0.6)
    table, held = game.table, game.now.state.hands[0][2]
    table.put(0, 2, "g1")  # nothing lies on the mat yet as far as the eyes tell
    game.look(2.0)
    touches = {(0, 2): table.slots[0, 2].touched}
    table.reach(0)  # somebody reaches past the rack
    racks, reading = game.now.referee.memory.racks, table.reading(2.0)
    lost = Losses.of(racks, game.now.state, reading)
    assert lost.traces[0][held.id] is Trace.MAYBE
    assert lost.before(touches).traces[0][held.id] is Trace.MAYBE
    stood = Losses.of(replace(racks, put_back=frozenset()), game.now.state, reading)
    assert stood.before(touches).traces[0][held.id] is Trace.STAYS, "one that never stood anew"


def test_the_faces_of_a_hand_are_none_of_its_racks_business(game: Game) -> None:
    """What is known of who stands where, and who has left, is the same if nobody reads a face."""
    game.look(2.0)
    for slot, label in ((1, "y1"), (2, "w5")):
        game.table.put(0, slot, label)
    racks, state = game.now.referee.memory.racks, game.now.state
    blank = state._replace(
        hands=tuple(tuple(one._replace(card=None) for one in hand) for hand in state.hands)
    )
    reading = game.table.reading(2.0)
    assert racks.learn(state, reading) == racks.learn(blank, reading.faceless())
    assert racks.traces(state, 0, reading) == racks.traces(blank, 0, reading.faceless())
