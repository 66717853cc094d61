"""The score while you play, and what the newest headline is: on phones and on the tablet."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.cards import Card
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import RankHint
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.play.inputs import AnswerTap, ClueTap, ConsentTap, LayTap, NewGameTap
from companion.referee.findings import Spot
from companion.table import Table
from tests.web.browsing import SMALL_PHONE, join
from tests.web.phones import CODE
from tests.web.real_table import unwatched
from tests.web.test_unwatched_pages import begin, lay, open_pages

TABLET = {"width": 1180, "height": 820}


def discard(table: Table, seat: int, slot: int, label: str | None) -> None:
    assert table.ask(LayTap(seat, slot, Spot.DISCARDS), seat).ok
    assert table.ask(AnswerTap(Card.parse(label) if label else None), seat).ok


def told(page: Page) -> str:
    """What a screen reader is told of the score."""
    return page.locator("#running .sr").text_content() or ""


def test_however_many_discards_nobody_has_read_a_small_phone_does_not_scroll_sideways(
    browser: Browser, tmp_path: Path
) -> None:
    with unwatched(tmp_path / "games") as table, open_pages(browser, table) as phone:
        page = join(phone(SMALL_PHONE), 0)
        begin(table)
        for _ in range(10):
            assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
            discard(table, 1, 0, None)
        expect(page.locator("#piles .discard")).to_have_count(10)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_score_and_the_best_still_possible_stand_on_every_page(
    browser: Browser, tmp_path: Path
) -> None:
    with unwatched(tmp_path / "games") as table, open_pages(browser, table) as phone:
        public = phone(TABLET)
        public.goto(f"/public?code={CODE}")
        pages = [join(phone(), 0), join(phone(SMALL_PHONE), 1), public]
        for page in pages:
            expect(page.locator("#running")).to_be_hidden()
        begin(table)
        for page in pages:
            expect(page.locator("#running .sr")).to_have_text("Score 0 of at most 25")
        lay(table, 0, 0, "r1")
        lay(table, 1, 0, "r3")  # it does not fit
        assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
        discard(table, 1, 1, "r3")
        for page in pages:
            expect(page.locator("#running .sr")).to_have_text("Score 1 of at most 22")
            expect(page.locator("#running")).to_be_in_viewport(ratio=1)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        pages[0].evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(pages[0].locator("#running")).to_be_in_viewport(ratio=1)
        assert table.ask(NewGameTap(), 0).ok
        assert table.ask(ConsentTap(granted=True), 1).ok
        for page in pages:
            expect(page.locator("#running")).to_be_hidden()


@pytest.mark.parametrize(
    ("rules", "unread", "text"),
    [
        (STANDARD, True, "Score at least 1, of at most 25"),
        (compose("all", Options(all_or_nothing=True)), False, "Score 1; it is 25 or nothing"),
        (
            compose("all", Options(all_or_nothing=True)),
            True,
            "Score at least 1; it is 25 or nothing",
        ),
        (compose("black", Options(black_powder=True)), False, "Score 0 of at most 25"),
    ],
)
def test_the_score_promises_nothing_that_the_rules_do_not(
    browser: Browser, tmp_path: Path, rules: Ruleset, unread: bool, text: str
) -> None:
    with unwatched(tmp_path / "games", rules) as table, open_pages(browser, table) as phone:
        begin(table)
        page = join(phone(), 0)
        lay(table, 0, 0, "r1")
        if unread:
            assert table.ask(LayTap(1, 0, Spot.FIREWORKS), 1).ok
            assert table.ask(AnswerTap(None), 1).ok
        expect(page.locator("#running .sr")).to_have_text(text)


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (compose("all", Options(all_or_nothing=True)), "The deck is empty; play goes on."),
        (STANDARD, "Last round: 2 turns left"),
    ],
)
def test_that_the_deck_is_empty_stands_on_every_page_with_what_it_means(
    browser: Browser, tmp_path: Path, rules: Ruleset, text: str
) -> None:
    with unwatched(tmp_path / "games", rules) as table, open_pages(browser, table) as phone:
        begin(table)
        public = phone(TABLET)
        public.goto(f"/public?code={CODE}")
        pages = [join(phone(SMALL_PHONE), 0), public]
        for drawn in range(40):
            for page in pages if drawn == 39 else []:
                expect(page.locator("#counts .deck b")).to_have_text("1")
                expect(page.locator("#counts .last")).to_have_count(0)
            assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
            discard(table, 1, 0, None)
        for page in pages:
            expect(page.locator("#counts .last")).to_have_text(text)


def test_who_discarded_what_is_the_headline_and_the_token_the_small_print(
    browser: Browser, tmp_path: Path
) -> None:
    with unwatched(tmp_path / "games") as table, open_pages(browser, table) as phone:
        begin(table)
        page = join(phone(), 0)
        page.locator("#voice").tap()
        page.get_by_role("radio", name="This phone").check()
        page.locator("#voice-close").tap()
        assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
        discard(table, 1, 3, "w5")
        expect(page.locator("#newest")).to_have_text("Seat 2 discards white 5.")
        back = "A clue token comes back: 8 are available now."
        expect(page.locator("#newest-fine")).to_have_text(back)
        lay(table, 0, 0, "g4")
        expect(page.locator("#newest")).to_have_text("Seat 1 plays green 4: it does not fit.")
        expect(page.locator("#newest-fine")).to_have_text("Fuse 1 burns.")
        expect(page.locator("#older li").first).to_have_text(f"Seat 2 discards white 5. {back}")
        page.wait_for_function("() => window.spoken.includes('Green 4 does not fit.')")
        spoken = page.evaluate("window.spoken")
        assert spoken[spoken.index("Discarded: white 5.") :][:3] == [
            "Discarded: white 5.",
            "Seat 1.",
            "Green 4 does not fit.",
        ]


def test_a_completed_firework_is_small_print_of_the_card_that_completed_it(
    browser: Browser, tmp_path: Path
) -> None:
    with unwatched(tmp_path / "games") as table, open_pages(browser, table) as phone:
        begin(table)
        page = join(phone(), 0)
        assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
        for rank in range(1, 6):
            lay(table, rank % 2, 0, f"r{rank}")
        expect(page.locator("#newest")).to_have_text("Seat 2 plays red 5: it fits.")
        expect(page.locator("#newest-fine")).to_have_text(
            "The red firework is complete. A clue token comes back: 8 are available now."
        )
