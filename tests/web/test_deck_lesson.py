"""A deck learnt from photos that a phone sends: by whoever has joined, between games only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, FilePayload, Page, Route, expect
from werkzeug.test import TestResponse

from companion.busy import BusyError
from companion.pictures.deck_learning import NO_LESSON
from companion.pictures.photographed_deck import (
    CardRows,
    DeckDoubt,
    PhotoLesson,
    PhotoLessonStage,
    ReadPhoto,
    labels_of,
    wrong_number,
)
from companion.services import Services
from tests.web.browsing import PHONE, MakePhone, phones_at
from tests.web.fake_host import FakeWays
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from tests.web.test_accessible import RULES
from web import create_app
from web.config import PageConfig
from web.deck_lesson import MOST_PAGES
from web.photos import LARGEST_PHOTO
from web.serve import serve

RED = {"do": "begin", "deck": "ours", "game": "hanabi", "suits": "r", "back": True}
BEGIN = {**RED, "at_once": False}
PHOTO = bytes(cv2.imencode(".png", np.full((300, 400, 3), 90, dtype=np.uint8))[1])


@dataclass
class Teacher:
    """Sees as many cards in each photo as it is told, side by side, and says what was asked."""

    sees: int | None = None
    now: PhotoLesson = field(default_factory=PhotoLesson)
    named: list[tuple[str | None, ...]] = field(default_factory=list)
    turned: int = 0
    meanwhile: Callable[[], object] = lambda: None

    def lesson(self) -> PhotoLesson:
        return self.now

    def begin(self, deck: str, pages: Sequence[CardRows]) -> str | None:
        self.now = PhotoLesson(PhotoLessonStage.PHOTO, deck, tuple(pages), wanted=0)
        return None

    def take_printed(self) -> str | None:
        self.now = PhotoLesson(PhotoLessonStage.DONE, "printed")
        return None

    def read(self, photo: bytes, page: int | None = None) -> str | None:
        self.meanwhile()
        if photo == b"cat":
            raise ValueError("The photo is not a picture that can be read.")
        if photo == b"more":
            raise BusyError("too many pictures wait")
        if self.now.wanted is None:
            return NO_LESSON
        page = self.now.wanted if page is None else page
        labels = labels_of(self.now.pages[page])
        number = len(labels) if self.sees is None else self.sees
        wide = 400 / max(number, 1)
        corners = tuple(
            tuple(
                (wide * at + x * (wide - 5), y) for x, y in ((0, 50), (1, 50), (1, 134), (0, 134))
            )
            for at in range(number)
        )
        fits = number == len(labels)
        said = labels if fits else (None,) * number
        fault = None if fits else wrong_number(number, len(labels))
        self._take(ReadPhoto(page, 400, 300, corners, said), fault)
        return None

    def _take(self, photo: ReadPhoto, fault: str | None) -> None:
        learnt = self.now.learnt | ({photo.page} if any(photo.labels) else set())
        left = [at for at in range(len(self.now.pages)) if at not in learnt]
        self.now = replace(
            self.now,
            stage=PhotoLessonStage.PHOTO if left else PhotoLessonStage.CHECK,
            learnt=frozenset(learnt),
            wanted=left[0] if left else None,
            photo=photo,
            fault=fault,
            doubts=() if left else (DeckDoubt("red 1, red 2 look alike", None),),
        )

    def turn(self, page: int) -> str | None:
        assert self.now.photo is not None
        self.turned += 1
        photo = self.now.photo
        self._take(replace(photo, labels=photo.labels[::-1]), None)
        return None

    def name(self, page: int, labels: Sequence[str | None]) -> str | None:
        assert self.now.photo is not None
        self.named.append(tuple(labels))
        self._take(replace(self.now.photo, labels=tuple(labels)), None)
        return None

    def again(self, page: int) -> str | None:
        learnt = self.now.learnt - {page}
        self.now = replace(
            self.now, stage=PhotoLessonStage.PHOTO, learnt=learnt, wanted=page, photo=None
        )
        return None

    def keep(self) -> str | None:
        self.now = replace(self.now, stage=PhotoLessonStage.DONE, photo=None)
        return None

    def stop(self) -> None:
        self.now = PhotoLesson()


@pytest.fixture
def teacher() -> Teacher:
    return Teacher()


@pytest.fixture
def app(open_table: OpenTable, teacher: Teacher) -> Flask:
    """A table that no camera watches; nobody plays."""
    return app_of(open_table(camera=False), photo_lessons=teacher)


def send(phone: Phone, photo: bytes = b"photo", kind: str = "image/jpeg") -> TestResponse:
    return phone.client.post("/api/deck/photo", data=photo, content_type=kind)


# ------------------------------------------------------------------------------- what is learnt


def test_a_phone_without_a_seat_teaches_the_first_deck(app: Flask, teacher: Teacher) -> None:
    phone = Phone(app)
    assert data(phone.get("/api/deck"))["stage"] == "idle"
    begun = data(phone.post("deck", **BEGIN))
    assert begun["text"] == "Lay in a row, from left to right: red 1, red 2, red 3, red 4, red 5."
    assert [page["text"] for page in begun["pages"]] == ["red 1 to red 5", "the back"]
    read = data(send(phone))
    assert [card["label"] for card in read["photo"]["cards"]] == ["r1", "r2", "r3", "r4", "r5"]
    assert (read["learnt"], read["text"]) == ([0], "Lay one card, face down.")
    ready = data(send(phone))
    assert (ready["stage"], ready["doubts"]) == (
        "check",
        [{"text": "Red 1, red 2 look alike.", "page": None}],
    )
    kept = data(phone.post("deck", do="keep"))
    assert (kept["stage"], kept["text"]) == ("done", "The deck “ours” is learnt.")
    assert teacher.now.deck == "ours"


def test_hanafuda_is_taught_two_months_at_a_time_and_called_as_players_call_it(app: Flask) -> None:
    phone = Phone(app)
    pack = {**BEGIN, "game": "hanafuda", "suits": "", "back": False}
    begun = data(phone.post("deck", **pack))
    assert len(begun["pages"]) == 6
    assert [[card["name"] for card in row] for row in begun["pages"][0]["rows"]] == [
        ["pine with crane", "pine with poetry ribbon", "pine chaff", "pine chaff"],
        ["plum with bush warbler", "plum with poetry ribbon", "plum chaff", "plum chaff"],
    ]
    at_once = data(phone.post("deck", **{**pack, "at_once": True}))
    assert [[len(row) for row in page["rows"]] for page in at_once["pages"]] == [[8] * 6]


def test_the_lesson_is_in_the_readers_language(app: Flask) -> None:
    phone = Phone(app)
    phone.client.set_cookie("language", "pl")
    assert "czerwona 1" in data(phone.post("deck", **BEGIN))["text"]


def test_what_somebody_says_a_card_is_counts(app: Flask, teacher: Teacher) -> None:
    phone = Phone(app)
    phone.post("deck", **BEGIN)
    teacher.sees = 6
    read = data(send(phone))
    assert read["fault"].startswith("I see 6 cards and want 5: tap what is no card")
    named = [None, "r1", "r2", "r3", "r4", "r5"]
    assert data(phone.post("deck", do="name", page=0, labels=named))["learnt"] == [0]
    assert teacher.named == [tuple(named)]
    assert data(phone.post("deck", do="again", page=0))["learnt"] == []
    assert data(phone.post("deck", do="stop"))["stage"] == "idle"


# ------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"do": "explode"},
        {"do": "begin"},
        {"do": "keep", "deck": "ours"},
        {**BEGIN, "deck": ""},
        {**BEGIN, "deck": "a" * 65},
        {**BEGIN, "game": "chess"},
        {**BEGIN, "suits": ""},
        {**BEGIN, "suits": "rr"},
        {**BEGIN, "suits": ["r"]},
        {**BEGIN, "back": 1},
        {**BEGIN, "game": "hanafuda"},
        {"do": "again", "page": -1},
        {"do": "again", "page": MOST_PAGES},
        {"do": "again", "page": True},
        {"do": "name", "page": 0, "labels": "r1"},
        {"do": "name", "page": 0, "labels": [1]},
        {"do": "name", "page": 0, "labels": [None] * 201},
        {"do": "name", "labels": ["r1"]},
        {"do": "turn"},
        {"do": "turn", "page": "0"},
    ],
)
def test_what_is_no_lesson_is_malformed(app: Flask, said: dict[str, object]) -> None:
    assert Phone(app).post("deck", **said).status_code == 400


def test_only_pictures_of_a_size_that_phones_take_are_read(app: Flask) -> None:
    phone = Phone(app)
    phone.post("deck", **BEGIN)
    assert send(phone, kind="application/json").status_code == 415
    assert send(phone, b"x" * (LARGEST_PHOTO + 1)).status_code == 413
    refused = send(phone, b"cat")
    assert (refused.status_code, sentence(refused)) == (
        400,
        "The photo is not a picture that can be read.",
    )
    assert send(phone, b"more").status_code == 503
    phone.post("deck", do="stop")
    assert send(phone).status_code == 409


def test_without_eyes_or_without_the_code_nothing_is_taught(
    app: Flask, open_table: OpenTable
) -> None:
    assert Phone(app_of(open_table(camera=False))).get("/api/deck").status_code == 404
    stranger = app.test_client()
    assert stranger.get("/api/deck").status_code == 403
    assert stranger.get("/deck").headers["Location"] == "/"


def test_while_hands_are_hidden_nothing_is_read_and_the_lesson_is_forgotten(
    open_table: OpenTable, teacher: Teacher
) -> None:
    desk = open_table()
    phone = Phone(app_of(desk, photo_lessons=teacher))
    desk.deal()
    teacher.begin("ours", ((("r1",),),))
    for answer in (phone.get("/api/deck"), phone.post("deck", **BEGIN), send(phone)):
        assert answer.status_code == 409
        assert "between games" in sentence(answer)
    assert (teacher.now, teacher.named) == (PhotoLesson(), [])


@pytest.mark.usefixtures("same_start")
def test_the_page_tells_nothing_of_hidden_cards(open_table: OpenTable) -> None:
    told = []
    for seed in (1, 2):
        desk = open_table(seed=seed)
        desk.deal()
        phone = Phone(app_of(desk, photo_lessons=Teacher(), ways=FakeWays()), seat=0)
        answers = [phone.get("/deck"), phone.get("/tonight/camera"), phone.get("/api/deck")]
        answers += [send(phone), phone.post("deck", **BEGIN)]
        answers += [phone.post("tonight/look", address="http://192.0.2.1/")]
        told.append([(one.status_code, one.data) for one in answers])
    assert told[0] == told[1]
    assert [status for status, _ in told[0]] == [200, 200, 409, 409, 409, 409]


def test_a_game_that_begins_while_a_photo_is_read_hears_nothing_of_it(
    open_table: OpenTable, teacher: Teacher
) -> None:
    desk = open_table(camera=False)
    phone = Phone(app_of(desk, photo_lessons=teacher))
    phone.post("deck", **BEGIN)
    teacher.meanwhile = desk.deal
    answer = send(phone)
    assert answer.status_code == 409
    assert "photo" not in data(answer)
    assert teacher.now == PhotoLesson()


def test_a_photo_is_of_the_page_that_the_phone_asked_for(app: Flask, teacher: Teacher) -> None:
    phone = Phone(app)
    phone.post("deck", **BEGIN)
    send(phone)
    again = phone.client.post("/api/deck/photo?page=0", data=b"photo", content_type="image/jpeg")
    assert (data(again)["wanted"], data(again)["photo"]["page"]) == (1, 0)
    for said in ("20", "-1", "x"):
        wrong = phone.client.post(
            f"/api/deck/photo?page={said}", data=b"photo", content_type="image/jpeg"
        )
        assert (wrong.status_code, sentence(wrong)) == (
            400,
            f"page is the number of a photo, not '{said}'.",
        )
    assert teacher.now.learnt == {0}


# ---------------------------------------------------------------------------------- on the page


@pytest.fixture
def make(browser: Browser, open_table: OpenTable, teacher: Teacher) -> Iterator[MakePhone]:
    """Phones at a table that no camera watches, and that may be taught."""
    services = Services(photo_lessons=teacher, ways=FakeWays())
    app = create_app(
        open_table(camera=False), PageConfig(secret=b"s", code=CODE, services=services)
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as phones:
        yield phones


def test_a_deck_is_taught_on_a_phone_and_a_wrong_name_put_right(
    make: MakePhone, teacher: Teacher
) -> None:
    page = make(PHONE, color_scheme="light")
    page.goto(f"/tonight?code={CODE}")
    page.get_by_text("Score a photo").first.tap()
    page.locator("#photo a[href='/deck']").tap()
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_role("heading", name="Photo 1 of 6")).to_be_visible()
    nothing_in_the_way(page)
    photograph(page)
    expect(page.get_by_role("heading", name="Photo 2 of 6")).to_be_visible()
    page.get_by_role("button", name="red 1: put it right").tap()
    nothing_in_the_way(page)
    with page.expect_response("**/api/deck"):  # its neighbour was called red 2 until now
        page.locator("#which").get_by_role("button", name="red 2").tap()
    expect(page.get_by_role("button", name="red 2: put it right")).to_be_visible()
    assert teacher.named == [("r2", "r1", "r3", "r4", "r5")]
    page.get_by_role("button", name="All the wrong way round").tap()
    expect(page.locator("#marks button").first).to_have_attribute(
        "aria-label", "red 5: put it right"
    )
    teacher.sees = 6
    photograph(page)
    expect(page.locator("#fault")).to_contain_text("I see 6 cards and want 5")
    page.locator("#marks button").nth(5).tap()
    page.get_by_role("button", name="No card of these").tap()
    expect(page.get_by_role("heading", name="Photo 3 of 6")).to_be_visible()
    assert teacher.named[-1] == ("y1", "y2", "y3", "y4", "y5", None)
    teacher.sees = None
    for number in range(4, 7):
        photograph(page)
        expect(page.get_by_role("heading", name=f"Photo {number} of 6")).to_be_visible()
    photograph(page)
    expect(page.get_by_text("Red 1, red 2 look alike.")).to_be_visible()
    nothing_in_the_way(page)
    page.get_by_role("button", name="Keep this deck").tap()
    expect(page.get_by_text("The deck “hanabi” is learnt.")).to_be_visible()
    nothing_in_the_way(page)
    page.get_by_role("link", name="On to the game").tap()
    page.wait_for_url("**/tonight")


def test_while_a_photo_is_read_the_page_shows_the_next_row_and_takes_no_other_photo(
    make: MakePhone,
) -> None:
    page = make(PHONE)
    held: list[Route] = []
    page.route("**/api/deck/photo?*", lambda route: held.append(route))
    page.goto(f"/public?code={CODE}")
    page.goto("/deck")
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_role("heading", name="Photo 1 of 6")).to_be_visible()
    photograph(page)
    expect(page.get_by_role("heading", name="Photo 2 of 6")).to_be_visible()
    expect(page.locator("#wanted")).to_contain_text("yellow 1")
    expect(page.locator("#photo")).to_be_disabled()
    assert page.locator("#photo-label").evaluate("one => getComputedStyle(one).opacity") != "1"
    held[0].continue_()
    expect(page.locator("#photo")).to_be_enabled()
    expect(page.get_by_role("heading", name="Photo 2 of 6")).to_be_visible()
    assert page.locator("#photo-label").evaluate("one => getComputedStyle(one).opacity") == "1"


def test_what_is_doubtful_of_a_row_stands_beside_what_takes_it_again(
    make: MakePhone, teacher: Teacher
) -> None:
    page = make(PHONE)
    page.goto(f"/public?code={CODE}")
    page.goto("/deck")
    page.get_by_role("button", name="Begin").tap()
    photograph(page)
    expect(page.get_by_role("button", name="red 1: put it right")).to_be_visible()
    doubts = (DeckDoubt("red 1 is blurred", 0), DeckDoubt("red 1, red 2 look alike"))
    teacher.now = replace(teacher.now, doubts=doubts)
    page.reload()
    expect(page.locator("#doubts li")).to_have_text(["?Red 1, red 2 look alike."])
    expect(page.locator("#pages > li").first).to_contain_text("Red 1 is blurred.")
    again = page.locator("#pages > li").first.get_by_role("button")
    expect(again).to_have_accessible_name(re.compile("Take it again: "))


def test_who_has_printed_our_cards_need_not_photograph_them(make: MakePhone) -> None:
    page = make(PHONE)
    page.goto(f"/tonight?code={CODE}")
    page.goto("/deck")
    page.locator("label", has_text="Hanafuda").tap()
    expect(page.locator("#drawn")).to_be_hidden()  # that pack is not among them
    page.locator("label", has_text="Hanabi").tap()
    nothing_in_the_way(page)
    page.get_by_role("button", name="We play with the printed cards").tap()
    expect(page.get_by_text("The deck “printed” is learnt.")).to_be_visible()
    nothing_in_the_way(page)
    page.get_by_role("link", name="On to the game").tap()
    page.wait_for_url("**/tonight")


def test_a_photo_that_takes_the_table_longer_than_a_phone_waits_is_waited_for(
    make: MakePhone, teacher: Teacher
) -> None:
    page = make()
    page.goto(f"/tonight?code={CODE}")
    page.goto("/deck")
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_role("heading", name="Photo 1 of 6")).to_be_visible()
    page.route("**/api/deck/photo*", lambda route: route.abort())
    teacher.now = replace(teacher.now, reading=(0,))
    photograph(page)
    expect(page.locator("#text")).to_contain_text("The photo is being read")
    expect(page.locator("#wrong")).to_be_hidden()
    expect(page.locator("#take")).to_be_hidden()
    teacher.read(PHOTO, 0)
    teacher.now = replace(teacher.now, reading=())
    expect(page.get_by_role("heading", name="Photo 2 of 6")).to_be_visible()
    expect(page.get_by_role("button", name="red 1: put it right")).to_be_visible()
    # And whoever comes meanwhile with another phone waits, too.
    teacher.now = replace(teacher.now, reading=(1,))
    page.reload()
    expect(page.locator("#text")).to_contain_text("The photo is being read")


def test_a_deck_that_takes_longer_to_be_made_ready_than_a_phone_waits_is_waited_for(
    make: MakePhone, teacher: Teacher
) -> None:
    page = make()
    page.goto(f"/tonight?code={CODE}")
    page.goto("/deck")
    printed = page.get_by_role("button", name="We play with the printed cards")
    expect(printed).to_be_visible()  # the page has asked how far it is before that changes
    teacher.now = replace(teacher.now, writing=True)
    taps = []

    def unheard(route: Route) -> None:
        taps.append(route.request.method)
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    page.route("**/api/deck", unheard)
    printed.tap()
    expect(page.get_by_text("The deck is being made ready")).to_be_visible()
    expect(page.locator("#wrong")).to_be_hidden()
    expect(page.locator("#begin")).to_be_hidden()
    teacher.take_printed()
    expect(page.get_by_text("The deck “printed” is learnt.")).to_be_visible()
    assert taps.count("POST") == 1
    # And whoever comes meanwhile with another phone waits, too.
    teacher.now = replace(teacher.now, writing=True)
    page.reload()
    expect(page.get_by_text("The deck is being made ready")).to_be_visible()


def photograph(page: Page) -> None:
    expect(page.locator("#photo")).to_be_enabled()  # the one before is read
    file = FilePayload(name="photo.png", mimeType="image/png", buffer=PHOTO)
    page.locator("#photo").set_input_files(file)


def nothing_in_the_way(page: Page) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    assert [f"{one['id']}: {one['nodes'][0]['target']}" for one in found] == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
