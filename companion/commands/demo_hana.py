"""``companion demo --game hana-awase``: simulated players at a drawn table.

What they lay goes through the real eyes, referee, record and pages. Without eyes it is read at
once, so that a game takes seconds.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import click
import numpy as np

from companion.adapters.field_eyes import FieldEyes
from companion.adapters.pile_eyes import PileEyes
from companion.app.serving import TableParts, print_line, serve_table, welcome
from companion.demonstration.hana_frames import HanaFrames, note_unread
from companion.demonstration.hana_round import (
    Manner,
    SimulatedDeal,
    as_played,
    dealt,
    laid_in_this_deal,
)
from companion.demonstration.show import APPLAUSE, FrameSource, Pace
from companion.files.lock import FolderLock
from companion.files.paths import demo_directory, record_file
from companion.frames import Frame
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_referee.findings import FIELD, HanaFinding
from companion.hana_referee.readings import HanaReading
from companion.hana_table.evening import HanaEvening, TapRefused
from companion.hana_table.record import HanaRecord
from companion.hana_table.seen_places import FieldSight
from companion.hana_table.steps import MAT
from companion.hana_table.table import HanaTable
from companion.language.names import ENGLISH
from companion.settings.settings import Settings
from vision.deck import Deck
from vision.hanafuda import build_deck
from vision.simulator.hana_table import DrawnHanaTable
from vision.simulator.setting import Setting
from vision.table.hana_layout import HanaLayout, load_hana_layout

DEALS = 3
"""Deals of a game that is shown: a short one."""
MANNER = Manner(mischief=0.03, arms=True)
UNREAD = 0.01
"""Share of cards that cannot be read where no eyes read them."""
LONG_LOOK = 6.0
"""Seconds for which piles are looked at before they count."""


@dataclass
class HanaShow:
    """One game after another on a simulated table, as one camera.

    Attributes:
        seed: of the first game; the others follow it.
        players: how many play.
        speed: how many times faster than real time, at most.
        once: end after one game.
        eyes: whether the table is drawn, and read from the drawings.
        options: how they play, until somebody begins a game with others on a page.
        result: what the newest finished game came to; None before it.
    """

    seed: int
    players: int
    speed: float
    once: bool
    eyes: bool = True
    options: Options = field(default_factory=lambda: Options(deals=DEALS))
    result: dict[str, object] | None = None
    _now: HanaReading | FieldSight | None = None
    _newest: int | None = None

    def perform(self, settings: Settings, lock: FolderLock) -> dict[str, object] | None:
        """Serve the page and play; return the newest finished game's result.

        Raises:
            RecordError: there is no record, and none can be made.
            WebError, PanelError, FolderLockedError: as `companion.app.serving.serve_table` raises.
        """
        folder = demo_directory()
        with HanaRecord(record_file(folder)) as record:
            lock.take()
            for game in record.games():
                record.delete(game.id)
            deck, mat = build_deck() if self.eyes else None, load_hana_layout()
            eyes = PileEyes(deck, mat)
            table = HanaTable(
                record,
                self.options,
                self.players,
                eyes,
                watched=False,
                tell=print_line,
            )
            draw = None if deck is None else partial(self._table, deck, mat)
            parts = TableParts(table=table, settings=settings, shared_seats=True, own_folder=folder)
            with serve_table(parts) as served:
                lock.tell(served.address)
                click.echo(welcome(served), err=True)
                click.echo("Ctrl-C ends it.\n", err=True)
                frames = self.frames(table, draw)
                seeing = partial(self._look, FieldEyes(eyes, mat))
                look = self.read_at_once if draw is None else seeing
                table.run(table.through(FrameSource(frames), look))
        return self.result

    def _table(self, deck: Deck, mat: HanaLayout, players: int) -> HanaFrames:
        setting = Setting.seeded(players, seed=self.seed)
        return HanaFrames(DrawnHanaTable(setting, deck, mat), players)

    def read_at_once(self, frame: Frame) -> HanaReading | FieldSight | None:  # noqa: ARG002 - a sight's signature
        """Return what was laid, where nobody has to read it."""
        return self._now

    def _look(self, eyes: FieldEyes, frame: Frame) -> FieldSight | None:
        self._now = sight = eyes.look(frame)
        return sight

    def frames(self, table: HanaTable, draw: Callable[[int], HanaFrames] | None) -> Iterator[Frame]:
        """Play game after game; what people do on the pages meanwhile counts.

        Args:
            table: where it is played.
            draw: makes the drawn table of so many; None: nothing is drawn.
        """
        pace, begun, players = Pace(self.speed), 0.0, self.players
        drawn = None if draw is None else draw(players)
        for seed in itertools.count(self.seed):
            chance = random.Random(seed)
            first = chance.randrange(self.players)
            game = table.call(partial(self._begun, first=first))
            right, questions = True, 0
            while (now := table.call(partial(_deal_to_play, game=game))) is not None:
                if draw is not None and now.players != players:
                    drawn = draw(now.players)
                players = now.players
                manner = MANNER if self.eyes else replace(MANNER, unread=UNREAD)
                deal = SimulatedDeal(
                    dealt(now.players, now.options, now.dealer, chance), chance, manner, begun
                )
                if drawn is not None:
                    drawn.begin()
                left = False
                for reading in deal.readings(*self._hands(table)):
                    heard = []
                    for frame in self._shots(reading, drawn, pace):
                        yield frame
                        heard.append(table.call(partial(self._finding, deal)))
                    deal.hear(*heard)
                    left = table.call(partial(_deal_to_play, game=game)) != now
                    if left:
                        break
                laid = laid_in_this_deal(table.call(lambda evening: evening.steps))
                right &= as_played(deal, laid)
                if not left:
                    yield from self._rest(deal.t, LONG_LOOK, pace, drawn)
                    table.call(partial(_count, played=now))
                questions += deal.asked
                begun = deal.t + LONG_LOOK
            if not table.call(partial(_is_over, game=game)):
                continue  # somebody has begun another one
            self.result = table.call(partial(_result, questions=questions, right=right))
            if self.once:
                return
            click.echo(json.dumps(self.result))
            yield from self._rest(begun, APPLAUSE, pace, drawn)
            begun += APPLAUSE

    def _begun(self, evening: HanaEvening, first: int) -> int:
        """Begin a game where nobody has on a page since the last one; return its number."""
        if evening.game in (None, self._newest) or evening.sitting.standing.over:
            evening.begin(dealer=first if first < evening.players else 0)
        assert evening.game is not None
        self._newest = evening.game
        return evening.game

    def _shots(self, reading: HanaReading, drawn: HanaFrames | None, pace: Pace) -> Iterator[Frame]:
        """Yield the frames up to a reading, each when its time has come."""
        if drawn is None:
            self._now = reading
            pace.wait_for(reading.t)
            yield _nothing(reading.t)
            return
        for frame in drawn.of(reading):
            pace.wait_for(frame.t)
            yield frame

    def _finding(self, deal: SimulatedDeal, evening: HanaEvening) -> HanaFinding:
        """Return what the companion makes of the newest frame; players see what it cannot read."""
        if isinstance(self._now, FieldSight):
            note_unread(deal, evening, self._now)
        return evening.finding

    def _rest(
        self, t: float, seconds: float, pace: Pace, drawn: HanaFrames | None
    ) -> Iterator[Frame]:
        """Yield frames in which nothing happens."""
        for second in range(1, round(seconds)):
            self._now = None
            pace.wait_for(t + second)
            yield _nothing(t + second) if drawn is None else drawn.still(t + second)

    def _hands(self, table: HanaTable) -> tuple[Callable[[int, Card], None], Callable[[], None]]:
        """Return how the players name a card, and take a turn back: by a phone's taps."""

        def name(place: int, card: Card) -> None:
            table.put(card, MAT if place == FIELD else place)

        def back() -> None:
            table.call(lambda evening: evening.take_back() if evening.can_take_back else None)

        return name, back


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal that is to be played: of which game, after how many others, and how."""

    game: int
    number: int
    players: int
    dealer: int
    options: Options


def _deal_to_play(evening: HanaEvening, game: int) -> _Deal | None:
    """Return the deal that ``game`` stands at; None where it is over, or another one has begun."""
    if evening.game != game or evening.sitting.standing.over:
        return None
    sitting = evening.sitting
    standing = sitting.standing
    return _Deal(game, len(sitting.deals), sitting.players, standing.dealer, sitting.options)


def _count(evening: HanaEvening, played: _Deal) -> None:
    """Let a deal count that was played, unless somebody has; else it is drawn.

    What people put right on the pages may leave the record without cards that were laid.
    """
    if _deal_to_play(evening, played.game) != played:
        return
    try:
        evening.score()
    except TapRefused as refused:
        click.echo(f"The deal cannot count: {evening.people.told(refused.why, ENGLISH)}.")
        evening.draw()


def _is_over(evening: HanaEvening, game: int) -> bool:
    return evening.game == game and evening.sitting.standing.over


def _nothing(t: float) -> Frame:
    return Frame(np.zeros((1, 1, 3), dtype=np.uint8), t)


def _result(evening: HanaEvening, *, questions: int, right: bool) -> dict[str, object]:
    standing = evening.sitting.standing
    return {
        "event": "result",
        "game": "hana-awase",
        "deals": [list(scores) for scores in standing.scores],
        "totals": list(standing.totals),
        "winners": list(standing.leaders),
        "questions": questions,
        "truth_agrees": right,
    }
