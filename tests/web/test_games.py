"""The pages about games that were played."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Route, expect

from companion.announcements.texts import ENGLISH
from companion.archive.archive import RecordArchive
from companion.hanabi.moves import RankHint, Terminate
from companion.services import Services
from tests.companion.archive.test_archive import keep
from tests.companion.archive.test_review import recorded
from tests.companion.hanabi.tables import clue, play
from tests.web.browsing import MakePhone, join, open_more, phones_at
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from web import create_app
from web.config import PageConfig
from web.game_sentences import game_texts
from web.serve import serve

OVER = recorded(
    clue(RankHint(1)), play(5, "r1", 1), play(0, "b3"), play(6, "b1", 1), Terminate(None)
)
WON = recorded(play(0, "r1"), play(5, "b2", 1), play(1, "g2"), play(6, "w3", 1))
"""Three fuses have burnt: a game that counts in the statistics."""
RUNNING = recorded(clue(RankHint(1)), play(5, "r1", 1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    keep(path, OVER)
    keep(path, RUNNING)
    return path


@pytest.fixture
def app(path: Path, open_table: OpenTable) -> Flask:
    return app_of(open_table(), archive=RecordArchive(path))


def test_a_game_that_is_over_can_be_looked_at_again(app: Flask) -> None:
    phone = Phone(app)
    assert phone.get("/games/1").status_code == 200
    seen = data(phone.get("/api/games/1/review"))
    assert [moment["points"] for moment in seen["moments"]] == [0, 0, 1, 1, 2]
    assert seen["misplays"] == [3]
    assert seen["link"].startswith("https://hanab.live/replay-json/")


def test_a_running_game_cannot(app: Flask) -> None:
    answer = Phone(app, seat=0).get("/api/games/2/review")
    assert answer.status_code == 409
    assert "still running" in sentence(answer)


def test_a_game_that_is_not_there_is_said_not_to_be(app: Flask) -> None:
    answer = Phone(app).get("/api/games/3/review")
    assert (answer.status_code, sentence(answer)) == (404, "There is no such game.")


def test_whoever_has_not_joined_sees_no_game(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/games/1").headers["Location"] == "/"
    assert client.get("/api/games/1/review").status_code == 403


def test_the_list_tells_of_every_game_and_what_the_groups_came_to(app: Flask) -> None:
    phone = Phone(app, seat=1)
    phone.post("games/1/remark", title="First", names=[" Ania\n", ""])
    told = data(phone.get("/api/games"))
    assert [(one["title"], one["names"], one["over"]) for one in told["games"]] == [
        ("First", ["Ania", None], True),
        ("", [], False),
    ]
    assert told["groups"] == [], "a game that was stopped counts nothing"


def test_a_game_is_saved_as_a_file_that_the_other_site_takes(app: Flask) -> None:
    answer = Phone(app).get("/api/games/1/export")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="game-1.json"'
    assert len(data(answer)["deck"]) == 50
    assert Phone(app).get("/api/games/2/export").status_code == 409


def test_a_game_is_deleted_by_somebody_with_a_seat_only(app: Flask) -> None:
    assert Phone(app).post("games/1/delete").status_code == 403
    assert Phone(app).post("games/1/remark", title="", names=[]).status_code == 403
    phone = Phone(app, seat=0)
    assert phone.post("games/1/delete").status_code == 200
    assert [one["game"] for one in data(phone.get("/api/games"))["games"]] == [2]
    assert phone.post("games/1/delete").status_code == 404


def test_a_game_on_the_table_is_not_deleted(path: Path, open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table(), archive=RecordArchive(path, lambda: 2)), seat=0)
    answer = phone.post("games/2/delete")
    assert (answer.status_code, "on the table" in sentence(answer)) == (409, True)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"title": "x"},
        {"title": 3, "names": []},
        {"title": "x" * 61, "names": []},
        {"title": "two\nlines", "names": []},
        {"title": "", "names": "Ania"},
        {"title": "", "names": [1]},
        {"title": "", "names": [None] * 6},
        {"title": "", "names": [], "more": 1},
    ],
)
def test_what_is_no_remark_is_refused_and_changes_nothing(
    app: Flask, body: dict[str, object]
) -> None:
    phone = Phone(app, seat=0)
    answer = phone.post("games/1/remark", **body)
    assert answer.status_code == 400
    assert sentence(answer)
    assert data(phone.get("/api/games"))["games"][0]["title"] == ""


def test_a_game_of_the_other_site_comes_in_once(app: Flask) -> None:
    phone = Phone(app, seat=0)
    text = phone.get("/api/games/1/export").text
    brought = data(phone.post("games/import", text=text))["games"]
    assert brought == [{"game": 3, "new": True, "why": ""}]
    assert data(phone.post("games/import", text=text))["games"][0]["new"] is False
    link = data(phone.get("/api/games/1/review"))["link"]
    assert data(phone.post("games/import", text=f" {link}\n"))["games"][0]["game"] == 4
    seen, first = (data(phone.get(f"/api/games/{game}/review")) for game in (3, 1))
    assert seen["score"] == first["score"]
    assert [one["points"] for one in seen["moments"]] == [one["points"] for one in first["moments"]]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("a letter", "no JSON"),
        ("[" * 9999, "nested too deeply"),
        ("{}", "players"),
        ("https://hanab.live/replay-json/nonsense", "a link has three parts"),
    ],
)
def test_what_is_no_game_is_said_and_nothing_comes_in(app: Flask, text: str, why: str) -> None:
    phone = Phone(app, seat=0)
    (said,) = data(phone.post("games/import", text=text))["games"]
    assert (said["game"], said["new"], why in said["why"]) == (None, False, True), said
    assert len(data(phone.get("/api/games"))["games"]) == 2


def test_games_come_in_from_somebody_with_a_seat_and_in_measure(app: Flask) -> None:
    assert Phone(app).post("games/import", text="{}").status_code == 403
    phone = Phone(app, seat=0)
    assert phone.post("games/import", text=3).status_code == 400
    assert phone.post("games/import", text="x" * 2**21).status_code == 413


def test_the_games_that_are_over_go_into_a_spreadsheet(app: Flask) -> None:
    phone = Phone(app, seat=0)
    phone.post("games/1/remark", title="=HYPERLINK(A1)", names=["Ania", None])
    answer = phone.get("/api/games/csv")
    assert answer.mimetype == "text/csv"
    (row,) = csv.DictReader(io.StringIO(answer.text))
    assert (row["game"], row["title"], row["seat_0"]) == ("1", "'=HYPERLINK(A1)", "Ania")
    assert app.test_client().get("/api/games/csv").status_code == 403


@pytest.fixture
def phone(browser: Browser, path: Path, open_table: OpenTable) -> Iterator[MakePhone]:
    app = create_app(
        open_table(),
        PageConfig(secret=b"s", code=CODE, services=Services(archive=RecordArchive(path))),
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


def test_a_game_is_gone_through_turn_by_turn(phone: MakePhone) -> None:
    page = join(phone({"width": 320, "height": 640}), 0)
    page.goto("/games/1")
    expect(page.locator("#deed")).to_have_text("4. Seat 2 plays blue 1.")
    expect(page.locator("#who")).not_to_contain_text("Seat")
    page.get_by_role("button", name="To the deal").tap()
    expect(page.locator("#deed")).to_have_text("The cards are dealt.")
    page.get_by_role("button", name="One turn on").tap()
    expect(page.locator("#deed")).to_have_text("1. Seat 1 tells seat 2 about the 1s.")
    page.get_by_label("Turn", exact=True).press("ArrowRight")
    expect(page.locator("#step")).to_have_text("Turn 2 of 4")
    expect(page.locator("#fireworks .firework b").first).to_have_text("1")
    page.locator("#missed button").tap()  # a misplay leads to its turn
    expect(page.locator("#deed")).to_have_text("3. Seat 1 plays blue 3, in vain.")
    expect(page.locator("#piles .discard")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(page.locator("#plot")).to_be_hidden()
    open_more(page)
    assert page.locator("#plot .line.score").get_attribute("d")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("language", ["en", "pl", "ro"])
@pytest.mark.parametrize("width", [320, 390])
def test_who_did_what_is_read_on_a_phone_without_scrolling_sideways(
    phone: MakePhone, width: int, language: str
) -> None:
    page = phone({"width": width, "height": 700}, locale=language)
    page.goto(f"/public?code={CODE}")
    page.goto("/games/1")
    page.locator("#review").wait_for()
    open_more(page)
    shares = page.locator("#seats > li")
    expect(shares).to_have_count(2)
    expect(shares.first.locator("dd").first).to_have_text("0")
    cut = shares.evaluate_all(
        "all => all.flatMap(one => [one, ...one.querySelectorAll('*')])"
        ".filter(one => one.scrollWidth > one.clientWidth && one.clientWidth > 0)"
        ".map(one => one.textContent)"
    )
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_whoever_gave_no_name_is_among_those_who_played_all_the_same(phone: MakePhone) -> None:
    page = join(phone(), 0)
    named = {"title": "", "names": [None, "Ania"]}
    assert page.request.post("/api/v1/games/1/remark", data=named).ok
    page.goto("/games/1")
    expect(page.locator("#who")).to_contain_text("Seat 1, Ania")


def test_a_file_of_the_other_site_is_put_on_record_on_the_page(
    phone: MakePhone, app: Flask, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(Phone(app).get("/api/games/1/export").data)
    page = join(phone({"width": 320, "height": 640}), 0)
    page.goto("/games")
    page.get_by_role("button", name="Name it").last.tap()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_text("It is saved.")).to_be_visible()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url.rpartition("/api/")[2]))
    page.get_by_text("Games of hanab.live").tap()
    page.locator("#import-file").set_input_files(file)
    page.get_by_role("button", name="Put it on record").tap()
    expect(page.locator("#import-said")).to_have_text("Put on record: 1.")
    expect(page.locator("#games li")).to_have_count(3)
    assert sent.count("games/import") == 1
    page.locator("#import-text").fill("no game")
    page.get_by_role("button", name="Put it on record").tap()
    expect(page.locator("#import-said")).to_contain_text(
        "Cannot be put on record: 1 (it is no JSON"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_figures_say_that_they_are_of_the_games_that_were_played_to_their_end(
    phone: MakePhone, path: Path
) -> None:
    keep(path, WON)
    page = join(phone(), 0)
    page.goto("/games")
    expect(page.locator("#games li")).to_have_count(3)  # one was stopped, one is running
    expect(page.locator("#facts li").first).to_have_text("1 game played to its end")


def test_the_page_of_a_running_game_says_why_it_shows_nothing(phone: MakePhone) -> None:
    page = join(phone(), 0)
    page.goto("/games/2")
    expect(page.get_by_role("alert")).to_contain_text("still running")
    expect(page.locator("#loading")).to_be_hidden()
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    expect(page.locator("#review")).to_be_hidden()


def test_a_game_that_is_looked_at_from_the_deal_on_is_there_again_when_the_page_is_reloaded(
    phone: MakePhone,
) -> None:
    page = join(phone(), 0)
    page.goto("/games/1")
    expect(page.locator("#slider")).to_have_value("4")  # how it ended
    page.locator("#first").tap()
    expect(page.locator("#slider")).to_have_value("0")
    page.reload()
    expect(page.locator("#review")).to_be_visible()
    expect(page.locator("#slider")).to_have_value("0")


def test_the_page_of_a_game_says_that_it_loads_and_tries_again_where_the_table_is_silent(
    phone: MakePhone,
) -> None:
    page = join(phone({"width": 320, "height": 640}), 0)
    waiting: list[Route] = []
    page.route("**/api/games/1/review", lambda route: waiting.append(route))
    page.goto("/games/1")
    loading, again = page.locator("#loading"), page.get_by_role("button", name="Try again")
    expect(page.get_by_role("status").filter(has_text="The game is being loaded.")).to_be_visible()
    expect(again).to_be_hidden()
    waiting.pop().abort()
    expect(page.get_by_role("alert")).to_have_text("The table does not answer.")
    expect(loading).to_be_hidden()
    again.focus()
    with page.expect_request("**/api/games/1/review"):
        page.keyboard.press("Enter")
    expect(loading).to_be_focused()
    expect(page.get_by_role("alert")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    waiting.pop().continue_()
    expect(page.locator("#review")).to_be_visible()
    expect(loading).to_be_hidden()
    expect(again).to_be_hidden()


def test_a_game_is_named_and_deleted_on_the_page_which_asks_first(phone: MakePhone) -> None:
    page = join(phone({"width": 320, "height": 640}), 0)
    page.goto("/games")
    expect(page.locator("#games li")).to_have_count(2)
    page.get_by_role("button", name="Name it").last.tap()
    page.get_by_label("Title").fill("The <b>first</b>")
    page.get_by_label("Seat 2").fill("Ben")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_role("heading", name="The <b>first</b>")).to_be_visible()
    expect(page.locator("#games li").last).to_contain_text("Seat 1, Ben")
    page.get_by_role("button", name="Delete", exact=True).last.tap()
    page.get_by_role("button", name="Keep it").tap()
    expect(page.locator("#games li")).to_have_count(2)
    page.get_by_role("button", name="Delete", exact=True).last.tap()
    expect(page.locator("#delete-what")).to_contain_text("2 points")
    page.get_by_role("button", name="Delete it").tap()
    expect(page.locator("#games li")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_that_the_table_was_silent_is_no_longer_said_when_it_has_answered(
    phone: MakePhone,
) -> None:
    page = join(phone(), 0)
    page.goto("/games")
    expect(page.locator("#games li")).to_have_count(2)
    page.route("**/api/games", lambda route: route.abort(), times=1)
    for silent in (True, False):
        page.get_by_role("button", name="Name it").last.tap()
        page.get_by_role("button", name="Save", exact=True).tap()
        expect(page.locator("#wrong")).to_be_visible(visible=silent, timeout=5_000)


def test_of_a_clue_whose_cards_are_not_known_nobody_says_that_it_pointed_nowhere() -> None:
    """How many cards it points at stands beside it: only whether it was proper is not known."""
    texts = game_texts(ENGLISH)
    verdicts = texts["verdicts"]
    assert isinstance(verdicts, dict)
    assert verdicts["open"] == "It cannot be checked: not all of the cards were seen."
    many = texts["clues_open"]
    assert isinstance(many, dict)
    assert many[many["which"][8]].format(n=8) == "8 clues cannot be checked."
