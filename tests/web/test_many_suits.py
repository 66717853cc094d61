"""Six and seven fireworks on small phones and on the public page: nothing lies on anything else."""

import random

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.hanabi.editions import Options, SixthSuit, compose
from companion.hanabi.moves import RankHint
from tests.web.browsing import SMALLEST_TARGET, MakePhone, join
from tests.web.phones import CODE
from tests.web.players import sensible
from tests.web.real_table import OpenTable, PlayedTable

SIX = compose("six", Options(sixth_suit=SixthSuit.TEN_NAMEABLE))
SEVEN = compose(
    "seven",
    Options(sixth_suit=SixthSuit.TEN_NAMEABLE, black_powder=True, synchronised_show=True),
)
WIDTHS = (390, 360, 320)

ON_EACH_OTHER = """all => {
  const boxes = all.map((one) => one.getBoundingClientRect()).filter((box) => box.width > 0);
  const found = [];
  boxes.forEach((one, i) => boxes.slice(i + 1).forEach((other, j) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > .5 && down > .5) found.push(`${i} on ${i + 1 + j}: ${across}`);
  }));
  for (const one of all)
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${one.className} holds more than fits`);
  return found;
}"""
"""Which of some elements share a place, and which have something that reaches out of them."""


@pytest.fixture(params=[(SIX, 7), (SEVEN, 6)], ids=["six", "seven"])
def desk(open_table: OpenTable, request: pytest.FixtureRequest) -> PlayedTable:
    """All fireworks are begun, and it is the turn of seat 0."""
    ruleset, seed = request.param
    desk = open_table(3, seed=seed, ruleset=ruleset)
    desk.deal()
    chance = random.Random(seed)
    while 0 in desk.state.fireworks or desk.state.to_move != 0:
        desk.move(sensible(desk.state, chance, clues=0.6))
    return desk


def apart(elements: Locator) -> None:
    """See that elements are there, each in a place of its own that holds all of it."""
    assert elements.count() > 1
    assert elements.evaluate_all(ON_EACH_OTHER) == []


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def thumbs_hit(buttons: Locator) -> None:
    sizes = buttons.evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((b) => [b.width, b.height])"
    )
    assert [size for size in sizes if min(size) < SMALLEST_TARGET] == []


def test_the_fireworks_and_the_clues_of_many_suits_lie_side_by_side_on_a_phone(
    phone: MakePhone, desk: PlayedTable
) -> None:
    page = join(phone(), 0)
    suits = len(desk.rules.suits)
    expect(page.locator(".firework")).to_have_count(suits)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        fits(page)
        apart(page.locator(".firework .height, .firework .no-more"))
        apart(page.locator(".may i"))
        if desk.rules.synchronised_show:
            apart(page.locator("#naming-colours button"))
            thumbs_hit(page.locator("#naming-colours button"))
        page.get_by_role("button", name="Give a clue").first.tap()
        apart(page.locator("#clue .hint-button"))
        apart(page.locator("#clue .pips"))
        thumbs_hit(page.locator("#clue .hint-button"))
        expect(page.locator("#clue-ranks button").last).to_be_in_viewport(ratio=1)
        page.locator("#clue-close").tap()


def test_both_sides_of_a_difference_show_many_columns_on_a_phone(
    phone: MakePhone, desk: PlayedTable
) -> None:
    page = join(phone(), 0)
    last = desk.fireworks[-1]
    desk.clue(0, 1, RankHint(desk.hand(1)[0].rank))
    desk.lose(last)
    expect(page.locator("#differs-record .amiss")).to_have_count(1)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        fits(page)
        for side in ("record", "table"):
            apart(page.locator(f"#differs-{side} .columns > ul"))
            within = page.locator(f"#differs-{side}").bounding_box()
            cards = page.locator(f"#differs-{side} .columns li:last-child .card")
            assert cards.count()
            for box in (one.bounding_box() for one in cards.all()):
                assert within is not None
                assert box is not None
                assert box["x"] + box["width"] <= within["x"] + within["width"] + 1
                assert box["width"] >= 24, "large enough to be read"


def test_many_fireworks_lie_side_by_side_on_the_public_page(
    phone: MakePhone, desk: PlayedTable
) -> None:
    page = phone({"width": 1180, "height": 820})
    page.goto(f"/public?code={CODE}")
    expect(page.locator(".firework")).to_have_count(len(desk.rules.suits))
    for width, height in ((1180, 820), (820, 1180), (1920, 1080), (800, 600)):
        page.set_viewport_size({"width": width, "height": height})
        fits(page)
        apart(page.locator(".firework .height, .firework .no-more"))
