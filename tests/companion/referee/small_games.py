"""What the games of these tests begin with, and what is said of a move."""

from companion.hanabi.cards import Suit
from companion.hanabi.moves import ColourHint
from tests.companion.filmed_table import Game

RED = ColourHint(Suit.RED)
FOUR = [["r1", "y1", "g1", "b1", "w1"], ["r2", "y2", "g2", "b2", "w2"]]
TWINS = [["r1", "y1", "r1", "b1", "w3"], ["r2", "y2", "g2", "b2", "w2"]]
PLAYED = ["played", "drawn"]
NOTHING: list[str] = []


def with_a_clue(game: Game) -> Game:
    """Seat 0 gives a clue, so that tokens are missing and seat 1 may discard."""
    game.clue(0, 1, RED)
    return game
