"""A deal of Hana-awase from rendered frames to the record, with the project's own pack."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.adapters.field_eyes import WHOLE_AFTER, FieldEyes
from companion.adapters.pile_eyes import Followed, PileEyes
from companion.demonstration.hana_frames import HanaFrames, follow
from companion.demonstration.hana_round import (
    Manner,
    SimulatedDeal,
    as_played,
    dealt,
    laid_in_this_deal,
)
from companion.frames import Frame
from companion.hana_awase.options import Options
from companion.hana_referee.findings import (
    Agreed,
    HanaDifference,
    HanaFinding,
    HanaReason,
)
from companion.hana_table.evening import HanaEvening
from companion.hana_table.record import HanaRecord
from companion.hana_table.steps import CardLaid, CardsDealt
from tests.companion.hana_table.evenings import card
from vision.geometry import PixelBox
from vision.hanafuda import CARD_SIZE, build_deck
from vision.simulator.hana_table import DrawnHanaTable
from vision.simulator.piles import PileTable, lay_out, photograph
from vision.simulator.scene import LyingCard, Pose, ReachingHand
from vision.simulator.setting import Setting
from vision.table.hana_layout import load_hana_layout

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
        image = photograph(ROOM, DECK, self._lying(), MAT)
        return image if hand is None else _with_a_hand(image, hand)

    def _lying(self) -> list[LyingCard]:
        x, y, _, _ = MAT.details.hana.field
        lying = [
            LyingCard(one, Pose(x + 35 + at % 5 * 62, y + 40 + at // 5 * 80, 7.0 * (at % 3) - 7))
            for at, one in enumerate(self.field)
        ]
        return [*lying, *lay_out(MAT, self.piles, CARD_SIZE, 2)]

    def drawn(self, hands: Sequence[ReachingHand]) -> BgrImage:
        return PileTable(ROOM, DECK, MAT).picture(self._lying(), hands)

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


class Reader(PileEyes):
    """Notes whether each picture was read as a whole or in parts."""

    def __init__(self) -> None:
        super().__init__(DECK, MAT)
        self.read: list[str] = []

    def follow(
        self, frame: Frame, before: Followed | None, changed: Sequence[PixelBox]
    ) -> Followed:
        self.read.append("whole" if before is None else "part")
        return super().follow(frame, before, changed)


def test_only_what_has_changed_is_read_until_the_table_rests_or_a_card_is_gone() -> None:
    film, reader = Film(), Reader()
    eyes = FieldEyes(reader, MAT)

    def show(image: BgrImage, seconds: float) -> set[str]:
        *_, sight = [eyes.look(frame) for frame in film.frames(image, seconds)]
        assert sight is not None
        lying = sight.picture.cards if sight.picture is not None else ()
        return {card.label for card in lying if card.label is not None}

    assert show(film.image(), 2.0) == set(DEALT)
    assert reader.read == ["whole"]
    film.field.append("08-moon")
    show(film.image((0.5, 0.4)), 0.4)
    assert show(film.image(), 2.0) == {*DEALT, "08-moon"}
    assert reader.read == ["whole", "part"]
    show(film.image(), WHOLE_AFTER)
    assert reader.read == ["whole", "part", "whole"]
    show(film.image(), 2 * WHOLE_AFTER)
    assert reader.read == ["whole", "part", "whole"]
    # A card that cannot be seen any more may have been carried anywhere.
    film.field.remove("08-moon")
    show(film.image((0.5, 0.4)), 0.4)
    assert show(film.image(), 2.0) == set(DEALT)
    assert reader.read[3:] == ["part", "whole"]


def test_a_pile_that_reaches_far_is_read_anew_when_it_is_moved_up() -> None:
    """The first card of a long row lies beyond where changes are noticed, and others follow it."""
    table = DrawnHanaTable(Setting(players=3, seed=8, width=2304), DECK, MAT)
    eyes = FieldEyes(PileEyes(DECK, MAT), MAT)
    pile = [*DEALT[:6], "10-deer", "10-blue", "11-rainman"]
    t = 0.0

    def show(pile: list[str], seconds: float, *, arm: bool = False) -> list[str]:
        nonlocal t
        table.lay(["08-moon"], [[], [], pile], stock=True)
        sights = []
        for _ in range(round(seconds * 4)):
            t += 0.25
            image = table.picture(2, table.goal(stock=False)) if arm else table.picture()
            sights.append(eyes.look(Frame(image, t)))
        sight = sights[-1]
        assert sight is not None
        lying = sight.picture.cards if sight.picture is not None else ()
        return sorted(card.label for card in lying if card.label is not None and not card.on_mat)

    pile.append("11-swallow")
    assert show(pile, 3.0) == sorted(pile)
    show(pile, 0.5, arm=True)
    pile += ["05-bridge", "05-red"]
    assert show(pile, 2.0) == sorted(pile), "before all of it is looked at again"


def test_a_card_laid_out_of_turn_is_not_taken_for_the_movers(evening: HanaEvening) -> None:
    film, eyes = Film(), FieldEyes(PileEyes(DECK, MAT), MAT)

    def show(seconds: float, *seats: int) -> None:
        hands = [ReachingHand(seat, 150.0, 120.0) for seat in seats]
        for frame in film.frames(film.drawn(hands), seconds):
            sight = eyes.look(frame)
            if sight is not None:
                evening.look(sight)

    show(5.0)
    begun = evening.steps
    show(0.4, 1)
    film.field.append("08-moon")
    show(0.2, 1)
    show(5.0)
    moon = card("08-moon")
    found: HanaFinding | None = evening.finding
    assert found == HanaDifference(HanaReason.OUT_OF_TURN, seat=1, whose=0, card=moon)
    assert evening.steps == begun
    film.field.remove("08-moon")
    show(0.4, 1)
    show(2.0)
    assert isinstance(evening.finding, Agreed)
    film.field.append("08-moon")
    show(0.4, 0)
    show(2.0)
    assert evening.steps[-1] == CardLaid(0, moon, (), True)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_of_careless_players_is_followed_from_drawn_frames(
    players: int, tmp_path: Path
) -> None:
    chance = random.Random(f"a deal of {players}")
    manner = Manner(mischief=0.15, arms=True, greedy=False)
    deal = SimulatedDeal(dealt(players, Options(), 0, chance), chance, manner)
    table = DrawnHanaTable(Setting(players=players, seed=8, width=2304), DECK, MAT)
    frames = HanaFrames(table, players)
    with HanaRecord(tmp_path / "games.sqlite3") as record:
        evening = HanaEvening(record, Options(), players, now=lambda: "2026-11-23T20:00:00Z")
        evening.begin()
        for _ in follow(deal, frames, FieldEyes(PileEyes(DECK, MAT), MAT), evening):
            pass
    assert as_played(deal, laid_in_this_deal(evening.steps))
