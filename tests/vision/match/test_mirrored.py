"""A lamp that is mirrored in a card hides a spot of it, and not the rest."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.drawn_table import card_on_grey, card_picture
from vision.deck import Deck, Exemplar
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.mirrored import beside_mirrored
from vision.match.recognise import Sighting, find_card
from vision.table.light import FloatImage

EDGE = 9
LAMP = 1.6


def lying(label: str) -> FloatImage:
    return card_on_grey(label, FINE_SCALE, EDGE)


def mirroring(label: str, at: tuple[int, int], millimetres: tuple[int, int]) -> FloatImage:
    """A card with a lamp in it; ``at`` in millimetres from the card's corner."""
    patch = lying(label)
    middle = tuple(round(EDGE + one * FINE_SCALE) for one in at)
    axes = tuple(round(one * FINE_SCALE / 2) for one in millimetres)
    spot = cv2.ellipse(np.zeros(patch.shape[:2], np.float32), middle, axes, 30, 0, 360, 1, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), FINE_SCALE)[..., np.newaxis]
    return np.asarray(patch + (LAMP - patch) * spot, dtype=np.float32)


def seen(gallery: Gallery, patch: FloatImage) -> Sighting:
    card = find_card(gallery, patch)
    assert card is not None
    return card


@pytest.mark.parametrize("label", ["b2", "w1", "w2", "y2"])
def test_a_card_is_told_by_what_shows_beside_a_mirrored_lamp(gallery: Gallery, label: str) -> None:
    patch = mirroring(label, (31, 45), (14, 28))
    card = seen(gallery, patch)
    told = beside_mirrored(gallery, patch, card)
    assert told is not None
    assert (told.label, told.turned, told.sure) == (label, card.turned, True)
    assert told.fit > card.fit + 0.05
    assert np.allclose(told.corners, card.corners, atol=0.01)


@pytest.mark.parametrize("label", ["b2", "w1", "w2", "y2"])
def test_a_card_of_two_pictures_is_compared_with_the_one_that_it_looks_like(
    drawn_deck: Deck, label: str
) -> None:
    """The other one, of another print of that card say, would show spots that no lamp made."""
    inverted = Exemplar(label, 255 - card_picture(label))
    both = replace(drawn_deck, exemplars=(inverted, *drawn_deck.exemplars))
    gallery, patch = Gallery(both), mirroring(label, (31, 45), (14, 28))
    told = beside_mirrored(gallery, patch, seen(gallery, patch))
    assert told is not None
    assert (told.label, told.sure) == (label, True)


@pytest.mark.parametrize("label", ["b2", "r2"])
def test_a_sign_that_a_lamp_hides_is_not_taken_for_one_that_is_not_there(
    gallery: Gallery, label: str
) -> None:
    patch = mirroring(label, (31, 45), (14, 28))
    card = seen(gallery, patch)
    assert card.sure
    assert card.label == label[0] + "1", "by all that shows, white spot and all"
    told = beside_mirrored(gallery, patch, card)
    assert told is not None
    assert told.label == label, "its figure shows"


def test_what_only_the_spot_could_tell_is_not_told(gallery: Gallery) -> None:
    patch = mirroring("b2", (31, 34), (16, 26))
    told = beside_mirrored(gallery, patch, seen(gallery, patch))
    assert told is not None
    assert not told.sure


@pytest.mark.parametrize("light", [0.8, 1.0, 1.15])
def test_in_a_card_without_a_spot_no_lamp_is_mirrored(gallery: Gallery, light: float) -> None:
    patch = lying("y2") * np.float32(light)
    assert beside_mirrored(gallery, patch, seen(gallery, patch)) is None
    nothing = replace(seen(gallery, patch), fit=0.3)
    assert beside_mirrored(gallery, mirroring("y2", (31, 45), (14, 28)), nothing) is None
