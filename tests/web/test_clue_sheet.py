"""The clue sheet asks the table about a clue before it is sent."""

import re

from playwright.sync_api import Page, expect

from tests.web.browsing import MakePhone, join
from tests.web.real_table import PlayedTable


def ranks(desk: PlayedTable) -> list[int | None]:
    cards = [desk.card(1, slot) for slot in range(5)]
    return [card.rank if card else None for card in cards]


def sheet(page: Page) -> Page:
    page.get_by_role("button", name="Give a clue").tap()
    expect(page.locator("#clue")).to_be_visible()
    return page


def test_the_table_says_which_cards_a_clue_touches_before_it_is_sent(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
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
    assert desk.turns == 0


def test_a_clue_that_is_not_allowed_says_why_and_is_not_sent(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = sheet(join(phone(), 0))
    rank = next(rank for rank in (1, 2, 3, 4, 5) if rank not in ranks(desk))
    page.locator(f"[data-clue='{rank}']").tap(force=True)
    wrong = page.locator("#clue-wrong")
    expect(wrong).to_be_visible()
    assert "card" in wrong.inner_text()
    expect(page.locator("#clue")).to_be_visible()
    assert desk.turns == 0
    page.locator(f"[data-clue='{ranks(desk)[0]}']").tap()
    expect(page.locator("#clue")).to_be_hidden()
    assert desk.turns == 1


def test_of_cards_that_nobody_knows_the_sheet_says_how_many_there_are(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.blur(1, 4)
    desk.deal()
    page = sheet(join(phone(), 0))
    page.locator(f"[data-clue='{ranks(desk)[0]}']").hover()
    expect(page.locator("#clue-how")).to_contain_text("; 1 card is not known")


def test_what_is_to_be_tapped_before_a_clue_is_said_before_it(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.blur(1, 4)
    desk.deal()
    page = sheet(join(phone(), 0))
    first = re.compile(
        "^The companion does not know some of these cards: tap all .*Tap a colour or a number;"
    )
    expect(page.locator("#clue-how")).to_have_text(first)


def test_cards_that_the_giver_points_at_have_to_be_all_and_no_other(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = sheet(join(phone(), 0))
    rank = ranks(desk)[0]
    meant = {slot for slot, one in enumerate(ranks(desk)) if one == rank}
    other = next(slot for slot in range(5) if slot not in meant)
    page.locator(f"#clue-hand [data-slot='{other}']").tap()
    page.locator(f"[data-clue='{rank}']").tap()
    expect(page.locator("#clue-wrong")).to_have_text(
        "A clue points at every card that it is about, and at no other."
    )
    assert desk.turns == 0
    page.locator(f"#clue-hand [data-slot='{other}']").tap()
    for slot in meant:
        page.locator(f"#clue-hand [data-slot='{slot}']").tap()
    expect(page.locator("#clue-hand [aria-pressed='true']")).to_have_count(len(meant))
    page.locator(f"[data-clue='{rank}']").tap()
    expect(page.locator("#clue")).to_be_hidden()
    assert desk.turns == 1
