"""All that the referee remembers of one game, as a value: what is noted makes a new one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from companion.hanabi.cards import Card, face_of
from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState
from companion.referee.absent import Absent
from companion.referee.counting import HandCounts
from companion.referee.faces import FaceLedger
from companion.referee.findings import HAND_LEAVES, Spot
from companion.referee.laid_again import NewestLaid
from companion.referee.losses import Arrivals
from companion.referee.mat import NOT_SEEN, Laid, MatLedger, UnexplainedCards
from companion.referee.racks import RackLedger
from companion.referee.readings import (
    LaidCard,
    Sight,
    SlotPlace,
    TableReading,
    on_mat,
    surely_there,
)
from companion.referee.standing import SlotTouches, standing
from companion.referee.unread import Glimpses, UnreadCards

BLINK = 2.0
"""Seconds without a sight of the mat in which no card can have been laid, looked at and moved."""

REACH = 4.5
"""Seconds without a reading in which a card can't have been laid, looked at, moved and replaced.

A discard alone, with the draw after it, takes four; so long, movement over the columns tells
nothing: an arm on its way to the discards passes over them.
"""

GAPS = 8
"""Times without a sight of the fireworks that are remembered."""


@dataclass(frozen=True, slots=True)
class Vigil:
    """When nobody watched the fireworks: of what was done meanwhile only the end was seen.

    Watched means read: frames in which something moves tell nothing, unless nothing has moved over
    the columns. Each column is read for itself: an arm that rests on one hides no other.

    Attributes:
        gaps: the newest times without, from and until which of the camera's seconds.
        last: the camera's seconds of the newest frame with the mat; None: there was none yet.
        dark: whether the mat was out of view since.
        read: for each column the camera's seconds at which it was read last, or lay untouched
            since; None: it never was.
        touched: for each, how often something had moved over the fireworks by then.
        asleep: those of the gaps in which no frame showed the mat.
        back: when frames came again after the newest time without any.
        discards: when the discards were read last, or lay untouched since.
        late: the newest times without frames, and until the discards could be read again.
        stirs: how often something had moved in front of each slot by the newest frame.
        stood: the slots whose cards surely stood there still when frames came again.
    """

    gaps: tuple[tuple[float, float], ...] = ()
    last: float | None = None
    dark: bool = False
    read: tuple[float | None, ...] = ()
    touched: tuple[int, ...] = ()
    asleep: tuple[tuple[float, float], ...] = ()
    back: float = float("-inf")
    discards: float = float("-inf")
    late: tuple[tuple[float, float], ...] = ()
    stirs: Mapping[SlotPlace, int] = field(default_factory=dict)
    stood: frozenset[SlotPlace] = frozenset()

    def frame(self, t: float, reading: TableReading | None) -> Vigil:
        """Take a frame of the second ``t``; without a reading, because something moved."""
        if reading is not None and not reading.mat:
            return replace(self, dark=True)
        if reading is None:
            return self if self.dark or self._slept(t) else replace(self, last=t)
        still, gaps, asleep = t - reading.still_for, self.gaps, self.asleep
        columns, now = range(len(reading.columns)), reading.fireworks_touched
        before = [self._read(column) for column in columns]
        moved = [touched != now for _, touched in before]
        unread = [read for (read, _), stirred in zip(before, moved, strict=True) if stirred]
        since = min((read for read in unread if read is not None), default=still)
        slept = self.last is not None and self._slept(still)
        if self.last is not None and slept:
            gaps, asleep = _noted(gaps, self.last, t), _noted(asleep, self.last, t)
        elif still - since > REACH:
            gaps = _noted(gaps, since, t)
        after = [
            # It may be behind whatever is in the way.
            before[column] if moved[column] and column in reading.hidden_columns else (t, now)
            for column in columns
        ]
        back, late, discards = t if slept else self.back, self.late, self.discards
        if not reading.hidden_discards:
            late, discards = _noted(late, discards, t) if back > discards else late, t
        return Vigil(
            gaps,
            t,
            read=tuple(read for read, _ in after),
            touched=tuple(touched for _, touched in after),
            asleep=asleep,
            back=back,
            discards=discards,
            late=late,
            stirs={place: shown.touched for place, shown in reading.slots.items()},
            stood=self._standing(reading) if slept else self.stood,
        )

    def _standing(self, reading: TableReading) -> frozenset[SlotPlace]:
        """Return the slots in front of which nothing has stirred since the last frame."""
        return frozenset(
            place
            for place, shown in reading.slots.items()
            if shown.stands and not shown.hidden and self.stirs.get(place) == shown.touched
        )

    def _read(self, column: int) -> tuple[float | None, int]:
        """Return when a column was read last, and how often the fireworks were touched by then."""
        return (self.read[column], self.touched[column]) if column < len(self.read) else (None, 0)

    def came_back(self, t: float) -> Vigil:
        """Note that nobody watched before the second ``t``."""
        before = ((float("-inf"), t),)
        return replace(self, gaps=before, asleep=before, last=t, back=t, stood=frozenset())

    def goes_with(self, t: float, laid: LaidCard) -> bool:
        """Say whether a clue at ``t`` may have come after a card that was laid unseen, or before.

        Before it there was time for the turn of another one. In a break no clue was taken.
        """
        return any(start <= laid.t <= end for start, end in self._gaps_at(t))

    def saw_come_after(self, t: float, laid: LaidCard) -> bool:
        """Say whether nobody watched at a clue at ``t``, and ``laid`` was seen to come later."""
        return t < laid.t and bool(self._gaps_at(t)) and not self.missed(laid)

    def _gaps_at(self, t: float) -> list[tuple[float, float]]:
        """Return the times around ``t`` without a sight of the fireworks, with a turn before it."""
        gaps = [(start, end) for start, end in self.gaps if start > float("-inf")]
        return [(start, end) for start, end in gaps if start + BLINK <= t <= end]

    def missed(self, laid: LaidCard) -> bool:
        """Say whether a card may have lain on the fireworks before it was seen where it lies."""
        return any(start <= laid.t <= end for start, end in self.gaps)

    def slept_through(self, laid: LaidCard) -> bool:
        """Say whether it may have been laid while no frame showed the mat, nor so the racks."""
        return any(start <= laid.t <= end for start, end in self.asleep)

    def missed_on_its_way(self, laid: LaidCard, slots: Collection[SlotPlace]) -> bool:
        """Say whether a discard may have lain on the fireworks before it was seen where it lies.

        It has also where a hand was over the discards when frames came again. Not so if it came
        from one of ``slots``, and the cards of all of them stood there still by then.
        """
        hidden = self.discards < min(self.back, laid.t)
        late = hidden or any(start < laid.t <= end for start, end in self.late)
        stood = bool(slots) and self.stood.issuperset(slots)
        return self.missed(laid) or (late and not stood)

    def missed_in_play(self, laid: LaidCard) -> bool:
        """Say whether it may, while people played, and other cards with it; in no break."""
        return any(start <= laid.t <= end for start, end in self.gaps if start > float("-inf"))

    def _slept(self, t: float) -> bool:
        return self.last is not None and t - self.last > BLINK


def _noted(
    gaps: tuple[tuple[float, float], ...], start: float, end: float
) -> tuple[tuple[float, float], ...]:
    return (*(gap for gap in gaps if gap[0] != start), (start, end))[-GAPS:]


@dataclass(frozen=True, slots=True)
class Away:
    """A card on its way home: where it lies, and how its rack stood when it lay there."""

    laid: Laid
    rack: SlotTouches | None


@dataclass(frozen=True, slots=True)
class Returning:
    """The ``cards`` of turns that were taken back, until each of them is home again."""

    cards: Mapping[CardId, Away] = field(default_factory=dict)

    def add(
        self, held: CardId, laid: Laid, state: GameState, reading: TableReading | None
    ) -> Returning:
        """Expect ``held`` back, which lies as ``laid`` and which ``state`` has in a hand again.

        ``reading`` is the table at that moment; None: nobody knows it. A card that lies nowhere
        any more has been taken up already: whoever did so has put it back.
        """
        if reading is None:
            return Returning({**self.cards, held: Away(laid, None)})
        if laid[0] != NOT_SEEN and laid[0] not in on_mat(reading):
            return self
        found = state.find(held)
        rack = standing(found[0], reading) if found is not None else None
        return Returning({**self.cards, held: Away(laid, rack)})

    def come_home(
        self, state: GameState, reading: TableReading
    ) -> tuple[tuple[int, Card | None] | None, Returning]:
        """Return the seat and face of a card that has not returned yet; None: all have.

        It is back once it does not surely lie on the mat, somebody has been at its rack, and as
        many cards stand there as the hand has: all of that everybody sees, and no face is looked
        at, for the card drawn in its place may be its twin.
        """
        sure, left = surely_there(reading), dict(self.cards)
        for held_id, away in self.cards.items():
            found = state.find(held_id)
            if found is not None:
                (seat, _), (serial, _, card) = found, away.laid
                if serial in sure or not _stands(state, seat, reading, away.rack):
                    return (seat, card), Returning(left)
            del left[held_id]
        return None, self if len(left) == len(self.cards) else Returning(left)

    def lying(self, state: GameState, reading: TableReading) -> list[tuple[int, Laid]]:
        """Return those that still lie on the mat, each with the seat that is to have it."""
        there = on_mat(reading) | {NOT_SEEN}
        found = ((state.find(held), away.laid) for held, away in self.cards.items())
        return [(where[0], laid) for where, laid in found if where and laid[0] in there]

    def find_again(
        self, news: UnexplainedCards, reading: TableReading
    ) -> tuple[list[int], Returning]:
        """Follow those that were laid elsewhere on the mat instead of going home.

        ``news`` are the cards that the record does not account for. One that need not lie any more
        where others hide it is a like one that came there. Returns also the serials of those that
        need no account.
        """
        there = surely_there(reading) | {NOT_SEEN}
        found, cards = list[int](), dict(self.cards)
        for held, away in self.cards.items():
            serial, _, card = away.laid
            if serial in there or card is None:
                continue
            for spot, laid in news:
                if laid.serial not in found and face_of(laid.label) == card:
                    cards[held] = replace(away, laid=(laid.serial, spot, card))
                    found.append(laid.serial)
                    break
        return found, Returning(cards) if found else self

    def forget(self, serials: Iterable[int]) -> Returning:
        """Note that the cards ``serials`` were laid after all, by the record."""
        laid = set(serials)
        left = {held: away for held, away in self.cards.items() if away.laid[0] not in laid}
        return Returning(left)


def _stands(state: GameState, seat: int, reading: TableReading, before: SlotTouches | None) -> bool:
    """Say whether the rack of ``seat`` is full and was in use since it stood as ``before``."""
    if before is None or seat not in reading.racks:
        return True
    shown = reading.rack(seat).values()
    if any(sight.covered for sight in shown) and reading.still_for < HAND_LEAVES:
        return False  # whoever brings it is still there; what rests there for good brings none
    full = sum(sight.sight is not Sight.EMPTY for sight in shown) >= len(state.hands[seat])
    return full and standing(seat, reading) != before


@dataclass(frozen=True, slots=True)
class Memory:
    """What was seen and said of one game; ``Memory()``: nothing yet.

    Attributes:
        mat: which cards on the mat the record accounts for.
        racks: which cards stand where in the racks.
        faces: as what they were read.
        counts: by how much racks may be short or full.
        arrivals: how the racks stood when the cards that nothing explains yet were seen first.
        returning: the cards of turns that were taken back.
        newest: what was seen of the card of the newest turn since.
        glimpses: what lay on the fireworks and no turn explains yet.
        absent: which held cards may have been in no rack when the mat lay open last.
        unread: what is known of cards that nobody could read.
        vigil: until when nobody watched the mat.
        answers: which cards people said that laid ones are, by serial.
        was_played: whether people said that a card on the discards had been played, by serial.
        undecided: those of which nobody has said so when the game went on: they count as discards.
        reopened: those that were open when the table was looked at anew, by their turns' serials.
        given_up: the laid cards that were asked about and that nobody knew.
        first: the cards that people said were laid before all others that lay there with them.
        expected: the position whose cards the next reading shows, after a break; None: none was.
        misplays: the cards that had missed by then: only these may have been left where they were
            laid.
    """

    mat: MatLedger = field(default_factory=MatLedger)
    racks: RackLedger = field(default_factory=RackLedger)
    faces: FaceLedger = field(default_factory=FaceLedger)
    counts: HandCounts = field(default_factory=HandCounts)
    arrivals: Arrivals = field(default_factory=Arrivals)
    returning: Returning = field(default_factory=Returning)
    newest: NewestLaid = field(default_factory=NewestLaid)
    glimpses: Glimpses = field(default_factory=Glimpses)
    absent: Absent = field(default_factory=Absent)
    unread: UnreadCards = field(default_factory=UnreadCards)
    vigil: Vigil = field(default_factory=Vigil)
    answers: Mapping[int, Card] = field(default_factory=dict)
    was_played: Mapping[int, bool] = field(default_factory=dict)
    undecided: frozenset[int] = frozenset()
    reopened: Mapping[int, Card | None] = field(default_factory=dict)
    given_up: frozenset[int] = frozenset()
    first: frozenset[int] = frozenset()
    expected: GameState | None = None
    misplays: tuple[Card, ...] = ()

    def reads_otherwise(self, reading: TableReading) -> tuple[Spot, LaidCard, Card] | None:
        """Return a card that its rack has named, with that name, where another face shows now.

        None: there is none of which people were not asked.
        """
        return self.mat.reads_otherwise(reading, self.given_up | self.answers.keys())

    @property
    def perhaps_played(self) -> tuple[Card | None, ...]:
        """The cards on record as discards of which it is open whether they were played.

        The record has a clue token more for each of them, and a strike less, than there may be:
        of what hangs on how many there are nothing may be concluded.
        """
        return (*self.reopened.values(), *(card for _, card in self._undecided_here))

    @property
    def passed_by_fireworks(self) -> tuple[int, Card | None] | None:
        """The only one of those, by serial, if something like it was seen on the fireworks first.

        None: there are several, or nothing was seen there.
        """
        if self.reopened or len(self._undecided_here) != 1:
            return None
        (one,) = self._undecided_here
        return one if one[0] in self.glimpses.passed else None

    @property
    def _undecided_here(self) -> list[tuple[int, Card | None]]:
        unread = self.unread.glimpsed & self.mat.blank
        laid = sorted(self.mat.laid.values(), key=lambda one: one[0])
        return [(serial, card) for serial, _, card in laid if serial in self.undecided | unread]

    def see_newest(
        self, state: GameState, reading: TableReading
    ) -> tuple[Memory, tuple[CardId, ...]]:
        """Return what is known of the newest turn's card now; see `NewestLaid.see`."""
        laid = self.mat.laid.get(self.newest.held) if self.newest.held is not None else None
        if laid is None:
            return self, ()
        (serial, _, _), _ = self.mat.by_now(laid)
        newest, among = self.newest.see(state, reading, lies=serial in on_mat(reading))
        return (self if newest is self.newest else replace(self, newest=newest)), among

    def mixed_up(self, cards: AbstractSet[CardId]) -> Memory:
        """Note that one of ``cards`` has left, or stands where another stood: all are looked at."""
        racks = self.racks.one_left(tuple(cards), None)
        return replace(self, racks=racks, faces=self.faces.mixed(cards))

    def without_racks(self, reading: TableReading) -> bool:
        """Say whether people hold their cards: no rack is in view, and none is known of."""
        return not reading.racks and not self.racks.seen

    def named(self, laid: LaidCard) -> Card | None:
        """Return what a laid card is, by a person's word or else by the eyes; None: unknown."""
        return self.answers.get(laid.serial) or face_of(laid.label)
