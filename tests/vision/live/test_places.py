from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.referee.readings import Sight
from tests.drawn_table import (
    MAT,
    STRANGER,
    Image,
    Laid,
    Table,
    on_column,
    on_discards,
    photograph,
)
from vision.deck import BACK, Deck
from vision.geometry import rectangle
from vision.live.places import (
    ASKEW,
    HEAP,
    PlaceReader,
    PlaceSight,
    column_place,
    pile_place,
    slot_place,
)
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.recognise import Sighting, find_card, find_cards
from vision.table.layout import Layout
from vision.table.light import FloatImage, LitPlane, measure_light
from vision.table.registration import register
from vision.table.tags import TagFinder

HAND = ("r1", "y1", None, STRANGER, "back")


def look(
    layout: Layout, places: PlaceReader, image: Image, zone: str
) -> PlaceSight | tuple[PlaceSight, ...]:
    tags = TagFinder(layout.dictionary).find(image)
    planes = register(layout, tags, 2, (image.shape[1], image.shape[0]))
    assert planes.mat is not None
    mat, deck = layout.mat, places.deck
    lit = LitPlane(image, planes.mat, measure_light(image, planes.mat, mat, tags))
    match zone.split(":"):
        case ["fireworks", column]:
            place = column_place(mat, deck, int(column))
            return places.read_top(lit, place)
        case ["discards"]:
            heap = pile_place(mat.discards, HEAP)
            return places.read_heap(lit, heap)
        case ["deck"]:
            return places.read_top(lit, pile_place(mat.deck, ASKEW))
        case _:
            _, seat, slot = zone.split(":")
            rack, plane = layout.rack(int(seat)), planes.racks[int(seat)]
            lit = LitPlane(image, plane, measure_light(image, plane, rack, tags))
            return places.read_slot(lit, slot_place(rack, places.deck, int(slot)))


def one(layout: Layout, places: PlaceReader, table: Table, zone: str) -> PlaceSight:
    seen = look(layout, places, photograph(table), zone)
    assert isinstance(seen, PlaceSight)
    return seen


def heap(layout: Layout, places: PlaceReader, table: Table) -> list[str]:
    seen = look(layout, places, photograph(table), "discards")
    assert isinstance(seen, tuple)
    return [*sorted(card.label or "?" for card in seen)]


# ----------------------------------------------------------------------------------------- racks


@pytest.mark.parametrize(
    ("slot", "sight", "label"),
    [
        (0, Sight.FACE, "r1"),
        (1, Sight.FACE, "y1"),
        (2, Sight.EMPTY, None),
        (3, Sight.UNKNOWN, None),
        (4, Sight.BACK, None),
    ],
)
def test_a_slot_shows_a_face_a_back_a_stranger_or_nothing(
    layout: Layout, places: PlaceReader, slot: int, sight: Sight, label: str | None
) -> None:
    seen = one(layout, places, Table({1: HAND}), f"rack:1:{slot}")
    assert (seen.sight, seen.label) == (sight, label)


@pytest.mark.parametrize("slot", [0, 1, 2, 4])
def test_a_rack_of_white_paper_is_read_like_a_grey_one(
    layout: Layout, places: PlaceReader, slot: int
) -> None:
    grey, white = Table({1: HAND}), Table({1: HAND}, rack_white=True)
    zone = f"rack:1:{slot}"
    seen, again = one(layout, places, grey, zone), one(layout, places, white, zone)
    assert (seen.sight, seen.label) == (again.sight, again.label)


def test_a_place_tells_where_its_card_is_in_millimetres(
    layout: Layout, places: PlaceReader
) -> None:
    seen = one(layout, places, Table({0: ("g1", None, None, None, None)}), "rack:0:0")
    assert seen.corners is not None
    np.testing.assert_allclose(seen.corners.mean(axis=0), [77, 100 - 0.8 - 44], atol=0.8)


def test_a_card_that_looks_like_nothing_learnt_is_none_of_them() -> None:
    def unread(fit: float) -> PlaceSight:
        card = Sighting("r1", False, fit, 0.0, ("y1",), np.zeros((4, 2)))
        return PlaceSight(Sight.UNKNOWN, card, np.zeros((4, 2)))

    assert unread(0.8).candidates == ("r1", "y1")
    assert unread(0.4).candidates == ()


