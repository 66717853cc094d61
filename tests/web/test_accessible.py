"""What axe-core finds on the pages, in dark and in light: nothing."""

import random
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from companion.archive.archive import RecordArchive
from companion.backup.service import TableBackups
from companion.hanabi.moves import ColourHint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.panel.trial import PanelTrial
from companion.panel.wiring import Wiring
from companion.services import Services
from companion.settings.file import SettingsFile
from hardware.virtual_panel import VirtualPanel
from tests.companion.archive.test_archive import keep
from tests.companion.backup.machines import machine
from tests.web.browsing import MakePhone, join, let_in, open_more, phones_at
from tests.web.fake_host import FakeDeckLessons, FakeEyes, FakeHost
from tests.web.phones import CODE
from tests.web.players import goes_on, play_to_the_end, sensible
from tests.web.real_table import OpenTable, PlayedTable
from tests.web.test_games import OVER, WON
from tests.web.test_health import FakeExaminer
from web import create_app
from web.config import PageConfig
from web.serve import serve

AXE = Axe()
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
SCHEMES = ["dark", pytest.param("light", marks=pytest.mark.long)]


@pytest.fixture
def desk(open_table: OpenTable) -> PlayedTable:
    return open_table(players=4, seed=3, panel=True)


@pytest.fixture
def phone(browser: Browser, desk: PlayedTable, tmp_path: Path) -> Iterator[MakePhone]:
    keep(tmp_path / "games", OVER)
    app = create_app(
        desk,
        PageConfig(
            secret=b"s",
            code=CODE,
            address=lambda: "http://192.168.1.20:8000",
            services=Services(archive=RecordArchive(tmp_path / "games"), read_hand=lambda _: ()),
        ),
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


def violations(page: Page) -> list[str]:
    """What axe finds, with the first elements that it finds it in."""
    page.wait_for_timeout(250)  # what fades in has another contrast
    found = AXE.run(page, options=RULES).response["violations"]
    return [
        f"{one['id']}: {[node['target'] for node in one['nodes'][:3]]} "
        f"{one['nodes'][0].get('failureSummary', '')}"
        for one in found
    ]


def in_the_middle(desk: PlayedTable) -> None:
    """Play for a while, until it is the turn of seat 0; one of its cards was laid in vain."""
    desk.deal()
    chance = random.Random(3)
    while desk.turns < 24 or desk.state.to_move != 0:
        desk.move(sensible(desk.state, chance))
    desk.play(0, next(s for s, one in enumerate(desk.hand(0)) if not goes_on(desk.state, one)))
    assert desk.state.strikes == 1
    while desk.state.to_move != 0:
        desk.move(sensible(desk.state, chance))


def with_question_and_notice(desk: PlayedTable) -> None:
    """Another game, in which seat 0 is told that its clue was wrong, and asked what it discards."""
    desk.stop()
    desk.blur(0, 0)
    desk.deal(first=2)
    desk.clue(2, 3, RankHint(desk.hand(3)[0].rank))
    suits = {card.suit for card in desk.hand(1)}
    desk.stir()
    desk.clue(0, 1, ColourHint(next(suit for suit in STANDARD.nameable if suit not in suits)))
    desk.play(3, 0)
    desk.throw_unread(0, 0, "b2", "w2", "r2")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_keeps_anybody_from_joining(
    phone: MakePhone, desk: PlayedTable, scheme: str
) -> None:
    desk.deal()
    join(phone(), 1)
    page = phone(color_scheme=scheme)
    page.goto("/")
    page.get_by_text("Look on and see all hands").tap()
    assert violations(page) == []
    page.goto("/none")
    assert violations(page) == []
    page.goto(f"/?code={CODE}&seat=3")
    assert violations(page) == []
    page.get_by_role("button", name="Seat 3").tap()
    let_in(page)
    expect(page.get_by_role("heading", name="Is this the rack in front of you?")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_keeps_anybody_from_playing(
    phone: MakePhone, desk: PlayedTable, scheme: str
) -> None:
    page = join(phone(color_scheme=scheme), 0)
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    found = {"lobby": violations(page)}
    in_the_middle(desk)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    found["my turn"] = violations(page)
    page.get_by_role("button", name="Give a clue").first.tap()
    found["clue"] = violations(page)
    page.locator("#clue-close").tap()
    page.locator("#own-hand button").first.tap()
    found["own hand"] = violations(page)
    page.locator("#hand-close").tap()
    page.locator("#hands .more").first.tap()
    page.locator("#hand-cards button").first.tap()
    found["another hand"] = violations(page)
    page.locator("#hand-close").tap()
    page.locator("#turn-list button").nth(1).tap()
    page.locator("#correct .chip").first.tap()
    found["putting right"] = violations(page)
    page.locator("#correct-close").tap()
    with_question_and_notice(desk)
    expect(page.locator("#question")).to_be_visible()
    expect(page.get_by_text("The clue points at no card.")).to_be_visible()
    found["question"] = violations(page)
    page.get_by_role("button", name="New game").tap()
    found["stopping"] = violations(page)
    assert {state: one for state, one in found.items() if one} == {}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_keeps_anybody_from_putting_the_table_right(
    phone: MakePhone, desk: PlayedTable, scheme: str
) -> None:
    in_the_middle(desk)
    page = join(phone(color_scheme=scheme), 1)
    join(phone(), 0)
    phone().goto(f"/?code={CODE}")
    lost = desk.fireworks[0]
    desk.lose(lost)
    page.get_by_role("button", name="The record is right").tap()
    found = {"differs": violations(page)}
    desk.put_back(lost)
    desk.pause()
    expect(page.locator("#paused")).to_be_visible()
    found["paused"] = violations(page)
    eve = phone()
    eve.goto(f"/?code={CODE}")
    eve.get_by_role("button", name="Seat 2").tap()
    expect(page.locator(".wish")).to_be_visible()
    found["a wish"] = violations(page)
    assert {state: one for state, one in found.items() if one} == {}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_keeps_anybody_from_looking_on_and_back(
    phone: MakePhone, desk: PlayedTable, scheme: str
) -> None:
    in_the_middle(desk)
    page = phone({"width": 1280, "height": 800}, color_scheme=scheme)
    page.goto(f"/public?code={CODE}")
    expect(page.locator(".firework")).to_have_count(5)
    found = {"public": violations(page)}
    page.goto("/panel")
    found["panel"] = violations(page)
    page.goto("/games/1")
    page.locator("#review").wait_for()
    open_more(page)
    page.wait_for_timeout(500)
    found["review"] = violations(page)
    play_to_the_end(desk, random.Random(1))
    page.goto("/public")
    expect(page.locator("#end")).to_be_visible()
    found["end"] = violations(page)
    assert {state: one for state, one in found.items() if one} == {}


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_keeps_anybody_from_a_game_that_loads_or_cannot_be_loaded(
    phone: MakePhone, scheme: str
) -> None:
    page = phone({"width": 320, "height": 640}, color_scheme=scheme)
    page.goto(f"/public?code={CODE}")
    waiting: list[Route] = []
    page.route("**/api/games/1/review", lambda route: waiting.append(route))
    page.goto("/games/1")
    expect(page.locator("#loading")).to_be_visible()
    found = {"loads": violations(page)}
    waiting.pop().abort()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    found["cannot be loaded"] = violations(page)
    assert {state: one for state, one in found.items() if one} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_keeps_anybody_from_setting_the_table_up_or_from_the_list_of_games(
    browser: Browser, desk: PlayedTable, tmp_path: Path, scheme: str
) -> None:
    keep(tmp_path / "games", OVER)
    keep(tmp_path / "games", WON)
    host = FakeHost()
    app = create_app(
        desk,
        PageConfig(
            secret=b"s",
            code=CODE,
            services=Services(
                archive=RecordArchive(tmp_path / "games"),
                host=host,
                preferences=SettingsFile(tmp_path / "settings.toml"),
                eyesight=FakeEyes(one_pixel()),
                backups=TableBackups(
                    Path.read_bytes,
                    lambda: False,
                    lambda: None,
                    machine(tmp_path / "m"),
                    hold=bool,
                ),
                deck_lessons=FakeDeckLessons(),
                examiner=FakeExaminer(),
            ),
        ),
    )
    with (
        serve(app, "127.0.0.1", 0) as server,
        phones_at(browser, server.port) as make,
        VirtualPanel(lambda _: None, Wiring()) as panel,
    ):
        host.tried = PanelTrial(panel, Wiring(), lambda: False)
        page = join(make(color_scheme=scheme), 0)
        page.goto("/setup")
        page.get_by_text("Single options").tap()
        page.get_by_role("button", name="Look", exact=True).tap()
        open_more(page)
        page.locator("[data-do=begin]").tap()
        expect(page.locator("#ticks li")).to_have_count(2)
        expect(page.locator("#tags li")).to_have_count(2)
        page.locator("#deck-form").get_by_role("button", name="Begin").tap()
        page.locator("#lesson-look").tap()
        expect(page.locator("#lesson-rows li")).to_have_count(1)
        page.locator("#health-look").tap()
        expect(page.get_by_text("Something is wrong:")).to_be_visible()
        found = {"setup": violations(page)}
        page.goto("/games")
        expect(page.locator("#games li")).to_have_count(2)
        open_more(page)
        found["games"] = violations(page)
        page.get_by_role("button", name="Name it").first.tap()
        found["naming"] = violations(page)
        page.get_by_role("button", name="Cancel").tap()
        page.get_by_role("button", name="Delete", exact=True).first.tap()
        found["deleting"] = violations(page)
    assert {state: one for state, one in found.items() if one} == {}


def one_pixel() -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((9, 16, 3), 90, dtype=np.uint8))[1])
