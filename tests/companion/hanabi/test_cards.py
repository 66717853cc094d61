"""Faces and their labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hanabi.cards import RANKS, Card, Suit, face_of


@given(st.sampled_from(Suit), st.sampled_from(RANKS))
def test_a_label_reads_back_as_the_same_card(suit: Suit, rank: int) -> None:
    card = Card(suit, rank)
    assert Card.parse(card.label) == card
    assert len({card, Card.parse(card.label)}) == 1


def test_the_red_three_is_called_r3() -> None:
    assert Card(Suit.RED, 3).label == "r3"


@pytest.mark.parametrize("label", ["", "r", "r6", "r0", "3r", "p1", "R3", " r3", "r33", "r²"])
def test_a_label_that_is_no_card_is_quoted_in_the_error(label: str) -> None:
    with pytest.raises(ValueError, match="like r3") as refusal:
        Card.parse(label)
    assert repr(label) in str(refusal.value)


@pytest.mark.parametrize(
    ("label", "card"), [("w5", Card(Suit.WHITE, 5)), ("back", None), (None, None)]
)
def test_what_was_read_and_is_none_of_this_games_faces_is_no_card(
    label: str | None, card: Card | None
) -> None:
    assert face_of(label) == card


@pytest.mark.parametrize("rank", [0, 6, -1])
def test_no_card_has_a_rank_outside_one_to_five(rank: int) -> None:
    with pytest.raises(ValueError, match=str(rank)):
        Card(Suit.RED, rank)


def test_cards_sort_by_firework_then_by_rank() -> None:
    labels = ["k1", "m5", "w1", "b2", "g1", "y3", "y1", "r5"]
    assert [card.label for card in sorted(map(Card.parse, labels))] == [
        "r5", "y1", "y3", "g1", "b2", "w1", "m5", "k1",
    ]  # fmt: skip


def test_a_suit_is_not_compared_with_anything_else() -> None:
    assert Suit.RED <= Suit.RED < Suit.BLACK
    with pytest.raises(TypeError):
        assert Suit.RED < "y"