# ------------------------------------------------------------------------------------- fireworks


def test_of_a_column_the_uppermost_card_is_read(layout: Layout, places: PlaceReader) -> None:
    table = Table({}, (on_column("r1", 2), on_column("r2", 2, 1)))
    seen = one(layout, places, table, "fireworks:2")
    assert (seen.sight, seen.label) == (Sight.FACE, "r2")
    for empty in (0, 1, 3, 4, 5):
        assert one(layout, places, table, f"fireworks:{empty}").sight is Sight.EMPTY


def test_a_card_laid_askew_or_upside_down_on_a_column_is_read(
    layout: Layout, places: PlaceReader
) -> None:
    laid = on_column("b2", 3, dx=5, dy=3, degrees=184)
    seen = one(layout, places, Table({}, (laid,)), "fireworks:3")
    assert seen.label == "b2"
    assert seen.card is not None
    assert seen.card.turned


def test_a_stranger_on_a_column_is_a_card_without_a_name(
    layout: Layout, places: PlaceReader
) -> None:
    seen = one(layout, places, Table({}, (on_column(STRANGER, 1),)), "fireworks:1")
    assert (seen.sight, seen.label) == (Sight.UNKNOWN, None)


def test_a_hand_over_a_column_is_no_card(layout: Layout, places: PlaceReader) -> None:
    area = MAT["fireworks"]
    hand = (area["x"] + 90.0, 80.0, 40.0, 217.0)
    seen = one(layout, places, Table({}, things=(hand,)), "fireworks:1")
    assert seen.sight is Sight.COVERED


def in_the_sun(image: Image, box: tuple[int, int, int, int], strength: float) -> Image:
    left, top, width, height = box
    field = np.ones(image.shape[:2], np.float32)
    field[top : top + height, left : left + width] = strength
    soft = cv2.GaussianBlur(field, (0, 0), 5.0)
    return np.asarray((image * soft[:, :, None]).clip(0, 255).round(), np.uint8)


