"""A card on which print of a face is missing is another deck's, or a back."""

from __future__ import annotations

from functools import cache
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from companion.referee.readings import Sight
from tests.drawn_table import Image
from vision.deck import Deck, Exemplar
from vision.geometry import Points
from vision.match.gallery import Gallery
from vision.match.recognise import Sighting
from vision.photo.card import PhotoCard
from vision.photo.missing import Looked, Missing
from vision.photo.photograph import Photograph
from vision.photo.reader import PhotoReader

SIZE = (63.0, 88.0)
INKS = {"r": (40, 40, 200), "g": (60, 150, 40), "b": (190, 60, 40), "y": (20, 150, 190)}
RANKS = "1234"
PAPER = (225, 228, 230)
FONT = cv2.FONT_HERSHEY_DUPLEX


def figures(label: str, corners: int = 2) -> Image:
    """Draw a plain card: its rank large in the middle, and in so many ``corners``."""
    ink = INKS[label[0]]
    card = np.full((264, 189, 3), PAPER, dtype=np.uint8)
    for number in range(2):
        if number < corners:
            cv2.putText(card, label[1], (10, 40), FONT, 1.2, ink, 3, cv2.LINE_AA)
        card = np.ascontiguousarray(card[::-1, ::-1])
    cv2.putText(card, label[1], (58, 165), FONT, 3.4, ink, 9, cv2.LINE_AA)
    return card


@cache
def plain_deck() -> Deck:
    labels = [suit + rank for suit in INKS for rank in RANKS]
    return Deck("plain", SIZE, tuple(Exemplar(label, figures(label)) for label in labels))


def pictures() -> dict[str, Image]:
    """Draw faces with a white border: ``r2`` has hardly a print, the others have plain ones."""
    chance = np.random.default_rng(5)
    faces = {}
    for number, label in enumerate(("r1", "r2", "r3", "g1", "g2", "g3", "b1", "b2", "b3")):
        faint = label == "r2"
        ground = (60, 30, 140) if faint else tuple(int(one) for one in chance.integers(40, 200, 3))
        ink = (78, 42, 165) if faint else tuple(255 - one for one in ground)
        card = np.full((264, 189, 3), ground, dtype=np.uint8)
        for _ in range(3):
            at = (int(chance.integers(50, 140)), int(chance.integers(60, 200)))
            cv2.circle(card, at, int(chance.integers(18, 40)), ink, 8 if number % 2 else -1)
        cv2.putText(card, label[1], (22, 52), FONT, 1.2, ink, 3, cv2.LINE_AA)
        cv2.rectangle(card, (0, 0), (188, 263), (240, 240, 240), 22)
        faces[label] = card
    return faces


def patterned(ink: tuple[int, int, int] = (30, 15, 80)) -> Image:
    """Draw a back: small rings all over, on ground like that of the face with hardly a print."""
    card = np.full((264, 189, 3), (60, 30, 140), dtype=np.uint8)
    for x in range(26, 189, 28):
        for y in range(26, 264, 28):
            cv2.circle(card, (x, y), 8, ink, 4, cv2.LINE_AA)
    cv2.rectangle(card, (0, 0), (188, 263), (240, 240, 240), 22)
    return card


def corners_at(x: int, y: int) -> Points:
    return np.array([[x, y], [x + 150, y], [x + 150, y + 210], [x, y + 210]], dtype=np.float64)


