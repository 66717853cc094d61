"""Which held cards may have been in no rack while all of the mat lay open and was explained.

Such a card was in a hand, or lay exactly on a card like it or, unread, on any other, where it shows
nothing new. Only movement tells that: a card leaves its slot by one, and comes to lie on the
fireworks by another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.hanabi.moves import CardId


@dataclass(frozen=True, slots=True)
class Absent:
    """What is known of that since the mat lay open last.

    Attributes:
        out: the held cards that may have left their racks by then.
        strayed: those that may have been exchanged for others in this turn, though each slot shows
            a card that stands as it stood: something had moved in front of it and over the
            fireworks before the mat lay open again.
        home: for each held card how often something had moved over the fireworks when the mat lay
            open so while the card surely stood in its rack.
        stirs: how often something had moved in front of each held card by then.
        turn: which turn was waited for.
        touched: how often something had moved over the fireworks.
        on_another: those of ``out`` that may lie exactly on another card: what is uppermost on its
            column was read before, and could not be any more.
    """

    out: frozenset[CardId] = frozenset()
    strayed: frozenset[CardId] = frozenset()
    home: Mapping[CardId, int] = field(default_factory=dict)
    stirs: Mapping[CardId, int] = field(default_factory=dict)
    turn: int = 0
    touched: int = 0
    on_another: frozenset[CardId] = frozenset()

    def lies_open(
        self,
        held: frozenset[CardId],
        out: frozenset[CardId],
        stirs: Mapping[CardId, int],
        touched: int,
        turn: int,
        *,
        unsure: bool = False,
    ) -> Absent:
        """Note that all of the mat shows and is explained, while ``out`` may be in no rack.

        Where over the fireworks something has moved no more often than when a card still stood in
        its rack, nobody has laid it there, on its like either.

        Args:
            held: all cards of the hands.
            out: those of them that are not surely in their racks.
            stirs: for each that is in view how often something has moved in front of it by now.
            touched: see `TableReading.fireworks_touched`.
            turn: the one that is being waited for.
            unsure: whether there are any `TableReading.unsure_columns`.
        """
        home = dict.fromkeys(held - out, touched)
        home.update((one, self.home[one]) for one in out if one in self.home)
        strayed = self.strayed & held if turn == self.turn else frozenset()
        if turn == self.turn and touched != self.touched:
            strayed |= {one for one, now in stirs.items() if self.stirs.get(one, now) != now}
        away = frozenset(one for one in out if home.get(one) != touched)
        on_another = away if unsure else self.on_another & away
        after = Absent(away, strayed, home, dict(stirs), turn, touched, on_another)
        return self if after == self else after

    def may_be_out(self, held: CardId) -> bool:
        """Say whether that card may have been in no rack."""
        return held in self.out or held in self.strayed
