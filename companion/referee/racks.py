"""Hidden hands in their racks: which card left a slot, which came, and who moved his own.

What is learnt here is never announced, and no doubt in here holds the game up. The ledger is a
value: what is noted or learnt makes a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Discard, Identify, Play, Rearrange
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, Hand, HeldCard
from companion.referee.counting import standing_in
from companion.referee.findings import COMPLAIN_AFTER, MoveSeen, Undrawn, face_of
from companion.referee.readings import Sight, SlotSight, TableReading

V = TypeVar("V")

TRUST_AFTER = 1.0
"""Seconds of stillness before another order is taken for the owner's wish."""

Standing = tuple[tuple[int, int], ...]
"""How often something was in front of each slot of a rack so far: slot and touches."""
Shown = tuple[int, int]
"""A sight of a slot: its serial and touches."""
NOWHERE: Shown = (-1, -1)
"""The sight of a card that the record has in an empty slot."""
Learnt = tuple[MoveSeen | None, "RackLedger"]
"""What a rack teaches, if anything, and what is known after that."""


class Trace(Enum):
    """What a rack slot says about the card that the record has in it."""

    GONE = "gone"
    MOVED = "moved"
    """Another card stands there, and a card like it in another slot of the same rack."""
    MAYBE = "maybe"
    STAYS = "stays"


