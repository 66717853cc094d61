"""Cards in photos without a mat: any place, any rotation, seen from the side."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.referee.readings import Sight
from hardware.files import read_image
from tests import drawn_table
from tests.drawn_table import CARD_SIZE, INKS, STRANGER, card_picture, write_deck
from tests.drawn_tabletop import DrawnTabletop, hanabi_deck
from tests.frontal_tabletop import frontal_tabletop
from vision.deck import Deck
from vision.geometry import Points, card_corners, overlap
from vision.learn.learning import find_pictures, learn_deck
from vision.match.embedding import Embedder
from vision.match.gallery import Gallery
from vision.match.recognise import Sighting
from vision.outlines.detector import Found
from vision.outlines.locate import Outlines
from vision.outlines.tabletop import Tabletop
from vision.photo.card import PhotoCard
from vision.photo.photograph import Photograph
from vision.photo.place import PhotoPlaces
from vision.photo.reader import MOST_VAIN_OUTLINES, PhotoReader, is_certain

Image = npt.NDArray[np.uint8]
LEANING = np.array([[1.0, 0.18, -40], [0.02, 0.85, 20], [0.00005, 0.0004, 1]])
"""A homography: the camera looks from the side."""
STEEPLY = np.array([[1.0, 0.0, 0], [0.0, 0.72, 60], [0.0, 0.0003, 1]])
"""The same from so far aside that a card looks wider than high."""
Inks = dict[str, tuple[int, int, int]]
CAMERAS: tuple[Inks, Inks] = (
    {"r": (43, 13, 222), "y": (56, 204, 230), "g": (41, 158, 115), "b": (181, 110, 48)},
    {"r": (28, 61, 255), "y": (54, 219, 255), "g": (61, 97, 20), "b": (255, 128, 13)},
)
"""Inks of one deck as two cameras show them, BGR."""
SHARED_SETS = ("own-white", "own-black", "hanabi-lookalike")


@pytest.fixture(scope="module")
def reader(drawn_deck: Deck) -> PhotoReader:
    return PhotoReader(drawn_deck)


def table(seed: int = 0) -> Image:
    """A blotchy brown table of 1280 x 960 pixels."""
    chance = np.random.default_rng(seed)
    blotches = cv2.resize(chance.normal(0, 14, (60, 80)), (1280, 960))
    return np.clip(np.array([70, 95, 130]) + blotches[..., None], 0, 255).astype(np.uint8)


def lay(image: Image, label: str, centre: tuple[float, float], degrees: float) -> Points:
    """Lay a card of 126 x 176 pixels and its shadow on ``image``; return its corners."""
    return lay_face(image, card_picture(label), centre, degrees)


def lay_face(image: Image, face: Image, centre: tuple[float, float], degrees: float) -> Points:
    corners = card_corners(centre, (2 * CARD_SIZE[0], 2 * CARD_SIZE[1]), degrees)
    height, width = face.shape[:2]
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    warp = cv2.getPerspectiveTransform(flat.astype(np.float32), corners.astype(np.float32))
    size = (image.shape[1], image.shape[0])
    drawn = cv2.warpPerspective(cv2.GaussianBlur(face, (0, 0), 1.0), warp, size)
    mask = cv2.warpPerspective(np.full(face.shape[:2], 255, np.uint8), warp, size)
    shadow = cv2.GaussianBlur(mask, (0, 0), 4.0)[..., None] / 255.0
    image[:] = np.where(mask[..., None] > 127, drawn, image * (1 - 0.5 * shadow)).astype(np.uint8)
    return corners


def seen_from_the_side(image: Image, way: npt.NDArray[np.float64] = LEANING) -> Image:
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpPerspective(image, way, size, borderValue=(60, 80, 110)), np.uint8)


def names(reader: PhotoReader, image: Image, tags: Sequence[Points] = ()) -> list[str]:
    return sorted(card.label for card in reader.read(image, tags) if card.label)


def test_cards_are_read_wherever_and_however_they_lie(reader: PhotoReader) -> None:
    image = table()
    there = {
        label: lay(image, label, centre, degrees)
        for label, centre, degrees in (
            ("r1", (200, 200), 10),
            ("y2", (480, 220), 85),
            ("g1", (800, 260), 200),
            ("b2", (1080, 300), 320),
            ("w1", (300, 650), 47),
        )
    }
    found = {card.label: card.corners for card in reader.read(image) if card.label}
    assert found.keys() == there.keys()
    for label, corners in there.items():
        assert np.linalg.norm(found[label] - corners, axis=1).max() < 6, label


def test_cards_seen_from_the_side_are_read(reader: PhotoReader) -> None:
    image = table(1)
    lay(image, "r2", (300, 300), 15)
    lay(image, "w2", (700, 500), 100)
    assert names(reader, seen_from_the_side(image)) == ["r2", "w2"]


def test_cards_that_look_wider_than_high_are_read(reader: PhotoReader) -> None:
    image = table(6)
    for label, centre, degrees in (("r2", (250, 300), 0), ("w2", (700, 550), 178)):
        corners = lay(image, label, centre, degrees)
        seen = cv2.perspectiveTransform(corners[None], STEEPLY)[0]
        across, down = np.linalg.norm(seen[0] - seen[1]), np.linalg.norm(seen[1] - seen[2])
        assert across > down
    assert names(reader, seen_from_the_side(image, STEEPLY)) == ["r2", "w2"]


def test_a_card_on_another_is_read_and_no_name_is_given_twice(reader: PhotoReader) -> None:
    image = table(2)
    lay(image, "r1", (500, 400), 0)
    lay(image, "b1", (560, 480), 20)
    found = names(reader, image)
    assert "b1" in found
    assert set(found) <= {"r1", "b1"}
    assert found.count("b1") == 1


def test_a_card_that_nobody_taught_is_not_named(reader: PhotoReader) -> None:
    image = table(3)
    lay(image, STRANGER, (500, 400), 30)
    assert names(reader, image) == []


def test_a_card_that_lies_face_down_has_no_face(reader: PhotoReader) -> None:
    image = table(4)
    lay(image, "back", (500, 400), 30)
    cards = reader.read(image)
    assert [card.label for card in cards] == [None]
    assert cards[0].sight in (Sight.BACK, Sight.UNKNOWN)


def test_an_empty_table_has_no_cards(reader: PhotoReader) -> None:
    assert reader.read(table(5)) == ()


def test_white_cards_on_a_white_table_are_found_by_their_faces(reader: PhotoReader) -> None:
    """Nearly no outline leads to them: the table is as white as their borders."""
    image = np.full((960, 1280, 3), 250, dtype=np.uint8)
    for label, centre, degrees in (("r1", (300, 300), 20), ("g1", (800, 300), 75)):
        lay(image, label, centre, degrees)
    assert names(reader, image) == ["g1", "r1"]


def test_dark_cards_in_a_dark_room_are_read(reader: PhotoReader) -> None:
    """A few levels of 255 are left: the step from a card to the table is less than one of noise."""
    image = (table() * 0.5).astype(np.uint8)
    for label, centre, degrees in (("r1", (300, 300), 10), ("g1", (700, 300), 40)):
        lay_face(image, (card_picture(label) * 0.3).astype(np.uint8), centre, degrees)
    noise = np.random.default_rng(1).normal(0, 1.0, image.shape)
    dark = np.clip(image * 0.06 + noise, 0, 255).round().astype(np.uint8)
    assert names(reader, dark) == ["g1", "r1"]


def test_a_reflection_over_half_a_card_leaves_its_name_legible(reader: PhotoReader) -> None:
    image = table(6)
    lay(image, "r1", (300, 300), 10)
    lay(image, "g1", (700, 300), 40)
    there = lay(image, "b2", (500, 650), 0).mean(axis=0)
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    veil = np.exp(-((x - there[0]) ** 2 + (y - there[1] + 50) ** 2) / (2 * 55.0**2))[..., None]
    dazzling = np.clip(image * (1 - 0.55 * veil) + 150 * veil, 0, 255).astype(np.uint8)
    assert names(reader, dazzling) == ["b2", "g1", "r1"]


def bent_card(label: str, across: float, down: float) -> Image:
    """A face whose middle shows so many millimetres beside where its corners put it."""
    face = card_picture(label)
    height, width = face.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    share = (1 - ((y + 0.5) / height * 2 - 1) ** 2) * width / CARD_SIZE[0]
    moved = cv2.remap(
        face, x + across * share, y + down * share, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE
    )
    return np.asarray(moved, dtype=np.uint8)


@pytest.mark.parametrize("label", ["b2", "g2"])
def test_a_card_bent_by_years_of_shuffling_is_read(reader: PhotoReader, label: str) -> None:
    image = table(3)
    lay(image, "r1", (200, 250), 10)
    lay(image, "y1", (1000, 250), 40)
    lay_face(image, bent_card(label, 3, 3), (600, 600), 25)
    assert names(reader, image) == sorted([label, "r1", "y1"])


def test_a_bent_card_that_nobody_taught_is_not_named(reader: PhotoReader) -> None:
    image = table(3)
    lay(image, "r1", (200, 250), 10)
    lay(image, "y1", (1000, 250), 40)
    lay_face(image, bent_card(STRANGER, 3, 3), (600, 600), 25)
    assert names(reader, image) == ["r1", "y1"]


def bare_card() -> Image:
    """A face of two tones: one dark hill under a red sky, hardly a detail."""
    face = np.full_like(card_picture("r1"), (40, 40, 170))
    height, width = face.shape[:2]
    hill = [(0, 1.0), (0, 0.62), (0.33, 0.7), (0.5, 0.55), (1.0, 0.68), (1.0, 1.0)]
    outline = np.rint(np.array(hill) * (width, height)).astype(np.int32)
    cv2.fillPoly(face, [outline], (40, 36, 36))
    return face


def test_a_card_with_hardly_any_detail_that_another_runs_into_is_told_by_its_corners(
    tmp_path: Path,
) -> None:
    deck = write_deck(tmp_path)
    cv2.imwrite(str(deck / "bare.png"), bare_card())
    reader = PhotoReader(learn_deck("drawn", find_pictures(deck), None))
    image = table(0)
    lay(image, "r1", (200, 250), 10)
    lay(image, "g1", (1000, 250), 40)
    bare = lay_face(image, bare_card(), (600, 500), 25)
    lay(image, "back", (720, 500), 80)
    there = {card.label: card.corners for card in reader.read(image) if card.label}
    assert there.keys() == {"r1", "g1", "bare"}
    assert overlap(there["bare"], bare) > 0.9


@pytest.mark.parametrize(("learnt", "seen"), [CAMERAS, CAMERAS[::-1]])
def test_suits_that_another_camera_shows_in_other_colours_are_told_by_their_hue(
    learnt: Inks, seen: Inks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One camera's green is olive and its blue pale, the other's green bluish and its blue deep."""
    monkeypatch.setattr(drawn_table, "INKS", INKS | learnt)
    reader = PhotoReader(learn_deck("drawn", find_pictures(write_deck(tmp_path)), None))
    monkeypatch.setattr(drawn_table, "INKS", INKS | seen)
    image = table()
    for at, label in enumerate(("r1", "y1", "g1", "b1")):
        lay(image, label, (200 + 280 * at, 400), 0)
    assert names(reader, image) == ["b1", "g1", "r1", "y1"]


