"""Award tiles in a game whose turns are put right: a tile goes with the five that brought it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.announcements.correction_texts import described
from companion.corrections.judging import Judge, as_choice
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, compose
from companion.hanabi.events import (
    AwardClueGiven,
    CardIdentified,
    CardRescued,
    Event,
    TileTurned,
)
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Identify,
    Move,
    Play,
    RankHint,
    Tile,
    TileChoice,
)
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState, evolve_all, start
from companion.record.corrections import (
    Correction,
    FaceIs,
    Instead,
    Lay,
    Missed,
    Tell,
    TileIs,
    correction_from_data,
    correction_to_data,
)
from companion.record.entries import MoveEntry, events_of
from companion.record.replay import CorrectionRefused
from companion.record.timeline import Timeline
from companion.views.view import PUBLIC
from tests.companion.corrected_games import recorded

RED, TWO = ColourHint(Suit.RED), RankHint(2)
FIVE = 8
"""The turn in which seat 1 laid the red five."""
TOKEN = TileChoice(1, Tile.CLUE_TOKEN)
COLOUR = TileChoice(1, Tile.COLOUR_CLUE, 0, RED)


def a_game_with(tile: TileChoice, *, discarded: str = "") -> Timeline:
    """A game for two: three clues, red from 1 to 5 by turns, the five's tile, a yellow one.

    Where a card is ``discarded``, that comes in place of the third clue.
    """
    _, (started,) = start(compose("ours", Options(award_tiles=True)), 2)
    third = Lay(False, 4, Card.parse(discarded)) if discarded else Tell(1, RED)
    red = [Lay(True, 0, Card.parse(f"r{rank}")) for rank in range(1, 6)]
    before = recorded(started, [Tell(1, TWO), Tell(0, TWO), third, *red])
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


# ------------------------------------------------------------------ saying later which tile it was

UNTOLD = TileChoice(1, None)


def offered(game: Timeline, turn: int = FIVE) -> list[TileIs]:
    found = (one.correction for one in Judge(game).alternatives(turn, PUBLIC))
    return [one for one in found if isinstance(one, TileIs)]


@pytest.mark.parametrize(
    ("tile", "tokens"), [(Tile.CLUE_TOKEN, 1), (Tile.MENDED_FUSE, 1), (Tile.RANK_CLUE, 0)]
)
def test_a_tile_of_which_nobody_had_said_which_it_was_brings_what_it_does_once_that_is_said(
    tile: Tile, tokens: int
) -> None:
    game = a_game_with(UNTOLD)
    correction = TileIs(FIVE, tile)
    assert correction in offered(game)
    preview = Judge(game).preview(correction, PUBLIC)
    assert preview.lost is None
    assert (preview.before.untold_tiles, preview.after.untold_tiles) == (1, 0)
    state, events = put_right(game, correction)
    assert [(one.seat, one.tile) for one in turned(events)] == [(1, tile)]
    assert state.clue_tokens == game.state().clue_tokens + tokens
    assert (score(state), state.turn) == (score(game.state()), game.state().turn)


def test_a_tile_that_is_on_record_can_be_another_one() -> None:
    game = a_game_with(TOKEN)
    assert TileIs(FIVE, Tile.CLUE_TOKEN) not in offered(game), "that is on record"
    state, events = put_right(game, TileIs(FIVE, Tile.COLOUR_CLUE))
    assert [one.tile for one in turned(events)] == [Tile.COLOUR_CLUE]
    assert state.clue_tokens == game.state().clue_tokens - 1


def test_what_a_tile_brought_back_is_offered_by_what_lay_on_the_discards_then() -> None:
    game = a_game_with(UNTOLD, discarded="b1")
    blue = Card.parse("b1")
    assert {one.card for one in offered(game) if one.tile is Tile.RESCUE} == {blue}
    assert {one.card for one in offered(game) if one.tile is Tile.RETURN} == {blue}
    state, events = put_right(game, TileIs(FIVE, Tile.RESCUE, blue))
    assert any(isinstance(event, CardRescued) for event in events)
    assert blue not in state.discards
    assert score(state) == score(game.state()) + 1
    with pytest.raises(CorrectionRefused):
        put_right(game, TileIs(FIVE, Tile.RESCUE, Card.parse("g1")))
    returned, _ = put_right(game, TileIs(FIVE, Tile.RETURN, blue))
    assert returned.deck == game.state().deck + 1
    assert blue not in returned.discards


def test_only_a_turn_that_earned_a_tile_has_one_to_tell() -> None:
    game = a_game_with(UNTOLD)
    assert not offered(game, FIVE - 1)
    assert not offered(game, FIVE + 1)
    for turn in (FIVE - 1, FIVE + 1, 99):
        with pytest.raises(CorrectionRefused):
            put_right(game, TileIs(turn, Tile.CLUE_TOKEN))


def test_a_tile_that_is_told_is_data_and_back() -> None:
    correction = TileIs(FIVE, Tile.RESCUE, Card.parse("b1"))
    data = correction_to_data(correction)
    assert data == {"kind": "tile", "turn": FIVE, "tile": "rescue", "card": "b1"}
    assert correction_from_data(data) == correction


def test_a_tile_to_tell_is_offered_in_words() -> None:
    game = a_game_with(UNTOLD, discarded="b1")
    judge = Judge(game)
    words = {
        described(as_choice(judge, one, PUBLIC))
        for one in judge.alternatives(FIVE, PUBLIC)
        if isinstance(one.correction, TileIs)
    }
    assert "The award: a clue token." in words
    assert (
        "The award: a discarded card goes onto its firework, if one fits. It was blue 1." in words
    )


def test_which_tile_it_was_is_offered_alike_whatever_the_hands_are() -> None:
    """Its effect on hands is nobody's to learn: it is judged without them."""
    game = a_game_with(UNTOLD)
    known = [
        replace(
            game,
            steps=(
                *game.steps,
                MoveEntry(99.0, Identify(held.id, card), (CardIdentified(held.id, card),)),
            ),
        )
        for held in game.state().hands[0][:1]
        for card in (Card.parse("b1"), Card.parse("g4"))
    ]
    one, other = ([*Judge(game).alternatives(FIVE, 0)] for game in known)
    assert one == other
