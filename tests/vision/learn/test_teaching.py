"""A card that was put right at the table teaches how it looks there."""

import cv2
import numpy as np
import pytest

from tests.drawn_table import Image, card_picture
from vision.deck import Deck, DeckError
from vision.learn.teaching import check_picture, taught
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.recognise import find_card


def lying(card: Image, degrees: float = 0.0) -> Image:
    """A place of the mat, at the scale of exemplars, in which ``card`` lies."""
    sheet: Image = np.full((340, 260, 3), (194, 188, 184), dtype=np.uint8)
    height, width = card.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += ((260 - width) / 2, (340 - height) / 2)
    cv2.warpAffine(card, turn, (260, 340), dst=sheet, borderMode=cv2.BORDER_TRANSPARENT)
    return sheet


def worn(label: str) -> Image:
    """A card that has changed since it was learnt: stained and scribbled on."""
    card = card_picture(label)
    for y in (75, 120, 165):
        cv2.line(card, (5, y), (180, y + 30), (90, 60, 50), 14)
    card[200:250, 20:170] = (150, 190, 200)
    return card


def fit(deck: Deck, picture: Image) -> tuple[str, bool]:
    scale = FINE_SCALE / 3
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    patch = np.asarray(small.astype(np.float32) / 255, dtype=np.float32)
    found = find_card(Gallery(deck), patch, (0.0, -4.0, 4.0))
    assert found is not None
    return found.label, found.sure


def test_a_worn_card_that_was_named_once_is_read_from_then_on(drawn_deck: Deck) -> None:
    assert not fit(drawn_deck, lying(worn("y2")))[1], "else there is nothing to teach"
    deck = taught(drawn_deck, "y2", lying(worn("y2"), 3), "game 7, picture 2")
    assert fit(deck, lying(worn("y2"), -2)) == ("y2", True)
    assert [one.origin for one in deck.added] == ["game 7, picture 2"]


def test_what_was_added_takes_nothing_from_the_other_cards(drawn_deck: Deck) -> None:
    deck = taught(drawn_deck, "y2", lying(worn("y2")), "game 7, picture 2")
    for label in deck.labels:
        assert fit(deck, lying(card_picture(label), 2)) == (label, True)


def test_a_card_that_lies_upside_down_is_learnt_upright(drawn_deck: Deck) -> None:
    over = np.ascontiguousarray(worn("y2")[::-1, ::-1])
    deck = taught(drawn_deck, "y2", lying(over), "here")
    assert np.abs(deck.added[0].image.astype(int) - worn("y2"))[12:-12, 12:-12].mean() < 6


@pytest.mark.parametrize(
    ("label", "picture", "why"),
    [
        ("g1", card_picture("r2"), "does not look like g1|as much like r2 as like g1"),
        ("g1", np.full((264, 189, 3), 120, np.uint8), "does not look like g1"),
        ("g1", card_picture("g1"), "knows g1 like that already"),
        ("r5", card_picture("r1"), "has no card r5"),
    ],
)
def test_a_picture_that_would_teach_something_wrong_is_refused(
    drawn_deck: Deck, label: str, picture: Image, why: str
) -> None:
    with pytest.raises(DeckError, match=why):
        taught(drawn_deck, label, lying(picture), "here")


def test_a_card_that_looks_more_like_another_one_is_not_learnt(drawn_deck: Deck) -> None:
    with pytest.raises(DeckError, match=r"does not look like g1|as much like"):
        taught(drawn_deck, "g1", lying(worn("g1")), "here")


def test_a_picture_that_looks_like_two_cards_is_refused(drawn_deck: Deck) -> None:
    both = cv2.addWeighted(card_picture("r1"), 0.5, card_picture("b1"), 0.5, 0)
    with pytest.raises(DeckError, match=r"as much like \w1 as like"):
        taught(drawn_deck, "r1", lying(np.asarray(both, dtype=np.uint8)), "here")


def test_a_flat_picture_of_another_card_is_refused(gallery: Gallery) -> None:
    with pytest.raises(DeckError, match="the picture does not look like y2"):
        check_picture(gallery, "y2", card_picture("back"))