def test_what_lies_on_a_printed_tag_is_no_card(reader: PhotoReader) -> None:
    image = table(7)
    lay(image, "r1", (300, 300), 10)
    tag = lay(image, "g1", (700, 300), 40)
    assert [card.label for card in reader.read(image, [tag]) if card.label] == ["r1"]


def test_a_frame_within_a_card_that_looks_like_a_tag_is_a_part_of_the_card(
    reader: PhotoReader,
) -> None:
    image = table(7)
    card = lay(image, "g1", (700, 300), 40)
    frame = 0.8 * card + 0.2 * card.mean(axis=0)
    assert names(reader, image, [frame]) == ["g1"]
    beside = frame + 0.25 * (card[1] - card[0])
    assert names(reader, image, [beside]) == []


def test_a_large_photo_is_read_like_a_small_one(reader: PhotoReader) -> None:
    image = table(8)
    corners = lay(image, "r1", (300, 300), 10)
    lay(image, "w2", (800, 500), 120)
    large = cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    cards = {card.label: card.corners for card in reader.read(np.asarray(large, np.uint8))}
    assert cards.keys() == {"r1", "w2"}
    assert np.linalg.norm(cards["r1"] - 3 * corners, axis=1).max() < 15


def test_cards_far_away_in_a_large_photo_are_read(reader: PhotoReader) -> None:
    """In the smaller picture that is looked at first they are too small to be seen."""
    image = table(9)
    lay(image, "r1", (300, 300), 10)
    lay(image, "w2", (800, 500), 120)
    lay(image, "g1", (500, 700), 75)
    far = cv2.resize(image, None, fx=0.44, fy=0.44, interpolation=cv2.INTER_AREA)
    large = np.asarray(cv2.resize(table(10), (2800, 2100)), np.uint8)
    large[700 : 700 + far.shape[0], 1000 : 1000 + far.shape[1]] = far
    assert names(reader, large) == ["g1", "r1", "w2"]


