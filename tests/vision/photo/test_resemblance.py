"""How like a learnt face a place of a grey picture looks."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.photo.resemblance import MOST_SHIFT, RESEMBLED_ACROSS, Faces

ROWS = 56
Grey = npt.NDArray[np.uint8]


def face(seed: int) -> Grey:
    """Return a face of random blots."""
    noise = np.random.default_rng(seed).random((ROWS, RESEMBLED_ACROSS)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 2.0)
    low, high = float(soft.min()), float(soft.max())
    return np.asarray(255 * (soft - low) / (high - low), dtype=np.uint8)


@pytest.fixture(scope="module")
def faces() -> Faces:
    return Faces({0: face(0), 4: face(4)}, np.ones((ROWS, RESEMBLED_ACROSS), dtype=np.float32))


def picture(label: int, at: tuple[float, float], turn: float, light: float = 1.0) -> Grey:
    """Return a grey table with a card whose middle lies ``at``, turned clockwise by ``turn``."""
    cos, sin = np.cos(turn), np.sin(turn)
    way = np.array([[cos, -sin], [sin, cos]])
    shift = np.array(at) - way @ np.array([(RESEMBLED_ACROSS - 1) / 2, (ROWS - 1) / 2])
    table = np.full((200, 300), 128, dtype=np.uint8)
    laid = cv2.warpAffine(
        np.asarray(128 + light * (face(label).astype(np.float32) - 128), dtype=np.uint8),
        np.column_stack([way, shift]),
        (300, 200),
        dst=table,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    return np.asarray(laid, dtype=np.uint8)


@pytest.mark.parametrize("turn", [0.0, 0.7, -2.4])
def test_a_face_looks_like_itself_where_it_lies(faces: Faces, turn: float) -> None:
    seen = picture(4, (150, 100), turn)
    assert faces.resemblance(seen, 4, np.array([150.0, 100.0]), turn) > 0.9
    assert faces.resemblance(seen, 0, np.array([150.0, 100.0]), turn) < 0.3


def test_a_veil_of_light_that_takes_contrast_makes_no_difference(faces: Faces) -> None:
    seen = picture(4, (150, 100), 0.7, light=0.3)
    assert faces.resemblance(seen, 4, np.array([150.0, 100.0]), 0.7) > 0.9


def test_a_place_that_is_a_little_off_still_resembles(faces: Faces) -> None:
    seen = picture(4, (150, 100), 0.7)
    off = np.array([150.0 + MOST_SHIFT * np.cos(0.7), 100.0 + MOST_SHIFT * np.sin(0.7)])
    assert faces.resemblance(seen, 4, off, 0.7) > 0.9
    assert faces.resemblance(seen, 4, off + 12, 0.7) < 0.5


def test_an_empty_place_resembles_nothing(faces: Faces) -> None:
    empty = np.full((200, 300), 128, dtype=np.uint8)
    assert faces.resemblance(empty, 4, np.array([150.0, 100.0]), 0.0) == pytest.approx(0, abs=1e-3)


def test_a_place_beyond_the_edge_is_no_error(faces: Faces) -> None:
    seen = picture(4, (150, 100), 0.0)
    assert faces.resemblance(seen, 4, np.array([-90.0, 420.0]), 1.0) < 0.3
