"""The pages of tonight: for whoever hears them, taps by keyboard, or has a small or huge screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.services import Services
from tests.web.browsing import PHONE, SMALLEST_TARGET, phones_at
from tests.web.fake_host import FakeHost, FakeWays
from tests.web.phones import CODE
from tests.web.real_table import OpenTable
from tests.web.test_accessible import violations
from tests.web.test_camera_address import ADDRESS, Eye
from tests.web.test_deck_lesson import Teacher
from tests.web.test_deck_lesson import photograph as photograph_row
from tests.web.test_scoring import Eyes
from tests.web.test_scoring import photograph as photograph_fireworks
from web import create_app
from web.config import PageConfig
from web.serve import serve

SCHEMES = ["dark", "light"]
WIDTHS = [(320, 568), (390, 844), (768, 1024), (1280, 800), (1920, 1080), (3840, 2160)]
WAYS = ["phones", "mat", "racks", "photo"]
PAGES = ["/tonight", "/tonight/camera", "/deck", "/score"]


@pytest.fixture
def page(browser: Browser, open_table: OpenTable) -> Iterator[Page]:
    services = Services(
        ways=FakeWays(),
        host=FakeHost(),
        photo_lessons=Teacher(),
        camera_probe=Eye(),
        displays=Eyes(),
    )
    app = create_app(
        open_table(camera=False), PageConfig(secret=b"s", code=CODE, services=services)
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        page = make(PHONE)
        page.goto(f"/public?code={CODE}")
        yield page


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_keeps_anybody_from_choosing_how_to_play(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # Playwright's own names
    page.goto("/tonight")
    found = {"closed": violations(page)}
    for way in WAYS:
        page.locator(f"#{way} > summary").tap()
        expect(page.locator(f"#{way} .primary")).to_be_visible()
        found[way] = violations(page)
    assert {state: one for state, one in found.items() if one} == {}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_keeps_anybody_from_a_camera_or_from_teaching_a_deck(
    page: Page, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # Playwright's own names
    page.goto("/tonight/camera")
    page.get_by_label("Its address").fill("ftp://192.168.1.40/video")
    page.get_by_role("button", name="Look through it").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    found = {"camera, refused": violations(page)}
    page.get_by_label("Its address").fill(ADDRESS)
    page.get_by_role("button", name="Look through it").tap()
    expect(page.locator("#picture")).to_be_visible()
    found["camera, seen"] = violations(page)
    page.goto("/deck")
    found["deck, before"] = violations(page)
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_role("heading", name="Photo 1 of 6")).to_be_visible()
    photograph_row(page)
    expect(page.get_by_role("heading", name="Photo 2 of 6")).to_be_visible()
    found["deck, a row"] = violations(page)
    page.locator("#marks button").first.tap()
    found["deck, a name"] = violations(page)
    assert {state: one for state, one in found.items() if one} == {}


@pytest.mark.parametrize("path", PAGES)
def test_each_page_fits_every_screen_and_a_thumb(page: Page, path: str) -> None:
    page.goto(path)
    page.wait_for_load_state("networkidle")
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for summary in page.locator("details.way > summary").all():
            if summary.locator("..").get_attribute("open") is None:
                summary.tap()
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
        reached = "main button:visible, main .button:visible, main label:has(input):visible"
        within_reach = page.locator(reached).all()
        assert within_reach, path
        for one in within_reach:
            box = one.bounding_box()
            assert box is not None
            assert box["height"] >= SMALLEST_TARGET, (path, width, one.inner_text())
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width


def test_a_way_is_chosen_and_a_photo_scored_by_keyboard_alone(page: Page) -> None:
    page.goto("/tonight")
    go_to(page, "#photo > summary")
    page.keyboard.press("Enter")
    go_to(page, "#photo .primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/score")
    photograph_fireworks(page)
    go_to(page, "#marks button[aria-label*='not read']")
    page.keyboard.press("Enter")
    expect(page.locator("#which button").first).to_be_visible()
    go_to(page, "#which button.likely")
    page.keyboard.press("Enter")
    expect(page.locator("#points")).not_to_have_text("Score 3, as far as I can see.")


def test_a_deck_is_begun_and_a_camera_looked_through_by_keyboard_alone(page: Page) -> None:
    page.goto("/deck")
    go_to(page, "button[type=submit], #begin, main button.primary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Photo 1 of 6")).to_be_visible()
    page.goto("/tonight/camera")
    go_to(page, "main input")
    page.keyboard.type(ADDRESS)
    page.keyboard.press("Enter")
    expect(page.locator("#picture")).to_be_visible()


def go_to(page: Page, selector: str) -> None:
    """Press Tab until the first element of ``selector`` has the focus, which then is to be seen."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.evaluate("selector => document.activeElement.matches(selector)", selector)
        if focused:
            ring = page.evaluate(
                "() => { const one = getComputedStyle(document.activeElement);"
                " return one.outlineStyle !== 'none' && parseFloat(one.outlineWidth) > 0; }"
            )
            assert ring, f"{selector} has the focus, and nothing shows it"
            return
    raise AssertionError(f"no Tab leads to {selector}")