@pytest.mark.long
@pytest.mark.parametrize("name", SHARED_SETS)
def test_in_pictures_of_tables_no_card_is_read_wrong(shared: Path, name: str) -> None:
    reader = PhotoReader(learn_deck(name, find_pictures(shared / "art" / name), None))
    counts: Counter[str] = Counter()
    for path in sorted((shared / "scenes" / name).glob("*.json"))[::4]:
        truth = json.loads(path.read_text(encoding="utf-8"))
        cards = [card for card in reader.read(read_image(path.with_suffix(".jpg"))) if card.label]
        for card in truth["cards"]:
            corners = np.array(card["corners_px"], dtype=float)
            sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
            whole = card["in_frame_fraction"] >= 0.999 and card["visible_fraction"] >= 0.8
            if not (card["face_up"] and whole and sides.min() >= 60):
                continue
            counts["there"] += 1
            read = [one.label for one in cards if overlap(one.corners, corners) >= 0.7]
            counts["right"] += card["label"] in read
            counts["wrong"] += bool(read) and card["label"] not in read
    print(f"{name}: {dict(counts)}")
    assert counts["wrong"] == 0
    assert counts["right"] >= 0.8 * counts["there"]


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (5, 300), (46, 46), (100, 2000)])
def test_a_photo_too_small_for_a_card_holds_none_and_is_no_error(
    reader: PhotoReader, size: tuple[int, int]
) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (*size, 3), dtype=np.uint8)
    for image in (noise, np.zeros_like(noise), np.full_like(noise, 255)):
        assert reader.read(image) == ()


