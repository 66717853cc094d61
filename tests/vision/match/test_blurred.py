"""Blur takes colour from thin lines, as a paler suit would have it: cards are compared as soft."""

import cv2
import numpy as np
import pytest

from vision.deck import Deck, Exemplar, exemplar_pixels
from vision.match.gallery import FINE_SCALE, MORE_BLURS, Gallery
from vision.match.recognise import Sighting, find_card

SIZE = (58.0, 88.0)
INKS = {"b": (160, 90, 60), "g": (110, 170, 80), "r": (170, 170, 170), "y": (90, 100, 170)}
"""BGR; one suit is grey."""
PAPER, FRAME = (228, 242, 245), (112, 51, 31)
EDGE = 12


def face(ink: tuple[int, int, int], rank: int) -> np.ndarray:
    """Paper in a dark frame that all cards share, with stars of thin lines."""
    width, height = exemplar_pixels(SIZE)
    image = np.full((height, width, 3), FRAME, np.uint8)
    cv2.rectangle(image, (14, 14), (width - 15, height - 15), PAPER, -1)
    reach = width / 5
    for number in range(rank):
        middle = np.array([width / 2, height * (number + 1) / (rank + 1)])
        for turn in np.arange(7) * 2 * np.pi / 7:
            tip = middle + reach * np.array([np.cos(turn), np.sin(turn)])
            cv2.polylines(
                image, [np.round([middle, tip]).astype(np.int32)], False, ink, 5, cv2.LINE_AA
            )
    return image


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    faces = [
        Exemplar(f"{suit}{rank}", face(ink, rank)) for suit, ink in INKS.items() for rank in (1, 2)
    ]
    return Gallery(Deck("thin lines", SIZE, tuple(faces)))


def seen(gallery: Gallery, label: str, blur: float) -> Sighting:
    """What a lens that blurs by ``blur`` millimetres shows."""
    number = next(n for n, one in enumerate(gallery.kinds) if one.label == label)
    patch = cv2.copyMakeBorder(
        gallery.soft_images[number],
        EDGE,
        EDGE,
        EDGE,
        EDGE,
        cv2.BORDER_CONSTANT,
        value=(0.6, 0.6, 0.6),
    )
    noise = np.random.default_rng(3).normal(0, 0.006, patch.shape)
    soft = cv2.GaussianBlur(patch, (0, 0), blur * FINE_SCALE) + noise
    card = find_card(gallery, soft.astype(np.float32))
    assert card is not None
    return card


@pytest.mark.parametrize("label", ["b1", "b2", "g1", "g2", "r1", "r2", "y1", "y2"])
@pytest.mark.parametrize("blur", [0.7, 1.0, 1.3])
def test_a_card_of_thin_lines_out_of_focus_is_no_grey_one(
    gallery: Gallery, label: str, blur: float
) -> None:
    card = seen(gallery, label, blur)
    assert (card.label, card.sure) == (label, True)
    assert card.fit > 0.95


def test_a_sharp_card_is_compared_with_what_was_learnt(gallery: Gallery) -> None:
    assert gallery.blurred(0.0).fine is gallery.fine
    soft = gallery.blurred(MORE_BLURS[-1])
    assert np.allclose(np.linalg.norm(soft.fine, axis=1), 1, atol=1e-3)
    assert soft is gallery.blurred(MORE_BLURS[-1]), "made once"
