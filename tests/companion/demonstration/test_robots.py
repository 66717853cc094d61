"""Simulated players decide by what a phone of their seat shows, always legally, and play well."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.demonstration.reading_clues import understood
from companion.demonstration.robots import (
    LayOnDiscards,
    LayOnFireworks,
    PlannedClue,
    PlannedTile,
    choose_tile,
    decide,
)
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.moves import CardId, Identify
from companion.hanabi.ruleset import Ruleset
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


BIG_BOX = compose(
    "big box",
    Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True, award_tiles=True, empty_clues=True),
)
OTHERS = (
    BIG_BOX,
    compose("five more", Options(sixth_suit=SixthSuit.FIVE_NAMEABLE, clue_tokens=6)),
    compose("five wild, black", Options(sixth_suit=SixthSuit.FIVE_WILD, black_powder=True)),
    compose("all or nothing", Options(all_or_nothing=True)),
)


@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("players", [2, 5])
def test_games_by_other_rules_are_legal_too(players: int, rules: Ruleset) -> None:
    laid, black = 0, 0
    for seed in range(2):
        game = Game(players, seed, rules)
        while not game.state.over:
            award = game.state.award
            if award is not None:
                tile = choose_tile(game.page(award.seat), game.tiles())
                game.make(game.turn(award.seat, tile))
            else:
                game.make(game.move(decide(game.page(game.state.to_move), rules)))
            assert game.state.turn < 200
        laid += sum(game.state.fireworks)
        black += game.state.height(Suit.BLACK) if Suit.BLACK in rules.colours else 0
    assert laid / 2 >= (5 if rules.all_or_nothing else 10)
    assert black or Suit.BLACK not in rules.colours


def test_whoever_has_earned_a_tile_turns_one_that_helps() -> None:
    offers = [
        {"tile": "clue_token", "cards": []},
        {"tile": "mended_fuse", "cards": []},
        {"tile": "rank_clue", "cards": []},
        {"tile": "return", "cards": ["r1"]},
        {"tile": "rescue", "cards": []},
    ]
    view = {"clue_tokens": [8, 8], "strikes": [1, 3]}
    assert choose_tile(view, offers) == PlannedTile("mended_fuse")
    assert choose_tile({**view, "strikes": [0, 3]}, offers) == PlannedTile("rank_clue")
    assert choose_tile(view, [*offers[:4], {"tile": "rescue", "cards": ["g3"]}]) == PlannedTile(
        "rescue", "g3"
    )


@pytest.mark.parametrize("players", [2, 5])
def test_nobody_throws_a_five_away_that_he_knows_of_while_he_has_a_lesser_card(
    players: int,
) -> None:
    spared = 0
    for seed in range(20, 22):
        game = Game(players, seed)
        while not game.state.over:
            seat = game.state.to_move
            page = game.page(seat)
            decision = decide(page)
            if isinstance(decision, LayOnDiscards):
                table = understood(page)
                hand = {card["slot"]: card for card in page["hands"][seat]}
                fives = {
                    slot
                    for slot, card in hand.items()
                    if "5" in card["clues"]
                    and not all(map(table.is_useless, table.can_be[card["id"]]))
                }
                assert decision.slot not in fives or len(fives) == len(hand)
                spared += bool(fives)
            game.make(game.move(decision))
    assert spared > 5


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
