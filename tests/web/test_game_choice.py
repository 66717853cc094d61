"""The other game of the table is chosen on the page: by whom, when, and what stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from companion.hana_table.table import HanaTable
from companion.services import Services
from companion.settings.game_choice import GAME_NAMED
from companion.settings.table_game import TableGame
from companion.settings.tonight import Chosen
from tests.web.browsing import PHONE, phones_at
from tests.web.fake_host import FakeGameChoice
from tests.web.hana_phones import table
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from web import create_app, create_hana_app
from web.config import PageConfig
from web.serve import serve


@pytest.fixture
def choice() -> FakeGameChoice:
    return FakeGameChoice()


@pytest.fixture
def flowers(tmp_path: Path) -> Iterator[HanaTable]:
    with table(tmp_path, players=None) as (running, _):
        yield running


def test_between_games_anybody_at_the_table_may_change_the_game(
    open_table: OpenTable, choice: FakeGameChoice
) -> None:
    app = app_of(open_table(camera=False), game_choice=choice)
    looking_on = Phone(app)
    assert data(looking_on.get("/api/tonight/game")) == {"game": "hanabi", "running": False}
    told = looking_on.post("tonight/game", game="hana-awase", interrupts=False)
    assert data(told) == {"anew": True, "lacks": None}
    assert choice.chosen == [TableGame.HANA_AWASE]
    assert app.test_client().get("/api/tonight/game").status_code == 403, "he is not at the table"


def test_a_game_that_runs_is_interrupted_by_a_seat_only_that_says_so(
    open_table: OpenTable, choice: FakeGameChoice
) -> None:
    desk = open_table(camera=False)
    app = app_of(desk, game_choice=choice)
    looking_on, seated = Phone(app), Phone(app, seat=0)
    desk.deal()
    other = {"game": "hana-awase"}
    assert looking_on.post("tonight/game", **other, interrupts=True).status_code == 403
    assert "is running" in sentence(seated.post("tonight/game", **other, interrupts=False))
    assert choice.chosen == []
    assert seated.post("tonight/game", **other, interrupts=True).status_code == 200
    assert choice.chosen == [TableGame.HANA_AWASE]


def test_the_table_of_flowers_goes_back_to_the_fireworks(
    flowers: HanaTable, choice: FakeGameChoice
) -> None:
    choice.played = TableGame.HANA_AWASE
    app = create_hana_app(
        flowers, PageConfig(secret=b"s", code=CODE, services=Services(game_choice=choice))
    )
    phone = Phone(app, 0)
    assert b'href="/game"' in phone.get("/seat").data
    assert data(phone.get("/api/tonight/game")) == {"game": "hana-awase", "running": False}
    assert phone.post("tonight/game", game="hanabi", interrupts=False).status_code == 200
    assert choice.chosen == [TableGame.HANABI]


def test_what_is_missing_is_said_in_the_readers_language(
    open_table: OpenTable, choice: FakeGameChoice
) -> None:
    choice.comes_of_it = Chosen(lacks=GAME_NAMED)
    phone = Phone(app_of(open_table(camera=False), game_choice=choice))
    asked = {"game": "hana-awase", "interrupts": False}
    assert "--game" in data(phone.post("tonight/game", **asked))["lacks"]
    phone.client.set_cookie("language", "pl")
    assert "grę wybrano" in data(phone.post("tonight/game", **asked))["lacks"].lower()
    assert "game: wants one of" in sentence(phone.post("tonight/game", game="go", interrupts=False))
    assert "interrupts" in sentence(phone.post("tonight/game", game="hanabi", interrupts=1))


@pytest.mark.usefixtures("same_start")
def test_the_choice_tells_nothing_of_hidden_cards(
    open_table: OpenTable, choice: FakeGameChoice
) -> None:
    told = []
    for seed in (1, 2):
        desk = open_table(seed=seed)
        desk.deal()
        phone = Phone(app_of(desk, game_choice=choice), seat=0)
        refused = phone.post("tonight/game", game="hana-awase", interrupts=False)
        told.append((phone.get("/game").data, phone.get("/api/tonight/game").data, refused.data))
    assert told[0] == told[1]


@pytest.mark.parametrize("language", ["en", "pl", "ro"])
def test_a_tap_changes_the_game_and_every_page_follows(
    browser: Browser,
    open_table: OpenTable,
    flowers: HanaTable,
    choice: FakeGameChoice,
    language: str,
) -> None:
    """Two tables take turns at one port, as one does that starts anew."""
    desk = open_table(camera=False)
    services = Services(game_choice=choice)
    first, second = (PageConfig(secret=b"s", code=CODE, services=services) for _ in range(2))
    server = serve(create_app(desk, first), "127.0.0.1", 0)
    with phones_at(browser, server.port) as make:
        try:
            page, tablet = (make(PHONE, locale=language) for _ in range(2))
            tablet.goto(f"/public?code={CODE}")
            expect(tablet.locator("#lobby")).to_be_visible()
            page.goto(f"/?code={CODE}")
            page.locator("button[name=seat][value='0']").tap()
            page.locator("main button.primary").tap()
            page.locator("#lobby").wait_for()
            desk.deal()
            page.goto("/game")
            page.locator("[data-game]").tap()
            page.locator("#sure button.primary").tap()
            expect(page.locator("#state")).not_to_be_empty()
            assert choice.chosen == [TableGame.HANA_AWASE]
            assert Axe().run(page).response["violations"] == []
            port = server.port
            server.close()
            choice.played = TableGame.HANA_AWASE
            server = serve(create_hana_app(flowers, second), "127.0.0.1", port)
            page.wait_for_url("**/seat")
            expect(page.locator("body.hana")).to_be_visible()
            expect(tablet.locator("body.hana")).to_be_visible()
        finally:
            server.close()
