"""The pages in a real browser: two phones and a tablet play a game."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from companion.hanabi.cards import Card
from companion.hanabi.moves import ColourHint, RankHint
from companion.hanabi.ruleset import STANDARD
from companion.play.inputs import IdentifyTap, PassTap
from tests.web.browsing import SMALL_PHONE, SMALLEST_TARGET, MakePhone, join, open_server
from tests.web.phones import CODE
from tests.web.players import play_to_the_end, sensible
from tests.web.real_table import PlayedTable
from web.serve import Server


def test_two_phones_play_a_whole_game(phone: MakePhone, desk: PlayedTable) -> None:
    one, two = join(phone(), 0), join(phone(), 1)
    two.get_by_role("radio", name="Seat 2").check()
    one.locator("#voice").tap()
    one.get_by_role("radio", name="This phone").check()
    one.locator("#voice-close").tap()
    two.get_by_role("button", name="Start the game").tap()
    expect(two.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(one.get_by_role("heading", name="Seat 2 to move")).to_be_visible()
    expect(one.get_by_role("button", name="Give a clue")).to_have_count(0)

    hand = desk.hand(0)
    face = hand[0]
    touched = [card.rank == face.rank for card in hand]

    # A clue in two taps: the hand, then the number; which cards it touches is seen before.
    two.locator("#hands section").first.tap()
    button = two.locator(f"#clue-ranks [data-clue='{face.rank}']")
    pips = button.locator(".pips i")
    assert [
        pip == "yes" for pip in pips.evaluate_all("all => all.map(i => i.className)")
    ] == touched
    button.hover()
    lit = two.locator("#clue-hand li").evaluate_all(
        "all => all.map(i => i.classList.contains('touched'))"
    )
    assert lit == touched
    button.tap()
    expect(one.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(one.locator("#newest")).to_have_text(f"Seat 2 tells seat 1 about the {face.rank}s.")
    marks = one.locator("#own-hand li").evaluate_all(
        "all => all.map(i => i.querySelector('.mark') !== null)"
    )
    assert marks == touched[::-1], "the owner sees the hand from the other side"
    out = one.locator("#own-hand li").evaluate_all(
        "all => all.map(i => i.querySelectorAll('.may span:first-child .out').length)"
    )
    assert out == [4 if told else 1 for told in touched[::-1]], "the numbers it cannot be"

    # Whoever takes another's turn back asks him first.
    one.get_by_role("button", name="Undo").tap()
    waits = one.get_by_role("heading", name="What is to be taken back waits for the yes of seat 2.")
    expect(waits).to_be_in_viewport()
    expect(one.locator("#toast")).to_be_hidden()  # it would lie on that sentence
    expect(one.get_by_role("button", name="Withdraw it")).to_be_visible()
    two.get_by_role("button", name="I agree").tap()
    expect(two.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(one.locator(".mark")).to_have_count(0)

    play_to_the_end(desk, random.Random(1))
    for page in (one, two):
        expect(page.locator("#score")).to_have_text(str(sum(desk.state.fireworks)))
        expect(page.locator("#rating")).not_to_be_empty()
    one.wait_for_function("() => window.spoken.some((text) => text.startsWith('The game is over'))")
    assert two.evaluate("window.spoken") == []
    one.get_by_role("button", name="Lay the hands down").tap()
    one.locator("#end").get_by_role("button", name="New game").tap()
    expect(two.get_by_role("heading", name="Before the game")).to_be_visible()
    lie = "Cards lie on the fireworks or the discards already: take them up first."
    expect(two.get_by_text(lie)).to_be_visible()


@pytest.mark.long
def test_a_seats_page_never_holds_a_face_of_its_own_hand(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = join(phone(), 0)
    expect(page.locator("#own-hand .card.back")).to_have_count(5)
    expect(page.locator("#hands .card.back")).to_have_count(0)
    expect(page.locator("#own-hand [aria-label*='not known']")).to_have_count(5)


def test_a_phone_that_reloads_or_comes_back_is_right_again(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = join(phone(), 0)
    page.reload()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    page.goto("about:blank")
    desk.stop()
    page.go_back()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


@pytest.mark.long
def test_a_lost_connection_is_a_red_bar_and_mends_itself(
    phone: MakePhone, desk: PlayedTable, server: Server
) -> None:
    desk.deal()
    page = join(phone(), 0)
    expect(page.locator(".firework")).to_have_count(5)
    server.close()
    expect(page.get_by_text("The connection is lost.")).to_be_visible()
    desk.stop()
    with open_server(desk, server.port):
        page.get_by_role("button", name="Try again").tap()
        expect(page.get_by_text("The connection is lost.")).to_be_hidden()
        expect(page.get_by_role("button", name="Start the game")).to_be_visible()
        page.goto("about:blank")


def test_a_tap_is_seen_at_once_however_slow_the_table_is(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = join(phone(), 0)
    held: list[Route] = []
    page.route("**/api/pause*", lambda route: held.append(route))
    page.get_by_role("button", name="Pause").tap()
    expect(page.locator("body.sending")).to_be_attached()
    assert desk.asked == []
    held[0].continue_()
    expect(page.locator("body.sending")).to_have_count(0)
    expect(page.get_by_role("heading", name="The game is paused")).to_be_visible()


@pytest.mark.long
def test_a_refused_tap_says_why(phone: MakePhone, desk: PlayedTable) -> None:
    desk.deal()
    page = join(phone(), 0)
    expect(page.locator("#undo")).to_be_hidden()
    page.evaluate("document.getElementById('undo').click()")  # a tap on its way when it went
    expect(page.get_by_text("No turn was taken yet that could be taken back.")).to_be_visible()


@pytest.mark.long
def test_whoever_asks_for_it_confirms_each_clue(phone: MakePhone, desk: PlayedTable) -> None:
    desk.deal()
    page = join(phone(), 0)
    page.get_by_text("Ask before sending a clue").tap()
    page.get_by_role("button", name="Give a clue").tap()
    button = page.locator("#clue .hint-button:enabled").first
    button.tap()
    expect(page.get_by_text("Tap the same button again to send it.")).to_be_visible()
    assert desk.asked == []
    expect(page.locator("#clue-hand .touched")).not_to_have_count(0)
    page.locator("#clue .hint-button.armed").tap()
    expect(page.locator("#clue")).to_be_hidden()
    assert len(desk.asked) == 1


@pytest.mark.long
def test_a_clue_can_be_given_by_keyboard(phone: MakePhone, desk: PlayedTable) -> None:
    desk.deal()
    page = join(phone(), 0)
    page.get_by_role("button", name="Give a clue").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="A clue for seat 2")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="A clue for seat 2")).to_be_visible()
    page.keyboard.press("Tab")  # the button that closes
    for _ in range(1 + 5):  # past the cards, for whoever points at them
        page.keyboard.press("Tab")
    expect(page.locator("#clue-hand .touched")).not_to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Seat 2 to move")).to_be_visible()


@pytest.mark.long
def test_a_question_is_answered_with_one_tap(phone: MakePhone, desk: PlayedTable) -> None:
    desk.blur(0, 0)
    desk.deal()
    page = join(phone(), 0)
    desk.clue(0, 1, RankHint(desk.hand(1)[0].rank))
    desk.clue(1, 0, RankHint(desk.hand(0)[0].rank))
    desk.throw_unread(0, 0, "b2", "w2")
    expect(page.get_by_role("heading", name="Which card was laid on the discards?")).to_be_visible()
    page.get_by_role("button", name="white 2").tap()
    expect(page.get_by_role("heading", name="Which card")).to_have_count(0)
    expect(page.locator("#newest")).to_contain_text("Seat 1 discards white 2")


def test_one_seat_is_asked_about_a_card_in_a_rack_and_no_other_page_shows_it(
    phone: MakePhone, desk: PlayedTable
) -> None:
    for slot, could_be in ((2, ("b2", "w2")), (3, ("b2", "w2")), (4, ())):
        desk.blur(0, slot, *could_be)
    desk.deal()
    owner, asked = join(phone(), 0), join(phone(), 1)
    title = "Which is card {} of seat 1? Only you are asked."
    expect(asked.get_by_role("heading", name=title.format(3))).to_be_visible()
    expect(owner.locator("#question")).to_be_hidden()
    with asked.expect_response("**/api/pass"):
        asked.get_by_role("button", name="I cannot tell").tap()
    expect(asked.get_by_role("heading", name=title.format(4))).to_be_visible()
    with asked.expect_response("**/api/identify"):
        asked.get_by_role("button", name="white 2", exact=True).tap()
    taps = [PassTap(0, 2), IdentifyTap(0, {3: Card.parse("w2")})]
    assert desk.asked == [(tap, 1) for tap in taps]
    expect(asked.get_by_role("heading", name=title.format(5))).to_be_visible()
    expect(asked.locator("#options .faces")).to_have_count(5)  # all that it may be
    expect(owner.locator("#question")).to_be_hidden()


def test_a_clue_that_was_refused_later_is_told_on_its_givers_page(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    giver, other = join(phone(), 1), join(phone(), 0)
    none_of = next(
        suit for suit in STANDARD.nameable if suit not in [card.suit for card in desk.hand(0)]
    )
    desk.stir()  # somebody lays a card, and the next clue comes before the eyes have read it
    desk.clue(1, 0, ColourHint(none_of))
    expect(giver.locator("#notice")).to_be_hidden()
    desk.play(0, 2)
    expect(giver.get_by_role("alert").get_by_text("The clue points at no card.")).to_be_visible()
    expect(other.locator("#notice")).to_be_hidden()


@pytest.mark.long
def test_the_tablet_shows_the_table_and_its_panel_and_speaks(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    tablet = phone({"width": 1180, "height": 820})
    tablet.goto(f"/public?code={CODE}")
    expect(tablet.locator("#hands .card.back")).to_have_count(10)
    expect(tablet.locator(".lamp.blue.lit")).to_have_count(8)
    tablet.get_by_role("button", name="Confirm").tap()  # also the first tap: it may speak now
    expect(tablet.get_by_role("heading", name="The game is paused")).to_be_visible()
    desk.look()
    tablet.get_by_role("button", name="Confirm").tap()
    expect(tablet.get_by_role("heading", name="The game is paused")).to_be_hidden()
    tablet.get_by_role("button", name="Nobody says aloud what happens.").tap()
    tablet.get_by_role("radio", name="This phone").check()
    tablet.get_by_role("button", name="Close").tap()
    desk.play(0, 2)
    tablet.wait_for_function("() => window.spoken.includes('Seat 2.')")
    assert [press.value for press in desk.buttons] == ["confirm", "confirm"]
    tablet.get_by_role("button", name="This phone says aloud what happens.").tap()
    tablet.get_by_role("radio", name="Nobody").check()
    said = tablet.evaluate("window.spoken.length")
    tablet.get_by_role("button", name="Close").tap()
    desk.play(1, 0)
    expect(tablet.locator("#newest")).to_contain_text("Seat 2 plays")
    assert tablet.evaluate("window.spoken.length") == said


@pytest.mark.long
@pytest.mark.parametrize("players", [5])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_everything_fits_a_small_phone_and_can_be_hit(
    phone: MakePhone, desk: PlayedTable, scheme: str
) -> None:
    desk.deal()
    page = join(phone(SMALL_PHONE, color_scheme=scheme), 0)
    expect(page.locator("#hands section")).to_have_count(4)
    page.locator("#hands section").first.tap()
    for width in (360, 320, 768):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        small = page.evaluate(
            """least => [...document.querySelectorAll("button, a, input, label.switch")]
                .map((one) => [one.id || one.textContent.trim(), one.getBoundingClientRect(), one])
                .filter(([, box, one]) => box.width > 0 && !one.closest(".switch > *"))
                .filter(([, box]) => box.width < least || box.height < least)
                .map(([name, box]) => `${name} ${box.width}x${box.height}`)""",
            SMALLEST_TARGET,
        )
        assert small == []


@pytest.mark.long
@pytest.mark.parametrize("players", [4])
def test_the_page_in_the_middle_of_a_game_can_be_photographed(
    phone: MakePhone, desk: PlayedTable, tmp_path: Path
) -> None:
    desk.deal()
    chance = random.Random(3)
    while desk.turns < 20 and not desk.state.over:
        desk.move(sensible(desk.state, chance))
    page = join(phone(), 0)
    expect(page.locator(".firework .burst").first).to_be_visible()
    picture = page.screenshot(path=tmp_path / "phone.png")
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000


def test_enter_behind_the_code_takes_nobodys_seat(phone: MakePhone, desk: PlayedTable) -> None:
    page = phone()
    page.goto("/")
    page.get_by_label("The game's code").fill(CODE)
    page.keyboard.press("Enter")
    page.get_by_text("Now tap the seat at which you sit.").wait_for()
    assert page.evaluate("document.activeElement.value") == "0"
    assert not page.url.endswith("/seat")


def test_whoever_is_asked_for_his_seat_sees_that_wherever_he_is_on_his_page(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    mine, other = join(phone(SMALL_PHONE), 1), phone()
    mine.wait_for_function(
        """() => { scrollTo({ top: 9999, behavior: "instant" });
          return document.getElementById("newest").getBoundingClientRect().bottom < 0; }"""
    )
    other.goto(f"/?code={CODE}")
    other.get_by_role("button", name="Seat 2").tap()
    expect(mine.get_by_role("button", name="Agree")).to_be_in_viewport(ratio=1)
    mine.wait_for_function(
        """() => document.querySelector(".wish p").getBoundingClientRect().top
          >= document.getElementById("top").offsetHeight"""
    )


def test_enter_behind_the_code_shows_a_tablet_the_public_page_it_came_for(
    phone: MakePhone, desk: PlayedTable
) -> None:
    tablet = phone()
    tablet.goto("/public")
    tablet.get_by_label("The game's code").fill(CODE)
    tablet.keyboard.press("Enter")
    tablet.wait_for_url("**/public")


def test_a_press_on_the_tablets_qr_code_shows_it_over_the_whole_screen(
    phone: MakePhone, desk: PlayedTable
) -> None:
    """So it is read from the far side of the table."""
    tablet = phone()
    tablet.goto(f"/public?code={CODE}")
    small = tablet.get_by_role("button", name="QR code")
    across = small.bounding_box()
    small.tap()
    large = tablet.get_by_role("dialog")
    expect(large).to_contain_text(CODE)
    shown = large.locator("svg").bounding_box()
    assert across is not None
    assert shown is not None
    assert shown["width"] > 2 * across["width"]
    large.tap()
    expect(large).to_have_count(0)


def test_an_address_that_takes_several_lines_breaks_before_its_host_and_its_port(
    phone: MakePhone, desk: PlayedTable
) -> None:
    tablet = phone({"width": 1024, "height": 768})
    tablet.goto(f"/public?code={CODE}")
    address = tablet.locator(".invite .address")
    expect(address).to_have_text("http://192.168.1.20:8000")
    address.evaluate("one => (one.style.width = '13ch')")
    lines = address.evaluate(
        """one => [...one.childNodes].filter((part) => part.data).map((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          return [part.data, range.getClientRects().length];
        })"""
    )
    assert lines == [["http://", 1], ["192.168.1.20", 1], [":8000", 1]]
    tablet.get_by_role("button", name="QR code").tap()
    expect(tablet.get_by_role("dialog")).to_contain_text("http://192.168.1.20:8000")


def test_the_page_of_the_panel_says_that_another_phone_is_asked(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    join(phone(), 0)
    desk.play(0, 2)
    tablet = phone()
    tablet.goto(f"/public?code={CODE}")
    tablet.goto("/panel")
    expect(tablet.locator(".lamp.green.lit")).to_have_count(1)
    undo = tablet.get_by_role("button", name="Undo")
    undo.tap()
    expect(tablet.locator("#toast")).to_have_text("Another phone is asked first.")
    assert desk.turns == 1
