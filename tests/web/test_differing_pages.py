"""Record and table side by side on a phone, and which of them is right."""

import pytest
from playwright.sync_api import Page, expect

from companion.hanabi.moves import RankHint
from companion.play.inputs import CorrectTap
from companion.record.corrections import Never
from tests.web.browsing import (
    PHONE,
    SMALL_PHONE,
    SMALLEST_TARGET,
    MakePhone,
    join,
)
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable, PlayedTable

LOST = "y1"


@pytest.fixture
def desk(open_table: OpenTable) -> PlayedTable:
    """Three cards were laid; the newest, a yellow 1, has left its firework since."""
    desk = open_table(players=2, seed=3)
    desk.deal()
    desk.play(0, 0)
    assert desk.state.strikes == 1
    desk.play(1, 0)
    desk.play(0, 2)
    assert desk.fireworks == ["g1", LOST]
    desk.lose(LOST)
    return desk


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_both_sides_fit_a_phone_and_show_which_card_is_amiss(
    phone: MakePhone, desk: PlayedTable, size: dict[str, int]
) -> None:
    page = join(phone(size), 1)
    expect(page.get_by_role("heading", name="Table and record differ").first).to_be_visible()
    expect(page.locator("#differs-why")).to_have_text("Yellow 1 is no longer on the fireworks.")
    expect(page.locator("#differs-record li")).to_have_count(3)
    expect(page.locator("#differs-table li")).to_have_count(2)
    expect(page.locator("#differs-record .amiss")).to_have_count(1)
    expect(page.locator("#differs-table .amiss")).to_have_count(0)
    record = page.locator("#differs-record").bounding_box()
    table = page.locator("#differs-table").bounding_box()
    assert record is not None
    assert table is not None
    assert record["x"] + record["width"] <= table["x"]
    assert table["x"] + table["width"] <= size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    for button in page.locator("#differs button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= SMALLEST_TARGET


def test_where_the_record_is_right_the_page_says_what_to_move_and_waits(
    phone: MakePhone, desk: PlayedTable
) -> None:
    page = join(phone(), 0)
    moves = page.locator("#differs-moves")
    expect(moves).to_be_hidden()
    page.get_by_role("button", name="The record is right").tap()
    expect(moves).to_contain_text("on the fireworks again.")
    expect(moves).to_contain_text("as soon as the camera sees it")
    desk.put_back(LOST)
    expect(page.locator("#differs")).to_be_hidden()
    assert desk.asked == []


def test_where_the_table_is_right_the_correction_is_offered_with_what_it_changes(
    phone: MakePhone, desk: PlayedTable
) -> None:
    page = join(phone(), 1)
    page.get_by_role("button", name="The table is right").tap()
    sheet = page.locator("#correct")
    expect(sheet).to_contain_text("This turn was never taken. Score 2 → 1.")
    sheet.get_by_role("button", name="Put it right").tap()
    expect(sheet).to_be_hidden()
    assert desk.asked == [(CorrectTap(Never(3)), 1)]
    desk.look()
    expect(page.locator("#differs")).to_be_hidden()


def test_where_a_turn_was_taken_back_by_mistake_redo_is_offered_with_what_it_changes(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.put_back(LOST)
    desk.undo()
    desk.look(4.0)
    page = join(phone(), 0)
    page.get_by_role("button", name="The table is right").tap()
    sheet = page.locator("#correct")
    expect(sheet).to_contain_text("What was taken back last counts again. Score 1 → 2.")
    sheet.get_by_role("button", name="Put it right").tap()
    expect(sheet).to_be_hidden()
    desk.look()
    expect(page.locator("#differs")).to_be_hidden()
    assert desk.fireworks == ["g1", LOST]
    assert desk.turns == 3


def test_where_no_one_correction_explains_the_table_the_turns_are_listed(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.lay_wrongly(0, 1)
    page = join(phone(), 1)
    page.get_by_role("button", name="The table is right").tap()
    expect(page.get_by_text("No single correction explains the table")).to_be_visible()
    expect(page.locator("#turn-list button").first).to_be_focused()
    expect(page.locator("#correct")).to_be_hidden()
    assert _in_view(page, "#turns")


def test_a_forgotten_token_is_mentioned_where_nothing_else_is_to_be_said(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.put_back(LOST)
    page = join(phone(), 0)
    status = page.locator("#status")
    desk.stop()
    desk.deal()
    desk.tokens(clues=8, fuses=3)
    expect(status).not_to_contain_text("on the mat")
    desk.clue(0, 1, RankHint(desk.hand(1)[0].rank))
    desk.tokens(clues=8, fuses=3)
    expect(status).to_have_text("Clue tokens on the mat: 8; by the record: 7.")
    desk.tokens(clues=7, fuses=3)
    expect(status).not_to_contain_text("on the mat")
    desk.play(1, 1)
    assert desk.state.strikes == 1
    desk.tokens(clues=7, fuses=3)
    expect(status).to_have_text("Fuses on the mat: 3; by the record: 2.")
    desk.tokens(clues=7, fuses=2)
    expect(status).not_to_contain_text("on the mat")


def _in_view(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    return box is not None and box["y"] < PHONE["height"]


def test_the_public_page_shows_both_sides_too(phone: MakePhone, desk: PlayedTable) -> None:
    page = phone()
    page.goto(f"/public?code={CODE}")
    expect(page.locator("#differs-record .amiss")).to_have_count(1)


def test_while_they_agree_there_is_nothing_to_explain(desk: PlayedTable) -> None:
    desk.put_back(LOST)
    refused = Phone(app_of(desk), seat=1).get("/api/explained")
    assert refused.status_code == 409
    assert sentence(refused) == "Table and record agree."


def test_what_explains_the_table_is_told_with_its_sentences(desk: PlayedTable) -> None:
    found = data(Phone(app_of(desk), seat=1).get("/api/explained"))
    assert found["redo"] is None
    assert found["choice"]["text"] == "This turn was never taken."
    assert found["choice"]["effect"].startswith("Score 2 → 1.")


def test_strangers_are_explained_nothing(desk: PlayedTable) -> None:
    assert app_of(desk).test_client().get("/api/explained").status_code == 403
