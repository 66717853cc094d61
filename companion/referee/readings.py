"""What the eyes claim about the table: settled facts, in the table's own words.

Nothing in here says what the facts mean for a game; the referee decides that.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

SETTLED = 0.5
"""Seconds without movement after which a table counts as still; a hand passes in less."""


class Sight(Enum):
    """What a place shows."""

    EMPTY = "empty"
    FACE = "face"
    """A card that was recognised."""
    UNKNOWN = "unknown"
    """A card, face up, that nobody can name."""
    BACK = "back"
    COVERED = "covered"
    """Something that is no card is in the way, or the place is out of view."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card that came to lie on a pile of the mat.

    Attributes:
        serial: rises with each card laid, over all piles; stays with the card.
        label: the face's name as learnt, or None while it can't be read.
        candidates: names that an unread face may have, likeliest first.
        t: the camera's seconds at which it was first seen lying still.
    """

    serial: int
    label: str | None
    candidates: tuple[str, ...] = ()
    t: float = 0.0


@dataclass(frozen=True, slots=True)
class SlotSight:
    """What one slot of a rack shows.

    Attributes:
        sight: as last seen when nothing covered the slot.
        label: the face's name where ``sight`` is `Sight.FACE`.
        serial: rises when the slot is emptied, filled or shows another card than before; also
            when a like card stands differently, so that a card that was exchanged for its twin
            is noticed. It falls back to what it was where a card that had been read shows again
            as it stood, after something that could not be: a sleeve, say.
        covered: whether something is in front of the slot right now, or moves there.
        touched: rises whenever something moved in front of the slot or it was out of view, even if
            it looks the same afterwards: a card may have been exchanged for its twin.
        candidates: names that an unread face may have, likeliest first.
        filled: rises whenever the slot was seen to be emptied or filled, or a card stands in it
            otherwise than before. Unlike ``serial`` it is the same whatever the faces are.
    """

    sight: Sight
    label: str | None
    serial: int
    covered: bool = False
    touched: int = 0
    candidates: tuple[str, ...] = ()
    filled: int = 0

    @property
    def stands(self) -> bool:
        """Whether a card stands there, whichever, as far as it was seen; what covers it is none."""
        return self.sight not in (Sight.EMPTY, Sight.COVERED)

    @property
    def hidden(self) -> bool:
        """Whether nobody can see what stands there now."""
        return self.covered or self.sight is Sight.COVERED

    def faceless(self) -> SlotSight:
        """Return it without its face: whether a card stands there, and when another one came."""
        return replace(
            self,
            sight=Sight.UNKNOWN if self.stands else self.sight,
            label=None,
            candidates=(),
        )


@dataclass(frozen=True, slots=True)
class Discs:
    """How many discs lie on the mat's tracks; None where that is not sure.

    Attributes:
        clues: on the track of the clue tokens.
        fuses: on that of the fuses.
    """

    clues: int | None = None
    fuses: int | None = None


class Lighting(Enum):
    """What is amiss with the light on the mat: a card may be laid there unnoticed."""

    DARK = "dark"
    GLARING = "glaring"


@dataclass(frozen=True, slots=True)
class Blind:
    """Occlusion: where on the mat the eyes have not been able to look for a while.

    Of the mat only: what it tells is for everybody.

    Attributes:
        mat: whether the whole mat cannot be found, or the whole table where there is none.
        unmarked: whether it is such a table.
        columns: the fireworks columns that something covers or moves over.
        discards: whether something does so with the discards.
        lighting: what has been amiss with the light for a while; places are looked at all the same.
    """

    mat: bool = False
    unmarked: bool = False
    columns: tuple[int, ...] = ()
    discards: bool = False
    lighting: Lighting | None = None

    def __bool__(self) -> bool:
        """Say whether there is such a place."""
        return self.mat or self.discards or bool(self.columns)


SlotPlace = tuple[int, int]
"""Seat and slot, both from 0."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """The table at one moment, each place as it was when it last lay still and in view.

    Attributes:
        t: the camera's seconds.
        still_for: for how many seconds nothing has moved on mat and racks; what moves elsewhere,
            and a place in which something moves all the time, does not count.
        mat: whether the mat was found.
        clear: whether nothing moves on the mat, and nothing is in front of its columns and its
            discards: only then a missing card is missing. A glass on a tag hides no card.
        columns: for each fireworks column the cards laid on it that still lie there, oldest
            first; those underneath are remembered.
        discards: the cards laid on the discards, oldest first, remembered likewise; some may have
            been taken away from under others.
        resting: the serials of those discards that surely lie there still: they show, or nothing
            has stirred where they lie.
        slots: what each slot of the racks in view shows.
        racks: the seats whose rack is in view.
        discs: the tokens on the mat's tracks.
        fireworks_touched: rises whenever something moved over the fireworks columns since the last
            reading or they were out of view, like `SlotSight.touched`.
        blind: where the eyes have not been able to look for a while.
        hidden_columns: the fireworks columns that something covers or moves over right now, where
            the mat was found.
        hidden_discards: whether something does so with the discards.
        unsure_columns: those whose uppermost card was read before and cannot be as it lies now:
            another one may lie exactly on it.
    """

    t: float
    still_for: float
    mat: bool
    clear: bool
    columns: tuple[tuple[LaidCard, ...], ...] = ()
    discards: tuple[LaidCard, ...] = ()
    slots: Mapping[SlotPlace, SlotSight] = field(default_factory=dict)
    racks: frozenset[int] = frozenset()
    discs: Discs = Discs()
    resting: frozenset[int] = frozenset()
    fireworks_touched: int = 0
    blind: Blind = Blind()
    hidden_columns: frozenset[int] = frozenset()
    hidden_discards: bool = False
    unsure_columns: frozenset[int] = frozenset()

    def rack(self, seat: int) -> dict[int, SlotSight]:
        """Return what each slot of the rack of ``seat`` shows, from slot 0."""
        return dict(sorted((slot, shown) for (at, slot), shown in self.slots.items() if at == seat))

    def faceless(self) -> TableReading:
        """Return the reading without any face of a card in a rack."""
        slots = {place: shown.faceless() for place, shown in self.slots.items()}
        return replace(self, slots=slots)

    def without_unused(self, homes: Collection[SlotPlace]) -> TableReading:
        """Return the reading without the slots that nobody ever saw and that are no card's home.

        A lamp mirrors in the spare slot of a rack for the whole game: no hand is in front of that.

        Args:
            homes: the slots in which cards stand by the record.
        """
        unused = {
            place
            for place, shown in self.slots.items()
            if shown.serial == 0 and shown.sight is Sight.COVERED and place not in homes
        }
        if not unused:
            return self
        slots = {place: shown for place, shown in self.slots.items() if place not in unused}
        return replace(self, slots=slots)

    @property
    def settled(self) -> bool:
        """Whether mat and racks have been still for long enough for a hand to have passed."""
        return self.still_for >= SETTLED

    @property
    def laid(self) -> tuple[LaidCard, ...]:
        """The cards on the mat: those of each firework, the lowest first, then the discards."""
        return tuple(card for pile in (*self.columns, self.discards) for card in pile)

    def find(self, serial: int | None) -> LaidCard | None:
        """Return a card on the mat; None: it does not lie there."""
        return next((card for card in self.laid if card.serial == serial), None)

    def laid_at(self, serial: int | None) -> float | None:
        """Return since when, at the latest, a card on the mat lies there; None: it does not."""
        laid = self.find(serial)
        return None if laid is None else min(laid.t, self.t - self.still_for)


# ------------------------------------------------------------------------------------ serials


def on_mat(reading: TableReading) -> set[int]:
    """Return the serials of all cards on the mat."""
    return {card.serial for card in reading.laid}


def on_columns(reading: TableReading) -> set[int]:
    """Return the serials of the cards on the fireworks."""
    return {card.serial for pile in reading.columns for card in pile}


def on_discards(reading: TableReading) -> set[int]:
    """Return the serials of the cards on the discards."""
    return {card.serial for card in reading.discards}


def surely_there(reading: TableReading) -> set[int]:
    """Return the serials of the cards on the fireworks, and of the discards that surely rest."""
    return on_columns(reading) | reading.resting


def below(serial: int, reading: TableReading) -> tuple[int, ...]:
    """Return the serials of the cards below one on its column, lowest first."""
    for pile in reading.columns:
        serials = [card.serial for card in pile]
        if serial in serials:
            return tuple(serials[: serials.index(serial)])
    return ()
