"""Each way to play tonight, from the code to the end, by the page alone: phones, three languages.

Whoever changes a page can look at every stage: the pictures lie in the test's own folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.hanabi.moves import RankHint
from companion.services import Services
from companion.settings.tonight import WayToPlay
from companion.table import Table
from tests.companion.filmed_table import STILL
from tests.web.browsing import MakePhone, phones_at
from tests.web.evenings import Evening
from tests.web.fake_host import FakeHost, FakeWays
from tests.web.phones import CODE
from tests.web.players import goes_on
from tests.web.real_table import RESTS, OpenTable, PlayedTable, running, unwatched
from tests.web.test_deck_lesson import Teacher
from tests.web.test_scoring import PHOTO, Eyes
from web import create_app
from web.config import PageConfig
from web.serve import serve

PHONES = {"390": {"width": 390, "height": 844}, "320": {"width": 320, "height": 568}}
EVENINGS = [
    ("en", "390"),
    ("pl", "320"),
    ("ro", "390"),
    ("en", "320"),
    ("pl", "390"),
    ("ro", "320"),
]
SOME = [
    pytest.param(*one, marks=() if number < 3 else pytest.mark.long)
    for number, one in enumerate(EVENINGS)
]


@contextmanager
def opened(browser: Browser, table: Table, ways: FakeWays) -> Iterator[MakePhone]:
    """Serve the pages of a table at which nothing is configured."""
    services = Services(
        ways=ways, host=FakeHost(), photo_lessons=Teacher(), displays=Eyes(decks=("ours",))
    )
    app = create_app(table, PageConfig(secret=b"s", code=CODE, services=services))
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


def choose(evening: Evening, way: str) -> None:
    """Scan the code and choose how to play."""
    evening.page.goto(f"/?code={CODE}")
    evening.see("ways")
    evening.tap(f"#{way} > summary")
    expect(evening.page.locator(f"#{way} .primary")).to_be_visible()
    evening.see("way")


def sit(evening: Evening, seat: int) -> None:
    """Take a seat before a game."""
    evening.page.locator("#join").wait_for()
    evening.see("join")
    evening.tap(f"button[name=seat][value='{seat}']")
    evening.page.wait_for_url("**/seat")
    evening.see("place")
    evening.tap("main button.primary")
    expect(evening.page.locator("#lobby")).to_be_visible()
    evening.see("lobby")


def begin(evening: Evening, players: int | None) -> None:
    """Say how many play, where that is asked, and start."""
    if players is not None:
        evening.tap(f"#players input[value='{players}']")
        evening.see("players")
    evening.tap("#start")
    expect(evening.page.locator("#own-hand .card").first).to_be_visible()
    evening.see("started")


def my_turn(evening: Evening) -> None:
    """Wait until the phone says that it is its owner's turn."""
    expect(evening.page.locator("body.my-turn")).to_be_attached()


def end(evening: Evening, score: int) -> None:
    """Lay the hands down, which ends the game for good."""
    expect(evening.page.locator("#score")).to_have_text(str(score))
    evening.see("ended")
    expect(evening.page.locator("#lay-down")).to_be_in_viewport(ratio=1)
    evening.tap("#lay-down")
    expect(evening.page.locator("[data-new]")).to_be_visible()
    expect(evening.page.locator("#score")).to_be_in_viewport()
    evening.see("over")


def not_annoyed(*evenings: Evening) -> None:
    """Say what annoyed, and print what the evening cost."""
    for one in evenings:
        seconds, taps = one.first_move or (0.0, 0)
        print(
            f"{one.language}: {len(one.steps)} stages, {taps} taps and {seconds:.1f} s to the first"
            f" move, {one.taps} taps to the end"
        )
    assert {stage: said for one in evenings for stage, said in one.annoyed.items()} == {}


