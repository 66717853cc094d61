"""The machine's network is told on a page, which its own hotspot shows by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.services import Services
from companion.wifi.hotspot import NetworkNews
from companion.wifi.wifi import WifiLink, WifiState
from tests.web.browsing import PHONE, phones_at
from tests.web.fake_host import AT_HOME, ON_THE_HOTSPOT, FakeHost, FakeNetwork
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from tests.web.test_accessible import violations
from web import create_app
from web.config import PageConfig
from web.serve import serve

PAGE_AT = "http://10.42.0.1"
PASSWORD = "correct horse"


@pytest.fixture
def machine() -> FakeNetwork:
    return FakeNetwork()


@pytest.fixture
def app(open_table: OpenTable, machine: FakeNetwork) -> Flask:
    return app_of(open_table(camera=False), address=PAGE_AT, network=machine)


@pytest.mark.parametrize(
    "asked",
    [
        "http://connectivitycheck.gstatic.com/generate_204",
        "http://captive.apple.com/hotspot-detect.html",
        "http://www.msftconnecttest.com/connecttest.txt",
        "http://detectportal.firefox.com/canonical.html",
    ],
)
def test_a_phone_on_the_hotspot_is_sent_to_the_page_whatever_it_asks_for(
    app: Flask, asked: str
) -> None:
    answer = app.test_client().get(asked)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{PAGE_AT}/network")
    page = app.test_client().get("/network", base_url=PAGE_AT)
    assert page.status_code == 200, "nobody can have read the code yet"


def test_at_home_other_names_are_refused_as_ever(app: Flask, machine: FakeNetwork) -> None:
    machine.now = AT_HOME
    answer = app.test_client().get("http://captive.apple.com/hotspot-detect.html")
    assert answer.status_code == 403


def test_on_the_hotspot_another_sites_page_still_cannot_send_anything(
    app: Flask, machine: FakeNetwork
) -> None:
    answer = app.test_client().post(
        "/api/network",
        base_url=PAGE_AT,
        json={"name": "Home", "password": PASSWORD},
        headers={"Origin": "http://elsewhere.example"},
    )
    assert (answer.status_code, machine.told) == (403, [])


def test_at_home_only_a_seat_changes_the_network_and_only_who_has_joined_sees_it(
    app: Flask, machine: FakeNetwork
) -> None:
    machine.now = AT_HOME
    stranger = app.test_client()
    assert stranger.get("/network").status_code == 303
    assert stranger.get("/api/network").status_code == 403
    told = {"name": "Café", "password": None}
    assert stranger.post("/api/network", json=told).status_code == 403
    looks_on = Phone(app, address="192.168.1.31")
    assert looks_on.get("network").status_code == 200
    assert looks_on.post("network", **told).status_code == 403
    assert machine.told == []
    assert Phone(app, 0).post("network", **told).status_code == 200
    assert machine.told == [("Café", None)]


def test_the_networks_in_reach_are_shown_and_nothing_of_the_game(
    app: Flask, machine: FakeNetwork
) -> None:
    shown = data(app.test_client().get("/api/network", base_url=PAGE_AT))
    assert shown["networks"][2] == {
        "name": "School",
        "signal": 20,
        "secured": True,
        "joinable": False,
    }
    assert shown.keys() == {"link", "name", "networks", "joining", "tried", "failed"}
    assert machine.visits == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "Home"},
        {"name": "", "password": None},
        {"name": "Home", "password": 12345678},
        {"name": "Home", "password": "short"},
        {"name": "x" * 33, "password": PASSWORD},
        {"name": "Home", "password": "with\nlines"},
        {"name": "Home", "password": PASSWORD, "more": 1},
    ],
)
def test_what_no_network_can_be_called_is_refused_in_a_sentence(
    app: Flask, machine: FakeNetwork, body: dict[str, object]
) -> None:
    answer = app.test_client().post("/api/network", base_url=PAGE_AT, json=body)
    assert (answer.status_code, machine.told) == (400, [])
    assert sentence(answer)


def test_a_machine_without_wifi_says_so(app: Flask, machine: FakeNetwork) -> None:
    machine.now = NetworkNews(WifiState(WifiLink.MISSING))
    refused = Phone(app, 0).post("network", name="Home", password=PASSWORD)
    assert refused.status_code == 409
    assert "no Wi-Fi" in sentence(refused)


@pytest.fixture
def page(browser: Browser, open_table: OpenTable, machine: FakeNetwork) -> Iterator[Page]:
    services = Services(host=FakeHost(), network=machine)
    app = create_app(
        open_table(camera=False), PageConfig(secret=b"s", code=CODE, services=services)
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as phone:
        yield phone(PHONE)


def test_the_network_at_home_is_chosen_and_joined_on_a_phone(
    page: Page, machine: FakeNetwork
) -> None:
    page.goto("/network")
    expect(page.locator("#state")).to_contain_text("a network of its own: Hanabi table")
    expect(page.get_by_label("School")).to_be_disabled()
    page.get_by_label("Café").check()
    expect(page.get_by_label("Its password")).to_be_hidden()
    page.get_by_label("Home").check()
    page.get_by_label("Its password").fill(PASSWORD)
    page.get_by_role("button", name="Join this network").tap()
    expect(page.locator("#state")).to_contain_text("Its own network ends now")
    assert machine.told == [("Home", PASSWORD)]
    machine.now = replace(ON_THE_HOTSPOT, tried="Home", failed="Home does not take that password")
    expect(page.locator("#wrong")).to_contain_text("does not take", timeout=10_000)
    expect(page.get_by_role("button", name="Join this network")).to_be_visible()


def test_a_network_that_hides_its_name_is_typed(page: Page, machine: FakeNetwork) -> None:
    page.goto("/network")
    page.get_by_text("It is not among them").tap()
    page.get_by_label("Its name").fill("Hidden one")
    page.get_by_label("Its password").fill(PASSWORD)
    page.get_by_role("button", name="Join this network").tap()
    expect(page.locator("#state")).to_contain_text("Hidden one")
    assert machine.told == [("Hidden one", PASSWORD)]


def test_who_chooses_with_keys_stays_there_when_the_networks_come_and_go(
    page: Page, machine: FakeNetwork
) -> None:
    page.goto("/network")
    page.get_by_label("Café").focus()
    page.keyboard.press("Space")
    machine.now = replace(machine.now, visible=machine.now.visible[:2])
    expect(page.get_by_label("School")).to_have_count(0, timeout=10_000)
    expect(page.get_by_label("Café")).to_be_checked()
    expect(page.get_by_label("Café")).to_be_focused(timeout=3_000)


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_keeps_anybody_from_naming_the_network(page: Page, scheme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # Playwright's own names
    page.goto("/network")
    expect(page.get_by_label("Home")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
