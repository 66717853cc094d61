"""Phones whose browser keeps nothing, or kept what no version of the page understands."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.moves import RankHint
from tests.web.browsing import MakePhone, join
from tests.web.conftest import ARGUMENTS
from tests.web.phones import CODE
from tests.web.real_table import PlayedTable
from web.serve import Server

KEYS = ("companion-volume", "companion-confirm", "companion-laid", "companion-turn-sound", "way")
FORBIDDEN = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    get() { throw new DOMException("Access is denied for this document.", "SecurityError"); },
  });
"""
NONE_THERE = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { value: null });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


def garbage(value: str) -> str:
    return f"for (const key of {json.dumps(KEYS)}) localStorage.setItem(key, {json.dumps(value)});"


STORAGES = {
    "forbidden": FORBIDDEN,
    "none there": NONE_THERE,
    "full": FULL,
    "no number": garbage("louder"),
    "of another version": garbage('{"volume": [7], "seat": null}'),
    "out of range": garbage("-1e999"),
    "empty": garbage(""),
}


@pytest.mark.parametrize("storage", STORAGES.values(), ids=STORAGES)
def test_a_phone_plays_and_speaks_whatever_its_browser_keeps(
    phone: MakePhone, desk: PlayedTable, storage: str
) -> None:
    desk.deal()
    page = phone()
    page.add_init_script(storage)
    join(page, 0)
    page.get_by_text("Ask before sending a clue").tap()
    confirms = page.locator("#confirm").is_checked()
    page.locator("#voice").tap()
    page.get_by_role("radio", name="This phone").check()
    loud = page.locator("#voice-volume")
    expect(loud).to_have_value("0" if storage == garbage("") else "100")
    loud.fill("60")
    page.locator("#voice-close").tap()
    page.get_by_role("button", name="Give a clue").first.tap()
    button = page.locator("#clue .hint-button:enabled:not([aria-disabled])").first
    button.tap()
    if confirms:
        page.locator("#clue .hint-button.armed").tap()
    expect(page.get_by_role("heading", name="Seat 2 to move")).to_be_visible()
    said = page.evaluate("window.spoken.length")
    desk.clue(1, 0, RankHint(desk.hand(0)[0].rank))
    page.wait_for_function("(before) => window.spoken.length > before", arg=said)
    page.reload()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()


def test_a_browser_that_keeps_no_cookies_is_told_so(
    browser: Browser, chromium: str, desk: PlayedTable, server: Server, tmp_path: Path
) -> None:
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(blocked))
    desk.deal()
    kind = browser.browser_type
    with kind.launch_persistent_context(
        tmp_path, executable_path=chromium, args=ARGUMENTS, has_touch=True
    ) as context:
        page: Page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/?code={CODE}")
        page.get_by_role("button", name="Seat 1").click()
        expect(page.get_by_text("Your browser keeps no cookies")).to_be_visible()
