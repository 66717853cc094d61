"""A card that only its rack has named, and that shows another face on the mat later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.announcements.notation import to_data
from companion.hanabi.moves import RankHint
from companion.record.games import Record
from tests.companion.filmed_table import Game

HANDS = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
CLUE = "0 tells 1 2 [0, 1, 2, 3, 4]"


@pytest.fixture
def game(record: Record) -> Game:
    """Seat 1 has discarded its r2 face down, and somebody has turned it over: it is an r3."""
    game = discarded_face_down(record)
    assert game.turns == [CLUE, "1 discards r2 from 0"]
    show(game, "r3")
    return game


def discarded_face_down(record: Record) -> Game:
    game = Game(record, HANDS)
    game.look()
    game.clue(0, 1, RankHint(2))
    game.table.drop(None)
    game.table.put(1, 0, "y5")
    game.look()
    return game


def show(game: Game, label: str) -> None:
    game.table.discards[0] = replace(game.table.discards[0], label=label)
    game.look(1.0)
    game.look(5.0)


def test_it_is_asked_which_of_both_it_is_and_the_game_goes_on(game: Game) -> None:
    (asked,) = [to_data(one) for one in game.said if to_data(one)["event"] == "question"]
    assert asked["options"] == ["r3", "r2"]
    game.play(0, 0, 0, "y4")
    assert game.turns[2:] == ["0 plays r1 from 0"]
    assert len(game.now.questions) == 1, "and whoever knows it can still say so"


def test_the_face_on_the_mat_is_put_into_that_turn(game: Game) -> None:
    game.play(0, 0, 0, "y4")
    game.answer("r3")
    assert game.turns == ["0 tells 1 2 [1, 2, 3, 4]", "1 discards r3 from 0", "0 plays r1 from 0"]
    game.look(5.0)
    assert game.now.questions == ()


def test_where_the_rack_was_right_nothing_changes_and_nobody_is_asked_again(game: Game) -> None:
    game.answer("r2")
    game.look(5.0)
    assert game.turns == [CLUE, "1 discards r2 from 0"]
    assert game.now.questions == ()
    assert game.now.asked == 1


def test_a_card_that_shows_the_face_that_its_rack_had_is_not_asked_about(record: Record) -> None:
    game = discarded_face_down(record)
    show(game, "r2")
    assert game.now.asked == 0