# ------------------------------------------------------------------ where the table is, and names


def clear_card(at: tuple[float, float], stretched: float = 1.0) -> PhotoCard:
    """A clear card whose fit is wider by a share than cards on this table look."""
    corners = card_corners(at, (2 * CARD_SIZE[0] * stretched, 2 * CARD_SIZE[1]), 10)
    return PhotoCard(Sight.UNKNOWN, Sighting("r1", False, 0.9, 0.9, (), corners), corners)


@pytest.mark.parametrize(
    ("stretched", "certain"),
    [
        ((1.0, 1.0), True),
        ((1.06, 1.06), False),
        ((1.06, 1.06, 1.06), True),
        ((1.0, 1.06), False),
        ((1.2, 1.2, 1.2), False),
    ],
)
def test_two_cards_tell_the_table_only_where_both_lie_on_it_exactly(
    stretched: tuple[float, ...], certain: bool
) -> None:
    known = frontal_tabletop(2 * CARD_SIZE[0], CARD_SIZE, (1280, 960))
    cards = [clear_card((300 + 250 * at, 400), share) for at, share in enumerate(stretched)]
    assert is_certain(known, cards) is certain


def test_cards_that_may_be_one_of_two_tell_the_table_as_well_as_clear_ones() -> None:
    """Else a detail of them that looks like a smaller card tells it, and is named."""
    known = frontal_tabletop(2 * CARD_SIZE[0], CARD_SIZE, (1280, 960))
    cards = [clear_card((300 + 250 * at, 400)) for at in range(2)]
    either = [replace(card, card=replace(card.card, lead=0.02)) for card in cards]
    assert is_certain(known, either)
    assert not is_certain(known, [replace(one, card=replace(one.card, fit=0.7)) for one in either])


