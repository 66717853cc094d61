"""Pictures of what was read are kept, and can be read again."""

import cv2
import numpy as np
import pytest

from companion.frames import Frame
from companion.pictures.pictured import Pictured, PicturedPlace
from companion.referee.readings import Sight
from tests.drawn_table import MAT, STRANGER, Laid, Table, on_column, on_discards, photograph
from vision.deck import Deck
from vision.learn.teaching import card_in
from vision.live import picturing
from vision.live.picturing import Rereader, in_white_light
from vision.live.reader import TableReader
from vision.match.gallery import Gallery
from vision.table.layout import Layout

START = Table(
    {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", STRANGER, None)},
    (Laid("back", MAT["deck"]["x"] + 33, MAT["deck"]["y"] + 50),),
)


class Shown:
    """A reader that keeps pictures, shown one table after another."""

    def __init__(self, layout: Layout, deck: Deck) -> None:
        self.kept: list[Pictured] = []
        self._reader = TableReader(layout, deck, 2, keep=self.kept.append)
        self._t = 0.0

    def show(self, table: Table) -> list[Pictured]:
        """Return the pictures that this table adds."""
        before = len(self.kept)
        image = photograph(table, seed=int(self._t))
        for t in (self._t, self._t + 1):
            self._reader.look(Frame(image, t))
        self._t += 2
        return self.kept[before:]


@pytest.fixture
def shown(layout: Layout, drawn_deck: Deck) -> Shown:
    return Shown(layout, drawn_deck)


def pixels(one: Pictured) -> np.ndarray:
    image = cv2.imdecode(np.frombuffer(one.jpeg, dtype=np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return image


def test_each_card_that_is_read_has_its_picture_kept_once(shown: Shown) -> None:
    dealt = shown.show(START)
    assert [(one.place.seat, one.place.index, one.label) for one in dealt] == [
        *((0, slot, label) for slot, label in enumerate(("r1", "y1", "g1", "b1", "w1"))),
        *((1, slot, label) for slot, label in enumerate(("r2", "y2", "g2", None))),
    ]
    assert dealt[-1].sight is Sight.UNKNOWN, "an empty slot has no picture, a strange card has"
    assert shown.show(START) == []
    laid = shown.show(START.with_card(on_column("b2", 2), on_discards("w2", 0, degrees=4)))
    assert [(one.place, one.label) for one in laid] == [
        (PicturedPlace("column", 2), "b2"),
        (PicturedPlace("discards"), "w2"),
    ]


def test_a_kept_picture_is_read_again_as_it_was(shown: Shown, drawn_deck: Deck) -> None:
    shown.show(START.with_card(on_column("b2", 2), on_discards("w2", 0, degrees=4)))
    reader = Rereader(drawn_deck)
    assert {one.place.kind for one in shown.kept} == {"slot", "column", "discards"}
    for one in shown.kept:
        again = reader.read(pixels(one), one.place, one.core)
        assert (again.sight, again.label) == (one.sight, one.label), one.place


def test_a_kept_picture_shows_the_card_as_it_was_learnt(shown: Shown, drawn_deck: Deck) -> None:
    shown.show(START.with_card(on_column("b2", 2)))
    laid = next(one for one in shown.kept if one.place.kind == "column")
    flat = card_in(Gallery(drawn_deck), "b2", in_white_light(pixels(laid)))
    learnt = next(one.image for one in drawn_deck.exemplars if one.label == "b2")
    apart = np.abs(
        cv2.GaussianBlur(flat, (0, 0), 3).astype(int) - cv2.GaussianBlur(learnt, (0, 0), 3)
    )
    assert apart[12:-12, 12:-12].mean() < 12


def test_the_back_of_a_card_has_no_picture_kept(shown: Shown) -> None:
    kept = shown.show(START.with_card(on_column("back", 1)))
    assert all(one.place.kind == "slot" for one in kept)


def test_a_card_that_is_nudged_has_no_second_picture_kept(shown: Shown) -> None:
    shown.show(START.with_card(on_column("b2", 2)))
    assert shown.show(START.with_card(on_column("b2", 2, dx=4, dy=-3))) == []


def test_what_was_kept_long_ago_may_be_kept_once_more(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown.show(START)
    monkeypatch.setattr(picturing, "MOST_REMEMBERED", 3)
    assert [one.label for one in shown.show(START.with_card(on_column("b2", 2)))] == ["b2"]
    nudged = shown.show(START.with_card(on_column("b2", 2, dx=4, dy=-3)))
    assert nudged == [], "that was kept just now"
