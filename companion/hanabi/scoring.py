"""What a position is worth, and what can still become of it."""

from enum import Enum

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import Outcome
from companion.hanabi.ruleset import LossScore
from companion.hanabi.state import GameState

LOSSES = frozenset({Outcome.STRIKEOUT, Outcome.FAILED})
"""The outcomes that are a loss; a game that was stopped or ran out of cards isn't lost."""


class Rating(Enum):
    """The bands of the artificers' scale; the values are ids, the sentences come elsewhere."""

    UP_TO_5 = "0-5"
    UP_TO_10 = "6-10"
    UP_TO_15 = "11-15"
    UP_TO_20 = "16-20"
    UP_TO_24 = "21-24"
    ALL_25 = "25"


_UPPER_ENDS = (
    (5, Rating.UP_TO_5),
    (10, Rating.UP_TO_10),
    (15, Rating.UP_TO_15),
    (20, Rating.UP_TO_20),
    (24, Rating.UP_TO_24),
    (25, Rating.ALL_25),
)


def band(points: int) -> Rating:
    """Return the band of a display of ``points`` cards, 0 to 25.

    Raises:
        ValueError: the scale of the base game has no such number.
    """
    if points >= 0:
        for upper, rating in _UPPER_ENDS:
            if points <= upper:
                return rating
    raise ValueError(f"the scale goes from 0 to 25, got {points}")


def played(state: GameState) -> int:
    """Return the number of cards lying on fireworks, whatever the outcome."""
    return sum(state.fireworks)


def score(state: GameState) -> int | None:
    """Return the points: the cards on fireworks, or what the ruleset books for a loss.

    None where a lost game counts nothing at all.
    """
    if state.outcome not in LOSSES:
        return played(state)
    match state.ruleset.loss_score:
        case LossScore.ZERO:
            return 0
        case LossScore.SUM:
            return played(state)
        case LossScore.NONE:
            return None


def rating(state: GameState) -> Rating | None:
    """Return the band of a finished game; None while it runs and after a loss."""
    if state.outcome is None or state.outcome in LOSSES:
        return None
    return band(played(state))


def reachable(state: GameState) -> tuple[int, ...]:
    """Return how many cards each firework can still come to, parallel to ``ruleset.suits``.

    Only the discards count against it, not the order of the deck nor the turns that are left.
    """
    heights = []
    for rule, height in zip(state.ruleset.suits, state.fireworks, strict=True):
        for rank in rule.build[height:]:
            if state.discards.count(Card(rule.suit, rank)) >= rule.copies[rank - 1]:
                break
            height += 1
        heights.append(height)
    return tuple(heights)


def best_reachable(state: GameState) -> int:
    """Return the number of cards that all fireworks together can still come to."""
    return sum(reachable(state))


def pace(state: GameState) -> int | None:
    """Return how many more cards may be discarded on the way to the best reachable score.

    Points + cards in the deck + players - best reachable score; None once the deck is empty.
    """
    if state.deck == 0:
        return None
    return played(state) + state.deck + state.players - best_reachable(state)


def critical_cards(state: GameState) -> frozenset[Card]:
    """Return the faces with one copy left that the best reachable score still needs."""
    return frozenset(
        card
        for card in _needed(state)
        if state.ruleset.copies(card) - state.discards.count(card) == 1
    )


def useless_cards(state: GameState) -> frozenset[Card]:
    """Return the faces that can never fit any more: played already, or beyond a lost card."""
    return frozenset(state.ruleset.cards) - _needed(state)


def dead_fireworks(state: GameState) -> tuple[Suit, ...]:
    """Return the suits whose unfinished firework can't grow any more."""
    return tuple(
        rule.suit
        for rule, height, most in zip(
            state.ruleset.suits, state.fireworks, reachable(state), strict=True
        )
        if height == most < len(rule.build)
    )


def _needed(state: GameState) -> frozenset[Card]:
    """The faces between where each firework is and where it can come to."""
    return frozenset(
        Card(rule.suit, rank)
        for rule, height, most in zip(
            state.ruleset.suits, state.fireworks, reachable(state), strict=True
        )
        for rank in rule.build[height:most]
    )
