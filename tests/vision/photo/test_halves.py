"""Two named cards that touch along a long side may be the halves of one: a third card tells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.referee.readings import Sight
from vision.geometry import card_corners
from vision.match.recognise import Sighting
from vision.photo.card import PhotoCard
from vision.photo.halves import doubted

SIZE = (63.0, 88.0)


def lying(x: float, y: float = 0.0, degrees: float = 0.0, sight: Sight = Sight.FACE) -> PhotoCard:
    """A card with its middle at (x, y), millimetres seen from straight above."""
    corners = card_corners((x, y), SIZE, degrees)
    seen = Sighting("b1", turned=False, fit=0.9, lead=0.9, rivals=(), corners=corners, margin=0.5)
    return PhotoCard(sight, seen, corners)


def names(*cards: PhotoCard) -> list[str | None]:
    return [card.label for card in doubted(cards)]


@pytest.mark.parametrize("degrees", [0.0, 180.0])
def test_a_pair_side_by_side_that_no_other_card_tells_the_size_of_is_unknown(
    degrees: float,
) -> None:
    assert names(lying(0), lying(63.5, degrees=degrees)) == [None, None]


def test_two_such_pairs_tell_each_other_nothing() -> None:
    assert names(lying(0), lying(63), lying(300), lying(363)) == [None] * 4


def test_a_third_card_tells_that_both_are_whole() -> None:
    assert names(lying(0), lying(63.5), lying(200, 150, 30)) == ["b1"] * 3


def test_a_row_that_lies_edge_to_edge_is_a_row() -> None:
    assert names(*(lying(63.0 * at) for at in range(3))) == ["b1"] * 3


def test_a_finger_between_two_cards_is_enough() -> None:
    assert names(lying(0), lying(72)) == ["b1"] * 2


def test_a_card_alone_and_cards_end_to_end_are_no_halves() -> None:
    assert names(lying(0)) == ["b1"]
    assert names(lying(0), lying(0, 88)) == ["b1"] * 2
    assert names() == []


@pytest.mark.parametrize("others", [(), (lying(150, 150, 40),)])
@pytest.mark.parametrize(
    ("showing", "placed", "named"),
    [(False, False, None), (True, False, "b1"), (False, True, "b1")],
)
def test_of_cards_without_edges_that_lie_on_no_one_plane_none_is_named(
    showing: bool, placed: bool, named: str | None, others: tuple[PhotoCard, ...]
) -> None:
    """One of two signs on a black card on black cloth is like the large sign of another card."""
    cards = [lying(0), lying(300), *others]
    found = doubted(cards, showing=showing, placed=placed)
    assert [card.label for card in found] == [named] * len(cards)


def test_a_single_card_without_edges_contradicts_no_other() -> None:
    assert [card.label for card in doubted([lying(0)], showing=False, placed=False)] == ["b1"]


def test_what_has_no_name_tells_no_size_and_stays_as_it_is() -> None:
    back = lying(200, 150, sight=Sight.BACK)
    said = doubted([lying(0), lying(63), back, lying(400, sight=Sight.UNKNOWN)])
    assert [card.sight for card in said] == [
        *(Sight.UNKNOWN, Sight.UNKNOWN),
        *(Sight.BACK, Sight.UNKNOWN),
    ]


def test_a_pair_is_one_in_perspective_too() -> None:
    tilted = np.array([[1.0, 0.2], [-0.1, 0.6]])
    cards = [lying(0), lying(63)]
    seen = [replace(card, corners=card.corners @ tilted.T) for card in cards]
    assert names(*seen) == [None, None]


def test_cards_none_of_which_is_seen_to_end_nor_fits_well_may_be_signs_of_larger_ones() -> None:
    """Three letters of two white cards on white cloth looked like three cards of a letter each."""
    poor = [
        replace(card, card=replace(card.card, fit=0.73)) for card in (lying(0), lying(90, 120, 30))
    ]
    well = lying(300, 0, 70)
    assert [card.label for card in doubted(poor, showing=False)] == [None, None]
    assert [card.label for card in doubted(poor, showing=True)] == ["b1"] * 2
    assert [card.label for card in doubted([*poor, well], showing=False)] == ["b1"] * 3
