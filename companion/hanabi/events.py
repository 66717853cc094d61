"""What a move caused, in the past tense: the game record is a list of these."""

from dataclasses import dataclass
from enum import Enum

from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import CardId, Hint, Tile, Unseen
from companion.hanabi.refusals import Rule
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.tellers import NOBODY, Teller


class Outcome(Enum):
    """How a game ended; ``UNFINISHED`` is for reports about a game that is still running."""

    PERFECT = "perfect"
    STRIKEOUT = "strikeout"
    DECK_OUT = "deck_out"
    FAILED = "failed"
    TERMINATED = "terminated"
    UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The hands were dealt and seat ``first`` begins."""

    ruleset: Ruleset
    players: int
    first: int


@dataclass(frozen=True, slots=True)
class CardIdentified:
    """The face of the held card ``held`` is now on record; None: it was retracted."""

    held: CardId
    card: Card | None


@dataclass(frozen=True, slots=True)
class ColourNamed:
    """Seat ``seat`` had named a colour for the card that it has just played."""

    seat: int
    suit: Suit


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card fitted its firework; the turn passed.

    ``among`` has the cards of which it may have been any, where nobody could tell; empty: it was
    ``held``, from ``slot``. So it is with all cards that are laid.
    """

    seat: int
    held: CardId
    slot: int
    card: Card
    among: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class FireworkCompleted:
    """The card just laid was the last of its suit."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class ClueTokenRegained:
    """One more clue token is available."""


@dataclass(frozen=True, slots=True)
class CardMissed:
    """A card was played in vain: it lies on the discards, a fuse burnt, the turn passed.

    It did not fit, or another colour was named for it.
    """

    seat: int
    held: CardId
    slot: int
    card: Card
    among: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card was discarded, ``card`` None if nobody could read it; the turn passed."""

    seat: int
    held: CardId
    slot: int
    card: Card | None
    among: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class CardLaidUnread:
    """A card was played and nobody knows its face; the turn passed.

    Neither a firework nor the fuses changed: the record must be corrected once it is read.
    """

    seat: int
    held: CardId
    slot: int
    among: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """Seat ``seat`` drew the next card into the slot that had become empty."""

    seat: int
    held: CardId
    slot: int


@dataclass(frozen=True, slots=True)
class LastRoundBegan:
    """The last card was drawn: everyone, the drawer included, has one more turn."""


@dataclass(frozen=True, slots=True)
class ClueGiven:
    """A clue was given on turn ``turn`` and paid for; the turn passed.

    ``touched`` are the cards known to be pointed at; for those in ``open`` the face isn't on
    record. Both are in the order of the slots. Where the clue is ``blind`` all cards are open,
    also those whose face is on record. ``by`` and ``pointed`` are as in ``GiveClue``.
    """

    seat: int
    target: int
    hint: Hint
    turn: int
    touched: tuple[CardId, ...]
    open: tuple[CardId, ...]
    blind: bool = False
    by: Teller = NOBODY
    pointed: tuple[CardId, ...] | None = None


@dataclass(frozen=True, slots=True)
class ClueUntold:
    """A clue of which nobody has said the content was paid for on turn ``turn``; it passed."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class CardLaidUnseen:
    """Seat ``seat`` laid one of the cards ``among``, nobody knows which; the turn passed.

    The record takes ``held`` from slot ``slot`` for it, because one has to go: nothing follows
    from that.
    """

    seat: int
    held: CardId
    slot: int
    among: tuple[CardId, ...]
    how: Unseen


@dataclass(frozen=True, slots=True)
class ClueSettled:
    """All cards of the clue of turn ``turn`` are known by now: it pointed at ``touched``."""

    turn: int
    touched: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class ClueFaulted:
    """The clue of turn ``turn`` turned out to have broken ``rule``."""

    turn: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class PointingDiffered:
    """A card lies open, and the clue of turn ``turn`` was not pointed at it as its face has it.

    Everybody has seen where was pointed, and sees the card now.

    Attributes:
        turn: the turn of the clue.
        target: who received it.
        hint: what it said.
        held: the card.
        card: its face.
        pointed: whether it was pointed at; it should not have been, or else it should.
    """

    turn: int
    target: int
    hint: Hint
    held: CardId
    card: Card
    pointed: bool


@dataclass(frozen=True, slots=True)
class AwardEarned:
    """Seat ``seat`` is to turn an award tile before it draws into ``slot``."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class TileTurned:
    """Seat ``seat`` turned ``tile`` and it is used up; None: nobody said which one it was."""

    seat: int
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class FuseMended:
    """One misplay less counts."""


@dataclass(frozen=True, slots=True)
class CardReturned:
    """Seat ``seat`` shuffled a discarded card back into the deck."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardRescued:
    """Seat ``seat`` laid a discarded card on its firework."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class AwardClueGiven:
    """An award tile turned in turn ``turn`` brought a clue, without a token; as ``ClueGiven``."""

    seat: int
    target: int
    hint: Hint
    turn: int
    touched: tuple[CardId, ...]
    open: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class HandRearranged:
    """Seat ``seat`` put its cards into another order; the fields are those of ``Rearrange``."""

    seat: int
    order: tuple[CardId | None, ...]
    since: int | None = None
    unsure: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; ``seat`` stopped it where the outcome is ``TERMINATED``."""

    outcome: Outcome
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class HandsLaidDown:
    """The table agreed that the game is over: from now on everybody sees all hands.

    ``by`` is as in ``LayDown``.
    """

    by: Teller = NOBODY


Event = (
    GameStarted
    | CardIdentified
    | ColourNamed
    | CardPlayed
    | FireworkCompleted
    | ClueTokenRegained
    | CardMissed
    | CardDiscarded
    | CardLaidUnread
    | CardDrawn
    | LastRoundBegan
    | ClueGiven
    | ClueUntold
    | CardLaidUnseen
    | ClueSettled
    | ClueFaulted
    | PointingDiffered
    | AwardEarned
    | TileTurned
    | FuseMended
    | CardReturned
    | CardRescued
    | AwardClueGiven
    | HandRearranged
    | GameEnded
    | HandsLaidDown
)

CardLaid = CardPlayed | CardMissed | CardDiscarded | CardLaidUnread | CardLaidUnseen
"""Somebody's turn in which a card left the hand."""
