"""A deal of Hana-awase from rendered frames to the record, with the project's own pack."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.adapters.field_eyes import FieldEyes
from companion.adapters.pile_eyes import PileEyes
from companion.demonstration.hana_round import Manner, SimulatedDeal, dealt
from companion.frames import Frame
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_referee.findings import HanaLaid, HanaWaiting
from companion.hana_referee.readings import HanaReading
from companion.hana_table.evening import HanaEvening
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import CardLaid, CardsDealt
from tests.companion.hana_table.evenings import card
from vision.hana_layout import load_hana_layout
from vision.hanafuda import CARD_SIZE, build_deck
from vision.simulator.piles import lay_out, photograph
from vision.simulator.scene import LyingCard, Pose
from vision.simulator.setting import Setting

if TYPE_CHECKING:
    from companion.frames import BgrImage

MAT, DECK = load_hana_layout(), build_deck()
ROOM = Setting(players=2, seed=8, width=2304)
LABELS = "01-crane 01-chaff1 02-warbler 03-curtain 04-cuckoo 05-bridge 06-blue 07-boar"
DEALT = LABELS.split()


class Film:
    """Frames of a drawn table, five a second."""

    def __init__(self) -> None:
        self.field = list(DEALT)
        self.piles: list[list[str]] = [[], []]
        self.t = 0.0

    def image(self, hand: tuple[float, float] | None = None) -> BgrImage:
        x, y, _, _ = MAT.details.hana.field
        lying = [
            LyingCard(one, Pose(x + 35 + at % 5 * 62, y + 40 + at // 5 * 80, 7.0 * (at % 3) - 7))
            for at, one in enumerate(self.field)
        ]
        image = photograph(ROOM, DECK, [*lying, *lay_out(MAT, self.piles, CARD_SIZE, 2)], MAT)
        return image if hand is None else _with_a_hand(image, hand)

    def frames(self, image: BgrImage, seconds: float) -> Iterator[Frame]:
        for _ in range(round(seconds * 5)):
            self.t += 0.2
            yield Frame(image, self.t)


def _with_a_hand(image: BgrImage, share: tuple[float, float]) -> BgrImage:
    """Return the picture with something of a hand's size over a point of it."""
    covered = image.copy()
    height, width = image.shape[:2]
    at = (round(share[0] * width), round(share[1] * height))
    cv2.ellipse(covered, at, (90, 60), 20, 0, 360, (120, 150, 205), -1)
    return np.asarray(covered, dtype=np.uint8)


HALF_TURNS = 8
STOCK = (0.5, 0.61)
"""Where in the picture the stock lies, about."""


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[HanaEvening]:
    with HanaRecord(tmp_path / "games.sqlite3") as record:
        made = HanaEvening(record, Options(), 2, now=lambda: "2026-11-23T20:00:00Z")
        made.begin()
        yield made


def test_a_turn_is_followed_from_drawn_frames(evening: HanaEvening) -> None:
    film, eyes = Film(), FieldEyes(PileEyes(DECK, MAT), MAT)

    def show(image: BgrImage, seconds: float) -> None:
        for frame in film.frames(image, seconds):
            sight = eyes.look(frame)
            if sight is not None:
                evening.look(sight)

    show(film.image(), 5.0)
    assert isinstance(evening.steps[1], CardsDealt)
    assert set(evening.steps[1].field) == set(map(card, DEALT))
    film.field.remove("02-warbler")
    film.piles[0] = ["02-poem", "02-warbler"]
    show(film.image((0.5, 0.4)), 0.4)
    show(film.image(), 1.6)
    assert evening.steps[-1] == CardLaid(0, card("02-poem"), (card("02-warbler"),), True)
    show(film.image(STOCK), 0.4)
    film.field.append("08-moon")
    show(film.image((0.5, 0.4)), 0.4)
    show(film.image(), 1.6)
    assert evening.steps[-1] == CardLaid(0, card("08-moon"), (), True)
    assert evening.to_move == 1


@pytest.mark.long
@pytest.mark.parametrize("seed", [71])
def test_turns_of_players_by_the_rules_are_followed_from_drawn_frames(
    evening: HanaEvening, seed: int
) -> None:
    chance = random.Random(seed)
    deal = SimulatedDeal(dealt(2, Options(), 0, chance), chance, Manner(hasty=0.0))
    eyes, cells = FieldEyes(PileEyes(DECK, MAT), MAT), Cells()
    reached, image, drawn = 0, Film().image(), None
    for reading in deal.readings(lambda *_: None, lambda: None):
        if reading.field is None:
            shown = _with_a_hand(image, STOCK if reading.reached > reached else (0.5, 0.4))
            reached = reading.reached
        else:
            if reading.what != drawn:
                drawn, image = reading.what, cells.image(reading)
            shown = image
        sight = eyes.look(Frame(shown, reading.t))
        deal.hear(HanaWaiting() if sight is None else evening.look(sight))
        if len(deal.laid) > HALF_TURNS:
            break  # the one that has just begun need not be seen yet
    laid = [
        HanaLaid(one.seat, one.card, one.taken, one.in_order)
        for one in evening.steps
        if isinstance(one, CardLaid)
    ]
    assert laid[:HALF_TURNS] == deal.laid[:HALF_TURNS]


class Cells:
    """Where each card lies in the field: it stays where it was laid."""

    def __init__(self) -> None:
        self._at: dict[Card, int] = {}

    def image(self, reading: HanaReading) -> BgrImage:
        field = [one for one in reading.field or () if one is not None]
        self._at = {one: at for one, at in self._at.items() if one in field}
        for one in field:
            self._at.setdefault(one, min(set(range(15)) - set(self._at.values())))
        x, y, _, _ = MAT.details.hana.field
        lying = [
            LyingCard(
                one.label, Pose(x + 30 + at % 7 * 43, y + 32 + at // 7 * 58, 5.0 * (at % 3) - 5)
            )
            for one, at in self._at.items()
        ]
        piles = [[one.label for one in pile or () if one is not None] for pile in reading.piles]
        return photograph(ROOM, DECK, [*lying, *lay_out(MAT, piles, CARD_SIZE, 2)], MAT)
