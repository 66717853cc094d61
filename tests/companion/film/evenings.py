"""Evenings of values that are kept as films, and what is on record of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.film.filming import FilmedController
from companion.film.reel import Film, Label, Reel, Shot
from companion.film.replaying import Projection
from companion.hanabi.ruleset import STANDARD
from companion.play.camera_watch import Watch
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.record.rows import entry_to_row
from companion.referee.readings import TableReading
from tests.companion.filmed_table import FilmedTable, Hands
from tests.companion.play.evening_table import Table

LABEL = Label("2026-11-20T19:00:00Z", "test", STANDARD, None, 0, "table", "on", 1.0)
PICTURE = b"\xff\xd8 a picture \xff\xd9"


class Filmed(Table):
    """An evening at a filmed table, of which a film is made; its eyes' readings are kept."""

    def __init__(self, record: Record, reel: Reel, hands: Hands, watch: Watch = Watch.ON) -> None:
        self.said: list[str] = []
        self.told: list[object] = []
        self.film = FilmedTable(hands)
        self.readings: list[TableReading | None] = []
        seconds = (0.7 * each for each in itertools.count())
        minutes = itertools.count()
        self.controller = _Seeing(
            record,
            Plan(STANDARD),
            now=lambda: f"2026-11-20T19:{next(minutes) % 60:02}:00Z",
            tell=self._heard,
            reel=reel,
            watch=watch,
            clock=lambda: next(seconds),
        )
        self.controller.kept, self.controller.reel = self.readings, reel

    def _heard(self, announcement: Announcement) -> None:
        self.told.append(to_data(announcement))
        self.said.append(str(to_data(announcement)["event"]))


class _Seeing(FilmedController):
    """Has a frame in the film for each reading, as real eyes do."""

    kept: list[TableReading | None]
    reel: Reel

    def see(self, reading: TableReading | None, t: float) -> None:
        self.reel.frame(t, PICTURE)
        self.kept.append(reading)
        super().see(reading, t)


def watched(
    film: Film, readings: list[TableReading | None], record: Record
) -> tuple[Projection, list[object]]:
    """Watch a film with eyes that read again what was read; return also what was told."""
    left = iter(readings)

    def eyes(_fireworks: int) -> Callable[[Shot], TableReading | None]:
        return lambda _: next(left)

    projection = Projection(film, eyes, record)
    told: list[object] = [to_data(one) for one in projection.announcements(film.lines())]
    return projection, told


def on_record(record: Record) -> list[Any]:
    """Return all games that are on record, each with its names and rows, in their order."""
    return [
        (one.names, [entry_to_row(entry) for entry in record.entries(one.id)])
        for one in record.games()
    ]


def another(folder: Path) -> Iterator[Record]:
    """Open a record in ``folder`` of its own."""
    with Record(folder / "again.sqlite") as record:
        yield record
