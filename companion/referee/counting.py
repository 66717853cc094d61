"""Hands as everybody can count them: too many cards in a rack, or too few, whatever they are.

No face is looked at, so what is said of it tells nobody anything of a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.hanabi.state import GameState, Hand
from companion.referee.findings import HAND_LEAVES
from companion.referee.readings import Sight, TableReading
from companion.referee.reasons import Cause, Reason


def standing_in(seat: int, reading: TableReading) -> int | None:
    """Return how many cards stand in the rack of ``seat``; None: it is not in view, or a hand is.

    What has covered a slot for longer than a hand rests there is taken for the card that showed
    last, or for one in which the eyes cannot even find a card: whether they can may not be told.
    """
    sights = reading.rack(seat).values()
    hidden = any(shown.hidden for shown in sights)
    if seat not in reading.racks or not sights or (hidden and reading.still_for < HAND_LEAVES):
        return None
    return sum(shown.sight is not Sight.EMPTY for shown in sights)


def is_whole(hand: Hand, seat: int, reading: TableReading) -> bool:
    """Say whether as many cards stand in a rack as its hand has, with nothing before them."""
    sights = reading.rack(seat).values()
    hidden = seat not in reading.racks or any(shown.hidden for shown in sights)
    return not hidden and sum(shown.stands for shown in sights) == len(hand)


@dataclass(frozen=True, slots=True)
class HandCounts:
    """By how much racks may be short or full; ``HandCounts()``: no rack was counted yet.

    Attributes:
        owed: how many cards each seat has yet to draw, at most.
        spare: what stood in each rack besides its hand when it was counted first, and is no card.
    """

    owed: Mapping[int, int] = field(default_factory=dict)
    spare: Mapping[int, int] = field(default_factory=dict)

    def laid(self, seat: int, *, draws: bool) -> HandCounts:
        """Note that ``seat`` has laid a card, and whether it draws another one."""
        if seat not in self.owed or not draws:
            return self
        return replace(self, owed={**self.owed, seat: self.owed[seat] + 1})

    def count(self, state: GameState, reading: TableReading) -> HandCounts:
        """Note how many cards stand in each rack while table and record agree."""
        owed, spare = dict(self.owed), dict(self.spare)
        for seat, over in _over(state, reading).items():
            # Once, at the first count: whatever comes to stand there later is a card too many.
            spare.setdefault(seat, max(0, over))
            # Only a laid card makes it more: one that was drawn is not owed again, however the rack
            # is seen. Whoever has an award tile to turn draws after that.
            due = state.award is not None and state.award.seat == seat
            short = max(0, due - over)
            owed[seat] = min(owed.get(seat, short), short)
        if owed == self.owed and spare == self.spare:
            return self
        return HandCounts(owed, spare)

    def wrong(self, state: GameState, reading: TableReading) -> Reason | None:
        """Return why the number of cards in some rack cannot be right; None: all may be.

        Where one has too many and another one has yet to draw, the draw is asked for instead.
        """
        if reading.still_for < HAND_LEAVES:
            return None
        over = _over(state, reading)
        for seat, more in over.items():
            if -more > self.owed.get(seat, -more):
                return Reason(Cause.TOO_FEW_STAND, seat=seat)
        if any(more < 0 for more in over.values()):
            return None
        for seat, more in over.items():
            if more > self.spare.get(seat, more):
                early = state.award is not None and state.award.seat == seat
                cause = Cause.DRAWN_BEFORE_TILE if early else Cause.TOO_MANY_STAND
                return Reason(cause, seat=seat)
        return None


def _over(state: GameState, reading: TableReading) -> dict[int, int]:
    """Return how many cards more than its hand stand in each rack that is in view."""
    counted = ((seat, standing_in(seat, reading)) for seat in range(state.players))
    return {seat: n - len(state.hands[seat]) for seat, n in counted if n is not None}
