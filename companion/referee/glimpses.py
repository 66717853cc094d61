"""Cards that lay on the fireworks before any turn explained them; some go on to the discards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.hanabi.cards import Card
from companion.referee.findings import Spot, face_of
from companion.referee.mat import on_columns
from companion.referee.readings import LaidCard, TableReading

TAKES = 5.0
"""Seconds from when a card has left the fireworks to when it lies on the discards, at most."""
LAY_THERE = 1.0
"""Seconds after which a card that nobody can read was laid down, and not carried past."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A card that was seen on a column.

    Attributes:
        serial: which.
        face: what it is; None: nobody could read it.
        seconds: for how long it was seen.
        until: the camera's seconds at which it was seen last.
        below: the serials of the cards below it.
    """

    serial: int
    face: Card | None
    seconds: float
    until: float
    below: tuple[int, ...]


class Glimpses:
    """Remembers what lay on the fireworks and no turn explains yet."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._seen: dict[int, Glimpse] = {}
        self._went_on_as: dict[int, int] = {}

    def notice(
        self, news: Iterable[tuple[Spot, LaidCard]], reading: TableReading, *, agrees: bool
    ) -> None:
        """Remember which of the ``news`` lie on the fireworks.

        Once the table ``agrees`` with the record, whatever was there was taken back.
        """
        if agrees:
            self._seen.clear()
            self._went_on_as.clear()
        for spot, laid in news:
            if spot is Spot.FIREWORKS:
                self._seen[laid.serial] = Glimpse(
                    laid.serial,
                    face_of(laid.label),
                    reading.t - laid.t,
                    reading.t,
                    below(laid.serial, reading),
                )

    def played(self, face: Card | None, laid: LaidCard, reading: TableReading) -> Glimpse | None:
        """Return as what ``laid``, which is on the discards, lay on the fireworks before; or None.

        A misplay may have gone to the discards while the record waited for a turn before it, or
        before anybody could read it; with None nobody can read it there either.
        """
        gone = self._gone(reading)
        named = [one for one in gone if one.face == face is not None]
        unread = [one for one in self._unread(laid, reading) if one.seconds >= LAY_THERE]
        found = next(iter((*named, *unread)), None)
        return self._as(found, laid)

    def may_have_been_played(self, laid: LaidCard, reading: TableReading) -> bool:
        """Say whether something that nobody could read left the fireworks before ``laid`` came."""
        return self._as(next(iter(self._unread(laid, reading)), None), laid) is not None

    def _as(self, found: Glimpse | None, laid: LaidCard) -> Glimpse | None:
        if found is not None:
            self._went_on_as[found.serial] = laid.serial  # and no other card is that one
        return found

    def _unread(self, laid: LaidCard, reading: TableReading) -> list[Glimpse]:
        return [
            one
            for one in self._gone(reading)
            if one.face is None
            and 0.0 <= laid.t - one.until <= TAKES
            and self._went_on_as.get(one.serial, laid.serial) == laid.serial
        ]

    def _gone(self, reading: TableReading) -> list[Glimpse]:
        there = on_columns(reading)
        return [one for serial, one in self._seen.items() if serial not in there]


def below(serial: int, reading: TableReading) -> tuple[int, ...]:
    """Return the serials of the cards below one on its column, lowest first."""
    for pile in reading.columns:
        serials = [card.serial for card in pile]
        if serial in serials:
            return tuple(serials[: serials.index(serial)])
    return ()
