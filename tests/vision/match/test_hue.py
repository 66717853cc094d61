"""The hue of a card is told against its own white, so lamps and cameras hardly change it."""

import cv2
import numpy as np
import pytest

from tests.drawn_table import card_picture
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.hue import degrees_between
from vision.table.light import FloatImage


def flat(gallery: Gallery, label: str) -> FloatImage:
    size = gallery.pixels(FINE_SCALE)
    small = cv2.resize(card_picture(label), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, dtype=np.float32)


@pytest.mark.parametrize("label", ["r1", "y1", "g2", "b2"])
def test_a_card_has_the_hue_that_it_was_learnt_in(gallery: Gallery, label: str) -> None:
    assert gallery.hues.learnt(label) is not None
    assert gallery.hues.apart(label, flat(gallery, label)) < 10


def test_a_card_in_the_colour_of_another_suit_is_noticed(gallery: Gallery) -> None:
    card = flat(gallery, "b2")
    assert gallery.hues.apart("b2", np.ascontiguousarray(card[..., ::-1])) > 90


@pytest.mark.parametrize("lamp", [(0.55, 0.8, 1.0), (1.0, 0.85, 0.7)])
def test_a_lamp_of_any_colour_lights_a_cards_white_too(
    gallery: Gallery, lamp: tuple[float, float, float]
) -> None:
    """BGR: the light of a bulb, and of a blue sky."""
    for label in ("r1", "y1", "g2", "b2"):
        lit = np.asarray(flat(gallery, label) * np.array(lamp), dtype=np.float32)
        assert gallery.hues.apart(label, lit) < 10


def test_what_has_no_colour_has_no_hue(gallery: Gallery) -> None:
    grey = np.full_like(flat(gallery, "b2"), 0.7)
    assert gallery.hues.seen("b2", grey) is None
    assert gallery.hues.apart("b2", grey) == 0


def test_hues_are_a_circle() -> None:
    assert degrees_between(350, 20) == 30
    assert degrees_between(20, 350) == 30
    assert degrees_between(0, 180) == 180