@pytest.mark.parametrize(("language", "width"), SOME)
def test_a_game_with_phones_alone(
    browser: Browser, tmp_path: Path, language: str, width: str
) -> None:
    ways = FakeWays(is_fresh=True)
    with unwatched(tmp_path / "games") as table, opened(browser, table, ways) as phone:
        one = Evening(phone(PHONES[width], locale=language), language, tmp_path)
        choose(one, "phones")
        one.tap("#phones [data-way]")
        sit(one, 0)
        two = Evening(phone(PHONES[width], locale=language), language, tmp_path / "two")
        ways.is_fresh = False
        two.page.goto(f"/?code={CODE}")
        sit(two, 1)
        begin(one, 2)
        labels = [f"{suit}{rank}" for suit in "rygbw" for rank in range(1, 6)]
        for number, label in enumerate(labels):
            player, other = (one, two) if number % 2 == 0 else (two, one)
            if label == "y1":  # a clue, so that somebody may discard
                my_turn(player)
                player.tap("[data-focus^=tell-]")
                player.see("clue")
                player.tap("#clue-hand button")
                player.tap("#clue [data-clue='1']")
                expect(player.page.locator("#clue")).to_be_hidden()
                my_turn(other)
                other.tap("#own-hand button")
                other.see("lay")
                other.tap("[data-focus=discards-r1]")
                expect(other.page.locator("#hand-sheet")).to_be_hidden()
            my_turn(player)
            player.tap("#own-hand button")
            if number == 0:
                player.see("card")
            player.tap(f"[data-focus=fireworks-{label}]")
            expect(player.page.locator("#hand-sheet")).to_be_hidden()
            player.moved()
            if number == 6:
                one.see("amid")
                two.see("amid-other")
        for each in (one, two):
            expect(each.page.locator("#score")).to_have_text("25")
        end(one, 25)
        not_annoyed(one, two)


def test_on_a_small_phone_a_word_that_goes_away_covers_neither_newest_turn_nor_own_hand(
    browser: Browser, tmp_path: Path
) -> None:
    ways = FakeWays()
    with unwatched(tmp_path / "games") as table, opened(browser, table, ways) as phone:
        one = Evening(phone(PHONES["320"], locale="pl"), "pl", tmp_path)
        two = Evening(phone(PHONES["320"], locale="pl"), "pl", tmp_path / "two")
        for seat, each in enumerate((one, two)):
            each.page.goto(f"/?code={CODE}")
            sit(each, seat)
        begin(one, 2)
        one.tap("[data-focus^=tell-]")
        one.tap("#clue [data-clue='1']")
        one.tap("#clue [data-clue='1']")  # no card is to be marked
        expect(one.page.locator("#toast")).to_be_visible()
        one.see("sent")
        boxes = [one.page.locator(at).bounding_box() for at in ("#toast", "#news", "#own-hand")]
        toast, *others = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
        assert len(others) == 2
        assert all(toast[0] >= foot or toast[1] <= top for top, foot in others), boxes
        heading = one.page.locator("#turn")
        expect(heading).to_have_text("Ruch: Gracz 2")
        line = heading.evaluate("(one) => parseFloat(getComputedStyle(one).lineHeight)")
        box = heading.bounding_box()
        assert box is not None
        assert box["height"] < 1.5 * line  # it stands on one line


class HeldCards(PlayedTable):
    """The same table without racks: people hold their cards."""

    def look(self, still_for: float = STILL) -> None:
        """Show the mat only."""
        self.film.t += still_for
        reading, t = self.film.reading(still_for), self.film.t
        mat = replace(reading, slots={}, racks=frozenset())
        self.call(lambda controller: controller.see(mat, t))

    def _turn(self) -> None:
        """Show what was laid until it is on record, or until somebody is asked about it."""
        before = self.turns
        for rests in (STILL, RESTS, RESTS):
            self.look(rests)
            if self.turns > before or self.asks:
                return
        raise AssertionError(f"no turn is seen: {self.controller.status}")

    @property
    def asks(self) -> bool:
        """Whether people are asked about a card."""
        return self.controller.game is not None and self.controller.game.question is not None


