"""What the eyes claim about the table: settled facts, in the table's own words.

Nothing in here says what the facts mean for a game; the referee decides that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


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
            is noticed.
        covered: whether something is in front of the slot right now.
        touched: rises whenever something moved in front of the slot or it was out of view, even if
            it looks the same afterwards: a card may have been exchanged for its twin.
        candidates: names that an unread face may have, likeliest first.
    """

    sight: Sight
    label: str | None
    serial: int
    covered: bool = False
    touched: int = 0
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discs:
    """How many discs lie on the mat's tracks; None where that is not sure.

    Attributes:
        clues: on the track of the clue tokens.
        fuses: on that of the fuses.
    """

    clues: int | None = None
    fuses: int | None = None


SlotPlace = tuple[int, int]
"""Seat and slot, both from 0."""


@dataclass(frozen=True, slots=True)
class TableReading:
    """The table as it stood still at one moment.

    Attributes:
        t: the camera's seconds.
        still_for: for how many seconds nothing has moved.
        mat: whether the mat was found.
        clear: whether nothing is in front of the mat: only then a missing card is missing.
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
        discards_touched: the same of the discards.
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
    discards_touched: int = 0

    def laid_at(self, serial: int | None) -> float | None:
        """Return since when, at the latest, a card on the mat lies there; None: it does not."""
        for pile in (*self.columns, self.discards):
            for laid in pile:
                if laid.serial == serial:
                    return min(laid.t, self.t - self.still_for)
        return None
