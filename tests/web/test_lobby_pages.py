"""Before a game a page says one thing at a time: what is to be done now, and only what is true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.tellers import PANEL
from companion.play.inputs import NewGameTap, StartTap
from companion.services import Services
from tests.web.browsing import PHONE, open_server, phones_at, sit_down
from tests.web.fake_host import FakeHost
from tests.web.phones import CODE
from tests.web.real_table import RESTS, OpenTable, PlayedTable, unwatched
from web import create_app
from web.config import PageConfig
from web.serve import Server, serve

START = "Start the game"
SIDES = """(lines) => lines.map((line) => [...line.children].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const { left, right } = range.getBoundingClientRect();
  return [left, right];
}))"""
"""Where each part of a line begins and ends, with all that sticks out."""


def set_up(desk: PlayedTable) -> Server:
    """Serve a table that has a page to set it up."""
    services = Services(host=FakeHost())
    return serve(
        create_app(desk, PageConfig(secret=b"s", code=CODE, services=services)), "127.0.0.1", 0
    )


def seated(page: Page) -> Page:
    page.goto(f"/?code={CODE}")
    page.get_by_role("button", name="Seat 1").tap()
    return sit_down(page)


def says(page: Page, heading: str, text: str, *, start: bool) -> None:
    """Expect the heading, the one sentence, and whether the game can be started."""
    expect(page.locator("#turn")).to_have_text(heading)
    expect(page.locator("#lobby-how")).to_have_text(text)
    expect(page.locator("#start")).to_be_visible(visible=start)
    expect(page.locator("#first-part")).to_be_visible(visible=start)


def test_without_a_camera_the_page_asks_how_many_play_and_then_who_begins(
    browser: Browser, open_table: OpenTable
) -> None:
    desk = open_table(camera=False)
    with set_up(desk) as server, phones_at(browser, server.port) as make:
        page = seated(make(PHONE))
        deal = "Deal the cards, then start. No camera reads them: tap what is laid."
        expect(page.locator("#lobby-aim")).to_be_hidden()
        says(page, "Before the game", deal, start=False)
        expect(page.locator("#deal-each")).to_be_hidden()
        page.locator("#players label").nth(2).tap()
        expect(page.locator("#deal-each")).to_have_text("Each is dealt 4 cards.")
        page.locator("#players label").nth(1).tap()
        expect(page.locator("#deal-each")).to_have_text("Each is dealt 5 cards.")
        says(page, "Before the game", deal, start=True)
        expect(page.locator("#first label")).to_have_count(3)
        page.get_by_role("button", name=START).tap()
        expect(page.locator("#play")).to_be_visible()


def test_the_tablet_says_in_the_same_words_as_a_phone_whether_a_game_can_start(
    browser: Browser, open_table: OpenTable
) -> None:
    desk = open_table(camera=False)
    with set_up(desk) as server, phones_at(browser, server.port) as make:
        phone, tablet = seated(make(PHONE)), make({"width": 1024, "height": 768})
        tablet.goto(f"/public?code={CODE}")
        expect(tablet.locator("#players-part")).to_be_visible()
        phone.locator("#players label").nth(1).tap()
        expect(phone.get_by_role("button", name=START)).to_be_visible()
        assert phone.locator("#turn").inner_text() == tablet.locator("#turn").inner_text()
        assert desk.ask(StartTap(0, 3), None).ok
        for _ in range(2):  # stopped, and its hands laid down
            assert desk.call(lambda controller: controller.ask(NewGameTap(), None, who=PANEL)).ok
        for page in (phone, tablet):  # the table knows by now how many play
            expect(page.locator("#turn")).to_have_text("Ready to start")


def test_the_page_says_whose_phone_would_only_look_on(
    browser: Browser, open_table: OpenTable
) -> None:
    desk = open_table(camera=False)
    with set_up(desk) as server, phones_at(browser, server.port) as make:
        page, other = seated(make(PHONE)), make(PHONE)
        other.goto(f"/?code={CODE}")
        other.get_by_role("button", name="Seat 4").tap()
        other.get_by_role("button", name="Yes, I sit here").tap()
        deal = "Deal the cards, then start. No camera reads them: tap what is laid."
        left_out = (
            "Seat 4 would only look on: only the first 2 seats play. Choose one of those on that"
            " phone, or say that more play."
        )
        for one in (page, other):
            one.locator("#players label").nth(0).tap()
            says(one, "Before the game", f"{deal} {left_out}", start=True)
        page.locator("#players label").nth(2).tap()
        says(page, "Before the game", deal, start=True)


def test_whoever_played_here_before_is_not_asked_again_how_many_play(
    browser: Browser, tmp_path: Path
) -> None:
    with unwatched(tmp_path / "games") as table:
        assert table.ask(StartTap(0, 3), None).ok
        for _ in range(2):  # stopped, and its hands laid down
            assert table.call(lambda controller: controller.ask(NewGameTap(), None, who=PANEL)).ok
    with (  # on another evening, after the table was switched off
        unwatched(tmp_path / "games") as table,
        open_server(table) as server,
        phones_at(browser, server.port) as make,
    ):
        page = seated(make(PHONE))
        deal = "Deal the cards, then start. No camera reads them: tap what is laid."
        says(page, "Ready to start", deal, start=True)
        expect(page.locator("#players-known")).to_contain_text("3 people play.")
        expect(page.get_by_text("How many play?")).to_be_hidden()
        expect(page.locator("#first label")).to_have_count(3)
        page.get_by_role("button", name="Change").tap()
        expect(page.locator("#players input:checked")).to_have_value("3")
        page.locator("#players label").nth(0).tap()
        expect(page.locator("#first label")).to_have_count(2)
        page.get_by_role("button", name=START).tap()
        expect(page.locator("#hands section")).to_have_count(1)


def test_with_racks_the_page_says_what_is_missing_until_all_are_full(
    browser: Browser, open_table: OpenTable
) -> None:
    desk = open_table(players=2)
    with set_up(desk) as server, phones_at(browser, server.port) as make:
        page = seated(make(PHONE))
        says(page, "Ready to start", "", start=True)
        expect(page.locator("#lobby-aim")).to_be_hidden()
        without_the_mat(desk)
        missing = "No mat of the printed size is in view."
        says(page, "Before the game", missing, start=False)
        expect(page.locator("#racks")).to_be_hidden()
        expect(page.get_by_role("link", name="What the camera sees")).to_be_visible()
        for seat, slot in desk.film.slots:
            desk.film.put(seat, slot, None)
        desk.look(RESTS)
        dealing = "Deal the cards into the racks; the camera counts along."
        says(page, "Before the game", dealing, start=False)
        expect(page.locator("#racks li")).to_have_count(5)
        for slot in range(5):
            desk.film.put(0, slot, "r1")
        desk.look(RESTS)
        says(page, "Before the game", dealing, start=False)
        desk.film.put(1, 0, "r2")
        desk.look(RESTS)
        not_yet = "The racks are not all full yet: where 2 play, each holds 5 cards."
        says(page, "Before the game", not_yet, start=False)


def test_after_a_game_a_phone_shows_what_is_to_be_done_before_the_next_from_its_top_on(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        unwatched(tmp_path / "games") as table,
        open_server(table) as server,
        phones_at(browser, server.port) as make,
    ):
        page = seated(make({"width": 390, "height": 640}))
        assert table.ask(StartTap(0, 3), None).ok
        page.get_by_role("button", name="New game").tap()
        page.get_by_role("button", name="Stop it").tap()
        for name in ("Lay the hands down", "New game"):
            page.locator("#end").get_by_role("button", name=name).tap()
        expect(page.locator("#lobby")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight") > 640
        assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("language", ["en", "pl", "ro"])
def test_each_rack_keeps_to_one_line_on_the_smallest_phones(
    browser: Browser, open_table: OpenTable, language: str
) -> None:
    desk = open_table(players=2)
    desk.film.put(0, 0, None)
    desk.look(RESTS)
    with set_up(desk) as server, phones_at(browser, server.port) as make:
        page = make({"width": 320, "height": 640}, locale=language)
        page.goto(f"/?code={CODE}")
        page.locator('button[name="seat"][value="0"]').tap()
        page.locator('[data-sits="yes"]').tap()
        expect(page.locator("#racks li")).to_have_count(5)
        for part in page.locator("#racks li > :is(b, :last-child)").all():
            line = part.evaluate("(one) => parseFloat(getComputedStyle(one).lineHeight)")
            box = part.bounding_box()
            assert box is not None
            assert box["height"] < 1.5 * line, part.text_content()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        for line in page.locator("#racks li").evaluate_all(SIDES):
            (_, name), (slots, slots_end), (words, end) = line
            assert name <= slots, "no name reaches into the slots"
            assert slots_end <= words
            assert end <= 320 - 24


def test_on_the_mat_alone_no_start_is_promised_while_cards_of_the_last_game_lie_there(
    browser: Browser, open_table: OpenTable
) -> None:
    desk = open_table(players=2)
    desk.film.slots = {}
    desk.film.lay("r1", 0)
    desk.look(RESTS)
    lie = "Cards lie on the fireworks or the discards already: take them up first."
    with set_up(desk) as server, phones_at(browser, server.port) as make:
        page = seated(make(PHONE))
        says(page, "Before the game", lie, start=False)
        page.locator("#players label").nth(1).tap()
        says(page, "Before the game", lie, start=False)
        desk.film.lift(0)
        desk.look(RESTS)
        hold = "Hold your cards, faces to the others, and start:"
        hold += " the camera watches only what is laid."
        says(page, "Before the game", hold, start=True)


def without_the_mat(desk: PlayedTable) -> None:
    desk.film.t += RESTS
    nothing = replace(desk.film.reading(RESTS), mat=False, racks=frozenset(), slots={})
    desk.call(lambda controller: controller.see(nothing, nothing.t))


def test_whoever_sits_down_first_reads_on_his_phone_where_the_others_find_the_code(
    browser: Browser, open_table: OpenTable
) -> None:
    desk = open_table(camera=False)
    where = "The public page has the QR code for the others."
    with open_server(desk) as server, phones_at(browser, server.port) as make:
        page = seated(make(PHONE))
        expect(page.get_by_text(where)).to_be_in_viewport()
        assert desk.ask(StartTap(0, 2), 0).ok
        expect(page.get_by_text(where)).to_be_hidden()
        page.get_by_role("link", name="Public page").tap()
        expect(page.get_by_role("button", name="QR code of the page to join")).to_be_visible()
        expect(page.get_by_text(where)).to_have_count(0)
