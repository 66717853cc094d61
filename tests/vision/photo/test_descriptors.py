"""What is round a detail looks alike however the card lies, and else does not."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.drawing.artwork import draw_card
from vision.photo.descriptors import describe

SIDE = 400
Grey = npt.NDArray[np.uint8]


@pytest.fixture(scope="module")
def face() -> Grey:
    """A drawn card in the middle of a grey table, 80 pixels across a card's width and more."""
    picture = np.full((SIDE, SIDE), 128, dtype=np.uint8)
    card = cv2.cvtColor(draw_card("r4", 2.5), cv2.COLOR_BGR2GRAY)
    top, left = (SIDE - card.shape[0]) // 2, (SIDE - card.shape[1]) // 2
    picture[top : top + card.shape[0], left : left + card.shape[1]] = card
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), dtype=np.uint8)


def turned(picture: Grey, points: npt.NDArray[np.float32], degrees: float) -> tuple[Grey, object]:
    """Return the picture turned clockwise about its middle, and where ``points`` are then."""
    turn = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), -degrees, 1.0)
    seen = cv2.warpAffine(picture, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8), points @ turn[:, :2].T + turn[:, 2]


@pytest.fixture(scope="module")
def places(face: Grey) -> npt.NDArray[np.float32]:
    corners = cv2.goodFeaturesToTrack(face, 20, 0.05, 25)
    return np.asarray(corners, dtype=np.float32).reshape(-1, 2)


@pytest.mark.parametrize("degrees", [0.0, 22.5, 90.0, 137.0, 301.0])
def test_a_detail_of_a_card_that_is_turned_is_likest_to_itself(
    face: Grey, places: npt.NDArray[np.float32], degrees: float
) -> None:
    still = np.zeros(len(places), dtype=np.float32)
    before = describe(face, places, still)
    picture, moved = turned(face, places, degrees)
    after = describe(
        picture, np.asarray(moved, dtype=np.float32), still + np.float32(np.radians(degrees))
    )
    likeness = after @ before.T
    own = likeness[np.arange(len(places)), np.arange(len(places))]
    assert own.min() > 0.9
    assert (likeness.argmax(axis=1) == np.arange(len(places))).mean() >= 0.9


def test_the_turn_of_a_detail_counts(face: Grey, places: npt.NDArray[np.float32]) -> None:
    still = np.zeros(len(places), dtype=np.float32)
    upright = describe(face, places, still)
    wrong = describe(face, places, still + np.float32(np.pi / 2))
    assert (upright * wrong).sum(axis=1).mean() < 0.8


def test_where_there_is_nothing_all_figures_are_zero() -> None:
    plain = np.full((80, 80), 128, dtype=np.uint8)
    at = np.array([[40.0, 40.0]], dtype=np.float32)
    assert not describe(plain, at, np.zeros(1, dtype=np.float32)).any()
    assert describe(plain, at[:0], np.zeros(0, dtype=np.float32)).shape == (0, 128)