@dataclass(frozen=True, slots=True)
class RackLedger:
    """As which sight of a slot each held card was last seen; ``RackLedger()`` has seen none.

    Attributes:
        seen: that sight, by card.
        not_before: for a card just drawn, the sight of the card that had left its slot.
        vetoed: cards of which a slot's sight shows more copies than the deck has.
        put_back: cards in whose slots one like them stood anew: it may be that very card, which was
            lifted, or its twin, which was drawn before anybody saw the first lie on the mat.
        words: the sights at which people said which card it is; there the eyes do not count.
        in_order: the turn at which each seat's cards stood as on record last.
        mixed_up: cards whose rack has shown another one, by its sight.
        faces_instead: for a card just drawn, the face that its slot showed until then.
        to_forget: cards that may have left instead of their twins: nobody knows them any more.
        owners_word: how each rack stood when its owner said in which order its cards are.
    """

    seen: Mapping[CardId, Shown] = field(default_factory=dict)
    not_before: Mapping[CardId, Shown] = field(default_factory=dict)
    vetoed: frozenset[tuple[CardId, int, int]] = frozenset()
    put_back: frozenset[CardId] = frozenset()
    words: Mapping[CardId, int] = field(default_factory=dict)
    in_order: Mapping[int, int] = field(default_factory=dict)
    mixed_up: frozenset[tuple[CardId, int]] = frozenset()
    faces_instead: Mapping[CardId, Card] = field(default_factory=dict)
    to_forget: tuple[CardId, ...] = ()
    owners_word: Mapping[int, Standing] = field(default_factory=dict)

    # ------------------------------------------------------------------------- what is noted

    def put_in_order(self, hand: Hand, seat: int, reading: TableReading | None) -> RackLedger:
        """Note that the owner has said where each card of ``hand`` stands.

        His word holds until something moves in front of his rack: whether the faces there bear
        him out would tell him something about them.
        """
        after = replace(self, seen=_without(self.seen, *(held.id for held in hand)))
        if reading is None:
            return after
        return replace(after, owners_word={**self.owners_word, seat: standing(seat, reading)})

    def told(self, state: GameState, held_id: CardId, reading: TableReading) -> RackLedger:
        """Note that a person has said which card ``held_id`` is, or that nobody knows.

        As long as the same card stands there, what the eyes make of it does not count.
        """
        found = state.find(held_id)
        shown = reading.slots.get((found[0], found[1].slot)) if found is not None else None
        if shown is None or shown.sight in (Sight.EMPTY, Sight.COVERED):
            return self
        after = replace(self, words={**self.words, held_id: shown.serial})
        return after._sees(held_id, shown)

    def follow(
        self, before: GameState, after: GameState, reading: TableReading | None
    ) -> RackLedger:
        """Note that a turn was put right, so that other cards stand in some slots on record.

        Whatever stands in such a slot now is taken for the card that the record has there: to
        compare faces would tell their owner something about them.
        """
        places, now = _places(before), _places(after)
        same = {held for held, place in now.items() if places.get(held) == place}
        seen = dict(_only(self.seen, same))
        for held in now.keys() - same:
            sight = reading.slots.get(now[held]) if reading is not None else None
            if sight is not None:
                seen[held] = NOWHERE if sight.sight is Sight.EMPTY else _shown(sight)
        return replace(
            self,
            seen=seen,
            not_before=_only(self.not_before, same),
            words=_only(self.words, same),
            vetoed=frozenset(),
        )

    def left(self, held: CardId, drawn: CardId | None) -> RackLedger:
        """Note that ``held`` was laid and that ``drawn`` takes its slot, if a card is left."""
        before = self.seen.get(held)
        after = replace(self, seen=_without(self.seen, held))
        if before is None or drawn is None:
            return after
        return replace(after, not_before={**self.not_before, drawn: before})

    def one_left(self, hand: Hand, move: Play | Discard, drawn: CardId | None) -> RackLedger:
        """Note that one of the cards ``move.among`` was laid, and that ``drawn`` is drawn for it.

        Nobody knows which one of ``hand``, so their slots are looked at anew. As long as they don't
        show, the faces stay with the slots: that of ``move.held``, which left on record, with the
        card that takes its slot there. Of any other that looks like the laid one nothing is known.
        """
        known = [held for held in hand if held.id in move.among and held.card is not None]
        twins = [one.id for one in known if one.id != move.held and one.card == move.card]
        faces = dict(self.faces_instead)
        for held in known:
            if held.id == move.held and held.card and held.card != move.card and drawn is not None:
                faces[drawn] = held.card
        laid = [held.id for held in hand if held.id in move.among]
        return replace(
            self,
            seen=_without(self.seen, *laid),
            not_before=_without(self.not_before, *laid),
            faces_instead=faces,
            to_forget=(*self.to_forget, *twins),
        )

    def returned(self, held: CardId, drawn: CardId | None) -> RackLedger:
        """Note that ``held`` was taken back, and with it the draw of ``drawn``."""
        return replace(
            self,
            seen=_without(self.seen, held, *(() if drawn is None else (drawn,))),
            put_back=self.put_back - {held, drawn},
            # The next card that is drawn gets its number.
            vetoed=frozenset(veto for veto in self.vetoed if veto[0] != drawn),
            mixed_up=frozenset(one for one in self.mixed_up if one[0] != drawn),
        )

    def stay(self, state: GameState, reading: TableReading) -> RackLedger:
        """Go on with the cards in whose slots nothing has moved, whatever the eyes make of them.

        A card leaves its slot by a movement; without one the light has changed, or the eyes their
        mind.
        """
        seen, words = dict(self.seen), dict(self.words)
        for seat, hand in enumerate(state.hands):
            for held in hand:
                shown, before = reading.slots.get((seat, held.slot)), self.seen.get(held.id)
                if shown is None or shown.covered:
                    continue
                if before is None:
                    left = self.not_before.get(held.id)
                    stands = shown.sight not in (Sight.EMPTY, Sight.COVERED)
                    if stands and left is not None and left != _shown(shown):
                        seen[held.id] = _shown(shown)  # it was drawn, whatever it is
                elif before[0] != shown.serial and before[1] == shown.touched:
                    seen[held.id] = _shown(shown)
                    if words.get(held.id) == before[0]:
                        words[held.id] = shown.serial
        return self if seen == self.seen else replace(self, seen=seen, words=words)

    def _sees(self, held: CardId, shown: SlotSight) -> RackLedger:
        """Note that ``held`` was seen as what its slot shows."""
        before = self.seen.get(held)
        if before == _shown(shown):
            return self
        anew = before is not None and before[0] != shown.serial
        put_back = self.put_back | {held} if anew else self.put_back
        return replace(self, seen={**self.seen, held: _shown(shown)}, put_back=put_back)

    # ------------------------------------------------------------------------------ questions

    def seen_as(self, held: CardId) -> int | None:
        """Return as which sight of its slot a held card was last seen; None: as none."""
        seen = self.seen.get(held)
        return None if seen is None else seen[0]

    def was_told(self, held: CardId, serial: int) -> bool:
        """Say whether a person has said which card ``held`` is, while its slot looked so."""
        return self.words.get(held) == serial

    def traces(
        self, state: GameState, seat: int, reading: TableReading, laid: int = 0
    ) -> dict[CardId, Trace]:
        """Say of each card of ``seat`` whether it is still in its slot.

        A hand that is put into another order has lost no card, although every slot has changed. As
        many as were ``laid`` have left it, though: a card like one of them was drawn.
        """
        hand = state.hands[seat]
        traces = {held.id: self.trace(seat, held, reading) for held in hand}
        if [*traces.values()].count(Trace.GONE) <= laid:
            return traces
        # In the slot of one that looks as it did stands its twin, or that card once more.
        alike = {
            held.slot
            for held in hand
            if held.card
            and (seat, held.slot) in reading.slots
            and reading.slots[seat, held.slot].label == held.card.label
        }
        taken = alike | {held.slot for held in hand if traces[held.id] is not Trace.GONE}
        for held in hand:
            if traces[held.id] is not Trace.GONE or held.card is None or held.slot in alike:
                continue
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
        before = self.seen.get(held.id)
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
        before = self.seen.get(held.id)
        if before is not None and before[0] == shown.serial:
            return True
        return shown.label == (held.card.label if held.card is not None else None)

    # --------------------------------------------------------------------- what racks teach

    def learn(self, state: GameState, reading: TableReading) -> Learnt:
        """Return what the racks teach about held cards, one thing at a time."""
        racks = self
        while racks.to_forget:
            held_id = racks.to_forget[-1]
            racks = replace(racks, to_forget=racks.to_forget[:-1])
            if state.find(held_id) is not None:
                return MoveSeen(Identify(held_id, None)), racks
        for seat in range(state.players):
            found, racks = racks._rearranged(state, reading, seat)
            if found is not None:
                return found, racks
            for held in state.hands[seat]:
                found, racks = racks._identity(state, reading, seat, held)
                if found is not None:
                    return found, racks
        return None, racks

    def _identity(
        self, state: GameState, reading: TableReading, seat: int, held: HeldCard
    ) -> Learnt:
        racks, shown = self, reading.slots.get((seat, held.slot))
        stands = self.faces_instead.get(held.id)
        if stands is not None:
            racks = replace(self, faces_instead=_without(self.faces_instead, held.id))
        if shown is None or shown.covered or shown.sight in (Sight.EMPTY, Sight.COVERED):
            # The slot does not show: it has the face of the card that stood there before.
            if stands is None or held.card is not None or not _possible(state, held, stands):
                return None, racks
            return MoveSeen(Identify(held.id, stands)), racks
        if _shown(shown) == self.not_before.get(held.id):
            return None, racks  # the card that was laid is still what was seen there last
        if self.was_told(held.id, shown.serial):
            return None, racks._sees(held.id, shown)
        if shown.sight is not Sight.FACE:
            # Nobody can name it, but that it leaves will be seen. Where it was known, it stands
            # anew, and less plainly: no card was laid.
            calm = not any(
                other.card and self._has_changed(seat, other, reading)
                for other in state.hands[seat]
            )
            if calm if held.card is None else reading.still_for >= COMPLAIN_AFTER and reading.clear:
                racks = racks._sees(held.id, shown)
            return None, racks
        face = face_of(shown.label)
        if face is None or held.card == face:
            return None, racks._sees(held.id, shown)
        vetoed = (held.id, held.slot, shown.serial)
        if vetoed in self.vetoed or self._wanders(state, reading, seat, held):
            return None, racks
        if held.card is not None:
            # Another card stands there and none was laid: the earlier reading was wrong, or
            # cards were exchanged unseen. What stands there now counts, once it has stood a while.
            if reading.still_for < COMPLAIN_AFTER or not reading.clear:
                return None, racks
            mixed_up = (held.id, shown.serial)
            if mixed_up in self.mixed_up:
                return MoveSeen(Identify(held.id, None)), racks
            racks = replace(racks, mixed_up=self.mixed_up | {mixed_up})
            order = order_of(state.hands[seat])
            before = self.seen.get(held.id)
            moved = held.id if before is not None and before[1] < shown.touched else None
            return MoveSeen(Rearrange(seat, order, None, (held.id,)), exchanged=moved), racks
        racks = racks._sees(held.id, shown)
        if not _possible(state, held, face):
            # More copies than the deck has: one of the readings is wrong, and nobody knows which.
            # That the card leaves will be seen all the same.
            return None, replace(racks, vetoed=self.vetoed | {vetoed})
        return MoveSeen(Identify(held.id, face)), racks

    def _was_stirred(self, seat: int, held: HeldCard, reading: TableReading) -> bool:
        """Say whether something moved in front of ``held``, which nobody has read."""
        shown = reading.slots.get((seat, held.slot))
        before = self.seen.get(held.id)
        if shown is None or before is None or held.card is not None:
            return False
        return before != _shown(shown)

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

    def _rearranged(self, state: GameState, reading: TableReading, seat: int) -> Learnt:
        """Return the owner's new order where the same cards stand in other slots."""
        if reading.still_for < TRUST_AFTER:
            return None, self
        if seat in self.owners_word and self.owners_word[seat] == standing(seat, reading):
            return None, self
        hand = state.hands[seat]
        shown = {slot: sight for (at, slot), sight in reading.slots.items() if at == seat}
        if any(sight.covered or sight.sight is Sight.COVERED for sight in shown.values()):
            return None, self
        changed = [held for held in hand if self._has_changed(seat, held, reading)]
        stirred = [held for held in hand if self._was_stirred(seat, held, reading)]
        moves = shortest_moves(hand, changed, stirred, shown)
        if moves is None:
            if changed or self.in_order.get(seat) == state.turn:
                return None, self
            return None, replace(self, in_order={**self.in_order, seat: state.turn})
        order, unsure = moves
        seen, not_before = dict(self.seen), dict(self.not_before)
        for slot, held_id in enumerate(order):
            held = next((one for one in hand if one.id == held_id), None)
            if held is None:
                continue
            before, sight = not_before.pop(held.id, None), shown[slot]
            if before is not None and sight.sight is Sight.EMPTY:
                not_before[held.id] = _shown(sight)
            if held.card is not None:
                seen[held.id] = _shown(sight)
            elif held.slot != slot:
                seen.pop(held.id, None)
        after = replace(self, seen=seen, not_before=not_before)
        return MoveSeen(Rearrange(seat, order, self.in_order.get(seat), unsure)), after

    def _has_changed(self, seat: int, held: HeldCard, reading: TableReading) -> bool:
        """Say whether the slot of ``held`` shows anything else than that card."""
        shown = reading.slots.get((seat, held.slot))
        if shown is None:
            return False
        if held.card is None:
            return self.seen.get(held.id, (shown.serial, 0))[0] != shown.serial
        return shown.sight is not Sight.FACE or shown.label != held.card.label

    def waits_for_draw(self, state: GameState, reading: TableReading) -> Undrawn | None:
        """Return who has laid a card and has not filled its slot for a while."""
        if reading.still_for < COMPLAIN_AFTER:
            return None
        for seat in range(state.players):
            stand = standing_in(seat, reading)
            if stand is not None and stand >= len(state.hands[seat]):
                continue  # in whatever slot it has put its card
            for held in state.hands[seat]:
                shown = reading.slots.get((seat, held.slot))
                if held.id in self.not_before and shown and shown.sight is Sight.EMPTY:
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
    """Return how often something was in front of each slot of ``seat`` so far."""
    return tuple(
        (slot, shown.touched) for (at, slot), shown in sorted(reading.slots.items()) if at == seat
    )


