"""Cards on a mat and in racks, and what good or poor eyes make of them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.hanabi.ruleset import STANDARD
from companion.referee.readings import Discs, LaidCard, Sight, SlotSight, TableReading

UNREAD = "?"
MISREAD, NOT_READ = 0.03, 0.08
"""Shares of the cards in racks."""


@dataclass
class World:
    """Which faces the cards have, and what the eyes make of them in a rack; by dealing order."""

    truth: list[str]
    in_rack: list[str]


@dataclass
class MatAndRacks:
    """Where each card is, whatever its face."""

    players: int
    racks: dict[tuple[int, int], int | None] = field(default_factory=dict)
    columns: list[list[int]] = field(default_factory=lambda: [[] for _ in range(6)])
    discards: list[int] = field(default_factory=list)
    drawn: int = 0
    holders: dict[int, set[int]] = field(default_factory=dict)
    laid: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        for seat in range(self.players):
            for slot in range(STANDARD.hand_size(self.players)):
                self.draw(seat, slot)

    def draw(self, seat: int, slot: int) -> None:
        if self.drawn < STANDARD.deck_size:
            self.racks[seat, slot] = self.drawn
            self.holders.setdefault(self.drawn, set()).add(seat)
            self.drawn += 1

    def undrawn(self) -> list[int]:
        return [card for card in range(STANDARD.deck_size) if card not in self.holders]

    def hidden_from(self, seats: Iterable[int]) -> list[int]:
        """Return the cards in the hands of ``seats`` that nobody else ever held or saw laid."""
        inside = set(seats)
        held = [card for seat in inside for _, card in self.hand(seat)]
        return [card for card in held if self.holders[card] <= inside and card not in self.laid]

    def hand(self, seat: int) -> list[tuple[int, int]]:
        return [
            (slot, card)
            for (at, slot), card in self.racks.items()
            if at == seat and card is not None
        ]


@dataclass
class Eyes:
    """What good eyes would report: serials count what changed, hands leave what was seen last."""

    world: World
    table: MatAndRacks
    t: float = 0.0
    covered: frozenset[tuple[int, int]] = frozenset()
    discs: Discs = field(default_factory=Discs)
    _slots: dict[tuple[int, int], tuple[int | None, SlotSight]] = field(default_factory=dict)
    _serials: dict[tuple[str, int], int] = field(default_factory=dict)
    _newest: int = 0

    def touch(self, places: Iterable[tuple[int, int]]) -> None:
        for place in places:
            card, shown = self._slots[place]
            self._slots[place] = card, replace(shown, touched=shown.touched + 1)

    def reading(self, still_for: float) -> TableReading:
        self.t = round(self.t + still_for, 3)
        for place, card in self.table.racks.items():
            before, shown = self._slots.get(place, (None, SlotSight(Sight.EMPTY, None, 0)))
            if place in self.covered:
                self._slots[place] = before, replace(shown, covered=True)
                continue
            label = self.world.in_rack[card] if card is not None else None
            sight = Sight.EMPTY if card is None else Sight.FACE
            if label == UNREAD:
                sight, label = Sight.UNKNOWN, None
            other = card != before
            serial, touched = shown.serial + other, shown.touched + other
            self._slots[place] = card, SlotSight(sight, label, serial, touched=touched)
        return TableReading(
            t=self.t,
            still_for=still_for,
            mat=True,
            clear=not self.covered,
            columns=tuple(
                tuple(self._laid("fireworks", card) for card in pile) for pile in self.table.columns
            ),
            discards=tuple(self._laid("discards", card) for card in self.table.discards),
            slots={place: shown for place, (_, shown) in self._slots.items()},
            racks=frozenset(range(self.table.players)),
            discs=self.discs,
        )

    def forget_laid(self, card: int) -> None:
        for where in ("fireworks", "discards"):
            self._serials.pop((where, card), None)

    def _laid(self, where: str, card: int) -> LaidCard:
        if (where, card) not in self._serials:
            self._newest += 1  # never that of a card that was taken up again
            self._serials[where, card] = self._newest
        return LaidCard(self._serials[where, card], self.world.truth[card], (), self.t)


class Closeups(dict[tuple[int, int], bytes]):
    """Pictures of all cards in racks, whether anybody is asked about them or not."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes

    def get(self, place: Any, default: Any = None) -> Any:
        card = self._eyes.table.racks.get(place)
        return default if card is None else f"a picture of {self._eyes.world.truth[card]}".encode()


def a_world(chance: random.Random, *, poor_eyes: bool = True) -> World:
    truth = [card.label for card in STANDARD.deck]
    chance.shuffle(truth)
    in_rack = list(truth)
    for card in range(len(in_rack) if poor_eyes else 0):
        luck = chance.random()
        if luck < MISREAD:
            in_rack[card] = chance.choice(truth)
        elif luck < MISREAD + NOT_READ:
            in_rack[card] = UNREAD
    return World(truth, in_rack)
