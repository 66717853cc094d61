"""The end of a game on a phone: fireworks for the points, and the way to look at it again."""

import random

from playwright.sync_api import Browser, Page, Route, expect

from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import GiveClue, Play
from companion.hanabi.rules import legal_moves
from companion.play.inputs import LayDownTap
from tests.web.browsing import MakePhone, join, open_server, phones_at
from tests.web.players import fits, play_to_the_end
from tests.web.real_table import OpenTable, PlayedTable


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


def test_a_phone_that_speaks_calls_a_game_of_all_or_nothing_that_was_won_not_lost(
    browser: Browser, open_table: OpenTable
) -> None:
    rules = compose("all", Options(all_or_nothing=True))
    once = sorted(set(rules.cards), key=lambda card: (card.rank, card.label))
    again = [card for card in once for _ in range(rules.cards.count(card) - 1)]
    desk = open_table(2, deck=[*once, *again], ruleset=rules)
    desk.deal()
    with open_server(desk) as server, phones_at(browser, server.port) as phone:
        page = join(phone(), 0)
        page.locator("#voice").tap()
        page.get_by_role("radio", name="This phone").check()
        page.locator("#voice-close").tap()
        while not desk.state.over:
            moves = list(legal_moves(desk.state))
            plays = (move for move in moves if isinstance(move, Play) and move.card is not None)
            fitting = next((move for move in plays if fits(desk.state, move)), None)
            desk.move(fitting or next(move for move in moves if isinstance(move, GiveClue)))
        end = "() => window.spoken.some((text) => text.startsWith('The game is '))"
        page.wait_for_function(end)
        said = [one for one in page.evaluate("window.spoken") if one.startswith("The game is ")]
        assert said == ["The game is over: 25 points. 25 of 25 cards shine"]


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
