"""The project's own cards: told apart by the eyes, by people, and without colour."""

import cv2
import numpy as np
import pytest

from companion.hanabi.cards import Card, Suit
from vision.deck import Deck, Exemplar
from vision.drawing.artwork import CARD_SIZE, LABELS, SUITS, build_deck, draw_back, draw_card
from vision.match.gallery import Gallery


@pytest.fixture(scope="module")
def deck() -> Deck:
    return build_deck()


def most_alike(deck: Deck) -> tuple[float, str, str]:
    gallery = Gallery(deck)
    return max(
        (float(gallery.likeness[one, other]), gallery.kinds[one].label, gallery.kinds[other].label)
        for one in range(len(gallery.kinds))
        for other in range(one)
        if gallery.kinds[one].label != gallery.kinds[other].label
    )


def test_every_card_of_every_edition_has_a_face() -> None:
    assert set(LABELS) == {Card(suit, rank).label for suit in Suit for rank in range(1, 6)}


@pytest.mark.parametrize("scale", [1.0, 3.0, 11.811])
def test_a_card_is_drawn_at_any_scale(scale: float) -> None:
    size = (round(CARD_SIZE[1] * scale), round(CARD_SIZE[0] * scale), 3)
    assert draw_card("r3", scale).shape == size
    assert draw_back(scale).shape == size


def test_a_card_looks_the_same_every_time() -> None:
    assert np.array_equal(draw_card("m5", 4.0), draw_card("m5", 4.0))


def test_a_card_may_be_scribbled_on_without_spoiling_the_next_one() -> None:
    first = draw_card("g2", 12.0)
    first[:] = 0
    assert draw_card("g2", 12.0).any()


@pytest.mark.parametrize("label", ["r6", "x1", "back", ""])
def test_a_face_that_nobody_prints_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match="r1 to k5"):
        draw_card(label, 3.0)


def test_a_scale_has_to_be_above_zero() -> None:
    with pytest.raises(ValueError, match="above 0"):
        draw_back(0.0)


def test_the_deck_has_all_faces_and_a_back(deck: Deck) -> None:
    assert set(deck.labels) == set(LABELS)
    assert deck.has_back
    assert deck.card_size == CARD_SIZE


def test_no_two_faces_are_much_alike(deck: Deck) -> None:
    likeness, one, other = most_alike(deck)
    assert likeness < 0.9, f"{one} and {other} are {likeness:.3f} alike"


def test_the_suits_are_told_apart_without_their_colours(deck: Deck) -> None:
    for rank in range(1, 6):
        grey = []
        for exemplar in deck.exemplars:
            if exemplar.label in {f"{suit}{rank}" for suit in SUITS}:
                flat = cv2.cvtColor(exemplar.image, cv2.COLOR_BGR2GRAY)
                image = np.asarray(cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
                grey.append(Exemplar(exemplar.label, image))
        likeness, one, other = most_alike(Deck("grey", deck.card_size, tuple(grey)))
        assert likeness < 0.95, f"{one} and {other} are {likeness:.3f} alike in grey"
