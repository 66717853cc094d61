"""A controller whose every input is kept in a film, in the order in which the game took them."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from companion.announcements.announcement import Announcement
from companion.files.wall_clock import utc_now
from companion.film.notation import to_data
from companion.film.reel import Label, Reel
from companion.hanabi.ruleset import Ruleset
from companion.hanabi.tellers import NOBODY, PANEL, Teller
from companion.language.people import Arrival, People
from companion.panel.panel import Press
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import Tap
from companion.play.lobby import Plan
from companion.record.games import Record, RecordError
from companion.record.rows import entry_to_row
from companion.record.seating import SeatChange, SeatRefusal, TakeSeat
from companion.referee.readings import TableReading
from companion.referee.trace import TracedDecision, collected
from companion.reply import Reply
from companion.views.view import Reader

log = logging.getLogger(__name__)


def label_of(plan: Plan, camera: str, watch: Watch = Watch.ON, print_scale: float = 1.0) -> Label:
    """Return the label of a film that begins now; see `Label`."""
    return Label(
        began=utc_now(),
        camera=camera,
        ruleset=plan.ruleset,
        players=plan.players,
        first=plan.first,
        source=plan.source,
        watch=watch.value,
        print_scale=print_scale,
    )


def bring(record: Record, game: int) -> dict[str, object]:
    """Return the line that puts a game of ``record`` on record again before a film goes on.

    Raises:
        RecordError: the game cannot be read.
    """
    summary = record.summary(game)
    rows = [list(entry_to_row(entry)) for entry in record.entries(game)]
    given = {"at": summary.started, "source": summary.source, "entries": rows}
    return {"call": "bring", "given": given}


def as_it_stands(table: Controller, record: Record) -> list[dict[str, object]]:
    """Return the lines with which a piece of a film begins: the table as it stands now.

    Raises:
        RecordError: its game cannot be read.
    """
    people = {"people": to_data(table.people), "arrival": None}
    # The clock that runs where no camera does goes on from any second: only differences count.
    lines: list[dict[str, object]] = [
        {"call": "begin", "clocks": [0.0]},
        {"call": "introduce", "given": people},
    ]
    for seat, one in table.seating.seats.items():
        held = TakeSeat(one.phone, seat, one.holding, one.name, one.sits)
        lines.append({"call": "seat", "given": {"change": to_data(held)}})
    game = table.game
    if game is not None and not game.state.laid_down:
        lines += [bring(record, game.id), {"call": "resume", "given": {"source": None}}]
    return lines


class FilmedController(Controller):
    """Keeps the games of one evening, as a `Controller` does, and notes what it is asked.

    What it asks of itself is not noted: that comes again when the film is watched.
    """

    def __init__(
        self,
        record: Record,
        plan: Plan,
        *,
        now: Callable[[], str],
        tell: Callable[[Announcement], None],
        reel: Reel,
        watch: Watch = Watch.ON,
        clock: Callable[[], float] = lambda: 0.0,
        lot: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        """Start before a game; everything goes into ``reel``, see `Controller`."""
        self._reel = reel
        self._walls: list[str] = []
        self._clocks: list[float] = []
        self._lots: list[int] = []
        self._asked = False
        self._decided: dict[int, TracedDecision] = {}

        def wall() -> str:
            self._walls.append(now())
            return self._walls[-1]

        def seconds() -> float:
            self._clocks.append(clock())
            return self._clocks[-1]

        def drawn(seats: int) -> int:
            self._lots.append(lot(seats))
            return self._lots[-1]

        with self._noted("begin"):
            super().__init__(
                record, plan, now=wall, tell=tell, watch=watch, clock=seconds, lot=drawn
            )

    @contextmanager
    def _noted(self, what: str, **given: object) -> Iterator[None]:
        if self._asked:
            yield
            return
        self._asked = True
        self._walls.clear()
        self._clocks.clear()
        self._lots.clear()
        line: dict[str, Any] = {"call": what}
        try:
            yield
        except RecordError:
            line["failed"] = True
            raise
        finally:
            self._asked = False
            if given:
                line["given"] = {name: to_data(value) for name, value in given.items()}
            if self._walls:
                line["walls"] = self._walls
            if self._clocks:
                line["clocks"] = self._clocks
            if self._lots:
                line["lots"] = self._lots
            self._reel.call(line)

    def resume(self, source: str | None = None) -> int | None:
        """Go on with the newest unfinished game, which the film gets as it is on record."""
        game = self._record.unfinished(source)
        if game is not None:
            self._reel.call(bring(self._record, game))
        with self._noted("resume", source=source):
            return super().resume(source)

    def look_back(self, source: str) -> int | None:
        """Show the newest game that was seen at ``source`` again."""
        games = [game.id for game in self._record.games() if game.source == source]
        if games:
            self._reel.call(bring(self._record, games[-1]))
        with self._noted("look_back", source=source):
            return super().look_back(source)

    def clear(self, source: str) -> None:
        """Make the table ready for the first or next game."""
        with self._noted("clear", source=source):
            super().clear(source)

    def see(self, reading: TableReading | None, t: float) -> None:
        """Take what the eyes report of one frame, which is in the film as a picture."""
        with self._noted("see"), collected() as decisions:
            super().see(reading, t)
        self._note_decisions(decisions)
        game = self.game
        if self._reel.wants_piece(calm=game is None or game.quiet):
            self._begin_piece()

    def _note_decisions(self, decisions: Sequence[TracedDecision]) -> None:
        """Keep why cards were taken for what they were; what is concluded again is not repeated."""
        for one in decisions:
            anew = replace(one, t=0.0)
            if self._decided.get(one.serial) != anew:
                self._decided[one.serial] = anew
                self._reel.call({"decided": asdict(one)})

    def _begin_piece(self) -> None:
        """Go on in a new piece of the film, so that the oldest one can make room some day.

        Not while the record cannot be written, for it is from there that the piece has its game.
        """
        if self.running is not None and self.running.trouble is not None:
            return
        label = replace(
            self._reel.label,
            began=utc_now(),
            ruleset=self.ruleset,
            first=self.first,
            watch=Watch.ON.value,
            cut=True,
        )
        try:
            lines = as_it_stands(self, self._record)
        except RecordError as error:
            log.warning("the film goes on in one piece: %s", error)
            return
        self._reel.go_on(label, lines, self.firework_count)

    def lose_sight(self) -> None:
        """Go on without the camera."""
        with self._noted("lose_sight"):
            super().lose_sight()

    def see_again(self) -> None:
        """Go on with a camera."""
        with self._noted("see_again"):
            super().see_again()

    def ask(self, tap: Tap, reader: Reader, *, who: Teller = NOBODY, name: str = "") -> Reply:
        """Carry out a tap."""
        with self._noted("ask", tap=tap, reader=reader, who=who):
            return super().ask(tap, reader, who=who, name=name)

    def press(self, press: Press, *, who: Teller = PANEL) -> Reply:
        """Take a button of the panel."""
        with self._noted("press", press=press, who=who):
            return super().press(press, who=who)

    def introduce(self, people: People, arrival: Arrival | None = None) -> None:
        """Call the seats as in ``people``; somebody's ``arrival`` is put on record and told."""
        with self._noted("introduce", people=people, arrival=arrival):
            super().introduce(people, arrival)

    def seat(self, change: SeatChange) -> SeatRefusal | None:
        """Change who holds which seat, if nothing objects."""
        with self._noted("seat", change=change):
            return super().seat(change)

    def choose(self, ruleset: Ruleset) -> Reply:
        """Play the next game by ``ruleset``."""
        with self._noted("choose", ruleset=ruleset):
            return super().choose(ruleset)

    def let_the_next_begin(self) -> None:
        """Let the seat after the one that was to begin the next game begin it."""
        with self._noted("let_the_next_begin"):
            super().let_the_next_begin()

    def moment(self) -> float:
        """Return the moment."""
        if self._asked or self.watched:  # else it goes on
            return super().moment()
        with self._noted("moment"):
            return super().moment()
