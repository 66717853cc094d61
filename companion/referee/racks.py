"""Which card stands in which slot of a rack, by movement: faces are never compared here.

A slot is emptied and filled, or something moves in front of it: that is the same whatever the faces
are, so all that is told of hands may hang on it. Where several cards have left their slots and come
to stand again, which of them is which is not known, for like cards and unlike ones equally. The
ledger is a value: what is noted or learnt makes a new one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.hanabi.manners import DrawHabit
from companion.hanabi.moves import CardId, Rearrange
from companion.hanabi.state import GameState, Hand, HeldCard
from companion.referee.counting import standing_in
from companion.referee.findings import COMPLAIN_AFTER, HAND_LEAVES, MoveSeen, Undrawn
from companion.referee.kept import only, without
from companion.referee.readings import SETTLED, Sight, SlotSight, TableReading
from companion.referee.standing import LIFTED, NOWHERE, Stood, is_anew, stood, was_filled_again

TRUST_AFTER = SETTLED
"""Seconds of stillness before cards count as put back, or in another order: a hand has passed."""

Learnt = tuple[MoveSeen | None, "RackLedger"]
"""What a rack teaches, if anything, and what is known after that."""


class Trace(Enum):
    """What a rack slot says about the card that the record has in it."""

    GONE = "gone"
    """It was seen to leave; what stands there now came later."""
    MAYBE = "maybe"
    """Something moved in front of it, or nobody sees it."""
    STAYS = "stays"


@dataclass(frozen=True, slots=True)
class RackLedger:
    """Where each held card stands by all that moved; ``RackLedger()`` has seen none.

    Attributes:
        seen: what had moved in its slot when a card was known to stand there, by card.
        awaited: for a card that nobody has seen come yet, what had moved in its slot when the card
            before it left.
        came: for each card that was drawn, what had moved in its slot when the card before it left,
            and when it was taken to have come. Where that slot was not seen to be emptied or
            filled, or its print not to change, as where the two are alike or stood in a shadow, the
            other half may be seen late.
        put_back: cards in whose slots one was stood again: it may be that very card, or one drawn
            before anybody saw the first lie on the mat.
        stirred: cards in front of which something has moved, and that were seen again, but not yet
            at rest with all of their hand: what was read of them may be of others.
        adrift: cards that the record has in slots where others may stand: a card was laid there of
            which nobody could tell the slot, and nothing was seen at rest since.
        blurred: cards in front of which something moved and in whose slots something stands since,
            at rest, that looks otherwise than they: a card in a reflection, or its empty slot in
            one. What looks otherwise once more, without a movement, may tell which.
        in_order: the turn at which each seat's cards stood as on record last.
        looks: the seats of which a single card was lifted out of its slot and put back, in order.
    """

    seen: Mapping[CardId, Stood] = field(default_factory=dict)
    awaited: Mapping[CardId, Stood] = field(default_factory=dict)
    came: Mapping[CardId, tuple[Stood, Stood]] = field(default_factory=dict)
    put_back: frozenset[CardId] = frozenset()
    stirred: frozenset[CardId] = frozenset()
    adrift: frozenset[CardId] = frozenset()
    blurred: frozenset[CardId] = frozenset()
    in_order: Mapping[int, int] = field(default_factory=dict)
    looks: tuple[int, ...] = ()

    # ------------------------------------------------------------------------- what is noted

    def put_in_order(self, hand: Hand, seat: int, reading: TableReading | None) -> RackLedger:
        """Note that the owner has said where each card of ``hand`` stands."""
        seen = without(self.seen, *(held.id for held in hand))
        for held in hand:
            shown = reading.slots.get((seat, held.slot)) if reading is not None else None
            if shown is not None and shown.stands and not shown.covered:
                seen[held.id] = stood(shown)
        return replace(self, seen=seen, put_back=self.put_back - {held.id for held in hand})

    def follow(
        self, before: GameState, after: GameState, reading: TableReading | None
    ) -> RackLedger:
        """Note that a turn was put right, so that other cards stand in some slots on record.

        Whatever stands in such a slot now is taken for the card that the record has there.
        """
        same = unmoved(before, after)
        seen = only(self.seen, same)
        for held, place in after.places.items():
            sight = reading.slots.get(place) if reading is not None else None
            if held not in same and sight is not None:
                seen[held] = NOWHERE if sight.sight is Sight.EMPTY else stood(sight)
        return replace(
            self,
            seen=seen,
            awaited=only(self.awaited, same),
            came=only(self.came, same),
            adrift=self.adrift & same,
        )

    def left(
        self, hand: Hand, held: CardId, drawn: CardId | None, then: Stood | None = None
    ) -> RackLedger:
        """Note that ``held`` of ``hand`` was laid; ``drawn`` takes its slot, if a card is left.

        ``then`` is what had moved in that slot when the laid card was seen first. Where the drawn
        one stood there by then, it has left again once the slot is emptied after that; and where
        that slot was emptied and filled more than once by then, it may have left, too.
        """
        before, kept = self.seen.get(held), self.put_back - {one.id for one in hand}
        after = replace(self, seen=without(self.seen, held), put_back=kept)
        if before is None or drawn is None:
            return after
        if then is not None and was_filled_again(before, then):
            once = before.filled + LIFTED
            stands = then if then.filled == once else Stood(once, -1, -1)
            after = replace(after, seen={**after.seen, drawn: stands})
        elif then is not None and then.filled == before.filled and then.serial > before.serial:
            # It came so fast that nobody saw the slot empty: that half may be noticed late.
            came = {**self.came, drawn: (before, then)}
            after = replace(after, seen={**after.seen, drawn: then}, came=came)
        return replace(after, awaited={**self.awaited, drawn: before})

    def one_left(self, among: Collection[CardId], drawn: CardId | None) -> RackLedger:
        """Note that one of ``among`` was laid, nobody knows which: all are looked at anew.

        In which of their slots ``drawn`` stands, if a card is left, is as little known.
        """
        drift = {*among} if drawn is None else {*among, drawn}
        return replace(
            self,
            seen=without(self.seen, *among),
            awaited=without(self.awaited, *among),
            came=without(self.came, *among),
            put_back=self.put_back - {*among},
            adrift=self.adrift | drift,
        )

    def returned(
        self, held: CardId, drawn: CardId | None, stands: Stood | None = None
    ) -> RackLedger:
        """Note that ``held`` was taken back, and with it the draw of ``drawn``.

        ``stands`` is how it was seen to stand in its slot again; None: it was not.
        """
        cards = (held,) if drawn is None else (held, drawn)
        seen = without(self.seen, *cards)
        return replace(
            self,
            seen=seen if stands is None else {**seen, held: stands},
            awaited=without(self.awaited, *cards),
            came=without(self.came, *cards),
            put_back=self.put_back - {*cards},
            stirred=self.stirred - {drawn},
            adrift=self.adrift - {*cards},
            blurred=self.blurred - {drawn},
        )

    def come_back(
        self, state: GameState, reading: TableReading, changed: AbstractSet[CardId]
    ) -> RackLedger:
        """Note how the racks stand after a break; in the slots of ``changed`` stand other cards."""
        seen = dict(self.seen)
        for held, place in state.places.items():
            shown = reading.slots.get(place)
            if held in changed and shown is not None:
                seen[held] = Stood(shown.filled, -1, -1)
        return replace(self, seen=seen)

    def stay(self, state: GameState, reading: TableReading, *, news: bool = False) -> RackLedger:
        """Go on with the cards in whose slots nothing has moved, whatever the eyes make of them.

        A card leaves its slot by a movement; without one the light has changed, or the eyes their
        mind. Not so where a card may have gone before, by a movement, and one is seen to be stood
        there now; nor where there is ``news``, an unexplained card on the mat, of the hand to move.
        And note the cards that were drawn, where no other one of that hand has moved.
        """
        seen, came = dict(self.seen), dict(self.came)
        for seat, hand in enumerate(state.hands):
            shown = [(held, reading.slots.get((seat, held.slot))) for held in hand]
            due = news and seat == state.to_move
            for held, sight in shown:
                before = self.seen.get(held.id)
                if sight is None or sight.covered or before is None:
                    continue
                if before != stood(sight) and not self.has_moved(held.id, before, sight, due=due):
                    seen[held.id] = stood(sight)
            if any(
                sight is not None and held.id in seen and seen[held.id].filled != sight.filled
                for held, sight in shown
            ):
                continue
            for held, sight in shown:
                if sight is not None and held.id not in seen and self._has_come(held, sight):
                    seen[held.id] = stood(sight)
                    came[held.id] = (self.awaited[held.id], stood(sight))
        return self if seen == self.seen else replace(self, seen=seen, came=came)

    def notice(self, state: GameState, reading: TableReading) -> RackLedger:
        """Note in front of which cards something has moved since they were seen at rest."""
        stirred = set(self.stirred)
        for held, place in state.places.items():
            sight, before = reading.slots.get(place), self.seen.get(held)
            if sight is None or sight.hidden or before is None or before.touched < 0:
                continue  # nobody sees it, or it is not known what has moved there
            if before == stood(sight):
                stirred.discard(held)
            elif before.touched != sight.touched and not is_anew(before, sight):
                stirred.add(held)
        return self if stirred == self.stirred else replace(self, stirred=frozenset(stirred))

    def _has_come(self, held: HeldCard, sight: SlotSight) -> bool:
        """Say whether a card that was drawn stands in its slot by now."""
        before = self.awaited.get(held.id)
        return before is not None and sight.stands and not sight.covered and before != stood(sight)

    # ------------------------------------------------------------------------------ questions

    def traces(self, state: GameState, seat: int, reading: TableReading) -> dict[CardId, Trace]:
        """Say of each card of ``seat`` whether it is still in its slot."""
        return {held.id: self._trace(state, seat, held, reading) for held in state.hands[seat]}

    def _trace(self, state: GameState, seat: int, held: HeldCard, reading: TableReading) -> Trace:
        """Say whether ``held`` of ``seat`` is still in its slot, by that slot alone."""
        shown, before = reading.slots.get((seat, held.slot)), self.seen.get(held.id)
        if shown is None:
            return Trace.MAYBE
        if before is None:  # on record from before a break, or yet to be drawn
            empty = shown.sight is Sight.EMPTY and not shown.covered
            expected = held.id in self.awaited or held.id in self.adrift
            return Trace.GONE if empty and not expected else Trace.MAYBE
        if self.has_changed(held.id, before, shown, due=state.to_move == seat):
            return Trace.GONE  # a card that can be read as another one has come there, too
        untouched = shown.touched == before.touched and not shown.covered
        return Trace.STAYS if untouched else Trace.MAYBE

    def knows(self, held: HeldCard, shown: SlotSight) -> bool:
        """Say whether ``shown``, the slot of ``held`` now, shows that card by all that moved."""
        before = self.seen.get(held.id)
        return before is not None and not self.has_changed(held.id, before, shown, due=False)

    def has_changed(
        self, held: CardId, before: Stood, now: SlotSight | Stood, *, due: bool
    ) -> bool:
        """Say whether another card was stood into the slot of ``held`` since it stood ``before``.

        Where its coming was noticed by half, the other half that is noticed by now tells of that:
        nobody has to have taken it.

        Args:
            held: the card.
            before: how it stood.
            now: how the slot looks now.
            due: whether its owner is to move: then it is expected to be taken.
        """
        if not due and self._is_late(held, before, now):
            return False
        return is_anew(before, now)

    def has_moved(self, held: CardId, before: Stood, now: SlotSight | Stood, *, due: bool) -> bool:
        """Say whether anything moved in front of ``held`` since it stood ``before``.

        Where it may have gone by an earlier movement, a card that is seen to be stood there, or
        that looks otherwise once more, tells of another one that was not seen. So does one that
        stands otherwise where its owner is to move, ``due``: pictures may have been late.
        """
        came = held in self.blurred and is_anew(before, now)
        stands_otherwise = due and before.filled != now.filled
        return before.touched != now.touched or came or stands_otherwise

    def _is_late(self, held: CardId, before: Stood, now: SlotSight | Stood) -> bool:
        """Say whether ``now`` is the half of the coming of ``held`` that was not noticed then."""
        if held not in self.came:
            return False
        left, then = self.came[held]
        if (before.filled, before.serial) != (then.filled, then.serial):
            return False
        # An empty slot has another serial, too.
        stands_otherwise = now.filled == before.filled + 1 and now.serial == before.serial
        looks_otherwise = now.filled == before.filled
        return (left.filled == then.filled and stands_otherwise) or (
            left.serial == then.serial and looks_otherwise
        )

    def unsettled(self, hand: Hand, seat: int, reading: TableReading) -> tuple[CardId, ...]:
        """Return the cards of ``seat`` that may be others by now: something has moved there since.

        Whoever moved it may have changed the order of his hand.
        """
        shown = [(held.id, reading.slots.get((seat, held.slot))) for held in hand]
        return tuple(
            held
            for held, sight in shown
            if sight is not None and (sight.hidden or self.seen.get(held) != stood(sight))
        )

    def is_settled(self, held: CardId, shown: SlotSight) -> bool:
        """Say whether ``shown`` has looked so since all that moved there was taken in."""
        return self.seen.get(held) == stood(shown)

    def is_unknown(self, held: CardId, hand: Hand) -> bool:
        """Say whether nobody knows if ``held`` stands in its slot, or was laid from it long ago.

        Others of its ``hand`` are known, but its slot was never seen at rest. Where none is, as
        after a break, that tells nothing.
        """
        known = any(one.id in self.seen for one in hand)
        unknown = held in self.adrift or (known and held not in self.awaited)
        return unknown and held not in self.seen

    def just_came(self, held: CardId) -> bool:
        """Say whether a card was drawn, and has not stood there while all was explained."""
        return held in self.awaited and held in self.seen

    def waits_for_draw(self, state: GameState, reading: TableReading) -> Undrawn | None:
        """Return who has laid a card and has not filled its slot for a while."""
        if reading.still_for < COMPLAIN_AFTER:
            return None
        for seat in range(state.players):
            if self.undrawn(state, seat, reading):
                too_many = (one for one in range(state.players) if _has_more(state, one, reading))
                return Undrawn(seat, next(too_many, None))
        return None

    def undrawn(self, state: GameState, seat: int, reading: TableReading) -> tuple[CardId, ...]:
        """Return the cards of ``seat`` by the record that nobody has drawn yet."""
        stand, hand = standing_in(seat, reading), state.hands[seat]
        if stand is not None and stand >= len(hand):
            return ()  # in whatever slot it has put its card
        return tuple(
            held.id
            for held in hand
            if held.id in self.awaited and held.id not in self.seen
            if (shown := reading.slots.get((seat, held.slot))) and shown.sight is Sight.EMPTY
        )

    # --------------------------------------------------------------------- what racks teach

    def learn(self, state: GameState, reading: TableReading, *, open_mat: bool) -> Learnt:
        """Return how owners have put their hands into another order, one hand at a time.

        ``open_mat``: nothing lies on the mat, or is held over it, that could hide a card.
        """
        racks = self
        if _too_early(reading):
            return None, self
        hidden = set[int]() if open_mat else self._may_have_laid_unseen(state, reading)
        for seat in range(state.players):
            if seat in hidden:
                continue
            found, racks = racks._rearranged(state, reading, seat)
            if found is not None:
                return found, racks
        return None, racks

    def _may_have_laid_unseen(self, state: GameState, reading: TableReading) -> set[int]:
        """Return whose turns may lie under what covers a part of the mat, from the seat to move on.

        One slot of such a hand was emptied and filled: by the card that stood there, or by one that
        was drawn for it. However long a phone lies on the mat, the card below it is still there.
        """
        seats = set[int]()
        for step in range(state.players):
            seat = (state.to_move + step) % state.players
            refilled = self._refilled(state.hands[seat], reading.rack(seat))
            moved = [one for one in refilled if one > 0]
            if len(moved) != 1 or moved[0] % LIFTED:
                break
            seats.add(seat)
        return seats

    def come_to_rest(self, state: GameState, reading: TableReading) -> RackLedger:
        """Note what has come to rest after the last turn, where each card still stands as it stood.

        A hand of which a card has moved is not learnt any more: people take it apart now.
        """
        racks = self.stay(state, reading)
        if _too_early(reading):
            return racks
        for seat, hand in enumerate(state.hands):
            shown = ((held.id, reading.slots.get((seat, held.slot))) for held in hand)
            if not any(racks._has_moved(held, sight) for held, sight in shown):
                found, after = racks._rearranged(state, reading, seat)
                racks = racks if found is not None else after
        return racks

    def _has_moved(self, held: CardId, sight: SlotSight | None) -> bool:
        """Say whether the slot of a card was emptied or filled since that card stood there."""
        before = self.seen.get(held)
        return before is not None and (sight is None or before.filled != sight.filled)

    def _rearranged(self, state: GameState, reading: TableReading, seat: int) -> Learnt:
        hand = state.hands[seat]
        shown = reading.rack(seat)
        if seat not in reading.racks or any(sight.hidden for sight in shown.values()):
            return None, self
        drawing = state.ruleset.manners.drawing
        moved = moved_cards(hand, shown, self.seen, drawing)
        seen, awaited, put_back = dict(self.seen), dict(self.awaited), set(self.put_back)
        came, blurred = dict(self.came), set(self.blurred)
        for held in hand:
            before, now = seen.get(held.id), shown.get(held.slot)
            if before is None or now is None:
                continue
            if before.filled == now.filled:
                seen[held.id] = stood(now)  # whatever moved in front of it
            if before.filled == now.filled and before.serial < now.serial:
                blurred.add(held.id)
            elif before.serial != now.serial:
                blurred.discard(held.id)
        racks = replace(self, seen=seen, blurred=frozenset(blurred))
        if moved is None:  # a card is in a hand, or one more stands there
            return None, racks
        order = moved.order
        home = {held.id: held.slot for held in hand}
        for slot, held_id in order.items():
            now, before = shown.get(slot), seen.get(held_id)
            if now is None:
                continue
            if not now.stands:
                if held_id in awaited:
                    awaited[held_id] = stood(now)
            else:
                seen[held_id] = stood(now)
                left = awaited.pop(held_id, None)
                if before is None and left is not None:
                    came[held_id] = (left, stood(now))
                if before is not None and (slot != home[held_id] or before.filled != now.filled):
                    put_back.add(held_id)
        after = replace(
            racks,
            seen=seen,
            awaited=awaited,
            came=came,
            put_back=frozenset(put_back),
        )
        if self._looked_at(hand, shown) and not moved.unsure:
            after = replace(after, looks=(*self.looks, seat))
        if not moved.unsure and all(order.get(held.slot) == held.id for held in hand):
            in_order = {**self.in_order, seat: state.turn}
            return None, after if in_order == self.in_order else replace(after, in_order=in_order)
        by_slot = tuple(order.get(slot) for slot in range(max(order) + 1))
        move = Rearrange(seat, by_slot, self.in_order.get(seat), moved.unsure)
        return MoveSeen(move), after

    def _looked_at(self, hand: Hand, shown: Mapping[int, SlotSight]) -> bool:
        """Say whether one card of ``hand``, and no other, left its slot and stands there again.

        Emptied and filled: one that was only nudged stands otherwise, and counts once.
        """
        times = self._refilled(hand, shown)
        moved = [one for one in times if one > 0]
        if len(times) < len(hand) or not all(shown[held.slot].stands for held in hand):
            return False
        return len(moved) == 1 and moved[0] >= LIFTED

    def _refilled(self, hand: Hand, shown: Mapping[int, SlotSight]) -> list[int]:
        """Return how often the slots of ``hand`` were emptied or filled since all was at rest.

        Those that are in view, of which that is known.
        """
        return [
            shown[held.slot].filled - self.seen[held.id].filled
            for held in hand
            if held.id in self.seen and held.slot in shown
        ]


def _too_early(reading: TableReading) -> bool:
    """Say whether it cannot be said yet how cards stand: what has left a rack may lie unseen."""
    return reading.still_for < (TRUST_AFTER if reading.clear else HAND_LEAVES)


def _has_more(state: GameState, seat: int, reading: TableReading) -> bool:
    """Say whether more cards stand in the rack of ``seat`` than it holds, whichever they are."""
    standing = sum(shown.stands for shown in reading.rack(seat).values())
    return standing > len(state.hands[seat])


def unmoved(before: GameState, after: GameState) -> set[CardId]:
    """Return the cards that stand in the same slot in both positions."""
    return {held for held, _ in before.places.items() & after.places.items()}


# ------------------------------------------------------------------------- another order


@dataclass(frozen=True, slots=True)
class MovedCards:
    """Where the cards stand that have left their slots or were drawn.

    Attributes:
        order: the slots of a hand and the cards that are taken to stand there.
        unsure: those of which nobody can tell which is which.
    """

    order: Mapping[int, CardId]
    unsure: tuple[CardId, ...]


def moved_cards(
    hand: Hand,
    shown: Mapping[int, SlotSight],
    seen: Mapping[CardId, Stood],
    drawing: DrawHabit,
) -> MovedCards | None:
    """Return where the cards of a hand stand now; None: that cannot be said yet.

    One card that left its slot and one slot that was filled belong together. A gap that has moved
    past slots that were touched was moved by a card that hopped over them, or by all of them that
    were pushed up. Of several cards that left their slots each may stand in each of those that were
    filled; they are taken to stand where they stood, and else in their order. But where exactly
    those slots were filled that are when a hand is pushed up as is the table's habit, it was.

    Args:
        hand: the cards by the record.
        shown: what the slots of their rack show, nothing being in front of them.
        seen: what had moved in its slot when each card was known to stand there.
        drawing: where this table puts the cards that are drawn.
    """
    left = [
        held
        for held in hand
        if held.slot in shown
        and held.id in seen
        and seen[held.id].filled != shown[held.slot].filled
    ]
    drawn = [held for held in hand if held.id not in seen]
    stay = {held.slot: held for held in hand if held not in left and held not in drawn}
    slots = [slot for slot, sight in sorted(shown.items()) if sight.stands and slot not in stay]
    missing = len(left) + len(drawn) - len(slots)
    if not 0 <= missing <= len(drawn):
        return None
    if len(drawn) == 1:
        habitual = _pushed_up(hand, left, drawn[0], slots, drawing)
        if habitual is not None:
            return MovedCards({**{slot: held.id for slot, held in stay.items()}, **habitual}, ())
    # Whose slot is empty is yet to be drawn; what left its slot, and was not laid, is elsewhere.
    drawn.sort(key=lambda held: (held.slot in slots, held.slot))
    cards = [*left, *drawn[missing:]]
    order = {held.slot: held.id for held in cards if held.slot in slots}
    placed = set(order.values())
    free = [slot for slot in slots if slot not in order]
    rest = sorted((held for held in cards if held.id not in placed), key=lambda held: held.slot)
    order |= {slot: held.id for slot, held in zip(free, rest, strict=True)}
    unsure = [held.id for held in cards] if left and len(cards) > 1 else []
    if len(left) == len(cards) == 1 and free:
        pushed = _pushed(left[0], free[0], stay, shown, seen)
        if pushed:
            row = sorted([left[0], *pushed], key=lambda held: held.slot)
            places = sorted([free[0], *(held.slot for held in pushed)])
            order = {slot: held.id for slot, held in zip(places, row, strict=True)}
            unsure = [held.id for held in row]
    gaps = _left_empty(drawn[:missing], hand, shown, order)
    if gaps is None:
        return None
    order |= gaps
    full = {held.slot: held.id for held in hand if held.id not in order.values()} | order
    if len({*full.values()}) != len(full) or len(full) != len(hand):
        return None
    return MovedCards(full, tuple(unsure))


def _left_empty(
    drawn: Sequence[HeldCard],
    hand: Hand,
    shown: Mapping[int, SlotSight],
    order: Mapping[int, CardId],
) -> Mapping[int, CardId] | None:
    """Return the empty slots of cards that are yet to be drawn; None: there are not so many.

    Each has its own, where that is empty, and else one in which the hand has a card by the record
    before one where it has none.
    """
    near = {held.slot for held in hand}
    empty = [slot for slot in sorted(shown) if not shown[slot].stands and slot not in order]
    empty.sort(key=lambda slot: (slot not in near, slot))
    gaps: dict[int, CardId] = {}
    for held in drawn:
        if not empty:
            return None
        at = held.slot if held.slot in empty else empty[0]
        empty.remove(at)
        gaps[at] = held.id
    return gaps


def end_first(hand: Hand, drawing: DrawHabit) -> list[HeldCard]:
    """Return ``hand`` from the end at which cards are drawn; slot 0 is its owner's right end."""
    return sorted(hand, key=lambda held: held.slot, reverse=drawing is DrawHabit.LEFT)


