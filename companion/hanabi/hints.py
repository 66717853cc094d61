"""The clues that one seat can give another."""

from functools import cache

from companion.hanabi.cards import RANKS, Suit
from companion.hanabi.moves import ColourHint, GiveClue, RankHint
from companion.hanabi.position import GameState


@cache
def _clues(seat: int, target: int) -> tuple[dict[Suit, GiveClue], tuple[GiveClue, ...]]:
    """Return the clues from ``seat`` to ``target`` by colour, and those from rank 1 to rank 5."""
    return (
        {suit: GiveClue(seat, target, ColourHint(suit)) for suit in Suit},
        tuple(GiveClue(seat, target, RankHint(rank)) for rank in RANKS),
    )


def clues_to(state: GameState, seat: int, target: int) -> list[GiveClue]:
    """Return the clues from ``seat`` to ``target`` that point at a card, may do so, or need not."""
    ruleset = state.ruleset
    by_colour, by_rank = _clues(seat, target)
    hand = state.hands[target]
    faces = [face for _, _, face in hand if face is not None]
    if ruleset.empty_clues or len(faces) < len(hand):
        return [by_colour[colour] for colour in ruleset.nameable] + list(by_rank)
    suits = {face.suit for face in faces}
    if not suits.isdisjoint(ruleset.wild):
        suits.update(ruleset.nameable)
    ranks = {face.rank for face in faces}
    clues = [by_colour[colour] for colour in ruleset.nameable if colour in suits]
    return clues + [clue for rank, clue in enumerate(by_rank, RANKS[0]) if rank in ranks]
