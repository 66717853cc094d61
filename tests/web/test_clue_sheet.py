"""The clue sheet asks the table about a clue before it is sent."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.moves import CardId, Identify
from tests.web.browsing import MakePhone, join, open_server, phones_at
from tests.web.fake_desk import FakeDesk


@pytest.fixture
def desk() -> FakeDesk:
    desk = FakeDesk(players=2, seed=3)
    desk.deal()
    return desk


@pytest.fixture
def phone(browser: Browser, desk: FakeDesk) -> Iterator[MakePhone]:
    with open_server(desk) as server, phones_at(browser, server.port) as make:
        yield make


def ranks(desk: FakeDesk) -> list[int | None]:
    assert desk.game is not None
    return [held.card.rank if held.card else None for held in desk.game.state.hands[1]]


def sheet(page: Page) -> Page:
    page.get_by_role("button", name="Give a clue").tap()
    expect(page.locator("#clue")).to_be_visible()
    return page


def test_the_table_says_which_cards_a_clue_touches_before_it_is_sent(
    phone: MakePhone, desk: FakeDesk
) -> None:
    page = sheet(join(phone(), 0))
    rank = ranks(desk)[0]
    page.locator(f"[data-clue='{rank}']").hover()
    n = ranks(desk).count(rank)
    expect(page.locator("#clue-how")).to_have_text(f"touches {n} card{'s' * (n != 1)}")
    lit = page.locator("#clue-hand li").evaluate_all(
        "all => all.map(i => i.classList.contains('touched'))"
    )
    assert lit == [one == rank for one in ranks(desk)]
    assert len(desk.checked) == 1
    assert desk.moves == []


def test_a_clue_that_is_not_allowed_says_why_and_is_not_sent(
    phone: MakePhone, desk: FakeDesk
) -> None:
    page = sheet(join(phone(), 0))
    rank = next(rank for rank in (1, 2, 3, 4, 5) if rank not in ranks(desk))
    page.locator(f"[data-clue='{rank}']").tap(force=True)
    wrong = page.locator("#clue-wrong")
    expect(wrong).to_be_visible()
    assert "card" in wrong.inner_text()
    expect(page.locator("#clue")).to_be_visible()
    assert desk.moves == []
    page.locator(f"[data-clue='{ranks(desk)[0]}']").tap()
    expect(page.locator("#clue")).to_be_hidden()
    assert len(desk.moves) == 1


def test_of_cards_that_nobody_knows_the_sheet_says_how_many_there_are(
    phone: MakePhone, desk: FakeDesk
) -> None:
    assert desk.game is not None
    unread = desk.game.state.hands[1][4]
    desk.move(Identify(CardId(unread.id), None))
    page = sheet(join(phone(), 0))
    page.locator(f"[data-clue='{ranks(desk)[0]}']").hover()
    expect(page.locator("#clue-how")).to_contain_text("; 1 card is not known")


def test_cards_that_the_giver_points_at_have_to_be_all_and_no_other(
    phone: MakePhone, desk: FakeDesk
) -> None:
    page = sheet(join(phone(), 0))
    assert desk.game is not None
    rank = ranks(desk)[0]
    meant = {held.slot for held in desk.game.state.hands[1] if held.card and held.card.rank == rank}
    other = next(held.slot for held in desk.game.state.hands[1] if held.slot not in meant)
    page.locator(f"#clue-hand [data-slot='{other}']").tap()
    page.locator(f"[data-clue='{rank}']").tap()
    expect(page.locator("#clue-wrong")).to_have_text(
        "A clue points at every card that it is about, and at no other."
    )
    assert desk.moves == []
    page.locator(f"#clue-hand [data-slot='{other}']").tap()
    for slot in meant:
        page.locator(f"#clue-hand [data-slot='{slot}']").tap()
    expect(page.locator("#clue-hand [aria-pressed='true']")).to_have_count(len(meant))
    page.locator(f"[data-clue='{rank}']").tap()
    expect(page.locator("#clue")).to_be_hidden()
    assert len(desk.moves) == 1
