"""A suit's letter beside the rank tells what its tone does not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.referee.readings import Sight
from tests.drawn_table import Image
from vision.deck import Deck, Exemplar
from vision.match.gallery import Gallery
from vision.match.recognise import Sighting
from vision.photo.card import PhotoCard
from vision.photo.marks import Marks
from vision.photo.photograph import Photograph
from vision.photo.place import PhotoPlaces
from vision.photo.shared_light import Weighed
from vision.photo.verdict import Verdicts

SIZE = (63.0, 88.0)
TONES = {"r3": ("A", (40, 90, 120)), "y3": ("T", (55, 115, 150)), "g3": ("U", (70, 140, 185))}
AT = np.array([[70, 60], [220, 60], [220, 270], [70, 270]], dtype=np.float64)


def face(letter: str, ink: tuple[int, int, int]) -> Image:
    """Draw a dark card with three rings of one tone, its rank and the suit's letter."""
    card = np.full((264, 189, 3), (24, 28, 26), dtype=np.uint8)
    cv2.rectangle(card, (0, 0), (188, 263), (235, 235, 235), 8)
    for row in (80, 135, 190):
        cv2.circle(card, (95, row), 20, ink, 6, cv2.LINE_AA)
    for text, size, foot in (("3", 0.8, 40), (letter, 0.5, 58)):
        cv2.putText(card, text, (16, foot), cv2.FONT_HERSHEY_SIMPLEX, size, ink, 2, cv2.LINE_AA)
    return card


def deck(letters: bool = True) -> Deck:
    pictures = {
        label: face(letter if letters else "", ink) for label, (letter, ink) in TONES.items()
    }
    return Deck("tones", SIZE, tuple(Exemplar(name, one) for name, one in pictures.items()))


def photograph(label: str, light: float = 1.0, covered: bool = False) -> Photograph:
    """Take a photo of one card in so much light; ``covered``: a thumb lies on its letter."""
    card = face(*TONES[label])
    if covered:
        cv2.circle(card, (26, 52), 16, (120, 150, 190), -1)
    flat = np.array([[0, 0], [188, 0], [188, 263], [0, 263]], dtype=np.float32)
    way = cv2.getPerspectiveTransform(flat, AT.astype(np.float32))
    table = np.full((330, 300, 3), (60, 80, 60), dtype=np.uint8)
    cv2.warpPerspective(
        card, way, (300, 330), dst=table, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )
    noise = np.random.default_rng(3).normal(0, 2, table.shape)
    lit = cv2.GaussianBlur(table, (0, 0), 0.7) * light + noise
    return Photograph(np.clip(lit, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("label", TONES)
@pytest.mark.parametrize("light", [0.6, 1.0])
def test_a_letter_tells_a_suit_in_any_light(label: str, light: float) -> None:
    marks = Marks(Gallery(deck()))
    assert marks.told(photograph(label, light), AT, list(TONES)) == label


def test_suits_without_letters_are_told_by_no_mark() -> None:
    marks = Marks(Gallery(deck(letters=False)))
    assert marks.told(photograph("r3"), AT, list(TONES)) is None


def test_a_thumb_on_the_letter_leaves_the_suit_open() -> None:
    marks = Marks(Gallery(deck()))
    assert marks.told(photograph("y3", covered=True), AT, list(TONES)) is None


def test_a_card_of_another_suit_than_those_in_question_is_none_of_them() -> None:
    marks = Marks(Gallery(deck()))
    assert marks.told(photograph("g3"), AT, ["r3", "y3"]) is None


def test_a_face_with_two_pictures_is_told_by_no_mark() -> None:
    """What differs between two pictures of one face is no mark of it."""
    plain = deck()
    twice = replace(plain, exemplars=(*plain.exemplars, plain.exemplars[0]))
    assert Marks(Gallery(twice)).told(photograph("r3"), AT, list(TONES)) is None


@pytest.mark.parametrize(
    ("fit", "off", "by_letter"), [(0.9, 0.01, True), (0.7, 0.01, False), (0.9, 0.08, False)]
)
def test_a_card_that_no_light_tells_is_named_by_its_letter_if_it_is_the_decks(
    fit: float, off: float, by_letter: bool
) -> None:
    """Other decks have letters, too; their prints fit badly, or no light makes a face of them."""
    gallery = Gallery(deck())
    verdicts = Verdicts(gallery, PhotoPlaces(gallery))
    seen = Sighting("y3", False, fit, 0.2, ("r3",), AT, 0.05)
    undecided = Weighed("y3", 0.5, {"y3": 0.0, "r3": 0.5, "g3": 0.9}, off, 0.0)
    card = PhotoCard(Sight.UNKNOWN, seen, AT)
    image = photograph("r3")
    assert verdicts._by_marks(image, card, undecided) == ("r3" if by_letter else None)
    told = verdicts.of(image, card, None, weighed=undecided)
    assert told.label == ("r3" if by_letter else None)


def test_a_letter_counts_more_than_light_that_is_hardly_ahead() -> None:
    """Light is borne out by what the card looks like, but both are misled by the same veil."""
    gallery = Gallery(deck())
    verdicts = Verdicts(gallery, PhotoPlaces(gallery))
    seen = Sighting("y3", False, 0.9, 0.2, ("r3",), AT, 0.05)
    hardly = Weighed("y3", 5.5, {"y3": 0.0, "r3": 5.5}, 0.01, 0.0)
    card = PhotoCard(Sight.UNKNOWN, seen, AT)
    assert verdicts.of(photograph("r3"), card, None, weighed=hardly).label == "r3"
