"""The card is full to its last block: the game goes on, says so, and nothing of it is lost."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.demonstration.phones import HttpPhone
from tests.pi.pulls.card import PulledCard

PATIENCE = 60.0
"""Seconds."""
NOT_SAVED = "there is no space left"
MANY = 2000
"""Taps; what was put aside for the record before the card was full is used up long before."""


@pytest.fixture
def card(tmp_path: Path) -> Iterator[PulledCard]:
    with PulledCard(tmp_path) as card:
        yield card


@pytest.fixture
def phone(card: PulledCard) -> HttpPhone:
    card.plug_in()
    phone = HttpPhone(card.address, card.code, 0)
    phone.tap("start", {"first": 0, "players": 2})
    return phone


def clue(phone: HttpPhone) -> None:
    giver = phone.view()["game"]["to_move"]
    phone.tap("clue", {"giver": giver, "target": 1 - giver, "value": 1})


def says_not_saved(view: Mapping[str, Any]) -> bool:
    return NOT_SAVED in str(view)


def tap_until_it_says_so(phone: HttpPhone) -> None:
    for tap in range(MANY):
        if tap % 2:
            phone.tap("undo", {})
        else:
            clue(phone)
        if says_not_saved(phone.view()):
            return
    raise AssertionError("nobody is told that the card is full")


def test_the_game_goes_on_says_so_and_is_written_whole_once_there_is_room(
    card: PulledCard, phone: HttpPhone
) -> None:
    clue(phone)
    card.fill()
    tap_until_it_says_so(phone)
    clue(phone)
    turns = len(phone.view()["game"]["log"])
    card.make_room()
    end = time.monotonic() + PATIENCE
    while says_not_saved(phone.view()):
        assert time.monotonic() < end, "there is room again"
        time.sleep(0.5)
    card.pull_the_plug()
    card.plug_in()
    assert len(phone.view()["game"]["log"]) == turns


def test_after_a_cut_a_full_card_shows_its_page_and_the_game_as_it_was_saved(
    card: PulledCard, phone: HttpPhone
) -> None:
    clue(phone)
    clue(phone)
    card.fill()
    card.pull_the_plug()
    card.plug_in()
    assert len(phone.view()["game"]["log"]) == 2
