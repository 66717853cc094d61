"""What the table is told, as data: lamps, phones, speech and scripts make of it what they can.

Everything in here may be seen and heard by everybody. Faces of cards in hands are in none of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.corrections.tally import Tally
from companion.hanabi.events import (
    AwardClueGiven,
    AwardEarned,
    CardDiscarded,
    CardDrawn,
    CardIdentified,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    CardRescued,
    CardReturned,
    ClueFaulted,
    ClueGiven,
    ClueSettled,
    ClueTokenRegained,
    ClueUntold,
    ColourNamed,
    Event,
    FireworkCompleted,
    FuseMended,
    GameEnded,
    GameStarted,
    HandRearranged,
    HandsLaidDown,
    LastRoundBegan,
    PointingDiffered,
    TileTurned,
)
from companion.hanabi.refusals import Rule
from companion.hanabi.scoring import played
from companion.hanabi.state import GameState
from companion.language.people import Arrival
from companion.record.entries import Change
from companion.record.history import TurnData
from companion.referee.piles import OnOtherPile
from companion.referee.reasons import Reason
from companion.referee.tokens import TokensDiffer

PublicEvent = (
    GameStarted
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
    | ColourNamed
    | AwardEarned
    | PointingDiffered
    | TileTurned
    | FuseMended
    | CardReturned
    | CardRescued
    | AwardClueGiven
    | GameEnded
    | HandsLaidDown
)


@dataclass(frozen=True, slots=True)
class PublicCounts:
    """The counts that everybody may see after something happened.

    Attributes:
        turn: the number of the turn about to be taken, from 1.
        to_move: the seat that takes it.
        clue_tokens: how many are available.
        strikes: how many misplays there were.
        played: how many cards lie on fireworks.
        deck: how many cards are left to draw.
        fuses: the misplay with this number loses the game.
        all_clue_tokens: how many there are, spent ones included.
        discarded: how many cards lie on the discards, or may, where nobody could read them.
    """

    turn: int
    to_move: int
    clue_tokens: int
    strikes: int
    played: int
    deck: int
    fuses: int = 3
    all_clue_tokens: int = 8
    discarded: int = 0

    @classmethod
    def of(cls, state: GameState) -> PublicCounts:
        """Return the counts of ``state``."""
        return cls(
            state.turn,
            state.to_move,
            state.clue_tokens,
            state.strikes,
            played(state),
            state.deck,
            state.ruleset.strikes,
            state.ruleset.clue_tokens,
            len(state.discards) + len(state.unread),
        )


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that everybody saw is on record.

    Attributes:
        t: the camera's seconds.
        event: what happened.
        turn: the turn it was, as scripts are told it; None where it was none.
        standing: the counts after it.
        to_move: the seat that moves next, on the last that happened in a turn; None: on all before
            it, in what is no turn, and where the game has ended.
    """

    t: float
    event: PublicEvent
    turn: TurnData | None
    standing: PublicCounts
    to_move: int | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A card on the mat cannot be read; ``options`` are possible answers, likeliest first.

    With ``card`` it can be read, and the question is whether it was played or discarded. With
    ``first`` all of ``options`` lie there, and the question is which that seat has laid first.
    """

    t: float
    place: str
    options: tuple[str, ...]
    card: str | None = None
    first: int | None = None


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    """An open question was answered, or needs no answer any more."""

    t: float
    answer: str | None


@dataclass(frozen=True, slots=True)
class TableDiffers:
    """Table and record differ, for a ``reason``, and nothing is written until they agree."""

    t: float
    reason: Reason


@dataclass(frozen=True, slots=True)
class TableAgrees:
    """Table and record agree again."""

    t: float


@dataclass(frozen=True, slots=True)
class PlayedUnseen:
    """Several turns, ``first`` to ``last``, came to light at once: nobody could see the mat.

    There is one legal story only, and it was told.
    """

    t: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PleaseDraw:
    """Seat ``seat`` has yet to draw; ``instead`` has a card too many in its rack."""

    t: float
    seat: int
    instead: int | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Turn ``turn`` was taken back; ``standing`` are the counts without it."""

    t: float
    turn: int
    standing: PublicCounts


@dataclass(frozen=True, slots=True)
class PutRight:
    """Something earlier is on record otherwise than before.

    Attributes:
        t: the camera's seconds.
        change: whether it was corrected, or a correction was undone, or something counts again.
        turn: the first turn that was changed, as it was numbered before.
        before: what everybody could count before.
        after: the same now.
        card: the label of the card that was laid in that turn and could not be read then.
        now: what was done in that turn, as it was corrected.
        never: whether the correction is that it was never taken.
    """

    t: float
    change: Change
    turn: int
    before: Tally
    after: Tally
    card: str | None = None
    now: Happened | None = None
    never: bool = False


@dataclass(frozen=True, slots=True)
class Rested:
    """The game is ``paused`` until somebody confirms; or else it goes on."""

    t: float
    paused: bool


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sits elsewhere than before, or sees all hands from now on."""

    t: float
    arrival: Arrival


@dataclass(frozen=True, slots=True)
class Refused:
    """A tap broke ``rule`` or could not be used; nothing changed.

    It is for whoever tapped, the seat ``reader``, and for nobody else. With ``later`` it is about a
    tap that was taken before, and no answer to the one that is being carried out.
    """

    t: float
    rule: Rule | None
    why: str
    reader: int | None = None
    later: bool = False


Announcement = (
    Happened
    | Asked
    | QuestionClosed
    | TableDiffers
    | TableAgrees
    | PlayedUnseen
    | PleaseDraw
    | TakenBack
    | PutRight
    | Rested
    | Seated
    | TokensDiffer
    | OnOtherPile
    | Refused
)


def is_small_print(announcement: Announcement) -> bool:
    """Say whether it only tells what followed from the turn that was told before it.

    Then the turn stays the headline: the colour that was named for it, a token that came back, a
    firework that is complete, a fuse that is whole again, the last round, a giver who had pointed
    otherwise, a tile or a card that is due, turns that came to light with it, a pile that has
    another colour. What somebody does with an award tile is a headline of its own.
    """
    match announcement:
        case Happened(_, event):
            return isinstance(event, _CONSEQUENCES)
        case PleaseDraw() | PlayedUnseen() | OnOtherPile():
            return True
        case _:
            return False


_CONSEQUENCES = (
    ColourNamed,
    FireworkCompleted,
    ClueTokenRegained,
    LastRoundBegan,
    AwardEarned,
    FuseMended,
    PointingDiffered,
)


def public(event: Event) -> PublicEvent | None:
    """Return ``event`` if everybody may be told of it, otherwise None.

    What the eyes learnt of a hand, and what that made of earlier clues, is nobody's news.
    """
    match event:
        case CardIdentified() | ClueSettled() | ClueFaulted() | HandRearranged():
            return None
        case _:
            return event
