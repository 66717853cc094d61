"""The page "Set up": what the camera sees, and a deck that is learnt."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.pictures.deck_learning import LessonStage
from tests.web.browsing import join, phones_at
from tests.web.fake_host import FakeDeckLessons, FakeEyes, FakeHost
from tests.web.phones import Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from web.serve import serve

# -------------------------------------------------------------------------------------- camera


def test_what_the_camera_sees_is_shown_to_somebody_with_a_seat(
    host: FakeHost, open_table: OpenTable
) -> None:
    app = app_of(open_table(), host=host, eyesight=FakeEyes())
    phone = Phone(app, seat=0)
    seen = data(phone.get("/api/setup/camera"))
    assert [(one["tick"], one["good"]) for one in seen["ticks"]] == [
        ("camera", True),
        ("mat", False),
    ]
    assert seen["tags"] == [
        {"part": "The mat", "seen": [True, False, True, True]},
        {"part": "The rack of seat 2", "seen": [True, True]},
    ]
    picture = phone.get("/api/setup/camera.jpg")
    assert (picture.mimetype, picture.data) == ("image/jpeg", b"\xff\xd8 a picture")
    assert picture.headers["Cache-Control"] == "no-store"
    for path in ("/api/setup/camera", "/api/setup/camera.jpg"):
        assert Phone(app).get(path).status_code == 403


def test_where_nothing_may_be_shown_there_is_no_picture(
    host: FakeHost, app: Flask, open_table: OpenTable
) -> None:
    hidden = app_of(open_table(), host=host, eyesight=FakeEyes(None))
    phone = Phone(hidden, seat=0)
    assert data(phone.get("/api/setup/camera"))["masked"] is True
    assert phone.get("/api/setup/camera.jpg").status_code == 404
    assert Phone(app, seat=0).get("/api/setup/camera").status_code == 404
    assert "camera-look" not in Phone(app).get("/setup").text


@pytest.fixture
def looking(browser: Browser, host: FakeHost, open_table: OpenTable) -> Iterator[Page]:
    """A phone that looks through the camera."""
    app = app_of(open_table(), host=host, eyesight=FakeEyes(None))
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        page = join(make(), seat=0)
        page.goto("/setup")
        page.get_by_role("button", name="Look", exact=True).tap()
        expect(page.locator("#ticks li")).to_have_count(2)
        yield page


def test_who_looks_again_and_again_does_not_look_more_often(looking: Page) -> None:
    for _ in range(5):
        looking.get_by_role("button", name="Stop looking").tap()
        looking.get_by_role("button", name="Look", exact=True).tap()
    looks: list[str] = []
    looking.on("request", lambda request: looks.append(request.url))
    looking.wait_for_timeout(4_000)
    assert 1 <= len(looks) <= 5


def test_what_the_camera_sees_is_read_aloud_once(looking: Page) -> None:
    looking.evaluate("document.querySelector('#ticks li').id = 'read-aloud'")
    with looking.expect_response("**/api/setup/camera"):
        pass
    with looking.expect_request("**/api/setup/camera"):  # what was answered has been drawn
        pass
    expect(looking.locator("#read-aloud")).to_be_visible(timeout=3_000)


# ---------------------------------------------------------------------------------------- deck


def test_a_deck_is_learnt_from_the_page_by_somebody_with_a_seat(
    host: FakeHost, open_table: OpenTable
) -> None:
    app = app_of(open_table(), host=host, deck_lessons=FakeDeckLessons())
    phone = Phone(app, seat=0)
    begun = data(phone.post("setup/deck", do="begin", deck="ours", suits="rk", back=True))
    assert begun["rows"][1] == "black 1, black 2, black 3, black 4, black 5"
    assert "red 1, red 2" in begun["text"]
    phone.post("setup/deck", do="look")
    phone.client.set_cookie("language", "pl")
    polish = data(phone.get("/api/setup/deck"))
    assert polish["learnt"] == 1
    assert "czarna 1" in polish["text"]
    assert data(phone.post("setup/deck", do="stop"))["stage"] == "idle"
    assert phone.post("setup/deck", do="look").status_code == 409
    onlooker = Phone(app)
    assert onlooker.get("/api/setup/deck").status_code == 403
    assert onlooker.post("setup/deck", do="stop").status_code == 403


def test_no_deck_is_learnt_while_hands_are_hidden_nor_without_a_camera(
    host: FakeHost, open_table: OpenTable
) -> None:
    hidden = app_of(open_table(), host=host, deck_lessons=FakeDeckLessons(hidden=True))
    wish = {"do": "begin", "deck": "ours", "suits": "r", "back": False}
    refused = Phone(hidden, seat=0).post("setup/deck", **wish)
    assert refused.status_code == 409
    assert "between games" in sentence(refused)
    without = app_of(open_table(), host=host)
    assert Phone(without, seat=0).post("setup/deck", **wish).status_code == 404
    assert "deck-form" not in Phone(without).get("/setup").text


def test_the_page_waits_for_a_row_that_is_read_though_an_answer_is_lost(
    host: FakeHost, open_table: OpenTable, browser: Browser
) -> None:
    lessons = FakeDeckLessons()
    app = app_of(open_table(), host=host, deck_lessons=lessons)
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        page = join(make(), 0)
        lessons.begin("ours", "r", back=False)
        lay = lessons.now
        lessons.now = replace(lay, stage=LessonStage.LOOKING)
        page.goto("/setup")
        expect(page.locator("#lesson-look")).to_be_disabled()
        page.route("**/api/setup/deck", lambda route: route.abort(), times=1)
        expect(page.locator("#deck-wrong")).to_be_visible()
        lessons.now = lay
        expect(page.locator("#lesson-look")).to_be_enabled()
        expect(page.locator("#deck-wrong")).to_be_hidden()


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"do": "explode"},
        {"do": "begin"},
        {"do": "look", "deck": "ours"},
        {"do": "begin", "deck": "", "suits": "r", "back": False},
        {"do": "begin", "deck": "a" * 65, "suits": "r", "back": False},
        {"do": "begin", "deck": "ours", "suits": "rr", "back": False},
        {"do": "begin", "deck": "ours", "suits": "x", "back": False},
        {"do": "begin", "deck": "ours", "suits": ["r"], "back": False},
        {"do": "begin", "deck": "ours", "suits": "r", "back": 1},
    ],
)
def test_what_is_no_lesson_is_malformed(
    host: FakeHost, said: dict[str, object], open_table: OpenTable
) -> None:
    app = app_of(open_table(), host=host, deck_lessons=FakeDeckLessons())
    assert Phone(app, seat=0).post("setup/deck", **said).status_code == 400
