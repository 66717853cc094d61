"""Cards laid out in rows and photographed with a phone that is held aslant."""

from __future__ import annotations

import numpy as np
import pytest

from tests.drawn_table import Image, card_picture
from vision.generator.laid_rows import laid_out
from vision.learn.laid_out import cut_out, find_laid_out, learnt_from, nearest_size
from vision.learn.learning import HANABI_SIZES

RED = ("r1", "r2", "r3", "r4", "r5")
SMALL = (900, 675)
FACES = {label: card_picture(label) for label in (*RED, "y1", "y2", "y3", "y4", "y5")}


def looks_like(image: Image) -> str:
    """Return the drawn card that a learnt face is nearest to, the way up it is."""
    return min(FACES, key=lambda one: float(np.abs(image.astype(float) - FACES[one]).mean()))


@pytest.mark.parametrize(("tilt", "roll"), [(15.0, 7.0), (28.0, -5.0)])
def test_a_row_is_found_from_wherever_the_phone_is_held(tilt: float, roll: float) -> None:
    rng = np.random.default_rng(7)
    photo, truth = laid_out(rng, [RED], FACES, size=SMALL, tilt=tilt, roll=roll)
    found = find_laid_out(photo, [5], HANABI_SIZES)
    assert (found.rows, found.unsure) == ((5,), frozenset())
    for corners, true in zip(found.corners, truth, strict=True):
        assert np.abs(corners - true).max() < 0.02 * np.linalg.norm(true[1] - true[0])
    assert nearest_size(found.proportion, HANABI_SIZES) == (63, 88)
    cards = [(label, cut_out(photo, one)) for label, one in zip(RED, found.corners, strict=True)]
    deck = learnt_from("ours", cards, (63, 88))
    assert [looks_like(one.image) for one in deck.exemplars] == list(RED)


def test_rows_below_one_another_are_read_from_the_top_left() -> None:
    rows = [RED, ("y5", "y4", "y3", "y2", "y1")]
    photo, truth = laid_out(np.random.default_rng(8), rows, FACES, size=SMALL, tilt=12)
    found = find_laid_out(photo, [5, 5], HANABI_SIZES)
    assert found.rows == (5, 5)
    for corners, true in zip(found.corners, truth, strict=True):
        assert np.abs(corners - true).max() < 0.02 * np.linalg.norm(true[1] - true[0])


def test_a_photo_that_was_held_the_other_way_round_is_read_from_its_other_end() -> None:
    photo, truth = laid_out(np.random.default_rng(9), [RED], FACES, size=SMALL)
    found = find_laid_out(np.ascontiguousarray(photo[::-1, ::-1]), [5], HANABI_SIZES)
    size = np.array(SMALL) - 1
    for corners, true in zip(found.turned().corners, truth, strict=True):
        assert np.abs((size - corners) - true).max() < 4
    turned = found.turned().turned()
    assert [one.tolist() for one in turned.corners] == [one.tolist() for one in found.corners]


def test_another_number_of_cards_is_said_and_an_empty_table_shows_none() -> None:
    rng = np.random.default_rng(10)
    photo, _ = laid_out(rng, [RED[:3]], FACES, size=SMALL)
    assert find_laid_out(photo, [5], HANABI_SIZES).rows == (3,)
    bare, _ = laid_out(rng, [()], FACES, size=(640, 480))
    assert find_laid_out(bare, [5], HANABI_SIZES).corners == ()


def test_a_large_card_is_told_from_a_small_one_by_its_shape_however_the_phone_leans() -> None:
    deluxe = (65.0, 100.0)
    photo, _ = laid_out(np.random.default_rng(11), [RED], FACES, deluxe, size=SMALL, tilt=25)
    found = find_laid_out(photo, [5], HANABI_SIZES)
    assert nearest_size(found.proportion, HANABI_SIZES) == deluxe