def was_pushed_up(hand: Hand, left: Sequence[HeldCard], drawing: DrawHabit) -> bool:
    """Say whether ``left``, that have left their slots, are all from the end at which is drawn.

    Then one was laid, and those beside it were pushed up, as is the table's habit.
    """
    if drawing is DrawHabit.GAP:
        return False
    return {held.id for held in left} == {held.id for held in end_first(hand, drawing)[: len(left)]}


def _pushed_up(
    hand: Hand, left: Sequence[HeldCard], drawn: HeldCard, filled: Sequence[int], drawing: DrawHabit
) -> Mapping[int, CardId] | None:
    """Return where cards stand that were pushed into the gap of a laid one, by the table's habit.

    All that stood next to the gap on the side of the end have moved by one; the new card stands at
    the end, or is yet to come. None: that is not what was seen.

    Args:
        hand: the cards by the record, which has the new one in the gap.
        left: those that have left their slots.
        drawn: the new one.
        filled: the slots in which cards have come to stand.
        drawing: the table's habit.
    """
    row = end_first(hand, drawing)
    gap = row.index(drawn)
    if drawing is DrawHabit.GAP or not 0 < len(left) <= gap:
        return None
    pushed = row[gap - len(left) : gap]
    places = [held.slot for held in (*pushed, drawn)]
    come = len(filled) == len(places)
    if {*pushed} != {*left} or {*filled} != {*(places if come else places[1:])}:
        return None
    if come and len(left) < gap:
        return None  # the new card stands at no end
    return {slot: held.id for slot, held in zip(places, (drawn, *pushed), strict=True)}


def _pushed(
    moved: HeldCard,
    gap: int,
    stay: Mapping[int, HeldCard],
    shown: Mapping[int, SlotSight],
    seen: Mapping[CardId, Stood],
) -> list[HeldCard]:
    """Return the cards between ``moved`` and the ``gap`` it left behind, if all were touched."""
    low, high = sorted((moved.slot, gap))
    between = [stay[slot] for slot in range(low + 1, high) if slot in stay]
    touched = all(seen[held.id].touched != shown[held.slot].touched for held in between)
    return between if touched else []
