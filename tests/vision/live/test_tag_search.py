"""What of a picture is searched for tags, and when."""

from collections.abc import Collection
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.frames import Frame
from tests.drawn_table import Table, photograph
from vision.deck import Deck
from vision.geometry import Points
from vision.live.attention import Attention
from vision.live.motion import Motion
from vision.live.tag_search import SEEK_ALL_EVERY, SEEK_EVERY, SEEK_HARD_EVERY, TagSearch
from vision.live.watched import watch_places
from vision.table.layout import Layout
from vision.table.registration import Registrar
from vision.table.tags import TagFinder

CARDS = ("r1", "y1", "g1", "b1", "w1")
ONE, TWO = Table({0: CARDS}), Table({0: CARDS, 1: CARDS})
MAT_TAGS, FIRST, SECOND = {0, 1, 2, 3}, {10, 11}, {12, 13}
EVERY = 0.1
FAR_SIDE = np.s_[:432]
"""Rows of a picture in which the second seat's rack stands."""


class Watched:
    """Shows tables to a search for tags, as a reader does.

    Attributes:
        searched: the share of the picture of each search while the last table was shown.
    """

    def __init__(self, layout: Layout, deck: Deck) -> None:
        self.layout, self.deck = layout, deck
        self.motion = Motion()
        self.attention = Attention(self.motion)
        self.search = TagSearch(layout, 2, self.motion, self.attention)
        self.registrar = Registrar(layout, 2)
        self.t, self.begun, self.anew = 0.0, 0, True
        self.searched: list[float] = []

    def show(self, image: npt.NDArray[np.uint8], seconds: float) -> set[int]:
        """Show a picture for so long; return the tags in view at last."""
        self.searched = []
        height, width = image.shape[:2]
        for _ in range(round(seconds / EVERY)):
            self.t += EVERY
            self.motion.update(Frame(image, self.t))
            if self.motion.begun != self.begun:
                self.begun, self.anew = self.motion.begun, True
                self.attention.begin(self.t, unseen=True)
            self.attention.note(self.t)
            if not self.search.is_due(self.t, anew=self.anew):
                continue
            self.search.search(image, self.motion.shift(width), self.t, anew=self.anew)
            planes = self.registrar.update(self.search.shown, (width, height))
            self.search.place(planes)
            self.anew = False
            watch_places(self.attention, self.layout, self.deck, planes, 2, width)
            self.attention.settle([*self.attention.keys("tag")])
        return set(self.search.shown)


@pytest.fixture
def watched(layout: Layout, drawn_deck: Deck, monkeypatch: pytest.MonkeyPatch) -> Watched:
    watched = Watched(layout, drawn_deck)
    find = TagFinder.find

    def noted(
        finder: TagFinder,
        image: npt.NDArray[np.uint8],
        wanted: Collection[int] | None = None,
        outline: Points | None = None,
    ) -> object:
        if outline is None:
            watched.searched.append(image.shape[0] * image.shape[1] / (2304 * 1296))
        return find(finder, image, wanted, outline)

    monkeypatch.setattr(TagFinder, "find", noted)
    return watched


def test_a_rack_that_is_put_on_the_table_is_sought_where_that_moved(watched: Watched) -> None:
    assert watched.show(photograph(ONE), 2.0) == {*MAT_TAGS, *FIRST}
    assert 1.0 in watched.searched, "at first all is searched"
    watched.show(photograph(ONE), SEEK_HARD_EVERY)
    assert watched.show(photograph(TWO), SEEK_EVERY + 1.0) == {*MAT_TAGS, *FIRST, *SECOND}
    assert max(watched.searched) < 0.5


def test_while_hands_move_over_the_mat_no_rack_is_sought(watched: Watched) -> None:
    watched.show(photograph(ONE), 2 * SEEK_HARD_EVERY)
    hand = replace(ONE, things=((150.0, 60.0, 120.0, 90.0),))
    for _ in range(3):
        watched.show(photograph(hand), 0.3)
        watched.show(photograph(ONE), SEEK_EVERY)
        assert watched.searched == []


def test_a_rack_that_lies_out_of_focus_is_found_within_seconds(watched: Watched) -> None:
    watched.show(photograph(ONE), 2 * SEEK_HARD_EVERY)
    soft = np.asarray(cv2.GaussianBlur(photograph(TWO), (0, 0), 3.0), np.uint8)
    sharp = photograph(TWO)
    sharp[FAR_SIDE] = soft[FAR_SIDE]
    assert watched.show(sharp, SEEK_HARD_EVERY + SEEK_EVERY) == {*MAT_TAGS, *FIRST, *SECOND}


def test_a_rack_that_could_not_be_read_when_it_was_put_there_is_found_later(
    watched: Watched,
) -> None:
    watched.show(photograph(ONE), 2 * SEEK_HARD_EVERY)
    there = photograph(TWO)
    hidden = there.copy()
    hidden[FAR_SIDE] = cv2.GaussianBlur(there, (0, 0), 9.0)[FAR_SIDE]
    assert watched.show(hidden, 2 * SEEK_HARD_EVERY) == {*MAT_TAGS, *FIRST}
    tags: set[int] = set()
    for step in np.linspace(0.0, 1.0, 40):  # so slowly that from picture to picture nothing moves
        mixed = cv2.addWeighted(hidden, 1.0 - step, there, step, 0.0)
        tags = watched.show(np.asarray(mixed, np.uint8), EVERY)
    tags |= watched.show(there, SEEK_ALL_EVERY + SEEK_HARD_EVERY)
    assert tags == {*MAT_TAGS, *FIRST, *SECOND}


def test_in_a_picture_of_a_camera_that_was_bumped_all_is_sought(watched: Watched) -> None:
    watched.show(photograph(TWO), 3.0)
    aside = np.roll(photograph(TWO), 40, axis=1)
    assert watched.show(aside, 3.0) == {*MAT_TAGS, *FIRST, *SECOND}
    assert 1.0 in watched.searched
