from dataclasses import replace
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
    taught = drawn_deck.with_exemplar("r1", dimmer("r1", 20), "game 7")
    assert levels(taught, "r1") == [0, 20]
    assert taught.labels == drawn_deck.labels
    assert levels(drawn_deck, "r1") == [0], "the deck that was there is as it was"
    save_deck(taught, tmp_path / "ours.deck")
    again = load_deck(tmp_path / "ours.deck")
    assert levels(again, "r1") == [0, 20]
    assert [(one.label, one.origin) for one in again.added] == [("r1", "game 7")]


def test_the_first_picture_and_the_newest_are_kept(drawn_deck: Deck) -> None:
    deck = drawn_deck
    for step in range(1, 8):
        deck = deck.with_exemplar("r1", dimmer("r1", step), f"game {step}")
    kept = levels(deck, "r1")
    assert len(kept) == MOST_OF_A_KIND
    assert kept == [0, 5, 6, 7]
    assert levels(deck, "y1") == [0]


def test_a_back_can_be_taught_too(drawn_deck: Deck) -> None:
    taught = drawn_deck.with_exemplar(BACK, card_picture(BACK)[::2, ::2].copy(), "here")
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
        drawn_deck.with_exemplar(label, image, "here")


def test_what_was_added_can_be_forgotten_and_what_was_learnt_cannot(drawn_deck: Deck) -> None:
    taught = drawn_deck.with_exemplar("r1", dimmer("r1", 20), "game 7")
    assert levels(taught.without(taught.added[0]), "r1") == [0]
    with pytest.raises(DeckError, match="was not taught"):
        taught.without(next(one for one in taught.exemplars if one.label == "r1"))


def test_a_card_learnt_from_as_many_pictures_as_are_kept_takes_no_more(drawn_deck: Deck) -> None:
    first = next(one for one in drawn_deck.exemplars if one.label == "r1")
    full = replace(drawn_deck, exemplars=(*drawn_deck.exemplars, *[first] * (MOST_OF_A_KIND - 1)))
    with pytest.raises(DeckError, match="was learnt from 4 pictures of r1"):
        full.with_exemplar("r1", dimmer("r1", 20), "game 7")
