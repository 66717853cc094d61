"""An evening of Hana-awase as phones see it: cards are laid before its eyes, the rest is HTTP."""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from companion.demonstration.hana_round import Manner, SimulatedDeal
from companion.hana_awase.cards import Card
from companion.hana_awase.state import DealState
from companion.hana_referee.findings import FIELD, HanaFinding
from companion.hana_referee.readings import HanaReading, SeenFaces
from companion.hana_table.found_piles import PileCard, PilePicture
from companion.hana_table.table import HanaTable
from companion.referee.readings import Sight
from companion.views.view import PUBLIC
from tests.web.hana_phones import Eyes, one_pile, table
from tests.web.phones import CODE, Phone
from web import create_hana_app
from web.config import PageConfig

AFTER_A_WHILE = 4.0
"""Seconds of stillness after which something may be said to be wrong."""
EIGHT = "01-crane 01-chaff1 02-warbler 03-curtain 04-cuckoo 05-bridge 06-blue 07-boar"
SIX = "01-crane 02-warbler 03-curtain 04-cuckoo 05-bridge 06-blue"


class HanaPlace:
    """One table and a phone at it."""

    def __init__(self, running: HanaTable, eyes: Eyes) -> None:
        self.running, self.eyes = running, eyes
        self.phone = Phone(create_hana_app(running, PageConfig(secret=b"kept", code=CODE)), 0)
        self.t, self.reached = 0.0, 0
        self.field: list[Card] = []
        self.piles: list[list[Card]] = []
        self.arms: list[int] = []

    # ------------------------------------------------------------------------------- the phone

    def tap(self, what: str, **body: object) -> TestResponse:
        """Tap on the page as it is now."""
        if what not in ("put", "exchange", "rules"):
            body["version"] = self.view["version"]
        return self.phone.client.post(f"/api/hana/{what}", json=body)

    def get(self, what: str) -> Any:
        """Return what a page is told."""
        return self.phone.client.get(f"/api/hana/{what}").json

    @property
    def view(self) -> Any:
        """What every page shows."""
        snapshot = self.running.hub.snapshot(PUBLIC)
        assert snapshot is not None
        return json.loads(snapshot.body)

    @property
    def told(self) -> list[str]:
        """What was said, oldest first."""
        return [one["text"] for one in self.view["news"]]

    def begin(self, players: int = 2, dealer: int = 0, **options: Any) -> None:
        """Begin a game by these options."""
        began = self.tap("begin", players=players, dealer=dealer, options=options)
        assert began.status_code == 200, began.json
        self.piles = [[] for _ in range(players)]
        self.arms = []

    def photos(self, *piles: Sequence[str] | str) -> Any:
        """Send a photo of each pile; return the page after that."""
        for seat, pile in enumerate(piles):
            self.eyes.shows = one_pile(pile.split() if isinstance(pile, str) else pile)
            assert self.photo(f"?seat={seat}").status_code == 200
        return self.view

    def photo(self, query: str = "") -> TestResponse:
        return self.phone.client.post(
            f"/api/hana/photo{query}", data=b"photo", headers={"Content-Type": "image/jpeg"}
        )

    # ------------------------------------------------------------------------------- the table

    def deal(self, field: str) -> None:
        """Lay the open cards of a deal out, and leave them."""
        self.field, self.piles = cards(field), [[] for _ in self.piles]
        self.look()
        self.look()

    def look(self) -> None:
        """Let the table lie for a while."""
        self.t += AFTER_A_WHILE
        self.see(self._reading(tuple(self.field), tuple(map(tuple, self.piles))))

    def reach(self, seat: int) -> None:
        """Let the arm of a seat come over the table; from now on it is seen whose arms come."""
        self.arms = self.arms or [0] * len(self.piles)
        self.arms[seat] += 1
        self.see(self._reading(None, (None,) * len(self.piles)))

    def _reading(self, field: SeenFaces | None, piles: tuple[SeenFaces | None, ...]) -> HanaReading:
        arms = tuple(self.arms) or None
        return HanaReading(self.t, field, piles, True, self.reached, arms)

    def see(self, reading: HanaReading) -> HanaFinding:
        """Let the eyes report what lies there."""
        return self.running.call(lambda evening: evening.see(reading))

    def lay(self, label: str) -> None:
        """Lay a card into the field."""
        self.field += cards(label)
        self.look()

    def take(self, label: str, *taken: str, seat: int | None = None) -> None:
        """Take cards of the field with another one, to the pile of whoever has the turn."""
        seat = self.view["to_move"] if seat is None else seat
        for one in cards(" ".join(taken)):
            self.field.remove(one)
        self.piles[seat] += cards(" ".join((label, *taken)))
        self.look()

    def stock(self) -> None:
        """Reach for the top card of the stock."""
        self.reached += 1

    def play(self, state: DealState, chance: random.Random) -> SimulatedDeal:
        """Let simulated players who know the rules play a deal out."""
        deal = SimulatedDeal(state, chance, Manner(hasty=0.0), self.t)
        readings = deal.readings(
            lambda place, which: self._name(which, place), lambda: self._take_back()
        )
        for reading in readings:
            deal.hear(self.see(reading))
        self.t = deal.t
        return deal

    def _name(self, which: Card, place: int) -> None:
        self.tap("put", card=which.label, to="mat" if place == FIELD else place)

    def _take_back(self) -> None:
        raise AssertionError("whoever plays by the rules takes nothing back")


def cards(labels: str) -> list[Card]:
    return [Card.parse(label) for label in labels.split()]


def on_the_mat(piles: Sequence[str], left: str) -> PilePicture:
    """All piles round the mat, and what is left on it."""
    lying = [
        PileCard("", Sight.FACE, label, 0.9, (), seat / len(piles))
        for seat, pile in enumerate(piles)
        for label in pile.split()
    ]
    on_mat = [PileCard("", Sight.FACE, one, 0.9, (), 0.0, on_mat=True) for one in left.split()]
    return PilePicture("", True, (*lying, *on_mat))


@contextlib.contextmanager
def hana_place(folder: Path) -> Iterator[HanaPlace]:
    """Open a table at which no game has begun."""
    with table(folder, players=None) as (running, eyes):
        yield HanaPlace(running, eyes)
