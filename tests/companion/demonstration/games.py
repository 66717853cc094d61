"""Games through the rules in which every rack is read."""

from __future__ import annotations

import json
import random
from typing import Any

from companion.demonstration.robots import (
    Decision,
    LayOnDiscards,
    LayOnFireworks,
    PlannedClue,
    PlannedTile,
)
from companion.hanabi.awards import tile_offers
from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import CardDrawn, CardReturned, Event
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    RankHint,
    Tile,
    TileChoice,
)
from companion.hanabi.rules import apply
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.hanabi.state import GameState, evolve, start
from companion.record.history import TurnData, turn_taken
from companion.views.view import view_game


class Game:
    """A game through the rules, with every rack read."""

    def __init__(self, players: int, seed: int, rules: Ruleset = STANDARD) -> None:
        self.deck = list(rules.deck)
        random.Random(seed).shuffle(self.deck)
        self.state: GameState
        self.state, events = start(rules, players)
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
            if isinstance(event, CardReturned):  # it lies on top of the deck from now on
                self.deck.insert(self.state.next_id, event.card)
            if isinstance(event, CardDrawn):
                self.make(Identify(event.held, self.deck[event.held]))

    def page(self, seat: int) -> Any:
        """What the seat's phone shows, as it comes through HTTP."""
        return json.loads(json.dumps(view_game(self.state, self.events, self.log, seat).to_data()))

    def tiles(self) -> list[dict[str, Any]]:
        """What the page of whoever has earned an award tile offers."""
        return [
            {"tile": one.tile.value, "cards": [card.label for card in one.cards]}
            for one in tile_offers(self.state)
        ]

    def turn(self, seat: int, tile: PlannedTile) -> Move:
        back = None if tile.card is None else Card.parse(tile.card)
        return TileChoice(seat, Tile(tile.tile), card=back)

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