def photograph(
    faces: list[Image], over: Image | None = None, light: float = 1.0
) -> tuple[Image, list[Points]]:
    """Take a photo of cards in rows on a dark table; ``over`` lies across a corner of the first."""
    places = [corners_at(90 + 260 * (n % 3), 80 + 280 * (n // 3)) for n in range(len(faces))]
    shown, lying = list(faces), list(places)
    if over is not None:
        shown, lying = [*faces, over], [*places, corners_at(200, 225)]
    table = np.full((700, 900, 3), (60, 70, 50), dtype=np.uint8)
    flat = np.array([[0, 0], [188, 0], [188, 263], [0, 263]], dtype=np.float32)
    for face, place in zip(shown, lying, strict=True):
        way = cv2.getPerspectiveTransform(flat, place.astype(np.float32))
        cv2.warpPerspective(
            face, way, (900, 700), dst=table, flags=cv2.INTER_AREA,
            borderMode=cv2.BORDER_TRANSPARENT,
        )  # fmt: skip
    noise = np.random.default_rng(3).normal(0, 2, table.shape)
    lit = cv2.GaussianBlur(table, (0, 0), 0.8) * light + noise
    return np.clip(lit, 0, 255).astype(np.uint8), places


def looked_at(deck: Deck, label: str, face: Image, over: Image | None = None) -> Looked:
    image, (corners, *_) = photograph([face], over)
    return Missing(Gallery(deck)).looked_at(Photograph(image), corners, label)


def card(label: str, corners: Points) -> PhotoCard:
    seen = Sighting(label, False, 0.85, 1.0, (), corners)
    return PhotoCard(Sight.FACE, seen, corners)


def test_a_figure_that_is_missing_in_a_corner_makes_it_another_decks() -> None:
    assert not looked_at(plain_deck(), "r3", figures("r3")).is_another
    found = looked_at(plain_deck(), "r3", figures("r3", corners=1))
    assert found.is_another
    ((x, y),) = found.bare
    assert (x, y) == pytest.approx((55, 80), abs=6), "where the lower one should be"


def test_another_decks_cards_that_lack_a_figure_are_not_named() -> None:
    reader = PhotoReader(plain_deck())
    labels = ["r3", "g2", "b4"]
    own, _ = photograph([figures(label) for label in labels])
    assert {one.label for one in reader.read(own)} == set(labels)
    others, _ = photograph([figures(label, corners=1) for label in labels])
    found = reader.read(others)
    assert len(found) == 3, "they are seen"
    assert not [one.label for one in found if one.label]


def test_what_hides_a_figure_takes_no_name() -> None:
    bare = np.full((264, 189, 3), PAPER, dtype=np.uint8)
    for face in (figures("r3"), figures("r3", corners=1)):
        assert not looked_at(plain_deck(), "r3", face, over=bare).is_another


def test_what_lies_beyond_the_picture_is_not_missing() -> None:
    image, (corners, *_) = photograph([figures("r3")])
    cut = Photograph(np.ascontiguousarray(image[: int(corners[2, 1]) - 32]))
    assert Missing(Gallery(plain_deck())).looked_at(cut, corners, "r3") == Looked(False)


def test_figures_that_are_missing_in_both_corners_are_hidden_by_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Missing, "_shows_sides", lambda *_: False)
    assert not looked_at(plain_deck(), "g4", figures("g4", corners=1)).is_another
    assert looked_at(plain_deck(), "g4", figures("g4", corners=0)).is_another


def test_what_is_missing_on_several_cards_is_missing_on_one_whose_edge_is_not_seen() -> None:
    bare = np.full((264, 189, 3), PAPER, dtype=np.uint8)
    labels = ["r3", "g2", "b4"]

    def named(corners: list[int]) -> list[str | None]:
        faces = [figures(label, some) for label, some in zip(labels, corners, strict=True)]
        image, places = photograph(faces, over=bare)
        cards = [card(label, place) for label, place in zip(labels, places, strict=True)]
        return [
            one.label for one in Missing(Gallery(plain_deck())).judged(Photograph(image), cards)
        ]

    assert named([2, 2, 2]) == ["r3", "g2", "b4"]
    assert named([2, 1, 2]) == ["r3", None, "b4"], "one may be another deck's"
    assert named([2, 1, 1]) == [None, None, None]


def test_a_card_that_had_its_name_before_keeps_it_under_what_hides_it() -> None:
    image, places = photograph([patterned()])
    missing, cards = Missing(Gallery(plain_deck())), [card("r3", places[0])]
    assert missing.judged(Photograph(image), cards)[0].label is None
    assert missing.judged(Photograph(image), cards, cards) == cards


def test_a_card_that_hardly_shows_its_print_keeps_its_name_where_another_witness_knows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thirty dark squares of a tablecloth were told as one dark face."""
    image, places = photograph([figures("r3")])
    missing, cards = Missing(Gallery(plain_deck())), [card("r3", places[0])]
    for faint, known, named in ((True, False, None), (True, True, "r3"), (False, False, "r3")):
        looked = Mock(return_value=Looked(is_another=False, is_faint=faint))
        monkeypatch.setattr(Missing, "looked_at", looked)
        (seen,) = missing.judged(Photograph(image), cards, (), Mock(return_value=known))
        assert seen.label == named


def test_a_dark_square_with_a_pale_edge_hardly_shows_a_faces_print() -> None:
    faces = pictures()
    deck = Deck("pictures", SIZE, tuple(Exemplar(label, one) for label, one in faces.items()))
    square = np.full((264, 189, 3), (60, 30, 140), dtype=np.uint8)
    cv2.rectangle(square, (0, 0), (188, 263), (240, 240, 240), 22)
    for label, face in faces.items():
        seen = looked_at(deck, label, square)
        assert seen.is_faint or seen.is_another, label
        assert not looked_at(deck, label, face).is_faint


def test_print_is_looked_for_where_all_of_a_photo_is_bright() -> None:
    """What is taken for black is grey there, so all that is darker is less than nothing."""
    face = figures("g3")
    image, (corners,) = photograph([face])
    bright = np.where(image.max(axis=2, keepdims=True) < 100, np.uint8(252), image)
    bright = np.ascontiguousarray(np.maximum(bright, 60))
    assert (
        not Missing(Gallery(plain_deck())).looked_at(Photograph(bright), corners, "g3").is_another
    )


def test_a_back_is_not_the_face_with_hardly_a_print() -> None:
    faces = pictures()
    deck = Deck("pictures", SIZE, tuple(Exemplar(label, one) for label, one in faces.items()))
    for label, face in faces.items():
        assert not looked_at(deck, label, face).is_another
    assert looked_at(deck, "r2", patterned()).is_another
    image, _ = photograph([patterned()] * 6)
    found = PhotoReader(deck).read(image)
    assert len(found) == 6, "they are seen"
    assert not [one.label for one in found if one.label]


@pytest.mark.parametrize("light", [0.3, 1.2])
def test_dim_and_strong_light_take_no_print(light: float) -> None:
    missing = Missing(Gallery(plain_deck()))
    labels = ["r1", "g2", "b3", "y4"]
    image, places = photograph([figures(label) for label in labels], light=light)
    for label, corners in zip(labels, places, strict=True):
        assert not missing.looked_at(Photograph(image), corners, label).is_another
