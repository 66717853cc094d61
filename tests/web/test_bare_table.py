"""A table without a mat: people say which pile a card lies on, and hear nothing else of it."""

from __future__ import annotations

import json
import re
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from companion.referee.readings import TableReading
from companion.services import Services
from tests.web.browsing import PHONE, phones_at
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import RESTS, OpenTable
from web import create_app
from web.config import PageConfig
from web.serve import serve

Said = list[tuple[int, bool | None]]


def test_what_is_said_of_a_card_reaches_the_eyes(open_table: OpenTable) -> None:
    desk, said = open_table(), Said()
    desk.deal()
    app = app_of(desk, say_pile=lambda card, played: said.append((card, played)))
    seated, public = Phone(app, seat=0), Phone(app)
    assert data(seated.post("pile", card=3, played=True)) == {"ok": True}
    assert data(public.post("pile", card=4, played=None)) == {"ok": True}
    assert said == [(3, True), (4, None)]


@pytest.mark.parametrize(
    "body", [{}, {"card": 0, "played": True}, {"card": True, "played": True}, {"card": 3}]
)
def test_what_is_no_word_for_a_card_is_refused(
    open_table: OpenTable, body: dict[str, object]
) -> None:
    said = Said()
    app = app_of(open_table(), say_pile=lambda card, played: said.append((card, played)))
    answer = Phone(app, seat=0).post("pile", **body)
    assert (answer.status_code, said) == (400, [])
    assert sentence(answer).startswith("pile word")


def test_before_a_game_the_page_of_a_table_without_a_mat_speaks_of_none(
    browser: Browser, open_table: OpenTable
) -> None:
    desk = open_table(players=2)
    bare = TableReading(RESTS, RESTS, mat=True, clear=True)  # as the eyes tell of it then
    desk.call(lambda controller: controller.see(bare, bare.t))
    config = PageConfig(
        secret=b"kept", code=CODE, services=Services(say_pile=lambda _card, _played: None)
    )
    server = serve(create_app(desk, config), "127.0.0.1", 0)
    with closing(server), phones_at(browser, server.port) as make:
        for code, mat in (("en", r"\bmat\b"), ("pl", r"\bmat[aęy]\b"), ("ro", "planș")):
            page = make(PHONE, locale=code)
            page.goto(f"/public?code={CODE}")
            expect(page.locator("#lobby-how")).not_to_be_empty()
            expect(page.locator("#lobby-how")).not_to_contain_text(re.compile(mat))


def test_where_a_mat_lies_nothing_is_asked(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    assert phone.view()["pile"] is None
    assert phone.post("pile", card=3, played=True).status_code == 404


@pytest.mark.usefixtures("same_start")
def test_the_question_is_the_same_for_everybody_whatever_anybody_holds(
    open_table: OpenTable,
) -> None:
    asked = []
    for seed in (1, 2):
        desk = open_table(seed=seed)
        desk.deal()
        app = app_of(desk, say_pile=lambda _card, _played: None)
        seated, public = Phone(app, seat=0), Phone(app)
        desk.ask_pile(7)
        desk.call(lambda _: None)
        views = [phone.view() for phone in (seated, public)]
        assert [view["pile"] for view in views] == [7, 7]
        asked.append((json.dumps(views[1]), public.post("pile", card=7, played=False).data))
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    ("language", "title", "discards"),
    [
        ("en", "where does it belong", "To the discards"),
        ("pl", "gdzie należy", "Do odrzuconych"),
        ("ro", "unde îi este locul", "La decartate"),
    ],
)
def test_the_question_is_answered_with_one_tap(
    browser: Browser, open_table: OpenTable, language: str, title: str, discards: str
) -> None:
    desk, said = open_table(), Said()
    desk.deal()

    def hear(card: int, played: bool | None) -> None:
        said.append((card, played))
        desk.ask_pile(None)

    services = Services(say_pile=hear)
    app = create_app(desk, PageConfig(secret=b"s", code=CODE, services=services))
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        page = make(PHONE, locale=language)
        page.goto("/public")
        page.locator("input").first.fill(CODE)
        page.keyboard.press("Enter")
        page.wait_for_url("**/public")
        expect(page.locator("#question")).to_be_hidden()
        desk.ask_pile(7)
        expect(page.locator("#question-title")).to_contain_text(title)
        page.get_by_role("button", name=discards).tap()
        expect(page.locator("#question")).to_be_hidden()
        assert said == [(7, False)]
