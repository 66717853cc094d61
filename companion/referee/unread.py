"""Cards that were laid without anybody knowing what they are, or whether they fitted.

Each of them is on record as a card that nobody could read, until it comes to light: it is read at
last, somebody says what it is, it goes to the discards, or another card fits on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.hanabi.awards import fits
from companion.hanabi.cards import Card, face_of
from companion.hanabi.knowledge import is_all_laid
from companion.hanabi.state import GameState
from companion.referee.findings import CameToLight, Spot
from companion.referee.kept import without
from companion.referee.losses import RacksThen
from companion.referee.mat import MatLedger, UnexplainedCards
from companion.referee.readings import LaidCard, TableReading, below, on_columns, on_mat

TAKES = 5.0
"""Seconds from when a card has left the fireworks to when it lies on the discards, at most."""
LINGERS = 1.0
"""Seconds for which the eyes may still have a card on a column from which it was taken."""
LAY_THERE = 1.0
"""Seconds after which a card that nobody can read was laid down, and not carried past, whatever is
in front of the mat meanwhile."""


# ------------------------------------------------------------------ whether the rules can tell


class PlayCertainty(Enum):
    """Whether the rules can tell what became of a played card."""

    CERTAIN = "certain"
    """Whatever the unread cards are, it fits, or it does not."""
    STAYS = "stays"
    """It fits if it is left lying: if it was a twin of an unread card, it goes to the discards."""
    OPEN = "open"
    """Nobody can tell before an unread card is known, or before it goes to the discards."""


def lacking(state: GameState, face: Card) -> tuple[Card, ...] | None:
    """Return what its firework lacks below ``face``, lowest first; None: it never fits."""
    at = state.ruleset.place.get(face.suit)
    build = state.ruleset.build(face.suit) if at is not None else ()
    if at is None or face.rank not in build:
        return None
    height, index = state.fireworks[at], build.index(face.rank)
    return None if index < height else tuple(Card(face.suit, r) for r in build[height:index])


def verdict(
    state: GameState, face: Card, below: Sequence[Card | None], *, strange: bool = False
) -> PlayCertainty | tuple[Card, ...]:
    """Say whether anybody can tell if ``face`` fits; cards: the unread ones below it are these.

    Cards that do not fit are taken to the discards, so those that lie below another one fitted, and
    a firework keeps to its column. Then there is one story only in which a card that is so many
    steps too high as unread cards lie below it came there: each of them was the next one.

    Args:
        state: the position before it was played.
        face: what was played.
        below: the cards of its column below it that are no known misplays, lowest first; None where
            one was played that nobody could read.
        strange: whether besides something lies below it of which the record knows nothing.
    """
    missing = lacking(state, face)
    if missing is None:
        return PlayCertainty.CERTAIN
    unread = list(below).count(None)
    possible = not any(is_all_laid(state, card) for card in missing)
    # Nothing unread lies below it, but what it lacks may lie unread in another column, if the
    # copies and the unread cards suffice: a suit may have begun anywhere.
    if not unread:
        may_fit = bool(missing) and possible and len(missing) <= len(state.unread)
        return PlayCertainty.OPEN if may_fit or (missing and strange) else PlayCertainty.CERTAIN
    # It is next on its firework, unless one of the unread ones is its twin, by which it would miss.
    if not missing:
        return PlayCertainty.STAYS
    # A card of another suit in the column is one that went astray, and nothing is told by counting.
    alike = all(card is None or card.suit is face.suit for card in below)
    if alike and possible and len(missing) == unread and not strange:
        return missing
    return PlayCertainty.OPEN


# ---------------------------------------------------------------------- what is known of each card


@dataclass(frozen=True, slots=True)
class Shelved:
    """A card that can be read; whether it fitted, the unread ones ``below`` it would tell.

    One ``on_discards`` did not fit, but nobody can tell why.
    """

    face: Card
    below: tuple[int, ...]
    on_discards: bool = False


@dataclass(frozen=True, slots=True)
class UnreadCards:
    """What the eyes and the mat say of unread cards; the record says which they are.

    Attributes:
        contested: the cards whose face on the mat a rack contradicts: nobody knows which is right.
        glimpsed: the unread discards that may have lain on the fireworks before.
        shelf: the cards of which nobody can tell whether they fitted, by serial.
        stayed: the cards below the last one of a face that fits if it stays where it is.
        refused: what cannot have come to light, by all that was done since.
        rack_said: what the racks had named as cards that nobody could read here, by serial; it was
            taken back when they went on record.
        left_at: the camera's seconds at which unread cards had left the fireworks, by serial.
        showed: those at which such cards lay on columns last with nothing in front of them.
    """

    contested: frozenset[int] = frozenset()
    glimpsed: frozenset[int] = frozenset()
    shelf: Mapping[int, Shelved] = field(default_factory=dict)
    stayed: Mapping[Card, tuple[int, ...]] = field(default_factory=dict)
    refused: frozenset[CameToLight] = frozenset()
    rack_said: Mapping[int, Card] = field(default_factory=dict)
    left_at: Mapping[int, float] = field(default_factory=dict)
    showed: Mapping[int, float] = field(default_factory=dict)

    def verdict(
        self, mat: MatLedger, state: GameState, face: Card, serial: int, reading: TableReading
    ) -> PlayCertainty | CameToLight:
        """Say whether anybody can tell if the card ``serial``, which is ``face``, fits.

        What comes to light: which card an unread one below it must have been.
        """
        under = below(serial, reading)
        strange = any(mat.is_strange(other) for other in under)
        found = _by_the_column(mat, state, face, under, strange=strange)
        return PlayCertainty.OPEN if found in self.refused else found

    def known_with(
        self, mat: MatLedger, before: GameState, came: CameToLight, reading: TableReading
    ) -> CameToLight | None:
        """Return all that is known once a card is read, or named, that had been laid unread.

        None: it was played, and whether it fitted hangs on others that nobody has read. ``before``
        is the position before it was laid.
        """
        ((serial, face),) = came.cards
        if serial not in mat.nameless:
            return came
        found = self.verdict(mat, before, face, serial, reading)
        if isinstance(found, CameToLight):
            return replace(found, cards=(*found.cards, *came.cards))
        return None if found is PlayCertainty.OPEN else came

    def leave_lying(self, face: Card, laid: LaidCard, reading: TableReading) -> UnreadCards:
        """Note that ``laid``, which is ``face``, fits if it stays where it is."""
        return replace(self, stayed={**self.stayed, face: below(laid.serial, reading)})

    def shelve(self, face: Card, serial: int, reading: TableReading) -> UnreadCards:
        """Note that nobody can tell whether the card ``serial``, which is ``face``, fitted."""
        there = serial in on_columns(reading)
        shelved = Shelved(face, below(serial, reading), not there)
        return replace(self, shelf={**self.shelf, serial: shelved})

    def shelve_misplay(self, serial: int, face: Card) -> UnreadCards:
        """Note that nobody can tell any more why ``face`` did not fit."""
        return replace(self, shelf={**self.shelf, serial: Shelved(face, (), on_discards=True)})

    def face(self, serial: int) -> Card | None:
        """Return what a card is of which nobody can tell whether it fitted; None: it is none."""
        shelved = self.shelf.get(serial)
        return None if shelved is None else shelved.face

    def shelved(self, mat: MatLedger) -> list[int]:
        """Return the serials of such cards that are on record unread, oldest first."""
        return sorted(self.shelf.keys() & mat.nameless)

    def follows(self, mat: MatLedger, before: GameState, serial: int) -> CameToLight | None:
        """Return what can be told of a shelved card by now; None: nothing yet.

        ``before`` is the position before it was laid, with all that has come to light.
        """
        shelved = self.shelf[serial]
        came = CameToLight(((serial, shelved.face),))
        if shelved.on_discards:
            # It lies on the discards, so it missed. While by what is known it would have fitted, an
            # unread card that nobody knows yet has to account for that.
            return None if fits(before, shelved.face) else replace(came, played=False)
        found = _by_the_column(mat, before, shelved.face, shelved.below)
        if found is PlayCertainty.OPEN:
            return None
        return self._unless_refused(found if isinstance(found, CameToLight) else came)

    def _unless_refused(self, came: CameToLight) -> CameToLight | None:
        return None if came in self.refused else came

    # ------------------------------------------------------------------------ what comes to light

    def refuse(self, came: CameToLight) -> UnreadCards:
        """Note that a card cannot have been that, by all that was done since."""
        return replace(self, refused=self.refused | {came})

    def read_at_last(self, mat: MatLedger, reading: TableReading) -> CameToLight | None:
        """Return an unread card that the eyes can read now; None: there is none."""
        waiting = mat.unread - self.shelf.keys() - self.contested
        for card in reading.laid:
            face = face_of(card.label) if card.serial in waiting else None
            came = None if face is None else CameToLight(((card.serial, face),))
            if came is not None and came not in self.refused:
                return came
        return None

    def notice(self, mat: MatLedger, reading: TableReading) -> UnreadCards:
        """Note when unread cards showed on the fireworks last, and since when they have left."""
        if not mat.nameless:
            return self
        # One that shows on a column again had not left, and counts anew when it does.
        away = mat.nameless - on_columns(reading)
        left_at = {
            serial: t
            for serial, t in self.left_at.items()
            if serial in away or serial not in mat.nameless
        }
        left_at |= dict.fromkeys(away - left_at.keys(), reading.t)
        shows = [
            card.serial
            for column, pile in enumerate(reading.columns)
            if column not in reading.hidden_columns
            for card in pile
            if card.serial in mat.nameless
        ]
        showed = {**self.showed, **dict.fromkeys(shows, reading.t)}
        return replace(self, left_at=left_at, showed=showed)

    def travelled(
        self, mat: MatLedger, face: Card, laid: LaidCard, reading: TableReading, *, just_now: bool
    ) -> CameToLight | None:
        """Return that ``laid`` on the discards is an unread card that has left the fireworks.

        It did not fit, then. One that still showed there while ``laid`` lay on the discards is
        another. ``just_now``: only if it has left them a moment ago.
        """
        gone = [
            serial
            for serial in sorted(mat.nameless - on_mat(reading))
            if serial > 0
            and self.showed.get(serial, laid.t) <= laid.t + LINGERS
            and not (serial in self.shelf and self.shelf[serial].on_discards)
            and not (just_now and reading.t - self.left_at.get(serial, reading.t) > TAKES)
        ]
        # One that was read and shelved as this face goes before those of which nothing is known.
        like = [serial for serial in gone if self.face(serial) == face]
        blank = [serial for serial in gone if self.face(serial) is None]
        for serial in (*like, *blank):
            came = CameToLight(((serial, face),), played=False)
            if came not in self.refused:
                return came
        return None

    def seen_below(
        self, mat: MatLedger, state: GameState, serial: int, face: Card, reading: TableReading
    ) -> CameToLight | None:
        """Return that the unread card which ``serial`` covers is ``face``; None: it covers none.

        The others below it come to light with it where they are as many as its firework lacks.
        An outline that no hand has lost is none of them: a cup that stood on a card leaves one.
        """
        under = tuple(one for one in below(serial, reading) if one not in mat.phantoms)
        missing = lacking(state, face)
        free = mat.nameless - self.shelf.keys() - self.contested
        if missing is None or not under or under[-1] not in free:
            return None
        it = (under[-1], face)
        if not missing:
            return self._unless_refused(CameToLight((it,), played=True))
        found = _by_the_column(mat, state, face, under[:-1])
        if not isinstance(found, CameToLight) or any(one not in free for one, _ in found.cards):
            return None
        return self._unless_refused(CameToLight((*found.cards, it), played=True))

    def may_be_one(self, mat: MatLedger, face: Card) -> bool:
        """Say whether the rack of an unread card that nobody has told yet had named it ``face``."""
        return any(self.rack_said.get(serial) == face for serial in mat.nameless)

    def twin(
        self, mat: MatLedger, face: Card, reading: TableReading, under: tuple[int, ...] = ()
    ) -> CameToLight | None:
        """Return which unread card must be ``face``, for another one like it did not fit.

        ``under`` are the cards below which that one lay on the fireworks, where that is known.
        """
        there = on_columns(reading) & (mat.nameless - self.shelf.keys())
        below_it = [one for one in (*under, *self.stayed.get(face, ())) if one in there]
        # Of several unread ones elsewhere any may be the twin, and none is named.
        if not below_it and len(there) != 1:
            return None
        return self._unless_refused(CameToLight((((*below_it, *there)[0], face),), played=True))


def _by_the_column(
    mat: MatLedger,
    state: GameState,
    face: Card,
    under: tuple[int, ...],
    *,
    strange: bool = False,
) -> PlayCertainty | CameToLight:
    known = [serial for serial in under if serial in mat.on_fireworks]
    found = verdict(state, face, [mat.built.get(serial) for serial in known], strange=strange)
    if isinstance(found, PlayCertainty):
        return found
    unread = [serial for serial in known if serial in mat.nameless]
    return CameToLight(tuple(zip(unread, found, strict=True)), played=True)


# ------------------------------------------------- what lay on the fireworks and no turn explains


def on_its_like(reading: TableReading) -> UnexplainedCards:
    """Return the cards on columns that lie above another one with the same face.

    Each is that other one, pushed and seen anew, or a misplay: only a rack tells which.
    """
    return [
        (Spot.FIREWORKS, laid)
        for pile in reading.columns
        for at, laid in enumerate(pile)
        if laid.label is not None and any(one.label == laid.label for one in pile[:at])
    ]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A card that was seen on a column.

    Attributes:
        serial: which.
        face: what it is; None: nobody could read it.
        seconds: for how long it was seen.
        free: whether it lay there while nothing was in front of the mat and nothing moved: nobody
            held it.
        until: the camera's seconds at which it was seen last.
        below: the serials of the cards below it.
        turn: the turn in which it was seen last.
        racks: how the racks stood when something lay there first, of one that nobody could read.
    """

    serial: int
    face: Card | None
    seconds: float
    free: bool
    until: float
    below: tuple[int, ...]
    turn: int
    racks: RacksThen = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Glimpses:
    """What lay on the fireworks and no turn explains yet; some goes on to the discards.

    Attributes:
        seen: those cards, by serial.
        went_on_as: the card on the discards that each of them is taken for, by serial.
        passed: the discards, by serial, before which something unread had left the fireworks that
            was there too shortly, with a hand about, to tell whether it was laid down.
    """

    seen: Mapping[int, Glimpse] = field(default_factory=dict)
    went_on_as: Mapping[int, int] = field(default_factory=dict)
    passed: frozenset[int] = frozenset()

    def notice(
        self,
        news: UnexplainedCards,
        reading: TableReading,
        turn: int,
        outlines: Mapping[int, RacksThen],
        *,
        agrees: bool,
    ) -> Glimpses:
        """Remember which of the ``news`` lie on the fireworks in a turn.

        ``outlines`` are the racks as they stood when each unread one came (`Arrivals.outlines`).
        Once the table ``agrees`` with the record, whatever was there was taken back.
        """
        now = {
            laid.serial: Glimpse(
                laid.serial,
                face_of(laid.label),
                reading.t - laid.t,
                reading.clear and reading.settled,
                reading.t,
                below(laid.serial, reading),
                turn,
                outlines.get(laid.serial, {}) if laid.label is None else {},
            )
            for spot, laid in news
            if spot is Spot.FIREWORKS
        }
        for serial in now.keys() & self.seen.keys():
            now[serial] = replace(now[serial], free=now[serial].free or self.seen[serial].free)
        # Kept longer, what was taken back would make a misplay of its like that is discarded next.
        if agrees:
            known = now or self.seen or self.went_on_as
            return replace(self, seen=now, went_on_as={}) if known else self
        return replace(self, seen={**self.seen, **now}) if now else self

    def is_of(self, turn: int) -> bool:
        """Say whether all that was seen was seen in that turn: nobody else has moved since."""
        return all(one.turn == turn for one in self.seen.values())

    def played(self, face: Card | None, laid: LaidCard, reading: TableReading) -> Glimpse | None:
        """Return as what ``laid``, which is on the discards, lay on the fireworks before; or None.

        A misplay may have gone to the discards while the record waited for a turn before it, or
        before anybody could read it; with None nobody can read it there either.
        """
        named = [one for one in self._like(face, reading) if self._may_be(one, laid)]
        unread = [
            one for one in self._unread(laid, reading) if one.free or one.seconds >= LAY_THERE
        ]
        return next(iter((*named, *unread)), None)

    def its_like_since(self, face: Card | None, laid: LaidCard, reading: TableReading) -> bool:
        """Say whether ``face`` left the fireworks when ``laid`` had been seen on the discards.

        No card lies in two places: that was another one, or ``laid`` was only carried past there.
        """
        return any(one.until > laid.t for one in self._like(face, reading))

    def passed_by(self, laid: LaidCard, reading: TableReading) -> Glimpse | None:
        """Return what nobody could read and left the fireworks before ``laid`` came; or None."""
        return next(iter(self._unread(laid, reading)), None)

    def taken_for(self, glimpse: Glimpse | None, laid: LaidCard) -> Glimpses:
        """Note that ``laid`` may be what was glimpsed: then no other card is that one."""
        if glimpse is None:
            return self
        return replace(self, went_on_as={**self.went_on_as, glimpse.serial: laid.serial})

    def may_have_passed(self, glimpse: Glimpse | None, laid: LaidCard) -> Glimpses:
        """Note that ``laid`` may be what was glimpsed, and was laid there or only carried past."""
        if glimpse is None:
            return self
        return replace(self.taken_for(glimpse, laid), passed=self.passed | {laid.serial})

    def passing_decided(self, serial: int) -> Glimpses:
        """Note that it is decided whether the discard ``serial`` was played."""
        return replace(self, passed=self.passed - {serial})

    def _like(self, face: Card | None, reading: TableReading) -> list[Glimpse]:
        return [] if face is None else [one for one in self._gone(reading) if one.face == face]

    def _unread(self, laid: LaidCard, reading: TableReading) -> list[Glimpse]:
        return [
            one
            for one in self._gone(reading)
            if one.face is None and laid.t - one.until <= TAKES and self._may_be(one, laid)
        ]

    def _may_be(self, one: Glimpse, laid: LaidCard) -> bool:
        """Say whether ``laid`` may be what was glimpsed: it came later, and no other card is it.

        Without that a card that waits on the discards would become a misplay as soon as its like is
        played and misses.
        """
        return one.until <= laid.t and self.went_on_as.get(one.serial, laid.serial) == laid.serial

    def _gone(self, reading: TableReading) -> list[Glimpse]:
        return [*without(self.seen, *on_columns(reading)).values()]
