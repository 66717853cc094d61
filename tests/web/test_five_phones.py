"""Five phones play a game: one goes offline and wakes up, one reloads, one joins late."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.moves import ColourHint, GiveClue
from tests.web.browsing import MakePhone, let_in, open_server, phones_at, sit_down
from tests.web.phones import CODE
from tests.web.players import sensible
from tests.web.real_table import OpenTable, PlayedTable

NAMES = ("Ana", "Bartek", "Ioana", "Grandma", "Zofia")
LATE, ASLEEP, RELOADS = 4, 1, 2  # seats


@pytest.fixture
def desk(open_table: OpenTable) -> PlayedTable:
    return open_table(players=5, seed=11)


@pytest.fixture
def phone(browser: Browser, desk: PlayedTable) -> Iterator[MakePhone]:
    with open_server(desk) as server, phones_at(browser, server.port) as make:
        yield make


def sit(page: Page, seat: int) -> Page:
    page.goto(f"/?code={CODE}")
    page.get_by_label("Your name").fill(NAMES[seat])
    page.locator(f"button[name=seat][value='{seat}']").tap()
    let_in(page)
    return sit_down(page)


def tell(page: Page, clue: GiveClue, called: str) -> None:
    """Give a clue by two taps to whoever is ``called`` so."""
    page.get_by_role("region", name=f"The hand of {called}").get_by_role(
        "button", name="Give a clue"
    ).tap()
    hint = clue.hint
    said = hint.colour.value if isinstance(hint, ColourHint) else str(hint.rank)
    page.locator(f"#clue [data-clue='{said}']").tap()
    expect(page.locator("#clue")).to_be_hidden()


def right(page: Page, desk: PlayedTable) -> None:
    """The page shows the game as it stands, and nothing of its own hand."""
    count = desk.turns + (0 if desk.state.over else 1)
    expect(page.locator("#turn-list li")).to_have_count(count)
    heights = [str(height) for height in desk.state.fireworks]
    assert page.locator(".firework .height b").all_inner_texts() == heights


@pytest.mark.parametrize(
    "turns", [12, pytest.param(1000, marks=pytest.mark.long)], ids=["beginning", "whole game"]
)
def test_five_phones_play(phone: MakePhone, desk: PlayedTable, turns: int) -> None:
    phones = {seat: sit(phone(), seat) for seat in range(5) if seat != LATE}
    phones[0].get_by_role("button", name="Start the game").tap()
    expect(phones[0].get_by_role("heading", name="Your turn")).to_be_visible()
    chance, awake = random.Random(5), True
    while not desk.state.over and desk.turns < turns:
        turn, seat = desk.turns, desk.state.to_move
        if turn == 3:
            phones[LATE] = sit(phone(), LATE)
            right(phones[LATE], desk)
        if turn == 4:
            phones[ASLEEP].context.set_offline(True)
            expect(phones[ASLEEP].locator("#lost")).to_be_visible()
            awake = False
        if turn == 7:
            phones[RELOADS].reload()
            right(phones[RELOADS], desk)
        if turn == 9:
            phones[ASLEEP].context.set_offline(False)
            expect(phones[ASLEEP].locator("#lost")).to_be_hidden()
            right(phones[ASLEEP], desk)
            awake = True
        move = sensible(desk.state, chance)
        if isinstance(move, GiveClue) and seat in phones and (awake or seat != ASLEEP):
            target = move.target
            tell(phones[seat], move, NAMES[target] if target in phones else f"seat {target + 1}")
        else:
            desk.move(move)
        assert desk.turns == turn + 1
    for seat, page in phones.items():
        right(page, desk)
        if not desk.state.over:
            assert page.locator("#own-hand .card.back").count() == 4, seat
    if desk.state.over:
        for page in phones.values():
            expect(page.locator("#score")).to_have_text(str(sum(desk.state.fireworks)))


@pytest.fixture
def demonstration(tmp_path: Path) -> Iterator[str]:
    """A whole game on the simulated table, through the real pipeline; gives its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "companion", "demo", "--players", "5", "--seed", "4"]
    with subprocess.Popen(
        [*command, "--speed", "50", "--port", str(port)],
        env={**os.environ, "STATE_DIRECTORY": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            keys = tmp_path / "demo" / "keys.json"
            until = time.monotonic() + 60
            while not _answers(port) and time.monotonic() < until:
                time.sleep(0.2)
            code = json.loads(keys.read_text(encoding="utf-8"))["code"]
            yield f"http://127.0.0.1:{port}/?code={code}"
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=60)


def _answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def _turn(page: Page) -> int:
    return page.locator("#turn-list li").count()


@pytest.mark.long
def test_five_phones_follow_a_whole_game_on_the_simulated_table(
    browser: Browser, demonstration: str
) -> None:
    with phones_at(browser, 1) as phone:

        def look_over(seat: int) -> Page:
            page = phone()
            page.goto(demonstration)
            page.locator(f"button[name=seat][value='{seat}']").tap()
            page.wait_for_url("**/seat")
            return page

        phones = {seat: look_over(seat) for seat in range(5) if seat != LATE}
        first = phones[0]
        expect(first.locator("#turn-list li").nth(4)).to_be_attached(timeout=60_000)
        phones[ASLEEP].context.set_offline(True)
        expect(phones[ASLEEP].locator("#lost")).to_be_visible()
        behind = _turn(phones[ASLEEP])
        phones[LATE] = look_over(LATE)
        phones[RELOADS].reload()
        expect(first.locator("#turn-list li").nth(12)).to_be_attached(timeout=60_000)
        assert _turn(phones[ASLEEP]) == behind, "it hears nothing"
        phones[ASLEEP].context.set_offline(False)
        expect(phones[ASLEEP].locator("#lost")).to_be_hidden()
        for page in phones.values():
            expect(page.locator("#turn-list li").nth(12)).to_be_attached(timeout=60_000)
            faces = page.locator("#own-hand .card:not(.back)")
            assert faces.count() == 0 or page.locator("#end").is_visible()
        for page in phones.values():
            expect(page.locator("#score")).to_be_visible(timeout=280_000)
        assert len({page.locator("#score").inner_text() for page in phones.values()}) == 1
