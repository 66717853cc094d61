"""Cards of Hana-awase spread round the mat, from the picture to their names and directions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from companion.referee.readings import Sight
from vision.deck import BACK, Exemplar
from vision.geometry import box_round, card_corners
from vision.hanafuda import CARD_SIZE, build_deck
from vision.match.gallery import Gallery
from vision.photo.card import PhotoCard, outlined
from vision.photo.known_table import KnownTableReader
from vision.photo.spread import Spread, SpreadReader, one_kind_of_chaff
from vision.simulator.hana_table import DrawnHanaTable
from vision.simulator.optics import Optics
from vision.simulator.piles import lay_out, photograph
from vision.simulator.scene import LyingCard, Pose
from vision.simulator.setting import Setting
from vision.table.hana_layout import load_hana_layout
from vision.table.registration import register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

MAT = load_hana_layout()
DECK = build_deck()
PILES = [["01-crane", "03-curtain", "09-cup"], ["04-red", "11-lightning", "12-chaff-yellow"]]
NEAR = Setting(players=2, seed=4, width=2304, camera_height=420.0, wood="oak")
"""A camera so near that a small picture shows a few cards large enough."""


@pytest.fixture(scope="module")
def reader() -> SpreadReader:
    return SpreadReader(DECK, MAT)


def by_label(spread: Spread) -> dict[str | None, tuple[float | None, bool]]:
    return {one.label: (one.turn, one.on_mat) for one in spread.cards}


def near(image: BgrImage) -> BgrImage:
    """Return the middle of a picture, so that less wood has to be searched."""
    width = image.shape[1]
    return image[:, width // 4 : 3 * width // 4]


def test_cards_round_the_mat_are_named_and_placed_and_wood_is_no_card(
    reader: SpreadReader,
) -> None:
    on_mat = LyingCard("10-deer", Pose(150.0, 90.0, 12.0))
    cards = [*lay_out(MAT, PILES, CARD_SIZE, seed=2), on_mat]
    spread = reader.read(near(photograph(NEAR, DECK, cards, MAT)))
    assert spread.mat
    found = by_label(spread)
    assert sorted(label for label in found if label) == sorted(card.label for card in cards)
    assert all(one.sight is Sight.FACE for one in spread.cards)
    for seat, pile in enumerate(PILES):
        for label in pile:
            turn, on = found[label]
            assert turn is not None
            assert abs((turn - seat / 2 + 0.5) % 1 - 0.5) < 0.2
            assert not on
    assert found["10-deer"][1]


def test_grain_of_the_wood_is_no_card_that_nobody_can_name(reader: SpreadReader) -> None:
    """A deal would wait for ever for somebody to say which card it is."""
    seen = Setting.seeded(3, seed=336006690, width=2304)
    plain = Setting(
        3, 336006690, 2304, camera_shift=seen.camera_shift, camera_turn=seen.camera_turn
    )
    table = DrawnHanaTable(replace(plain, wood="walnut"), DECK, MAT)
    table.lay(
        ["11-lightning", "12-phoenix", "02-chaff1", "08-chaff2"],
        [
            [
                "10-blue",
                "10-deer",
                "03-curtain",
                "03-chaff2",
                "10-chaff1",
                "10-chaff2",
                "11-red",
                "11-swallow",
                "09-cup",
                "09-chaff2",
            ],
            [
                "04-chaff2",
                "04-red",
                "06-chaff2",
                "06-butterflies",
                "09-chaff1",
                "09-blue",
                "07-boar",
                "07-red",
            ],
            [
                "01-poem",
                "01-chaff2",
                "02-chaff2",
                "02-warbler",
                "08-geese",
                "08-moon",
                "12-chaff2",
                "12-chaff3",
                "05-bridge",
                "05-chaff2",
            ],
        ],
        stock=True,
    )
    spread = reader.read(table.picture())
    assert Counter(one.sight for one in spread.cards) == {Sight.FACE: 32, Sight.BACK: 1}


def test_of_a_table_that_was_read_before_only_what_has_changed_is_read(
    reader: SpreadReader,
) -> None:
    lay = [*lay_out(MAT, PILES, CARD_SIZE, seed=2), LyingCard("10-deer", Pose(150.0, 90.0, 12.0))]
    before = reader.read(photograph(NEAR, DECK, lay, MAT))
    left, came = lay[-1], LyingCard("08-moon", Pose(290.0, 80.0, -20.0))
    image = photograph(NEAR, DECK, [*lay[:-1], came], MAT)
    plane = Optics(NEAR, MAT.layout).mat
    boxes = [
        box_round(plane.to_pixels(card_corners((one.pose.x, one.pose.y), CARD_SIZE)), 2304, 1296)
        for one in (left, came)
    ]
    now = reader.read(image, before, boxes)
    assert sorted(one.label or "" for one in now.cards) == sorted(
        one.label for one in [*lay[:-1], came]
    )
    assert by_label(now).keys() == by_label(reader.read(image)).keys()
    assert by_label(now)["08-moon"][1]
    # Nobody looks where nothing is said to have changed, and one that has no name is tried anew.
    unsaid = reader.read(image, before, boxes[1:])
    assert {"10-deer", "08-moon"} <= by_label(unsaid).keys()
    nameless = replace(before, read=tuple(replace(one, sight=Sight.UNKNOWN) for one in before.read))
    assert by_label(reader.read(image, nameless, boxes)).keys() == by_label(now).keys()


@pytest.mark.parametrize("plain", [None, (30, 30, 34)], ids=["patterned", "black"])
def test_a_card_that_lies_face_down_is_a_back_and_a_blank_one_is_a_card_that_nobody_can_name(
    plain: tuple[int, int, int] | None,
) -> None:
    own = DECK.exemplars[-1].image
    back = Exemplar(BACK, own if plain is None else np.full_like(own, plain))
    deck = replace(DECK, exemplars=(*DECK.exemplars[:-1], back))
    blank = Exemplar("blank", np.full_like(own, 235))
    cards = lay_out(MAT, PILES, CARD_SIZE, seed=2)
    lying = [replace(cards[1], label="blank"), replace(cards[4], label=BACK)]
    faces = [card for place, card in enumerate(cards) if place not in (1, 4)]
    shown = replace(deck, exemplars=(*deck.exemplars, blank))
    spread = SpreadReader(deck, MAT).read(near(photograph(NEAR, shown, [*faces, *lying], MAT)))
    (seen,) = [one for one in spread.cards if one.sight is Sight.BACK]
    assert seen.label is None
    assert seen.turn is not None
    assert abs(seen.turn - 0.5) < 0.2
    (nameless,) = [one for one in spread.cards if one.sight is Sight.UNKNOWN]
    assert nameless.label is None
    assert nameless.turn is not None
    assert abs(nameless.turn) < 0.2 or abs(nameless.turn) > 0.8
    read = [one.label for one in spread.cards if one.sight is Sight.FACE]
    assert sorted(map(str, read)) == sorted(card.label for card in faces)


def test_a_card_that_nobody_can_name_lies_there_until_something_changes_there(
    reader: SpreadReader,
) -> None:
    """It hardly stands out: the next look may miss its outline."""
    cards = lay_out(MAT, PILES, CARD_SIZE, seed=2)
    image = near(photograph(NEAR, DECK, cards[1:], MAT))
    height, width = image.shape[:2]
    whole = near(photograph(NEAR, DECK, cards, MAT))
    first = reader.read(whole)
    (place,) = [one.corners for one in first.cards if one.label == cards[0].label]
    before = replace(
        first,
        read=(
            *(one for one in first.read if one.card.label != cards[0].label),
            outlined(place),
        ),
    )
    beside = (width - 40, height - 40, width, height)
    seen = [one.sight for one in reader.read(image, before, [beside]).cards]
    assert seen.count(Sight.UNKNOWN) == 1
    there = box_round(place, width, height)
    seen = [one.sight for one in reader.read(image, before, [there]).cards]
    assert seen.count(Sight.UNKNOWN) == 0


@pytest.mark.long
def test_cards_lie_where_they_lie_however_many_pixels_a_picture_has(reader: SpreadReader) -> None:
    cards = lay_out(MAT, [PILES[0][:1], PILES[1][:1]], CARD_SIZE, seed=2)
    image = near(photograph(replace(NEAR, width=3600), DECK, cards, MAT))
    halved = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    small = np.asarray(halved, dtype=np.uint8)
    large = {one.label: one.corners for one in reader.read(image).cards}
    less = {one.label: one.corners for one in reader.read(small).cards}
    assert set(large) == set(less) == {card.label for card in cards}
    for label, corners in large.items():
        assert np.abs((corners + 0.5) / 2 - 0.5 - less[label]).max() < 1.5


def test_a_picture_of_one_pile_needs_no_mat(reader: SpreadReader) -> None:
    cards = [
        LyingCard(label, Pose(120.0 + 60 * place, 150.0, 5.0))
        for place, label in enumerate(PILES[0])
    ]
    small = Setting(players=2, seed=4, width=960, camera_height=200.0, wood="walnut")
    spread = reader.read(photograph(small, DECK, cards, None))
    assert not spread.mat
    assert by_label(spread) == dict.fromkeys(PILES[0], (None, False))


def test_a_black_picture_has_no_cards(reader: SpreadReader) -> None:
    assert reader.read(np.zeros((64, 64, 3), dtype=np.uint8)).cards == ()


def test_chaff_of_a_month_with_one_face_is_one_kind_and_read() -> None:
    twin = next(one.image for one in DECK.exemplars if one.label == "05-chaff1")
    exemplars = tuple(
        replace(one, image=twin) if one.label == "05-chaff2" else one for one in DECK.exemplars
    )
    pack = replace(DECK, exemplars=exemplars)
    merged = one_kind_of_chaff(Gallery(pack))
    assert set(pack.labels) - set(merged.labels) == {"05-chaff1", "05-chaff2"}
    assert set(merged.labels) - set(pack.labels) == {"05-chaff"}
    labels = ["05-chaff1", "05-chaff2", "01-crane"]
    cards = [
        LyingCard(label, Pose(120.0 + 60 * place, 150.0, 5.0)) for place, label in enumerate(labels)
    ]
    small = Setting(players=2, seed=4, width=960, camera_height=200.0, wood="walnut")
    spread = SpreadReader(pack, MAT).read(photograph(small, pack, cards, None))
    assert sorted(str(one.label) for one in spread.cards) == ["01-crane", "05-chaff", "05-chaff"]


def test_chaff_that_can_be_told_apart_keeps_its_names() -> None:
    gallery = Gallery(DECK)
    assert one_kind_of_chaff(gallery) is DECK


def test_the_empty_place_of_the_stock_is_no_card_whatever_it_looks_like(
    reader: SpreadReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its frame is as large as a card, and pale packs have faces like it."""
    left, top, width, height = MAT.details.hana.stock
    image = near(photograph(NEAR, DECK, lay_out(MAT, PILES, CARD_SIZE, seed=2), MAT))
    plane = register(
        MAT.layout, TagFinder(MAT.layout.dictionary).find(image), 0, image.shape[1::-1]
    )
    assert plane.mat is not None
    flat = card_corners((left + width / 2, top + height / 2), CARD_SIZE)
    there, above = (
        PhotoCard(Sight.UNKNOWN, outlined(place).card, place)
        for place in (plane.mat.to_pixels(flat), plane.mat.to_pixels(flat - (0, height)))
    )
    monkeypatch.setattr(KnownTableReader, "read_on", lambda *_, **__: (there, above))
    (seen,) = reader.read(image).cards
    assert seen.corners is above.corners
