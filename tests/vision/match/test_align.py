"""Pale cards on dark tables: their edge outshines their print, and must not be taken for it."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.deck import Deck
from vision.learn.learning import find_pictures, learn_deck
from vision.match.align import View, align
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.recognise import find_card
from vision.table.light import FloatImage

Image = npt.NDArray[np.uint8]
SCALE = 4
SIZE = (63, 88)
BORDER = 14
"""Millimetres of dark table round the card."""
FIGURES = "ACEFPR"


def pale_card(figure: str) -> Image:
    """A figure in thin lines of a light grey, with a frame, on a card that is nearly white."""
    width, height = SIZE[0] * SCALE, SIZE[1] * SCALE
    face = np.full((height, width, 3), 240, dtype=np.uint8)
    ink = (205, 210, 214)
    cv2.rectangle(face, (13, 13), (width - 14, height - 14), ink, 2)
    cv2.putText(face, figure, (50, 250), cv2.FONT_HERSHEY_SIMPLEX, 7.0, ink, 3, cv2.LINE_AA)
    cv2.putText(face, figure, (22, 62), cv2.FONT_HERSHEY_SIMPLEX, 1.4, ink, 2, cv2.LINE_AA)
    return face


@pytest.fixture(scope="module")
def pale_gallery(tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    folder: Path = tmp_path_factory.mktemp("pale")
    for figure in FIGURES:
        cv2.imwrite(str(folder / f"{figure}.png"), pale_card(figure))
    deck: Deck = learn_deck("pale", find_pictures(folder), SIZE)
    return Gallery(deck)


def on_a_dark_table(figure: str) -> FloatImage:
    face, edge = pale_card(figure), BORDER * SCALE
    sheet = np.full((face.shape[0] + 2 * edge, face.shape[1] + 2 * edge, 3), 34, dtype=np.uint8)
    sheet[edge:-edge, edge:-edge] = face
    ratio = FINE_SCALE / SCALE
    small = cv2.resize(sheet, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(3).normal(0, 0.01, small.shape)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.7) / 255 + grain, dtype=np.float32)


@pytest.mark.parametrize("figure", FIGURES)
def test_a_pale_card_stays_in_its_place_on_a_dark_table(pale_gallery: Gallery, figure: str) -> None:
    view = View(pale_gallery, on_a_dark_table(figure))
    kind = pale_gallery.upright(figure)[0]
    true = np.array([[1.0, 0.0, BORDER * FINE_SCALE], [0.0, 1.0, BORDER * FINE_SCALE]])
    pose = align(view, kind, true + np.array([[0, 0, 2.0], [0, 0, -2.0]]))
    assert np.abs(pose - true)[:, 2].max() < 0.7
    assert np.linalg.svd(pose[:, :2], compute_uv=False) == pytest.approx([1, 1], abs=0.01)


@pytest.mark.parametrize("figure", FIGURES)
def test_a_pale_card_on_a_dark_table_is_called_by_its_name(
    pale_gallery: Gallery, figure: str
) -> None:
    one = find_card(pale_gallery, on_a_dark_table(figure), (0.0, -4.0, 4.0))
    assert one is not None
    assert one.sure
    assert one.label == figure
    assert one.fit > 0.9
