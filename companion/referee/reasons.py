"""Why table and record differ, as data; the sentences are in ``reason_texts``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.hanabi.refusals import Rule


class Cause(Enum):
    """What it is that no legal move explains."""

    NOT_RETURNED = "not_returned"
    """A card was taken back and still lies there."""
    OFF_FIREWORKS = "off_fireworks"
    OFF_DISCARDS = "off_discards"
    LEFT_BY_TILE = "left_by_tile"
    """An award tile has taken a card from the discards, where it lies still."""
    NO_HANABI_CARD = "no_hanabi_card"
    FORBIDDEN = "forbidden"
    """The only move that explains it breaks a rule."""
    HANGS_ON_QUESTION = "hangs_on_question"
    """It breaks a rule only if an earlier card was discarded, of which nobody has said so."""
    OUT_OF_TURN = "out_of_turn"
    NOBODY_LAID_IT = "nobody_laid_it"
    TWO_AT_ONCE = "two_at_once"
    """One hand has laid several cards in one turn."""
    UNSEEN_ORDER = "unseen_order"
    """One hand had several turns while nobody watched."""
    CAME_TOGETHER = "came_together"
    """Several cards came to lie there between two looks, and nobody says which was the first."""
    TOO_MANY_STAND = "too_many_stand"
    TOO_FEW_STAND = "too_few_stand"
    """As many cards as anybody can count in a rack are not as many as its hand has."""
    DRAWN_BEFORE_TILE = "drawn_before_tile"
    """A card too many stands in the rack of a seat whose award tile is still to be turned."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why table and record differ; like all of it, it names cards on the mat only.

    Attributes:
        cause: what it is.
        cards: the labels of the cards that it is about; None where nobody can name one.
        fireworks: whether they lie on the fireworks, else on the discards, where that matters.
        seat: who laid the card, or is to have it back.
        to_move: who is to move, where that matters.
        detail: how it breaks a rule, or what is written on the card.
        rule: which rule, where it breaks one.
        held: whether the table has no racks: people hold their cards.
    """

    cause: Cause
    cards: tuple[str | None, ...] = ()
    fireworks: bool = False
    seat: int = 0
    to_move: int = 0
    detail: str = ""
    rule: Rule | None = None
    held: bool = False

    def __str__(self) -> str:
        """Return it as scripts read it: labels, and seats from 0."""
        cards = ", ".join(card or "a card" for card in self.cards)
        spot = "fireworks" if self.fireworks else "discards"
        match self.cause:
            case Cause.NOT_RETURNED if self.held:
                return f"{cards} was taken back, but lies on the mat still"
            case Cause.NOT_RETURNED:
                return (
                    f"{cards} was taken back, but has not returned to the rack of seat {self.seat}"
                )
            case Cause.OFF_FIREWORKS:
                return f"{cards} no longer on the fireworks"
            case Cause.OFF_DISCARDS:
                return f"{cards} no longer on the discards"
            case Cause.LEFT_BY_TILE:
                return f"{cards} still on the discards, from where an award tile has taken it"
            case Cause.NO_HANABI_CARD:
                return f"{self.detail} is not a card of Hanabi"
            case Cause.FORBIDDEN:
                return self.detail
            case Cause.HANGS_ON_QUESTION:
                return f"nobody has said whether {cards} was played or discarded"
            case Cause.OUT_OF_TURN:
                who = f"but seat {self.to_move} is to move"
                return f"seat {self.seat} laid a card on the {spot}, {who}"
            case Cause.NOBODY_LAID_IT:
                none = "by the record nobody has laid it"
                why = none if self.held else f"seat {self.to_move} has laid none"
                return f"{cards} lies on the {spot}, but {why}"
            case Cause.TWO_AT_ONCE:
                return f"seat {self.seat} laid several cards at once"
            case Cause.UNSEEN_ORDER:
                return f"nobody saw in which order seat {self.seat} took its turns"
            case Cause.CAME_TOGETHER:
                return "several cards came at once, and nobody saw in which order"
            case Cause.TOO_MANY_STAND:
                return f"too many cards stand in the rack of seat {self.seat}"
            case Cause.DRAWN_BEFORE_TILE:
                return f"seat {self.seat} drew before turning its award tile"
            case Cause.TOO_FEW_STAND:
                return f"too few cards stand in the rack of seat {self.seat}"