def _shown(sight: SlotSight) -> Shown:
    return sight.serial, sight.touched


def _places(state: GameState) -> dict[CardId, tuple[int, int]]:
    return {held.id: (seat, held.slot) for seat, hand in enumerate(state.hands) for held in hand}


def _possible(state: GameState, held: HeldCard, face: Card) -> bool:
    """Say whether ``held`` can be ``face``, by the number of copies."""
    try:
        apply(state, Identify(held.id, face))
    except RuleViolation:
        return False
    return True


def _only(known: Mapping[CardId, V], cards: AbstractSet[CardId]) -> Mapping[CardId, V]:
    return {card: value for card, value in known.items() if card in cards}


def _without(known: Mapping[CardId, V], *cards: CardId) -> Mapping[CardId, V]:
    return {card: value for card, value in known.items() if card not in cards}


# ------------------------------------------------------------------------- another order


def order_of(hand: Hand) -> tuple[CardId | None, ...]:
    """Return the cards of ``hand`` by the slots in which the record has them."""
    by_slot = {held.slot: held.id for held in hand}
    return tuple(by_slot.get(slot) for slot in range(max(by_slot, default=-1) + 1))


def shortest_moves(
    hand: tuple[HeldCard, ...],
    changed: list[HeldCard],
    stirred: list[HeldCard],
    shown: Mapping[int, SlotSight],
) -> tuple[tuple[CardId | None, ...], tuple[CardId, ...]] | None:
    """Match a hand's cards to slots by face; None: no known card stands in another slot.

    Of like cards each takes the nearest slot, from the left; so do those that nobody has read,
    of the slots that are left. These are returned, too, if there are several of them: which of
    them stands where is a guess.
    """
    guessed: list[CardId] = []
    order = {held.slot: held.id for held in hand if held not in changed}
    unknown = {held.id for held in hand if held.card is None}
    placed = set(order.values()) - unknown
    for held in changed:
        like = [
            slot
            for slot, sight in shown.items()
            if held.card is not None
            and sight.sight is Sight.FACE
            and sight.label == held.card.label
            and order.get(slot) not in placed
        ]
        if like:
            order[min(like, key=lambda slot: abs(slot - held.slot))] = held.id
            placed.add(held.id)
    named = [held for held in changed if held.card is not None and held.id not in placed]
    if (
        len(named) == len(stirred) == 1
        and shown[named[0].slot].sight is Sight.FACE
        and shown[stirred[0].slot].sight is Sight.UNKNOWN
    ):
        # One card can be read where it stands now, and another one can't any more.
        order[stirred[0].slot] = named[0].id
        placed.add(named[0].id)
        guessed += [named[0].id, stirred[0].id]
    if all(held not in changed for held in hand if held.id in placed):
        return None
    rest = [held for held in hand if held.id not in order.values()]
    if len(rest) > 1:
        guessed += [held.id for held in rest if held.id not in guessed]
    # A card that was known may be unread where it stands now; one just laid for leaves a gap.
    for held in sorted(rest, key=lambda held: (held.slot in order, held.card is None)):
        free = [slot for slot in shown if slot not in order]
        if not free:
            return None
        filled = [slot for slot in free if shown[slot].sight is not Sight.EMPTY]
        unread_there = [slot for slot in free if shown[slot].sight is Sight.UNKNOWN]
        best = [held.slot] if held.slot in free else unread_there or filled or free
        order[min(best, key=lambda slot: abs(slot - held.slot))] = held.id
    return tuple(order.get(slot) for slot in range(max(order) + 1)), tuple(guessed)
