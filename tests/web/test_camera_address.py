"""The address of a camera in the network is told on a page, tried, and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.pictures.camera_probe import NO_ADDRESS, Outlook
from companion.services import Services
from companion.settings.tonight import NAMED, Chosen, TonightsWays
from tests.web.browsing import PHONE, phones_at
from tests.web.fake_host import FakeWays
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from tests.web.test_accessible import RULES
from tests.web.test_tonight import Kept
from web import create_app
from web.config import PageConfig
from web.serve import serve

ADDRESS = "http://192.168.1.40:8080/video"
PICTURE = bytes(cv2.imencode(".jpg", np.full((90, 160, 3), 120, dtype=np.uint8))[1])


@dataclass
class Eye:
    """Shows the same picture at every address but those that are none."""

    asked: list[str] = field(default_factory=list)
    pause: float | None = 0.21
    meanwhile: Callable[[], object] = lambda: None

    def look(self, address: str) -> Outlook:
        self.meanwhile()
        if not address.startswith("http"):
            raise ValueError(NO_ADDRESS)
        self.asked.append(address)
        return Outlook(PICTURE, 0.42, self.pause)


@pytest.fixture
def eye() -> Eye:
    return Eye()


@pytest.fixture
def chosen() -> FakeWays:
    return FakeWays()


@pytest.fixture
def app(open_table: OpenTable, eye: Eye, chosen: FakeWays) -> Flask:
    return app_of(open_table(camera=False), ways=chosen, camera_probe=eye)


def test_its_picture_is_shown_with_how_late_it_is(app: Flask, eye: Eye) -> None:
    seen = Phone(app).post("tonight/look", address=ADDRESS)
    assert (seen.status_code, seen.mimetype, seen.data) == (200, "image/jpeg", PICTURE)
    assert (seen.headers["Camera-First"], seen.headers["Camera-Pause"]) == ("0.4", "0.2")
    assert seen.headers["Cache-Control"] == "no-store"
    eye.pause = None
    assert "Camera-Pause" not in Phone(app).post("tonight/look", address=ADDRESS).headers
    assert eye.asked == [ADDRESS, ADDRESS]


def test_it_is_kept_once_somebody_says_so(app: Flask, chosen: FakeWays) -> None:
    phone = Phone(app)
    assert chosen.watched == ""
    assert data(phone.post("tonight/camera", address=ADDRESS)) == {"anew": False, "lacks": None}
    assert chosen.watched == ADDRESS
    refused = phone.post("tonight/camera", address="file:///etc/passwd")
    assert (refused.status_code, chosen.watched) == (400, ADDRESS)
    assert "no whole address" in sentence(refused)
    assert phone.post("tonight/look", address="usb:0").status_code == 400


@pytest.mark.parametrize("body", [{}, {"address": ""}, {"address": 1}, {"address": "h" * 301}])
def test_what_is_no_address_is_malformed(app: Flask, body: dict[str, object]) -> None:
    for path in ("tonight/look", "tonight/camera"):
        assert Phone(app).post(path, **body).status_code == 400


def test_while_hands_are_hidden_no_camera_is_looked_through(
    open_table: OpenTable, eye: Eye, chosen: FakeWays
) -> None:
    desk = open_table(camera=False)
    phone = Phone(app_of(desk, ways=chosen, camera_probe=eye))
    eye.meanwhile = desk.deal
    assert phone.post("tonight/look", address=ADDRESS).status_code == 409, "it has just begun"
    looked = list(eye.asked)
    for path in ("tonight/look", "tonight/camera"):
        answer = phone.post(path, address=ADDRESS)
        assert answer.status_code == 409
        assert "between games" in sentence(answer)
    assert (eye.asked, chosen.watched) == (looked, "")


def test_the_settings_name_the_camera_and_the_companion_starts_anew() -> None:
    kept, starts = Kept(camera="none"), list[str]()

    def ways(*, named: bool = False, watches: bool = False) -> TonightsWays:
        return TonightsWays(
            kept,  # type: ignore[arg-type]  # it takes a mapping
            watches=watches,
            named=named,
            decks=lambda: (),
            connected=lambda: False,
            reads=lambda: False,
            start_anew=lambda: starts.append("anew"),
        )

    assert ways(named=True).watch(ADDRESS) == Chosen(lacks=NAMED)
    assert (kept.said, starts) == ({"table.camera": "none"}, [])
    assert ways().watch(ADDRESS) == Chosen(anew=True)
    assert (kept.said, starts) == ({"table.camera": ADDRESS}, ["anew"])
    assert ways(watches=True).watch(ADDRESS) == Chosen()
    assert ways(watches=True).watch(ADDRESS + "2") == Chosen(anew=True)


def test_an_address_is_typed_looked_through_and_kept_in_a_browser(
    browser: Browser, open_table: OpenTable, eye: Eye, chosen: FakeWays
) -> None:
    services = Services(ways=chosen, camera_probe=eye)
    app = create_app(
        open_table(camera=False), PageConfig(secret=b"s", code=CODE, services=services)
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as phone:
        page = phone(PHONE, color_scheme="light")
        page.goto(f"/tonight?code={CODE}")
        page.get_by_text("A camera above the mat").tap()
        page.locator("#mat a[href='/tonight/camera']").tap()
        page.wait_for_url("**/tonight/camera")
        nothing_in_the_way(page)
        page.get_by_label("Its address").fill("ftp://192.168.1.40/video")
        page.get_by_role("button", name="Look through it").tap()
        expect(page.locator("#wrong")).to_be_visible()
        page.get_by_label("Its address").fill(ADDRESS.removeprefix("http://"))
        page.get_by_role("button", name="Look through it").tap()
        expect(page.locator("#state")).to_have_text(
            "The first picture came after 0.4 s, then one every 0.2 s."
        )
        assert page.locator("#picture").evaluate("one => [one.width, one.height]") == [160, 90]
        polish = phone(PHONE, locale="pl")
        polish.goto(f"/tonight?code={CODE}")
        polish.goto("/tonight/camera")
        polish.locator("#address").fill(ADDRESS)
        polish.locator("#look button").tap()
        expect(polish.locator("#state")).to_contain_text("0,4 s")
        nothing_in_the_way(page)
        page.get_by_role("button", name="Watch through this camera").tap()
        page.wait_for_url("**/tonight#mat")
        assert chosen.watched == ADDRESS
        assert set(eye.asked) == {ADDRESS}


def nothing_in_the_way(page: Page) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    assert [f"{one['id']}: {one['nodes'][0]['target']}" for one in found] == []


def test_the_page_says_what_to_look_for_to_make_a_camera_of_a_phone(
    open_table: OpenTable,
) -> None:
    page = Phone(app_of(open_table(camera=False), ways=FakeWays(), camera_probe=Eye()))
    assert "Look for “IP camera”" in page.get("/tonight/camera").text


def test_the_page_says_why_the_picture_is_black_round_the_racks(open_table: OpenTable) -> None:
    page = Phone(app_of(open_table(camera=False), ways=FakeWays(), camera_probe=Eye()))
    said = page.get("/tonight/camera").text
    assert "All round each rack it is black, so that nobody sees a card" in said
