"""A finger presses what it went down on, whatever the page does under it meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.play.inputs import StartTap
from companion.table import Table
from tests.web.browsing import PHONE, MakePhone, join, open_server, phones_at
from tests.web.real_table import unwatched

BUTTONS = """(how) => {
  window.done = [];
  const [button, other] = [document.createElement("button"), document.createElement("button")];
  const line = "position: fixed; z-index: 99; left: 0; width: 200px; height: 60px;";
  [button.textContent, button.style.cssText] = ["Meant", line + "top: 100px"];
  [other.textContent, other.style.cssText] = ["Other", line + "top: 200px"];
  button.addEventListener("click", () => done.push("meant"));
  other.addEventListener("click", () => done.push("other"));
  document.body.append(button, other);
  button.addEventListener("pointerdown", () => {
    if (how !== "stays") other.style.top = "100px";
    if (how === "moves") button.style.top = "300px";
    if (how === "goes") button.remove();
    if (how === "hides") button.hidden = true;
    if (how === "anew") {
      button.remove();
      other.textContent = "Meant";
    }
  });
}"""
"""Two buttons; when a finger goes down on the first, the second comes into its place."""

DEAF = """
window.deaf = false;
addEventListener("pointerdown", (event) => deaf && event.stopImmediatePropagation(), true);
"""
"""Lets a page hear a click and no finger before it."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games") as table:
        yield table


@pytest.fixture
def make(browser: Browser, table: Table) -> Iterator[MakePhone]:
    """Open phones at the table, on which nobody watches."""
    with open_server(table) as server, phones_at(browser, server.port) as make:
        yield make


@pytest.mark.parametrize(
    ("how", "done"),
    [
        ("stays", ["meant"]),
        ("moves", ["meant"]),
        ("goes", []),
        ("hides", []),
        ("anew", ["other"]),
    ],
)
def test_a_page_that_moves_under_a_finger_makes_of_it_no_other_buttons_tap(
    make: MakePhone, how: str, done: list[str]
) -> None:
    page = join(make(PHONE), 0)
    page.evaluate(BUTTONS, how)
    page.touchscreen.tap(100, 130)
    page.wait_for_timeout(200)
    assert page.evaluate("done") == done


def test_a_key_presses_what_has_the_focus_after_a_finger_was_there(make: MakePhone) -> None:
    page = join(make(PHONE), 0)
    page.evaluate(BUTTONS, "stays")
    page.touchscreen.tap(300, 500)
    page.get_by_role("button", name="Other", exact=True).press("Enter")
    assert page.evaluate("done") == ["other"]


def test_whoever_leaves_while_the_table_does_not_answer_is_told_so_and_stays(
    table: Table, make: MakePhone
) -> None:
    page = join(make(PHONE), 0)
    assert table.ask(StartTap(0, 3), None).ok
    page.route("**/api/leave", lambda route: route.abort())
    page.get_by_role("button", name="Leave this seat").tap()
    expect(page.locator("#toast")).to_contain_text("The table does not answer")
    assert page.url.endswith("/seat")


def test_a_finger_that_scrolled_keeps_no_later_tap_from_its_button(make: MakePhone) -> None:
    """Such a tap may come from what reads the page aloud, with no finger on the glass."""
    page = make(PHONE)
    page.add_init_script(DEAF)
    join(page, 0)
    page.evaluate(BUTTONS, "stays")
    glass = page.context.new_cdp_session(page)
    for kind, y in (("touchStart", 400), ("touchMove", 300), ("touchMove", 200)):
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": 300, "y": y}]})
    glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    button = page.get_by_role("button", name="Other", exact=True)
    box = button.bounding_box()
    assert box is not None
    at = {"x": box["x"] + 20, "y": box["y"] + 20, "button": "left", "clickCount": 1}
    page.evaluate("deaf = true")
    for kind in ("mousePressed", "mouseReleased"):
        glass.send("Input.dispatchMouseEvent", {"type": kind, **at})
    page.wait_for_timeout(200)
    assert page.evaluate("done") == ["other"]
