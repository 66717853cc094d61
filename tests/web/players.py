"""Players for tests: they know the deck, so that games come to something worth showing."""

from __future__ import annotations

import random

from companion.hanabi.moves import Discard, GiveClue, Move, Play
from companion.hanabi.rules import legal_moves
from tests.web.fake_desk import Game


def sensible(game: Game, chance: random.Random, *, clues: float = 0.5) -> Move:
    """Return a turn: a card that fits, or a clue, or a discard."""
    state = game.state
    moves = list(legal_moves(state))
    fitting = [move for move in moves if isinstance(move, Play) and fits(game, move)]
    told = [move for move in moves if isinstance(move, GiveClue)]
    thrown = [move for move in moves if isinstance(move, Discard)]
    if fitting and chance.random() < 0.75:
        return chance.choice(fitting)
    if told and (not thrown or chance.random() < clues):
        return chance.choice(told)
    return chance.choice(thrown or fitting or told or moves)


def fits(game: Game, move: Play) -> bool:
    """Say whether the card goes on its firework."""
    card = game.deck[move.held]
    build, height = game.state.ruleset.build(card.suit), game.state.height(card.suit)
    return height < len(build) and build[height] == card.rank
