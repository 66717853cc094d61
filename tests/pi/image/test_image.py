"""The image's first evening: plugged in, opened in a browser, and its plug pulled again and again.

The tests follow one another on one card; each begins where the one before it ended.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from companion.demonstration.phones import HttpPhone
from tests.pi.image.card import Board
from tests.pi.image.figures import SEED, told
from tests.pi.tapping import clues_after, still_there, tap_on

PULLS = int(os.environ.get("COMPANION_PULLS", "20"))


@pytest.fixture(scope="module")
def board() -> Iterator[Board]:
    work = Path(os.environ["COMPANION_GUEST_WORK"])
    with Board(Path(os.environ["COMPANION_IMAGE"]), work) as board:
        yield board


def code_on(page: str) -> str:
    found = re.search(r'name="code" value="([^"]*)"', page)
    return found[1] if found is not None else ""


@pytest.fixture(scope="module")
def phone(board: Board) -> HttpPhone:
    """The first phone that opened the page, with the code that stood there."""
    first = board.get("/")
    assert "you are the first here" in first
    return HttpPhone(board.address, code_on(first), 0)


def test_plugged_in_it_shows_its_page(board: Board) -> None:
    told(f"from the plug to the page: {board.plug_in():.0f} s (emulated)")
    assert "Join the table" in board.get("/")


def test_whoever_opens_it_first_gets_the_code_and_nobody_after(
    board: Board, phone: HttpPhone
) -> None:
    assert phone.view()["phase"] == "lobby"
    assert code_on(board.get("/")) == ""


def test_nothing_else_lets_anybody_in(board: Board) -> None:
    assert not board.lets_in(board.shell), "ssh is off"


def test_it_takes_the_whole_card(board: Board) -> None:
    assert board.partition() > board.partition(board.image) + 400 * 1024 * 1024


def test_the_plug_is_pulled_while_it_writes_and_all_that_was_announced_is_there(
    board: Board, phone: HttpPhone
) -> None:
    told(f"seed {SEED}, {PULLS} pulls")
    chance = random.Random(SEED)
    phone.tap("start", {"first": 0, "players": 2})
    announced = mended = 0
    for pull in range(1, PULLS + 1):
        answered = [announced]
        tapping = Thread(target=tap_on, args=(phone, answered))
        tapping.start()
        time.sleep(chance.uniform(2.0, 12.0))
        board.pull_the_plug()
        tapping.join()
        took = board.plug_in()
        mended += board.mended()
        view = phone.view()
        assert view["phase"] == "playing", json.dumps(view)[:500]
        found = len(view["game"]["log"])
        told(f"pull {pull}: {answered[0] - announced} taps were answered; back after {took:.0f} s")
        there = still_there(found, announced, answered[0])
        wanted = clues_after(answered[0])
        assert there is not None, f"{answered[0]} taps: {wanted} clues were announced, not {found}"
        announced = there
    told(f"{PULLS} pulls, {announced} taps: nothing lost; {mended} starts mended the file system")
