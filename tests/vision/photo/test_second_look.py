"""What a second look at the same photo adds to the first."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.referee.readings import Sight
from tests.drawn_inks import inked_deck
from vision.match.gallery import Gallery
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


@pytest.fixture(scope="module")
def toned() -> Gallery:
    """Return a deck of which two suits differ in tone only."""
    return Gallery(inked_deck({"a": (40, 40, 200), "b": (44, 44, 190), "c": (200, 60, 30)}))


def card(label: str, sight: Sight = Sight.FACE, fit: float = 0.8) -> PhotoCard:
    return PhotoCard(sight, Sighting(label, False, fit, 0.6, (), CORNERS), CORNERS)


def labels(cards: tuple[PhotoCard, ...]) -> list[str | None]:
    return [one.label for one in cards]


def test_a_card_that_a_second_look_can_name_gets_its_name(gallery: Gallery) -> None:
    unread = card("r1", Sight.UNKNOWN)
    assert is_worthwhile(gallery, [card("b2"), unread])
    assert not is_worthwhile(gallery, [unread, unread]), "it may be another deck's photo"
    assert not is_worthwhile(gallery, [card("b2"), card("r1", Sight.UNKNOWN, 0.3)]), (
        "a table's grain"
    )
    assert labels(with_second_look(gallery, [unread], [card("r1")])) == ["r1"]
    nothing_like_it = card(UNLIKE_ANY, Sight.UNKNOWN)
    assert labels(with_second_look(gallery, [nothing_like_it], [card("r1")])) == ["r1"]


def test_a_card_that_only_a_second_look_finds_is_added(gallery: Gallery) -> None:
    aside = replace(card("b2"), corners=ASIDE)
    found = with_second_look(gallery, [card("r1")], [card("r1"), aside])
    assert labels(found) == ["r1", "b2"]


def test_a_card_that_is_two_things_in_two_looks_has_no_name(gallery: Gallery) -> None:
    assert labels(with_second_look(gallery, [card("r1")], [card("r2")])) == [None]
    likelier_another = card("r1", Sight.UNKNOWN)
    assert labels(with_second_look(gallery, [likelier_another], [card("r2")])) == [None]
    for again in ([card("r1"), card("r2")], [card("r2"), card("r1")]):
        assert labels(with_second_look(gallery, [card("r1")], again)) == [None]


def test_what_the_second_look_cannot_name_keeps_its_name(gallery: Gallery) -> None:
    unnamed = card("r2", Sight.UNKNOWN)
    assert labels(with_second_look(gallery, [card("r1")], [unnamed])) == ["r1"]
    assert labels(with_second_look(gallery, [card("r1")], [])) == ["r1"]
    assert not is_worthwhile(gallery, [card("r1"), card("back", Sight.BACK)])


def test_a_card_that_differs_from_another_in_tone_only_is_not_named_by_a_second_look(
    toned: Gallery,
) -> None:
    """Light is the same in every look, and so is what is measured wrongly of it."""
    unread = card("a1", Sight.UNKNOWN)
    assert not is_worthwhile(toned, [card("c2"), unread])
    assert labels(with_second_look(toned, [unread], [card("a1")])) == [None]
    aside = replace(card("a1"), corners=ASIDE)
    assert labels(with_second_look(toned, [card("c2")], [aside])) == ["c2"]
    of_another_tone = with_second_look(toned, [card("a1")], [card("b1")])
    assert labels(of_another_tone) == [None], "it is two things"
    assert is_worthwhile(toned, [card("c2"), card("c1", Sight.UNKNOWN)])


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
