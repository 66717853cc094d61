"""A card in a photo whose light is not known: a name has to be right in whatever it may be."""

from __future__ import annotations

import functools

import cv2
import numpy as np
import pytest

from companion.referee.readings import Sight
from tests.frontal_tabletop import frontal_tabletop
from vision.deck import Deck, Exemplar, exemplar_pixels
from vision.match.gallery import Gallery
from vision.photo.card import ON_TABLE, PhotoCard
from vision.photo.photograph import Photograph
from vision.photo.place import PhotoPlaces
from vision.photo.verdict import Verdicts

SIZE = (63.0, 88.0)
TONES = {"p": (150, 75, 125), "s": (112, 116, 150), "n": (150, 150, 150)}
"""Suits on dark ground that differ by a little blue or green, BGR."""
ACROSS = 100


@functools.cache
def gallery(ground: int) -> Gallery:
    width, height = exemplar_pixels(SIZE)
    faces = []
    for suit, ink in TONES.items():
        for rank in (1, 2, 3):
            image = np.full((height, width, 3), ground, np.uint8)
            for number in range(rank):
                place = (width // 2, round(height * (0.25 + 0.25 * number)))
                cv2.circle(image, place, 28, ink, -1, cv2.LINE_AA)
            faces.append(Exemplar(f"{suit}{rank}", image))
    return Gallery(Deck("tones", SIZE, tuple(faces)))


def photo_of(
    known: Gallery, label: str, cloth: tuple[int, int, int], lamp: tuple[float, float, float]
) -> tuple[np.ndarray, np.ndarray]:
    """Return a photo of one card on a cloth, as bright as anything in it, and its corners."""
    image = np.full((400, 400, 3), cloth, np.uint8)
    image[:20] = 0
    picture = next(one.image for one in known.deck.exemplars if one.label == label)
    down = round(ACROSS * SIZE[1] / SIZE[0])
    card = cv2.resize(picture, (ACROSS, down), interpolation=cv2.INTER_AREA)
    image[120 : 120 + down, 150 : 150 + ACROSS] = np.clip(card * np.array(lamp), 0, 255)
    corners = np.array(
        [[150, 120], [150 + ACROSS, 120], [150 + ACROSS, 120 + down], [150, 120 + down]]
    )
    return image, corners - 0.5


def verdict_of(known: Gallery, image: np.ndarray, corners: np.ndarray) -> PhotoCard:
    places = PhotoPlaces(known)
    photo = Photograph(image)
    table = frontal_tabletop(ACROSS, SIZE, photo.size)
    card = places.fit(photo, corners, table)
    assert card is not None
    assert table.misfit(card.corners) <= ON_TABLE
    (verdict,) = Verdicts(known, places).of_all(photo, [card], table)
    return verdict


@pytest.mark.parametrize("label", ["p2", "s2", "n2"])
def test_a_dark_card_on_a_grey_cloth_is_named(label: str) -> None:
    tones = gallery(6)
    verdict = verdict_of(tones, *photo_of(tones, label, (230, 230, 230), (1.0, 1.0, 1.0)))
    assert verdict.label == label


@pytest.mark.parametrize("label", ["p2", "s2", "n2"])
@pytest.mark.parametrize("cloth", [(110, 235, 205), (235, 120, 180), (120, 170, 240)])
def test_a_bright_cloth_makes_no_suit_of_another(label: str, cloth: tuple[int, int, int]) -> None:
    tones = gallery(6)
    verdict = verdict_of(tones, *photo_of(tones, label, cloth, (1.0, 1.0, 1.0)))
    assert verdict.sight is Sight.UNKNOWN or verdict.label == label


@pytest.mark.parametrize("label", ["p2", "s2", "n2"])
@pytest.mark.parametrize("lamp", [(0.6, 1.0, 0.9), (0.9, 0.7, 1.0), (0.55, 0.8, 1.0)])
def test_pale_cards_are_named_on_a_bright_cloth_under_a_lamp(
    label: str, lamp: tuple[float, float, float]
) -> None:
    tones = gallery(235)
    verdict = verdict_of(tones, *photo_of(tones, label, (110, 235, 205), lamp))
    assert verdict.label == label
