"""Hidden hands in their racks: which card left a slot, which came, and who moved his own.

What is learnt here is never announced, and no doubt in here holds the game up.
"""

from __future__ import annotations

from enum import Enum

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Identify, Play, Rearrange
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, Hand, HeldCard
from companion.referee.findings import COMPLAIN_AFTER, MoveSeen, Undrawn, face_of
from companion.referee.readings import Sight, SlotSight, TableReading
from companion.referee.rearrangements import order_of, shortest_moves

TRUST_AFTER = 1.0
"""Seconds of stillness before another order is taken for the owner's wish, if some are unread."""


Standing = tuple[tuple[int, int, int], ...]
"""What has been in front of each slot of a rack so far: slot, serial and touches."""
NOWHERE = (-1, -1)
"""The sight of a card that the record has in an empty slot."""


class Trace(Enum):
    """What a rack slot says about the card that the record has in it."""

    GONE = "gone"
    MOVED = "moved"
    """Another card stands there, and a card like it in another slot of the same rack."""
    MAYBE = "maybe"
    STAYS = "stays"


class RackLedger:
    """Remembers as which sight of a slot each held card was last seen."""

    def __init__(self) -> None:
        """Start without having seen any."""
        self._seen_as: dict[CardId, tuple[int, int]] = {}
        self._not_before: dict[CardId, tuple[int, int]] = {}
        self._vetoed: set[tuple[CardId, int, int]] = set()
        self._instead: dict[CardId, int] = {}
        self._told: dict[CardId, int] = {}
        self._in_order: dict[int, int] = {}
        self._mixed_up: set[tuple[CardId, int]] = set()
        self._instead_of: dict[CardId, Card] = {}
        self._to_forget: list[CardId] = []
        self._owners_word: dict[int, Standing] = {}

    def put_in_order(self, hand: Hand, seat: int, reading: TableReading | None) -> None:
        """Note that the owner has said where each card of ``hand`` stands.

        His word holds until something moves in front of his rack: whether the faces there bear
        him out would tell him something about them.
        """
        for held in hand:
            self._seen_as.pop(held.id, None)
        if reading is not None:
            self._owners_word[seat] = standing(seat, reading)

    def told(self, state: GameState, held_id: CardId, reading: TableReading) -> None:
        """Note that a person has said which card ``held_id`` is, or that nobody knows.

        As long as the same card stands there, what the eyes make of it does not count.
        """
        found = state.find(held_id)
        shown = reading.slots.get((found[0], found[1].slot)) if found is not None else None
        if shown is not None and shown.sight not in (Sight.EMPTY, Sight.COVERED):
            self._told[held_id] = shown.serial
            self._seen_as[held_id] = (shown.serial, shown.touched)

    def seen_as(self, held: CardId) -> int | None:
        """Return as which sight of its slot a held card was last seen; None: as none."""
        seen = self._seen_as.get(held)
        return None if seen is None else seen[0]

    def was_told(self, held: CardId, serial: int) -> bool:
        """Say whether a person has said which card ``held`` is, while its slot looked so."""
        return self._told.get(held) == serial

    def follow(self, before: GameState, after: GameState, reading: TableReading | None) -> None:
        """Note that a turn was put right, so that other cards stand in some slots on record.

        Whatever stands in such a slot now is taken for the card that the record has there: to
        compare faces would tell their owner something about them.
        """
        places = {
            held.id: (seat, held.slot) for seat, hand in enumerate(before.hands) for held in hand
        }
        now = {held.id: (seat, held.slot) for seat, hand in enumerate(after.hands) for held in hand}
        same = {held for held, place in now.items() if places.get(held) == place}
        self._seen_as = {held: seen for held, seen in self._seen_as.items() if held in same}
        self._not_before = {held: seen for held, seen in self._not_before.items() if held in same}
        self._instead = {held: seen for held, seen in self._instead.items() if held in same}
        self._told = {held: serial for held, serial in self._told.items() if held in same}
        self._vetoed.clear()
        for held in now.keys() - same:
            shown = reading.slots.get(now[held]) if reading is not None else None
            if shown is not None:
                stands = shown.sight is not Sight.EMPTY
                self._seen_as[held] = (shown.serial, shown.touched) if stands else NOWHERE

    def left(self, held: CardId, drawn: CardId | None) -> None:
        """Note that ``held`` was laid and that ``drawn`` takes its slot, if a card is left."""
        before = self._seen_as.pop(held, None)
        if before is not None and drawn is not None:
            self._not_before[drawn] = before

    def one_left(self, hand: Hand, move: Play | Discard, drawn: CardId | None) -> None:
        """Note that one of the cards ``move.among`` was laid, and that ``drawn`` is drawn for it.

        Nobody knows which one of ``hand``, so their slots are looked at anew. As long as they don't
        show, the faces stay with the slots: that of ``move.held``, which left on record, with the
        card that takes its slot there. Of any other that looks like the laid one nothing is known.
        """
        for held in hand:
            if held.id not in move.among:
                continue
            self._seen_as.pop(held.id, None)
            self._not_before.pop(held.id, None)
            if held.card is None:
                continue
            if held.id != move.held and held.card == move.card:
                self._to_forget.append(held.id)
            elif held.id == move.held and held.card != move.card and drawn is not None:
                self._instead_of[drawn] = held.card

    def returned(self, held: CardId, drawn: CardId | None) -> None:
        """Note that ``held`` was taken back, and with it the draw of ``drawn``."""
        self._seen_as.pop(held, None)
        # The next card that is drawn gets its number.
        self._vetoed = {veto for veto in self._vetoed if veto[0] != drawn}
        self._mixed_up = {one for one in self._mixed_up if one[0] != drawn}
        instead = self._seen_as.pop(drawn, None) if drawn is not None else None
        self._instead.pop(held, None)
        if instead is not None:
            self._instead[held] = instead[0]

    def is_back(self, seat: int, held: HeldCard, face: Card | None, reading: TableReading) -> bool:
        """Say whether ``held``, which was taken back, stands in its slot again as ``face``.

        The card drawn in its place is not it, also where it is its twin: its owner would be told.
        """
        shown = reading.slots.get((seat, held.slot))
        if shown is None or shown.serial == self._instead.get(held.id):
            return False
        return face is not None and shown.label == face.label

    def traces(self, state: GameState, seat: int, reading: TableReading) -> dict[CardId, Trace]:
        """Say of each card of ``seat`` whether it is still in its slot.

        A hand that is put into another order has lost no card, although every slot has changed.
        """
        hand = state.hands[seat]
        traces = {held.id: self.trace(seat, held, reading) for held in hand}
        taken = {held.slot for held in hand if traces[held.id] is not Trace.GONE}
        for held in hand:
            if traces[held.id] is not Trace.GONE or held.card is None:
                continue
            shown = reading.slots.get((seat, held.slot))
            if shown is not None and shown.label == held.card.label:
                continue  # its twin, or the very card once more: it was in a hand
            like = [
                slot
                for (at, slot), sight in reading.slots.items()
                if at == seat
                and slot not in taken
                and sight.sight is Sight.FACE
                and not sight.covered
                and sight.label == held.card.label
            ]
            if like:
                taken.add(min(like, key=lambda slot: abs(slot - held.slot)))
                traces[held.id] = Trace.MOVED
        return traces

    def trace(self, seat: int, held: HeldCard, reading: TableReading) -> Trace:
        """Say whether ``held`` of ``seat`` is still in its slot, by that slot alone."""
        shown = reading.slots.get((seat, held.slot))
        before = self._seen_as.get(held.id)
        if shown is not None and before is None and held.card is not None:
            # On record from before a break: what stands there now is something else, or may be.
            readable = shown.sight in (Sight.EMPTY, Sight.FACE) and not shown.covered
            other = readable and shown.label != held.card.label
            return Trace.GONE if other else Trace.MAYBE
        if shown is None or before is None:
            return Trace.MAYBE
        if shown.serial != before[0]:
            return Trace.GONE
        untouched = shown.touched == before[1] and not shown.covered
        return Trace.STAYS if untouched else Trace.MAYBE

    def stands(self, seat: int, held: HeldCard, reading: TableReading) -> bool:
        """Say whether the slot of ``held`` shows what it showed before."""
        shown = reading.slots.get((seat, held.slot))
        if shown is None or shown.covered or shown.sight in (Sight.EMPTY, Sight.COVERED):
            return False
        before = self._seen_as.get(held.id)
        if before is not None and before[0] == shown.serial:
            return True
        return shown.label == (held.card.label if held.card is not None else None)

    def learn(self, state: GameState, reading: TableReading) -> MoveSeen | None:
        """Return what the racks teach about held cards, one thing at a time."""
        while self._to_forget:
            held_id = self._to_forget.pop()
            if state.find(held_id) is not None:
                return MoveSeen(Identify(held_id, None))
        for seat in range(state.players):
            moved = self._rearranged(state, reading, seat)
            if moved is not None:
                return moved
            for held in state.hands[seat]:
                learnt = self._identity(state, reading, seat, held)
                if learnt is not None:
                    return learnt
        return None

    def _identity(
        self, state: GameState, reading: TableReading, seat: int, held: HeldCard
    ) -> MoveSeen | None:
        shown = reading.slots.get((seat, held.slot))
        stands = self._instead_of.pop(held.id, None)
        if shown is None or shown.covered or shown.sight in (Sight.EMPTY, Sight.COVERED):
            return self._kept(state, held, stands) if stands is not None else None
        if (shown.serial, shown.touched) == self._not_before.get(held.id):
            return None  # the card that was laid is still what was seen there last
        if self._told.get(held.id) == shown.serial:
            self._seen_as[held.id] = (shown.serial, shown.touched)
            return None
        if shown.sight is not Sight.FACE:
            # Nobody can name it, but that it leaves will be seen. Where it was known, it stands
            # anew, and less plainly: no card was laid.
            calm = not any(
                other.card and self._has_changed(seat, other, reading)
                for other in state.hands[seat]
            )
            if calm if held.card is None else reading.still_for >= COMPLAIN_AFTER and reading.clear:
                self._seen_as[held.id] = (shown.serial, shown.touched)
            return None
        face = face_of(shown.label)
        if face is None or held.card == face:
            self._seen_as[held.id] = (shown.serial, shown.touched)
            return None
        vetoed = (held.id, held.slot, shown.serial) in self._vetoed
        if vetoed or self._wanders(state, reading, seat, held):
            return None
        if held.card is not None:
            # Another card stands there and none was laid: the earlier reading was wrong, or
            # cards were exchanged unseen. What stands there now counts, once it has stood a while.
            if reading.still_for < COMPLAIN_AFTER or not reading.clear:
                return None
            if (held.id, shown.serial) not in self._mixed_up:
                self._mixed_up.add((held.id, shown.serial))
                return MoveSeen(Rearrange(seat, order_of(state.hands[seat]), None, (held.id,)))
            return MoveSeen(Identify(held.id, None))
        move = Identify(held.id, face)
        try:
            apply(state, move)
        except RuleViolation:
            # More copies than the deck has: one of the readings is wrong, and nobody knows which.
            # That the card leaves will be seen all the same.
            self._vetoed.add((held.id, held.slot, shown.serial))
            self._seen_as[held.id] = (shown.serial, shown.touched)
            return None
        self._seen_as[held.id] = (shown.serial, shown.touched)
        return MoveSeen(move)

    def _kept(self, state: GameState, held: HeldCard, face: Card) -> MoveSeen | None:
        """Return that ``held`` has the face of the card that stood in its slot before it."""
        move = Identify(held.id, face)
        try:
            apply(state, move)
        except RuleViolation:
            return None
        return MoveSeen(move) if held.card is None else None

    def _was_stirred(self, seat: int, held: HeldCard, reading: TableReading) -> bool:
        """Say whether something moved in front of ``held``, which nobody has read."""
        shown = reading.slots.get((seat, held.slot))
        before = self._seen_as.get(held.id)
        if shown is None or before is None or held.card is not None:
            return False
        return before != (shown.serial, shown.touched)

    def _wanders(self, state: GameState, reading: TableReading, seat: int, held: HeldCard) -> bool:
        """Say whether the slot of ``held`` shows another card of that hand, or the other way round.

        The hand is being put into another order; who stands where shows when it is done.
        """
        here = reading.slots[seat, held.slot].label
        at_home = {
            other.slot
            for other in state.hands[seat]
            if other.card and not self._has_changed(seat, other, reading)
        }  # a twin that stands where it stood has not come from elsewhere
        elsewhere = {
            shown.label
            for (at, slot), shown in reading.slots.items()
            if at == seat and slot not in (held.slot, *at_home) and shown.sight is Sight.FACE
        }
        return any(
            other.card is not None
            and self._has_changed(seat, other, reading)
            and (other.card.label == here or (other == held and other.card.label in elsewhere))
            for other in state.hands[seat]
        )

    def _rearranged(self, state: GameState, reading: TableReading, seat: int) -> MoveSeen | None:
        """Return the owner's new order where the same cards stand in other slots."""
        if reading.still_for < TRUST_AFTER:
            return None
        if self._owners_word.get(seat) == standing(seat, reading):
            return None
        hand = state.hands[seat]
        shown = {slot: sight for (at, slot), sight in reading.slots.items() if at == seat}
        if any(sight.covered or sight.sight is Sight.COVERED for sight in shown.values()):
            return None
        changed = [held for held in hand if self._has_changed(seat, held, reading)]
        stirred = [held for held in hand if self._was_stirred(seat, held, reading)]
        moves = shortest_moves(hand, changed, stirred, shown)
        if moves is None:
            if not changed:
                self._in_order[seat] = state.turn
            return None
        order, unsure = moves
        cards = {held.id: held.card for held in hand}
        named = all(
            (card := cards.get(held_id)) is None or shown[slot].label == card.label
            for slot, held_id in enumerate(order)
            if held_id is not None
        )
        if reading.still_for < TRUST_AFTER and not named:
            return None
        for slot, held_id in enumerate(order):
            if held_id is None:
                continue
            before = self._not_before.pop(held_id, None)
            known = state.find(held_id)
            sight = shown[slot]
            if before is not None and sight.sight is Sight.EMPTY:
                self._not_before[held_id] = (sight.serial, sight.touched)
            if known is not None and known[1].card is not None:
                self._seen_as[held_id] = (sight.serial, sight.touched)
            elif known is not None and known[1].slot != slot:
                self._seen_as.pop(held_id, None)
        return MoveSeen(Rearrange(seat, order, self._in_order.get(seat), unsure))

    def _has_changed(self, seat: int, held: HeldCard, reading: TableReading) -> bool:
        """Say whether the slot of ``held`` shows anything else than that card."""
        shown = reading.slots.get((seat, held.slot))
        if shown is None:
            return False
        if held.card is None:
            return self._seen_as.get(held.id, (shown.serial, 0))[0] != shown.serial
        return shown.sight is not Sight.FACE or shown.label != held.card.label

    def waits_for_draw(self, state: GameState, reading: TableReading) -> Undrawn | None:
        """Return who has laid a card and has not filled its slot for a while."""
        if reading.still_for < COMPLAIN_AFTER:
            return None
        for seat in range(state.players):
            for held in state.hands[seat]:
                shown: SlotSight | None = reading.slots.get((seat, held.slot))
                if held.id in self._not_before and shown and shown.sight is Sight.EMPTY:
                    too_many = (
                        one for one in range(state.players) if _has_more(state, one, reading)
                    )
                    return Undrawn(seat, next(too_many, None))
        return None


def _has_more(state: GameState, seat: int, reading: TableReading) -> bool:
    """Say whether more cards stand in the rack of ``seat`` than it holds, whichever they are."""
    sights = [shown.sight for (at, _), shown in reading.slots.items() if at == seat]
    standing = [one for one in sights if one not in (Sight.EMPTY, Sight.COVERED)]
    return len(standing) > len(state.hands[seat])


def standing(seat: int, reading: TableReading) -> Standing:
    """Return what has been in front of each slot of ``seat`` so far, whatever faces are there."""
    return tuple(
        (slot, shown.serial, shown.touched)
        for (at, slot), shown in sorted(reading.slots.items())
        if at == seat
    )