@pytest.mark.parametrize("strength", [0.75, 1.25, 1.7])
def test_a_bare_column_is_bare_where_the_sun_shines_on_a_part_of_it(
    layout: Layout, places: PlaceReader, strength: float
) -> None:
    image = photograph(Table({}, (on_column("g1", 0),)))
    height, width = image.shape[:2]
    box = (width * 48 // 100, height * 30 // 100, width // 20, height // 7)
    lit = in_the_sun(image, box, strength)
    sights = [look(layout, places, lit, f"fireworks:{column}") for column in range(1, 6)]
    for seen in sights:
        assert isinstance(seen, PlaceSight)
        assert seen.sight is Sight.EMPTY
    assert any(seen.patches for seen in sights if isinstance(seen, PlaceSight))


def dappled(image: Image, depth: float = 0.45) -> Image:
    """Return ``image`` with soft spots of sun and shade all over it, 2 to 3 cm across."""
    height, width = image.shape[:2]
    noise = np.random.default_rng(3).normal(0, 1, (height // 8, width // 8)).astype(np.float32)
    field = cv2.resize(cv2.GaussianBlur(noise, (0, 0), width / 1700 * 11 / 8), (width, height))
    shade = 1 - depth * np.clip(0.5 + field / (4 * float(field.std())), 0, 1)
    return np.asarray((image * shade[:, :, None]).clip(0, 255).round(), np.uint8)


def test_a_bare_column_is_bare_in_the_sun_that_shines_through_leaves(
    layout: Layout, places: PlaceReader
) -> None:
    image = dappled(photograph(Table({}, (on_column("g1", 0),))))
    for column in range(1, 6):
        seen = look(layout, places, image, f"fireworks:{column}")
        assert isinstance(seen, PlaceSight)
        assert seen.sight is Sight.EMPTY, column


def test_a_card_in_the_sun_that_shines_through_leaves_is_no_bare_column(
    layout: Layout, places: PlaceReader
) -> None:
    for label in ("g1", "w3", "back", STRANGER):
        image = dappled(photograph(Table({}, (on_column(label, 1),))))
        seen = look(layout, places, image, "fireworks:1")
        assert isinstance(seen, PlaceSight)
        assert seen.sight is not Sight.EMPTY, label


def shone_on(bare: Image, card: Image, blur: float, depth: float) -> Image:
    """Return ``bare`` with light and shade as ``card`` has them, out of focus by ``blur`` px."""
    grey, dark = (cv2.cvtColor(one, cv2.COLOR_BGR2GRAY) + 1.0 for one in (card, bare))
    shade = 1 - depth * (1 - cv2.GaussianBlur(grey / dark, (0, 0), blur))
    return np.asarray((bare * shade[:, :, None]).clip(0, 255).round(), np.uint8)


def test_a_soft_spot_of_light_that_has_the_shape_of_a_burst_is_no_card(
    layout: Layout, places: PlaceReader
) -> None:
    bare = photograph(Table({}))
    for label in ("w1", "w2", "b1"):
        image = shone_on(bare, photograph(Table({}, (on_column(label, 1),))), 5.0, 0.5)
        seen = look(layout, places, image, "fireworks:1")
        assert isinstance(seen, PlaceSight)
        assert (seen.sight, seen.patches) == (Sight.EMPTY, True), label


def test_a_pale_card_under_steam_is_not_taken_for_a_spot_of_light(
    layout: Layout, places: PlaceReader
) -> None:
    image = shone_on(photograph(Table({})), photograph(Table({}, (on_column("w1", 1),))), 3.0, 0.3)
    seen = look(layout, places, image, "fireworks:1")
    assert isinstance(seen, PlaceSight)
    assert seen.label == "w1"


CRUMB = (60, 100, 140)
"""BGR of a biscuit."""


def littered(image: Image, most: int = 150) -> Image:
    """Return ``image`` with crumbs all over it, each up to 5 mm across."""
    random, crumbs = np.random.default_rng(5), image.copy()
    height, width = image.shape[:2]
    for x, y in random.uniform((0.35, 0.3), (0.65, 0.7), (most, 2)):
        at = int(x * width), int(y * height)
        cv2.circle(crumbs, at, int(random.integers(1, 4)), CRUMB, -1)
    return crumbs


def test_a_bare_column_with_crumbs_on_it_is_bare(layout: Layout, places: PlaceReader) -> None:
    image = littered(photograph(Table({}, (on_column("g1", 0),))))
    for column in range(1, 6):
        seen = look(layout, places, image, f"fireworks:{column}")
        assert isinstance(seen, PlaceSight)
        assert (seen.sight, seen.patches) == (Sight.EMPTY, False)


def test_a_stranger_with_crumbs_on_it_is_no_bare_column(
    layout: Layout, places: PlaceReader
) -> None:
    image = littered(photograph(Table({}, (on_column(STRANGER, 1),))))
    seen = look(layout, places, image, "fireworks:1")
    assert isinstance(seen, PlaceSight)
    assert seen.sight in (Sight.UNKNOWN, Sight.COVERED)


def test_a_hand_over_a_card_does_not_give_it_another_name(
    layout: Layout, places: PlaceReader
) -> None:
    for cover in (20.0, 40.0, 60.0):
        hand = (6 + 68 + 2.0, 50.0, cover, 130.0)
        seen = one(layout, places, Table({}, (on_column("g1", 1),), things=(hand,)), "fireworks:1")
        assert seen.label in (None, "g1")
        assert seen.sight is not Sight.EMPTY


# ---------------------------------------------------------------------------------- other places


def test_the_deck_shows_its_back_or_that_it_is_gone(layout: Layout, places: PlaceReader) -> None:
    area = MAT["deck"]
    pile = Laid(BACK, area["x"] + 33, area["y"] + 50)
    assert one(layout, places, Table({}, (pile,)), "deck").sight is Sight.BACK
    assert one(layout, places, Table(), "deck").sight is Sight.EMPTY


def test_discards_that_lie_open_are_read(layout: Layout, places: PlaceReader) -> None:
    assert heap(layout, places, Table()) == []
    spread = Table({}, (on_discards("r1", 0), on_discards("g2", 3, degrees=190)))
    assert heap(layout, places, spread) == ["g2", "r1"]


def test_of_a_row_of_discards_the_uppermost_is_read(layout: Layout, places: PlaceReader) -> None:
    row = Table({}, tuple(on_discards(label, nth) for nth, label in enumerate(("r1", "g2", "b1"))))
    assert heap(layout, places, row) == ["b1"]


@pytest.mark.parametrize(("aside", "read"), [(12.0, ["r1"]), (58.0, ["g2", "r1"])])
def test_a_discard_is_not_read_a_second_time_a_centimetre_aside(
    layout: Layout,
    places: PlaceReader,
    aside: float,
    read: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A three on white paper was read, and a two over it: what looked like it was the three."""

    def with_a_ghost(
        gallery: Gallery, patch: FloatImage, turns: Sequence[float], _where: None
    ) -> tuple[Sighting, ...]:
        (card,) = find_cards(gallery, patch, turns)[:1]
        corners = card.corners + np.array([0.0, aside * FINE_SCALE])
        return card, replace(card, label="g2", fit=0.7, corners=corners)

    monkeypatch.setattr("vision.live.places.find_cards", with_a_ghost)
    monkeypatch.setattr("vision.live.places._is_named", lambda *_: True)
    assert heap(layout, places, Table({}, (on_discards("r1", 0),))) == read


@pytest.mark.parametrize(
    ("print_", "looks"),
    [((0.0, 0.0, 0.0), 0), ((0.03, 0.03, 0.03), 1), ((0.06, -0.03, -0.03), 1)],
    ids=["nothing", "grey that is hardly darker", "a colour that is as light"],
)
def test_paper_on_which_hardly_anything_is_printed_is_compared_with_cards(
    layout: Layout,
    places: PlaceReader,
    monkeypatch: pytest.MonkeyPatch,
    print_: tuple[float, float, float],
    looks: int,
) -> None:
    compared: list[bool] = []

    def like_none(*_asked: Any, **_how: Any) -> Sighting | None:
        compared.append(True)
        return None

    monkeypatch.setattr("vision.live.places.find_card", like_none)
    place = column_place(layout.mat, places.deck, 2)
    size = (round(place.box[3] * FINE_SCALE), round(place.box[2] * FINE_SCALE))
    signs = np.kron(np.indices((6, 4)).sum(axis=0) % 2, np.ones((30, 30)))[: size[0], : size[1]]
    patch = np.full((*size, 3), 0.95, np.float32)
    patch[: signs.shape[0], : signs.shape[1]] -= signs[:, :, None] * np.array(print_, np.float32)
    assert places.read_patch(patch, place).sight is Sight.EMPTY
    assert len(compared) == looks


@pytest.fixture
def in_odd_light(monkeypatch: pytest.MonkeyPatch) -> None:
    """All prints are sure, and no card has the colour of its suit."""
    monkeypatch.setattr("vision.live.places.MOST_HUE_ON_MAT", -1.0)
    monkeypatch.setattr("vision.live.places.MOST_HUE_FITTING_WELL", -1.0)


@pytest.mark.usefixtures("in_odd_light")
def test_a_discard_of_which_only_the_colour_is_not_sure_is_a_card_where_its_print_lies(
    layout: Layout, places: PlaceReader
) -> None:
    laid = on_discards("r1", 1, degrees=10)
    image = photograph(Table({}, (laid,)))
    tags = TagFinder(layout.dictionary).find(image)
    planes = register(layout, tags, 2, (image.shape[1], image.shape[0]))
    assert planes.mat is not None
    lit = LitPlane(image, planes.mat, measure_light(image, planes.mat, layout.mat, tags))
    place = pile_place(layout.mat.discards, HEAP)
    news = np.ones((round(place.box[3]), round(place.box[2])), np.float32)
    (seen,) = places.read_heap(lit, place, news)
    assert (seen.sight, seen.label, seen.candidates[0]) == (Sight.UNKNOWN, None, "r1")
    assert seen.corners is not None
    assert np.linalg.norm(seen.corners.mean(axis=0) - (laid.x, laid.y)) < 2.0


@pytest.mark.usefixtures("in_odd_light")
def test_a_card_on_a_column_of_which_only_the_colour_is_not_sure_lies_where_its_print_does(
    layout: Layout, places: PlaceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.live.places.has_card_outline", lambda *_: False)
    seen = one(layout, places, Table({}, (on_column("r1", 2),)), "fireworks:2")
    assert (seen.sight, seen.candidates[0]) == (Sight.UNKNOWN, "r1")


@pytest.mark.parametrize(
    ("fit", "label"), [(None, "r1"), (0.85, None)], ids=["as no other one", "poorly"]
)
def test_a_card_of_another_hue_is_named_only_where_its_print_fits_as_no_other_one(
    layout: Layout,
    places: PlaceReader,
    monkeypatch: pytest.MonkeyPatch,
    fit: float | None,
    label: str | None,
) -> None:
    def fitting(*asked: Any, **how: Any) -> Sighting | None:
        card = find_card(*asked, **how)
        return card if card is None or fit is None else replace(card, fit=fit)

    monkeypatch.setattr("vision.live.places.find_card", fitting)
    monkeypatch.setattr("vision.match.hue.Hues.apart", lambda *_: 45.0)
    assert one(layout, places, Table({}, (on_column("r1", 2),)), "fireworks:2").label == label


@pytest.mark.parametrize(
    ("close", "label"),
    [(("g1", "b1"), "r1"), (("g1", "r2"), None)],
    ids=["of another hue", "of the same hue"],
)
def test_a_card_whose_print_is_close_to_others_is_named_where_its_hue_is_theirs_in_no_light(
    layout: Layout,
    places: PlaceReader,
    monkeypatch: pytest.MonkeyPatch,
    close: tuple[str, ...],
    label: str | None,
) -> None:
    def barely(*asked: Any, **how: Any) -> Sighting | None:
        card = find_card(*asked, **how)
        return None if card is None else replace(card, margin=0.05, close=close)

    monkeypatch.setattr("vision.live.places.find_card", barely)
    seen = one(layout, places, Table({1: HAND}), "rack:1:0")
    assert seen.label == label
    assert seen.sight is (Sight.UNKNOWN if label is None else Sight.FACE)


def test_a_place_that_shows_nothing_has_no_name_and_no_candidates() -> None:
    assert PlaceSight(Sight.EMPTY).label is None
    assert PlaceSight(Sight.EMPTY).candidates == ()


def test_a_card_higher_than_the_printed_slot_is_looked_for_higher(
    layout: Layout, drawn_deck: Deck
) -> None:
    tall = Deck("tall", (65, 100), drawn_deck.exemplars)
    low = slot_place(layout.rack(0), drawn_deck, 1)
    high = slot_place(layout.rack(0), tall, 1)
    assert high.box[1] == pytest.approx(low.box[1] - 12)
    assert high.box[1] + high.box[3] == pytest.approx(low.box[1] + low.box[3])


def test_where_a_patterned_cloth_covers_all_discards_no_card_is_named(
    layout: Layout, places: PlaceReader
) -> None:
    image = photograph(Table({}, (on_discards("r1", 0), on_discards("g2", 1))))
    planes = register(layout, TagFinder(layout.dictionary).find(image), 2, image.shape[1::-1])
    assert planes.mat is not None
    x, y, width, height = layout.mat.discards
    over = planes.mat.to_pixels(rectangle(x - 5, y - 5, width + 10, height + 10))
    cloth = np.zeros(image.shape[:2], dtype=np.uint8)
    cv2.fillPoly(cloth, [np.round(over).astype(np.int32)], 1)
    pattern = np.random.default_rng(3).integers(
        0, 2, (image.shape[0] // 9 + 1, image.shape[1] // 9 + 1)
    )
    large = np.kron(pattern, np.ones((9, 9), dtype=np.int64))[: image.shape[0], : image.shape[1]]
    image[cloth == 1] = np.where(large, 200, 60).astype(np.uint8)[cloth == 1][:, None]
    seen = look(layout, places, image, "discards")
    assert isinstance(seen, tuple)
    assert [one.label for one in seen if one.label] == []
