"""Turns that nobody saw and that come to light at once are told, and that nobody saw them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.announcements.announcement import PlayedUnseen
from companion.announcements.texts import sentence
from companion.record.games import Record
from tests.companion.filmed_table import Game, Hands
from tests.companion.referee.misdeeds import blind

FOUR: Hands = [
    ["r1", "y1", "g1", "b1"],
    ["r2", "y2", "g2", "w1"],
    ["r3", "y3", "b3", "w3"],
    ["g4", "b4", "w4", "y4"],
]


def one(game: Game) -> None:
    game.table.play(0, 0, 0, "y5")


def two(game: Game) -> None:
    one(game)
    game.table.play(1, 0, 0, "y4")


def told(record: Record, deeds: Callable[[Game], None], *, dark: bool) -> list[PlayedUnseen]:
    game = Game(record, FOUR)
    game.look()
    if dark:
        blind(game, 10.0)
    deeds(game)
    game.look()
    assert game.turns == ["0 plays r1 from 0", "1 plays r2 from 0"][: 1 if deeds is one else 2]
    assert not isinstance(game.said[0], PlayedUnseen), "the turns come first"
    return [said for said in game.said if isinstance(said, PlayedUnseen)]


def test_two_turns_that_nobody_saw_are_told_and_that_nobody_saw_them(record: Record) -> None:
    (said,) = told(record, two, dark=True)
    assert (said.first, said.last) == (1, 2)
    assert sentence(said) == "Turns 1 to 2 were played while nobody could see the mat."


@pytest.mark.parametrize(("deeds", "dark"), [(one, True), (two, False)])
def test_one_turn_or_turns_that_were_watched_are_told_like_any_other(
    deeds: Callable[[Game], None], dark: bool, record: Record
) -> None:
    assert told(record, deeds, dark=dark) == []
