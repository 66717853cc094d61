"""What a second look at the same photo adds to the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.referee.readings import Sight
from vision.match.recognise import Sighting
from vision.photo.card import UNLIKE_ANY, PhotoCard
from vision.photo.second_look import (
    is_worthwhile,
    shown_anew,
    turned_about,
    with_second_look,
)

CORNERS = np.array([[10.0, 10], [70, 10], [70, 100], [10, 100]])
ASIDE = CORNERS + np.array([200.0, 0])


def card(label: str, sight: Sight = Sight.FACE, margin: float = 1.0) -> PhotoCard:
    seen = Sighting(label, False, 0.8, 0.6, (), CORNERS, margin=margin)
    return PhotoCard(sight, seen, CORNERS)


def labels(cards: tuple[PhotoCard, ...]) -> list[str | None]:
    return [one.label for one in cards]


def test_a_card_that_a_second_look_can_name_gets_its_name() -> None:
    unread = card("r1", Sight.UNKNOWN)
    assert is_worthwhile([card("b2"), unread])
    assert not is_worthwhile([unread, unread]), "it may be another deck's photo"
    assert labels(with_second_look([unread], [card("r1")])) == ["r1"]
    nothing_like_it = card(UNLIKE_ANY, Sight.UNKNOWN)
    assert labels(with_second_look([nothing_like_it], [card("r1")])) == ["r1"]


def test_a_card_that_only_a_second_look_finds_is_added() -> None:
    aside = replace(card("b2"), corners=ASIDE)
    assert labels(with_second_look([card("r1")], [card("r1"), aside])) == ["r1", "b2"]


def test_a_card_that_is_two_things_in_two_looks_has_no_name() -> None:
    assert labels(with_second_look([card("r1")], [card("r2")])) == [None]
    likelier_another = card("r1", Sight.UNKNOWN)
    assert labels(with_second_look([likelier_another], [card("r2")])) == [None]


def test_what_the_second_look_cannot_name_keeps_its_name() -> None:
    assert labels(with_second_look([card("r1")], [card("r2", Sight.UNKNOWN)])) == ["r1"]
    assert labels(with_second_look([card("r1")], [])) == ["r1"]
    assert not is_worthwhile([card("r1"), card("back", Sight.BACK)])


@pytest.mark.parametrize("margin", [0.05, 0.2])
def test_a_card_that_differs_from_another_in_tone_only_is_not_looked_at_twice(
    margin: float,
) -> None:
    """Light is the same in every look, and so is what is measured wrongly of it."""
    unread = card("r1", Sight.UNKNOWN, margin)
    assert not is_worthwhile([card("b2"), unread])
    assert labels(with_second_look([unread], [card("r1")])) == [None]
    by_its_light = replace(card("r1", margin=0.6), corners=ASIDE)
    assert labels(with_second_look([card("b2")], [by_its_light])) == ["b2"]


def test_a_place_lies_on_the_same_pixels_in_the_picture_that_is_upside_down() -> None:
    image = np.zeros((120, 300, 3), np.uint8)
    image[20:60, 30:50] = 255
    corners = np.array([[30.0, 20], [49, 20], [49, 59], [30, 59]])
    there = turned_about(corners, image).astype(int)
    (left, top), (right, down) = there.min(axis=0), there.max(axis=0)
    anew = shown_anew(image)
    assert anew[top + 2 : down - 1, left + 2 : right - 1].min() == 255
    anew[top - 2 : down + 3, left - 2 : right + 3] = 0
    assert anew.max() == 0
    assert np.array_equal(turned_about(turned_about(corners, image), image), corners)
