"""The page of Hana-awase in a real browser."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, expect

from companion.demonstration.hana_round import Manner, SimulatedDeal, dealt
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Willow
from companion.hana_referee.readings import HanaReading
from companion.hana_table.evening import HanaEvening
from companion.hana_table.table import HanaTable
from tests.web.browsing import MakePhone, join, letter_size, phones_at
from tests.web.hana_phones import CASES, Eyes, round_the_mat, table
from tests.web.phones import CODE
from tests.web.test_accessible import SCHEMES, violations
from web import create_hana_app
from web.config import PageConfig
from web.serve import serve

E2 = CASES[1]
Table = tuple[HanaTable, Eyes, MakePhone]


@contextmanager
def pages_of(running: HanaTable, browser: Browser, address: str = "") -> Iterator[MakePhone]:
    """Serve the pages of a table, and make phones that open them."""
    config = PageConfig(secret=b"kept", code=CODE)
    if address:
        config = replace(config, address=lambda: address)
    server = serve(create_hana_app(running, config), "127.0.0.1", 0)
    try:
        with phones_at(browser, server.port) as make:
            yield make
    finally:
        server.close()


@pytest.fixture
def live(browser: Browser, tmp_path: Path) -> Iterator[Table]:
    with (
        table(tmp_path, camera=True) as (running, eyes),
        pages_of(running, browser, address="http://192.0.2.7") as make,
    ):
        yield running, eyes, make


def test_the_tablet_says_address_and_code_each_on_its_own_line(live: Table) -> None:
    _, _, make = live
    tablet = make()
    tablet.goto(f"/public?code={CODE}")
    lines = tablet.get_by_role("region", name="Join with a phone").locator("p")
    expect(lines).to_have_text(["http://192.0.2.7", f"Code {CODE}"])


def test_an_evening_from_the_picture_to_the_totals(live: Table) -> None:
    _, eyes, make = live
    page = join(make(), 0, asked=False)
    expect(page.get_by_role("heading", name="Deal 1 of 12")).to_be_visible()
    # Before there is a pile nothing can count.
    expect(page.get_by_role("button", name="The piles are right: count them")).to_be_hidden()
    expect(page.locator("#rules")).to_contain_text("Scoring: simplified. Yaku: The rulebook's.")
    eyes.shows = round_the_mat(E2["piles"], but=["09-cup", "10-deer"])
    page.get_by_role("button", name="Read the table").tap()
    first = page.get_by_role("region", name="Seat 1")
    expect(first).to_contain_text("Four Lights 60")
    expect(first).to_contain_text("Cztery światła")
    expect(first).to_contain_text("四光")
    expect(first).to_contain_text("One card short of Five Lights")
    # One pile below the other on a phone, each as wide as the page.
    width = first.bounding_box()
    assert width is not None
    assert width["width"] > 340
    # One tap for a card that could not be read, and the other one is concluded.
    asked = page.locator("#asked")
    expect(asked).to_contain_text("A card of seat 2 could not be read. Which is it?")
    asked.get_by_role("button", name="chrysanthemum with sake cup").tap()
    expect(asked).to_be_hidden()
    # Two taps put a card with another player, and one takes that back.
    page.get_by_role("button", name="pine with crane").tap()
    page.get_by_role("dialog").get_by_role("button", name="Seat 3").tap()
    third = page.get_by_role("region", name="Seat 3")
    expect(third.get_by_role("button", name="pine with crane")).to_be_visible()
    expect(page.locator("#warned")).to_contain_text("Cards are taken in pairs, but here")
    page.get_by_role("button", name="Take the last step back").tap()
    expect(first.get_by_role("button", name="pine with crane")).to_be_visible()
    # The deal counts; another phone sees it.
    other = make()
    other.goto(f"/public?code={CODE}")
    page.get_by_role("button", name="The piles are right: count them").tap()
    for one in (page, other):
        expect(one.get_by_role("heading", name="Deal 2 of 12")).to_be_visible()
        expect(one.locator("#table tfoot")).to_contain_text("217")


def test_a_finger_that_taps_twice_counts_the_piles_once_and_is_refused_nothing(live: Table) -> None:
    running, _, make = live
    page = join(make(), 0, asked=False)
    running.call(lambda evening: tell_piles(evening, E2["piles"]))
    twice = "(button) => { button.click(); button.click(); }"
    answered: list[int] = []

    def note(one: Response) -> None:
        if "/api/hana/" in one.url:
            answered.append(one.status)

    page.on("response", note)
    for button, deal in (("score", 2), ("back", 1), ("score", 2)):
        with page.expect_response(f"**/api/hana/{button}"):
            page.locator(f"#{button}").evaluate(twice)
        expect(page.get_by_role("heading", name=f"Deal {deal} of 12")).to_be_visible()
        expect(page.locator("#totals tbody tr")).to_have_count(deal - 1)
    page.reload()  # by then all is answered
    expect(page.get_by_role("heading", name="Deal 2 of 12")).to_be_visible()
    assert [status for status in answered if status != 200] == []


def test_the_totals_stand_at_the_top_of_the_page_that_many_look_at(live: Table) -> None:
    running, _, make = live
    tablet = make({"width": 1180, "height": 820})
    tablet.goto(f"/public?code={CODE}")
    expect(tablet.get_by_role("heading", name="Deal 1 of 12")).to_be_visible()
    expect(tablet.locator("#running")).to_be_hidden()
    running.call(lambda evening: tell_piles(evening, E2["piles"]))
    tablet.get_by_role("button", name="The piles are right: count them").tap()
    expect(tablet.get_by_role("heading", name="Deal 2 of 12")).to_be_visible()
    totals = tablet.locator("#running b")
    expect(totals).to_have_text(["217", "159", "148"])
    screens = ((1180, 820, 40), (1920, 1080, 60), (820, 1180, 36), (390, 844, 20))
    for width, height, least in screens:
        tablet.set_viewport_size({"width": width, "height": height})
        assert tablet.evaluate("document.documentElement.scrollWidth") <= width
        for number in totals.all():
            expect(number).to_be_in_viewport(ratio=1)
            box = number.bounding_box()
            assert box is not None
            assert box["height"] >= least, "to be read from where people sit"
    mine = join(make(), 0, asked=False)  # a hand's breadth away the table of all deals does
    expect(mine.locator("#running")).to_be_hidden()


def tell_piles(evening: HanaEvening, piles: list[list[str]]) -> None:
    """Tell whose piles which cards lie on."""
    for seat, pile in enumerate(piles):
        for label in pile:
            evening.put(Card.parse(label), seat)


def test_a_new_game_is_begun_with_other_players(live: Table) -> None:
    _, _, make = live
    page = join(make(), 0, asked=False)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="New game").tap()
    page.get_by_role("button", name="4 players").tap()
    # Whoever thinks better of it goes on with the game that runs.
    begin = page.get_by_role("region", name="A new game")
    begin.get_by_role("button", name="Cancel").tap()
    expect(begin).to_be_hidden()
    expect(page.get_by_role("region", name="Seat 4")).to_have_count(0)
    page.get_by_role("button", name="New game").tap()
    expect(page.locator("#players [aria-pressed=true]")).to_have_text("3 players")
    page.get_by_role("button", name="4 players").tap()
    page.locator("#dealers").get_by_role("button", name="Seat 4").tap()
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_role("region", name="Seat 4")).to_be_visible()
    expect(page.locator("#status")).to_have_text("Seat 4 deals.")


def test_who_chooses_with_keys_stays_on_what_was_chosen(live: Table) -> None:
    _, _, make = live
    page = join(make(), 0, asked=False)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="New game").tap()
    begin = page.get_by_role("region", name="A new game")
    for choice in ("4 players", "Seat 4"):
        button = begin.get_by_role("button", name=choice)
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_focused(timeout=3_000)


def test_before_the_first_game_nothing_empty_stands_on_the_page(
    browser: Browser, tmp_path: Path
) -> None:
    with table(tmp_path, players=None) as (running, _), pages_of(running, browser) as make:
        page = join(make(), 0, asked=False)
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
        shown = page.locator("#main > section:visible, #main > details:visible")
        expect(shown).to_have_text([re.compile("A new game"), "Evenings that were played"])
        page.get_by_role("button", name="Begin").tap()
        expect(page.get_by_role("heading", name="What happened")).to_be_visible()


def test_the_rules_are_chosen_in_plain_words_before_a_game(live: Table) -> None:
    running, _, make = live
    page = join(make(), 0, asked=False)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="New game").tap()
    page.get_by_text("The rules", exact=True).tap()
    page.get_by_role("checkbox", name="Ten cards in each hand").tap()
    why = page.locator("#rules-why")
    expect(why).to_have_text("Ten cards in a hand are for two players.")
    page.get_by_role("button", name="2 players").tap()
    expect(why).to_be_hidden()
    page.get_by_role("combobox", name="All four willows").select_option(
        label="They cancel everybody's yaku, also their owner's"
    )
    expect(why).to_contain_text("Whoever completes Willow loses the other yaku")
    page.get_by_role("combobox", name="Which yaku chart").select_option(
        label="The Japanese Wikipedia's: Five Lights 200, months 20"
    )
    page.get_by_role("checkbox", name="Five Lights 200").tap()
    expect(page.get_by_role("checkbox", name="Five Lights 200")).not_to_be_checked()
    assert violations(page) == []
    page.get_by_role("button", name="Begin").tap()
    expect(page.locator("#rules")).to_contain_text("The Japanese Wikipedia's")
    options = running.controller.sitting.options
    assert (options.ten_card_hand, options.willow) == (True, Willow.CANCEL_ALL)
    assert dict(options.yaku) == {"five_brights": False}
    page.get_by_text("Evenings that were played").tap()
    expect(page.locator("#evenings-list li")).to_have_count(2)


@pytest.mark.parametrize(
    ("code", "card", "yaku", "told"),
    [
        ("pl-PL", "sosna z żurawiem", "Cztery światła 60", "Chryzantema z czarką sake: gracz 3."),
        ("ro-RO", "pin cu cocor", "Patru lumini 60", "Crizantemă cu cupă de sake: jucătorul 3."),
    ],
)
def test_each_reader_has_names_and_sentences_in_his_language(
    live: Table, code: str, card: str, yaku: str, told: str
) -> None:
    _, eyes, make = live
    english = join(make(), 0, asked=False)
    page = make(locale=code)
    page.goto(f"/public?code={CODE}")
    eyes.shows = round_the_mat(E2["piles"])
    english.get_by_role("button", name="Read the table").tap()
    expect(english.get_by_role("region", name="Seat 1")).to_contain_text("Four Lights 60")
    expect(page.locator("#hana-piles")).to_contain_text(yaku)
    expect(page.get_by_role("button", name=card)).to_be_visible()
    english.get_by_role("button", name="chrysanthemum with sake cup").tap()
    english.get_by_role("dialog").get_by_role("button", name="Seat 3").tap()
    expect(english.locator("#news-list li").first).to_have_text(
        "Chrysanthemum with sake cup: Seat 3."
    )
    expect(page.locator("#news-list li").first).to_have_text(told, ignore_case=True)
    expect(page.locator("#warned")).not_to_contain_text("Cards are taken in pairs")


def test_a_phone_that_speaks_does_so_in_the_language_of_the_table(live: Table) -> None:
    """As with Hanabi: everybody hears it, and its voice is one of that language."""
    running, _, make = live
    page = make(locale="pl-PL")
    page.goto(f"/?code={CODE}")
    page.locator("button.seat").first.tap()
    page.wait_for_url("**/seat")
    page.locator("#voice").tap()
    page.locator("input[name=voice][value=here]").tap()
    page.get_by_role("button", name="Zamknij").tap()
    field = "01-crane 02-warbler 04-cuckoo 05-bridge 07-boar 08-moon"
    for t in (1.0, 5.0):
        seen(running, t, field, "", "", "")
    expect(page.locator("#news-list")).to_contain_text("Karty rozdane.")
    page.wait_for_function("() => window.spoken.at(-1) === 'The cards are dealt. Seat 1 begins.'")


def test_a_card_that_was_misread_is_put_right_with_two_taps(live: Table) -> None:
    running, _, make = live
    page = join(make(), 0, asked=False)
    field = "01-crane 02-warbler 04-cuckoo 05-bridge 07-boar 08-moon"
    for t in (1.0, 5.0):
        seen(running, t, field, "", "", "")
    expect(page.locator("#turn")).to_have_text("Your turn: a card from your hand")
    seen(running, 6.0, field.replace("01-crane ", ""), "01-crane 01-chaff1", "", "")
    first = page.get_by_role("region", name="Seat 1")
    first.get_by_role("button", name="pine chaff").tap()
    expect(page.get_by_role("dialog")).not_to_contain_text("Nowhere on the table")
    page.get_by_role("dialog").get_by_role("button", name="It is pine with poetry ribbon").tap()
    expect(first).to_contain_text("25 points in cards")
    told = "Pine chaff: it is pine with poetry ribbon."
    expect(page.locator("#news-list li").first).to_have_text(told)
    page.get_by_role("button", name="Take the last step back").tap()
    expect(first).to_contain_text("21 points in cards")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_keeps_anybody_from_an_evening(live: Table, scheme: str) -> None:
    _, eyes, make = live
    page = join(make(color_scheme=scheme), 0, asked=False)
    expect(page.locator("#turn")).to_have_text("Deal 1 of 12")
    assert violations(page) == []
    eyes.shows = round_the_mat(E2["piles"], but=["09-cup", "10-deer"])
    page.get_by_role("button", name="Read the table").tap()
    expect(page.locator("#asked")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="pine with crane").tap()
    assert violations(page) == []
    page.get_by_role("button", name="Cancel").tap()
    page.get_by_role("button", name="The piles are right: count them").tap()
    expect(page.locator("#turn")).to_have_text("Deal 2 of 12")
    assert violations(page) == []


def seen(running: HanaTable, t: float, field: str, *piles: str, reached: int = 0) -> None:
    """Show the table to the referee at ``t``; ? is a card that cannot be read."""

    def faces(labels: str) -> tuple[Card | None, ...]:
        return tuple(None if one == "?" else Card.parse(one) for one in labels.split())

    reading = HanaReading(t, faces(field), tuple(map(faces, piles)), True, reached)
    running.call(lambda evening: evening.see(reading))


def test_a_deal_is_followed_on_the_page(live: Table) -> None:
    running, _, make = live
    field = "01-crane 02-warbler 04-cuckoo 05-bridge 07-boar 08-moon"
    page = join(make(), 0, asked=False)
    for t in (1.0, 5.0):
        seen(running, t, field, "", "", "")
    expect(page.locator("#turn")).to_have_text("Your turn: a card from your hand")
    expect(page.locator("#to-deal")).to_be_hidden()
    mat = page.get_by_role("region", name="Field")
    expect(mat).to_contain_text("21 in the stock, 21 in the hands")
    expect(mat.get_by_role("button")).to_have_count(6)
    expect(page.get_by_role("button", name="Read the table")).to_be_hidden()
    expect(page.locator("#missing")).to_be_hidden()
    # A card that it cannot read is asked for, and one tap names it.
    for t in (6.0, 10.0):
        seen(running, t, f"{field} ?", "", "", "")
    expect(page.locator("#differs")).to_contain_text("I cannot read 1 card in the field")
    asked = page.locator("#asked")
    expect(asked).to_be_visible()
    above, below = asked.bounding_box(), mat.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"], "the question stands where it is seen"
    with page.expect_response("**/hana/put"):  # before the table is looked at again
        asked.get_by_role("button", name="chrysanthemum with sake cup").tap()
    seen(running, 11.0, f"{field} ?", "", "", "")
    expect(asked).to_be_hidden()
    expect(page.locator("#turn")).to_have_text("Your turn: a card from the stock")
    # What is wrong is said, and the way out is offered.
    for t in (12.0, 16.0):
        seen(running, t, f"{field} ? 02-poem", "", "", "", reached=1)
    expect(page.locator("#differs")).to_contain_text("this has to take plum with bush warbler")
    expect(page.locator("#news-list")).not_to_contain_text("this has to take")  # it stands above
    expect(page.get_by_role("button", name="Read the table")).to_be_visible()
    leave = page.get_by_role("region", name="Only score the piles")
    expect(leave).to_contain_text("The deal is not followed any further then.")
    left = field.replace("02-warbler ", "").replace("08-moon", "08-moon 09-cup")
    seen(running, 17.0, left, "02-poem 02-warbler", "", "", reached=1)
    expect(page.locator("#differs")).to_be_hidden()
    expect(page.locator("#turn")).to_have_text("Seat 3: a card from the hand")
    expect(page.get_by_role("region", name="Seat 1")).to_contain_text("15 points in cards")
    expect(page.get_by_role("region", name="Seat 1")).to_contain_text("15 simplified, \u221273")
    # One's own pile comes first.
    other = join(make(), 2, asked=False)
    expect(other.locator("#hana-piles h2").first).to_contain_text("Seat 3")
    expect(page.locator("#hana-piles h2").first).to_contain_text("Seat 1")
    assert not violations(page)


def test_between_two_deals_a_watched_table_asks_for_no_photos_of_piles(live: Table) -> None:
    running, _, make = live
    page = join(make(), 0, asked=False)
    photos = page.get_by_text("Photo of this pile")
    expect(photos).to_have_count(3)
    seen(running, 1.0, "", "", "", "")
    expect(page.locator("#to-deal")).to_be_visible()
    expect(photos).to_have_count(0)
    expect(page.get_by_role("button", name="Read the table")).to_be_hidden()
    expect(page.locator("#missing")).to_be_hidden()
    assert top(page.locator("#to-deal")) < top(page.locator("#totals")) < top(page.locator("#news"))
    assert not violations(page)
    # Piles that were played unfollowed are to be scored all the same.
    seen(running, 2.0, "", "01-crane 01-poem", "", "")
    expect(page.get_by_role("button", name="Read the table")).to_be_visible()


@pytest.mark.parametrize("early_stop", [False, True])
def test_the_piles_are_let_count_only_where_they_may(
    browser: Browser, tmp_path: Path, early_stop: bool
) -> None:
    """Two players with eight cards go on with the stock once their hands are empty."""
    with (
        table(tmp_path, players=2, early_stop=early_stop) as (running, _),
        pages_of(running, browser) as make,
    ):
        page = join(make(), 0, asked=False)
        deal = dealt(2, running.controller.options, 0, random.Random(5))
        simulated = SimulatedDeal(deal, random.Random(5), Manner(hasty=0.0))
        stopped = False
        for reading in simulated.readings(lambda *_: None, lambda: None):
            simulated.hear(running.call(partial(HanaEvening.see, reading=reading)))
            play = running.controller.sitting.deal
            if play is not None and play.begun and not any(play.held):
                stopped = True
                break
        assert stopped
        expect(page.locator("#mat-why")).to_contain_text("0 in the hands")
        count = page.get_by_role("button", name="The piles are right: count them")
        expect(count).to_be_visible(visible=early_stop)


def read_and_count(page: Page) -> None:
    page.get_by_role("button", name="Read the table").tap()
    page.get_by_role("button", name="The piles are right: count them").tap()


def test_a_game_that_is_over_says_how_it_went_deal_by_deal(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        table(tmp_path, camera=True, deals=1) as (running, eyes),
        pages_of(running, browser) as make,
    ):
        page = join(make(), 0, asked=False)
        eyes.shows = round_the_mat(E2["piles"])
        read_and_count(page)
        went = page.get_by_role("region", name="How it went")
        expect(went.locator("#won")).to_have_text("Seat 1: 217")
        # What came out stands before the next game.
        assert top(went) < top(page.locator("#totals")) < top(page.locator("#begin"))
        expect(page.get_by_role("button", name="New game")).to_be_hidden()
        said = page.locator("#news-list")
        expect(said).to_contain_text("Deal 1 is counted. Seat 1: 217, Seat 2: 159,")
        went.get_by_text("Deal 1 · Seat 1: 217, Seat 2: 159").tap()
        expect(went).to_contain_text("Four Lights 60")
        # The next game is for as many as this one was.
        pressed = page.locator("#players [aria-pressed=true]")
        expect(pressed).to_have_text("3 players")
        page.get_by_text("Evenings that were played").tap()
        expect(page.locator("#figures")).to_contain_text("most in a deal: 217")
        assert violations(page) == []


def test_the_last_deal_of_a_game_can_be_taken_back_on_a_page(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        table(tmp_path, camera=True, deals=1) as (running, eyes),
        pages_of(running, browser) as make,
    ):
        page = join(make(), 0, asked=False)
        eyes.shows = round_the_mat(E2["piles"])
        read_and_count(page)
        expect(page.locator("#won")).to_have_text("Seat 1: 217")
        page.get_by_role("button", name="Take the last step back").tap()
        expect(page.locator("#summary")).to_be_hidden()
        page.get_by_role("button", name="pine with crane").tap()
        page.get_by_role("dialog").get_by_role("button", name="Seat 2").tap()
        page.get_by_role("button", name="The piles are right: count them").tap()
        expect(page.locator("#won")).to_have_text("Seat 2: 179")


def test_how_the_totals_went_is_drawn_once_two_deals_are_played(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        table(tmp_path, camera=True, deals=2) as (running, eyes),
        pages_of(running, browser) as make,
    ):
        page = join(make(), 0, asked=False)
        eyes.shows = round_the_mat(E2["piles"])
        for number in (1, 2):
            expect(page.locator("#turn")).to_have_text(f"Deal {number} of 2")
            read_and_count(page)
        drawn = page.get_by_role("img", name="Totals after each deal; in the end Seat 1: 434")
        expect(drawn.locator("path.line")).to_have_count(3)
        expect(page.locator("#summary .legend li")).to_have_text(
            ["Seat 1: 434", "Seat 2: 318", "Seat 3: 296"]
        )
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        assert violations(page) == []


def test_what_the_next_card_may_take_stands_under_the_field(
    browser: Browser, tmp_path: Path
) -> None:
    with table(tmp_path, tell_captures=True) as (running, _), pages_of(running, browser) as make:
        page = join(make(), 0, asked=False)
        for t in (1.0, 5.0):
            seen(running, t, "01-crane 02-warbler 04-cuckoo 05-bridge 07-boar 07-red", *"   ")
        offers = page.locator("#offers-list li")
        expect(offers).to_have_count(5)
        expect(offers.last).to_contain_text(
            "Bush clover takes one of bush clover with boar, bush clover with red ribbon."
        )
        assert violations(page) == []


def test_without_a_learnt_pack_no_photo_is_asked_for(live: Table) -> None:
    _, eyes, make = live
    eyes.reads = False
    page = join(make(), 0, asked=False)
    expect(page.locator("#turn")).to_have_text("Deal 1 of 12")
    expect(page.get_by_role("button", name="Read the table")).to_be_hidden()
    expect(page.get_by_text("Photo of all piles round the mat")).to_be_hidden()
    expect(page.get_by_text("Photo of this pile")).to_have_count(0)
    # What is to be done instead is said.
    expect(page.get_by_text("say here who has taken which cards")).to_be_visible()


def test_a_pile_without_a_picture_is_told_with_one_tap_for_each_card(
    browser: Browser, tmp_path: Path
) -> None:
    with table(tmp_path) as (running, eyes):
        eyes.reads = False
        with pages_of(running, browser) as make:
            page = join(make(), 1, asked=False)
            page.get_by_text("Cards that nobody has yet (48)").tap()
            lacking = page.locator("#missing")
            lacking.get_by_role("button", name="Seat 2").tap()
            for left, card in enumerate(("pine with crane", "pine with poetry ribbon"), 1):
                lacking.get_by_role("button", name=card).tap()
                expect(lacking).to_contain_text(f"({48 - left})")
            second = page.locator("#hana-piles section").first
            expect(second).to_contain_text("Seat 2")
            expect(second).to_contain_text("25 points in cards")
            # So many that are missing are not named: they are seen below.
            warned = page.locator("#warned")
            expect(warned).to_have_text("46 cards are missing, 239 points short.")
            # Taken back from that seat, a card is asked about as before.
            lacking.get_by_role("button", name="Seat 2").tap()
            lacking.get_by_role("button", name="plum with bush warbler").tap()
            page.get_by_role("dialog").get_by_role("button", name="Seat 3").tap()
            expect(lacking).to_contain_text("(45)")
            assert violations(page) == []


def test_no_card_comes_under_a_finger_when_another_leaves_the_list(
    browser: Browser, tmp_path: Path
) -> None:
    with table(tmp_path) as (running, eyes):
        eyes.reads = False
        with pages_of(running, browser) as make:
            mine, other = (join(make(), seat, asked=False) for seat in (0, 1))
            for page in (mine, other):
                page.get_by_text("Cards that nobody has yet (48)").tap()
            lacking = mine.locator("#missing")
            aim = lacking.get_by_role("button", name="plum with poetry ribbon")
            others = other.locator("#missing")
            others.get_by_role("button", name="Seat 2").tap()
            before = lacking.bounding_box(), aim.bounding_box()
            taken = ("pine with crane", "pine with poetry ribbon", "plum with bush warbler")
            for left, card in enumerate(taken, 1):
                others.get_by_role("button", name=card).tap()
                expect(lacking).to_contain_text(f"({48 - left})")
            after = lacking.bounding_box(), aim.bounding_box()
            assert before[0] is not None
            assert before[1] is not None
            assert after[0] is not None
            assert after[1] is not None
            assert after[1]["x"] == before[1]["x"]
            assert after[1]["y"] - after[0]["y"] == before[1]["y"] - before[0]["y"]
            # Whoever opens the list anew sees only what is left.
            mine.get_by_text("Cards that nobody has yet (45)").tap()
            expect(lacking.locator(".gone")).to_have_count(0)
            assert violations(mine) == []


def test_after_a_game_the_next_one_is_told_with_taps_as_the_first_was(
    browser: Browser, tmp_path: Path
) -> None:
    with table(tmp_path, deals=1, weak_hand=True) as (running, eyes):
        eyes.reads = False
        with pages_of(running, browser) as make:
            page = join(make(), 1, asked=False)
            page.get_by_role("button", name="The deal is drawn").tap()
            expect(page.get_by_role("region", name="How it went")).to_be_visible()
            expect(page.locator("#missing")).to_be_hidden()
            page.get_by_role("button", name="Begin").tap()
            expect(page.get_by_role("button", name="Somebody calls a weak hand")).to_be_visible()
            expect(page.locator("#by-hand")).to_be_visible()
            page.get_by_text("Cards that nobody has yet (48)").tap()
            page.locator("#missing").get_by_role("button", name="pine with crane").tap()
            page.get_by_role("dialog").get_by_role("button", name="Seat 2").tap()
            expect(page.locator("#hana-piles section").first).to_contain_text("20 points in cards")


def test_a_weak_hand_is_called_in_two_taps(browser: Browser, tmp_path: Path) -> None:
    with table(tmp_path, weak_hand=True) as (running, _), pages_of(running, browser) as make:
        page = join(make(), 0, asked=False)
        page.get_by_role("button", name="Somebody calls a weak hand").tap()
        page.get_by_role("dialog").get_by_role("button", name="Seat 2").tap()
        expect(page.locator("#turn")).to_have_text("Deal 2 of 12")
        expect(page.locator("#news-list")).to_contain_text("The deal is drawn")


@pytest.mark.parametrize("size", [(1180, 820), (820, 1180), (768, 1024), (1920, 1080)], ids=str)
def test_a_tablet_tells_from_two_metres_whose_card_is_next(
    live: Table, size: tuple[int, int]
) -> None:
    running, _, make = live
    width, height = size
    page = make({"width": width, "height": height})
    page.goto(f"/public?code={CODE}")
    field = "01-crane 02-warbler 04-cuckoo 05-bridge 07-boar 08-moon"
    for t in (1.0, 5.0):
        seen(running, t, field, "", "", "")
    seen(running, 6.0, field.replace("01-crane ", ""), "01-crane 01-chaff1", "", "")
    expect(page.locator("#turn")).to_have_text("Seat 1: a card from the stock")
    expect(page.locator("#status")).to_have_text("Deal 1 of 12")
    points = page.get_by_role("region", name="Seat 1").locator("h2 b")
    for headline in (page.locator("#turn"), points):
        assert letter_size(headline) >= 48
    newest = page.locator("#news-list li").first
    expect(newest).to_contain_text("pine chaff")
    assert letter_size(newest) >= 22
    # What a guest needs to come in, and to take a slip back, is there without scrolling.
    taken_back = page.get_by_role("button", name="Take the last step back")
    for needed in (page.locator("svg.qr"), taken_back, newest, points):
        expect(needed).to_be_in_viewport(ratio=1)
    assert not violations(page)


def top(part: Locator) -> float:
    """Return where a part of the page begins, in CSS pixels."""
    box = part.bounding_box()
    assert box is not None
    return box["y"]
