"""Games for hanab.live: finished ones, and where they end."""

from companion.hanab_live.game import SiteGame
from companion.hanab_live.replay import positions
from companion.hanabi.state import GameState


def end(game: SiteGame) -> GameState:
    return list(positions(game))[-1]


def in_public(state: GameState) -> tuple[object, ...]:
    discards = sorted(card.label for card in state.discards if card)
    clues = [
        (clue.turn, clue.seat, clue.target, clue.hint, set(clue.touched)) for clue in state.clues
    ]
    counts = state.clue_tokens, state.strikes, state.deck, state.turn, state.first, state.players
    return state.fireworks, discards, clues, counts, state.outcome
