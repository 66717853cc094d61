"""A photo of a hand, read with a learnt deck: its cards from the left."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.adapters.hands import HAND_SIDE, hand_reader
from vision.drawing.artwork import build_deck, draw_back, draw_card

SCALE = 4.0
"""Pixels per millimetre."""
Read = Callable[[bytes], tuple[str | None, ...]]


@pytest.fixture(scope="module")
def read() -> Read:
    return hand_reader(build_deck())


def photo(*labels: str, large: float = 1.0) -> bytes:
    """Cards side by side on a grey cloth, as a JPEG."""
    cards = [draw_back(SCALE) if label == "back" else draw_card(label, SCALE) for label in labels]
    height, width = cards[0].shape[:2]
    picture = np.full((height + 160, len(cards) * (width + 60) + 60, 3), 96, dtype=np.uint8)
    for nth, card in enumerate(cards):
        x = 60 + nth * (width + 60)
        picture[80 : 80 + height, x : x + width] = card
    return bytes(cv2.imencode(".jpg", cv2.resize(picture, None, fx=large, fy=large))[1])


def test_the_cards_of_a_photo_are_named_from_the_left(read: Read) -> None:
    assert read(photo("g2", "r1", "b5", "w3")) == ("g2", "r1", "b5", "w3")


def test_a_large_photo_is_read_as_well(read: Read) -> None:
    data = photo("y4", "r1", "b5", large=3.0)
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert max(picture.shape) > HAND_SIDE
    assert read(data) == ("y4", "r1", "b5")


def test_backs_are_no_cards_of_a_hand(read: Read) -> None:
    assert read(photo("g2", "back", "r1")) == ("g2", "r1")


@pytest.mark.parametrize("data", [b"", b"not a picture", photo("r1")[:2000]])
def test_what_is_no_picture_is_refused_in_one_sentence(read: Read, data: bytes) -> None:
    with pytest.raises(ValueError, match=r"^The photo is .*[^\n]$"):
        read(data)
