"""Which cards hands have lost, by what their racks show in one reading."""

from __future__ import annotations

from collections.abc import Mapping

from companion.findings import face_of
from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState, HeldCard
from companion.racks import RackLedger, Trace, is_covered
from companion.readings import LaidCard, TableReading


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

    def who_left(self, seat: int, face: Card | None, laid: LaidCard) -> HeldCard | None:
        """Return which card of ``seat`` was laid, by what its rack shows; None: none can be."""
        traces = self.traces(seat)
        hand = self._state.hands[seat]
        gone = self.gone(seat)
        moved = [held for held in hand if traces[held.id] is Trace.MOVED]
        if face is not None and not any(held.card == face for held in gone):
            # Its twin was drawn, and cards were moved: one of the two lies on the mat.
            gone += [held for held in moved if held.card == face]
        maybe = [held for held in hand if traces[held.id] is Trace.MAYBE]
        maybe.sort(key=lambda held: not is_covered(self._reading, seat, held))
        wanted = {face.label} if face is not None else set(laid.candidates)
        # A card that left its slot was laid, also if it was read as another one there: looking for
        # a better one among those that stayed would tell which they are.
        group = gone or maybe
        known = [held for held in group if held.card and held.card.label in wanted]
        blind = [held for held in group if held.card is None]
        return next(iter(known or blind or gone), None)
