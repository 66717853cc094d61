"""Who is there, in a real browser: seats asked for, phones that sleep, onlookers."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web.browsing import SMALL_PHONE, SMALLEST_TARGET, MakePhone, join, sit_down
from tests.web.phones import CODE
from tests.web.real_table import PlayedTable

HIDE = """
Object.defineProperty(document, "hidden", {value: true, configurable: true});
document.dispatchEvent(new Event("visibilitychange"))
"""


def test_a_seat_that_another_holds_is_asked_for_and_given(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    holder = phone()
    holder.goto(f"/?code={CODE}")
    holder.get_by_label("Your name").fill("Ana")
    holder.get_by_role("button", name="Seat 1").tap()
    sit_down(holder)
    other = join(phone(), 1)
    expect(other.get_by_role("heading", name="Ana to move")).to_be_visible()
    expect(other.get_by_role("region", name="The hand of Ana")).to_be_visible()
    second = phone()
    second.goto(f"/?code={CODE}")
    second.get_by_label("Your name").fill("Bo")
    second.get_by_role("button", name="Ana").tap()
    expect(second.get_by_text("The table is asked")).to_be_visible()
    expect(other.get_by_text("Bo would like the place of Ana. Somebody else")).to_be_visible()
    expect(holder.get_by_text("Bo would like your place. Do you agree?")).to_be_visible()
    holder.get_by_role("button", name="Agree").tap()
    sit_down(second)
    expect(other.get_by_role("heading", name="Bo to move")).to_be_visible()
    holder.wait_for_url("**/")
    expect(holder.get_by_text("Another phone has taken your seat.")).to_be_visible()
    holder.reload()
    expect(holder.get_by_text("Another phone has taken your seat.")).to_be_hidden()


def test_a_phone_that_sleeps_is_shown_as_away(phone: MakePhone, desk: PlayedTable) -> None:
    desk.deal()
    one, two = join(phone(), 0), join(phone(), 1)
    two.evaluate(HIDE)
    expect(one.get_by_text("Seat 2: the phone is away")).to_be_visible()
    two.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    expect(one.get_by_text("Seat 2: the phone is away")).to_be_hidden()


def test_a_phone_whose_page_is_loaded_anew_is_there_again_at_once(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    one, two = join(phone(), 0), join(phone(), 1)
    two.evaluate(HIDE)
    expect(one.get_by_text("Seat 2: the phone is away")).to_be_visible()
    two.reload()
    expect(one.get_by_text("Seat 2: the phone is away")).to_be_hidden()


def test_a_phone_that_sleeps_is_away_though_what_it_said_before_comes_later(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    one, two = join(phone(), 0), phone()
    held: list[Route] = []
    two.route("**/api/here", lambda route: route.continue_() if held else held.append(route))
    with two.expect_request("**/api/here"):
        join(two, 1)
    two.evaluate(HIDE)
    expect(one.get_by_text("Seat 2: the phone is away")).to_be_visible()
    with two.expect_response("**/api/here"):
        held[0].continue_()
    house = one.evaluate("fetch('/api/view').then((answer) => answer.json())")["house"]
    assert house["away"] == [1]


def test_whoever_looks_on_with_all_hands_sees_them_and_is_seen(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    one, eve = join(phone(), 0), phone()
    eve.goto(f"/?code={CODE}")
    eve.get_by_label("Your name").fill("Eve")
    eve.get_by_text("Look on and see all hands").tap()
    eve.get_by_role("button", name="Tell the table, and show all hands").tap()
    eve.wait_for_url("**/all")
    expect(eve.locator("#hands section")).to_have_count(2)
    expect(eve.locator("#hands .card.back")).to_have_count(0)
    expect(eve.locator("#own")).to_be_hidden()
    expect(one.get_by_text("Eve sees all hands")).to_be_visible()


def test_no_seat_can_be_tapped_before_the_page_is_ready(phone: MakePhone) -> None:
    page = phone(SMALL_PHONE)
    page.route("**/join.js*", lambda route: route.abort())
    address = f"/?code={CODE}&seat=2"
    page.goto(address)
    for button in page.locator("#join button").all():
        expect(button).to_be_disabled()
    page.unroute("**/join.js*")
    page.goto(address)
    for button in page.locator("#join button").all():
        expect(button).to_be_enabled()


def test_whoever_scans_a_stand_up_is_offered_its_seat_and_asked_for_the_rack(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = phone(SMALL_PHONE)
    page.goto(f"/?code={CODE}&seat=2")
    offered = page.locator("button.seat").first
    expect(offered).to_contain_text("Seat 2")
    expect(offered.locator("svg.sign")).to_be_visible()
    offered.tap()
    expect(page.get_by_role("heading", name="Is this the rack in front of you?")).to_be_visible()
    expect(page.get_by_role("img", name="fish")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "all of it is seen without moving it sideways"
    for button in page.locator("[data-sits]").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= SMALLEST_TARGET
    page.get_by_role("button", name="No, choose another place").tap()
    expect(page.get_by_role("heading", name="Join the table")).to_be_visible()
    page.get_by_role("button", name="Seat 1").tap()
    expect(page.get_by_role("img", name="hare")).to_be_visible()
    sit_down(page)
    expect(page.get_by_role("region", name="The hand of seat 2")).to_be_visible()
    page.reload()
    expect(page.get_by_role("region", name="The hand of seat 2")).to_be_visible()


@pytest.mark.parametrize("players", [3])
def test_whoever_is_about_to_join_sees_which_seats_are_taken_and_free_again_meanwhile(
    phone: MakePhone, desk: PlayedTable
) -> None:
    late = phone()
    late.goto(f"/?code={CODE}")
    seats = late.locator("button.seat")
    expect(seats).to_have_count(5)
    expect(seats.first).to_have_text(re.compile("Seat 1\\s+free"))
    seats.nth(1).focus()
    first = phone()
    first.goto(f"/?code={CODE}")
    first.get_by_label("Your name").fill("Ana")
    first.get_by_role("button", name="Seat 1").tap()
    sit_down(first)
    expect(seats.first).to_have_text(re.compile("Ana\\s+Seat 1: taken, ask for it"))
    expect(seats.nth(1)).to_be_focused()
    first.get_by_role("button", name="Leave this seat").tap()
    expect(seats.first).to_have_text(re.compile("Seat 1\\s+free"))
    join(first, 0)
    desk.deal()
    expect(seats).to_have_count(3)  # nobody else plays
    expect(seats.nth(2)).to_have_text(re.compile("Seat 3\\s+free, ask for it"))
    seats.nth(2).tap()
    expect(
        first.get_by_text("would like the place of seat 3. Does the table agree?")
    ).to_be_visible()
