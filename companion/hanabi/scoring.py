"""What a position is worth, and what can still become of it."""

from collections.abc import Sequence
from enum import Enum

from companion.hanabi.cards import Card
from companion.hanabi.events import Outcome
from companion.hanabi.ruleset import LossScore, Ruleset
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
    UP_TO_29 = "25-29"
    ALL_30 = "30"


_UPPER_ENDS = (
    (5, Rating.UP_TO_5),
    (10, Rating.UP_TO_10),
    (15, Rating.UP_TO_15),
    (20, Rating.UP_TO_20),
    (24, Rating.UP_TO_24),
)


def band(points: int, most: int = 25) -> Rating:
    """Return the band of ``points`` where ``most`` can be made.

    The bands from 25 on are those of the editions that print them, for each game in which more
    than 25 points can be made.

    Raises:
        ValueError: that many points cannot be made.
    """
    if not 0 <= points <= most:
        raise ValueError(f"the scale goes from 0 to {most}, got {points}")
    for upper, rating in _UPPER_ENDS:
        if points <= upper:
            return rating
    if most == 25:
        return Rating.ALL_25
    return Rating.UP_TO_29 if points < 30 else Rating.ALL_30


def played(state: GameState) -> int:
    """Return the number of cards lying on fireworks, whatever the outcome."""
    return sum(state.fireworks)


def points(state: GameState) -> int:
    """Return what the fireworks are worth, whatever the outcome; never less than 0.

    Each card brings a point. A suit that counts what is missing brings none, and each of its
    cards that isn't there costs one.
    """
    return _worth(state.ruleset, state.fireworks)


def score(state: GameState) -> int | None:
    """Return the points, or what the ruleset books for a loss.

    None where a lost game counts nothing at all.
    """
    return settle(state.ruleset, state.fireworks, state.outcome)


def rating(state: GameState) -> Rating | None:
    """Return the band of a finished game.

    None while it runs, after a loss, and where all or nothing was played for: no edition rates
    that.
    """
    return rate(state.ruleset, state.fireworks, state.outcome)


def settle(ruleset: Ruleset, heights: Sequence[int], outcome: Outcome | None) -> int | None:
    """Return the score of a display of which nothing else is known; see `score`.

    Args:
        ruleset: what was played.
        heights: how many cards lie on each firework, parallel to ``ruleset.suits``.
        outcome: how the game ended; None while it runs.
    """
    if outcome not in LOSSES:
        return _worth(ruleset, heights)
    match ruleset.loss_score:
        case LossScore.ZERO:
            return 0
        case LossScore.SUM:
            return _worth(ruleset, heights)
        case LossScore.NONE:
            return None


def rate(ruleset: Ruleset, heights: Sequence[int], outcome: Outcome | None) -> Rating | None:
    """Return the band of a display of which nothing else is known; see `rating` and `settle`."""
    if outcome is None or outcome in LOSSES or ruleset.all_or_nothing:
        return None
    return band(_worth(ruleset, heights), ruleset.best_score)


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


def best_points(state: GameState) -> int:
    """Return the points that the fireworks can still come to."""
    return _worth(state.ruleset, reachable(state))


def pace(state: GameState) -> int | None:
    """Return how many more cards may be discarded on the way to the best display.

    Cards on fireworks + cards in the deck + players - cards that can still come to lie there; None
    once the deck is empty.
    """
    if state.deck == 0:
        return None
    return played(state) + state.deck + state.players - best_reachable(state)


def _worth(ruleset: Ruleset, heights: Sequence[int]) -> int:
    worth = 0
    for rule, height in zip(ruleset.suits, heights, strict=True):
        worth += height - len(rule.build) if rule.counts_missing else height
    return max(worth, 0)
