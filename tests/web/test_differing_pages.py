"""Record and table side by side on a phone, and which of them is right."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.cards import Card
from companion.hanabi.moves import Play
from companion.record.corrections import Never
from companion.referee.findings import Amiss, Differs, Lying, Side, Spot
from tests.web.browsing import (
    PHONE,
    SMALL_PHONE,
    SMALLEST_TARGET,
    MakePhone,
    join,
    open_server,
    phones_at,
)
from tests.web.fake_desk import FakeDesk
from tests.web.phones import CODE, Phone, app_of, data, sentence

WHY = "r1 no longer on the fireworks"


@pytest.fixture
def desk() -> FakeDesk:
    """Seat 0 has played a 1, which has left its firework since."""
    desk = FakeDesk(players=2, seed=3)
    game = desk.deal()
    hands = enumerate(game.state.hands)
    seat, held = next((s, one) for s, hand in hands for one in hand if _rank(one.card) == 1)
    for _ in range(seat):
        other = game.state.hands[0][0]
        desk.move(Play(0, other.id, other.card))
    desk.move(Play(seat, held.id, held.card))
    assert held.card is not None
    label = held.card.label
    desk.differs = Differs(
        WHY,
        record=Side(((Lying(label, amiss=True),), (), (Lying("b1"),)), (Lying("w3"),)),
        table=Side(((), (), (Lying("b1"),)), (Lying("w3"),)),
        amiss=(Amiss(label, Spot.FIREWORKS, None),),
    )
    desk.publish()
    return desk


def _rank(card: Card | None) -> int | None:
    return None if card is None else card.rank


@pytest.fixture
def phone(browser: Browser, desk: FakeDesk) -> Iterator[MakePhone]:
    with open_server(desk) as server, phones_at(browser, server.port) as make:
        yield make


def name(desk: FakeDesk) -> str:
    assert desk.differs is not None
    label = desk.differs.amiss[0].card
    return str(label)


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_both_sides_fit_a_phone_and_show_which_card_is_amiss(
    phone: MakePhone, desk: FakeDesk, size: dict[str, int]
) -> None:
    page = join(phone(size), 1)
    expect(page.get_by_role("heading", name="Table and record differ").first).to_be_visible()
    expect(page.locator("#differs-why")).to_have_text(f"R{WHY[1:]}.")
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
    phone: MakePhone, desk: FakeDesk
) -> None:
    page = join(phone(), 0)
    moves = page.locator("#differs-moves")
    expect(moves).to_be_hidden()
    page.get_by_role("button", name="The record is right").tap()
    expect(moves).to_contain_text("on the fireworks again.")
    expect(moves).to_contain_text("as soon as the camera sees it")
    desk.differs = None
    desk.publish()
    expect(page.locator("#differs")).to_be_hidden()
    assert desk.asked == []


def test_where_the_table_is_right_the_correction_is_offered_with_what_it_changes(
    phone: MakePhone, desk: FakeDesk
) -> None:
    assert desk.game is not None
    turn = desk.game.state.turn - 1
    page = join(phone(), 1)
    page.get_by_role("button", name="The table is right").tap()
    sheet = page.locator("#correct")
    expect(sheet).to_contain_text("This turn was never taken. Score 1 → 0.")
    sheet.get_by_role("button", name="Put it right").tap()
    expect(sheet).to_be_hidden()
    assert desk.corrected == [Never(turn)]


def test_where_no_one_correction_explains_the_table_the_turns_are_listed(
    phone: MakePhone, desk: FakeDesk
) -> None:
    assert desk.differs is not None
    card = desk.differs.amiss[0]
    desk.differs = Differs(WHY, amiss=(card, Amiss("y2", None, Spot.FIREWORKS, 1)))
    desk.publish()
    page = join(phone(), 1)
    page.get_by_role("button", name="The table is right").tap()
    expect(page.get_by_text("No single correction explains the table")).to_be_visible()
    expect(page.locator("#turn-list button").first).to_be_focused()
    expect(page.locator("#correct")).to_be_hidden()
    assert _in_view(page, "#turns")


def test_a_forgotten_token_is_mentioned_where_nothing_else_is_to_be_said(
    phone: MakePhone, desk: FakeDesk
) -> None:
    desk.differs = None
    desk.tokens = {"clues": {"table": 8, "record": 7}, "fuses": None}
    desk.publish()
    page = join(phone(), 0)
    status = page.locator("#status")
    expect(status).to_have_text("Clue tokens on the mat: 8; by the record: 7.")
    desk.tokens = {"clues": None, "fuses": {"table": 3, "record": 2}}
    desk.publish()
    expect(status).to_have_text("Fuses on the mat: 3; by the record: 2.")
    desk.tokens = None
    desk.publish()
    expect(status).not_to_contain_text("on the mat")


def _in_view(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    return box is not None and box["y"] < PHONE["height"]


def test_the_public_page_shows_both_sides_too(phone: MakePhone, desk: FakeDesk) -> None:
    page = phone()
    page.goto(f"/public?code={CODE}")
    expect(page.locator("#differs-record .amiss")).to_have_count(1)


def test_while_they_agree_there_is_nothing_to_explain(desk: FakeDesk) -> None:
    desk.differs = None
    refused = Phone(app_of(desk), seat=1).get("/api/explained")
    assert refused.status_code == 409
    assert sentence(refused) == "Table and record agree."


def test_what_explains_the_table_is_told_with_its_sentences(desk: FakeDesk) -> None:
    found = data(Phone(app_of(desk), seat=1).get("/api/explained"))
    assert found["redo"] is False
    assert found["choice"]["text"] == "This turn was never taken."
    assert found["choice"]["effect"].startswith("Score 1 → 0.")


def test_strangers_are_explained_nothing(desk: FakeDesk) -> None:
    assert app_of(desk).test_client().get("/api/explained").status_code == 403
