"""What the editions say about conduct at the table, beside the rules of the game."""

from dataclasses import dataclass
from enum import Enum


class Talk(Enum):
    """What may be said besides clues."""

    STRICT = "strict"
    """Nothing."""
    AGREED = "agreed"
    """Remarks that the group has agreed on, such as "I still know nothing about my cards"."""
    FREE = "free"
    """Such remarks at any time."""


class FirstPlayer(Enum):
    """Who takes the first turn."""

    COLOURFUL = "colourful"
    """Whoever wears the most colourful clothes: every edition says so."""
    AGREED = "agreed"
    """Whoever the group chooses."""
    LOT = "lot"
    """Whoever a lot falls on."""


class TokenPlace(Enum):
    """Where the clue tokens lie that are available; a spent one lies elsewhere."""

    LID = "lid"
    TABLE = "table"
    BAG = "bag"


class DrawHabit(Enum):
    """Where a hand puts the card that it draws, as its owner sees it."""

    GAP = "gap"
    """Into the gap that the laid card has left."""
    LEFT = "left"
    """At the left end; the cards between it and the gap are pushed up."""
    RIGHT = "right"
    """At the right end; the cards between it and the gap are pushed up."""


@dataclass(frozen=True, slots=True)
class Manners:
    """Conduct that pages remind people of, and keep to themselves.

    Attributes:
        equal_emphasis: a clue's cards are shown alike, none is stressed more than another.
        announced_discards: whoever discards says so first.
        talk: what may be said besides clues.
        rearranging: hands may be rearranged. The record follows the cards either way.
        browsing: the discards may be looked through at any time.
        first_player: who begins.
        available_tokens: where available clue tokens lie.
        drawing: where new cards are put. The referee goes by it where a hand was pushed up.
        reported_looks: the others are told when somebody takes a card out of his own rack and puts
            it back.
    """

    equal_emphasis: bool = False
    announced_discards: bool = False
    talk: Talk = Talk.STRICT
    rearranging: bool = True
    browsing: bool = True
    first_player: FirstPlayer = FirstPlayer.COLOURFUL
    available_tokens: TokenPlace = TokenPlace.LID
    drawing: DrawHabit = DrawHabit.GAP
    reported_looks: bool = False


USUAL = Manners()
"""What a group does that has agreed on nothing else."""
