"""A board has no clock: without a network it starts in 1970, or in the year of its card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.demonstration.phones import HttpPhone
from tests.pi.pulls.card import PulledCard

LONG_AGO, FAR_AWAY = "1970-01-01 00:00:12", "2037-12-24 20:15:00"


@pytest.fixture
def card(tmp_path: Path) -> Iterator[PulledCard]:
    with PulledCard(tmp_path) as card:
        yield card


def clue(phone: HttpPhone) -> None:
    giver = phone.view()["game"]["to_move"]
    phone.tap("clue", {"giver": giver, "target": 1 - giver, "value": 1})


@pytest.mark.parametrize("clock", [LONG_AGO, FAR_AWAY])
def test_a_game_goes_on_whatever_the_clock_says(card: PulledCard, clock: str) -> None:
    card.plug_in(clock)
    assert card.year == int(clock[:4])
    phone = HttpPhone(card.address, card.code, 0)
    phone.tap("start", {"first": 0, "players": 2})
    clue(phone)
    card.pull_the_plug()

    card.plug_in()  # the network is back, and the clock is right
    assert len(phone.view()["game"]["log"]) == 1
    clue(phone)
    card.pull_the_plug()

    card.plug_in(clock)
    assert len(phone.view()["game"]["log"]) == 2
    clue(phone)
    assert [turn["seat"] for turn in phone.view()["game"]["log"]] == [0, 1, 0]
