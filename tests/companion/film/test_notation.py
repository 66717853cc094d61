"""What is asked of a game is written as JSON and comes back as it was, or is refused."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

import pytest

from companion.film.notation import from_data, to_data
from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import RULESETS
from companion.hanabi.moves import ColourHint
from companion.hanabi.ruleset import Ruleset
from companion.language.people import Arrival, How, People
from companion.panel.panel import Press
from companion.play.inputs import (
    CheckTap,
    ClueTap,
    CorrectTap,
    LayDownTap,
    NewGameTap,
    PhotoTap,
    PlayedTap,
    Tap,
)
from companion.record.corrections import FaceIs, Instead, Lay, Missed, Never, Tell
from tests.companion.play.random_taps import a_tap

RED = Card(Suit.RED, 1)
OTHERS: list[Tap] = [
    CheckTap(ClueTap(0, 1, ColourHint(Suit.BLUE), pointed=(0, 2), blind=True)),
    PlayedTap(None),
    PhotoTap(2, (RED, None)),
    CorrectTap(FaceIs(3, RED)),
    CorrectTap(Instead(3, Lay(played=True, slot=2, card=None))),
    CorrectTap(Missed(3, Tell(1, ColourHint(Suit.BLUE)))),
    CorrectTap(Never(7)),
    LayDownTap(),
    NewGameTap(),
]


def again(value: object, hint: Any) -> Any:
    return from_data(json.loads(json.dumps(to_data(value))), hint)


def test_every_tap_comes_back_as_it_was() -> None:
    chance = random.Random(1)
    taps = [a_tap(chance) for _ in range(400)] + OTHERS
    assert {type(tap) for tap in taps} == set(Tap.__args__)
    for tap in taps:
        assert again(tap, Tap) == tap


def test_so_does_what_else_is_asked() -> None:
    people = People({0: "Ada", 4: "Zoë"}, frozenset({0, 3}))
    assert again(people, People) == people
    arrival = Arrival(How.MOVED, "Eve", 2, None)
    assert again(arrival, Arrival | None) == arrival
    assert again(None, Arrival | None) is None
    assert again(Press.CLUE, Press) is Press.CLUE
    for ruleset in RULESETS.values():
        assert again(ruleset, Ruleset) == ruleset


@pytest.mark.parametrize(
    ("data", "hint", "complaint"),
    [
        ({"is": "Card", "suit": "r", "rank": 9}, Card, "a card's rank is 1 to 5"),
        (
            {"is": "Card", "suit": "x", "rank": 1},
            Card,
            "wants one of r, .*got 'x'",
        ),
        ({"is": "Card", "suit": "r"}, Card, "card: the field rank is missing"),
        ({"is": "Card", "suit": "r", "rank": 1, "owner": 2}, Card, "no field 'owner'"),
        ({"is": "Suit", "suit": "r", "rank": 1}, Card, "wants Card"),
        ({"suit": "r", "rank": 1}, Card, "wants Card"),
        ("r1", Card, "card is a dictionary, got 'r1'"),
        (True, int, "wants a whole number, got True"),
        (1.5, int, "wants a whole number"),
        ("1", float, "wants a number"),
        (3, tuple[int, ...], "wants a list"),
        ([1, 2, 3], tuple[int, int], "wants 2 values, got 3"),
        ([1, "2"], tuple[int, ...], "wants a whole number, got '2'"),
        ({"is": "open", "file": "x"}, Tap, "wants ClueTap or"),
        (7, str | None, "wants text, got 7"),
    ],
)
def test_what_is_no_such_value_is_refused_with_what_was_wanted(
    data: object, hint: Any, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        from_data(data, hint)


def test_a_value_that_nobody_has_thought_of_is_not_written_at_all() -> None:
    @dataclass(frozen=True)
    class Box:
        inside: object

    with pytest.raises(TypeError, match=r"object.* cannot be read"):
        to_data(Box(object()))
