"""The opening position, and what single events do to a position."""

import pytest

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    CardDrawn,
    CardIdentified,
    CardPlayed,
    GameStarted,
    HandRearranged,
)
from companion.hanabi.moves import CardId
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import HeldCard, evolve, evolve_all, start

RED_ONE = Card(Suit.RED, 1)


@pytest.mark.parametrize(("players", "size"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_cards_are_dealt_hand_by_hand_and_nobody_knows_them(players: int, size: int) -> None:
    state, events = start(STANDARD, players, first=1)
    assert events == (GameStarted(STANDARD, players, 1),)
    assert [card.id for hand in state.hands for card in hand] == list(range(players * size))
    assert all([card.slot for card in hand] == list(range(size)) for hand in state.hands)
    assert all(card.card is None for hand in state.hands for card in hand)
    assert state.deck == 50 - players * size
    assert state.next_id == players * size
    assert (state.turn, state.to_move, state.clue_tokens, state.strikes) == (1, 1, 8, 0)
    assert (state.turns_left, state.outcome, state.over) == (None, None, False)


@pytest.mark.parametrize("first", [-1, 2])
def test_the_first_player_sits_at_the_table(first: int) -> None:
    with pytest.raises(ValueError, match=f"seats 0 to 1, got {first}"):
        start(STANDARD, 2, first)


def test_six_people_cannot_start() -> None:
    with pytest.raises(ValueError, match="got 6"):
        start(STANDARD, 6)


def test_a_record_that_opens_with_the_start_replays_from_anywhere() -> None:
    state, events = start(STANDARD, 3, first=2)
    elsewhere = start(STANDARD, 5)[0]
    assert evolve_all(elsewhere, events) == state


def test_the_drawn_card_takes_the_slot_that_was_emptied() -> None:
    state, _ = start(STANDARD, 2)
    state = evolve(state, CardPlayed(0, CardId(2), 2, RED_ONE))
    assert [card.slot for card in state.hands[0]] == [0, 1, 3, 4]
    assert (state.turn, state.to_move, state.height(Suit.RED)) == (2, 1, 1)
    state = evolve(state, CardDrawn(0, CardId(10), 2))
    assert state.hands[0] == tuple(
        HeldCard(CardId(held), slot, None) for slot, held in enumerate([0, 1, 10, 3, 4])
    )
    assert state.deck == 39
    assert state.next_id == 11


def test_a_face_travels_with_its_card_when_the_hand_is_rearranged() -> None:
    state, _ = start(STANDARD, 2)
    state = evolve(state, CardIdentified(CardId(7), RED_ONE))
    state = evolve(state, HandRearranged(1, tuple(map(CardId, (7, 5, 6, 9, 8)))))
    assert [card.id for card in state.hands[1]] == [7, 5, 6, 9, 8]
    assert state.hands[1][0] == HeldCard(CardId(7), 0, RED_ONE)
    assert state.find(CardId(7)) == (1, HeldCard(CardId(7), 0, RED_ONE))
    assert state.find(CardId(10)) is None
    assert [state.places[card.id] for card in state.hands[1]] == [(1, slot) for slot in range(5)]


def test_an_event_about_a_card_that_is_not_there_is_no_silent_nonsense() -> None:
    state, _ = start(STANDARD, 2)
    with pytest.raises(ValueError, match="card 9"):
        evolve(state, CardPlayed(0, CardId(9), 4, RED_ONE))
    with pytest.raises(ValueError, match="card 30"):
        evolve(state, CardIdentified(CardId(30), RED_ONE))
    with pytest.raises(ValueError, match="not in tuple"):
        state.height(Suit.BLACK)
