"""Turns of which only the counts are known: a clue nobody told, a card nobody saw."""

from __future__ import annotations

import pytest

from companion.hanabi.cards import Suit
from companion.hanabi.editions import Options
from companion.hanabi.events import CardLaidUnseen, ClueFaulted, ClueGiven, GameStarted, Outcome
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    GiveClue,
    LayUnseen,
    Move,
    RankHint,
    SpendToken,
    Unseen,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import GameState, evolve, start
from companion.record.history import turns
from tests.companion.hanabi.tables import after, kinds, knowing, play, refused, table

PLAIN = Options()


def deal(**changes: object) -> GameState:
    return table(PLAIN, 2, 0, **changes)


def lay(how: Unseen, seat: int = 0) -> LayUnseen:
    return LayUnseen(seat, how)


def test_a_clue_nobody_told_costs_a_token_and_the_turn_passes() -> None:
    state = after(deal(), SpendToken(0))
    assert (state.clue_tokens, state.to_move, state.turn, state.clues) == (7, 1, 2, ())


def test_a_discard_nobody_saw_brings_a_token_and_its_player_draws() -> None:
    state = after(deal(clue_tokens=3), lay(Unseen.DISCARDED))
    assert (state.clue_tokens, state.deck, len(state.hands[0])) == (4, 39, 5)
    assert state.discards == (None,)


def test_a_misplay_nobody_saw_burns_a_fuse_and_the_third_ends_the_game() -> None:
    state = after(deal(), *(lay(Unseen.MISSED, turn % 2) for turn in range(3)))
    assert state.strikes == 3
    assert state.outcome is Outcome.STRIKEOUT


def test_a_card_that_completes_a_firework_brings_a_token_and_another_does_not() -> None:
    tokens = deal(clue_tokens=3)
    assert after(tokens, lay(Unseen.PLAYED)).clue_tokens == 3
    assert after(tokens, lay(Unseen.COMPLETED)).clue_tokens == 4
    assert after(deal(), lay(Unseen.COMPLETED)).clue_tokens == 8
    assert len(after(tokens, lay(Unseen.PLAYED)).unread) == 1


def test_the_last_card_of_the_deck_begins_the_last_round_and_that_ends() -> None:
    state = after(deal(deck=1, clue_tokens=2), lay(Unseen.PLAYED))
    assert state.turns_left == 2
    state = after(state, SpendToken(1), lay(Unseen.DISCARDED))
    assert state.outcome is Outcome.DECK_OUT
    state = after(deal(deck=1, clue_tokens=2), lay(Unseen.PLAYED), SpendToken(1), SpendToken(0))
    assert state.outcome is Outcome.DECK_OUT


def test_what_was_known_of_a_hand_is_forgotten_when_nobody_saw_which_card_went() -> None:
    state = after(knowing(deal(), "r1 . y2"), lay(Unseen.PLAYED))
    assert [held.card for held in state.hands[0]] == [None] * 5


@pytest.mark.parametrize(
    ("state", "move", "rule"),
    [
        (deal(clue_tokens=0), SpendToken(0), Rule.NO_CLUE_TOKENS),
        (deal(), SpendToken(1), Rule.NOT_YOUR_TURN),
        (deal(), SpendToken(7), Rule.NO_SUCH_SEAT),
        (deal(outcome=Outcome.TERMINATED), SpendToken(0), Rule.GAME_OVER),
        (deal(), lay(Unseen.DISCARDED), Rule.CLUE_TOKENS_FULL),
        (deal(), lay(Unseen.PLAYED, 1), Rule.NOT_YOUR_TURN),
        (deal(hands=((), ())), lay(Unseen.PLAYED), Rule.CARD_NOT_HELD),
    ],
)
def test_what_the_rules_forbid_is_refused_unseen_too(
    state: GameState, move: Move, rule: Rule
) -> None:
    assert refused(state, move).rule is rule


def test_while_a_tile_is_due_nothing_is_counted() -> None:
    five = table(Options(award_tiles=True), fireworks=(4, 0, 0, 0, 0))
    due = after(five, play(0, "r5"))
    assert refused(due, SpendToken(1)).rule is Rule.AWARD_DUE


def test_the_turns_tell_that_nobody_knows_more() -> None:
    state, events = start(STANDARD, 2)
    told = [*events]
    for move in (
        SpendToken(0),
        lay(Unseen.DISCARDED, 1),
        lay(Unseen.PLAYED),
        lay(Unseen.MISSED, 1),
    ):
        caused = apply(state, move)
        told += caused  # type: ignore[arg-type]
        for event in caused:
            state = evolve(state, event)
    assert isinstance(told[0], GameStarted)
    said = [tuple(turn.values()) for turn in turns(told, public=True)]
    assert said == [
        (1, 0, "clue", None, None),
        (2, 1, "discard", None, None),
        (3, 0, "play", None, None, True),
        (4, 1, "play", None, None, False),
    ]


# ----------------------------------------------------------------------------- clues by hearsay


@pytest.mark.parametrize("hand", ["r1 r2 r3 r4 r5", "b1 b2 b3 b4 b5"])
def test_a_clue_by_hearsay_says_nothing_of_the_hand_it_is_about(hand: str) -> None:
    state = knowing(deal(), hand, 5)
    events = apply(state, GiveClue(0, 1, ColourHint(Suit.RED), blind=True))
    ids = tuple(map(CardId, range(5, 10)))
    assert events == (ClueGiven(0, 1, ColourHint(Suit.RED), 1, (), ids, blind=True),)


def test_a_clue_by_hearsay_is_never_found_fault_with_by_what_was_known_before() -> None:
    state = after(knowing(deal(), "b1 b2 b3 b4 b5", 5), GiveClue(0, 1, RankHint(5), blind=True))
    events = apply(state, play(5, "b1", seat=1))
    assert not any(isinstance(event, ClueFaulted) for event in events)


def test_a_clue_by_hearsay_still_costs_a_token_and_a_turn() -> None:
    assert refused(deal(clue_tokens=0), GiveClue(0, 1, RankHint(1), True)).rule is (
        Rule.NO_CLUE_TOKENS
    )
    assert refused(deal(), GiveClue(1, 0, RankHint(1), True)).rule is Rule.NOT_YOUR_TURN
    assert kinds(apply(deal(), GiveClue(0, 1, RankHint(1), True))) == ["ClueGiven"]
    assert isinstance(apply(deal(), lay(Unseen.PLAYED))[0], CardLaidUnseen)