def toned_card(level: int) -> Image:
    """A card of one shape; suits differ only in how dark its grey is."""
    face = np.full_like(card_picture("r1"), 245)
    height, width = face.shape[:2]
    cv2.rectangle(face, (30, 60), (width - 31, height - 61), (level,) * 3, -1)
    cv2.circle(face, (width // 2, height // 2), 40, (245,) * 3, -1)
    return face


def test_a_card_between_two_tones_is_not_named(tmp_path: Path) -> None:
    deck = write_deck(tmp_path)
    for name, level in (("dark", 60), ("darker", 52)):
        cv2.imwrite(str(deck / f"{name}.png"), toned_card(level))
    reader = PhotoReader(learn_deck("drawn", find_pictures(deck), None))
    image = table(0)
    lay(image, "r1", (200, 250), 10)
    lay(image, "g1", (1000, 250), 40)
    lay_face(image, toned_card(55), (600, 600), 25)
    assert names(reader, image) == ["g1", "r1"]


def test_a_card_in_an_outline_of_its_size_is_told_by_the_net_where_a_shadow_ends(
    drawn_deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = PhotoPlaces(Gallery(drawn_deck))
    image = table()
    corners = lay(image, "g2", (400, 400), 20)
    image[:, 400:] //= 5
    surface = frontal_tabletop(126.0, CARD_SIZE, (1280, 960))
    askew = corners + np.array([[3, -2], [-2, 2], [2, 3], [-3, -1]])
    larger = corners.mean(axis=0) + 1.4 * (corners - corners.mean(axis=0))

    def seen(quad: Points) -> list[str]:
        found: list[PhotoCard] = []
        places.look_framed(Photograph(image), [quad], found, surface)
        return [card.card.label for card in found]

    assert seen(askew) == ["g2"]
    assert seen(larger) == [], "no card on this table is so large"
    monkeypatch.setattr(Embedder, "load", lambda: None)
    places = PhotoPlaces(Gallery(drawn_deck))
    assert seen(askew) == [], "without the net nobody says what to try"


def test_one_clear_card_tells_where_others_may_lie_and_only_with_one_of_them_the_table(
    reader: PhotoReader,
) -> None:
    image = table()
    laid = [lay(image, "r1", (350, 400), 0), lay(image, "y2", (640, 420), 30)]
    light = Photograph(seen_from_the_side(image))
    one, other = (cv2.perspectiveTransform(corners[None], LEANING)[0] for corners in laid)
    first = reader._places.fit(light, one, None)
    assert first is not None
    found = [first]
    assert reader._beside_one(light, [one], found) is None
    assert found == [first]
    surface = reader._beside_one(light, [one, other], found)
    assert [card.card.label for card in found] == ["r1", "y2"]
    assert surface is not None


def test_what_ends_nowhere_tells_no_table_and_bears_no_name_by_itself(reader: PhotoReader) -> None:
    """The pips of a heap of fours look like ones of half the size, and lie on one plane, too."""
    image = table()
    laid = [lay(image, label, (950, y), 0) for label, y in (("r1", 250), ("g3", 600))]
    details = [clear_card((200 + 170 * at, 400), 0.5) for at in range(3)]
    cards = [replace(clear_card((0, 0)), corners=corners) for corners in laid]
    seen = Photograph(image)
    assert reader._table([*details, cards[0]], seen) is None
    told = reader._table([*details[:2], *cards], seen)
    assert told is not None
    assert told.misfit(laid[0]) < 0.01
    assert reader._verdicts._has_its_size(seen, cards[0])
    assert not reader._verdicts._has_its_size(seen, details[0])


@pytest.mark.parametrize(("size", "told"), [(1.12, True), (0.5, False)])
def test_one_card_that_is_seen_to_end_and_lies_badly_takes_no_table_from_all_others(
    reader: PhotoReader, size: float, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of twelve pale cards on a pale cloth the one in the lamp's light alone showed its edges."""
    others = [clear_card((200 + 170 * at, 300)) for at in range(5)]
    ending = clear_card((500, 700), size)
    monkeypatch.setattr(PhotoReader, "_ending", lambda *_: [ending])
    known = reader._table([*others, ending], Photograph(table()))
    assert (known is not None) == told


@pytest.mark.parametrize("certain", [False, True])
def test_a_table_that_two_bent_cards_tell_badly_rules_no_other_card_out(
    reader: PhotoReader, certain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = table(9)
    places = (("r1", (250, 250)), ("y2", (640, 640)), ("b2", (1000, 300)))
    quads = [lay(image, label, centre, 20) for label, centre in places]
    other = frontal_tabletop(60.0, reader._gallery.deck.card_size, (1280, 960))
    monkeypatch.setattr(PhotoReader, "_table", lambda *_: other)
    monkeypatch.setattr("vision.photo.reader.is_certain", lambda *_: certain)
    found: list[PhotoCard] = []
    reader._at_first_sight(Photograph(image), quads, found, [])
    names_found = sorted(card.card.label for card in found)
    assert names_found == (["r1", "y2"] if certain else ["b2", "r1", "y2"])


class Proposing:
    """In the net's place: it sees cards lie where it was told to."""

    def __init__(self, places: Sequence[Points]) -> None:
        self.places = places

    def detect(self, _: Image) -> list[Found]:
        return [Found(0.9, corners) for corners in self.places]


@pytest.mark.parametrize("nets", [True, False])
def test_where_no_outline_is_seen_the_net_says_where_cards_lie(
    nets: bool, monkeypatch: pytest.MonkeyPatch, drawn_deck: Deck
) -> None:
    """Cards that are as dark as the table; without the net nothing is guessed."""
    image = table(9)
    places = (("r1", (250, 250)), ("y2", (640, 640)), ("b2", (1000, 300)))
    quads = [lay(image, label, centre, 20) for label, centre in places]
    monkeypatch.setattr("vision.photo.reader.find_outlines", lambda _: iter([Outlines([], [])]))
    monkeypatch.setattr(PhotoReader, "_detector", Proposing(quads) if nets else None)
    labels = names(PhotoReader(drawn_deck), image)
    assert labels == (["b2", "r1", "y2"] if nets else [])


def test_of_outlines_that_hold_nothing_only_the_first_are_looked_at(
    reader: PhotoReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of another deck's cards has some hundred; one card among them starts anew."""
    image = table(9)
    own = lay(image, "r1", (250, 250), 20)
    quad = card_corners((900, 600), (2 * CARD_SIZE[0], 2 * CARD_SIZE[1]), 0.0)
    looked: list[Points] = []
    fit = PhotoPlaces.fit

    def counted(
        places: PhotoPlaces, seen: Photograph, at: Points, on: Tabletop | None
    ) -> PhotoCard | None:
        looked.append(at)
        return fit(places, seen, at, on)

    monkeypatch.setattr(PhotoPlaces, "fit", counted)
    empty = [quad + np.array([step, 0.0]) for step in range(2 * MOST_VAIN_OUTLINES)]
    reader._at_first_sight(Photograph(image), [*empty, own], [], [])
    assert len(looked) == MOST_VAIN_OUTLINES
    found: list[PhotoCard] = []
    first = MOST_VAIN_OUTLINES // 2
    reader._at_first_sight(Photograph(image), [*empty[:first], own, *empty], found, [])
    assert [card.card.label for card in found] == ["r1"]
    assert len(looked) == 2 * MOST_VAIN_OUTLINES + first + 1


@pytest.mark.parametrize("told", [True, False])
def test_a_card_whose_outline_tells_no_table_lies_on_the_one_that_earlier_pictures_told(
    told: bool, monkeypatch: pytest.MonkeyPatch, drawn_deck: Deck
) -> None:
    earlier = table(9)
    for label, centre in (("r1", (250, 250)), ("y2", (640, 640)), ("b2", (1000, 300))):
        lay(earlier, label, centre, 20)
    reader = PhotoReader(drawn_deck)
    there = [card.corners for card in reader.read(earlier) if card.label]
    image = table(9)
    lay(image, "g2", (400, 300), 5)
    monkeypatch.setattr("vision.photo.reader.find_outlines", lambda _: iter([Outlines([], [])]))
    monkeypatch.setattr(PhotoReader, "_detector", None)
    found = [card.label for card in reader.read(image, earlier=there if told else ())]
    assert found == (["g2"] if told else [])


def test_one_card_that_was_seen_again_and_again_tells_no_table(reader: PhotoReader) -> None:
    image = table()
    lay(image, "r1", (300, 300), 10)
    lay(image, "y2", (700, 420), 85)
    bent = np.array([(100.0, 700), (900, 700), (700, 760), (300, 760)])
    found = sorted(card.label for card in reader.read(image, earlier=[bent] * 3) if card.label)
    assert found == ["r1", "y2"]


@pytest.mark.parametrize("held", [False, True])
def test_a_card_that_hides_the_most_of_the_only_other_one_is_cut_out_as_it_lies(held: bool) -> None:
    """Seen from the side its edges run on into those of the card below; held up it is larger."""
    chance = np.random.default_rng(5)
    drawn = hanabi_deck(chance, "plain")
    above = DrawnTabletop(drawn, 35.0, chance)
    reader = PhotoReader(drawn.learnt())
    above.cards.append(("r1", card_corners((-200, 0), drawn.size)))
    (lower,) = [card.corners for card in reader.read(above.picture()) if card.label]
    size = (drawn.size[0] * 1.2, drawn.size[1] * 1.2) if held else drawn.size
    above.cards.append(("r2", card_corners((-200, 30), size)))
    there = above.camera.straight(above.cards[-1][1])
    (upper,) = [card for card in reader.read(above.picture(), earlier=[lower]) if card.label]
    assert upper.label == "r2"
    assert np.abs(upper.corners - there).max() < 5.0


@pytest.mark.parametrize(
    ("fits", "noisy", "names", "told"),
    [
        ((0.6, 0.5, 0.5), True, ("r1", "g2", "b3"), ["r1", "g2", "b3"]),
        ((0.6, 0.5, 0.5), False, ("r1", "g2", "b3"), ["r1", None, None]),
        ((0.9, 0.8, 0.5), True, ("r1", "g2", "b3"), ["r1", None, None]),
        ((0.6, 0.5, 0.5), True, ("r1", None, None), ["r1", None, None]),
        ((0.6, 0.5, 0.5), True, ("y1", "g2", "b3"), [None, "g2", "b3"]),
    ],
)
def test_a_photo_full_of_noise_is_read_once_more_without_it_and_no_card_is_two(
    reader: PhotoReader,
    fits: tuple[float, ...],
    noisy: bool,
    names: tuple[str | None, ...],
    told: list[str | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A dim room: all cards fit badly, and most are not named."""

    def cards(named: Sequence[str | None]) -> tuple[PhotoCard, ...]:
        found = []
        for number, (fit, name) in enumerate(zip(fits, named, strict=True)):
            corners = card_corners((200.0 * number, 0.0), (63.0, 88.0), 0.0)
            seen = Sighting(name or "w5", False, fit, 0.9, (), corners, 0.5)
            found.append(PhotoCard(Sight.FACE if name else Sight.UNKNOWN, seen, corners))
        return tuple(found)

    image = np.full((300, 400, 3), 128, np.uint8)
    monkeypatch.setattr("vision.photo.reader.is_noisy", lambda _: noisy)
    monkeypatch.setattr(PhotoReader, "_read", lambda *_: cards(names))
    found = reader._without_noise(image, (), (), cards(("r1", None, None)))
    assert [card.label for card in found] == told


@pytest.mark.parametrize(("noisy", "told"), [(True, ["r1", None]), (False, [None, None])])
def test_a_photo_so_full_of_noise_that_no_card_is_named_is_read_without_it(
    reader: PhotoReader, noisy: bool, told: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Next to no light: nothing tells it from a photo of another deck but a look without noise."""
    corners = [card_corners((200.0 * at, 0.0), (63.0, 88.0), 0.0) for at in range(2)]
    unknown = tuple(
        PhotoCard(Sight.UNKNOWN, Sighting("r1", False, 0.5, 0.9, (), there, 0.5), there)
        for there in corners
    )
    clearer = (replace(unknown[0], sight=Sight.FACE), unknown[1])
    monkeypatch.setattr("vision.photo.reader.is_noisy", lambda _: noisy)
    monkeypatch.setattr(PhotoReader, "_read", lambda *_: clearer)
    image = np.full((300, 400, 3), 128, np.uint8)
    found = reader._without_noise(image, (), (), unknown)
    assert [card.label for card in found] == told
