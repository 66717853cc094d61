"""What a player may do, and what the eyes of the table report about held cards."""

from dataclasses import dataclass
from enum import Enum
from typing import NewType

from companion.hanabi.cards import Card, Suit
from companion.hanabi.tellers import NOBODY, Teller

CardId = NewType("CardId", int)
"""A card's place in the order of dealing, from 0: seat 0's hand first, then seat 1's, ..."""


@dataclass(frozen=True, slots=True)
class ColourHint:
    """A clue's content: "these are your red cards"."""

    colour: Suit


@dataclass(frozen=True, slots=True)
class RankHint:
    """A clue's content: "these are your threes"."""

    rank: int


Hint = ColourHint | RankHint


@dataclass(frozen=True, slots=True)
class Play:
    """Seat ``seat`` laid the card it held as ``held`` on the fireworks; it showed ``card``.

    ``card`` is None where the face could not be read. A face that is on record counts then;
    without one, nobody knows whether the card fitted, and it is laid unread. In a synchronised
    show the colour may be ``named`` first.

    ``among`` has the cards of which nobody can tell which one was laid, ``held`` first; empty: it
    was ``held`` for sure. The record takes ``held`` then, because one has to go; which faces these
    cards have on record does not matter.
    """

    seat: int
    held: CardId
    card: Card | None
    named: Suit | None = None
    among: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """Seat ``seat`` laid the card it held as ``held`` on the discards; it showed ``card``.

    ``card`` is None where the face could not be read; a face that is on record counts then.
    ``among`` is as with `Play`.
    """

    seat: int
    held: CardId
    card: Card | None
    among: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class GiveClue:
    """Seat ``seat`` told seat ``target`` all its cards of one colour or rank.

    ``blind``: it is on record by the word of somebody who does not see the target's hand. Then
    nothing is judged by that hand and nothing said about it: all of its cards are left open.

    ``by`` says who logged it where that was not the giver; nobody: the giver did, or it is not
    known.

    ``pointed`` has the cards that the giver pointed at, by slot, where somebody said so; None:
    nobody did. What is known of the hand does not change them: they are held against the faces
    when these lie open.
    """

    seat: int
    target: int
    hint: Hint
    blind: bool = False
    by: Teller = NOBODY
    pointed: tuple[CardId, ...] | None = None


@dataclass(frozen=True, slots=True)
class SpendToken:
    """Seat ``seat`` gave a clue, and nobody has said to whom or about what."""

    seat: int


class Unseen(Enum):
    """What became of a card that was laid while nobody said which one it was."""

    PLAYED = "played"
    """It fitted."""
    COMPLETED = "completed"
    """It fitted and completed its firework."""
    MISSED = "missed"
    """It did not fit."""
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class LayUnseen:
    """Seat ``seat`` laid one of its cards; nobody said which one, only what became of it."""

    seat: int
    how: Unseen


@dataclass(frozen=True, slots=True)
class Identify:
    """The face of a card in somebody's hand became known, or was retracted; not a turn."""

    held: CardId
    card: Card | None


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Seat ``seat`` put its own cards into another order; not a turn.

    ``order`` names the card standing in slot 0, 1, ...; None is an empty slot, and empty slots
    at the end may be left out. Faces and clue marks travel with the cards.

    Attributes:
        seat: whose hand it is.
        order: the cards by slot.
        since: the turn at which the hand was last seen in the order on record: where its cards
            stood when clues were given from then on, nobody knows. None: it was seen all along.
        unsure: the cards of which nobody can tell for sure which is which: what clues say of
            them is not known any more, whatever comes to light of them.
    """

    seat: int
    order: tuple[CardId | None, ...]
    since: int | None = None
    unsure: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True)
class Terminate:
    """The table stopped the game before its end; ``seat`` says who asked, if anybody did."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class LayDown:
    """The table says that the game is over and lays all hands open; not a turn.

    An end that the referee has found may be a card misread or a turn still to be taken back. Until
    the table agrees to it by laying its hands down, they stay hidden. ``by`` says who confirmed it,
    as in `GiveClue`.
    """

    by: Teller = NOBODY


class Tile(Enum):
    """The six award tiles by what they bring, in the order of the rulebook."""

    CLUE_TOKEN = "clue_token"
    MENDED_FUSE = "mended_fuse"
    COLOUR_CLUE = "colour_clue"
    RANK_CLUE = "rank_clue"
    RETURN = "return"
    """A discarded card is shuffled back into the deck."""
    RESCUE = "rescue"
    """A discarded card is laid on its firework."""


@dataclass(frozen=True, slots=True)
class TileChoice:
    """Seat ``seat`` turned the award tile ``tile`` and chose what it does; not a turn.

    A clue needs ``target`` and ``hint``, a return or a rescue the discarded ``card``; without
    them the award is given up. ``tile`` is None where nobody said which one was turned: it then
    brings nothing that the record knows of.
    """

    seat: int
    tile: Tile | None
    target: int | None = None
    hint: Hint | None = None
    card: Card | None = None


Turn = Play | Discard | GiveClue
"""A move that takes a turn."""

CountedTurn = SpendToken | LayUnseen
"""A turn of which only the counts are known, as by a panel without a camera."""

Move = Turn | CountedTurn | TileChoice | Identify | Rearrange | Terminate | LayDown
