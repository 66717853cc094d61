"""The project's own hanafuda pack."""

import numpy as np
import pytest

from companion.hana_awase.cards import DECK
from vision.hanafuda import CARD_SIZE, LABELS, build_deck, draw_card


def test_it_has_the_48_cards_in_their_size_and_a_back() -> None:
    deck = build_deck()
    assert deck.card_size == CARD_SIZE == (33.0, 54.0)
    assert sorted(deck.labels) == sorted(card.label for card in DECK)
    assert deck.has_back


def test_every_face_has_a_white_border_and_something_in_it() -> None:
    for label in LABELS:
        face = draw_card(label, 6.0)
        assert face.shape == (324, 198, 3)
        edge = np.concatenate([face[:6].reshape(-1, 3), face[:, :6].reshape(-1, 3)])
        assert edge.min() > 235, label
        assert face[30:-30, 30:-30].std() > 8, label


def test_no_two_faces_are_alike() -> None:
    faces = [draw_card(label, 1.5).astype(int) for label in LABELS]
    for place, one in enumerate(faces):
        for other in faces[:place]:
            assert np.abs(one - other).mean() > 5


def test_the_same_face_is_drawn_every_time() -> None:
    assert (draw_card("08-moon", 3.0) == draw_card("08-moon", 3.0)).all()


def test_a_face_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no card 'r3'"):
        draw_card("r3", 3.0)
    with pytest.raises(ValueError, match="above 0"):
        draw_card("08-moon", 0)
