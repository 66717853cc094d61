from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.drawn_table import LABELS, Image, card_picture
from vision.deck import Deck, Exemplar
from vision.learn.advice import Difference, Pair, PictureFault, close_pairs, hints, same_kinds
from vision.learn.learning import find_pictures, learn_deck


def deck_of(**changed: Image) -> Deck:
    pictures: Mapping[str, Image] = {label: card_picture(label) for label in LABELS} | changed
    exemplars = tuple(Exemplar(label, image) for label, image in pictures.items())
    return Deck("ours", (63.0, 88.0), exemplars)


def with_mark(label: str) -> Image:
    marked = card_picture(label).copy()
    marked[100:112, 60:72] = (20, 20, 20)
    return marked


def test_cards_that_only_a_small_mark_tells_apart_are_named_with_the_place() -> None:
    pairs = close_pairs(deck_of(r5=with_mark("r1")))
    pair = next(one for one in pairs if (one.first, one.second) == ("r1", "r5"))
    assert pair.difference is Difference.PLACE
    assert pair.place == pytest.approx((4, 4), abs=1.5), "millimetres"


def test_cards_that_only_their_colour_tells_apart_are_named_so() -> None:
    red = card_picture("r1")
    orange = red.copy()
    ink = red.astype(int)[..., 2] - red[..., 1] > 60
    orange[ink] = (40, 130, 210)
    pairs = close_pairs(deck_of(o1=orange))
    pair = next(one for one in pairs if {one.first, one.second} == {"o1", "r1"})
    assert pair.difference is Difference.COLOUR


def test_the_same_face_twice_is_one_kind() -> None:
    pairs = close_pairs(deck_of(r5=card_picture("r1")))
    assert same_kinds(pairs) == (("r1", "r5"),)


def test_kinds_that_share_a_card_are_one_kind() -> None:
    def pair(first: str, second: str, difference: Difference = Difference.NOTHING) -> Pair:
        return Pair(first, second, 0.99, difference, (0.0, 0.0))

    pairs = [pair("a", "b"), pair("d", "e"), pair("b", "d"), pair("c", "e", Difference.OTHER)]
    assert same_kinds(pairs) == (("a", "b", "d", "e"),)


def test_a_good_deck_needs_no_advice() -> None:
    assert hints(deck_of()) == ()


def test_a_blurred_a_dim_and_a_reflecting_picture_are_named() -> None:
    blurred = np.asarray(cv2.GaussianBlur(card_picture("r1"), (0, 0), 5), dtype=np.uint8)
    dim = np.asarray(card_picture("y1") * 0.22, dtype=np.uint8)
    y, x = np.mgrid[:264, :189]
    lamp = 400 * np.exp(-((x - 95) ** 2 + (y - 130) ** 2) / (2 * 30.0**2))
    glare = np.asarray(np.clip(card_picture("g1") + lamp[..., None], 0, 255), dtype=np.uint8)
    found = hints(deck_of(r1=blurred, y1=dim, g1=glare))
    assert ("r1", PictureFault.BLURRED) in found
    assert ("y1", PictureFault.DIM) in found
    assert ("g1", PictureFault.GLARE) in found
    assert {label for label, _ in found} == {"r1", "y1", "g1"}


def test_a_picture_in_other_light_than_the_rest_is_named() -> None:
    evening = np.asarray(card_picture("b2") * np.array([0.75, 0.9, 1.0]), dtype=np.uint8)
    assert hints(deck_of(b2=evening)) == (("b2", PictureFault.CAST),)


def test_no_two_of_the_redrawn_hanafuda_are_one_kind(shared: Path) -> None:
    """Its plain cards of one month are drawn differently; real packs often print two alike."""
    folder = shared / "art" / "hanafuda-redraw"
    deck = learn_deck("hanafuda", find_pictures(folder), None)
    pairs = close_pairs(deck)
    assert same_kinds(pairs) == ()
    assert len(pairs) < 5
