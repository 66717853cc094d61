"""What racks show of cards that have left them, and which of those can be a card on the mat.

A departure is known by movement: by slots that were touched, and by when. So a card that stood
untouched when another one lay on the mat already is not that one, whatever the two look like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.hanabi.cards import Card, face_of
from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState, HeldCard
from companion.referee.counting import is_whole
from companion.referee.findings import HAND_LEAVES
from companion.referee.mat import UnexplainedCards
from companion.referee.racks import RackLedger, Trace
from companion.referee.readings import LaidCard, Sight, SlotPlace, TableReading, on_mat
from companion.referee.standing import LIFTED, Stood, stood

RacksThen = Mapping[SlotPlace, Stood]
"""What had moved by some moment in each slot that was in view then, with nothing before it."""


DISCARDS = -1
"""The place of the discards among the columns, which count from 0."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    """How the racks stood when cards on the mat were seen first; ``Arrivals()``: none was.

    Attributes:
        read: that, of the cards that nothing explains yet, by serial and by what each was read as.
        outlines: the same of all that nobody could read when it came, as long as it lies there: it
            may have been a sleeve before it was a card.
        hidden: for each of all these, by serial, the places of the mat that something hid when it
            came, like ``unseen``: what is seen there later may have been there before it.
        whole: how each rack stood when all of its hand was last seen in it and nothing lay on the
            mat that is unexplained: what was laid since had not left it then.
        next_whole: how they stood later; that becomes ``whole`` once all of the mat was seen since.
        unseen: the places of the mat that something has hidden ever since: columns, `DISCARDS`.
    """

    read: Mapping[tuple[int, str], RacksThen] = field(default_factory=dict)
    outlines: Mapping[int, RacksThen] = field(default_factory=dict)
    hidden: Mapping[int, frozenset[int]] = field(default_factory=dict)
    whole: RacksThen = field(default_factory=dict)
    next_whole: RacksThen = field(default_factory=dict)
    unseen: frozenset[int] = frozenset()

    def notice(self, news: UnexplainedCards, reading: TableReading) -> Arrivals:
        """Note how the racks stand now that ``news``, unexplained as yet, lie on the mat.

        Of a slot that was hidden when a card came it counts how it stands when it is seen next:
        what still stands there has not been laid.
        """
        keys = {(laid.serial, laid.label) for _, laid in news if laid.label is not None}
        blank = {laid.serial for _, laid in news if laid.label is None}
        kept = (self.outlines.keys() & on_mat(reading)) | blank
        if not (keys or kept or self.read or self.outlines):
            return self
        now = {
            place: stood(shown)
            for place, shown in reading.slots.items()
            if place[0] in reading.racks and not shown.covered
        }
        hidden = _hidden_places(reading)
        after = replace(
            self,
            hidden={one: self.hidden.get(one, hidden) for one in kept | {one for one, _ in keys}},
            read={key: {**now, **self.read.get(key, {})} for key in keys},
            outlines={serial: {**now, **self.outlines.get(serial, {})} for serial in kept},
        )
        return self if after == self else after

    def lies_open(self, state: GameState, reading: TableReading) -> Arrivals:
        """Note the racks that are whole now that nothing in view on the mat is unexplained.

        Something may hide a place of the mat at any moment, and another one at the next. What had
        been laid before the racks stood so shows as soon as its place is seen.
        """
        hidden = _hidden_places(reading)
        unseen = self.unseen & hidden
        if unseen:
            return self if unseen == self.unseen else replace(self, unseen=unseen)
        now = dict[SlotPlace, Stood]()
        for seat, hand in enumerate(state.hands):
            if is_whole(hand, seat, reading):
                now |= {(seat, slot): stood(one) for slot, one in reading.rack(seat).items()}
        whole = {**self.whole, **self.next_whole, **({} if hidden else now)}
        after = replace(self, whole=whole, next_whole=now, unseen=hidden)
        return self if after == self else after

    def of(self, laid: LaidCard) -> RacksThen:
        """Return how the racks stood when ``laid`` was read first; empty: nobody knows."""
        return {} if laid.label is None else self.read.get((laid.serial, laid.label), {})

    def of_serial(self, serial: int | None) -> RacksThen:
        """Return how they stood when that card, or what became it, lay there first."""
        read = (racks for (one, _), racks in self.read.items() if one == serial)
        return self.outlines.get(serial or 0) or next(read, {})

    def is_unread(self, serial: int | None) -> bool:
        """Say whether a card that nothing has explained yet lies there, and was never read."""
        return serial in self.outlines and all(read != serial for read, _ in self.read)

    def hid(self, laid: LaidCard, place: int) -> bool:
        """Say whether something hid a column, or `DISCARDS`, when ``laid`` was seen first."""
        return place in self.hidden.get(laid.serial, ())

    def of_outline(self, laid: LaidCard) -> RacksThen:
        """Return how they stood when something lay there first that may have been ``laid``."""
        return self.outlines.get(laid.serial) or self.of(laid)


def _hidden_places(reading: TableReading) -> frozenset[int]:
    return reading.hidden_columns | ({DISCARDS} if reading.hidden_discards else set())


@dataclass(frozen=True, slots=True)
class Losses:
    """What the racks show of cards that have left them, in one reading.

    Attributes:
        racks: what was known of the racks before.
        state: the position whose hands are compared with them.
        reading: what the racks show.
        traces: of each card of each seat, whether it is still in its slot.
        then: how the racks stood at the moment of those traces; empty: now.
    """

    racks: RackLedger
    state: GameState
    reading: TableReading
    traces: Sequence[Mapping[CardId, Trace]]
    then: RacksThen = field(default_factory=dict)

    @classmethod
    def of(cls, racks: RackLedger, state: GameState, reading: TableReading) -> Losses:
        """Compare the hands of ``state`` with the racks in ``reading``."""
        traces = [racks.traces(state, seat, reading) for seat in range(state.players)]
        return cls(racks, state, reading, traces)

    def before(self, then: RacksThen) -> Losses:
        """Return what had been lost when the racks stood as ``then``, and nothing later.

        A card that stood in its slot then, or was drawn into it afterwards, counts as not lost.
        Where something had moved in front of the slot, and it showed a card as before, nobody can
        say more of it than that; whatever has left the slot since is elsewhere.
        """
        if not then:
            return self
        hands = zip(enumerate(self.state.hands), self.traces, strict=True)
        traces = [
            {held.id: self._trace_then(seat, held, then, traces[held.id]) for held in hand}
            for (seat, hand), traces in hands
        ]
        return replace(self, traces=traces, then=then)

    def by_now(self) -> Losses:
        """Return what has been lost by now."""
        return self.of(self.racks, self.state, self.reading) if self.then else self

    def by_then(self, arrivals: Arrivals, laid: LaidCard, seat: int) -> Losses:
        """Return what had been lost when ``laid`` was read first, with ``seat`` to move.

        Of one that nobody could read: when something lay there first, if that seat had lost a card
        by then. If not, it was a sleeve before it was a card, and nobody knows when that came.
        """
        if laid.label is None:
            then = self.before(arrivals.of_outline(laid))
            if then.gone(seat):
                return then
        return self.before(arrivals.of(laid))

    def _trace_then(self, seat: int, held: HeldCard, then: RacksThen, now: Trace) -> Trace:
        """Say whether ``held`` was still in its slot then; ``now``: what that slot says by now."""
        known, showed = self.racks.seen.get(held.id), then.get((seat, held.slot))
        if known is None or showed is None:
            return now
        # One that had been put back before may have been another already.
        due = self._is_due(seat)
        untouched = showed.touched < known.touched or not self.racks.has_moved(
            held.id, known, showed, due=due
        )
        if untouched and held.id not in self.racks.put_back:
            return Trace.STAYS
        changed = self.racks.has_changed(held.id, known, showed, due=due)
        return Trace.MAYBE if now is Trace.GONE and not changed else now

    def hidden(self, seat: int) -> bool:
        """Say whether something is in front of the rack of ``seat``."""
        return any(shown.covered for shown in self.reading.rack(seat).values())

    def at_work(self) -> bool:
        """Say whether a hand is still at the rack of the seat to move, which shows no loss yet.

        One that rests there for good takes nothing.
        """
        may_leave = self.reading.still_for < HAND_LEAVES
        return may_leave and self.hidden(self.state.to_move) and not self.any()

    def gone(self, seat: int) -> list[HeldCard]:
        """Return the cards that have left the rack of ``seat``."""
        traces = self.traces[seat]
        return [held for held in self.state.hands[seat] if traces[held.id] is Trace.GONE]

    def unsure(self, seat: int) -> bool:
        """Say whether none of the slots that show a loss of ``seat`` was seen to be empty.

        A card that stands otherwise, or looks so, may have been drawn earlier and be noticed now,
        or something makes it look so.
        """
        gone = self.gone(seat)
        return bool(gone) and not any(self._was_filled(seat, held, LIFTED) for held in gone)

    def _was_filled(self, seat: int, held: HeldCard, times: int) -> bool:
        """Say whether cards left the slot of ``held`` or came there so often, or it is empty."""
        known, shown = self.racks.seen.get(held.id), self.reading.slots.get((seat, held.slot))
        if known is None or shown is None or not shown.stands:
            return True
        return shown.filled - known.filled >= times

    def out(self) -> frozenset[CardId]:
        """Return the cards that are not surely in their racks: they have left, or nobody sees."""
        shown = self.reading.slots
        return frozenset(
            held
            for held, place in self.state.places.items()
            if self.traces[place[0]][held] is Trace.GONE
            or place not in shown
            or shown[place].hidden
        )

    def stirs(self) -> dict[CardId, int]:
        """Return how often something has moved in front of each held card whose slot is in view."""
        shown, places = self.reading.slots, self.state.places.items()
        return {held: shown[place].touched for held, place in places if place in shown}

    def has_gap(self, seat: int) -> bool:
        """Say whether a card has left the rack of ``seat`` and its slot is empty as yet."""
        return any(self._is_empty(seat, held) for held in self.gone(seat))

    def may_have_lost(self, seat: int) -> bool:
        """Say whether nobody knows of some card of ``seat`` if it stands in its slot.

        Such a slot shows no loss, for nobody knows what it showed before; see `is_unknown`.
        """
        hand = self.state.hands[seat]
        return any(
            self.traces[seat][held.id] is Trace.MAYBE and self.racks.is_unknown(held.id, hand)
            for held in hand
        )

    def any(self) -> bool:
        """Say whether any rack shows that a card has left it."""
        return self.count() > 0

    def in_use(self, besides: int | None = None) -> bool:
        """Say whether anybody may have been at any rack, ``besides`` a seat's, since it rested."""
        hands = (hand for seat, hand in enumerate(self.traces) if seat != besides)
        return any(trace is not Trace.STAYS for hand in hands for trace in hand.values())

    def was_in_view(self, seat: int) -> bool:
        """Say whether anybody has ever seen the rack of ``seat``."""
        return any(held.id in self.racks.seen for held in self.state.hands[seat])

    def count(self) -> int:
        """Return how many cards have left their racks."""
        return sum(len(self.gone(seat)) for seat in range(self.state.players))

    def has_lost(self, face: Card) -> bool:
        """Say whether any rack shows that ``face`` has left it."""
        gone = (held for seat in range(self.state.players) for held in self.gone(seat))
        return any(held.card == face for held in gone)

    def left(self, seat: int, laid: LaidCard) -> bool:
        """Say whether ``laid`` can be named and that very card has left the rack of ``seat``."""
        face = face_of(laid.label)
        return face is not None and face in [held.card for held in self.gone(seat)]

    def may_have_left(self, seat: int, face: Card | None) -> bool:
        """Say whether a card has left the rack of ``seat`` that is ``face``, or may be."""
        return any(face is None or held.card in (None, face) for held in self.gone(seat))

    def loss_of(self, face: Card) -> tuple[bool, bool]:
        """Say whether a hand has lost ``face``, and whether the hand to move has been in use.

        It has lost some card, or may have lost that one.
        """
        lost = touched = False
        for seat, hand in enumerate(self.state.hands):
            traces = self.traces[seat]
            own = seat == self.state.to_move
            for held in hand:
                gone, like = traces[held.id] is Trace.GONE, held.card == face
                lost |= gone and (like or (own and held.card is None))
                touched |= own and (gone or (like and traces[held.id] is Trace.MAYBE))
        return lost, touched

    def replaced(self, seat: int) -> HeldCard | None:
        """Return the one card that has left the rack of ``seat`` and in whose slot another stands.

        None: none has, or several have.
        """
        gone = self.gone(seat)
        if len(gone) != 1 or self.hidden(seat):
            return None
        return None if self._is_empty(seat, gone[0]) and self.state.deck else gone[0]

    def in_order(self, seat: int) -> bool:
        """Say whether several cards have left slots of ``seat`` and all of them are filled again.

        That is a hand that was put into another order: a turn takes one card.
        """
        gone = self.gone(seat)
        return len(gone) > 1 and not any(self._is_empty(seat, held) for held in gone)

    def taken(self, seat: int) -> bool:
        """Say whether several slots of ``seat`` are empty: one of their cards is in a hand."""
        return len([held for held in self.gone(seat) if self._is_empty(seat, held)]) > 1

    def who_left(self, seat: int, face: Card | None, laid: LaidCard) -> tuple[HeldCard, ...]:
        """Return which cards of ``seat`` may be the one that was laid, by what moved at its rack.

        Empty: none can be. Where a slot was not seen to be empty, and its card only stands or looks
        otherwise than before, a thing may hide a part of it, or it was drawn earlier: the laid one
        may as well be any that cannot be seen. Where no slot shows that its card has left, it may
        be any of those, or of those that nobody has known to stand there; or one like the laid
        card, by the record or by what its slot shows, in front of which something moved: its like
        was drawn, and stands there as it stood; then any that was put back may be the laid one,
        too: another one may have been put there. Where no such card is known, one that was only
        just drawn may have been laid since, but no sooner than any other that cannot be named and
        in front of which something moved.
        """
        hand, traces = self.state.hands[seat], self.traces[seat]
        gone = self.gone(seat)
        back = self.racks.put_back
        fresh = {held.id for held in hand if self.racks.just_came(held.id)}
        maybe = [
            held
            for held in hand
            if (traces[held.id] is Trace.MAYBE or held.id in back or held.id in fresh)
            and not self._left_later(seat, held)
        ]
        hidden = [
            held
            for held in maybe
            if not self._is_in_view(seat, held) or self.racks.is_unknown(held.id, hand)
        ]
        if gone:
            known, blind = _known(gone, face, laid), [held for held in gone if held.card is None]
            if not known and self.unsure(seat):
                # What looks otherwise may be in another light; where nothing stands otherwise, the
                # like of any card in front of which something moved may have taken its place. How
                # a card stands is measured where it is read, so one that is not tells nothing.
                measured = any(self._was_filled(seat, one, 1) for one in gone)
                others = [
                    held
                    for held in maybe
                    if held in hidden or not (measured and self._is_read(seat, held))
                ]
                return tuple(held for held in hand if held in gone or held in others)
            return tuple(known or blind or gone)
        named = _known(maybe, face, laid)
        known = [held for held in maybe if held in named or self._shows(seat, held, face)]
        open_ = fresh | back if known else fresh
        like = [held for held in maybe if held in known or held.id in open_]
        if like and not known and not hidden:
            like = [held for held in maybe if held in like or held.card is None]
        return tuple(held for held in hand if held in hidden or held in like)

    def replaced_by_its_like(self, seat: int, face: Card, *, unmoved: bool) -> tuple[HeldCard, ...]:
        """Return which cards of ``seat``, which has such a one, may be ``face`` that was laid.

        Its like was drawn and stands as it stood. A card leaves its slot by a movement, so it is
        one in front of which something moved, and which nobody can name until it is seen at rest,
        or is that; ``unmoved``: or any that is, for no frame showed what moved.
        """
        hand, traces = self.state.hands[seat], self.traces[seat]
        if not any(held.card == face for held in hand):
            return ()
        moved = [held for held in hand if traces[held.id] is Trace.MAYBE]
        return tuple(
            held
            for held in hand
            if ((held in moved and held.card in (None, face)) or (unmoved and held.card == face))
            and not self._left_later(seat, held)
        )

    def moved_alone(self, seat: int, whole: RacksThen) -> tuple[HeldCard, ...]:
        """Return the cards of ``seat`` in front of which something moved, if nothing did elsewhere.

        Empty, too, where a slot shows that its card has left: then nothing has to be supposed. A
        card leaves its slot by a movement, so no other hand than this one can have laid one.

        Args:
            seat: the hand to move.
            whole: how each rack stood when the laid card had not left it yet (`Arrivals.whole`):
                what moved before that does not matter. Of others it counts since they were known
                to stand there.
        """
        stirred = [
            [one for one in hand if self._has_stirred(at, one, whole)]
            for at, hand in enumerate(self.state.hands)
        ]
        if self.any() or any(stirred[:seat]) or any(stirred[seat + 1 :]):
            return ()
        return tuple(held for held in stirred[seat] if not self._left_later(seat, held))

    def _has_stirred(self, seat: int, held: HeldCard, whole: RacksThen) -> bool:
        """Say whether something may have moved in front of ``held`` since its rack was whole."""
        if self.traces[seat][held.id] is Trace.STAYS:
            return False
        place = seat, held.slot
        shown = self.reading.slots.get(place)
        now = self.then.get(place) or (stood(shown) if shown and not shown.covered else None)
        return now is None or place not in whole or whole[place].touched != now.touched

    def _left_later(self, seat: int, held: HeldCard) -> bool:
        """Say whether ``held`` was seen to leave since the moment of these traces.

        It still stood there when the laid card lay on the mat: it is another one, like it or not.
        """
        known, shown = self.racks.seen.get(held.id), self.reading.slots.get((seat, held.slot))
        if known is None or shown is None or self.traces[seat][held.id] is Trace.GONE:
            return False
        return self.racks.has_changed(held.id, known, shown, due=self._is_due(seat))

    def _is_due(self, seat: int) -> bool:
        return self.state.to_move == seat

    def _is_in_view(self, seat: int, held: HeldCard) -> bool:
        if (seat, held.slot) in self.then:
            return True  # whatever is in front of it by now came later than the laid card
        shown = self.reading.slots.get((seat, held.slot))
        return shown is not None and shown.stands and not shown.covered

    def _is_read(self, seat: int, held: HeldCard) -> bool:
        shown = self.reading.slots.get((seat, held.slot))
        return shown is not None and shown.sight is Sight.FACE

    def _shows(self, seat: int, held: HeldCard, face: Card | None) -> bool:
        """Say whether the slot of a card that nobody has named on record shows ``face``."""
        shown = self.reading.slots.get((seat, held.slot))
        if held.card is not None or shown is None or face is None:
            return False
        return face_of(shown.label) == face

    def _is_empty(self, seat: int, held: HeldCard) -> bool:
        shown = self.reading.slots.get((seat, held.slot))
        return shown is not None and shown.sight is Sight.EMPTY and not shown.covered


def _known(hand: Sequence[HeldCard], face: Card | None, laid: LaidCard) -> list[HeldCard]:
    """Return the cards that are on record as what was laid."""
    wanted = {face.label} if face is not None else set(laid.candidates)
    return [held for held in hand if held.card and held.card.label in wanted]
