"""Putting earlier turns right, in a real browser."""

import pytest
from playwright.sync_api import expect

from companion.hanabi.moves import RankHint
from companion.language.names import card_name
from companion.play.inputs import CorrectTap
from companion.record.corrections import FaceIs
from tests.web.browsing import PHONE, SMALL_PHONE, SMALLEST_TARGET, MakePhone, join
from tests.web.real_table import PlayedTable
from tests.web.test_correcting import with_a_misplay


def test_a_turn_is_put_right_in_three_taps(phone: MakePhone, desk: PlayedTable) -> None:
    with_a_misplay(desk)
    page = join(phone(), 1)
    page.locator("#turn-list button").last.tap()
    sheet = page.locator("#correct")
    expect(sheet.get_by_text("It was another card")).to_be_visible()
    right = next(card for card in desk.hand(0) if card.rank == 1)
    chip = sheet.locator(f"button[aria-label^='It was {card_name(right)}']")
    chip.tap()
    expect(sheet.get_by_text("Score 0 → 1. Fuses burnt 1 → 0.")).to_be_visible()
    sheet.get_by_role("button", name="Put it right").tap()
    expect(sheet).to_be_hidden()
    expect(page.get_by_text("It is put right.")).to_be_visible()
    assert desk.state.strikes == 0
    assert desk.asked == [(CorrectTap(FaceIs(1, right)), 1)]
    page.locator("#undo").tap()
    expect(page.get_by_text("The correction of turn 1 is undone.")).to_be_visible()
    expect(page.locator("#toast")).to_have_text("What was done last is taken back.")


def test_a_tapped_card_on_the_table_opens_the_sheet_of_its_turn(
    phone: MakePhone, desk: PlayedTable
) -> None:
    with_a_misplay(desk)
    page = join(phone(), 1)
    page.locator("#piles .discard").first.tap()
    expect(page.locator("#correct-title")).to_have_text(
        page.locator("#turn-list button").last.inner_text()
    )
    page.locator("#correct-close").tap()
    seat = desk.state.to_move
    slot, played = next((i, card) for i, card in enumerate(desk.hand(seat)) if card.rank == 1)
    desk.play(seat, slot)
    page.locator(f".firework.suit-{played.suit.value} button").tap()
    expect(page.locator("#correct-title")).to_have_text(
        f"2. Seat {seat + 1} plays {card_name(played)}."
    )
    expect(page.locator("#correct .chip").first).to_be_visible()


def test_faces_to_choose_from_stand_by_suit_and_number_and_the_likely_ones_are_framed(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.blur(0, 0)
    desk.deal()
    desk.clue(0, 1, RankHint(desk.hand(1)[0].rank))
    desk.clue(1, 0, RankHint(desk.hand(0)[0].rank))
    desk.throw_unread(0, 0, "b2", "w2", "r2")
    page = join(phone(), 1)
    page.locator("#options button").first.tap()
    expect(page.locator("#question")).to_be_hidden()
    desk.look()
    page.locator("#turn-list button").nth(1).tap()
    first = page.locator("#correct .face-grid").first
    expect(first).to_be_visible()
    expect(first.locator(".likely")).to_have_count(2)
    expect(page.get_by_text("Framed: what the camera thought of.")).to_be_visible()
    thought_of = page.get_by_role("button", name="The camera thought of it.")
    expect(thought_of).to_have_count(2)
    placed = first.evaluate(
        """grid => [...grid.children].map((one) => {
          const card = one.querySelector(".card");
          const suit = card.className.match(/suit-(.)/)[1];
          return [suit, card.textContent.trim()[0], one.offsetTop, one.offsetLeft];
        })"""
    )
    assert len(placed) > 15
    rows = {suit: {top for own, _, top, _ in placed if own == suit} for suit, _, _, _ in placed}
    ranks = {rank for _, rank, _, _ in placed}
    columns = {rank: {left for _, own, _, left in placed if own == rank} for rank in ranks}
    assert all(len(tops) == 1 for tops in rows.values())
    assert all(len(lefts) == 1 for lefts in columns.values())
    assert [min(rows[suit]) for suit in "rygbw"] == sorted(min(tops) for tops in rows.values())
    assert [min(columns[rank]) for rank in sorted(columns)] == sorted(
        min(lefts) for lefts in columns.values()
    )


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_the_sheet_for_putting_right_fits_a_phone_and_its_buttons_a_finger(
    phone: MakePhone, desk: PlayedTable, size: dict[str, int]
) -> None:
    with_a_misplay(desk)
    page = join(phone(size), 1)
    page.locator("#turn-list button").last.tap()
    page.locator("#correct .chip").first.tap()
    box = page.locator("#correct").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size["height"] + 1
    apply = page.locator("#correct-apply").bounding_box()
    assert apply is not None
    assert apply["y"] + apply["height"] <= size["height"]
    for button in page.locator("#correct button:visible, #turn-list button").all():
        found = button.bounding_box()
        assert found is not None
        assert found["height"] >= SMALLEST_TARGET
        assert found["width"] >= SMALLEST_TARGET
