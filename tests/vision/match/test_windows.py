"""Windows of a patch: the likeliest few say what all of them say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.drawing.artwork import build_deck, draw_card
from vision.match.align import View
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.windows import search_likely_windows, search_windows
from vision.table.light import FloatImage

ROTATIONS = (0.0, -4.0, 4.0)


@pytest.fixture(scope="module")
def faces() -> Gallery:
    return Gallery(build_deck())


def patch(faces: Gallery, label: str, shift: tuple[float, float], degrees: float) -> FloatImage:
    """Return a card that lies askew and off the middle of a patch, evened."""
    card = draw_card(label, FINE_SCALE).astype(np.float32) / 255
    rows, columns = card.shape[:2]
    size = (columns + 40, rows + 40)
    turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), -degrees, 1.0)
    turn[:, 2] += 20 + np.array(shift)
    table = np.full((size[1], size[0], 3), 0.35, dtype=np.float32)
    there = cv2.warpAffine(np.ones((rows, columns), np.uint8), turn, size) > 0
    table[there] = cv2.warpAffine(card, turn, size)[there]
    return View(faces, table).even


@pytest.mark.parametrize("label", ["r1", "b3", "w5", "k2"])
@pytest.mark.parametrize(("shift", "degrees"), [((0, 0), 0), ((-14, 9), 4), ((11, -15), -3)])
def test_the_likeliest_windows_hold_the_best_of_all(
    faces: Gallery, label: str, shift: tuple[float, float], degrees: float
) -> None:
    picture = patch(faces, label, shift, degrees)
    nobody = np.zeros(len(faces.kinds), dtype=np.bool_)
    every = search_windows(faces, picture, ROTATIONS).best(1, nobody)[0]
    likely = search_likely_windows(faces, picture, ROTATIONS, 0.3, nobody)
    assert len(likely.scores) < 0.3 * len(search_windows(faces, picture, ROTATIONS).scores)
    best = likely.best(1, nobody)[0]
    assert faces.kinds[best.kind].label == label
    assert best.kind == every.kind
    assert best.score == pytest.approx(every.score, abs=0.02)


def test_what_looks_like_no_card_from_afar_is_not_looked_at_more_closely(faces: Gallery) -> None:
    noise = np.random.default_rng(5).random((190, 140, 3)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 4.0)
    picture = View(faces, np.asarray(soft, dtype=np.float32)).even
    nobody = np.zeros(len(faces.kinds), dtype=np.bool_)
    assert search_likely_windows(faces, picture, ROTATIONS, -1.0, nobody).best(1, nobody)
    assert not search_likely_windows(faces, picture, ROTATIONS, 0.6, nobody).best(1, nobody)


def test_a_patch_smaller_than_a_card_has_no_windows(faces: Gallery) -> None:
    small = np.zeros((40, 30, 3), dtype=np.float32)
    nobody = np.zeros(len(faces.kinds), dtype=np.bool_)
    assert not search_windows(faces, small, ROTATIONS).best(1, nobody)
    assert not search_likely_windows(faces, small, ROTATIONS, -1.0, nobody).best(1, nobody)


def test_where_one_card_alone_comes_into_question_its_own_windows_are_looked_at(
    faces: Gallery,
) -> None:
    """Others may look likelier in other places of the picture."""
    picture = patch(faces, "k2", (-14, 9), 4)
    others = np.array([kind.label != "r3" for kind in faces.kinds])
    every = search_windows(faces, picture, ROTATIONS).best(1, others)[0]
    best = search_likely_windows(faces, picture, ROTATIONS, -1.0, others).best(1, others)[0]
    assert best.kind == every.kind
    assert best.score == pytest.approx(every.score, abs=0.03)
