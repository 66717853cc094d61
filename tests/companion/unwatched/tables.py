"""Evenings that nobody watches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.announcements.announcement import Announcement
from companion.announcements.notation import to_data
from companion.hanabi.cards import Card
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.panel.panel import Press
from companion.play.camera_watch import Watch
from companion.play.controller import Controller
from companion.play.inputs import AnswerTap, LayTap, StartTap, Tap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.referee.findings import Spot
from companion.views.view import PUBLIC


class Table:
    """An evening that nobody watches."""

    def __init__(
        self, record: Record, players: int | None = 2, ruleset: Ruleset = STANDARD
    ) -> None:
        self.said: list[str] = []
        self.clock = 100.0
        self.controller = Controller(
            record,
            Plan(ruleset, players),
            now=lambda: "2026-11-20T19:00:00Z",
            tell=self._told,
            watch=Watch.NONE,
            clock=lambda: self.clock,
        )

    def _told(self, announcement: Announcement) -> None:
        self.said.append(str(to_data(announcement)["event"]))

    def tap(self, tap: Tap, reader: int | None = 0) -> str | None:
        return self.controller.ask(tap, reader).message

    def begin(self) -> None:
        assert self.tap(StartTap(0)) is None

    def lay(self, slot: int, label: str | None, spot: Spot = Spot.FIREWORKS) -> None:
        """Have the seat to move lay a card and somebody say which it is."""
        seat = self.view()["game"]["to_move"]
        assert self.tap(LayTap(seat, slot, spot)) is None
        assert self.tap(AnswerTap(Card.parse(label) if label else None), 1) is None

    def discard(self, slot: int, label: str | None) -> None:
        self.lay(slot, label, Spot.DISCARDS)

    def press(self, *presses: Press) -> None:
        for press in presses:
            self.controller.press(press)

    def view(self, reader: int | None = PUBLIC) -> Mapping[str, Any]:
        view: Mapping[str, Any] = self.controller.views()[reader]
        return view

    @property
    def log(self) -> list[str]:
        turns = self.view()["game"]["log"]
        return [f"{turn['seat']} {turn['kind']} {turn.get('card') or ''}".strip() for turn in turns]

    @property
    def counts(self) -> tuple[int, int]:
        panel = self.controller.panel()
        return panel.clue_tokens, panel.strikes
