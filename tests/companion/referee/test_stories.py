"""In which order turns can have been taken that nobody has seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.record.games import Record
from companion.referee.findings import Spot
from companion.referee.losses import Losses
from companion.referee.memory import Vigil
from companion.referee.stories import MOST, LaidUnseen, first_turns, laid_unseen
from tests.companion.filmed_table import Game

HANDS = [["r1", "r3", "y1", "b2", "w1"], ["r2", "y2", "g1", "b4", "w2"]]


@pytest.fixture
def game(record: Record) -> Game:
    return Game(record, HANDS)


def firsts(game: Game) -> set[str]:
    """Return which of the cards that lie there can have been laid first, when nobody looked."""
    cards = unseen(game)
    found = first_turns(game.now.state, cards)
    return {one.card.label for one in cards if one.serial in found}


def unseen(game: Game) -> tuple[LaidUnseen, ...]:
    memory = replace(game.now.referee.memory, vigil=Vigil(((0.0, 9.0),)))
    reading = game.table.reading()
    lost = Losses.of(memory.racks, game.now.state, reading)
    return laid_unseen(memory, lost, memory.mat.news(reading))


def test_cards_of_one_firework_were_laid_as_they_fit(game: Game) -> None:
    game.table.play(0, 1, 0, "g5")
    game.table.play(1, 0, 0, "y5")
    game.table.play(0, 0, 0, "y4")
    assert firsts(game) == {"r1"}, "whatever was looked at first"


def test_two_cards_that_both_fit_may_have_been_laid_in_either_order(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    game.table.play(0, 2, 1, "y5")
    assert firsts(game) == {"r1", "y1"}, "the other hand has given a clue between them"


def test_what_another_hand_laid_between_them_tells_the_order(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    game.table.play(0, 1, 0, "y5")
    game.table.play(1, 0, 0, "y4")
    assert firsts(game) == {"r1"}


def test_a_discard_has_to_have_a_token_to_win(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    game.table.discard(0, 4, "y5")
    assert firsts(game) == {"r1"}, "w1 fits, so it was discarded, and not with all tokens there"


def test_where_no_story_does_without_one_a_misplay_was_made(game: Game) -> None:
    game.table.play(0, 3, 0, "g5")
    assert firsts(game) == {"b2"}


def test_of_a_hand_that_is_not_to_move_no_story_begins(game: Game) -> None:
    game.table.play(1, 2, 0, "g5")
    assert firsts(game) == set()


def test_what_was_seen_laid_is_in_no_story(game: Game) -> None:
    game.table.t = 20.0
    game.table.play(0, 0, 0, "g5")
    assert unseen(game) == ()


def test_of_too_many_cards_no_story_is_told(game: Game) -> None:
    game.table.play(0, 0, 0, "g5")
    (one,) = unseen(game)
    many = [replace(one, serial=serial, spot=Spot.DISCARDS) for serial in range(MOST + 1)]
    assert len(first_turns(game.now.state, many)) == MOST + 1
