from pathlib import Path

import numpy as np
import pytest

from tests.drawn_table import Image, card_picture
from vision.deck import BACK, MOST_OF_A_KIND, Deck, DeckError
from vision.deck_file import load_deck, save_deck


def dimmer(label: str, levels: int) -> Image:
    return np.asarray(np.maximum(card_picture(label).astype(int) - levels, 0), dtype=np.uint8)


def levels(deck: Deck, label: str) -> list[int]:
    """Return by how much each picture of the card is dimmer than it was drawn."""
    drawn = int(card_picture(label)[2, 2, 0])
    return [drawn - int(one.image[2, 2, 0]) for one in deck.exemplars if one.label == label]


def test_a_card_that_was_put_right_is_one_more_picture(drawn_deck: Deck, tmp_path: Path) -> None:
    taught = drawn_deck.with_exemplar("r1", dimmer("r1", 20))
    assert levels(taught, "r1") == [0, 20]
    assert taught.labels == drawn_deck.labels
    assert levels(drawn_deck, "r1") == [0], "the deck that was there is as it was"
    save_deck(taught, tmp_path / "ours.deck")
    assert levels(load_deck(tmp_path / "ours.deck"), "r1") == [0, 20]


def test_the_first_picture_and_the_newest_are_kept(drawn_deck: Deck) -> None:
    deck = drawn_deck
    for step in range(1, 8):
        deck = deck.with_exemplar("r1", dimmer("r1", step))
    kept = levels(deck, "r1")
    assert len(kept) == MOST_OF_A_KIND
    assert kept == [0, 5, 6, 7]
    assert levels(deck, "y1") == [0]


def test_a_back_can_be_taught_too(drawn_deck: Deck) -> None:
    taught = drawn_deck.with_exemplar(BACK, card_picture(BACK)[::2, ::2].copy())
    assert sum(one.label == BACK for one in taught.exemplars) == 2
    assert taught.exemplars[-1].image.shape == (264, 189, 3), "brought to the deck's scale"


@pytest.mark.parametrize(
    ("label", "image", "why"),
    [
        ("r9", card_picture("r1"), "has no card r9"),
        ("r1", np.zeros((100, 100, 3), np.uint8), "100 x 100 pixels, not the shape"),
        ("r1", np.zeros((264, 189), np.uint8), "in colour"),
        ("r1", np.zeros((264, 189, 3), np.float64), "8 bits"),
        ("r1", np.zeros((0, 0, 3), np.uint8), "in colour"),
    ],
)
def test_what_is_no_picture_of_a_card_is_refused(
    drawn_deck: Deck, label: str, image: Image, why: str
) -> None:
    with pytest.raises(DeckError, match=why):
        drawn_deck.with_exemplar(label, image)
