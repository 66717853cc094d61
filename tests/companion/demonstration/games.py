"""Games through the rules in which every rack is read."""

from __future__ import annotations

import json
import random
from typing import Any

from companion.demonstration.robots import Decision, LayOnDiscards, LayOnFireworks, PlannedClue
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
from companion.record.history import TurnData, turn_taken
from companion.views.view import view_game


class Game:
    """A game through the rules, with every rack read."""

    def __init__(self, players: int, seed: int) -> None:
        self.deck = list(STANDARD.deck)
        random.Random(seed).shuffle(self.deck)
        self.state: GameState
        self.state, events = start(STANDARD, players)
        self.events: list[Event] = list(events)
        self.log: list[TurnData] = []
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
            case PlannedClue(target, hint):
                said = RankHint(hint) if isinstance(hint, int) else ColourHint(Suit(hint))
                return GiveClue(seat, target, said)
            case LayOnFireworks(slot) | LayOnDiscards(slot):
                (held,) = (held for held in self.state.hands[seat] if held.slot == slot)
                kind = Play if isinstance(decision, LayOnFireworks) else Discard
                return kind(seat, held.id, held.card)
