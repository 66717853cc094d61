"""A game of hanab.live: its players, variant, deck and actions."""

from dataclasses import dataclass
from enum import IntEnum

from companion.hanab_live.variants import Variant
from companion.hanabi.cards import Card

NAMES = ("Alice", "Bob", "Cathy", "Donald", "Emily")
"""What players are called who have no names."""

SITE_PLAYERS = 6
"""How many play on the site; we play with fewer."""


class FormatError(ValueError):
    """What was to be a game is none; one sentence says where."""


class ActionType(IntEnum):
    """The number in an action's ``type``."""

    PLAY = 0
    DISCARD = 1
    COLOUR_CLUE = 2
    RANK_CLUE = 3
    END = 4
    END_BY_VOTE = 5


@dataclass(frozen=True, slots=True)
class Action:
    """One action; what ``target`` and ``value`` mean depends on the type.

    Attributes:
        type: what was done.
        target: a card's place in the deck, or a seat; -1 for the end by vote.
        value: the colour's index, the rank, or how the game ended; None: left out.
    """

    type: ActionType
    target: int
    value: int | None = None


@dataclass(frozen=True, slots=True)
class SiteGame:
    """A game of the site.

    Attributes:
        players: the names, by seat.
        variant: what is played.
        deck: all cards from the top; None where nobody ever saw the card.
        actions: what was done, in order.
        first: the seat that takes the first turn.
        empty_clues: whether a clue may point at no card.
        all_or_nothing: whether a lost card loses the game.
    """

    players: tuple[str, ...]
    variant: Variant
    deck: tuple[Card | None, ...]
    actions: tuple[Action, ...]
    first: int = 0
    empty_clues: bool = False
    all_or_nothing: bool = False

    @property
    def missing(self) -> tuple[int, ...]:
        """The places in the deck whose cards are not known."""
        return tuple(order for order, card in enumerate(self.deck) if card is None)
