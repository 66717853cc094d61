"""``companion demo --game hana-awase``: simulated players at a table that is read without pixels.

What they lay goes through the real referee, record and pages; only the eyes are left out.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import click
import numpy as np

from companion.adapters.pile_eyes import PileEyes
from companion.app import TableParts, open_house, welcome
from companion.demonstration.hana_round import Manner, SimulatedDeal, as_played, dealt
from companion.demonstration.show import APPLAUSE, FrameSource, Pace
from companion.files.paths import demo_directory, record_file
from companion.files.taken import Taken
from companion.frames import Frame
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_referee.findings import FIELD, HanaLaid
from companion.hana_referee.readings import HanaReading
from companion.hana_table.evening import HanaEvening
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import MAT, CardLaid, CardsDealt
from companion.hana_table.table import HanaTable
from companion.live import Sight
from companion.settings.settings import Settings
from vision.hana_layout import load_hana_layout

DEALS = 3
"""Deals of a game that is shown: a short one."""
MANNER = Manner(mischief=0.03, unread=0.01, arms=True)
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
        result: what the newest finished game came to; None before it.
    """

    seed: int
    players: int
    speed: float
    once: bool
    result: dict[str, object] | None = None
    _now: HanaReading | None = None

    def perform(self, settings: Settings, lock: Taken) -> dict[str, object] | None:
        """Serve the page and play; return the newest finished game's result.

        Raises:
            RecordError: there is no record, and none can be made.
            WebError, PanelError, FolderTakenError: as `companion.app.open_house` raises.
        """
        folder = demo_directory()
        with HanaRecord(record_file(folder)) as record:
            lock.take()
            for game in record.games():
                record.delete(game.id)
            table = HanaTable(
                record,
                Options(deals=DEALS),
                self.players,
                PileEyes(None, load_hana_layout()),
                watched=False,
                tell=click.echo,
            )
            parts = TableParts(hana=table, settings=settings, shared_seats=True, own_folder=folder)
            with open_house(parts) as house:
                lock.tell(house.address)
                click.echo(welcome(house), err=True)
                click.echo("Ctrl-C ends it.\n", err=True)
                camera = FrameSource(self._frames(table))
                table.run(Sight(camera, lambda _: self._now))
        return self.result

    def _frames(self, table: HanaTable) -> Iterator[Frame]:
        pace, begun = Pace(self.speed), 0.0
        for seed in itertools.count(self.seed):
            chance = random.Random(seed)
            first = chance.randrange(self.players)
            table.call(partial(HanaEvening.begin, players=self.players, dealer=first))
            right, questions = True, 0
            for _ in range(DEALS):
                dealer = table.call(lambda evening: evening.sitting.standing.dealer)
                deal = SimulatedDeal(
                    dealt(self.players, Options(), dealer, chance), chance, MANNER, begun
                )
                for reading in deal.readings(*self._hands(table)):
                    yield self._frame(reading, pace)
                    deal.hear(table.call(lambda evening: evening.finding))
                right &= as_played(deal, table.call(_laid_in_this_deal))
                questions += deal.asked
                yield from self._rest(deal.t, LONG_LOOK, pace)
                table.call(lambda evening: evening.score())
                begun = deal.t + LONG_LOOK
            self.result = table.call(partial(_result, questions=questions, right=right))
            if self.once:
                return
            click.echo(json.dumps(self.result))
            yield from self._rest(begun, APPLAUSE, pace)
            begun += APPLAUSE

    def _frame(self, reading: HanaReading, pace: Pace) -> Frame:
        self._now = reading
        pace.wait_for(reading.t)
        return Frame(np.zeros((1, 1, 3), dtype=np.uint8), reading.t)

    def _rest(self, t: float, seconds: float, pace: Pace) -> Iterator[Frame]:
        """Yield frames in which nothing is seen."""
        for second in range(round(seconds)):
            self._now = None
            pace.wait_for(t + second)
            yield Frame(np.zeros((1, 1, 3), dtype=np.uint8), t + second)

    def _hands(self, table: HanaTable) -> tuple[Callable[[int, Card], None], Callable[[], None]]:
        """Return how the players name a card, and take a turn back: by a phone's taps."""

        def name(place: int, card: Card) -> None:
            table.put(card, MAT if place == FIELD else place)

        def back() -> None:
            table.call(lambda evening: evening.take_back())

        return name, back


def _laid_in_this_deal(evening: HanaEvening) -> list[HanaLaid]:
    laid: list[HanaLaid] = []
    for step in evening.steps:
        if isinstance(step, CardsDealt):
            laid = []
        if isinstance(step, CardLaid):
            laid.append(HanaLaid(step.seat, step.card, step.taken, step.in_order))
    return laid


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
