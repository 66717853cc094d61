"""Hidden hands in their racks: which card left a slot, which came, and who moved his own.

What is learnt here is never announced, and no doubt in here holds the game up.
"""

from __future__ import annotations

from enum import Enum

from companion.findings import COMPLAIN_AFTER, MoveSeen, face_of
from companion.hanabi.cards import Card
from companion.hanabi.moves import CardId, Identify, Rearrange
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, Hand, HeldCard
from companion.readings import Sight, SlotSight, TableReading

TRUST_AFTER = 1.0
"""Seconds of stillness before another order of the same cards is taken for the owner's wish."""


class Trace(Enum):
    """What a rack slot says about the card that the record has in it."""

    GONE = "gone"
    MAYBE = "maybe"
    STAYS = "stays"


class RackLedger:
    """Remembers as which sight of a slot each held card was last seen."""

    def __init__(self) -> None:
        """Start without having seen any."""
        self._seen_as: dict[CardId, tuple[int, int]] = {}
        self._not_before: dict[CardId, tuple[int, int]] = {}
        self._vetoed: set[tuple[CardId, int]] = set()
        self._instead: dict[CardId, int] = {}
        self._told: dict[CardId, int] = {}
        self._owners_word: dict[int, tuple[tuple[int, int, int], ...]] = {}

    def put_in_order(self, hand: Hand, seat: int, reading: TableReading | None) -> None:
        """Note that the owner has said where each card of ``hand`` stands.

        His word holds until something moves in front of his rack: whether the faces there bear
        him out would tell him something about them.
        """
        for held in hand:
            self._seen_as.pop(held.id, None)
        if reading is not None:
            self._owners_word[seat] = _standing(seat, reading)

    def told(self, state: GameState, held_id: CardId, reading: TableReading) -> None:
        """Note that a person has said which card ``held_id`` is, or that nobody knows.

        As long as the same card stands there, what the eyes make of it does not count.
        """
        found = state.find(held_id)
        shown = reading.slots.get((found[0], found[1].slot)) if found is not None else None
        if shown is not None and shown.sight not in (Sight.EMPTY, Sight.COVERED):
            self._told[held_id] = shown.serial
            self._seen_as[held_id] = (shown.serial, shown.touched)

    def left(self, held: CardId, drawn: CardId | None) -> None:
        """Note that ``held`` was laid and that ``drawn`` takes its slot, if a card is left."""
        before = self._seen_as.pop(held, None)
        if before is not None and drawn is not None:
            self._not_before[drawn] = before

    def returned(self, held: CardId, drawn: CardId | None) -> None:
        """Note that ``held`` was taken back, and with it the draw of ``drawn``."""
        self._seen_as.pop(held, None)
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

    def trace(self, seat: int, held: HeldCard, reading: TableReading) -> Trace:
        """Say whether ``held`` of ``seat`` is still in its slot."""
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

    def learn(self, state: GameState, reading: TableReading) -> MoveSeen | None:
        """Return what the racks teach about held cards, one thing at a time."""
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
        if shown is None or shown.covered or shown.sight in (Sight.EMPTY, Sight.COVERED):
            return None
        if (shown.serial, shown.touched) == self._not_before.get(held.id):
            return None  # the card that was laid is still what was seen there last
        if self._told.get(held.id) == shown.serial:
            self._seen_as[held.id] = (shown.serial, shown.touched)
            return None
        if shown.sight is not Sight.FACE:
            if held.card is None:  # nobody can name it, but that it leaves will be seen
                self._seen_as[held.id] = (shown.serial, shown.touched)
            return None
        face = face_of(shown.label)
        if face is None or held.card == face:
            self._seen_as[held.id] = (shown.serial, shown.touched)
            return None
        if (held.id, shown.serial) in self._vetoed:
            return None
        if held.card is not None:
            # Another card stands there and none was laid: the earlier reading was wrong, or
            # cards were exchanged unseen. What stands there now counts, once it has stood a while.
            if reading.still_for < COMPLAIN_AFTER or not reading.clear:
                return None
            return MoveSeen(Identify(held.id, None))
        move = Identify(held.id, face)
        try:
            apply(state, move)
        except RuleViolation:
            # More copies than the deck has: one of the readings is wrong, and nobody knows which.
            self._vetoed.add((held.id, shown.serial))
            return None
        self._seen_as[held.id] = (shown.serial, shown.touched)
        return MoveSeen(move)

    def _rearranged(self, state: GameState, reading: TableReading, seat: int) -> MoveSeen | None:
        """Return the owner's new order where the same known cards stand in other slots."""
        if reading.still_for < TRUST_AFTER:
            return None
        if self._owners_word.get(seat) == _standing(seat, reading):
            return None
        hand = state.hands[seat]
        shown: dict[int, SlotSight] = {
            slot: sight for (at, slot), sight in reading.slots.items() if at == seat
        }
        if any(sight.covered for sight in shown.values()) or any(not held.card for held in hand):
            return None
        faces = {slot: sight.label for slot, sight in shown.items() if sight.sight is Sight.FACE}
        if sorted(faces.values(), key=str) != sorted(held.card.label for held in hand if held.card):
            return None
        if all(held.card and faces.get(held.slot) == held.card.label for held in hand):
            return None
        order = _shortest_moves(hand, faces)
        for held in hand:
            sight = shown[order.index(held.id)]
            self._seen_as[held.id] = (sight.serial, sight.touched)
        return MoveSeen(Rearrange(seat, order))

    def waits_for_draw(self, state: GameState, reading: TableReading) -> int | None:
        """Return the seat that has laid a card and has not filled its slot for a while."""
        if reading.still_for < COMPLAIN_AFTER:
            return None
        for seat in range(state.players):
            for held in state.hands[seat]:
                shown: SlotSight | None = reading.slots.get((seat, held.slot))
                if held.id in self._not_before and shown and shown.sight is Sight.EMPTY:
                    return seat
        return None


def _standing(seat: int, reading: TableReading) -> tuple[tuple[int, int, int], ...]:
    """Return what has been in front of each slot of ``seat`` so far, whatever faces are there."""
    return tuple(
        (slot, shown.serial, shown.touched)
        for (at, slot), shown in sorted(reading.slots.items())
        if at == seat
    )


def _shortest_moves(
    hand: tuple[HeldCard, ...], faces: dict[int, str | None]
) -> tuple[CardId | None, ...]:
    """Match cards to slots by face; of like cards each takes the nearest slot, from the left."""
    order: dict[int, CardId] = {}
    for held in hand:
        assert held.card is not None
        free = [
            slot for slot, label in faces.items() if label == held.card.label and slot not in order
        ]
        order[min(free, key=lambda slot: abs(slot - held.slot))] = held.id
    return tuple(order.get(slot) for slot in range(max(order) + 1))
