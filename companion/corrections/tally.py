"""What everybody can count in a game, for saying what a correction changes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.hanabi.events import Outcome
from companion.hanabi.position import GameState
from companion.hanabi.scoring import played, score


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a position; nothing in it depends on a card in a hand.

    Attributes:
        score: the points, None for a loss that counts nothing.
        played: the cards on fireworks.
        strikes: how many misplays there were.
        clue_tokens: how many are available.
        turns: how many were taken.
        outcome: how the game ended, or ``UNFINISHED``.
        laid_down: whether all hands lie open.
        untold_tiles: how many award tiles count as turned of which nobody said which they were.
    """

    score: int | None
    played: int
    strikes: int
    clue_tokens: int
    turns: int
    outcome: Outcome
    laid_down: bool = False
    untold_tiles: int = 0

    @classmethod
    def of(cls, state: GameState) -> Tally:
        """Count ``state``."""
        return cls(
            score(state),
            played(state),
            state.strikes,
            state.clue_tokens,
            state.turn - 1,
            state.outcome or Outcome.UNFINISHED,
            state.laid_down,
            state.tiles.count(None),
        )
