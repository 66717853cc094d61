"""The end of a game on a phone: fireworks for the points, and the way to look at it again."""

import random

from playwright.sync_api import Page, Route, expect

from companion.play.inputs import LayDownTap
from tests.web.browsing import MakePhone, join
from tests.web.players import play_to_the_end
from tests.web.real_table import PlayedTable


def end(desk: PlayedTable, page: Page) -> None:
    """Play to the end, and lay the hands down on ``page``."""
    play_to_the_end(desk, random.Random(2))
    page.get_by_role("button", name="Lay the hands down").tap()


def picture(page: Page) -> str:
    drawn: str = page.evaluate("document.getElementById('show').toDataURL()")
    return drawn


def is_dark(page: Page) -> bool:
    lit = page.evaluate(
        """() => {
          const { width, height } = document.getElementById("show");
          const draw = document.getElementById("show").getContext("2d");
          return draw.getImageData(0, 0, width, height).data.some((one) => one > 0);
        }"""
    )
    return not lit


def test_the_end_shows_fireworks_that_move_and_leads_to_the_review(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = join(phone(), 0)
    expect(page.locator("#play")).to_be_visible()
    end(desk, page)
    expect(page.locator("#show")).to_be_visible()
    first = picture(page)
    page.wait_for_function("old => document.getElementById('show').toDataURL() !== old", arg=first)
    expect(page.get_by_role("link", name="Look at the game again")).to_have_attribute(
        "href", "/games/1"
    )


LONGEST_RATING = """() => {
  const { textContent } = document.getElementById("texts");
  const said = Object.values(JSON.parse(textContent).rating);
  said.sort((one, other) => other.length - one.length);
  document.getElementById("rating").textContent = said[0];
}"""


def test_on_the_smallest_phone_the_hands_can_be_laid_down_whatever_the_rating_says(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = join(phone({"width": 320, "height": 568}), 0)
    page.goto("/seat?language=ro")
    play_to_the_end(desk, random.Random(2))
    expect(page.locator("#lay-down")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(LONGEST_RATING)
    expect(page.locator("#lay-down")).to_be_in_viewport(ratio=1)


def test_whoever_wants_less_motion_gets_one_still_picture(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = join(phone(reduced_motion="reduce"), 0)
    expect(page.locator("#play")).to_be_visible()
    end(desk, page)
    again = page.get_by_role("button", name="Fireworks again")
    expect(again).to_be_visible()  # what draws them has come
    first, before = picture(page), ""
    while first != before:  # the canvas takes its size once the page round it has come to rest
        page.evaluate("new Promise(requestAnimationFrame)")
        first, before = picture(page), first
    assert not is_dark(page)
    again.tap()
    for _ in range(3):
        page.evaluate("new Promise(requestAnimationFrame)")
        assert picture(page) == first


def test_hands_that_are_laid_down_at_once_leave_the_way_to_the_review(
    phone: MakePhone, desk: PlayedTable
) -> None:
    """What shows the end is fetched late, and the hands lie open before it has come."""
    desk.deal()
    page = join(phone(), 0)
    expect(page.locator("#play")).to_be_visible()
    held: list[Route] = []
    page.route("**/ending.js*", lambda route: held.append(route))
    with page.expect_request("**/ending.js*"):
        play_to_the_end(desk, random.Random(2))
    expect(page.locator("body")).to_have_attribute("data-phase", "ending")
    assert desk.ask(LayDownTap(), None).ok
    expect(page.locator("body")).to_have_attribute("data-phase", "over")
    page.wait_for_timeout(50)  # the page has asked for its fireworks twice
    for route in held:
        route.continue_()
    expect(page.get_by_role("link", name="Look at the game again")).to_have_attribute(
        "href", "/games/1"
    )
    expect(page.get_by_role("button", name="Lay the hands down")).to_be_hidden()
    expect(page.locator("#show")).to_be_visible()
