"""Simulated players decide by what a phone of their seat shows, always legally, and play well."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.demonstration.reading_clues import understood
from companion.demonstration.robots import LayOnDiscards, LayOnFireworks, PlannedClue, decide
from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Identify
from tests.companion.demonstration.games import Game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_robot_decides_the_same_whatever_its_own_hand_is(players: int) -> None:
    game, compared = Game(players, 1), 0
    while not game.state.over:
        seat = game.state.to_move
        page = game.page(seat)
        assert all(card["face"] is None for card in page["hands"][seat])
        decision = decide(page)
        other = copy.deepcopy(game)
        for held in other.state.hands[seat]:
            other.make(Identify(held.id, None))
        assert decide(other.page(seat)) == decision
        compared += 1
        game.make(game.move(decision))
    assert compared > 10


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_of_robots_are_legal_and_come_to_eighteen_points_on_average(players: int) -> None:
    scores = []
    for seed in range(5):
        game = Game(players, seed)
        while not game.state.over:
            game.make(game.move(decide(game.page(game.state.to_move))))
            assert game.state.turn < 200
        scores.append(sum(game.state.fireworks))
    assert sum(scores) / len(scores) >= 18  # players who never listen come to four or so


@pytest.mark.parametrize("players", [2, 5])
def test_nobody_throws_a_five_away_that_he_knows_of_while_he_has_a_lesser_card(
    players: int,
) -> None:
    discards = 0
    for seed in range(20, 22):
        game = Game(players, seed)
        while not game.state.over:
            seat = game.state.to_move
            page = game.page(seat)
            decision = decide(page)
            if isinstance(decision, LayOnDiscards):
                discards += 1
                table = understood(page)
                hand = {card["slot"]: card for card in page["hands"][seat]}
                fives = {
                    slot
                    for slot, card in hand.items()
                    if "5" in card["clues"]
                    and not all(map(table.is_useless, table.can_be[card["id"]]))
                }
                assert decision.slot not in fives or len(fives) == len(hand)
            game.make(game.move(decision))
    assert discards > 10


def test_the_next_player_is_told_of_a_five_that_he_would_discard() -> None:
    for seed in range(40):
        game = Game(3, seed)
        for held, label in ((5, "r5"), (6, "y4"), (7, "g4"), (8, "w4"), (9, "b4")):
            game.make(Identify(game.state.hands[1][held - 5].id, Card.parse(label)))
        decision = decide(game.page(0))
        assert decision == PlannedClue(1, 5)


def test_nobody_spends_the_last_token_on_a_player_who_knows_that_he_holds_fives_alone() -> None:
    game = Game(2, 1)
    faces = ("r1", "b3", "y3", "g4", "w3", "r5", "y5", "g5", "b5", "w5")
    for held, label in enumerate(faces):
        game.make(Identify(CardId(held), Card.parse(label)))
    for told in (PlannedClue(1, 5), PlannedClue(0, 4)) * 3:
        game.make(game.move(told))
    game.make(game.move(LayOnFireworks(0)))
    game.make(game.move(PlannedClue(0, 4)))
    assert game.state.clue_tokens == 1
    decision = decide(game.page(0))
    assert isinstance(decision, LayOnFireworks | LayOnDiscards), "then the other has a token"


def test_what_a_clue_means_is_the_same_for_all_who_see_it() -> None:
    game = Game(4, 7)
    while not game.state.over and game.state.turn < 40:
        tables = [understood(game.page(seat)) for seat in range(4)]
        assert all(table == tables[0] for table in tables)
        game.make(game.move(decide(game.page(game.state.to_move))))


def test_after_a_hand_was_put_into_another_order_only_the_marks_count() -> None:
    game = Game(3, 2)
    page: Any = game.page(0)
    page["hands"][1][0]["id"], page["hands"][1][1]["id"] = (
        page["hands"][1][1]["id"],
        page["hands"][1][0]["id"],
    )
    table = understood(page)
    assert table.taken_for == {}
    assert decide(page) is not None


def test_a_clue_about_one_card_that_fits_is_followed_by_playing_it() -> None:
    game = Game(2, 3)
    while not game.state.over:
        decision = decide(game.page(game.state.to_move))
        game.make(game.move(decision))
        touched = game.log[-1].get("touched")
        if isinstance(decision, PlannedClue) and isinstance(touched, list) and len(touched) == 1:
            seat, slot = game.state.to_move, touched[0]
            (held,) = (one for one in game.state.hands[seat] if one.slot == slot)
            if held.card is not None and held.card.rank == 1:
                assert decide(game.page(seat)) == LayOnFireworks(slot)
                return
    raise AssertionError("no such clue was given")
