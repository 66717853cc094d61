"""Whether a table that is watched waits for cards, or shows piles that nobody has followed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.hana_referee.readings import HanaReading

LOOKED_WITHIN = 30.0
"""Seconds for which a table counts as watched after its mat was seen: a small computer that reads
all of a table takes its time."""


@dataclass(frozen=True, slots=True)
class DealingWatch:
    """What was seen of a table between two deals.

    Attributes:
        seen_at: when its mat was seen last; None: it was not.
        gathered: whether the cards of the last deal that was followed have been taken up.
        piles_lie: whether cards lie before somebody since then: a deal was played unfollowed.
    """

    seen_at: float | None = None
    gathered: bool = True
    piles_lie: bool = False

    def after(self, reading: HanaReading, now: float) -> DealingWatch:
        """Return it once a reading has come at ``now``, seconds."""
        if reading.field is None:
            return self
        lies = any(reading.piles)
        return DealingWatch(now, self.gathered or not lies, lies and self.gathered)

    def counted(self) -> DealingWatch:
        """Return it once a deal that was followed is over: its piles lie there still."""
        return replace(self, gathered=False, piles_lie=False)

    def waits(self, now: float) -> bool:
        """Say whether the eyes look, and will see how cards are dealt."""
        looked = self.seen_at is not None and abs(now - self.seen_at) <= LOOKED_WITHIN
        return looked and not self.piles_lie
