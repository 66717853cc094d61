"""A game is paused and goes on from any phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.hanabi.moves import RankHint
from companion.play.inputs import PauseTap
from tests.web.browsing import MakePhone, join, open_server, phones_at
from tests.web.phones import Phone, app_of, sentence
from tests.web.real_table import OpenTable, PlayedTable

PAUSE = {"en": "Pause", "pl": "Pauza", "ro": "Pauză"}


@pytest.fixture
def desk(open_table: OpenTable) -> PlayedTable:
    return open_table(players=2, seed=3)


@pytest.fixture
def phone(browser: Browser, desk: PlayedTable) -> Iterator[MakePhone]:
    with open_server(desk) as server, phones_at(browser, server.port) as make:
        yield make


def test_one_phone_pauses_and_another_lets_the_game_go_on(
    phone: MakePhone, desk: PlayedTable
) -> None:
    one = join(phone(), 0)
    expect(one.get_by_role("button", name="Pause")).to_have_count(0)
    desk.deal()
    other = join(phone(), 1)
    one.get_by_role("button", name="Pause").tap()
    for page in (one, other):
        expect(page.get_by_role("heading", name="The game is paused")).to_be_visible()
        expect(page.get_by_role("button", name="Pause")).to_have_count(0)
        expect(page.locator("#paused-how")).to_contain_text("the table is compared")
    other.get_by_role("button", name="Go on", exact=True).tap()
    expect(one.locator("#paused")).to_be_hidden()
    expect(one.get_by_role("button", name="Pause")).to_be_visible()
    assert desk.asked == [(PauseTap(True), 0), (PauseTap(False), 1)]


@pytest.mark.parametrize("language", PAUSE)
def test_a_phone_pauses_without_looking_for_it(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    one = join(phone({"width": 390, "height": 844}), 1)
    desk.deal()
    one.goto(f"/seat?language={language}")
    pause = one.locator("header #pause")
    expect(pause).to_be_in_viewport()
    expect(pause).to_have_accessible_name(PAUSE[language])
    heading = one.locator("#top").bounding_box()
    assert heading is not None
    assert heading["height"] < 70  # no line more than without it
    pause.tap()
    expect(one.locator("#paused")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (1180, 820)])
def test_whoever_pauses_finds_at_once_how_the_game_goes_on(
    phone: MakePhone, desk: PlayedTable, width: int, height: int
) -> None:
    """And nothing comes to lie under the finger where *Pause* was."""
    one = join(phone({"width": width, "height": height}), 1)
    desk.deal()
    pause = one.locator("#pause")
    one.evaluate("scrollTo(0, document.body.scrollHeight)")
    pause.tap()
    expect(one.get_by_role("button", name="Go on", exact=True)).to_be_in_viewport(ratio=1)
    one.wait_for_function(
        """() => document.getElementById("paused").getBoundingClientRect().top
            >= document.querySelector("header").getBoundingClientRect().bottom"""
    )
    expect(pause).to_be_hidden()
    assert one.evaluate(
        """() => {
            const [paused, stop] = ["pause", "stop"].map((id) => document.getElementById(id));
            const [one, other] = [paused, stop].map((button) => button.getBoundingClientRect());
            return one.width > 0 && (one.right <= other.left || one.bottom <= other.top);
        }"""
    )


def test_while_the_game_is_paused_nothing_is_offered_that_would_be_refused(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    desk.clue(0, 1, RankHint(next(card for slot in range(5) if (card := desk.card(1, slot))).rank))
    desk.discard(1, 0)
    one = join(phone(), 1)
    turn = one.locator("#turn-list button").last
    expect(turn).to_be_enabled()
    one.get_by_role("button", name="Pause").tap()
    expect(turn).to_be_disabled()
    expect(one.get_by_role("button", name="Undo")).to_be_hidden()
    one.locator("#piles button").tap()
    expect(one.locator("#toast")).to_have_text("The game is paused")
    one.get_by_role("button", name="Go on", exact=True).tap()
    expect(turn).to_be_enabled()
    expect(one.get_by_role("button", name="Undo")).to_be_visible()


@pytest.mark.parametrize("paused", [None, 1, "yes"])
def test_what_says_neither_is_refused(desk: PlayedTable, paused: object) -> None:
    desk.deal()
    refused = Phone(app_of(desk), seat=1).tap("pause", paused=paused)
    assert refused.status_code == 400
    assert sentence(refused).startswith("pause, paused: wants true or false, got ")


def test_strangers_pause_nothing(desk: PlayedTable) -> None:
    assert app_of(desk).test_client().post("/api/pause", json={}).status_code == 403
