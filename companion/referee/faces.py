"""What the eyes read of cards in racks: who may see a hand is shown it, and nobody else learns it.

Which card stands in which slot is told by movement (`companion.referee.racks`); only then its face
is read. Nothing that is announced, asked in public or shown to the owner hangs on what is noted
here. The ledger is a value: what is noted or learnt makes a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace

from companion.hanabi.cards import Card, face_of
from companion.hanabi.moves import CardId, Identify, Rearrange
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState, Hand, HeldCard
from companion.referee.findings import MoveSeen
from companion.referee.kept import only, without
from companion.referee.racks import RackLedger, unmoved
from companion.referee.readings import Sight, SlotSight, TableReading
from companion.referee.standing import Stood


@dataclass(frozen=True, slots=True)
class Shown:
    """A sight of a slot: its serial and touches."""

    serial: int
    touched: int


@dataclass(frozen=True, slots=True)
class SaidFace:
    """What a person said of the card that showed as ``shown``.

    ``card`` is None where they said that nobody knows it.
    """

    shown: Shown
    card: Card | None


@dataclass(frozen=True, slots=True)
class FaceLedger:
    """As which sight of its slot each held card was last read; ``FaceLedger()`` has read none.

    Attributes:
        read: that sight, by card.
        vetoed: cards of which a slot's sight shows more copies than the deck has.
        words: which cards people said that they are, and at which sights; there the eyes do not
            count.
        to_forget: cards of which nobody knows any more which of several they are.
        unchecked: cards of which the record may be wrong, as another one may stand there: they have
            not been read since they were moved, or another one was read.
        nameless: cards for which a clue waits and that stood at rest without a name, and how often
            their slots had been touched when that was seen first.
        groups: cards of one hand that changed places, from when they did until they are forgotten.
        among: what such a card must be one of: all that those of its group were.
        expected: the cards whose faces were on record before a break, as long as they stand there.
    """

    read: Mapping[CardId, Shown] = field(default_factory=dict)
    vetoed: frozenset[tuple[CardId, int, int]] = frozenset()
    words: Mapping[CardId, SaidFace] = field(default_factory=dict)
    to_forget: tuple[CardId, ...] = ()
    unchecked: frozenset[CardId] = frozenset()
    nameless: Mapping[CardId, int] = field(default_factory=dict)
    groups: tuple[frozenset[CardId], ...] = ()
    among: Mapping[CardId, frozenset[Card]] = field(default_factory=dict)
    expected: frozenset[CardId] = frozenset()

    # ------------------------------------------------------------------------- what is noted

    def told(self, state: GameState, held_id: CardId, reading: TableReading) -> FaceLedger:
        """Note that a person has said which card ``held_id`` is, or that nobody knows.

        As long as the same card stands there, what the eyes make of it does not count.
        """
        found = state.find(held_id)
        if found is None:
            return self
        seat, held = found
        shown = reading.slots.get((seat, held.slot))
        if shown is None or not shown.stands:
            return self
        word = SaidFace(Shown(shown.serial, shown.touched), held.card)
        words = {**self.words, held_id: word}
        return replace(self, words=words)._reads(held_id, shown)

    def follow(self, before: GameState, after: GameState) -> FaceLedger:
        """Note that a turn was put right, or done again: other cards stand in slots on record."""
        same = unmoved(before, after)
        known = replace(
            self,
            read=only(self.read, same),
            vetoed=frozenset(veto for veto in self.vetoed if veto[0] in same),
            words=only(self.words, same),
            nameless=only(self.nameless, same),
            among=only(self.among, same),
            expected=self.expected & same,
        )
        return known._reads_anew(before, after, same)

    def moved(self, cards: Iterable[CardId]) -> FaceLedger:
        """Note that ``cards`` stand in other slots: they are read anew."""
        gone = {*cards}
        read = without(self.read, *gone)
        words = without(self.words, *gone)
        unchecked, expected = self.unchecked | gone, self.expected - gone
        return replace(self, read=read, words=words, unchecked=unchecked, expected=expected)

    def mixed(self, cards: Iterable[CardId], *, whole: bool = False) -> FaceLedger:
        """Note that nobody can tell any more which of ``cards`` is which.

        ``whole``: each of them is still one of those that they were; else one of these was laid.
        """
        lost = sorted(cards)
        groups = (*self.groups, frozenset(lost)) if lost and whole else self.groups
        return replace(self.moved(lost), to_forget=(*self.to_forget, *lost), groups=groups)

    def _gathered(self, state: GameState) -> FaceLedger:
        """Note what the cards were that changed places, before it is forgotten which is which."""
        among = dict(self.among)
        for group in self.groups:
            found = [state.find(held) for held in group]
            faces = [where[1].card for where in found if where is not None]
            known = frozenset(face for face in faces if face is not None)
            for held in group:
                among.pop(held, None)
                if len(faces) == len(group) and None not in faces:
                    among[held] = known
        return replace(self, groups=(), among=among)

    def returned(self, drawn: CardId | None) -> FaceLedger:
        """Note that the draw of ``drawn`` was taken back: the next card gets its number."""
        if drawn is None:
            return self
        return FaceLedger(
            read=without(self.read, drawn),
            vetoed=frozenset(veto for veto in self.vetoed if veto[0] != drawn),
            words=without(self.words, drawn),
            to_forget=tuple(held for held in self.to_forget if held != drawn),
            unchecked=self.unchecked - {drawn},
            nameless=without(self.nameless, drawn),
            groups=tuple(group - {drawn} for group in self.groups),
            among=without(self.among, drawn),
            expected=self.expected - {drawn},
        )

    def taken_back(self, before: GameState, after: GameState) -> FaceLedger:
        """Note that a turn was taken back, and with it what was read of hands since."""
        return self._reads_anew(before, after, before.places.keys())

    def _reads_anew(self, before: GameState, after: GameState, held_in: Set[CardId]) -> FaceLedger:
        """Note that the record has other faces for some cards ``held_in`` both positions.

        What stands in a rack does not go back in time, nor come again: such cards are read anew,
        and until then nobody knows them.
        """
        then = {held.id: held.card for hand in before.hands for held in hand}
        now = {held.id: held.card for hand in after.hands for held in hand if held.id in held_in}
        stale = {held: card for held, card in now.items() if then[held] != card}
        return replace(
            self,
            read=without(self.read, *stale),
            to_forget=(*self.to_forget, *(held for held, card in stale.items() if card)),
        )

    def _reads(self, held: CardId, shown: SlotSight) -> FaceLedger:
        """Note that ``held`` was read as what its slot shows."""
        now = Shown(shown.serial, shown.touched)
        if self.read.get(held) == now and held not in self.unchecked:
            return self
        return replace(self, read={**self.read, held: now}, unchecked=self.unchecked - {held})

    def _doubts(self, held: CardId) -> FaceLedger:
        """Note that another card than ``held`` may stand there by now."""
        return self if held in self.unchecked else replace(self, unchecked=self.unchecked | {held})

    def _stands_nameless(self, held: CardId, shown: SlotSight) -> FaceLedger:
        if held in self.nameless:
            return self
        return replace(self, nameless={**self.nameless, held: shown.touched})

    def _named(self, held: CardId) -> FaceLedger:
        return replace(self, nameless=without(self.nameless, held))

    # ------------------------------------------------------------------------------ questions

    def may_be_other(self, held: CardId, shown: SlotSight) -> bool:
        """Say whether another card may stand there than when a clue was given that waits for it.

        It stood there at rest and nobody could name it, so nobody would see that it was exchanged;
        and something has moved in front of it since.
        """
        return shown.touched > self.nameless.get(held, shown.touched)

    def forgotten(
        self, state: GameState, held_id: CardId, reading: TableReading
    ) -> Rearrange | None:
        """Return what nobody can tell any more of clues when the face of a card is known now."""
        found = state.find(held_id)
        shown = reading.slots.get((found[0], found[1].slot)) if found is not None else None
        if found is None or shown is None or not self.may_be_other(held_id, shown):
            return None
        return unsure_of(found[0], state.hands[found[0]], held_id)

    def exchanged_unseen(
        self, state: GameState, held_id: CardId, stood: Stood | None
    ) -> Rearrange | None:
        """Return what nobody can tell any more of clues once the card ``held_id`` lies open.

        Args:
            state: the position before it was laid.
            held_id: which card.
            stood: what had moved in its slot when it came to rest there last; None: nobody knows.
        """
        found, before = state.find(held_id), self.nameless.get(held_id)
        if found is None or stood is None or before is None or stood.touched <= before:
            return None
        if not any(held_id in clue.open for clue in state.clues):
            return None
        return unsure_of(found[0], state.hands[found[0]], held_id)

    def changed(self, state: GameState, reading: TableReading) -> set[CardId]:
        """Return the cards on record in whose slots others can be read."""
        held_at = ((seat, held) for seat, hand in enumerate(state.hands) for held in hand)
        found = ((held, reading.slots.get((seat, held.slot))) for seat, held in held_at)
        return {
            held.id
            for held, shown in found
            if held.card is not None and shown is not None and shown.sight is Sight.FACE
            if not shown.covered and shown.label != held.card.label
        }

    def can_all_be_read(self, hand: Hand, seat: int, reading: TableReading) -> bool:
        """Say whether of each card of ``seat`` it shows if another one was stood in its slot.

        That says which cards the eyes can name, and nothing of the faces that they have.
        """
        shown = (reading.slots.get((seat, held.slot)) for held in hand)
        return all(held.card is not None for held in hand) and all(
            one is not None and not one.hidden and one.sight in (Sight.FACE, Sight.EMPTY)
            for one in shown
        )

    def seen_as(self, held: CardId) -> int | None:
        """Return as which sight of its slot a held card was last read; None: as none."""
        shown = self.read.get(held)
        return None if shown is None else shown.serial

    def was_told(self, held: CardId, serial: int) -> bool:
        """Say whether a person has said which card ``held`` is, while its slot looked so."""
        told = self.words.get(held)
        return told is not None and told.shown.serial == serial

    def learn(
        self, state: GameState, reading: TableReading, racks: RackLedger
    ) -> tuple[MoveSeen | None, FaceLedger]:
        """Return what the eyes read in racks, one card at a time."""
        faces = self._gathered(state) if self.groups else self
        while faces.to_forget:
            held_id = faces.to_forget[-1]
            faces = replace(faces, to_forget=faces.to_forget[:-1])
            if state.find(held_id) is not None:
                return MoveSeen(Identify(held_id, None)), faces
        for seat, hand in enumerate(state.hands):
            for held in hand:
                if state.over and held.card is not None:
                    continue  # people take their hands apart: what is known of them stays
                shown = reading.slots.get((seat, held.slot))
                if shown is None or shown.hidden or not shown.stands:
                    continue
                if not racks.knows(held, shown):
                    continue  # who stands there is not known yet
                settled = racks.is_settled(held.id, shown)
                if any(held.id in clue.open for clue in state.clues):
                    if not settled:
                        continue  # what is read there tells its owner what the clue was about
                    if shown.sight is not Sight.FACE:
                        faces = faces._stands_nameless(held.id, shown)
                    elif faces.may_be_other(held.id, shown):
                        return MoveSeen(unsure_of(seat, hand, held.id)), faces._named(held.id)
                found, faces = faces._face(state, held, shown, settled=settled)
                if found is not None:
                    return found, faces
        return None, faces

    def _face(
        self, state: GameState, held: HeldCard, shown: SlotSight, *, settled: bool
    ) -> tuple[MoveSeen | None, FaceLedger]:
        face, now = face_of(shown.label), Shown(shown.serial, shown.touched)
        told = self.words.get(held.id)
        if told and (told.shown.serial == now.serial or told.shown.touched == now.touched):
            words = {**self.words, held.id: SaidFace(now, told.card)}
            faces = self if told.shown == now else replace(self, words=words)
            again = held.card is None and told.card is not None  # it was out of sight meanwhile
            found = MoveSeen(Identify(held.id, told.card)) if again else None
            return found, faces._reads(held.id, shown)
        before, faces = self.read.get(held.id), self._reads(held.id, shown)
        stirred = before is not None and before.touched < now.touched
        if shown.sight is not Sight.FACE or face is None:
            if held.card is not None and held.id in self.unchecked:
                faces = faces._doubts(held.id)  # nobody has read it since it was moved, or said so
            if held.card is None or before is None or before.serial == now.serial:
                return None, faces
            if not settled:
                return None, self._doubts(held.id)
            # It stands less plainly than before, or another one does.
            return MoveSeen(Identify(held.id, None)) if stirred else None, faces
        if face == held.card:
            return None, faces
        vetoed = (held.id, held.slot, now.serial)
        if vetoed in self.vetoed or (held.card is not None and not settled):
            # The earlier reading was wrong, or cards were exchanged unseen.
            return None, self._doubts(held.id)
        if not _possible(state, held, face):
            # More copies than the deck has: one of the readings is wrong, and nobody knows which.
            # That the card leaves will be seen all the same.
            faces = replace(faces, vetoed=self.vetoed | {vetoed})
            return None if held.card is None else MoveSeen(Identify(held.id, None)), faces
        strange = held.card is None and face not in self.among.get(held.id, (face,))
        stirred = stirred or (before is None and held.id in self.expected)
        exchanged = held.id if strange or (held.card is not None and stirred) else None
        return MoveSeen(Identify(held.id, face), exchanged=exchanged), faces


def unsure_of(seat: int, hand: Hand, *cards: CardId) -> Rearrange:
    """Say that nobody can tell where ``cards`` of ``hand`` stood when clues were given."""
    at = {one.slot: one.id for one in hand}
    order = tuple(at.get(slot) for slot in range(max(at) + 1))
    return Rearrange(seat, order, unsure=cards)


def _possible(state: GameState, held: HeldCard, face: Card) -> bool:
    """Say whether ``held`` can be ``face``, by the number of copies."""
    try:
        apply(state, Identify(held.id, face))
    except RuleViolation:
        return False
    return True
