"""The clues that one seat can give another."""

from functools import cache

from companion.hanabi.cards import RANKS, Suit
from companion.hanabi.moves import ColourHint, GiveClue, Hint, RankHint
from companion.hanabi.position import GameState
from companion.hanabi.ruleset import Ruleset


def every_hint(ruleset: Ruleset) -> tuple[Hint, ...]:
    """Return all that a clue can say: the colours that can be named, then the ranks."""
    return (*map(ColourHint, ruleset.nameable), *map(RankHint, RANKS))


@cache
def _clues(seat: int, target: int) -> tuple[dict[Suit, GiveClue], dict[int, GiveClue]]:
    """Return the clues from ``seat`` to ``target`` by colour and by rank."""
    return (
        {suit: GiveClue(seat, target, ColourHint(suit)) for suit in Suit},
        {rank: GiveClue(seat, target, RankHint(rank)) for rank in RANKS},
    )


def clues_to(state: GameState, seat: int, target: int) -> list[GiveClue]:
    """Return the clues from ``seat`` to ``target`` that point at a card, may do so, or need not."""
    ruleset = state.ruleset
    by_colour, by_rank = _clues(seat, target)
    suits: set[Suit] = set()
    ranks: set[int] = set()
    anything = ruleset.empty_clues
    for _, _, face in state.hands[target]:
        if face is None:
            anything = True
        else:
            suits.add(face.suit)
            ranks.add(face.rank)
    if anything:
        return [by_colour[colour] for colour in ruleset.nameable] + list(by_rank.values())
    if not suits.isdisjoint(ruleset.wild):
        suits.update(ruleset.nameable)
    clues = [by_colour[colour] for colour in ruleset.nameable if colour in suits]
    return clues + [by_rank[rank] for rank in sorted(ranks)]
