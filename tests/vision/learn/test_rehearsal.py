"""What to expect of a deck is found by reading pictures that are drawn of its cards."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from vision.deck import Deck, Exemplar, exemplar_pixels
from vision.learn.rehearsal import Lamp, RehearsedLook, expected, number_of_looks, rehearse

SIZE = (63.0, 88.0)


def deck(inks: dict[str, tuple[int, int, int]]) -> Deck:
    width, height = exemplar_pixels(SIZE)
    faces = []
    for suit, ink in inks.items():
        for rank in (1, 2):
            image = np.full((height, width, 3), 236, np.uint8)
            for number in range(rank):
                place = (width // 2, round(height * (0.3 + 0.4 * number)))
                cv2.circle(image, place, 34, ink, -1, cv2.LINE_AA)
            faces.append(Exemplar(f"{suit}{rank}", image))
    return Deck("ours", SIZE, tuple(faces))


@pytest.fixture(scope="module")
def plain() -> list[RehearsedLook]:
    return list(rehearse(deck({"r": (40, 40, 200), "g": (60, 150, 40), "b": (190, 70, 40)})))


@pytest.fixture(scope="module")
def alike() -> list[RehearsedLook]:
    return list(rehearse(deck({"p": (150, 75, 125), "s": (150, 82, 128), "q": (146, 78, 122)})))


def test_every_card_is_looked_at_in_every_light(plain: list[RehearsedLook]) -> None:
    labels = {f"{suit}{rank}" for suit, rank in itertools.product("rgb", (1, 2))}
    assert {(look.label, look.lamp) for look in plain} == set(itertools.product(labels, Lamp))
    assert len(plain) == number_of_looks(deck({"r": (0, 0, 9), "g": (0, 9, 0), "b": (9, 0, 0)}))


def test_of_a_plain_deck_nearly_all_is_to_be_expected_and_nothing_wrong(
    plain: list[RehearsedLook],
) -> None:
    good, poor = expected(plain)
    assert good.share > 0.8
    assert good.share >= poor.share
    assert not good.mistaken
    assert not poor.mistaken


def test_of_suits_that_hardly_differ_it_says_that_they_will_not_be_read(
    plain: list[RehearsedLook], alike: list[RehearsedLook]
) -> None:
    for easy, hard in zip(expected(plain), expected(alike), strict=True):
        assert hard.share < easy.share - 0.3
        assert len(hard.hard) > len(easy.hard)
        assert not hard.mistaken, "unknown, not guessed"


def test_the_same_deck_gives_the_same_looks(plain: list[RehearsedLook]) -> None:
    again = rehearse(deck({"r": (40, 40, 200), "g": (60, 150, 40), "b": (190, 70, 40)}))
    assert list(itertools.islice(again, 8)) == plain[:8]


def test_what_was_read_is_counted_by_light() -> None:
    looks = [
        RehearsedLook("r1", Lamp.GOOD, "r1"),
        RehearsedLook("r1", Lamp.GOOD, None),
        RehearsedLook("r2", Lamp.GOOD, "r1"),
        RehearsedLook("r2", Lamp.GOOD, "r1"),
        RehearsedLook("r1", Lamp.POOR, None),
    ]
    good, poor = expected(looks)
    assert (good.looks, good.read, good.share) == (4, 1, 0.25)
    assert good.hard == ("r2",), "half of the looks is not most of them"
    assert good.mistaken == (("r2", "r1"),)
    assert (poor.read, poor.hard) == (0, ("r1",))
    assert expected([])[0].share == 0.0
