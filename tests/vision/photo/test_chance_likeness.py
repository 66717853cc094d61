"""The one card of another deck that looks like one of ours."""

from __future__ import annotations

from companion.referee.readings import Sight
from vision.geometry import rectangle
from vision.match.recognise import Sighting
from vision.photo.card import PhotoCard
from vision.photo.chance_likeness import without_chance_likeness

PLACE = rectangle(0, 0, 60, 90)


def card(sight: Sight, fit: float) -> PhotoCard:
    return PhotoCard(sight, Sighting("r2", False, fit, 1.0, (), PLACE), PLACE)


def named(fit: float = 0.8) -> PhotoCard:
    return card(Sight.FACE, fit)


def unnamed(fit: float = 0.7) -> PhotoCard:
    return card(Sight.UNKNOWN, fit)


def names(*cards: PhotoCard) -> int:
    return sum(one.label is not None for one in without_chance_likeness(cards))


def test_one_card_like_ours_among_four_that_are_none_of_ours_has_no_name() -> None:
    assert names(named(), *[unnamed()] * 4) == 0


def test_among_three_that_could_not_be_read_it_keeps_its_name() -> None:
    assert names(named(), *[unnamed()] * 3) == 1


def test_two_cards_are_no_chance_but_among_eight_that_are_none_of_ours() -> None:
    assert names(named(), named(), *[unnamed()] * 7) == 2
    assert names(named(), named(), *[unnamed()] * 8) == 0


def test_a_card_that_fits_well_keeps_its_name_among_any() -> None:
    assert names(named(0.95), *[unnamed()] * 9) == 1
    assert names(named(0.95), named(0.8), *[unnamed()] * 9) == 1


def test_cards_that_fit_well_and_that_only_tone_tells_apart_are_ours() -> None:
    assert names(named(), *[unnamed(0.97)] * 9) == 1


def test_cards_face_down_say_nothing_of_whose_faces_these_are() -> None:
    assert names(named(), *[card(Sight.BACK, 0.8)] * 9) == 1