def held_turn(desk: PlayedTable) -> None:
    """Take a turn as people do who know their cards: what fits, else a discard, else a clue."""
    state, seat = desk.state, desk.state.to_move
    cards = {slot: desk.card(seat, slot) for slot in range(5)}
    fitting = [slot for slot, card in cards.items() if card and goes_on(state, card)]
    if fitting:
        desk.play(seat, fitting[0])
    elif state.clue_tokens < state.ruleset.clue_tokens:
        desk.discard(seat, next(slot for slot, card in cards.items() if card))
    else:
        target = (seat + 1) % state.players
        card = next(card for slot in range(5) if (card := desk.card(target, slot)))
        desk.clue(seat, target, RankHint(card.rank))


@pytest.mark.parametrize("way", ["mat", "racks"])
@pytest.mark.parametrize(("language", "width"), SOME)
def test_a_game_before_a_camera(
    browser: Browser, tmp_path: Path, way: str, language: str, width: str
) -> None:
    ways = FakeWays(is_fresh=True)
    kind = HeldCards if way == "mat" else PlayedTable
    with (
        running(tmp_path / "games", lambda record: kind(record)) as table,
        opened(browser, table, ways) as phone,
    ):
        one = Evening(phone(PHONES[width], locale=language), language, tmp_path)
        choose(one, way)
        table.look(4.0)
        one.tap(f"#{way} [data-way={way}]")
        sit(one, 0)
        assert ways.chosen is WayToPlay(way)
        begin(one, 3 if way == "mat" else None)
        table.look()
        one.tap("[data-focus^=clue-]")
        one.see("clue")
        if way == "mat":
            one.tap("#clue-hand button")  # nobody knows the hand: what is pointed at is marked
        one.tap("#clue-ranks [data-clue]:not([aria-disabled=true])")
        expect(one.page.locator("#clue")).to_be_hidden()
        one.moved()
        while not table.state.over:
            held_turn(table)
            if isinstance(table, HeldCards) and table.asks:  # only people saw it
                one.page.locator("#question").wait_for()
                if "asked" not in one.steps:
                    question = one.page.locator("#options button").first
                    expect(question).to_be_in_viewport(
                        timeout=15_000
                    )  # though a clue was tapped just before
                    one.see("asked")
                    plural = one.page.locator(".discards h2").inner_text()
                    answer = one.page.locator("[data-focus=option-discarded]")
                    expect(answer).not_to_have_text(plural)
                one.tap("[data-focus=option-discarded]")
                expect(one.page.locator("#question")).to_be_hidden()
                table.look()
            if table.turns in (8, 30) and not table.state.over:
                expect(one.page.locator("#turn-list li")).to_have_count(table.turns + 1)
                one.see(f"turn-{table.turns}")
        end(one, sum(table.state.fireworks))
        one.tap("[data-new]")
        one.page.locator("#lobby").wait_for()
        one.see("next")
        not_annoyed(one)


@pytest.mark.parametrize(("language", "width"), SOME)
def test_a_display_is_scored(
    browser: Browser, open_table: OpenTable, tmp_path: Path, language: str, width: str
) -> None:
    ways = FakeWays(is_fresh=True)
    with opened(browser, open_table(camera=False), ways) as phone:
        one = Evening(phone(PHONES[width], locale=language), language, tmp_path)
        choose(one, "photo")
        one.tap("#photo a.primary")
        one.page.locator("#photo-label").wait_for()
        one.see("score")
        one.page.locator("#photo").set_input_files(
            {"name": "photo.png", "mimeType": "image/png", "buffer": PHOTO}
        )
        one.taps += 1
        expect(one.page.locator("#points")).to_contain_text("3")
        one.moved()
        one.see("read")
        one.tap("#cards button >> nth=1")
        one.see("which")
        one.tap("#which-faces button")
        expect(one.page.locator("#which")).to_be_hidden()
        one.see("told")
        not_annoyed(one)
