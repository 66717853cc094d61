"""The ends that only some games have: all or nothing, and games that end early."""

from typing import Any

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, SixthSuit
from companion.hanabi.events import CardDrawn, CardMissed, GameEnded, LastRoundBegan, Outcome
from companion.hanabi.moves import CardId, RankHint
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import apply, legal_moves
from companion.hanabi.ruleset import EarlyEnd
from companion.hanabi.state import GameState
from tests.companion.hanabi.tables import (
    RED,
    after,
    clue,
    discard,
    kinds,
    knowing,
    play,
    refused,
    table,
)

ALL = Options(all_or_nothing=True)
ALMOST = (4, 5, 5, 5, 5)


def emptied(state: GameState, *seats: int) -> GameState:
    hands = tuple(() if seat in seats else hand for seat, hand in enumerate(state.hands))
    return state._replace(hands=hands)


# -------------------------------------------------------------------------- all or nothing


def test_no_last_round_begins_when_the_last_card_is_drawn() -> None:
    events = apply(table(ALL, deck=1), play(0, "r1"))
    assert events[-1] == CardDrawn(0, CardId(49), 0)
    assert not any(isinstance(event, LastRoundBegan) for event in events)


def test_hands_shrink_and_the_game_goes_on_without_a_deck() -> None:
    state = table(ALL, deck=0, clue_tokens=0)
    for turn in range(6):
        seat = state.to_move
        state = after(state, play(seat * 5 + turn // 2, None, seat=seat))
    assert state.outcome is None
    assert [len(hand) for hand in state.hands] == [2, 2]


def test_the_last_copy_that_is_needed_loses_the_game_at_once_when_discarded() -> None:
    state = table(ALL, clue_tokens=4)
    assert apply(state, discard(0, "r5"))[-1] == GameEnded(Outcome.FAILED)
    assert "CardDrawn" not in kinds(apply(state, discard(0, "r5")))
    state = after(state, discard(0, "r2"), discard(5, "y2", seat=1))
    assert state.outcome is None
    assert after(state, discard(1, "r2")).outcome is Outcome.FAILED


def test_the_last_copy_that_is_needed_loses_the_game_when_misplayed() -> None:
    events = apply(table(ALL), play(0, "r5"))
    assert events == (CardMissed(0, CardId(0), 0, Card(Suit.RED, 5)), GameEnded(Outcome.FAILED))


def test_the_third_strike_comes_before_the_lost_card() -> None:
    assert after(table(ALL, strikes=2), play(0, "r5")).outcome is Outcome.STRIKEOUT


def test_a_copy_that_lies_on_its_firework_is_not_needed_any_more() -> None:
    state = table(ALL, clue_tokens=4, fireworks=(1, 0, 0, 0, 0), discards="r1")
    assert after(state, discard(0, "r1")).outcome is None


def test_a_suit_of_five_cards_loses_with_any_of_them() -> None:
    few = Options(all_or_nothing=True, sixth_suit=SixthSuit.FIVE_NAMEABLE)
    assert after(table(few, clue_tokens=4), discard(0, "m1")).outcome is Outcome.FAILED


def test_a_card_that_nobody_could_read_loses_nothing() -> None:
    assert after(table(ALL, clue_tokens=4), discard(0, None)).outcome is None


def test_all_fireworks_win_also_without_a_deck() -> None:
    state = after(table(ALL, deck=0, fireworks=ALMOST), play(0, "r5"))
    assert state.outcome is Outcome.PERFECT


def test_an_empty_hand_gives_clues_only() -> None:
    state = knowing(emptied(table(ALL, deck=0), 0), "r1 y1 r2 b3 g5", 5)
    moves = list(legal_moves(state))
    assert clue(RED) in moves
    assert {type(move).__name__ for move in moves} == {"GiveClue"}
    assert after(state, clue(RED)).outcome is None


@pytest.mark.parametrize("move", [clue(RED), play(0, "r1")])
def test_an_empty_hand_without_a_token_is_stuck_and_loses(move: object) -> None:
    tokens = 1 if move == clue(RED) else 0
    state = emptied(table(ALL, players=3, deck=0, clue_tokens=tokens), 1)
    if move == clue(RED):
        state = emptied(table(ALL, players=3, deck=0, clue_tokens=1), 1)
        move = clue(RankHint(1), target=2)
    events = apply(state, move)  # type: ignore[arg-type]
    assert events[-1] == GameEnded(Outcome.FAILED)


def test_an_empty_hand_with_a_token_is_not_stuck() -> None:
    state = emptied(table(ALL, players=3, deck=0, clue_tokens=0), 1)
    assert after(state, discard(0, "r1")).outcome is None
    assert after(state._replace(clue_tokens=2), clue(RankHint(1), target=2)).outcome is None


def test_nobody_is_stuck_before_his_turn() -> None:
    state = emptied(table(ALL, players=3, deck=0, clue_tokens=0), 2)
    assert after(state, play(0, "r1")).outcome is None


def test_where_nobody_holds_a_card_there_is_no_clue_either() -> None:
    state = emptied(table(ALL, deck=0, clue_tokens=3), 1)
    state = state._replace(hands=(state.hands[0][:1], ()))
    assert after(state, play(0, None)).outcome is Outcome.FAILED


def test_nobody_moves_after_all_was_lost() -> None:
    state = after(table(ALL, clue_tokens=4), discard(0, "r5"))
    assert refused(state, play(5, "r1", seat=1)).rule is Rule.GAME_OVER


# ------------------------------------------------------------------------------ early ends


REACHED = Options(early_end=EarlyEnd.REACHED)
SITE = Options(early_end=EarlyEnd.HANAB_LIVE)


@pytest.mark.parametrize("options", [REACHED, SITE])
def test_a_game_may_end_once_the_fireworks_are_as_high_as_they_can_be(options: Options) -> None:
    state = table(options, fireworks=(3, 5, 5, 5, 5), discards="r5")
    events = apply(state, play(0, "r4"))
    assert kinds(events) == ["CardPlayed", "GameEnded"]
    assert events[-1] == GameEnded(Outcome.DECK_OUT)
    lost = table(options, fireworks=ALMOST, clue_tokens=3)
    assert after(lost, discard(0, "r5")).outcome is Outcome.DECK_OUT
    assert after(table(Options(), fireworks=ALMOST, clue_tokens=3), discard(0, "r5")).over is False


def test_a_perfect_display_is_perfect_also_where_games_end_early() -> None:
    assert after(table(SITE, fireworks=ALMOST), play(0, "r5")).outcome is Outcome.PERFECT


def test_the_site_ends_a_last_round_in_which_nobody_can_play_anything() -> None:
    last: dict[str, Any] = {"deck": 0, "turns_left": 2, "fireworks": ALMOST, "clue_tokens": 3}
    hopeless = knowing(table(SITE, **last), "r5 r1 r1 r2 r2 y1 y1 y2 y2 y3")
    assert after(hopeless, discard(1, "r1")).outcome is Outcome.DECK_OUT
    hopeful = knowing(table(SITE, **last), "y1 y1 r1 r2 r2 y2 r5 y2 y3 y3")
    assert after(hopeful, discard(1, "y1")).outcome is None
    unknown = knowing(table(SITE, **last), ". r1 r1 r2 r2 y1 y1 y2 y2 .")
    assert after(unknown, discard(1, "r1")).outcome is None
    seen = knowing(table(REACHED, **last), "r5 r1 r1 r2 r2 y1 y1 y2 y2 y3")
    assert after(seen, discard(1, "r1")).outcome is None


def test_a_clue_can_be_the_last_turn_of_hope() -> None:
    last: dict[str, Any] = {"deck": 0, "turns_left": 2, "fireworks": ALMOST, "clue_tokens": 3}
    state = knowing(table(SITE, **last), "r5 r1 r1 r2 r2 y1 y1 y2 y2 y3")
    assert kinds(apply(state, clue(RankHint(2)))) == ["ClueGiven", "GameEnded"]
