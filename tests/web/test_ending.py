"""The end of a game on a phone: fireworks for the points, and the way to look at it again."""

import random
from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.moves import LayDown
from companion.views.view import Reader
from tests.web.browsing import MakePhone, join, phones_at
from tests.web.fake_desk import FakeDesk
from tests.web.phones import CODE
from tests.web.players import sensible
from web import create_app
from web.serve import serve


class EndingDesk(FakeDesk):
    """A table whose games get a number in the record."""

    def view(self, reader: Reader) -> Mapping[str, object]:
        view = super().view(reader)
        return {**view, "record": 7 if view["phase"] == "over" else None}

    def play_on(self) -> None:
        assert self.game is not None
        chance = random.Random(2)
        while not self.game.state.over:
            self.game.make(sensible(self.game, chance))
        self.game.make(LayDown())
        self.publish()


@pytest.fixture
def desk() -> EndingDesk:
    return EndingDesk(players=2, seed=3)


@pytest.fixture
def phone(browser: Browser, desk: EndingDesk) -> Iterator[MakePhone]:
    app = create_app(desk, secret=b"s", code=CODE)
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


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
    phone: MakePhone, desk: EndingDesk
) -> None:
    desk.deal()
    page = join(phone(), 0)
    expect(page.locator("#play")).to_be_visible()
    desk.play_on()
    expect(page.locator("#show")).to_be_visible()
    first = picture(page)
    page.wait_for_function("old => document.getElementById('show').toDataURL() !== old", arg=first)
    expect(page.get_by_role("link", name="Look at the game again")).to_have_attribute(
        "href", "/games/7"
    )


def test_whoever_wants_less_motion_gets_one_still_picture(
    phone: MakePhone, desk: EndingDesk
) -> None:
    desk.deal()
    page = join(phone(reduced_motion="reduce"), 0)
    expect(page.locator("#play")).to_be_visible()
    desk.play_on()
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
