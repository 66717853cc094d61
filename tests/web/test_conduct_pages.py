"""What a table has agreed on beside the rules, and fireworks that end early, on the pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.announcements.texts import ENGLISH
from companion.hanabi.cards import Card
from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.manners import FirstPlayer, Talk, TokenPlace
from companion.hanabi.moves import RankHint
from companion.play.inputs import AnswerTap, ClueTap, LayTap, NewGameTap, StartTap
from companion.referee.findings import Spot
from companion.table import Table
from companion.views.view import expansions
from tests.web.browsing import MakePhone, join, phones_at
from tests.web.phones import CODE
from tests.web.real_table import unwatched
from web import create_app
from web.config import PageConfig
from web.sentences import page_texts
from web.serve import serve

PHONE = {"width": 390, "height": 844}
STRICT = Options(
    equal_emphasis=True,
    announced_discards=True,
    talk=Talk.AGREED,
    rearranging=False,
    browsing=False,
    first_player=FirstPlayer.LOT,
    available_tokens=TokenPlace.BAG,
)


@contextmanager
def pages_of(browser: Browser, path: Path, options: Options) -> Iterator[tuple[Table, MakePhone]]:
    with unwatched(path, compose("ours", options)) as table:
        app = create_app(table, PageConfig(secret=b"s", code=CODE))
        with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
            yield table, make


@pytest.fixture
def ours(browser: Browser, tmp_path: Path) -> Iterator[tuple[Table, MakePhone]]:
    with pages_of(browser, tmp_path / "ours", STRICT) as both:
        yield both


@pytest.fixture
def usual(browser: Browser, tmp_path: Path) -> Iterator[tuple[Table, MakePhone]]:
    with pages_of(browser, tmp_path / "usual", Options()) as both:
        yield both


def lay(table: Table, seat: int, slot: int, label: str, spot: Spot = Spot.DISCARDS) -> None:
    assert table.ask(LayTap(seat, slot, spot), seat).ok
    assert table.ask(AnswerTap(Card.parse(label)), seat).ok


def discards(table: Table, *labels: str) -> None:
    """Two seats give clues in turn, and then discard these cards."""
    assert table.ask(StartTap(0, 2), None).ok
    game = table.controller.game
    assert game is not None
    first = game.state.to_move
    for turn in range(len(labels)):
        seat = (first + turn) % 2
        assert table.ask(ClueTap(seat, 1 - seat, RankHint(1)), seat).ok
    for turn, label in enumerate(labels):
        lay(table, (first + len(labels) + turn) % 2, turn // 2, label)


BIG_BOX = Options(sixth_suit=SixthSuit.TEN_WILD, black_powder=True, award_tiles=True)


def test_an_expansion_is_explained_to_everybody_before_the_game_and_in_it(
    browser: Browser, tmp_path: Path, usual: tuple[Table, MakePhone]
) -> None:
    expect(join(usual[1](PHONE), 0).locator("#expansions-lobby")).to_be_hidden()
    with pages_of(browser, tmp_path / "big", BIG_BOX) as (table, phone):
        page = join(phone(PHONE), 0)
        said = page.locator("#expansions-lobby li")
        expect(said).to_have_count(3)
        expect(said.first).to_contain_text("every colour clue points at them")
        expect(said.nth(1)).to_contain_text("each that is missing in the end costs one")
        expect(said.nth(2)).to_contain_text("turns a tile")
        assert table.ask(StartTap(0, 2), None).ok
        page.locator("#expansions summary").tap()
        expect(page.locator("#expansions-list li")).to_have_count(3)


def test_the_score_says_what_missing_black_cards_take(browser: Browser, tmp_path: Path) -> None:
    with pages_of(browser, tmp_path / "big", BIG_BOX) as (table, phone):
        page = join(phone(PHONE), 0)
        assert table.ask(StartTap(0, 2), None).ok
        lay(table, 0, 0, "k5", Spot.FIREWORKS)
        lay(table, 1, 0, "r1", Spot.FIREWORKS)
        black = page.locator(".firework.suit-k")
        expect(black.locator(".no-more")).to_have_text("−4")
        expect(page.locator("#running b")).to_have_text("0")  # one card shines, four are missing
        expect(page.locator(".firework.suit-r .no-more")).to_have_count(0)
        assert table.ask(NewGameTap(), 0).ok
        expect(page.locator("#costs")).to_have_text(
            "4 black cards are missing: each takes a point."
        )


@pytest.mark.parametrize("sixth", SixthSuit)
def test_every_expansion_has_its_words(sixth: SixthSuit) -> None:
    words = page_texts(ENGLISH)["expansions"]
    assert isinstance(words, dict)
    options = Options(sixth_suit=sixth, black_powder=True, synchronised_show=True, empty_clues=True)
    for rules in (options, replace(options, award_tiles=True), Options(all_or_nothing=True)):
        assert set(expansions(compose("ours", rules))) <= words.keys()


def text(page: Page, at: str) -> str:
    return page.locator(at).inner_text()


def test_before_a_game_the_page_says_what_is_agreed_and_that_a_lot_is_drawn(
    ours: tuple[Table, MakePhone],
) -> None:
    _table, phone = ours
    page = join(phone(PHONE), 0)
    expect(page.locator("#conduct-lobby li")).to_have_count(7)
    said = text(page, "#conduct-lobby")
    for part in (
        "A lot decides who begins",
        "such remarks are made as you have agreed on",
        "Say that you discard",
        "none is stressed",
        "another order",
        "not looked through",
        "lie on the bag",
    ):
        assert part in said
    expect(page.locator("#first-part")).to_be_hidden()


def test_in_a_game_each_reminder_stands_where_it_is_wanted(ours: tuple[Table, MakePhone]) -> None:
    table, phone = ours
    assert table.ask(StartTap(0, 2), None).ok
    game = table.controller.game
    assert game is not None
    seat = game.state.to_move
    assert table.ask(ClueTap(seat, 1 - seat, RankHint(1)), seat).ok
    page = join(phone(PHONE), 1 - seat)
    expect(page.locator("#status")).to_have_text("Say that you discard before you do.")
    page.get_by_role("button", name="Give a clue").tap()
    expect(page.locator("#clue-how")).to_contain_text("none is stressed")
    page.locator("#clue-close").tap()
    page.locator("#own-hand button").first.tap()
    expect(page.get_by_role("region", name="Play it")).to_be_visible()
    expect(page.get_by_role("button", name="To the left")).to_be_hidden()
    page.locator("#hand-close").tap()
    page.locator("#conduct summary").tap()
    expect(page.locator("#conduct-list li")).to_have_count(6)


def test_where_the_discards_are_not_looked_through_the_newest_one_shows(
    ours: tuple[Table, MakePhone],
) -> None:
    table, phone = ours
    discards(table, "r5", "b3")
    page = join(phone(PHONE), 0)
    expect(page.locator("#piles li")).to_have_count(1)
    expect(page.locator("#piles")).to_contain_text("blue 3")
    expect(page.locator("#piles")).to_contain_text("1 card below it")
    expect(page.locator(".firework .no-more")).to_have_count(0)  # that would look through them, too


def test_a_firework_that_cannot_be_finished_says_so_to_eyes_and_ears(
    usual: tuple[Table, MakePhone],
) -> None:
    table, phone = usual
    discards(table, "r5", "y4", "y4")
    page = join(phone(PHONE), 0)
    expect(page.locator(".firework .no-more")).to_have_text(["✕ 5", "✕ 4"])
    red = page.locator("#fireworks li").first
    expect(red).to_contain_text("red: 0 of 5. It cannot be finished: every red 5 is discarded.")
    expect(page.locator("#piles li")).to_have_count(2)
    fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert fits
