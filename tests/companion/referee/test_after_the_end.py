"""What hands show once the last turn is over: clues that waited for a look are audited by it."""

from __future__ import annotations

import pytest

from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint, LayDown
from companion.play.inputs import LayDownTap, Stopped, TimedTap
from companion.record.games import Record
from tests.companion.filmed_table import Game
from tests.companion.taking import take

HANDS = [["w1", "y3", "b1", "g2", "y1"], ["r4", "b3", "r1", "w2", "g4"]]
REST = 0.2
"""Seconds after which nobody can say yet that a hand has only passed."""


def ends(game: Game) -> None:
    """End the game; its hands stay covered."""
    take(game.running, Stopped(for_good=False), game.table.t)
    assert game.now.state.over
    assert not game.now.state.laid_down


@pytest.fixture
def game(record: Record) -> Game:
    """A game that ended with a clue given while a hand was at the rack it speaks of."""
    game = Game(record, HANDS)
    game.look()
    game.table.reach(1)
    game.look(REST)
    game.clue(0, 1, ColourHint(Suit.RED))
    ends(game)
    assert game.turns == ["0 tells 1 r None"]
    return game


def hand(game: Game) -> list[str | None]:
    return [held.card.label if held.card else None for held in game.now.state.hands[1]]


def test_a_clue_that_waited_for_a_look_is_audited_after_the_last_turn(game: Game) -> None:
    assert not game.look(), "nobody is told"
    assert game.turns == ["0 tells 1 r [0, 2]"]
    assert hand(game) == HANDS[1]


def test_the_look_stands_on_record_when_the_game_is_opened_again(game: Game) -> None:
    game.look()
    game.resume()
    assert game.turns == ["0 tells 1 r [0, 2]"]


def test_before_the_table_is_at_rest_nothing_is_concluded(game: Game) -> None:
    game.look(REST)
    game.look(clear=False)
    assert game.turns == ["0 tells 1 r None"]


def test_a_hand_that_is_taken_apart_teaches_nothing(game: Game) -> None:
    game.table.put(1, 0, "b3")
    game.table.put(1, 1, "r4")
    game.look(5.0)
    assert game.turns == ["0 tells 1 r None"]


def test_cards_that_are_brought_to_a_rack_are_not_those_of_the_hand(game: Game) -> None:
    game.table.put(1, 0, None)
    game.look()
    game.table.put(1, 0, "y5")
    game.look(5.0)
    assert game.turns == ["0 tells 1 r None"]
    assert hand(game)[0] is None


def test_of_a_card_that_is_known_another_one_in_its_slot_tells_nothing(record: Record) -> None:
    game = Game(record, HANDS)
    game.look()
    game.clue(0, 1, ColourHint(Suit.RED))
    ends(game)
    game.table.slip(1, 1, "y5")
    game.table.reach(1)
    assert not game.look(5.0)
    assert hand(game) == HANDS[1]
    assert game.turns == ["0 tells 1 r [0, 2]"]
    assert not game.now.doubts.open, "and nobody is asked"


def test_once_hands_lie_open_racks_are_not_read_any_more(game: Game) -> None:
    game.tap(TimedTap(game.table.t, LayDownTap()))
    assert isinstance(game.record.entries(game.now.id)[-1].move, LayDown)
    game.look(5.0)
    assert game.turns == ["0 tells 1 r None"]


def test_after_a_break_nobody_knows_what_was_done_to_hands(game: Game) -> None:
    game.resume()
    game.look(5.0)
    assert game.turns == ["0 tells 1 r None"]
