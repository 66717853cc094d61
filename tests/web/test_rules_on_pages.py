"""The pages know no rule: with the expansions, too, they show what the table says of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.cards import Card, Suit
from companion.hanabi.editions import EDITIONS, SixthSuit, compose
from companion.hanabi.moves import ColourHint, RankHint
from companion.play.inputs import CheckTap, ClueTap, IdentifyTap, NewGameTap, PauseTap
from companion.table import Table
from companion.views.view import ONLOOKER
from tests.web.browsing import MakePhone, join
from tests.web.phones import Phone, app_of
from tests.web.real_table import unwatched
from tests.web.test_unwatched_pages import SMALL_PHONE, begin, lay, open_pages
from web.openapi import description

DELUXE = EDITIONS["pl-deluxe"]
POWDER = compose("pl-deluxe", replace(DELUXE, black_powder=True))
EVERYTHING_ELSE = replace(
    DELUXE, sixth_suit=SixthSuit.TEN_WILD, black_powder=True, synchronised_show=True
)
EVERYTHING = compose("pl-deluxe", EVERYTHING_ELSE)
STRICT = compose(
    "strict", replace(EDITIONS["en"], sixth_suit=SixthSuit.FIVE_WILD, black_powder=True)
)
NAMEABLE = compose("named", replace(DELUXE, sixth_suit=SixthSuit.TEN_NAMEABLE, black_powder=True))

NOBODY = {
    "game": "hanabi",
    "names": {},
    "held": [],
    "away": [],
    "onlookers": [],
    "voice": {"by": "nobody", "table": None, "wording": "brief"},
    "photos": False,
    "wishes": [],
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games", POWDER) as table:
        yield table


@pytest.fixture
def phone(browser: Browser, table: Table) -> Iterator[MakePhone]:
    with open_pages(browser, table) as make:
        yield make


def holds(table: Table, seat: int, *labels: str | None) -> None:
    """Somebody tells which cards ``seat`` holds."""
    cards = {slot: Card.parse(label) for slot, label in enumerate(labels) if label is not None}
    assert table.ask(IdentifyTap(seat, cards), 1 - seat).ok


def marks(page: Page, clue: str) -> list[str]:
    pips: list[str] = page.locator(f"[data-clue='{clue}'] .pips i").evaluate_all(
        "all => all.map(one => one.className)"
    )
    return pips


def test_a_black_card_is_marked_for_no_colour_and_touched_by_none(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    holds(table, 1, "k1", "k2", "r3", "y4", "w5")
    page = join(phone(), 0)
    page.get_by_role("button", name="Give a clue").tap()
    no = ["no"] * 5
    assert marks(page, "r") == ["no", "no", "yes", "no", "no"]
    assert marks(page, "b") == no
    assert marks(page, "1") == ["yes", "no", "no", "no", "no"]
    assert page.locator("#clue-colours button").count() == 5
    page.locator("[data-clue='r']").hover()
    lit = page.locator("#clue-hand li").evaluate_all(
        "all => all.map(one => one.classList.contains('touched'))"
    )
    assert lit == [False, False, True, False, False]
    page.locator("[data-clue='r']").tap()
    expect(page.get_by_role("heading", name="Seat 2 to move")).to_be_visible()
    assert [turn["touched"] for turn in view_of(table, 0)["game"]["log"]] == [[2]]


@pytest.mark.parametrize("rules", [EVERYTHING, STRICT, NAMEABLE], ids=lambda rules: rules.name)
def test_the_clue_sheet_marks_what_the_table_answers(
    browser: Browser, tmp_path: Path, rules: Any
) -> None:
    with unwatched(tmp_path / "games", rules) as table, open_pages(browser, table) as phone:
        begin(table)
        holds(table, 1, "k1", "m2", "r3", "b5", "m4")
        page = join(phone(), 0)
        page.get_by_role("button", name="Give a clue").tap()
        names = page.locator("#clue [data-clue]").evaluate_all(
            "all => all.map(one => one.dataset.clue)"
        )
        assert names == [*(suit.value for suit in rules.nameable), *"12345"]
        for name in names:
            hint = RankHint(int(name)) if name.isdigit() else ColourHint(Suit(name))
            answer = table.ask(CheckTap(ClueTap(0, 1, hint)), 0)
            touched = (answer.told or {}).get("touched", [])
            shown = marks(page, name)
            assert [slot for slot, mark in enumerate(shown) if mark == "yes"] == touched, name
            refused = page.locator(f"[data-clue='{name}']").get_attribute("aria-disabled") == "true"
            assert refused is (not answer.ok), name


def view_of(table: Table, reader: int | None) -> Any:
    snapshot = table.hub.snapshot(reader)
    assert snapshot is not None
    return json.loads(snapshot.body)


def test_a_seat_is_told_over_http_what_each_clue_touches_and_of_its_own_hand_nothing(
    table: Table,
) -> None:
    begin(table)
    holds(table, 1, "k1", "k2", "r3", None, "w5")
    app = app_of(table)
    hints = Phone(app, seat=0).view()["game"]["hints"]
    assert hints[0] is None
    assert hints[1]["touched"]["r"] == [2]
    assert hints[1]["touched"]["b"] == []
    assert hints[1]["unknown"] == [3]
    assert hints[1]["refused"] == {}
    assert Phone(app, seat=1).view()["game"]["hints"][1] is None
    assert Phone(app).view()["game"]["hints"] == [None, None]


def test_only_colours_that_can_be_named_are_offered_for_a_show(
    browser: Browser, tmp_path: Path
) -> None:
    with unwatched(tmp_path / "games", EVERYTHING) as table, open_pages(browser, table) as phone:
        begin(table)
        one, two = join(phone(), 0), join(phone(SMALL_PHONE), 1)
        expect(one.locator("#naming-colours button")).to_have_count(5)
        expect(two.locator("#naming")).to_be_hidden()


def test_the_black_firework_shows_its_top_card_and_offers_the_next(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    page = join(phone(), 0)
    lay(table, 0, 0, "k5")
    expect(page.locator(".firework.suit-k .height")).to_have_text("5")
    lay(table, 1, 0, "k4")
    expect(page.locator(".firework.suit-k .height")).to_have_text("4")
    page.locator("#hands .more").first.tap()
    page.locator("#hand-cards button").first.tap()
    expect(page.locator("#hand-faces [data-focus='face-k1']")).to_have_count(1)
    for rank in (4, 5):  # of k5 there are three copies, of k4 two
        expect(page.locator(f"#hand-faces [data-focus='face-k{rank}']")).to_have_count(1)
    holds(table, 1, "k4")
    page.locator("#hand-cards button").nth(1).tap()
    expect(page.locator("#hand-faces [data-focus='face-k4']")).to_have_count(0)


def test_a_phone_says_why_nothing_can_be_discarded_or_no_clue_given(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    page = join(phone(), 0)
    full = "All clue tokens are there: play or give a clue."
    expect(page.get_by_text(full)).to_be_visible()
    page.locator("#own-hand button").first.tap()
    expect(page.get_by_role("region", name="Play it")).to_be_visible()
    expect(page.get_by_role("region", name="Discard it")).to_have_count(0)
    page.locator("#hand-close").tap()
    for turn in range(8):
        assert table.ask(ClueTap(turn % 2, 1 - turn % 2, RankHint(1)), turn % 2).ok
    expect(page.get_by_text("No clue token is left: play or discard.")).to_be_visible()
    expect(page.get_by_text("Tap a card to play it or to discard it.")).to_be_visible()
    assert table.ask(PauseTap(True), 0).ok
    expect(page.locator("#paused-how")).to_have_text(
        "Nothing is written until somebody lets it go on."
    )
    assert table.ask(PauseTap(False), 0).ok
    expect(page.get_by_role("button", name="Give a clue")).to_have_count(0)
    page.locator("#own-hand button").first.tap()
    expect(page.get_by_role("region", name="Discard it")).to_be_visible()


@pytest.mark.parametrize("reader", [None, ONLOOKER, 0, 1])
def test_every_view_is_as_the_description_says(tmp_path: Path, reader: int | None) -> None:
    parts = description("")["components"]
    snapshot = {**parts["schemas"]["Snapshot"], "components": parts}
    shape = jsonschema_rs.validator_for(snapshot)
    rules = compose("all", replace(EVERYTHING_ELSE, award_tiles=True))
    with unwatched(tmp_path / "games", rules) as table:
        seen = [view_of(table, reader)] if reader != 1 else []
        begin(table)
        holds(table, 1, "k1", "m2", "r3", None, "w4")
        seen.append(view_of(table, reader))
        for rank in range(1, 6):
            lay(table, (rank - 1) % 2, 0, f"r{rank}")
        seen.append(view_of(table, reader))
        assert (seen[-1]["may"]["tile"] is None) is (reader == ONLOOKER)
        assert table.ask(NewGameTap(), 0).ok
    for view in seen:
        shape.validate({"version": 1, "view": view, "house": NOBODY})
        with pytest.raises(jsonschema_rs.ValidationError):
            shape.validate({"version": 1, "view": {**view, "may": {}}, "house": NOBODY})


RULES_ONLY = ("nameable", "copies", "next_rank", "empty_clues", "synchronised_show", "game.award")
"""What a script would need that works a rule out by itself."""


def test_no_script_of_a_page_reads_what_only_a_rule_needs() -> None:
    scripts = (Path(__file__).parents[2] / "web" / "static").rglob("*.js")
    found = [
        f"{script.name}: {word}"
        for script in scripts
        for word in RULES_ONLY
        if word in script.read_text(encoding="utf-8")
    ]
    assert found == []
