"""A simulated deal of Hana-awase as a camera sees it: frames instead of readings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from companion.demonstration.hana_round import LOOK, SimulatedDeal
from companion.frames import Frame
from companion.hana_awase.cards import Card
from companion.hana_referee.findings import FIELD, HanaFinding
from companion.hana_referee.readings import HanaReading, SeenFaces
from companion.hana_table.evening import HanaEvening
from companion.hana_table.seen_places import FieldSight, reading_of
from companion.hana_table.steps import MAT
from vision.simulator.hana_table import DrawnHanaTable
from vision.simulator.reach import MatPoint

COMING, THERE, GOING = 0.6, 1.0, 0.5
"""Shares of its way that an arm has come, from frame to frame."""
RATE = 4
"""Frames a second, as a camera gives them that looks at piles."""


class Looks(Protocol):
    """What follows the frames of one camera."""

    def look(self, frame: Frame) -> FieldSight | None:
        """Return what is seen of the table; None where its mat is not seen."""


class HanaFrames:
    """Draws what the players of a simulated deal do."""

    def __init__(self, table: DrawnHanaTable, players: int) -> None:
        """Sit down at a drawn table."""
        self._table = table
        self._players = players
        self.begin()

    def begin(self) -> None:
        """Let another deal begin at this table: nothing of it has been seen."""
        self._arms, self._reached = (0,) * self._players, 0
        self._over: tuple[int, MatPoint] | None = None

    def still(self, t: float) -> Frame:
        """Return a frame of the table as it lies."""
        return Frame(self._table.picture(), t)

    def of(
        self,
        reading: HanaReading,
        lying: Sequence[tuple[Card, ...]] | None = None,
        *,
        fanned: bool = False,
    ) -> Iterator[Frame]:
        """Yield the frames from the last reading to this one.

        Where a reading sees nothing, the arm of a seat comes over the table; in the first frame
        after that it goes.

        Args:
            reading: what there is to be seen.
            lying: what really lies in the field, and then before each seat: what nobody could read
                is there, too; None: what ``reading`` says.
            fanned: whether the cards of a pile lie over one another.
        """
        shares: tuple[float | None, ...] = (None, None)
        if reading.field is None:
            self._over, shares = self._who(reading), (COMING, THERE)
        else:
            field, *piles = (reading.field, *reading.piles) if lying is None else lying
            stock = bool(reading.stock)
            self._table.lay(_labels(field), list(map(_labels, piles)), stock=stock, fanned=fanned)
            if self._over is not None:
                shares = (GOING, None)
        for number, share in enumerate(shares, 1):
            t = reading.t - LOOK + number / RATE
            if share is None or self._over is None:
                self._over = None
                yield self.still(t)
            else:
                yield Frame(self._table.picture(*self._over, share), t)

    def _who(self, reading: HanaReading) -> tuple[int, MatPoint]:
        """Return whose arm it is, and where it goes."""
        arms = reading.arms or self._arms
        came = [seat for seat in range(self._players) if arms[seat] > self._arms[seat]]
        self._arms = arms
        reaches, self._reached = reading.reached > self._reached, reading.reached
        return came[0], self._table.goal(stock=reaches)


def follow(
    deal: SimulatedDeal, frames: HanaFrames, eyes: Looks, evening: HanaEvening
) -> Iterator[Frame]:
    """Play a deal before ``eyes``; yield each frame once it has been looked at.

    Args:
        deal: what is played; its players see whose arm comes.
        frames: how it looks.
        eyes: what follows the frames.
        evening: what takes what the eyes report.
    """

    def name(place: int, card: Card) -> None:
        evening.put(card, MAT if place == FIELD else place)

    for reading in deal.readings(name, evening.take_back):
        heard: list[HanaFinding] = []
        lying = [deal.lies(place) for place in range(FIELD, deal.state.players)]
        for frame in frames.of(reading, lying, fanned=deal.fanned):
            sight = eyes.look(frame)
            if sight is not None:
                heard.append(evening.look(sight))
                note_unread(deal, evening, sight)
            yield frame
        deal.hear(*heard)


def note_unread(deal: SimulatedDeal, evening: HanaEvening, sight: FieldSight) -> None:
    """Let the players know what the eyes could not read, as the page shows it."""
    if sight.picture is None:
        return
    seen = reading_of(sight, deal.state.players, evening.sitting.places)
    for place, faces in enumerate((seen.field, *seen.piles), FIELD):
        if faces is not None and None in faces:
            deal.miss(place, [one for one in deal.lies(place) if one not in faces])


def _labels(faces: SeenFaces | None) -> list[str]:
    return [one.label for one in faces or () if one is not None]
