"""An evening at a filmed table, for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.hanabi.moves import Hint
from companion.hanabi.ruleset import STANDARD
from companion.play.controller import Controller
from companion.play.inputs import (
    ClueTap,
    StartTap,
)
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.views.view import PUBLIC
from tests.companion.filmed_table import FilmedTable, Hands

TWO = (["r1", "r1", "y2", "g3", "w4"], ["b1", "b2", "y1", "w5", "r2"])
THREE = (*TWO, ["g1", "g2", "r3", "r4", "y5"])
NOTHING = [None] * 5
LONG = 3.4
"""Seconds of stillness after which everything may be said."""


class Table:
    """An evening at a filmed table."""

    def __init__(self, record: Record, hands: Hands = TWO, plan: Plan | None = None) -> None:
        self.said: list[str] = []
        self.film = FilmedTable(hands)
        self.controller = Controller(
            record, plan or Plan(STANDARD), now=lambda: "2026-11-20T19:00:00Z", tell=self._told
        )

    def _told(self, announcement: Announcement) -> None:
        self.said.append(str(to_data(announcement)["event"]))

    def look(self, still_for: float = LONG) -> list[str]:
        """Show the table; return what is told meanwhile."""
        before = len(self.said)
        self.film.t += still_for
        self.controller.see(self.film.reading(still_for), self.film.t)
        return self.said[before:]

    def begin(self) -> None:
        self.look()
        reply = self.controller.ask(StartTap(0), 0)
        assert reply.ok, reply

    def clue(self, giver: int, target: int, hint: Hint) -> str | None:
        return self.controller.ask(ClueTap(giver, target, hint), giver).message

    def view(self, reader: int | None = PUBLIC) -> Mapping[str, Any]:
        view: Mapping[str, Any] = self.controller.views()[reader]
        return view

    @property
    def log(self) -> list[str]:
        turns = self.view()["game"]["log"]
        return [f"{turn['seat']} {turn['kind']} {turn.get('card', '')}".strip() for turn in turns]


def after_a_break(record: Record, table: Table) -> Table:
    """Another evening at the same table: new eyes, which number what they see anew."""
    again = Table(record)
    again.film = film = table.film
    piles = [*film.columns, film.discards]
    numbers = {card.serial: new for new, card in enumerate(chain(*piles), start=1)}
    for pile in piles:
        pile[:] = [replace(card, serial=numbers[card.serial]) for card in pile]
    for place, shown in film.slots.items():
        film.slots[place] = replace(shown, serial=1, touched=0)
    assert again.controller.resume() is not None
    return again
