"""What the referee makes of a reading: a move, a question, a difference, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.hanabi.cards import Card, Suit, face_of
from companion.hanabi.moves import CardId, Move
from companion.referee.reasons import Reason

COMPLAIN_AFTER = 3.0
"""Seconds of stillness that is still wrong before anything is said about it."""
HAND_LEAVES = 8.0
"""Seconds for which a hand may rest on a rack before a card counts whose slot does not show."""
OVERDUE = 20.0
"""Seconds for which a card may lie there unexplained before people hear of it, still or not."""
MOST_OPTIONS = 3
"""Answers that a question offers."""


class Spot(Enum):
    """Where on the mat a card was laid, as far as the rules care."""

    FIREWORKS = "fireworks"
    DISCARDS = "discards"


@dataclass(frozen=True, slots=True)
class MoveSeen:
    """The reading shows that ``move`` was made.

    Attributes:
        move: which one.
        serial: the laid card, if one was laid.
        spot: where it lies now; a misplay may have gone to the discards already.
        seen: what the eyes thought of it where they could not name it, likeliest first.
        exchanged: a held card in whose slot somebody has put another one, without any turn.
    """

    move: Move
    serial: int | None = None
    spot: Spot = Spot.FIREWORKS
    seen: tuple[str, ...] = ()
    exchanged: CardId | None = None


@dataclass(frozen=True, slots=True)
class Unclear:
    """Of a laid card something cannot be told by its sight: ask.

    Attributes:
        serial: which card.
        spot: where it lies.
        options: possible names, likeliest first, where the card cannot be named.
        overtaken: whether the game has gone on already: the card is on record unread until somebody
            answers.
        card: its label, where what nobody saw is whether it was played or discarded.
        first_of: the serials of the cards in ``options``, where what nobody saw is which of them
            was laid first.
        seat: who has laid them, then.
        contested: whether it is on record as what its rack had named, and the mat names another.
    """

    serial: int
    spot: Spot
    options: tuple[str, ...]
    overtaken: bool = False
    card: str | None = None
    first_of: tuple[int, ...] = ()
    seat: int | None = None
    contested: bool = False


@dataclass(frozen=True, slots=True)
class CameToLight:
    """Cards that were laid unread in earlier turns are known now.

    Attributes:
        cards: what they are, by serial, in the order laid.
        played: whether they fitted, where the mat shows that; None: the rules tell.
    """

    cards: tuple[tuple[int, Card], ...]
    played: bool | None = None


@dataclass(frozen=True, slots=True)
class WasPlayed:
    """The card ``serial`` on the discards had been played, by all that was done since.

    Nobody had said how it was laid; that it was ``card`` is known, or None.
    """

    serial: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class LikeLaid:
    """The newest turn's card was taken back, and any of these may have been laid in its stead.

    Attributes:
        among: those of the hand, the one that the record has first.
    """

    among: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the mat; ``card`` is its label, None where nobody can name it.

    ``amiss`` says that it lies there in the record or on the table only.
    """

    card: str | None
    amiss: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """The mat as the record or as the table has it; hands are no part of it.

    Attributes:
        columns: the cards on each column of the fireworks, oldest first.
        discards: the cards on the discards, oldest first.
    """

    columns: tuple[tuple[Lying, ...], ...] = ()
    discards: tuple[Lying, ...] = ()


@dataclass(frozen=True, slots=True)
class Amiss:
    """A card that lies elsewhere than the record has it.

    Attributes:
        card: its label; None where nobody can name it.
        record: where on the mat the record has it; None: nowhere, so it belongs into a hand.
        table: where on the mat it lies; None: nowhere.
        seat: whose hand it belongs into, where that is known to everybody.
        taken_back: whether the turn that laid it was taken back.
    """

    card: str | None
    record: Spot | None
    table: Spot | None
    seat: int | None = None
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Differs:
    """Table and record differ and no legal move explains it.

    Like all that it is told of, it is public: it holds cards on the mat and none in a hand.

    Attributes:
        reason: why, for sentences in any language; as text the sentence that scripts are told.
        seat: whose card was laid, where a rack shows it.
        record: what the record expects on the mat.
        table: what is seen there.
        amiss: the cards by which the two differ.
    """

    reason: Reason
    seat: int | None = None
    record: Side = Side()
    table: Side = Side()
    amiss: tuple[Amiss, ...] = ()


@dataclass(frozen=True, slots=True)
class Undrawn:
    """Somebody has yet to draw a card.

    Attributes:
        seat: whose slot is empty.
        instead: the seat whose rack has a card too many.
    """

    seat: int
    instead: int | None = None


@dataclass(frozen=True, slots=True)
class Agrees:
    """The table is as the record expects, or nothing can be said yet."""

    undrawn: Undrawn | None = None
    busy: bool = False
    """Something is being read: no state has changed yet."""
    doubtful: bool = False
    """A card was laid that is decided later, or as soon as the game goes on."""
    tile_due: bool = False
    """A card was laid, and cannot count before an award tile is turned."""


Finding = MoveSeen | CameToLight | WasPlayed | LikeLaid | Unclear | Differs | Agrees


@dataclass(frozen=True, slots=True)
class Partial:
    """What all cards have in common that an unread one may be: "red, value not sure".

    It is no name: nothing in a game follows from it but which answers a question offers.

    Attributes:
        suit: theirs; None: they have several.
        rank: likewise.
    """

    suit: Suit | None
    rank: int | None


NOTHING = Partial(None, None)


def in_common(could_be: Sequence[str]) -> Partial:
    """Return what is sure of a card that may be any of ``could_be`` and no other.

    A single name that was not sure enough to be used is none here either: nothing is sure then.
    """
    cards = [face_of(label) for label in dict.fromkeys(could_be)]
    if len(cards) < 2:
        return NOTHING
    suits = {card.suit if card is not None else None for card in cards}
    ranks = {card.rank if card is not None else None for card in cards}
    return Partial(
        suits.pop() if len(suits) == 1 else None, ranks.pop() if len(ranks) == 1 else None
    )
