"""In which order new cards on the mat were laid, as far as hands tell that.

The eyes number what they find in one picture in any order, and see a card late that an arm or
another card has hidden. Turns are explained one by one, so the order says whose turn each was.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from companion.hanabi.cards import Card
from companion.referee.findings import Spot
from companion.referee.losses import Losses
from companion.referee.mat import UnexplainedCards
from companion.referee.memory import Memory
from companion.referee.readings import LaidCard
from companion.referee.resting import has_one_more
from companion.referee.stories import LaidUnseen, beginnings, laid_before, laid_unseen
from companion.referee.tokens import TokensLeft


class _Rank(IntEnum):
    """Which card is explained before which; those of one rank come as they were seen."""

    BEGINS = 0
    """All legal stories of what was laid unseen begin with it."""
    GOES_FIRST = 1
    """The hand to move has laid it before what was seen first, see `_LayingOrder._goes_first`."""
    AS_SEEN = 2
    LAID_BY_OTHERS = 3
    """It was laid unseen, and not by the hand to move."""
    STOOD_STILL = 4
    """It stood in its rack still when another one lay on the mat already."""
    REMEMBERED = 5
    """It had no name, and may have gone again."""


def as_laid(
    news: UnexplainedCards, lost: Losses, memory: Memory, tokens: TokensLeft
) -> UnexplainedCards:
    """Return cards in the order in which they were laid, as far as hands tell that.

    One goes before others that were seen first if it has surely left the hand to move, and was
    seen as early as any; or lies on the discards, where the next one may have hidden it, or in a
    column that something hid when the first one was seen; or is the only one that has, and what was
    seen first has no name: that may be no card. Of several that were laid while nobody watched,
    that one goes first with which all legal stories begin. But whatever stood in its rack still
    when another one could be named on the mat comes after that.
    """
    if len(news) < 2:
        return news
    order = _LayingOrder(news, lost, memory, tokens)
    return sorted(news, key=lambda one: order.rank(*one))


@dataclass(frozen=True)
class _LayingOrder:
    """What tells in which order ``news`` were laid; arguments as `as_laid`'s."""

    news: UnexplainedCards
    lost: Losses
    memory: Memory
    tokens: TokensLeft

    def rank(self, spot: Spot, laid: LaidCard) -> _Rank:
        """Return before and after which others a card comes."""
        resting = laid.serial in self.lost.reading.resting
        if spot is Spot.DISCARDS and laid.label is None and not resting:
            return _Rank.REMEMBERED
        if any(self._stood_still(laid, other) for _, other in self.news):
            return _Rank.STOOD_STILL
        if laid.serial in self._laid_by_others:
            return _Rank.LAID_BY_OTHERS
        if self._began_before and self.memory.vigil.missed(laid):
            return _Rank.AS_SEEN
        if {laid.serial} == self._begins:
            return _Rank.BEGINS
        return _Rank.GOES_FIRST if self._goes_first(spot, laid) else _Rank.AS_SEEN

    def _goes_first(self, spot: Spot, laid: LaidCard) -> bool:
        """Say whether the hand to move has laid a card before those that were seen first."""
        then = self.lost.before(self.memory.arrivals.of(laid))
        if then.left(self._seat, laid):
            return (
                laid.t <= self.news[0][1].t
                or spot is Spot.DISCARDS
                or self._was_hidden(laid)
                or (self._lost_one and self._named[:1] == [laid.serial])
            )
        face = self.memory.named(laid)
        if face is None or not self._may_be_only_one(laid, face):
            return False
        return then.may_have_left(self._seat, face)

    def _was_hidden(self, laid: LaidCard) -> bool:
        """Say whether a firework card may have lain there, hidden, when the first one was seen."""
        columns = self.lost.reading.columns
        column = next((i for i, cards in enumerate(columns) if laid in cards), None)
        return column is not None and self.memory.arrivals.hid(self.news[0][1], column)

    def _may_be_only_one(self, laid: LaidCard, face: Card) -> bool:
        """Say whether the hand to move lost one card, all others are whole, and it may be this one.

        Nobody can say which card that hand has lost.
        """
        lost = self.lost
        if len(self._named) != 1 or not self._lost_one or lost.count() > 1:
            return False
        racks = range(lost.state.players)
        if any(lost.hidden(one) or one not in lost.reading.racks for one in racks):
            return False
        # What looks like some of the deck's cards, and was laid down, is no thing.
        if any(
            other.label is None
            and other.candidates
            and other.serial in lost.reading.resting
            and other.t < laid.t
            for _, other in self.news
        ):
            return False
        older = face in lost.state.discards and not has_one_more(face, lost.state, lost.reading)
        return not older

    def _stood_still(self, laid: LaidCard, other: LaidCard) -> bool:
        """Say whether a card had not left the hand to move when ``other`` lay there by name."""
        stood = self.lost.before(self.memory.arrivals.of(other))
        return self.lost.left(self._seat, laid) and not stood.left(self._seat, laid)

    @property
    def _seat(self) -> int:
        return self.lost.state.to_move

    @cached_property
    def _named(self) -> list[int]:
        """The cards that the eyes can name, by serial, as they were seen."""
        return [laid.serial for _, laid in self.news if laid.label is not None]

    @cached_property
    def _lost_one(self) -> bool:
        return len(self.lost.gone(self._seat)) == 1

    @cached_property
    def _unseen(self) -> tuple[LaidUnseen, ...]:
        return laid_unseen(self.memory, self.lost, self.news)

    @cached_property
    def _begins(self) -> set[int]:
        """The cards with which a legal story of those begins that were laid unseen, by serial."""
        begins = beginnings(self.memory, self.lost.state, self._unseen, self.tokens)
        return {one.serial for one in begins}

    @cached_property
    def _laid_by_others(self) -> set[int]:
        return {one.serial for one in self._unseen if self._seat not in one.seats}

    @cached_property
    def _began_before(self) -> bool:
        """Whether the hand to move has had its turn before anything came unseen.

        What it had lost when something was seen to come lies there: that was its turn, before
        whatever else it has lost since.
        """
        taken = laid_before(self.memory, self.lost, self.news)
        came = sum(owner == self._seat for owner, _ in taken)
        return 0 < came < len(self.lost.gone(self._seat))
