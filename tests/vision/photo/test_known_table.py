"""Of a table that was read a moment ago only what may show something else is read again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.referee.readings import Sight
from vision.geometry import PixelBox, Points, rectangle
from vision.match.recognise import Sighting
from vision.outlines.tabletop import Tabletop, fit_tabletop
from vision.photo.card import PhotoCard, outlined
from vision.photo.known_table import Earlier, _joined

SIZE = (60.0, 84.0)
"""Millimetres of a card; it is as many pixels in the picture."""
PICTURE = (1200, 900)
NEAR, FAR = rectangle(100.0, 100.0, *SIZE), rectangle(1000.0, 700.0, *SIZE)
AWAY = (500, 400, 520, 420)
"""A part of the picture that is far from both."""


def table() -> Tabletop:
    return fit_tabletop([NEAR, FAR], SIZE, PICTURE)


def seen(sight: Sight, corners: Points) -> PhotoCard:
    return PhotoCard(sight, Sighting("r1", False, 0.9, 1.0, (), corners), corners)


def divided(cards: Sequence[PhotoCard], *changed: PixelBox) -> tuple[list[Points], list[PixelBox]]:
    kept, parts = Earlier(tuple(cards), changed).divided(table(), PICTURE)
    return [card.corners for card in kept], parts


def holds(parts: Sequence[PixelBox], outline: Points) -> bool:
    """Say whether one of ``parts`` shows all of ``outline``, with room for a card round it."""
    (left, top), (right, bottom) = outline.min(axis=0) - 60, outline.max(axis=0) + 60
    return any(
        one[0] <= max(left, 0)
        and one[1] <= max(top, 0)
        and one[2] >= min(right, PICTURE[0])
        and one[3] >= min(bottom, PICTURE[1])
        for one in parts
    )


def test_where_nothing_changed_all_cards_lie_there_still_and_nothing_is_read() -> None:
    cards = [seen(Sight.FACE, NEAR), seen(Sight.BACK, FAR)]
    kept, parts = divided(cards)
    assert [np.array_equal(*pair) for pair in zip(kept, (NEAR, FAR), strict=True)] == [True, True]
    assert parts == []


def test_what_changed_is_read_with_a_card_round_it_and_cards_beside_that_are_kept() -> None:
    kept, parts = divided([seen(Sight.FACE, NEAR), seen(Sight.FACE, FAR)], AWAY)
    assert len(kept) == 2
    assert len(parts) == 1
    assert holds(parts, rectangle(500, 400, 20, 20))


def test_a_card_on_which_something_changed_is_read_again() -> None:
    kept, parts = divided([seen(Sight.FACE, NEAR), seen(Sight.FACE, FAR)], (150, 150, 170, 170))
    assert [np.array_equal(one, FAR) for one in kept] == [True]
    assert holds(parts, NEAR)
    assert not holds(parts, FAR)


def test_a_card_that_nobody_could_name_is_looked_at_again_though_nothing_changed() -> None:
    kept, parts = divided([seen(Sight.FACE, NEAR), seen(Sight.UNKNOWN, FAR)])
    assert [np.array_equal(one, NEAR) for one in kept] == [True]
    assert holds(parts, FAR)
    assert not holds(parts, NEAR)


def test_where_most_of_the_picture_changed_all_of_it_is_read() -> None:
    kept, parts = divided([seen(Sight.FACE, NEAR), seen(Sight.FACE, FAR)], (300, 0, 1200, 600))
    assert (kept, parts) == ([], [(0, 0, *PICTURE)])


def test_what_was_like_no_card_keeps_its_outline_until_something_changes_in_it() -> None:
    cards = (outlined(NEAR), outlined(FAR), seen(Sight.UNKNOWN, FAR))
    left = Earlier(cards, ((150, 150, 170, 170),)).unread_still()
    assert [np.array_equal(one, FAR) for one in left] == [True]


def test_parts_that_overlap_are_read_as_one_and_others_each_by_itself() -> None:
    one, other = (0, 0, 10, 10), (20, 0, 30, 10)
    assert sorted(_joined([one, other])) == [one, other]
    assert _joined([one, other, (8, 5, 22, 20)]) == [(0, 0, 30, 20)]
    assert sorted(_joined([one, (10, 0, 20, 10)])) == [one, (10, 0, 20, 10)], "they only touch"


def test_a_part_outside_of_the_picture_is_not_read() -> None:
    assert _joined([(0, 5, 0, 9), (3, 3, 4, 4)]) == [(3, 3, 4, 4)]
