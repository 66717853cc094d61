"""What a phone does of itself is the same whatever its owner holds: it sounds, shakes, stays awake.

A player hears his phone, and the others hear it, too: neither may learn a card by that.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint
from tests.web.browsing import join, phones_at
from tests.web.phones import CODE
from tests.web.real_table import OpenTable, PlayedTable, shuffled
from web import create_app
from web.config import PageConfig
from web.serve import serve

DEEDS = """
window.deeds = [];
const did = (...what) => window.deeds.push(what);
Object.defineProperty(navigator, "wakeLock", { value: {
  async request() {
    const lock = new EventTarget();
    lock.release = async () => did("may sleep");
    did("stays awake");
    return lock;
  },
} });
navigator.vibrate = (times) => did("shakes", times);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  did("sounds", this.frequency.value);
  return start.apply(this, when);
};
Object.defineProperty(window, "speechSynthesis", {
  value: { speak: (one) => did("says", one.text), cancel() {} },
});
"""
OWN = 0
PLAYERS = 2


def with_another_hand(table: PlayedTable) -> tuple[Card, ...]:
    """Return a deck that deals the first seat other cards, and the rest of the table the same."""
    deck = list(table.deck)
    undrawn = table.state.next_id
    for number, held in enumerate(table.state.hands[OWN]):
        there = undrawn + 3 + number  # nobody draws them here
        deck[held.id], deck[there] = deck[there], deck[held.id]
    return tuple(deck)


def an_evening(browser: Browser, table: PlayedTable) -> list[Any]:
    """Play some turns, and return what the phone of the first seat did meanwhile."""
    app = create_app(table, PageConfig(secret=b"s", code=CODE))
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as phone:
        page: Page = phone()
        page.add_init_script(DEEDS)
        join(page, OWN)
        page.locator("#voice").tap()
        page.get_by_role("radio", name="This phone").check()
        page.get_by_text("gives a sound").tap()
        page.get_by_text("shakes").tap()
        page.locator("#voice-close").tap()
        a_round(table, page)
        page.locator("#voice").tap()
        page.get_by_role("radio", name="Sounds").check()
        page.locator("#voice-close").tap()
        a_round(table, page)
        page.wait_for_function("() => window.deeds.some(([what]) => what === 'shakes')")
        table.pause()
        page.wait_for_function("() => window.deeds.some(([what]) => what === 'may sleep')")
        page.wait_for_timeout(300)  # what was begun is done
        return list(page.evaluate("window.deeds"))


def a_round(table: PlayedTable, page: Page) -> None:
    """Let the first seat give a clue and the other one lay a card."""
    table.clue(0, 1, RankHint(table.hand(1)[0].rank))
    expect(page.get_by_role("heading", name="Seat 2 to move")).to_be_visible()
    table.play(1, 0)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()


@pytest.mark.usefixtures("same_start")
def test_what_a_phone_does_does_not_depend_on_its_owners_cards(
    browser: Browser, open_table: OpenTable
) -> None:
    one = open_table(PLAYERS, deck=shuffled(4))
    one.deal()
    other = open_table(PLAYERS, deck=with_another_hand(one))
    other.deal()
    assert one.hand(OWN) != other.hand(OWN)
    assert one.hand(1) == other.hand(1)
    did = an_evening(browser, one)
    assert {what for what, *_ in did} == {"stays awake", "may sleep", "shakes", "sounds", "says"}
    assert an_evening(browser, other) == did
