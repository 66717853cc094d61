"""Simulated players decide by what a phone of their seat shows, and always legally."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from companion.demonstration.robots import Decision, LayOnDiscards, LayOnFireworks, Tell, decide
from companion.hanabi.cards import Suit
from companion.hanabi.events import CardDrawn, Event
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    RankHint,
)
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD
from companion.hanabi.state import GameState, evolve, start
from companion.record.history import Turn, turn_taken
from companion.views.view import view_game


class Game:
    """A game through the rules, with every rack read."""

    def __init__(self, players: int, seed: int) -> None:
        self.deck = list(STANDARD.deck)
        random.Random(seed).shuffle(self.deck)
        self.state: GameState
        self.state, events = start(STANDARD, players)
        self.events: list[Event] = list(events)
        self.log: list[Turn] = []
        for held in range(self.state.next_id):
            self.make(Identify(CardId(held), self.deck[held]))

    def make(self, move: Move) -> None:
        for event in apply(self.state, move):
            turn = turn_taken(self.state, event)
            self.state = evolve(self.state, event)
            self.events.append(event)
            if turn is not None:
                self.log.append(turn)
            if isinstance(event, CardDrawn):
                self.make(Identify(event.held, self.deck[event.held]))

    def page(self, seat: int) -> Any:
        """What the seat's phone shows, as it comes through HTTP."""
        return json.loads(json.dumps(view_game(self.state, self.events, self.log, seat).to_data()))

    def move(self, decision: Decision) -> Move:
        seat = self.state.to_move
        match decision:
            case Tell(target, hint):
                said = RankHint(hint) if isinstance(hint, int) else ColourHint(Suit(hint))
                return GiveClue(seat, target, said)
            case LayOnFireworks(slot) | LayOnDiscards(slot):
                (held,) = (held for held in self.state.hands[seat] if held.slot == slot)
                kind = Play if isinstance(decision, LayOnFireworks) else Discard
                return kind(seat, held.id, held.card)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
def test_a_game_of_robots_alone_is_legal_to_its_end(players: int, seed: int) -> None:
    game = Game(players, seed)
    while not game.state.over:
        game.make(game.move(decide(game.page(game.state.to_move))))
        assert game.state.turn < 200
    assert sum(game.state.fireworks) >= 5 or game.state.strikes == 3


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


def test_robots_on_the_whole_do_what_the_clues_are_for() -> None:
    played = []
    for seed in range(12):
        game = Game(3, seed)
        while not game.state.over:
            game.make(game.move(decide(game.page(game.state.to_move))))
        played.append(sum(game.state.fireworks))
    assert sum(played) / len(played) > 10  # players who never listen come to four or so


def test_a_clue_that_points_at_one_new_card_is_followed_by_playing_it() -> None:
    game = Game(2, 3)
    while not game.state.over:
        decision = decide(game.page(game.state.to_move))
        game.make(game.move(decision))
        touched = game.log[-1].get("touched")
        if isinstance(decision, Tell) and isinstance(touched, list) and len(touched) == 1:
            seat, slot = game.state.to_move, touched[0]
            (card,) = (card for card in game.page(seat)["hands"][seat] if card["slot"] == slot)
            if len(card["clues"]) == 1:
                assert decide(game.page(seat)) == LayOnFireworks(slot)
                return
    raise AssertionError("no such clue was given")
