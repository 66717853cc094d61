"""One browser for all tests of the pages, a table of two to look at, and a host to set up."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, sync_playwright

from companion.play.inputs import StartTap
from tests.web.browsing import MakePhone, open_server, phones_at
from tests.web.fake_host import FakeHost
from tests.web.misdeeds import RULES, Evening
from tests.web.phones import app_of
from tests.web.real_table import OpenTable, PlayedTable, tables_in, unwatched
from web.serve import Server

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("needs a browser: apt install chromium")
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def same_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let two worlds count their versions from one number: chance draws it, and no hand."""
    monkeypatch.setattr("companion.live.start_of_versions", lambda: 0)


@pytest.fixture
def host() -> FakeHost:
    return FakeHost()


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[OpenTable]:
    with tables_in(tmp_path / "tables") as open_table:
        yield open_table


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Three phones round a table without a camera, whose game has begun."""
    with unwatched(tmp_path / "games", RULES) as table:
        assert table.ask(StartTap(0, 3), None).ok
        yield Evening(table)


@pytest.fixture
def app(host: FakeHost, open_table: OpenTable) -> Flask:
    return app_of(open_table(), host=host)


@pytest.fixture
def players() -> int:
    """How many have cards in their racks at `desk`; a test may ask for others."""
    return 2


@pytest.fixture
def desk(open_table: OpenTable, players: int) -> PlayedTable:
    return open_table(players, seed=3, panel=True)


@pytest.fixture
def server(desk: PlayedTable) -> Iterator[Server]:
    with open_server(desk) as server:
        yield server


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[MakePhone]:
    with phones_at(browser, server.port) as make:
        yield make
