"""What is read from across the table, and what is in reach of a thumb without scrolling."""

import random
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion.play.inputs import StartTap
from tests.web.browsing import MakePhone, join, letter_size, open_server, phones_at
from tests.web.phones import CODE
from tests.web.players import sensible
from tests.web.real_table import PlayedTable, unwatched
from tests.web.test_unwatched_pages import open_pages
from web import create_app
from web.config import PageConfig
from web.serve import serve

LANGUAGES = ["en", "pl", "ro"]
HEADLINE = 48  # CSS pixels, to be read from 2 m away
MOVE = 26
TOKEN = 24
FAR = [
    *((1024, 768), (1180, 820), (820, 1180), (768, 1024), (744, 1133)),  # tablets
    *((1280, 720), (1920, 1080), (3840, 2160)),
]
BELOW_SKY = """() => {
  const [sky, counts] = ["sky", "counts"].map(one => document.getElementById(one));
  return counts.getBoundingClientRect().top - sky.getBoundingClientRect().bottom;
}"""
"""Both in one call: a message that comes between two calls moves what is below it."""

LINES = """all => all.map(one => {
  const text = document.createRange();
  text.selectNodeContents(one.lastChild);
  return new Set([...text.getClientRects()].map(box => Math.round(box.top))).size;
})"""
"""On how many lines the text of each stands."""

NO_NEWS_ARE_CUT = """() => {
  const edge = document.querySelector("main").getBoundingClientRect().bottom;
  const shown = [...document.querySelectorAll("#older li")].filter(
    one => one.checkVisibility({ visibilityProperty: true }));
  return shown.every(one => one.getBoundingClientRect().bottom <= edge);
}"""
"""Asked until it holds: they are fitted in when all else has its place."""


@pytest.fixture
def players() -> int:
    return 5


def in_the_middle(desk: PlayedTable) -> None:
    desk.deal()
    chance = random.Random(3)
    while desk.turns < 12 or desk.state.to_move != 0:
        desk.move(sensible(desk.state, chance))


