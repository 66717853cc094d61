"""Whose arm comes over the mat of Hana-awase is seen from where it comes."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion.frames import Frame
from vision.geometry import card_corners
from vision.hanafuda import build_deck
from vision.live.hana_watch import SECTORS, SECTORS_BESIDE, HanaWatch
from vision.simulator.optics import Optics
from vision.simulator.piles import PileTable
from vision.simulator.reach import MatPoint, edge_of_view
from vision.simulator.scene import LyingCard, Pose, ReachingHand
from vision.simulator.setting import Setting
from vision.table.hana_layout import load_hana_layout

MAT, DECK = load_hana_layout(), build_deck()
LYING = [LyingCard("01-crane", Pose(80, 80)), LyingCard("08-moon", Pose(250, 90))]
EVERYBODY = frozenset(range(SECTORS))


class Table:
    """A drawn table that is watched, four frames a second."""

    def __init__(self, players: int) -> None:
        setting = Setting(players=players, seed=3, width=1152)
        self.optics = Optics(setting, MAT.layout)
        self.drawn = PileTable(setting, DECK, MAT)
        self.watch = HanaWatch(MAT)
        self.number = 0
        self.lying = list(LYING)
        self.faint: MatPoint | None = None
        self.shade = 5
        self.rest()
        self.before = self.watch.arms  # whoever laid the table may have been anybody

    def show(self, *hands: ReachingHand, blot: MatPoint | None = None) -> None:
        self.number += 1
        image = self.drawn.picture(self.lying, hands, self.number)
        if blot is not None:
            middle = self.optics.mat.to_pixels(np.array([blot]))[0].round().astype(int)
            cv2.circle(image, (int(middle[0]), int(middle[1])), 40, (90, 130, 180), -1)
        if self.faint is not None:
            card = self.optics.mat.to_pixels(card_corners(self.faint, (46.0, 76.0)))
            paler = cv2.fillConvexPoly(
                np.zeros_like(image), card.round().astype(int), [self.shade] * 3
            )
            image = np.asarray(cv2.add(image, paler), np.uint8)
        self.watch.update(Frame(image, self.number / 4))

    def rest(self) -> None:
        for _ in range(6):
            self.show()
            quiet, moving = self.watch.quiet(self.number / 4)
            if quiet:
                self.watch.know(moving)

    def reach(self, seats: Sequence[int], goal: MatPoint) -> None:
        """Let the hands of ``seats`` come, reach for a spot and go."""
        for share in (0.6, 1.0, 0.5):
            hands = []
            for seat in seats:
                start = edge_of_view(self.optics, seat)
                way = [
                    begun + (end - begun) * share for begun, end in zip(start, goal, strict=True)
                ]
                hands.append(ReachingHand(seat, way[0], way[1]))
            self.show(*hands)
        self.rest()

    def came(self) -> frozenset[int]:
        counts = zip(self.watch.arms, self.before, strict=True)
        return frozenset(sector for sector, (now, before) in enumerate(counts) if now > before)


def sectors(seat: int, players: int) -> set[int]:
    """Return the directions of a seat, and those that may be its arm's as well."""
    middle, half = seat * SECTORS / players, SECTORS / players / 2
    return {
        one
        for one in range(SECTORS)
        if abs((one + 0.5 - middle + SECTORS / 2) % SECTORS - SECTORS / 2)
        < half + SECTORS_BESIDE + 1
    }


@pytest.mark.parametrize(
    ("seat", "players"), [(0, 2), (1, 2), (0, 3), (1, 3), (2, 3), (0, 4), (1, 4), (2, 4), (3, 4)]
)
def test_an_arm_comes_from_the_side_of_its_seat(seat: int, players: int) -> None:
    table = Table(players)
    table.reach([seat], (210.0, 120.0))
    assert table.came()
    assert table.came() <= sectors(seat, players)


def test_of_two_arms_at_once_both_are_seen() -> None:
    table = Table(2)
    table.reach([0, 1], (210.0, 120.0))
    assert table.came() & sectors(0, 2) - sectors(1, 2)
    assert table.came() & sectors(1, 2) - sectors(0, 2)


def test_what_moves_on_the_mat_without_an_arm_may_be_anybodys() -> None:
    table = Table(2)
    table.show(blot=(210.0, 120.0))
    assert not table.came()  # whose arm it is may still be seen
    table.rest()
    assert table.came() == EVERYBODY


def test_what_moves_beside_the_mat_is_nobodys_arm() -> None:
    table = Table(2)
    table.show(blot=(210.0, 380.0))
    table.rest()
    assert not table.came()


def test_a_second_arm_that_nobody_saw_is_not_excused_by_the_first() -> None:
    table = Table(2)
    table.reach([0], (210.0, 120.0))
    table.show(blot=(210.0, 120.0))
    table.rest()
    assert table.came() == EVERYBODY


def test_only_where_a_card_was_laid_the_picture_is_to_be_read_again() -> None:
    table = Table(2)
    table.lying.append(LyingCard("03-curtain", Pose(330, 150)))
    table.show()
    corners = table.optics.mat.to_pixels(np.array([[330.0, 150.0]]))[0]
    boxes = table.watch.changed(frozenset(), frozenset())
    assert boxes
    assert any(x <= corners[0] < right and y <= corners[1] < down for x, y, right, down in boxes)
    crane = table.optics.mat.to_pixels(np.array([[80.0, 80.0]]))[0]
    assert not any(x <= crane[0] < right and y <= crane[1] < down for x, y, right, down in boxes)


def test_what_moved_when_a_picture_was_read_is_read_again() -> None:
    table = Table(2)
    assert not table.watch.changed(frozenset(), frozenset())
    beside = table.optics.mat.to_pixels(np.array([[210.0, 330.0]]))[0]  # before seat 0
    boxes = table.watch.changed(frozenset(), frozenset({0, SECTORS - 1}))
    assert any(x <= beside[0] < right and y <= beside[1] < down for x, y, right, down in boxes)
    assert not table.watch.changed(frozenset({0, SECTORS - 1}), frozenset({0, SECTORS - 1}))


@pytest.mark.parametrize("hand", [True, False])
def test_a_pale_card_on_pale_paper_is_seen_once_a_hand_was_over_the_mat(hand: bool) -> None:
    """It changes less than a soft shadow does, which alone is nothing new."""
    table = Table(2)
    if hand:
        table.show(ReachingHand(0, 330.0, 150.0))
    table.faint = (330.0, 150.0)
    for _ in range(4):
        table.show()
    assert table.watch.is_new(frozenset()) == hand
    x, y = table.optics.mat.to_pixels(np.array([table.faint]))[0]
    boxes = table.watch.changed(frozenset(), frozenset())
    assert any(left <= x < right and top <= y < down for left, top, right, down in boxes) == hand


def test_a_pale_card_that_was_read_is_missed_once_a_hand_has_taken_it() -> None:
    table = Table(2)
    table.shade = 9  # more than a hand changes at least, and as even as a shadow
    table.faint = (330.0, 150.0)
    for _ in range(4):
        table.show()
    table.watch.know(frozenset())
    table.show(ReachingHand(0, 330.0, 150.0))
    table.faint = None
    for _ in range(4):
        table.show()
    x, y = table.optics.mat.to_pixels(np.array([[330.0, 150.0]]))[0]
    boxes = table.watch.changed(frozenset(), frozenset())
    assert any(left <= x < right and top <= y < down for left, top, right, down in boxes)
