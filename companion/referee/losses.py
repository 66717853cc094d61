"""Which cards hands have lost, by what their racks show in one reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState, HeldCard
from companion.referee.findings import face_of
from companion.referee.racks import RackLedger, Trace
from companion.referee.readings import LaidCard, Sight, TableReading


class Losses:
    """What the racks show of cards that have left them; one for each look at a reading."""

    def __init__(self, racks: RackLedger, state: GameState, reading: TableReading) -> None:
        """Compare the hands of ``state`` with the racks in ``reading``."""
        self._racks = racks
        self._state = state
        self._reading = reading
        self._traces: dict[int, Mapping[CardId, Trace]] = {}

    def traces(self, seat: int) -> Mapping[CardId, Trace]:
        """Say of each card of ``seat`` whether it is still in its slot."""
        if seat not in self._traces:
            self._traces[seat] = self._racks.traces(self._state, seat, self._reading)
        return self._traces[seat]

    def hidden(self, seat: int) -> bool:
        """Say whether something is in front of the rack of ``seat``."""
        slots = self._reading.slots.items()
        return any(shown.covered for (at, _), shown in slots if at == seat)

    def gone(self, seat: int) -> list[HeldCard]:
        """Return the cards that have left the rack of ``seat``."""
        traces = self.traces(seat)
        return [held for held in self._state.hands[seat] if traces[held.id] is Trace.GONE]

    def any(self) -> bool:
        """Say whether any rack shows that a card has left it."""
        return any(self.gone(seat) for seat in range(self._state.players))

    def left(self, seat: int, laid: LaidCard) -> bool:
        """Say whether ``laid`` can be named and that very card has left the rack of ``seat``."""
        face = face_of(laid.label)
        return face is not None and face in [held.card for held in self.gone(seat)]

    def may_have_left(self, seat: int, face: Card | None) -> bool:
        """Say whether a card has left the rack of ``seat`` that is ``face``, or may be."""
        return face is not None and any(held.card in (None, face) for held in self.gone(seat))

    def of(self, face: Card) -> tuple[bool, bool]:
        """Say whether a hand has lost ``face``, and whether the hand to move has been in use.

        It has lost some card, or may have lost that one.
        """
        lost = touched = False
        for seat, hand in enumerate(self._state.hands):
            traces = self.traces(seat)
            own = seat == self._state.to_move
            for held in hand:
                gone, like = traces[held.id] is Trace.GONE, held.card == face
                lost |= gone and (like or (own and held.card is None))
                touched |= own and (gone or (like and traces[held.id] is Trace.MAYBE))
        return lost, touched

    def taken(self, seat: int) -> bool:
        """Say whether several slots of ``seat`` are empty: one of their cards is in a hand."""
        return len([held for held in self.gone(seat) if self._is_empty(seat, held)]) > 1

    def who_left(self, seat: int, face: Card | None, laid: LaidCard) -> tuple[HeldCard, ...]:
        """Return which cards of ``seat`` may be the one that was laid, by what its rack shows.

        Empty: none can be. Where no slot shows that its card has left, any of those that cannot
        be seen may have: looking for one like the laid card among them would tell their owner
        where it stands.
        """
        traces = self.traces(seat)
        hand = self._state.hands[seat]
        gone = self.gone(seat)
        if face is not None and not any(held.card == face for held in gone):
            # Its twin was drawn, and cards were moved: one of the two lies on the mat.
            moved = [held for held in hand if traces[held.id] is Trace.MOVED]
            gone += [held for held in moved if held.card == face]
        if not gone:
            maybe = [held for held in hand if traces[held.id] is Trace.MAYBE]
            out_of_sight = [
                held for held in maybe if not self._racks.stands(seat, held, self._reading)
            ]
            if out_of_sight:
                return tuple(out_of_sight)
            # All slots look as they did: what was drawn looks like what was laid. A card that the
            # eyes cannot read is none: whether they can read it is not to be told either.
            return tuple(_known(maybe, face, laid))
        if self.taken(seat):
            return tuple(gone)
        # A card that left its slot was laid, also if it was read as another one there: looking for
        # a better one among those that stayed would tell which they are.
        blind = [held for held in gone if held.card is None]
        likely = _known(gone, face, laid) or blind or gone
        # One that stands where it stood was only lifted, unless none other has left its slot.
        return tuple([held for held in likely if not self._shows_the_same(seat, held)] or likely)

    def _is_empty(self, seat: int, held: HeldCard) -> bool:
        shown = self._reading.slots.get((seat, held.slot))
        return shown is not None and shown.sight is Sight.EMPTY and not shown.covered

    def _shows_the_same(self, seat: int, held: HeldCard) -> bool:
        shown = self._reading.slots.get((seat, held.slot))
        return held.card is not None and shown is not None and shown.label == held.card.label


def _known(hand: Sequence[HeldCard], face: Card | None, laid: LaidCard) -> list[HeldCard]:
    """Return the cards that are on record as what was laid."""
    wanted = {face.label} if face is not None else set(laid.candidates)
    return [held for held in hand if held.card and held.card.label in wanted]
