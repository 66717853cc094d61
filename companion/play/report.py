"""The result of a game as scripts are told it."""

from __future__ import annotations

from companion.hanabi.events import Outcome
from companion.hanabi.scoring import played, score
from companion.play.game import Game
from companion.record.history import turns


def result(game: Game) -> dict[str, object]:
    """Return the line that ends the report of a game; its fields stand in docs/command-line.md.

    It has every card that came to light, hands included: for a game that is over, or a film.
    """
    state = game.state
    return {
        "event": "result",
        "outcome": (state.outcome or Outcome.UNFINISHED).value,
        "score": score(state),
        "played": played(state),
        "strikes": state.strikes,
        "clue_tokens": state.clue_tokens,
        "turns": len(game.log),
        "questions": game.asked,
        "moves": list(turns(game.events, public=False)),
    }
