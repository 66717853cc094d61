"""The newest turn's card taken back into its rack, and another one laid in its stead.

What lies there then is like the first one, so the mat shows what it showed before: by the record
nothing has happened. But the turn's slot was full while its card lay nowhere, and then another
card of that hand was moved: it may be either of them that has been laid in the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.hanabi.moves import CardId, Discard, Play
from companion.hanabi.state import GameState
from companion.referee.readings import SlotSight, TableReading
from companion.referee.standing import Stood, is_anew, stood


@dataclass(frozen=True, slots=True)
class NewestLaid:
    """What was seen of the newest turn's card since that turn; ``NewestLaid()``: it laid none.

    Attributes:
        held: which card was laid.
        seat: whose it was.
        slot: where it stood.
        turn: the turn that comes after it.
        others: the other cards of that hand, with their slots.
        back: how these stood while the card lay nowhere and a card stood in its slot again; empty:
            that was not seen.
        home: how that one stood; None likewise.
    """

    held: CardId | None = None
    seat: int = 0
    slot: int = 0
    turn: int = 0
    others: Mapping[CardId, int] = field(default_factory=dict)
    back: Mapping[CardId, Stood] = field(default_factory=dict)
    home: Stood | None = None

    @classmethod
    def of(cls, before: GameState, move: Play | Discard) -> NewestLaid:
        """Return the card that ``move`` has laid in the position ``before``; none: one of several.

        Of these each may have been laid anyway.
        """
        hand = before.hands[move.seat]
        slots = {one.id: one.slot for one in hand}
        if move.among or move.held not in slots:
            return cls()
        slot = slots.pop(move.held)
        return cls(move.held, move.seat, slot, before.turn + 1, slots)

    def see(
        self, state: GameState, reading: TableReading, *, lies: bool
    ) -> tuple[NewestLaid, tuple[CardId, ...]]:
        """Return what is known with ``reading``, and the cards of which any may lie there now.

        None where it is the one that the record has; that comes first.

        Args:
            state: the position that the record has.
            reading: what is seen.
            lies: whether the card, or one like it, lies where it was laid.
        """
        if self.held is None or not reading.clear or self.seat not in reading.racks:
            return self, ()
        if state.turn != self.turn:
            return NewestLaid(), ()
        shown = {held: reading.slots.get((self.seat, slot)) for held, slot in self.others.items()}
        home, others = reading.slots.get((self.seat, self.slot)), dict[CardId, SlotSight]()
        for held, sight in shown.items():
            if sight is None or sight.hidden:
                return self, ()
            others[held] = sight
        if home is None or home.hidden:
            return self, ()
        if not lies:
            full = home.stands and all(one.stands for one in others.values())
            if self.back or not full:
                return self, ()
            back = {held: stood(one) for held, one in others.items()}
            return replace(self, back=back, home=stood(home)), ()
        moved = [one for one, then in self.back.items() if is_anew(then, stood(others[one]))]
        if moved:
            return NewestLaid(), (self.held, *moved)
        # Whatever stands there was drawn, or the card lies there again as it did.
        return (NewestLaid() if self.back or home.stands else self), ()
