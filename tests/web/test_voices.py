"""One phone says aloud what happens, or the machine at the table, or nobody."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.announcements.aloud import Wording
from companion.announcements.speech import Announcer
from companion.language.languages import language
from tests.companion.announcements.test_speech import FakeEngine
from tests.web.browsing import MakePhone, join, phones_at
from tests.web.phones import CODE, Phone, app_of, data
from tests.web.real_table import OpenTable, PlayedTable
from tests.web.test_stream import Listener
from web import create_app
from web.config import PageConfig
from web.serve import serve


def who(phone: Phone) -> Mapping[str, Any]:
    voice: Mapping[str, Any] = data(phone.get("/api/view"))["house"]["voice"]
    return voice


@pytest.fixture
def app(open_table: OpenTable) -> Flask:
    return app_of(open_table())


def test_nobody_speaks_until_somebody_chose(app: Flask) -> None:
    seat, tablet, television = Phone(app, seat=0), Phone(app), Phone(app)
    for phone in (seat, tablet, television):
        Listener(phone).next()
    assert [who(phone)["by"] for phone in (seat, tablet, television)] == ["nobody"] * 3


def test_how_much_is_said_is_chosen_for_the_whole_table(open_table: OpenTable) -> None:
    announcer = Announcer(FakeEngine(), silent=True)
    app = app_of(open_table(), announcer=announcer)
    one, other = Phone(app, seat=0), Phone(app, seat=1)
    assert who(one)["wording"] == "brief"
    one.post("voice", wording="full")
    assert (who(other)["wording"], announcer.wording) == ("full", Wording.FULL)


def test_whoever_is_chosen_speaks_and_nobody_else(app: Flask) -> None:
    one, other = Phone(app, seat=0), Phone(app, seat=1)
    assert who(one)["by"] == "nobody"
    for chosen in (one, other, one):
        assert data(chosen.post("voice", by="here"))["by"] == "here"
        assert [who(phone)["by"] == "here" for phone in (one, other)] == [
            phone is chosen for phone in (one, other)
        ]
    other.post("voice", by="nobody")
    Listener(Phone(app)).next()  # a tablet that comes later does not speak up by itself
    assert [who(phone)["by"] for phone in (one, other)] == ["nobody", "nobody"]


def test_the_machine_at_the_table_speaks_only_where_it_can(app: Flask) -> None:
    phone = Phone(app, seat=0)
    assert who(phone)["table"] is None
    assert phone.post("voice", by="table").status_code == 409
    assert phone.post("voice", volume=40).status_code == 409


def test_the_machine_at_the_table_is_chosen_like_a_phone(open_table: OpenTable) -> None:
    engine = FakeEngine()
    announcer = Announcer(engine, silent=True)
    phone = Phone(app_of(open_table(), announcer=announcer), seat=0)
    assert who(phone) == {"by": "nobody", "table": 50, "wording": "brief"}
    phone.post("voice", by="table", volume=80)
    chosen = {"by": "table", "table": 80, "wording": "brief"}
    assert (who(phone), announcer.silent) == (chosen, False)
    phone.post("voice", by="here")
    assert (who(phone)["by"], announcer.silent, engine.said[-1]) == ("here", True, "(hushed)")


def test_a_machine_that_is_to_speak_does_so_from_the_beginning(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table(), announcer=Announcer(FakeEngine())))
    Listener(phone).next()
    assert who(phone)["by"] == "table"


@pytest.mark.parametrize(
    "body",
    [{"by": "another"}, {"by": 1}, {"volume": 101}, {"volume": -1}, {"wording": 2}, {"loud": 3}],
)
def test_what_is_no_wish_is_refused(app: Flask, body: dict[str, object]) -> None:
    assert Phone(app, seat=0).post("voice", **body).status_code == 400
    assert app.test_client().post("/api/voice", json={"by": "here"}).status_code == 403


@pytest.fixture
def desk(open_table: OpenTable) -> PlayedTable:
    return open_table(players=2, seed=3)


@pytest.fixture
def phone(browser: Browser, desk: PlayedTable) -> Iterator[MakePhone]:
    app = create_app(desk, PageConfig(secret=b"s", code=CODE))
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


def spoken(page: Page) -> list[str]:
    said: list[str] = page.evaluate("window.spoken")
    return said


def test_one_of_two_phones_speaks_and_after_a_correction_only_the_change(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    one, other = join(phone(), 0), join(phone(), 1)
    one.locator("#voice").tap()
    one.get_by_role("radio", name="This phone").check()
    expect(one.locator("#voice-now")).to_have_text("This phone says aloud what happens.")
    one.locator("#voice-close").tap()
    expect(other.locator("#voice")).to_have_attribute(
        "aria-label", "Another phone says aloud what happens."
    )
    one.wait_for_function("() => window.spoken.length > 0")  # it says that it speaks now
    before = len(spoken(one))
    desk.play(0, 2)
    one.wait_for_function("count => window.spoken.length > count + 1", arg=before)
    heard = spoken(one)[before:]
    assert heard == ["Yellow 1.", "Seat 2."]
    assert spoken(other) == []
    desk.undo()
    one.wait_for_function("() => window.spoken.at(-1) === 'Turn 1 is taken back.'")
    assert len(spoken(one)) == before + len(heard) + 1


def test_a_phone_speaks_the_tables_language_whatever_its_page_is_read_in(
    browser: Browser, desk: PlayedTable, open_table: OpenTable
) -> None:
    app = create_app(desk, PageConfig(secret=b"s", code=CODE, language=language("pl")))
    desk.deal()
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        page = join(make(locale="en-GB"), 0)
        page.locator("#voice").tap()
        page.get_by_role("radio", name="This phone").check()
        page.wait_for_function("() => window.spoken.length > 0")
        assert spoken(page) == ["Teraz mówi ten telefon."]
    assert 'id="spoken"' not in Phone(app_of(open_table()), seat=0).get("/seat").text


def test_with_sounds_a_turn_is_a_tune_and_only_what_is_to_do_is_said(
    phone: MakePhone, desk: PlayedTable
) -> None:
    desk.deal()
    page = phone()
    page.add_init_script(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...when)"
        " { window.tones += 1; return start.apply(this, when); };"
    )
    join(page, 0)
    page.locator("#voice").tap()
    page.get_by_role("radio", name="This phone").check()
    page.get_by_role("radio", name="Sounds").check()
    expect(page.get_by_role("radio", name="Sounds")).to_be_checked()
    page.locator("#voice-close").tap()
    said = len(spoken(page))
    desk.play(0, 2)
    page.wait_for_function("() => window.tones > 0")
    desk.pause()
    page.wait_for_function("() => window.spoken.at(-1) === 'The game is paused.'")
    assert len(spoken(page)) == said + 1
