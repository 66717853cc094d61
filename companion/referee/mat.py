"""Which cards on the mat the record accounts for, and where they ought to lie.

A card is known by its serial, which the eyes give it when it is laid. The ledger knows no rack:
what hands have lost is found out elsewhere. It is a value: what is noted makes a new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card, face_of
from companion.hanabi.events import (
    CardDiscarded,
    CardLaidUnread,
    CardMissed,
    CardPlayed,
    Event,
)
from companion.hanabi.moves import CardId, Discard, Play
from companion.hanabi.state import GameState, HeldCard
from companion.record.entries import MoveEntry
from companion.record.timeline import Timeline
from companion.referee.findings import Spot
from companion.referee.kept import only, without
from companion.referee.readings import LaidCard, TableReading, on_columns, on_discards, on_mat

NOT_SEEN = 0
"""The serial of a card that was laid before anybody watched; no real one has it."""

BROWSE = 10.0
"""Seconds of stillness after which discards are missed that may have been looked at."""

Laid = tuple[int, Spot, Card | None]
"""A laid card: its serial, where, and its face."""
UnexplainedCards = Sequence[tuple[Spot, LaidCard]]
"""Cards on the mat that the record does not account for, each with where it lies."""


@dataclass(frozen=True, slots=True)
class MatLedger:
    """The laid cards of one game; ``MatLedger()`` is an empty mat.

    Attributes:
        built: the cards on fireworks that fitted, by serial.
        missed: those that did not fit and have not reached the discards yet.
        nameless: cards played that nobody could read.
        blank: cards discarded that nobody could read.
        phantoms: what looked like a card that nobody can name, and left no hand.
        accounted: the serials of all that needs no further explanation.
        laid: what was laid by the record, by the id that the card had in its hand.
        moved: as which serial, and where, a card lies that was seen to be moved.
        out_of_sight: the discards on record that did not show after a break.
        newest: the card that was laid last, if it was discarded.
        heap: the discards on record that lay there when one was laid last, by serial.
        last: the highest serial that has shown on the discards.
        by_rack: the cards that nobody could read here when they were laid: their racks named them.
        taken_up: those that are in a rack again, though no eye can tell that they lie under none.
        arrived_unread: the cards on the discards that are taken for misplays of which one had left
            its column, and that nobody could read there.
    """

    built: Mapping[int, Card] = field(default_factory=dict)
    missed: Mapping[int, Card] = field(default_factory=dict)
    nameless: frozenset[int] = frozenset()
    blank: frozenset[int] = frozenset()
    phantoms: frozenset[int] = frozenset()
    accounted: frozenset[int] = frozenset()
    laid: Mapping[CardId, Laid] = field(default_factory=dict)
    moved: Mapping[int, tuple[int, Spot]] = field(default_factory=dict)
    out_of_sight: tuple[Card | None, ...] = ()
    newest: tuple[int, Card] | None = None
    heap: Mapping[int, Card] = field(default_factory=dict)
    last: int = 0
    by_rack: frozenset[int] = frozenset()
    taken_up: frozenset[int] = frozenset()
    arrived_unread: frozenset[int] = frozenset()

    # ------------------------------------------------------------------------------ questions

    @property
    def on_fireworks(self) -> AbstractSet[int]:
        """The serials of the cards that were played and are no known misplays."""
        return self.built.keys() | self.nameless

    @property
    def unread(self) -> frozenset[int]:
        """The serials of all cards that were laid without anybody reading them."""
        return self.nameless | self.blank

    @property
    def on_record(self) -> set[int]:
        """The serials of the cards that were laid by the record."""
        return {serial for serial, _, _ in self.laid.values()}

    def is_strange(self, serial: int) -> bool:
        """Say whether the record knows nothing of a card on the mat."""
        return serial not in self.accounted or (
            serial in self.phantoms and serial not in self.on_fireworks
        )

    def by_now(self, laid: Laid) -> tuple[Laid, Mapping[int, tuple[int, Spot]]]:
        """Return a laid card as it lies by now, and what others were moved."""
        (serial, spot, card), others = laid, dict(self.moved)
        while serial in others:
            serial, spot = others.pop(serial)
        return (serial, spot, card), others

    def others_than(self, face: Card) -> set[int]:
        """Return the serials of the cards that were laid as another one than ``face``."""
        return {serial for serial, _, card in self.laid.values() if card != face}

    def gone_from_fireworks(self, reading: TableReading) -> list[Card]:
        """Return the cards that fitted and lie there no longer."""
        return [*without(self.built, *on_columns(reading)).values()]

    def gone_from_discards(self, state: GameState, reading: TableReading) -> list[Card]:
        """Return the cards that were discarded and lie there no longer.

        Older ones may be looked at, so they count only when all has been still for long; and
        where a card has come to the discards since they left, they may lie under it. One that an
        award tile has taken from there by ``state`` does not count.
        """
        mat, there = self.browsed(reading), on_discards(reading)
        newest = dict([] if mat.newest is None else [mat.newest])
        missed = mat.heap if reading.still_for >= BROWSE else newest
        gone = [*without(missed, *there).values()]
        if not gone or not state.ruleset.award_tiles:
            return gone
        known = Counter([*mat.heap.values(), *mat.missed.values()])
        taken = known - Counter(filter(None, state.discards))
        return [*(Counter(gone) - taken).elements()]

    def was_taken_from_discards(self, face: Card, reading: TableReading) -> bool:
        """Say whether a discard that is ``face`` lay there, and nothing came over it since."""
        there = on_discards(reading)
        lay = self.browsed(reading).heap.items()
        return any(card == face and serial not in there for serial, card in lay)

    def has_left_discards(self, face: Card, reading: TableReading) -> bool:
        """Say whether a card that was laid on the discards as ``face`` is nowhere on the mat."""
        there = on_mat(reading)
        return any(
            spot is Spot.DISCARDS and card == face and serial not in there
            for serial, spot, card in self.laid.values()
        )

    def left_by_a_tile(self, state: GameState, reading: TableReading) -> list[LaidCard]:
        """Return what an award tile has taken from the discards, and lies there still.

        Only when all has been still for long: whoever turned it may be looking for it.
        """
        if reading.still_for < BROWSE or not state.ruleset.award_tiles:
            return []
        shown = [laid for laid in reading.discards if laid.serial in self.heap]
        known = Counter([*(self.heap[laid.serial] for laid in shown), *self.missed.values()])
        left = known - Counter(filter(None, state.discards))
        return [laid for laid in shown if self.heap[laid.serial] in left]

    def lost_misplays(self, reading: TableReading) -> list[Card]:
        """Return the misplays that have left the fireworks and lie on the discards neither.

        Only when all has been still for long: they may be looked at. Under a card that came to the
        discards since, one may lie unseen.
        """
        if reading.still_for < BROWSE:
            return []
        there = on_columns(reading)
        newest = max(on_discards(reading), default=0)
        return [
            card for serial, card in self.missed.items() if serial not in there and serial > newest
        ]

    def news(self, reading: TableReading) -> UnexplainedCards:
        """Return the laid cards that the record does not account for, in the order laid."""
        new = [
            (spot, card)
            for spot, card in _at_spots(reading)
            if card.serial not in self.accounted
            and (card.label is not None or card.serial not in self.phantoms)
            and (card.serial not in self.taken_up or card.serial in reading.resting)
        ]
        new.sort(key=lambda one: one[1].serial)
        if self.out_of_sight:
            # Some discards were hidden after the break: one that comes to light now together with
            # its twin on the fireworks is not the card that has just left a rack.
            played = {card.label for spot, card in new if spot is Spot.FIREWORKS}
            old = {face.label for face in self.out_of_sight if face is not None} & played
            new.sort(key=lambda one: one[0] is Spot.DISCARDS and one[1].label in old)
        return new

    def reads_otherwise(
        self, reading: TableReading, asked: AbstractSet[int] = frozenset()
    ) -> tuple[Spot, LaidCard, Card] | None:
        """Return a card that its rack has named, with that name, where another face shows now.

        None: there is none but those that were ``asked`` about.
        """
        on_record = {serial: card for serial, _, card in self.laid.values()}
        for spot, laid in _at_spots(reading):
            face, told = face_of(laid.label), on_record.get(laid.serial)
            if told is None or face in (None, told):
                continue
            if laid.serial in self.by_rack - asked:
                return spot, laid, told
        return None

    # ------------------------------------------------------------------------- what is noted

    def account_for(self, *serials: int) -> MatLedger:
        """Note that cards need no further explanation."""
        return replace(self, accounted=self.accounted | frozenset(serials)) if serials else self

    def accept(
        self,
        state: GameState,
        move: Play | Discard,
        serial: int | None,
        spot: Spot,
        *,
        unread: bool = False,
    ) -> MatLedger:
        """Note the card that ``move`` laid and that lies at ``spot`` now.

        Args:
            state: the position before it.
            move: what was done.
            serial: which card; None: nobody has seen it lie there.
            spot: where it lies.
            unread: whether nobody could read it there.
        """
        if serial is None:
            return self
        card, played = move.card, isinstance(move, Play)
        laid = (serial, Spot.FIREWORKS if played else Spot.DISCARDS, card)
        after = replace(
            self,
            accounted=self.accounted | {serial},
            newest=None if played or card is None else (serial, card),
            heap=self.heap
            if played or card is None
            else {**_not_under(serial, self.heap), serial: card},
            laid={**self.laid, move.held: laid},
            arrived_unread=self.arrived_unread - {serial},
            by_rack=self.by_rack | {serial} if unread and card is not None else self.by_rack,
        )
        if card is None and played:
            return replace(after, nameless=self.nameless | {serial})
        if card is None:
            return replace(after, blank=self.blank | {serial})
        if not isinstance(move, Play) or spot is not Spot.FIREWORKS:
            return after
        if fits(state, card) and move.named in (None, card.suit):
            return replace(after, built={**self.built, serial: card})
        return replace(after, missed={**self.missed, serial: card})

    def rescued(self, state: GameState, serial: int, face: Card) -> MatLedger | None:
        """Return the mat on which ``serial`` is the card ``face`` that a firework has on record.

        None: none has, or that card lies elsewhere.
        """
        if not self.lacks(state, face):
            return None
        return replace(self, built={**self.built, serial: face})

    def is_new(self, face: Card, state: GameState, reading: TableReading) -> bool:
        """Say whether more cards like ``face`` lie on the fireworks than are there on record."""
        shown = [face_of(laid.label) for pile in reading.columns for laid in pile]
        known = [*self.missed.values()].count(face) + _is_built(state, face)
        return shown.count(face) > known

    def lacks(self, state: GameState, face: Card) -> bool:
        """Say whether ``face`` is on its firework by ``state``, and nobody has seen it there."""
        return _is_built(state, face) and face not in self.built.values()

    def browsed(self, reading: TableReading) -> MatLedger:
        """Forget which discards don't show once a later one does: they may be under it by now.

        That one was laid down elsewhere, or the discards were looked through.
        """
        there = on_discards(reading)
        shown = max(there, default=0)
        if shown <= self.last:
            return self
        heap = only(self.heap, there)
        newest = self.newest if self.newest is not None and shown <= self.newest[0] else None
        return replace(self, heap=heap, last=shown, newest=newest)

    def put_right(self, before: Sequence[MoveEntry], after: Timeline) -> MatLedger:
        """Account for the same cards by ``after``, in which earlier turns were put right.

        Nothing on the table has moved: a card that turns out to be a misplay lies on the
        fireworks, from where it may go to the discards; one that turns out to be none may come
        back from them. What is not on record any more needs no explanation.
        """
        state = after.state()
        known = {step.serial for step in before if step.serial is not None}
        spots = {serial: spot for serial, spot, _ in self.laid.values()}
        was_on_fireworks = self.on_fireworks | self.missed.keys()
        built = {
            serial: card
            for serial, card in self.built.items()
            if serial not in known and _is_built(state, card)
        }
        missed = without(self.missed, *known)
        nameless, blank = set(self.nameless - known), set(self.blank - known)
        accounted, heap, newest = set(self.accounted), dict(self.heap), self.newest
        laid = dict[CardId, Laid]()
        for step in after.steps:
            serial, move = step.serial, step.move
            # Below zero: nobody knows which of the cards on the table it is.
            if serial is None or serial < NOT_SEEN or not isinstance(move, Play | Discard):
                continue
            played = isinstance(move, Play)
            spot = spots.get(serial, Spot.FIREWORKS if played else Spot.DISCARDS)
            there = serial in was_on_fireworks or (played and serial not in spots)
            outcome, card = _outcome(step)
            accounted.add(serial)
            laid[move.held] = (serial, spot, card)
            if outcome is CardLaidUnread:
                nameless.add(serial)
            elif outcome is CardDiscarded and card is None:
                blank.add(serial)
            elif outcome is CardDiscarded and serial not in known:
                heap = _not_under(serial, heap)
                newest = newest if newest is not None and newest[0] < serial else None
            elif there and card is not None:
                (built if outcome is CardPlayed else missed)[serial] = card
        return replace(
            self,
            built=built,
            missed=missed,
            nameless=frozenset(nameless),
            blank=frozenset(blank),
            accounted=frozenset(accounted),
            laid=laid,
            heap=heap,
            newest=newest,
            # Of one that was put right a person has said what it is.
            by_rack=self.by_rack & {one[0] for one in {*self.laid.values()} & {*laid.values()}},
        )

    def take_back(
        self, before: GameState, after: GameState
    ) -> tuple[list[tuple[CardId, Laid]], MatLedger]:
        """Return the cards that a turn, now taken back, had laid, and where they lie.

        Args:
            before: the position with the turn.
            after: the position without it.
        """
        mat, returning = replace(self, newest=None), list[tuple[CardId, Laid]]()
        for held in after.places.keys() - before.places.keys():
            found = mat.laid.get(held) or mat._laid_unwatched(before, after)
            if found is None:
                continue
            lies, moved = mat.by_now(found)
            returning.append((held, lies))
            serial = lies[0]
            mat = replace(
                mat,
                laid=without(mat.laid, held),
                moved=moved,
                built=without(mat.built, serial),
                missed=without(mat.missed, serial),
                heap=without(mat.heap, serial),
                nameless=mat.nameless - {serial},
                blank=mat.blank - {serial},
            )
        return returning, mat

    def _laid_unwatched(self, before: GameState, after: GameState) -> Laid | None:
        """Return what was laid between two positions, where that was before a break."""
        for suit, height, less in zip(
            before.ruleset.suits, before.fireworks, after.fireworks, strict=True
        ):
            if height > less:
                face = Card(suit.suit, suit.build[less])
                built = [serial for serial, card in self.built.items() if card == face]
                return (built[0], Spot.FIREWORKS, face) if built else None
        if len(before.discards) > len(after.discards):
            return (NOT_SEEN, Spot.DISCARDS, before.discards[-1])
        return None

    # ------------------------------------------------------ cards that lie elsewhere than before

    def travelled(self, face: Card, serial: int, reading: TableReading) -> MatLedger | None:
        """Return the mat on which ``serial`` is a misplay ``face`` that has left the fireworks.

        None: no such card has. On the discards it needs no further account.
        """
        there = on_columns(reading)
        for before, missed in self.missed.items():
            if missed == face and before not in there:
                heap = {**self.heap, serial: face}
                mat = replace(self, missed=without(self.missed, before), heap=heap)
                return mat._lies_as(before, serial, Spot.DISCARDS)
        return None

    def travelled_unread(self, laid: LaidCard, reading: TableReading) -> MatLedger | None:
        """Return the mat on which ``laid``, which nobody can read, is the misplay that left.

        None: none has left the fireworks, or several have, or it looks like other cards.
        """
        gone = [*without(self.missed, *on_columns(reading)).values()]
        if len(gone) != 1 or (laid.candidates and gone[0].label not in laid.candidates):
            return None
        mat = self.travelled(gone[0], laid.serial, reading)
        known = self.arrived_unread | {laid.serial}
        return None if mat is None else replace(mat, arrived_unread=known)

    def without_false_misplays(self, reading: TableReading) -> MatLedger:
        """Account no more for what was taken for a misplay, unread, and is read as another card."""
        false = {
            laid.serial
            for laid in reading.discards
            if laid.serial in self.arrived_unread
            and face_of(laid.label) not in (None, self.heap.get(laid.serial))
        }
        if not false:
            return self
        return replace(
            self,
            accounted=self.accounted - false,
            arrived_unread=self.arrived_unread - false,
            heap=without(self.heap, *false),
        )

    def may_have_left_unseen(self, face: Card, reading: TableReading, *, fits: bool) -> bool:
        """Say whether ``face`` was last seen on a column that something covers now.

        It was played there, and it ``fits``, or is a misplay.
        """
        hidden = {
            card.serial for column in reading.hidden_columns for card in reading.columns[column]
        }
        known = self.built if fits else self.missed
        return any(card == face and serial in hidden for serial, card in known.items())

    def is_another(
        self, laid: Laid, state: GameState, reading: TableReading | None
    ) -> MatLedger | None:
        """Return the mat on which a card of a turn that was taken back is one of an earlier turn.

        That one was moved, or seen anew, and taken for another card; the record of ``state``, which
        has only the earlier turn, has no other card there. None: it is no such card.
        """
        serial, spot, card = laid
        if reading is None or card is None or serial not in on_mat(reading):
            return None
        if spot is Spot.DISCARDS:
            shown = [face_of(one.label) for one in reading.discards]
            return self if shown.count(card) <= state.discards.count(card) else None
        there = on_columns(reading)
        old = [one for one, face in self.built.items() if face == card and one not in there]
        return self._goes_on_as(old[0], serial) if old else None

    def lies_anew(self, serial: int, face: Card, reading: TableReading) -> MatLedger:
        """Account for a discard that was moved, or is seen anew, and lies as ``serial`` now.

        The newest like it that was laid there and does not show where it lay any more is that card.
        """
        there, mat = on_mat(reading), self.account_for(serial)
        for held, (before, spot, card) in reversed([*self.laid.items()]):
            if spot is Spot.DISCARDS and card == face and before not in there:
                return replace(mat, laid={**self.laid, held: (serial, spot, card)})
        return mat

    def _lies_as(self, before: int, serial: int, spot: Spot) -> MatLedger:
        """Note that the card ``before`` lies at ``spot`` now, as ``serial``."""
        accounted = self.accounted | {serial}
        return replace(self, moved={**self.moved, before: (serial, spot)}, accounted=accounted)

    def _goes_on_as(self, before: int, serial: int) -> MatLedger:
        """Note that the card ``before`` on the fireworks lies elsewhere there, as ``serial``."""
        after = self._lies_as(before, serial, Spot.FIREWORKS)
        if before in self.built:
            built = {**without(self.built, before), serial: self.built[before]}
            return replace(after, built=built)
        missed = {**without(self.missed, before), serial: self.missed[before]}
        return replace(after, missed=missed)

    def _left_fireworks(self, reading: TableReading) -> dict[int, Card]:
        """Return the cards, fitting or not, that lie on the fireworks no longer."""
        return without({**self.missed, **self.built}, *on_columns(reading))

    def find_again(self, reading: TableReading) -> MatLedger:
        """Go on with the card below where one like it, that was taken for it, has gone."""
        mat = self
        there = {card.serial: face_of(card.label) for pile in reading.columns for card in pile}
        for serial, face in self.built.items():
            if serial not in there:
                for other, shown in there.items():
                    if shown == face and other in mat.accounted and other not in mat.built:
                        mat = mat._goes_on_as(serial, other)
                        break
        return mat

    def follow(self, serial: int, face: Card, reading: TableReading, *, pushed: bool) -> MatLedger:
        """Go on knowing a card that came to lie elsewhere on the fireworks as ``serial``.

        It was taken from one column to another, or, if it may have been, ``pushed`` along its own.
        """
        there = on_columns(reading)
        columns = ({card.serial for card in pile} for pile in reading.columns if pushed)
        beside = next((column for column in columns if serial in column), set[int]())
        for known in (self.built, self.missed):
            for old, card in known.items():
                if card == face and (old not in there or old in beside):
                    return self._goes_on_as(old, serial)
        return self

    def follow_unread(self, laid: LaidCard, reading: TableReading) -> MatLedger:
        """Go on knowing the one card that left its place on the fireworks as ``laid``.

        Nobody can name that where it lies now; no hand has lost a card.
        """
        gone = self._left_fireworks(reading)
        if len(gone) != 1:
            return self
        ((serial, card),) = gone.items()
        may_be = not laid.candidates or card.label in laid.candidates
        return self._goes_on_as(serial, laid.serial) if may_be else self

    def forget_one_nameless(self, reading: TableReading) -> MatLedger | None:
        """Return the mat without a card that nobody could read, which has left it; None: none."""
        gone = self.nameless - on_mat(reading)
        return replace(self, nameless=self.nameless - {min(gone)}) if gone else None

    # -------------------------------------------------------------------- the mat after a break

    def recover(
        self,
        state: GameState,
        reading: TableReading,
        lost: Sequence[HeldCard],
        misplays: Collection[Card],
        *,
        blind: bool,
    ) -> MatLedger:
        """Account for the cards on the mat that ``state`` explains, after a break.

        Whatever else lies there was laid while nobody watched.

        Args:
            state: the position on record.
            reading: the first one after the break.
            lost: the cards of the seat to move that have left their slots.
            misplays: the cards that missed, of which some may not have been put away yet.
            blind: whether more of its cards may have, for nobody could read or see them all.
        """
        built, beside = _built(state, reading)
        left_there = [card for card in beside.values() if card in misplays]
        # One that was taken up, and for which none was drawn, may still be in its owner's hand:
        # where no more cards lie there than on record, none has been laid.
        replaced = [held.card for held in lost if _is_filled(state.to_move, held, reading)]
        below_others = len(reading.discards) + len(left_there) < len(state.discards)
        left_hand = [held.card for held in lost] if below_others else replaced
        discards = list(state.discards)
        for card in left_hand:
            # A twin on the discards may be hidden by others; this one has just left the rack.
            shown = [laid for laid in reading.discards if face_of(laid.label) == card]
            if shown and card not in beside.values():
                while card in discards and len(shown) <= discards.count(card):
                    discards.remove(card)
        heap = dict[int, Card]()
        for laid in reading.discards:
            face = face_of(laid.label)
            if face is not None and face in discards:
                discards.remove(face)
                heap[laid.serial] = face
        missed = dict[int, Card]()
        # Where all discards but these show, none of these can be the twin of one that does not.
        blind = blind and bool(Counter(discards) - Counter(left_there))
        for serial, card in beside.items():
            may_be_left = card in discards and card in misplays
            if may_be_left and card not in left_hand and not (blind and fits(state, card)):
                # A misplay that was not moved to the discards yet, and no twin of a discard.
                discards.remove(card)
                missed[serial] = card
        gone = (
            {}
            if beside
            else {NOT_SEEN - 1 - i: card for i, card in enumerate(_gone(state, reading))}
        )
        mat = replace(
            self,
            built={**self.built, **built, **gone},
            missed={**self.missed, **missed},
            heap={**self.heap, **heap},
            accounted=self.accounted | built.keys() | heap.keys() | missed.keys(),
            out_of_sight=tuple(discards),
        )
        laid_anew = any(laid.label is not None for _, laid in mat.news(reading))
        if not discards or not (laid_anew or not lost):
            return mat
        # So these are among those out of sight, as long as nobody can name them: a card laid over
        # one of them is news again.
        blank = {laid.serial for laid in reading.discards if laid.label is None}
        return replace(mat, phantoms=mat.phantoms | blank)


def _not_under(serial: int, heap: Mapping[int, Card]) -> dict[int, Card]:
    """Return the discards of ``heap`` that cannot lie under ``serial``, which is laid on it.

    One that came to light later, and was laid before it by the record, may.
    """
    return {one: face for one, face in heap.items() if one < serial}


def _outcome(step: MoveEntry) -> tuple[type[Event] | None, Card | None]:
    """Return what became of the card that a step laid, and its face."""
    for event in step.events:
        match event:
            case CardPlayed(card=card) | CardMissed(card=card) | CardDiscarded(card=card):
                return type(event), card
            case CardLaidUnread():
                return type(event), None
            case _:
                continue
    return None, None


def _built(state: GameState, reading: TableReading) -> tuple[dict[int, Card], dict[int, Card]]:
    """Return the cards on the columns that make up the fireworks, and those that do not.

    A firework has one card of each: another one that lies there did not fit. Nor did one that hides
    the rest of its firework.
    """
    heights = {
        suit.suit: suit.build[:height]
        for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True)
    }
    there = _named_on_columns(reading)
    tops = {face_of(pile[-1].label) for pile in reading.columns if pile}
    built, beside = dict[int, Card](), dict[int, Card]()
    for serial, face in sorted(there.items()):
        height = heights.get(face.suit, ())
        if face.rank not in height or face in built.values():
            beside[serial] = face
            continue
        above = height[height.index(face.rank) + 1 :]
        hides = bool(above) and not any(Card(face.suit, rank) in tops for rank in above)
        wrong = face in tops and hides
        (beside if wrong else built)[serial] = face
    return built, beside


def _gone(state: GameState, reading: TableReading) -> list[Card]:
    """Return the uppermost cards of fireworks that lie on no column, if all columns can be read."""
    tops = [pile[-1].label for pile in reading.columns if pile]
    if not reading.clear or any(face_of(label) is None for label in tops):
        return []
    uppermost = [
        Card(suit.suit, suit.build[height - 1])
        for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True)
        if height
    ]
    there = _named_on_columns(reading).values()
    return [card for card in uppermost if card not in there]


def _is_filled(seat: int, held: HeldCard, reading: TableReading) -> bool:
    shown = reading.slots.get((seat, held.slot))
    return shown is not None and shown.stands


def _is_built(state: GameState, card: Card) -> bool:
    """Say whether ``card`` is on its firework by the record."""
    at = state.ruleset.place.get(card.suit)
    return at is not None and card.rank in state.ruleset.suits[at].build[: state.fireworks[at]]


def _named_on_columns(reading: TableReading) -> dict[int, Card]:
    faces = {laid.serial: face_of(laid.label) for pile in reading.columns for laid in pile}
    return {serial: face for serial, face in faces.items() if face is not None}


def _at_spots(reading: TableReading) -> Iterator[tuple[Spot, LaidCard]]:
    """Yield the cards on the mat with where they lie, in the order of `TableReading.laid`."""
    yield from ((Spot.FIREWORKS, card) for pile in reading.columns for card in pile)
    yield from ((Spot.DISCARDS, card) for card in reading.discards)
