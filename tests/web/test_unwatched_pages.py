"""The pages of a table that no camera watches, in a real browser: everything is tapped."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.cards import Card
from companion.hanabi.editions import Options, compose
from companion.hanabi.moves import RankHint
from companion.play.inputs import AnswerTap, ClueTap, IdentifyTap, LayTap, StartTap
from companion.referee.findings import Spot
from companion.services import Services
from companion.table import Table
from tests.web.browsing import MakePhone, join, phones_at
from tests.web.phones import CODE
from tests.web.real_table import unwatched
from web import create_app
from web.config import PageConfig
from web.serve import serve

SMALL_PHONE = {"width": 360, "height": 640}
PHOTO = b"a picture of five cards"


def read_hand(data: bytes) -> tuple[str | None, ...]:
    if data != PHOTO:
        raise ValueError("The photo is not a picture that can be read.")
    return ("r1", "r2", None, "y3", "w5")


@contextmanager
def open_pages(browser: Browser, table: Table) -> Iterator[MakePhone]:
    app = create_app(
        table, PageConfig(secret=b"s", code=CODE, services=Services(read_hand=read_hand))
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games") as table:
        yield table


@pytest.fixture
def phone(browser: Browser, table: Table) -> Iterator[MakePhone]:
    with open_pages(browser, table) as make:
        yield make


def begin(table: Table, players: int = 2) -> None:
    assert table.ask(StartTap(0, players), 0).ok


def lay(table: Table, seat: int, slot: int, label: str) -> None:
    assert table.ask(LayTap(seat, slot, Spot.FIREWORKS), seat).ok
    assert table.ask(AnswerTap(Card.parse(label)), seat).ok


def test_two_phones_play_without_a_camera(phone: MakePhone, table: Table) -> None:
    one, two = join(phone(), 0), join(phone(SMALL_PHONE), 1)
    expect(one.get_by_text("No camera reads them: tap what is laid.")).to_be_visible()
    expect(one.get_by_role("button", name="Start the game")).to_be_hidden()  # one thing at a time
    one.locator("#players").get_by_role("radio", name="2").check()
    one.evaluate("scrollTo(0, 200)")
    one.get_by_role("button", name="Start the game").tap()
    expect(one.locator("#fireworks")).to_be_in_viewport()
    assert one.evaluate("scrollY") == 0, "the game is seen from its top on"

    # A card is laid in two taps; where its face was not told with it, anybody says which it was.
    expect(one.get_by_text("Tap a card to play it.", exact=True)).to_be_visible()
    one.locator("#own-hand button").first.tap()
    one.get_by_role("region", name="Play it").get_by_text("Not known").tap()
    expect(one.get_by_text("Tap a card to play it.", exact=True)).to_be_hidden()
    expect(one.get_by_role("button", name="red 1", exact=True)).to_be_in_viewport()
    expect(one.get_by_role("heading", name="Which card do you play?")).to_be_visible()
    expect(two.get_by_role("heading", name="Which card did seat 1 play?")).to_be_visible()
    two.get_by_role("button", name="red 1", exact=True).tap()
    expect(two.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(one.locator("#newest")).to_have_text("Seat 1 plays red 1: it fits.")

    # A clue, given aloud by seat 2, is logged by seat 1, and seat 2 says that it is so.
    one.locator("#hands").get_by_role("button", name="More").tap()
    one.locator("#hand-sheet").get_by_role("button", name="Close").tap()
    one.locator("#own").get_by_role("button", name="More").tap()
    one.get_by_role("button", name="Log a clue that seat 2 has given").tap()
    one.locator("#clue-ranks [data-clue='2']").tap()
    expect(one.get_by_role("button", name="Withdraw it")).to_be_in_viewport()
    expect(two.get_by_role("heading", name="Seat 1 has logged a clue in your name")).to_be_visible()
    two.get_by_role("button", name="Yes, I gave it").tap()
    expect(one.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(two.get_by_role("button", name="Yes, I gave it")).to_be_hidden()
    expect(one.locator("#newest")).to_have_text(
        "Seat 2 tells seat 1 about the 2s. Logged by seat 1."
    )
    expect(one.locator(".mark")).to_have_count(0)  # which cards it is about, the page cannot know


def test_why_a_clue_is_refused_stays_on_the_page(phone: MakePhone, table: Table) -> None:
    """The page asks about a clue under a finger, and the answer to that comes after the refusal."""
    begin(table)
    hand = {slot: Card.parse(label) for slot, label in enumerate(("r1", "y3", "g3", "b4", "w5"))}
    assert table.ask(IdentifyTap(1, hand), 0).ok
    one = join(phone(), 0)
    one.get_by_role("button", name="Give a clue").tap()
    one.locator("#clue-hand [data-slot='0']").tap()
    one.locator("#clue-ranks [data-clue='3']").tap()
    expect(one.locator("#clue-wrong")).to_contain_text("points at every card")
    one.wait_for_timeout(600)
    expect(one.locator("#clue-wrong")).to_contain_text("points at every card")


def test_while_it_is_asked_which_card_was_laid_neither_another_nor_a_clue_is_offered(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    one, two = join(phone(), 0), join(phone(), 1)
    expect(one.locator("#acts button")).to_have_count(2)
    one.get_by_role("button", name="Give a clue").tap()
    expect(one.locator("#clue")).to_be_visible()
    assert table.ask(LayTap(0, 0, Spot.FIREWORKS), 0).ok
    expect(one.get_by_role("heading", name="Which card do you play?")).to_be_visible()
    expect(one.locator("#clue")).to_be_hidden()
    expect(one.locator("#acts button")).to_have_count(0)
    expect(one.get_by_role("button", name="Give a clue")).to_have_count(0)
    expect(two.get_by_role("heading", name="Which card did seat 1 play?")).to_be_visible()
    one.get_by_role("button", name="Take it up again").tap()
    expect(one.locator("#acts button")).to_have_count(2)


def test_a_team_mates_tap_and_photo_name_cards_for_all_but_their_owner(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    one, two = join(phone(), 0), join(phone(), 1)
    two.locator("#hands").get_by_role("button", name="More").tap()
    two.locator("#hand-cards button").nth(2).tap()
    two.locator("#hand-faces").get_by_role("button", name="blue 4").tap()
    expect(two.locator("#hand-cards")).to_contain_text("4")
    expect(two.locator("#hands .card").nth(2)).to_contain_text("4")
    two.locator("#hand-more input").set_input_files(
        {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": PHOTO}
    )
    expect(two.get_by_text("The photo is read.")).to_be_visible()
    expect(two.locator("#hands .card.suit-r")).to_have_count(2)
    expect(two.locator("#hands .card").nth(2)).to_contain_text("4")  # unread, so it stays
    expect(one.locator("#own-hand .card.back")).to_have_count(5)


def test_once_the_game_is_over_its_owner_names_the_cards_of_a_hand(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    page = join(phone(), 0)
    for seat, label in ((0, "r5"), (1, "y5"), (0, "g5")):
        lay(table, seat, 0, label)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#own").get_by_role("button", name="More")).to_be_hidden()
    page.get_by_role("button", name="Lay the hands down").tap()
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    page.locator("#own").get_by_role("button", name="More").tap()
    page.locator("#hand-cards button").first.tap()
    page.locator("#hand-faces").get_by_role("button", name="blue 4").tap()
    expect(page.locator("#own-hand")).to_contain_text("4")
    expect(page.get_by_role("button", name="To the right")).to_have_count(0)


@pytest.mark.parametrize("named", [False, True])
def test_laying_down_promises_to_show_hands_only_where_one_is_known(
    phone: MakePhone, table: Table, named: bool
) -> None:
    begin(table)
    if named:
        assert table.ask(IdentifyTap(1, {4: Card.parse("b4")}), 0).ok
    page = join(phone(), 0)
    for seat, label in ((0, "r5"), (1, "y5"), (0, "g5")):
        lay(table, seat, 0, label)
    told = page.get_by_text("Is it over for you, too? Then lay the hands down")
    expect(told).to_have_count(2)
    shown = told.locator("visible=true")
    expect(shown).to_have_count(1)
    assert ("everybody sees all cards" in shown.inner_text()) is named


def test_a_photo_that_is_none_is_refused_with_its_sentence(phone: MakePhone, table: Table) -> None:
    begin(table)
    page = join(phone(), 1)
    page.locator("#hands").get_by_role("button", name="More").tap()
    page.locator("#hand-more input").set_input_files(
        {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": b"a cat"}
    )
    expect(page.get_by_text("The photo is not a picture that can be read.")).to_be_visible()
    chosen = page.locator("#hand-more input")
    expect(chosen).to_have_value("", timeout=3_000)  # else the same file could not be sent again


def test_a_photo_that_cannot_be_sent_is_said_not_to_be(phone: MakePhone, table: Table) -> None:
    begin(table)
    page = join(phone(), 1)
    page.locator("#hands").get_by_role("button", name="More").tap()
    page.route("**/photo.js", lambda route: route.abort())
    page.locator("#hand-more input").set_input_files(
        {"name": "hand.jpg", "mimeType": "image/jpeg", "buffer": PHOTO}
    )
    expect(page.locator("#toast")).to_contain_text("does not answer", timeout=3_000)


def test_the_owner_puts_his_hand_in_order(phone: MakePhone, table: Table) -> None:
    begin(table)
    other = {slot: Card.parse(label) for slot, label in enumerate(("r1", "y2", "g3", "b4", "w5"))}
    assert table.ask(IdentifyTap(0, other), 1).ok
    one, two = join(phone(), 0), join(phone(), 1)
    one.locator("#own-hand button").first.tap()  # slot 4: its owner has it at the left
    one.get_by_role("button", name="To the right").tap()
    expect(two.locator("#hands .card").nth(4)).to_contain_text("4")
    expect(two.locator("#hands .card").nth(3)).to_contain_text("5")
    expect(one.locator("#hand-cards [aria-pressed='true']")).to_have_attribute("data-slot", "3")


def test_a_card_is_laid_with_one_tap_besides_its_face(phone: MakePhone, table: Table) -> None:
    begin(table)
    one, two = join(phone(), 0), join(phone(), 1)
    one.locator("#own-hand button").last.tap()
    one.get_by_role("region", name="Play it").get_by_role("button", name="blue 1").tap()
    expect(two.locator("#newest")).to_have_text("Seat 1 plays blue 1: it fits.")
    expect(one.locator("#question")).to_be_hidden()
    assert table.ask(ClueTap(1, 0, RankHint(1)), 1).ok
    one.locator("#own-hand button").last.tap()
    one.get_by_role("region", name="Discard it").get_by_role("button", name="white 4").tap()
    expect(two.locator("#newest")).to_contain_text("Seat 1 discards white 4")


def test_of_a_card_that_does_not_fit_only_such_faces_are_offered(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    one, two = join(phone(), 0), join(phone(), 1)
    one.locator("#own-hand button").last.tap()
    play = one.get_by_role("region", name="Play it")
    expect(play.get_by_role("button", name="blue 3")).to_be_hidden()
    play.get_by_text("Another card: it does not fit").tap()
    expect(play.get_by_role("button", name="blue 1")).to_have_count(1)  # it fits
    play.get_by_role("button", name="blue 3").tap()
    expect(two.locator("#newest")).to_contain_text("Seat 1 plays blue 3: it does not fit.")
    expect(one.locator("#question")).to_be_hidden()


def test_of_anothers_card_that_the_page_shows_no_other_face_is_offered(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    for seat in range(2):  # with all clue tokens nobody discards
        assert table.ask(ClueTap(seat, 1 - seat, RankHint(1)), seat).ok
    assert table.ask(IdentifyTap(0, {0: Card.parse("r1"), 1: Card.parse("y3")}), 1).ok
    two = join(phone(), 1)
    two.locator("#hands").get_by_role("button", name="More").tap()
    cards = two.locator("#hand-cards button")
    play, discard = (two.get_by_role("region", name=f"{how} it") for how in ("Play", "Discard"))
    cards.nth(1).tap()
    play.get_by_text("Another card: it does not fit").tap()
    expect(play.locator(".face")).to_have_count(1)
    expect(play.get_by_role("button", name="yellow 3")).to_be_visible()
    expect(discard.locator(".face")).to_have_count(1)
    cards.nth(2).tap()
    expect(play.locator(".face:visible")).to_have_count(5)
    cards.nth(0).tap()
    expect(play.locator(".face")).to_have_count(1)
    play.get_by_role("button", name="red 1").tap()
    expect(two.locator("#newest")).to_have_text("Seat 1 plays red 1: it fits.")


def test_what_is_offered_for_a_card_hangs_on_no_hidden_card(phone: MakePhone, table: Table) -> None:
    """The same faces are offered whether a team-mate has named the card or not."""
    begin(table)
    page = join(phone(), 0)
    offered = []
    for named in ({}, {0: Card.parse("r5"), 4: Card.parse("g5")}):
        assert table.ask(IdentifyTap(0, named), 1).ok
        page.locator("#own-hand button").last.tap()
        page.locator(".lays").first.wait_for()
        offered.append(page.locator("#hand-sheet").inner_html())
        page.locator("#hand-close").tap()
    assert offered[0] == offered[1]


def test_a_phone_whose_seat_does_not_play_is_told_that_it_only_looks_on(
    phone: MakePhone, table: Table
) -> None:
    one, three = join(phone(), 0), join(phone(), 2)
    begin(table)
    expect(three.locator("#status")).to_have_text(
        "You only look on: this seat does not play in this game."
    )
    expect(three.locator("#own")).to_be_hidden()
    expect(one.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(one.locator("#status")).not_to_contain_text("look on")


def test_undo_is_offered_while_there_is_something_to_take_back(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    page = join(phone(), 0)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_hidden()
    assert table.ask(LayTap(0, 0, Spot.FIREWORKS), 0).ok
    expect(undo).to_be_visible()
    assert table.ask(AnswerTap(Card.parse("r1")), 0).ok
    expect(page.locator("#question")).to_be_hidden()
    undo.tap()
    expect(page.get_by_role("button", name="Redo")).to_be_visible()
    expect(undo).to_be_hidden()


def test_a_card_laid_by_mistake_is_taken_up_again(phone: MakePhone, table: Table) -> None:
    begin(table)
    page = join(phone(), 0)
    page.locator("#own-hand button").last.tap()
    page.get_by_role("region", name="Play it").get_by_text("Not known").tap()
    page.get_by_role("button", name="Take it up again").tap()
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#own-hand .card")).to_have_count(5)


def test_an_award_tile_and_its_clue_are_told(browser: Browser, tmp_path: Path) -> None:
    rules = compose("tiles", Options(award_tiles=True, synchronised_show=True))
    with unwatched(tmp_path / "games", rules) as table, open_pages(browser, table) as phone:
        begin(table)
        for rank in range(1, 6):
            lay(table, (rank - 1) % 2, 0, f"r{rank}")
        page = join(phone(), 0)
        asked = page.get_by_role("heading", name="Which award tile did you turn?")
        expect(asked).to_be_visible()
        page.get_by_role("button", name="A clue about a colour").tap()
        page.get_by_role("button", name="A clue for seat 2").tap()
        expect(page.locator("#clue-ranks button")).to_have_count(0)
        page.locator("#clue-colours [data-clue='b']").tap()
        expect(page.locator("#question")).to_be_hidden()
        expect(page.locator("#newest")).to_have_text("Seat 1 tells seat 2 about blue.")

        other = join(phone(), 1)
        other.get_by_role("button", name="Name green").tap()
        expect(other.get_by_role("button", name="Name green")).to_have_attribute(
            "aria-pressed", "true"
        )
        lay(table, 1, 0, "g1")
        expect(page.get_by_text("Seat 2 had announced green.")).to_be_visible()


def test_the_public_page_tells_what_is_laid_too(phone: MakePhone, table: Table) -> None:
    begin(table, 3)
    page = phone({"width": 1180, "height": 820})
    page.goto(f"/public?code={CODE}")
    page.locator("#hands section").first.get_by_role("button", name="More").tap()
    page.locator("#hand-cards button").first.tap()
    page.get_by_role("region", name="Play it").get_by_role("button", name="white 1").tap()
    expect(page.locator("#newest")).to_have_text("Seat 1 plays white 1: it fits.")


@pytest.mark.parametrize("width", [360, 320, 390])
def test_the_sheets_fit_a_phone_and_can_be_hit(phone: MakePhone, table: Table, width: int) -> None:
    begin(table)
    page = join(phone({"width": width, "height": 640}), 1)
    page.locator("#hands").get_by_role("button", name="More").tap()
    page.locator("#hand-cards button").first.tap()
    expect(page.locator("#hand-faces button").first).to_be_visible()
    assert _too_small(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert table.ask(LayTap(0, 0, Spot.FIREWORKS), 0).ok
    expect(page.get_by_role("heading", name="Which card did seat 1 play?")).to_be_visible()
    assert _too_small(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def _too_small(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, label.button")]
            .map((one) => [one.textContent.trim() || one.id, one.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && (box.width < 44 || box.height < 44))
            .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    return found


def test_a_hand_that_nobody_knows_is_pointed_at_and_its_owner_is_shown_the_marks(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    one, two = join(phone(), 0), join(phone(), 1)
    one.get_by_role("button", name="Give a clue").tap()
    expect(one.locator("#clue-how")).to_contain_text("tap all that you point at")
    for place in (0, 2):
        one.locator("#clue-hand button").nth(place).tap()
    one.locator("[data-clue='r']").tap()
    expect(one.locator("#clue")).to_be_hidden()
    expect(two.locator("#own-hand .mark.suit-r")).to_have_count(2)
    # Its owner sees the hand from behind: what was the first card from the left is the last.
    marked = two.locator("#own-hand li").evaluate_all(
        "all => all.map(one => one.querySelector('.mark') !== null)"
    )
    assert marked == [False, False, True, False, True]
    expect(one.locator("#hands .mark.suit-r")).to_have_count(2)


def test_whoever_is_told_something_logs_it_with_the_cards_as_he_sees_them(
    phone: MakePhone, table: Table
) -> None:
    begin(table)
    two = join(phone(), 1)
    two.locator("#own").get_by_role("button", name="More").tap()
    two.get_by_role("button", name="Log a clue that seat 1 has given").tap()
    expect(two.get_by_role("dialog", name="A clue from seat 1 for you")).to_be_visible()
    expect(two.locator("#clue-how")).to_contain_text("pointed at")
    two.locator("#clue-hand button").first.tap()
    two.locator("#clue-ranks [data-clue='2']").tap()
    expect(two.locator("#own-hand li").first.locator(".mark")).to_have_text("2")
    game = table.controller.game
    assert game is not None
    assert game.state.clues[0].pointed == (9,), "slot 4, seen from the table's middle"


def test_how_the_turn_of_a_seat_without_a_phone_is_tapped_is_said_while_it_is_to_move(
    phone: MakePhone, table: Table
) -> None:
    one = join(phone(), 0)
    begin(table)
    expect(one.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(one.locator("#status")).not_to_contain_text("has no phone")
    lay(table, 0, 0, "r1")
    expect(one.locator("#status")).to_contain_text("Seat 2 has no phone: for a card tap ⋯")
    join(phone(), 1)
    expect(one.locator("#status")).not_to_contain_text("has no phone")


def test_of_a_hand_that_nobody_knows_the_buttons_mark_what_is_pointed_at(
    phone: MakePhone, table: Table
) -> None:
    """Whoever points at nothing is asked whether he has forgotten that."""
    one = join(phone(), 0)
    begin(table)
    game = table.controller.game
    assert game is not None
    one.get_by_role("button", name="Give a clue").first.tap()
    button = one.locator("[data-clue='2']")
    expect(button).to_have_accessible_name("the 2s: 5 cards are not known")
    for slot in (0, 3):
        one.locator(f"#clue-hand [data-slot='{slot}']").tap()
    expect(button).to_have_accessible_name("the 2s: touches 2 cards")
    expect(button.locator("i.yes")).to_have_count(2)
    one.locator("#clue-close").tap()
    one.get_by_role("button", name="Give a clue").first.tap()
    button.tap()
    expect(one.locator("#clue-how")).to_contain_text("First tap the cards")
    one.wait_for_timeout(400)  # what the table says of such a clue comes meanwhile
    expect(one.locator("#clue-how")).to_contain_text("First tap the cards")
    assert game.state.clue_tokens == 8
    button.tap()
    expect(one.locator("#toast")).to_contain_text("no card is marked")


def test_whoever_was_told_to_tap_the_cards_first_is_not_told_so_any_more_once_he_has(
    phone: MakePhone, table: Table
) -> None:
    one = join(phone(), 0)
    begin(table)
    one.get_by_role("button", name="Give a clue").first.tap()
    said, button = one.locator("#clue-how"), one.locator("[data-clue='2']")
    button.tap()
    expect(said).to_contain_text("First tap the cards, or this again to mark none.")
    one.locator("#clue-hand [data-slot='3']").tap()
    expect(said).not_to_contain_text("to mark none")
    expect(said).to_contain_text("Tap a colour or a number")
    button.hover()  # what the table says of that button is shown again
    expect(said).to_have_text("touches 1 card")
    button.tap()
    expect(one.locator("#toast")).to_have_text("The clue is sent.")
