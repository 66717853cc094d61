"""Players for tests: they know what they hold, so that games come to something worth showing."""

from __future__ import annotations

import random
from pathlib import Path

from companion.announcements.announcement import Announcement
from companion.hanabi.cards import Card
from companion.hanabi.moves import Discard, GiveClue, Move, Play
from companion.hanabi.rules import legal_moves
from companion.hanabi.state import GameState
from tests.web.real_table import PlayedTable, tables_in


def sensible(state: GameState, chance: random.Random, *, clues: float = 0.5) -> Move:
    """Return a turn: a card that fits, or a clue, or a discard."""
    moves = list(legal_moves(state))
    fitting = [move for move in moves if isinstance(move, Play) and fits(state, move)]
    told = [move for move in moves if isinstance(move, GiveClue)]
    thrown = [move for move in moves if isinstance(move, Discard)]
    if fitting and chance.random() < 0.75:
        return chance.choice(fitting)
    if told and (not thrown or chance.random() < clues):
        return chance.choice(told)
    return chance.choice(thrown or fitting or told or moves)


def told_in_a_game(players: int, seed: int, folder: Path) -> list[Announcement]:
    """Play a random game to its end; return all that the table is told of it."""
    told: list[Announcement] = []
    with tables_in(folder) as open_table:
        desk = open_table(players, seed=seed)
        desk.listen(told.append)
        desk.deal()
        chance = random.Random(seed)
        while not desk.state.over:
            desk.move(sensible(desk.state, chance))
    return told


def fits(state: GameState, move: Play) -> bool:
    """Say whether the card goes on its firework."""
    assert move.card is not None, "every card of these games is read"
    return goes_on(state, move.card)


def goes_on(state: GameState, card: Card) -> bool:
    """Say whether a card goes on its firework."""
    build, height = state.ruleset.build(card.suit), state.height(card.suit)
    return height < len(build) and build[height] == card.rank


def play_to_the_end(table: PlayedTable, chance: random.Random) -> None:
    """Play on until the game has ended."""
    while not table.state.over:
        table.move(sensible(table.state, chance))
