"""A game looked at again once it is over: the table after every turn, and what became of it.

Every hand is shown, so nothing of this is for a game that still runs.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum

from companion.record.history import TurnData


class StillRunning(ValueError):  # noqa: N818 - it says how things are
    """The game is not over, so its hands stay hidden."""


class ClueOutcome(Enum):
    """What became of a clue when everything was looked at."""

    RIGHT = "right"
    BROKEN = "broken"
    """It pointed at no card, where that is not allowed."""
    OPEN = "open"
    """Some card it may have pointed at was never seen, or was mixed up with others."""


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """A card in a hand; ``face`` is None where nobody ever saw it."""

    id: int
    slot: int
    face: str | None
    clues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """The table as it was after a turn, just before the next one.

    Attributes:
        turn: the turn; 0 is the deal.
        deed: the turn as scripts are told it; None for the deal.
        seconds: how long the seat took for it, breaks left out; None where no clock says it.
        fireworks: how many cards lie on each, in the order of the suits.
        tops: the rank of the newest card of each; None where none lies.
        discards: labels in the order laid, None where nobody could read one.
        hands: one for each seat.
        clue_tokens: available.
        strikes: misplays so far.
        deck: cards left to draw.
        points: what the fireworks are worth.
        reachable: what they could still come to.
        pace: discards to spare; None once the deck is empty.
    """

    turn: int
    deed: TurnData | None
    seconds: float | None
    fireworks: tuple[int, ...]
    tops: tuple[int | None, ...]
    discards: tuple[str | None, ...]
    hands: tuple[tuple[ReviewCard, ...], ...]
    clue_tokens: int
    strikes: int
    deck: int
    points: int
    reachable: int
    pace: int | None


@dataclass(frozen=True, slots=True)
class Loss:
    """A card that was needed and of which no copy was left: ``points`` went with it."""

    turn: int
    seat: int
    card: str
    points: int


@dataclass(frozen=True, slots=True)
class Audited:
    """A clue as it turned out.

    Attributes:
        turn: the turn it took.
        seat: who gave it.
        target: who received it.
        hint: ``r`` or ``3``.
        verdict: what became of it.
        touched: how many cards it is known to have pointed at.
        new: how many of them no clue had pointed at before.
    """

    turn: int
    seat: int
    target: int
    hint: str
    verdict: str
    touched: int
    new: int


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat did.

    Attributes:
        seat: from 0.
        played: cards that fitted.
        missed: cards that did not.
        discarded: cards thrown away.
        clues: clues given.
        seconds: what its turns took in the middle; None where no clock says it.
        longest: what its longest turn took.
    """

    seat: int
    played: int
    missed: int
    discarded: int
    clues: int
    seconds: float | None
    longest: float | None


@dataclass(frozen=True, slots=True)
class Review:
    """A game that is over.

    Attributes:
        ruleset: its name.
        suits: the suits in play and how many cards each firework has.
        clue_tokens: how many there are.
        fuses: the misplay with this number loses.
        best: the points that a complete display brings.
        outcome: how it ended.
        score: the points that count, None for a loss that counts nothing.
        rating: the band of the score; None after a loss.
        played: cards on the fireworks.
        moments: the deal and the table after each turn.
        misplays: the turns in which a fuse burnt.
        losses: the needed cards that were lost.
        clues: every clue whose content was told.
        untold: how many clues nobody has told the content of.
        shares: what each seat did.
    """

    ruleset: str
    suits: tuple[tuple[str, int], ...]
    clue_tokens: int
    fuses: int
    best: int
    outcome: str
    score: int | None
    rating: str | None
    played: int
    moments: tuple[Moment, ...]
    misplays: tuple[int, ...]
    losses: tuple[Loss, ...]
    clues: tuple[Audited, ...]
    untold: int
    shares: tuple[Share, ...]

    @property
    def efficiency(self) -> float | None:
        """Cards on the fireworks for each clue that was paid for; None without a clue."""
        given = sum(share.clues for share in self.shares)
        return self.played / given if given else None

    def to_data(self) -> dict[str, object]:
        """Return the review as a JSON object."""
        return {**asdict(self), "efficiency": self.efficiency}
