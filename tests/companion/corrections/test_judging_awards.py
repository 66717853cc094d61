"""Award tiles in a game whose turns are put right: a tile goes with the five that brought it."""

from __future__ import annotations

import pytest

from companion.corrections.judging import Judge
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, compose
from companion.hanabi.events import AwardClueGiven, Event, TileTurned
from companion.hanabi.moves import CardId, ColourHint, Move, Play, RankHint, Tile, TileChoice
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState, evolve_all, start
from companion.record.corrections import Correction, FaceIs, Instead, Lay, Missed, Tell
from companion.record.entries import MoveEntry, events_of
from companion.record.timeline import Timeline
from tests.companion.corrected_games import recorded

RED, TWO = ColourHint(Suit.RED), RankHint(2)
FIVE = 8
"""The turn in which seat 1 laid the red five."""
TOKEN = TileChoice(1, Tile.CLUE_TOKEN)
COLOUR = TileChoice(1, Tile.COLOUR_CLUE, 0, RED)


def a_game_with(tile: TileChoice) -> Timeline:
    """A game for two: three clues, red from 1 to 5 by turns, the five's tile, a yellow one."""
    _, (started,) = start(compose("ours", Options(award_tiles=True)), 2)
    red = [Lay(True, 0, Card.parse(f"r{rank}")) for rank in range(1, 6)]
    before = recorded(started, [Tell(1, TWO), Tell(0, TWO), Tell(1, RED), *red])
    state, steps = before.state(), [*before.steps]
    moves: list[Move] = [tile, Play(0, CardId(1), Card.parse("y1"))]
    for move in moves:
        events = apply(state, move)
        state = evolve_all(state, events)
        steps.append(MoveEntry(float(len(steps)), move, events))
    return Timeline(started, tuple(steps))


def put_right(game: Timeline, correction: Correction) -> tuple[GameState, list[Event]]:
    steps = Judge(game).amended(correction, 0)
    return Timeline(game.started, steps).state(), [*events_of(steps)]


def score(state: GameState) -> int:
    return sum(state.fireworks)


def turned(events: list[Event]) -> list[TileTurned]:
    return [event for event in events if isinstance(event, TileTurned)]


@pytest.mark.parametrize("tile", [TOKEN, COLOUR])
def test_a_tile_stays_as_it_was_where_something_else_is_put_right(tile: TileChoice) -> None:
    game = a_game_with(tile)
    state, events = put_right(game, Instead(2, Tell(0, RED)))
    assert turned(events) == turned([*game.events])
    assert state.awards == game.state().awards
    assert (score(state), state.turn) == (6, game.state().turn)


def test_a_five_that_was_none_earned_no_tile_and_the_turns_after_it_stay() -> None:
    game = a_game_with(TOKEN)
    state, events = put_right(game, FaceIs(FIVE, Card.parse("y5")))
    assert turned(events) == []
    assert (score(state), state.strikes) == (5, 1)
    assert state.turn == game.state().turn
    assert state.clue_tokens == game.state().clue_tokens - 1  # the tile's


def test_whoever_laid_the_five_turns_the_tile_where_a_turn_before_it_was_missed() -> None:
    state, events = put_right(a_game_with(TOKEN), Missed(4, Tell(0, RED)))
    assert [(one.seat, one.tile) for one in turned(events)] == [(0, Tile.CLUE_TOKEN)]
    assert score(state) == 6


def test_a_tiles_clue_to_whoever_turned_it_is_given_up() -> None:
    """It was told to seat 0, who is now the one that earned it."""
    state, events = put_right(a_game_with(COLOUR), Missed(4, Tell(0, RED)))
    assert [(one.seat, one.tile) for one in turned(events)] == [(0, None)]
    assert not any(isinstance(event, AwardClueGiven) for event in events)
    assert state.award is None
