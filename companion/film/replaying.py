"""A film watched again: pictures through new eyes, taps into a new game, and the same record."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.announcements.announcement import Announcement
from companion.film.notation import from_data
from companion.film.reel import IN_A_ROW, Anew, Called, Film, FilmError, FilmLine, Shot
from companion.hanabi.events import GameStarted
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.tellers import PANEL, Teller
from companion.language.people import Arrival, People
from companion.panel.panel import Press
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import Tap
from companion.play.lobby import Plan
from companion.play.report import result
from companion.record.games import Record
from companion.record.rows import entry_from_row
from companion.record.seating import SeatChange
from companion.referee.readings import TableReading

ReadShot = Callable[[Shot], TableReading | None]
"""Eyes that look at the frames of a film."""


class Projection:
    """Plays a film to a table; iterate `announcements`, then ask for `result`.

    Attributes:
        controller: the table, as it was on that evening; None: before the film has begun.
        t: the second that the film has come to.
        ahead: the first frame that was left out; None: there was none. Where it has no whole
            picture, it has that of the newest frame before it which has one.
    """

    def __init__(self, film: Film, eyes: Callable[[int], ReadShot], record: Record) -> None:
        """Take the parts; nothing is read yet.

        Args:
            film: what is watched.
            eyes: makes new eyes for the film's deck and layout, and so many fireworks.
            record: where its games go.
        """
        self._film, self._eyes, self._record = film, eyes, record
        # Not that of the evening: no game of a film goes on at a table.
        self._source = f"folder:{film.folder}"
        self._walls: deque[str] = deque()
        self._clocks: deque[float] = deque()
        self._lots: deque[int] = deque()
        self._said: list[Announcement] = []
        self.controller: Controller | None = None
        self.t = 0.0
        self.ahead: Shot | None = None

    def announcements(
        self, lines: Iterable[FilmLine], until: float = float("inf")
    ) -> Iterator[Announcement]:
        """Yield what the table was told.

        Args:
            lines: those of the film.
            until: the second before which it is left.

        Raises:
            FilmError: the film cannot be understood, or goes on otherwise than it was made.
            RecordError: the record cannot be written.
        """
        look: ReadShot | None = None
        reading: TableReading | None = None
        whole: Path | None = None
        for line in lines:
            match line:
                case Anew(fireworks):
                    look = self._eyes(fireworks)
                case Shot(t):
                    whole = line.whole or whole
                    if t >= until:
                        self.ahead = replace(line, whole=whole)
                        return
                    self.t = t
                    look = look or self._eyes(IN_A_ROW)
                    reading = look(line)
                case Called("see"):
                    self._call(line, partial(_see, reading=reading, t=self.t))
                case Called():
                    self._called(line)
            yield from self._said
            self._said.clear()

    def result(self) -> dict[str, object]:
        """Return the line that ends the report of the newest game.

        Raises:
            FilmError: no game began.
        """
        game = None if self.controller is None else self.controller.game
        if game is None:
            raise FilmError(f"{self._film.folder}: no game begins in this film")
        return result(game)

    def _called(self, line: Called) -> None:
        given = line.given
        match line.what:
            case "begin":
                self._begin(line)
            case "bring":
                self._bring(line)
            case "resume":
                self._call(line, lambda table: table.resume(self._source))
            case "look_back":
                self._call(line, lambda table: table.look_back(self._source))
            case "clear":
                self._call(line, lambda table: table.clear(self._source))
            case "lose_sight":
                self._call(line, Controller.lose_sight)
            case "see_again":
                self._call(line, Controller.see_again)
            case "ask":
                tap = self._read(line, "tap", Tap)
                reader = self._read(line, "reader", int | None)
                who = self._read(line, "who", Teller)
                self._call(line, lambda table: table.ask(tap, reader, who=who))
            case "press":
                press = self._read(line, "press", Press)
                # A film from before pages asked first does not say it.
                who = self._read(line, "who", Teller) if "who" in given else PANEL
                self._call(line, lambda table: table.press(press, who=who))
            case "seat":
                change = self._read(line, "change", SeatChange)
                self._call(line, lambda table: table.seat(change))
            case "introduce":
                people = self._read(line, "people", People)
                if isinstance(came := given.get("arrival"), dict):
                    came.setdefault("by", "")  # of a film from before anybody was named there
                arrival = self._read(line, "arrival", Arrival | None)
                self._call(line, lambda table: table.introduce(people, arrival))
            case "choose":
                ruleset = self._read(line, "ruleset", Ruleset)
                self._call(line, lambda table: table.choose(ruleset))
            case "let_the_next_begin":
                self._call(line, Controller.let_the_next_begin)
            case "moment":
                self._call(line, Controller.moment)
            case _:
                raise FilmError(f"{line.where}: no table is ever asked {line.what!r:.40} {given}")

    def _begin(self, line: Called) -> None:
        label = self._film.label
        self._walls, self._clocks = deque(line.walls), deque(line.clocks)
        self._lots = deque(line.lots)
        self.controller = Controller(
            self._record,
            Plan(label.ruleset, label.players, label.first, self._source),
            now=lambda: self._next(self._walls),
            tell=self._said.append,
            watch=self._watch(),
            clock=lambda: self._next(self._clocks),
            lot=lambda _: int(self._next(self._lots)),
        )

    def _watch(self) -> Watch:
        with suppress(ValueError):
            return Watch(self._film.label.watch)
        watch = self._film.label.watch
        raise FilmError(f"{self._film.folder}: a camera is on, lost or none, not {watch!r:.40}")

    def _bring(self, line: Called) -> None:
        """Put the game on record with which the film goes on."""
        at = self._read(line, "at", str)
        try:
            entries = [entry_from_row(*row) for row in line.given["entries"]]
            (started,) = entries[0].events
            if not isinstance(started, GameStarted):
                raise ValueError("a game begins with its start")
        except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
            raise FilmError(f"{line.where}: the game cannot be read: {error}") from error
        game = self._record.begin(started, at=at, source=self._source, t=entries[0].t)
        self._record.append(game, *entries[1:])

    def _call(self, line: Called, do: Callable[[Controller], object]) -> None:
        if self.controller is None:
            raise FilmError(f"{line.where}: the table was asked before it stood there")
        self._walls, self._clocks = deque(line.walls), deque(line.clocks)
        self._lots = deque(line.lots)
        if not line.failed:  # nothing came of it
            do(self.controller)

    def _next(self, moments: deque[Any]) -> Any:
        if not moments:
            raise FilmError(f"{self._film.folder}: the film goes on otherwise than it was made")
        return moments.popleft()

    def _read(self, line: Called, name: str, hint: Any) -> Any:
        given: Mapping[str, Any] = line.given
        try:
            return from_data(given[name], hint)
        except KeyError:
            raise FilmError(f"{line.where}: {line.what} needs {name}") from None
        except ValueError as error:
            raise FilmError(f"{line.where}: {name}: {error}") from error


def _see(table: Controller, *, reading: TableReading | None, t: float) -> None:
    table.see(reading, t)
