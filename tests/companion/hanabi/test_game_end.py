"""How every game ends: three misplays, all fireworks, the last round, or because people stop."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    CardDrawn,
    CardMissed,
    CardPlayed,
    ClueTokenRegained,
    Event,
    FireworkCompleted,
    GameEnded,
    LastRoundBegan,
    Outcome,
)
from companion.hanabi.moves import CardId, Discard, Move, Terminate
from companion.hanabi.rules import Rule, apply, legal_moves
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import evolve_all
from tests.companion.hanabi.tables import RED, after, clue, discard, plain_table, play, refused

ALMOST = (4, 5, 5, 5, 5)  # only the red five is missing


def test_the_third_misplay_ends_the_game_at_once_and_no_card_is_drawn() -> None:
    state = plain_table(strikes=2)
    events = apply(state, play(0, "r4"))
    assert events == (
        CardMissed(0, CardId(0), 0, Card(Suit.RED, 4)),
        GameEnded(Outcome.STRIKEOUT),
    )
    state = evolve_all(state, events)
    assert (state.strikes, state.outcome, state.deck) == (3, Outcome.STRIKEOUT, 40)
    assert list(legal_moves(state)) == []


def test_the_second_misplay_does_not_end_the_game() -> None:
    state = after(plain_table(strikes=1), play(0, "r4"))
    assert (state.strikes, state.outcome) == (2, None)


def test_the_last_card_of_the_last_firework_wins_at_once() -> None:
    state = plain_table(fireworks=ALMOST, clue_tokens=2)
    assert apply(state, play(0, "r5")) == (
        CardPlayed(0, CardId(0), 0, Card(Suit.RED, 5)),
        FireworkCompleted(Suit.RED),
        ClueTokenRegained(),
        GameEnded(Outcome.PERFECT),
    )


def test_the_last_turn_of_the_last_round_can_still_be_perfect_or_a_strikeout() -> None:
    last = {"deck": 0, "turns_left": 1}
    perfect = after(plain_table(fireworks=ALMOST, **last), play(0, "r5"))
    assert perfect.outcome is Outcome.PERFECT
    struck = after(plain_table(fireworks=ALMOST, strikes=2, **last), play(0, "r1"))
    assert struck.outcome is Outcome.STRIKEOUT


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_has_one_more_turn_after_the_last_card_and_draws_nothing(players: int) -> None:
    state = plain_table(players, deck=1, clue_tokens=0)
    events: tuple[Event, ...] = apply(state, discard(0, None))
    assert events[-2:] == (CardDrawn(0, CardId(49), 0), LastRoundBegan())
    state = evolve_all(state, events)
    assert state.turns_left == players
    for turn in range(players):
        assert state.outcome is None
        seat = state.to_move
        assert seat == (turn + 1) % players
        state = after(state, Discard(seat, state.hands[seat][0].id, None))
    assert state.outcome is Outcome.DECK_OUT
    size = STANDARD.hand_size(players)
    assert [len(hand) for hand in state.hands] == [size - 1] * players


@pytest.mark.parametrize("move", [clue(RED), play(0, "r1"), play(0, "r3"), play(0, None)])
def test_any_last_turn_ends_the_game(move: Move) -> None:
    events = apply(plain_table(deck=0, turns_left=1), move)
    assert events[-1] == GameEnded(Outcome.DECK_OUT)
    assert not any(isinstance(event, CardDrawn) for event in events)


def test_a_stopped_game_is_terminated_by_whoever_asked() -> None:
    assert apply(plain_table(), Terminate(1)) == (GameEnded(Outcome.TERMINATED, 1),)
    assert apply(plain_table(), Terminate(None)) == (GameEnded(Outcome.TERMINATED),)


@pytest.mark.parametrize("move", [play(0, "r1"), discard(0, "r1"), clue(RED), Terminate(0)])
def test_nobody_moves_after_the_end(move: Move) -> None:
    refusal = refused(after(plain_table(), Terminate(None)), move)
    assert refusal.rule is Rule.GAME_OVER
    assert "terminated" in refusal.detail
