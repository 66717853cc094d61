"""What a card on a column says of those below it that nobody could read; and whether it fitted.

A card that was played unread may be one that a later card fits on: then that one is no misplay.
What is concluded here follows from the mat and public counts alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from companion.hanabi.cards import Card
from companion.hanabi.knowledge import copies_laid
from companion.hanabi.state import GameState


class Verdict(Enum):
    """Whether the rules can tell what became of a played card."""

    CERTAIN = "certain"
    """Whatever the unread cards are, it fits, or it does not."""
    STAYS = "stays"
    """It fits if it is left lying: if it was a twin of an unread card, it goes to the discards."""
    OPEN = "open"
    """Nobody can tell before an unread card is known, or before it goes to the discards."""


def verdict(
    state: GameState, face: Card, below: Sequence[Card | None], *, strange: bool = False
) -> Verdict | tuple[Card, ...]:
    """Say whether anybody can tell if ``face`` fits; cards: the unread ones below it are these.

    Cards that do not fit are taken to the discards, so those that lie below another one fitted, and
    a firework keeps to its column. Then there is one story only in which a card that is so many
    steps too high as unread cards lie below it came there: each of them was the next one.

    Args:
        state: the position before it was played.
        face: what was played.
        below: the cards of its column below it that are no known misplays, lowest first; None where
            one was played that nobody could read.
        strange: whether besides something lies below it of which the record knows nothing.
    """
    at = state.ruleset.place.get(face.suit)
    build = state.ruleset.build(face.suit) if at is not None else ()
    if at is None or face.rank not in build:
        return Verdict.CERTAIN
    height, index = state.fireworks[at], build.index(face.rank)
    if index < height:
        return Verdict.CERTAIN
    unread = list(below).count(None)
    lacking = [Card(face.suit, rank) for rank in build[height:index]]
    possible = all(copies_laid(state, card) < state.ruleset.copies(card) for card in lacking)
    if not unread:
        may_fit = bool(lacking) and possible and len(lacking) <= len(state.unread)
        return Verdict.OPEN if may_fit or (lacking and strange) else Verdict.CERTAIN
    if not lacking:
        return Verdict.STAYS
    alike = all(card is None or card.suit is face.suit for card in below)
    if alike and possible and len(lacking) == unread and not strange:
        return tuple(lacking)
    return Verdict.OPEN