def in_sight(one: Locator) -> bool:
    """Say whether all of an element lies in the window and nothing lies on it."""
    return bool(
        one.evaluate(
            """one => {
              const box = one.getBoundingClientRect();
              const inside = (x, y) => x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight;
              if (!box.width || !inside(box.left, box.top)) return false;
              if (!inside(box.right, box.bottom)) return false;
              const points = [[box.left + 2, box.top + 2], [box.right - 2, box.bottom - 2]];
              points.push([(box.left + box.right) / 2, (box.top + box.bottom) / 2]);
              return points.slice(2).concat(one.matches("button") ? [] : points.slice(0, 2))
                .every(([x, y]) => { const top = document.elementFromPoint(x, y);
                  return one.contains(top) || top.contains(one); });
            }"""
        )
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_public_page_is_read_from_across_the_table_without_scrolling(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    in_the_middle(desk)
    page = phone(locale=language)
    page.goto(f"/public?code={CODE}")
    expect(page.locator("#newest")).not_to_be_empty()
    for width, height in FAR:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for large in ("#turn", "#running b"):
            assert letter_size(page.locator(large)) >= HEADLINE, (width, height, large)
        assert letter_size(page.locator("#newest")) >= MOVE
        tokens = page.locator("#counts .tokens .symbol, #counts .fuses .symbol").all()
        assert tokens
        for token in tokens:
            box = token.bounding_box()
            assert box is not None
            assert box["width"] >= TOKEN, (width, height)
        small = ("#older", "#piles b", ".invite h2")  # no smaller than each other on any screen
        assert len({letter_size(page.locator(one).first) for one in small}) == 1, (width, height)
        beyond = page.locator("#counts").evaluate("one => one.scrollWidth - one.clientWidth")
        assert beyond <= 0, (width, height)
        seen = ("#turn", "#running", "#counts", "#newest", "#undo", ".invite .picture", "#sky")
        hidden = [one for one in seen if not in_sight(page.locator(one))]
        assert hidden == [], (width, height)
        if width > height:
            hole = page.evaluate(BELOW_SKY)
            assert hole < HEADLINE / 2, "no hole below the sky"


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_older_news_a_tablet_shows_whole_lines_or_nothing(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    join(phone(), 2)  # whose phone is named above the table, which leaves less room
    in_the_middle(desk)
    page = phone(locale=language)
    page.goto(f"/public?code={CODE}")
    expect(page.locator("#places li")).to_be_visible()
    for width, height in FAR:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(NO_NEWS_ARE_CUT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_the_last_move_and_what_takes_it_back_stand_above_the_own_hand(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    in_the_middle(desk)
    page = join(phone(), 2)
    page.goto(f"/seat?language={language}")
    expect(page.locator("#own-hand .card")).to_have_count(4)
    for width, height in [(390, 844), (360, 640), (320, 568)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        seen = ("#turn", "#newest", "#undo", "#own-hand")
        hidden = [one for one in seen if not in_sight(page.locator(one))]
        assert hidden == [], (width, height)
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(page.locator("footer #undo")).to_have_count(1)


def test_what_was_put_right_is_read_across_a_phone_also_beside_undo_and_redo(
    phone: MakePhone, desk: PlayedTable
) -> None:
    in_the_middle(desk)
    page = join(phone(), 2)
    desk.undo()
    expect(page.locator("#redo")).to_be_visible()
    news, newest = page.locator("#news").bounding_box(), page.locator("#newest").bounding_box()
    assert news is not None
    assert newest is not None
    assert newest["width"] > 0.85 * news["width"]


def test_the_public_page_shows_what_lies_on_the_discards_without_scrolling(
    phone: MakePhone, desk: PlayedTable
) -> None:
    in_the_middle(desk)
    page = phone({"width": 1280, "height": 800})
    page.goto(f"/public?code={CODE}")
    expect(page.locator("#newest")).not_to_be_empty()
    for width, height in [(1280, 800), (1024, 768), (820, 1180), (1920, 1080)]:
        page.set_viewport_size({"width": width, "height": height})
        piles = page.locator("#piles b").all()
        assert piles, "somebody has discarded"
        assert [one.inner_text() for one in piles if not in_sight(one)] == [], (width, height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_ends_shows_a_tablet_its_score_its_words_and_what_can_be_done(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    desk.deal()
    while not desk.state.over:
        desk.move(sensible(desk.state, random.Random(3)))
    page = phone(locale=language)
    page.goto(f"/public?code={CODE}")
    for shown in ("#lay-down", "[data-new]"):
        expect(page.locator(shown)).to_be_visible()
        for width, height in FAR:
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator("#turn").evaluate_all(LINES) == [1], (width, height)
            seen = ("#end-title", "#score", "#rating", shown)
            hidden = [one for one in seen if not in_sight(page.locator(one))]
            assert hidden == [], (width, height)
        page.locator("#end .primary:visible").tap()
        if shown == "[data-new]":
            return


def test_the_page_of_a_tablet_is_as_long_as_its_screen_and_does_not_slide_when_a_game_ends(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = phone({"width": 1024, "height": 768})
    page.goto(f"/public?code={CODE}")
    expect(page.locator("#newest")).not_to_be_empty()
    while not desk.state.over:
        desk.move(sensible(desk.state, random.Random(3)))
    expect(page.locator("#end")).to_be_visible()
    for width, height in FAR:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#end").scroll_into_view_if_needed()
        assert page.evaluate("document.documentElement.scrollHeight") <= height, (width, height)
        assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_beside_each_hand_its_seat_stands_on_one_line_on_a_tablet(
    browser: Browser, tmp_path: Path, language: str, players: int
) -> None:
    with unwatched(tmp_path / "games") as table, open_pages(browser, table) as phone:
        assert table.ask(StartTap(0, players), None).ok
        page = phone(locale=language)
        page.goto(f"/public?code={CODE}")
        names = page.locator("#hands h2")
        expect(names).to_have_count(players)
        expect(page.locator("#hands .more").first).to_be_visible()  # which leaves less room
        for width, height in FAR:
            page.set_viewport_size({"width": width, "height": height})
            lines = names.evaluate_all(LINES)
            assert max(lines) == 1, (width, height, lines)
            hands = page.locator("#hands .hand")
            beyond = hands.evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
            assert max(beyond) <= 0, (width, height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_below_a_tablets_page_take_one_row(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    in_the_middle(desk)
    page = phone({"width": 1024, "height": 768}, locale=language)
    page.goto(f"/public?code={CODE}")
    expect(page.locator("#newest")).not_to_be_empty()
    rows = page.locator("footer > :not([hidden])").evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().top))"
    )
    assert len(set(rows)) == 1, rows
    assert page.evaluate("document.documentElement.scrollWidth") <= 1024
    beyond = page.locator("footer").evaluate("one => one.scrollWidth - one.clientWidth")
    assert beyond <= 0


def test_nothing_that_has_the_focus_lies_behind_the_edges_of_the_public_page(
    phone: MakePhone, desk: PlayedTable
) -> None:
    in_the_middle(desk)
    page = phone({"width": 1280, "height": 800})
    page.goto(f"/public?code={CODE}")
    expect(page.locator("#newest")).not_to_be_empty()
    for focused in ("main button", "main summary", "footer button"):
        for one in page.locator(focused).all():
            if one.is_visible():
                one.focus()
                assert in_sight(one), one.inner_text()
    page.locator("main").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    assert in_sight(page.locator("#conduct summary")), "the end of the page"


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_five_seats_are_in_sight_where_the_code_was_scanned(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    in_the_middle(desk)
    page = phone(locale=language)
    page.goto(f"/?code={CODE}")
    seats = page.locator("#join .seat")
    expect(seats).to_have_count(5)
    assert [one.inner_text() for one in seats.all() if not in_sight(one)] == []


@pytest.mark.parametrize("scanned", ["", "&seat=3"])
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_that_joins_no_seat_stands_alone_on_a_row_but_the_one_that_was_scanned(
    phone: MakePhone, desk: PlayedTable, language: str, players: int, scanned: str
) -> None:
    desk.deal()
    page = phone(locale=language)
    for width, height in [(390, 844), (360, 640)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/?code={CODE}{scanned}")
        seats = page.locator("#join .seat:not(.offered)")
        expect(seats).to_have_count(players - bool(scanned))
        tops = Counter(box["y"] for one in seats.all() if (box := one.bounding_box()))
        assert min(tops.values()) > 1, (width, tops)
        beyond = seats.evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)")
        assert max(beyond) <= 0, width


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tablet_that_joins_shows_all_seats_in_one_row_below_the_one_that_was_scanned(
    browser: Browser, desk: PlayedTable, language: str, players: int
) -> None:
    in_the_middle(desk)
    config = PageConfig(secret=b"s", code=CODE, shared_seats=True)
    with (
        serve(create_app(desk, config), "127.0.0.1", 0) as server,
        phones_at(browser, server.port) as phone,
    ):
        page = phone(locale=language)
        for scanned in ("", "&seat=3"):
            for width, height in [(1024, 768), (768, 1024)]:
                page.set_viewport_size({"width": width, "height": height})
                page.goto(f"/?code={CODE}{scanned}")
                seats = page.locator("#join .seat")
                expect(seats).to_have_count(players)
                tops = [box["y"] for one in seats.all() if (box := one.bounding_box())]
                if scanned:
                    assert tops.pop(0) < min(tops), "it stands above the others"
                assert len(set(tops)) == 1, (width, height, tops)
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                beyond = seats.evaluate_all(
                    "all => all.map(one => one.scrollWidth - one.clientWidth)"
                )
                assert max(beyond) <= 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_turn_it_is_takes_two_lines_at_most_on_the_smallest_phone(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    in_the_middle(desk)
    desk.play(0, 0)
    page = phone({"width": 320, "height": 690}, locale=language)
    page.goto(f"/?code={CODE}")
    page.locator("button[name=seat][value='0']").tap()
    page.wait_for_url("**/seat")
    page.locator("main button.primary").tap()
    expect(page.locator("#own-hand")).to_be_visible()
    box = page.locator("#turn").bounding_box()
    assert box is not None
    assert box["height"] <= 2.5 * letter_size(page.locator("#turn"))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_so_it_has_in_the_longer_words_of_other_languages(
    phone: MakePhone, desk: PlayedTable, language: str
) -> None:
    in_the_middle(desk)
    page = phone(locale=language)
    page.goto(f"/?code={CODE}")
    page.locator("button[name=seat][value='0']").tap()
    page.wait_for_url("**/seat")
    page.locator("main button.primary").tap()
    expect(page.locator("body.my-turn")).to_be_attached()
    assert page.evaluate("scrollY") == 0
    hidden = [f"#acts [data-focus=tell-{seat}]" for seat in range(1, 5)]
    assert [one for one in (*hidden, "#own-hand") if not in_sight(page.locator(one))] == []


def test_a_phone_has_the_own_hand_and_all_clues_on_its_first_screen(
    phone: MakePhone, desk: PlayedTable
) -> None:
    in_the_middle(desk)
    page = join(phone(), 0)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    for seat in range(2, 6):
        assert in_sight(page.locator("#acts").get_by_role("button", name=f"A clue for seat {seat}"))
    assert in_sight(page.locator("#own-hand"))
    page.locator("#acts").get_by_role("button", name="A clue for seat 4").tap()
    expect(page.get_by_role("heading", name="A clue for seat 4")).to_be_visible()
    page.get_by_role("button", name="Close").tap()
    page.mouse.wheel(0, 300)
    assert in_sight(page.locator("#own-hand")), "it stays while the others' hands are looked at"


def test_a_phone_without_a_camera_has_play_and_discard_there_too(
    browser: Browser, tmp_path: Path
) -> None:
    with unwatched(tmp_path / "games") as table, open_pages(browser, table) as phone:
        assert table.ask(StartTap(0, 5), 0).ok
        page = join(phone(), 0)
        expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
        acts = page.locator("#acts")
        for name in ("Play", "A clue for seat 2", "A clue for seat 5"):
            assert in_sight(acts.get_by_role("button", name=name)), name
        assert in_sight(page.locator("#own-hand"))
        acts.get_by_role("button", name="Play").tap()
        expect(page.locator("#hand-how")).to_have_text("Which card do you play?")
        page.locator('#hand-cards [data-slot="2"]').tap()
        expect(page.locator("#hand-sheet .lays")).to_have_count(1)  # it is not for the discards
        page.locator("#hand-sheet .lays button").first.tap()
        expect(page.locator("#hand-sheet")).to_be_hidden()
        expect(page.get_by_role("heading", name="Seat 2 to move")).to_be_visible()


AWAKE = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: {
  async request(kind) {
    const lock = new EventTarget();
    lock.release = async () => { lock.over = true; lock.dispatchEvent(new Event("release")); };
    window.locks.push(lock);
    return lock;
  },
} });
"""
NO_LOCK = 'Object.defineProperty(navigator, "wakeLock", { value: undefined });'
HELD = "() => window.locks.filter((one) => !one.over).length === {}"


def test_the_screen_of_a_phone_in_play_stays_awake_until_the_game_rests(
    phone: MakePhone, desk: PlayedTable
) -> None:
    page = phone()
    page.add_init_script(AWAKE)
    join(page, 0)
    page.wait_for_timeout(300)
    assert page.evaluate("window.locks.length") == 0, "nobody plays yet"
    desk.deal()
    page.wait_for_function(HELD.format(1))
    page.evaluate("window.locks.at(-1).release()")  # as browsers do where the page was hidden
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function(HELD.format(1))
    desk.pause()
    page.wait_for_function(HELD.format(0))
    assert page.locator("video").count() == 0


def test_where_no_lock_is_allowed_a_silent_film_plays_behind_the_page(
    phone: MakePhone, desk: PlayedTable
) -> None:
    page = phone()
    page.add_init_script(NO_LOCK)
    desk.deal()
    join(page, 0)
    page.locator("#turn").tap()
    plays = "() => { const film = document.querySelector('video'); return film && {}film.paused; }"
    page.wait_for_function(plays.replace("{}", "!"))
    assert page.evaluate("document.querySelector('video').muted") is True
    assert in_sight(page.locator("#own-hand")), "and it covers nothing"
    desk.pause()
    page.wait_for_function(plays.replace("{}", ""))


CUES = """
window.shakes = 0; window.tones = 0;
navigator.vibrate = () => { window.shakes += 1; return true; };
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.tones += 1;
  return start.apply(this, when);
};
"""


def test_a_phone_says_that_it_is_its_turn_only_where_its_owner_wants_it(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page, other = phone(), phone()
    for one, seat in ((page, 1), (other, 2)):
        one.add_init_script(CUES)
        join(one, seat)
        expect(one.locator("#turn")).to_have_text("Seat 1 to move")
    page.locator("#voice").tap()
    assert not page.locator("#turn-sound").is_checked()
    page.get_by_text("gives a sound").tap()
    page.get_by_text("shakes").tap()
    page.locator("#voice-close").tap()
    tried = page.evaluate("[window.tones, window.shakes]")
    desk.play(0, 0)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    page.wait_for_function(
        "([tones, shakes]) => window.tones > tones && window.shakes > shakes", arg=tried
    )
    desk.play(1, 0)
    expect(other.get_by_role("heading", name="Your turn")).to_be_visible()
    assert other.evaluate("[window.tones, window.shakes]") == [0, 0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_to_join_is_large_on_a_tablet_while_people_come_to_the_table(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    with (
        unwatched(tmp_path / "games") as table,
        open_server(table) as server,
        phones_at(browser, server.port) as phone,
    ):
        page = phone(locale=language)
        page.goto(f"/public?code={CODE}")
        code = page.locator(".invite .picture")
        expect(page.locator("#players")).to_be_visible()
        for width, height in FAR:
            if width < height:
                continue
            page.set_viewport_size({"width": width, "height": height})
            box = code.bounding_box()
            assert box is not None
            assert box["width"] >= height / 3
            assert in_sight(code), (width, height)
