"""A display scored from a photo: by whoever has joined, by nobody while hands are hidden."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page, Route, expect
from werkzeug.test import TestResponse

from companion.busy import BusyError
from companion.pictures.display import ShownPlace
from companion.pictures.scoring import Photographed
from companion.referee.readings import Sight
from companion.services import Services
from companion.table import Table
from tests.web.browsing import PHONE, phones_at
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable, unwatched
from tests.web.test_accessible import RULES
from web import create_app
from web.config import PageConfig
from web.photos import LARGEST_PHOTO
from web.serve import serve

PHOTO = bytes(cv2.imencode(".png", np.full((300, 400, 3), 90, dtype=np.uint8))[1])


def at(x: float) -> tuple[tuple[float, float], ...]:
    return ((x, 50.0), (x + 60, 50.0), (x + 60, 134.0), (x, 134.0))


SEEN = (
    ShownPlace(Sight.FACE, "r3", corners=at(20), confidence=0.9, could_be=()),
    ShownPlace(Sight.UNKNOWN, None, corners=at(120), could_be=("b2", "b3")),
    ShownPlace(Sight.FACE, "crane", corners=at(220)),
    ShownPlace(Sight.BACK, None, corners=at(320)),
)


class Eyes:
    """Eyes that see the same in every photo; something may happen while they look."""

    def __init__(self, *seen: ShownPlace, decks: tuple[str, ...] = ("ours",)) -> None:
        self.photo = Photographed(400, 300, seen or SEEN, tuple("rygbw"))
        self.names = decks
        self.looked: list[tuple[bytes, str]] = []
        self.meanwhile: Callable[[], object] = lambda: None

    def decks(self) -> tuple[str, ...]:
        return self.names

    def read(self, photo: bytes, deck: str) -> Photographed:
        self.looked.append((photo, deck))
        self.meanwhile()
        if photo == b"cat":
            raise ValueError("The photo is not a picture that can be read.")
        return self.photo


def send(
    phone: Phone, photo: bytes = b"photo", kind: str = "image/jpeg", query: str = ""
) -> TestResponse:
    return phone.client.post(f"/api/score/photo{query}", data=photo, content_type=kind)


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture
def app(open_table: OpenTable, eyes: Eyes) -> Flask:
    """A table that no camera watches; nobody plays."""
    return app_of(open_table(camera=False), displays=eyes)


# --------------------------------------------------------------------------------- what is read


def test_a_photo_is_scored_without_a_game_and_without_a_seat(app: Flask, eyes: Eyes) -> None:
    read = data(send(Phone(app)))
    assert eyes.looked == [(b"photo", "ours")]
    assert [(one["label"], one["likely"]) for one in read["cards"]] == [
        ("r3", ["r3"]),
        (None, ["b2", "b3"]),
        ("crane", []),
    ]
    assert read["cards"][0]["corners"] == [list(corner) for corner in at(20)]
    assert (read["width"], read["height"], read["mat"]) == (400, 300, False)
    assert read["score"] == 3
    assert read["fireworks"][0] == {"suit": "r", "height": 3}
    assert read["doubts"] == [
        "1 card is not read: tap it and say which it is.",
        "The photo: crane is not in play and does not count.",
    ]


def test_what_somebody_says_lies_there_is_scored_as_he_says_it(app: Flask) -> None:
    cards = [{"label": label, "zone": ""} for label in ("r5", "y2", "m1")]
    told = data(Phone(app).post("score", cards=cards, mat=False))
    assert (told["score"], told["doubts"]) == (8, [])
    assert {one["suit"]: one["height"] for one in told["fireworks"]} == {
        **{"r": 5, "y": 2, "g": 0, "b": 0, "w": 0, "m": 1}
    }
    assert told["text"].startswith("Score 8. ")


def test_a_mat_without_a_card_scores_nothing_and_a_table_without_either_has_no_score(
    app: Flask,
) -> None:
    phone = Phone(app)
    assert data(phone.post("score", cards=[], mat=True))["score"] == 0
    assert data(phone.post("score", cards=[], mat=False))["score"] is None


def test_the_sentences_are_in_the_readers_language(app: Flask) -> None:
    phone = Phone(app)
    phone.client.set_cookie("language", "pl")
    told = data(phone.post("score", cards=[{"label": None, "zone": ""}], mat=False))
    assert "karta" in told["doubts"][0].lower()


@pytest.mark.parametrize(
    ("decks", "query", "status"),
    [
        ((), "", 404),
        (("a", "b"), "", 400),
        (("a", "b"), "?deck=b", 200),
        (("a",), "?deck=../a", 400),
        (("a",), "", 200),
    ],
)
def test_a_photo_is_read_with_a_deck_that_was_learnt(
    open_table: OpenTable, decks: tuple[str, ...], query: str, status: int
) -> None:
    eyes = Eyes(decks=decks)
    answer = send(Phone(app_of(open_table(camera=False), displays=eyes)), query=query)
    assert answer.status_code == status
    assert [deck for _, deck in eyes.looked] == ([decks[-1]] if status == 200 else [])


def test_without_eyes_cards_are_still_told(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table(camera=False)))
    assert send(phone).status_code == 404
    assert data(phone.get("/api/score")) == {"decks": [], "hidden": False}
    assert data(phone.post("score", cards=[{"label": "r1", "zone": ""}], mat=False))["score"] == 1


# ------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("photo", "kind", "status", "says"),
    [
        (b"cat", "image/jpeg", 400, "The photo is not a picture that can be read."),
        (b"photo", "text/plain", 415, "image/jpeg"),
        (b"0" * (LARGEST_PHOTO + 1), "image/jpeg", 413, "That is too much at once."),
    ],
)
def test_what_is_no_photo_is_refused_with_one_sentence(
    app: Flask, photo: bytes, kind: str, status: int, says: str
) -> None:
    refused = send(Phone(app), photo, kind)
    assert refused.status_code == status
    assert says in sentence(refused)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"cards": [], "mat": 1},
        {"cards": {}, "mat": False},
        {"cards": [{"label": "r9", "zone": ""}], "mat": False},
        {"cards": [{"label": ["r1"], "zone": ""}], "mat": False},
        {"cards": [{"label": "r1", "zone": "rack:0:1"}], "mat": False},
        {"cards": [{"label": "r1", "zone": None}], "mat": False},
        {"cards": ["r1"], "mat": False},
        {"cards": [{"label": "r1", "zone": ""}] * 61, "mat": False},
    ],
)
def test_what_is_no_display_is_malformed(app: Flask, body: dict[str, object]) -> None:
    assert Phone(app).post("score", **body).status_code == 400


def test_nobody_is_heard_who_has_not_joined(app: Flask, eyes: Eyes) -> None:
    stranger = app.test_client()
    assert stranger.get("/score").status_code == 303
    assert stranger.get("/api/score").status_code == 403
    assert stranger.post("/api/score", json={"cards": [], "mat": False}).status_code == 403
    assert (
        stranger.post("/api/score/photo", data=b"photo", content_type="image/jpeg").status_code
        == 403
    )
    assert eyes.looked == []


def test_where_too_many_pictures_wait_a_photo_is_sent_again_later(app: Flask, eyes: Eyes) -> None:
    def busy() -> None:
        raise BusyError("too many")

    eyes.meanwhile = busy
    answer = send(Phone(app))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")


# --------------------------------------------------------------- hidden hands (DESIGN, section 6)


@pytest.mark.parametrize("seat", [0, None])
def test_while_a_game_runs_no_photo_is_even_looked_at(
    open_table: OpenTable, seat: int | None
) -> None:
    """A photo may show the sender's own hand."""
    eyes, desk = Eyes(), open_table(camera=False)
    phone = Phone(app_of(desk, displays=eyes), seat=seat)
    desk.deal()
    refused = send(phone)
    assert refused.status_code == 409
    assert "between games" in sentence(refused)
    assert data(phone.get("/api/score"))["hidden"] is True
    desk.pause()
    assert send(phone).status_code == 409
    assert eyes.looked == []


def test_once_the_hands_are_laid_down_a_photo_is_scored(open_table: OpenTable) -> None:
    eyes, desk = Eyes(), open_table(camera=False)
    phone = Phone(app_of(desk, displays=eyes), seat=0)
    desk.deal()
    assert phone.tap("new").status_code == 200
    assert phone.view()["phase"] == "ending"
    assert send(phone).status_code == 409
    assert phone.tap("lay-down").status_code == 200
    assert send(phone).status_code == 200


def test_cards_that_are_dealt_into_racks_are_hidden_before_the_start(open_table: OpenTable) -> None:
    eyes, desk = Eyes(), open_table()
    phone = Phone(app_of(desk, displays=eyes), seat=0)
    assert [rack["cards"] for rack in phone.view()["lobby"]["racks"]] == [5, 5, 5]
    assert send(phone).status_code == 409
    assert eyes.looked == []


def test_nothing_is_told_of_a_photo_in_whose_reading_a_game_began(open_table: OpenTable) -> None:
    eyes, desk = Eyes(), open_table(camera=False)
    phone = Phone(app_of(desk, displays=eyes), seat=0)
    eyes.meanwhile = desk.deal
    refused = send(phone)
    assert (refused.status_code, len(eyes.looked)) == (409, 1)
    assert "r3" not in refused.text


@pytest.mark.usefixtures("same_start")
def test_two_games_that_differ_in_hidden_cards_only_are_answered_alike(
    open_table: OpenTable,
) -> None:
    answers = []
    for seed in (1, 2):
        desk = open_table(camera=False, seed=seed)
        desk.deal()
        phone = Phone(app_of(desk, displays=Eyes()), seat=0)
        told = phone.post("score", cards=[{"label": "r3", "zone": ""}], mat=False)
        answers.append((send(phone).data, phone.get("/api/score").data, told.data))
    assert answers[0] == answers[1]


def test_a_scored_photo_changes_nothing_at_the_table(app: Flask) -> None:
    phone = Phone(app)
    before = phone.get("/api/view").data
    send(phone)
    assert phone.get("/api/view").data == before


# -------------------------------------------------------------------------------- in a browser


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with unwatched(tmp_path / "games") as table:
        yield table


@pytest.fixture
def page(browser: Browser, table: Table, eyes: Eyes) -> Iterator[Page]:
    services = Services(displays=eyes)
    app = create_app(table, PageConfig(secret=b"s", code=CODE, services=services))
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        page = make(PHONE)
        page.goto(f"/public?code={CODE}")
        page.goto("/score")
        yield page


def choose(page: Page) -> None:
    page.locator("#photo").set_input_files(
        {"name": "p.png", "mimeType": "image/png", "buffer": PHOTO}
    )


def photograph(page: Page) -> None:
    choose(page)
    expect(page.locator("#points")).to_have_text("Score 3, as far as I can see.")


def test_a_photo_that_is_chosen_before_the_page_knows_the_decks_is_read_all_the_same(
    page: Page,
) -> None:
    asked = list[Route]()
    page.route("**/api/score", lambda route: asked.append(route))
    page.reload()
    choose(page)
    expect(page.locator("#state")).to_have_text("The photo is being read…")
    asked[0].continue_()
    expect(page.locator("#points")).to_have_text("Score 3, as far as I can see.")


def test_where_no_deck_is_learnt_the_page_leads_to_the_lesson(page: Page, eyes: Eyes) -> None:
    expect(page.locator("#photo-label")).to_be_visible()
    expect(page.locator("#teach")).to_be_hidden()
    eyes.names = ()
    page.reload()
    page.get_by_role("link", name="Teach it your deck").tap()
    page.wait_for_url("**/deck")


def test_a_card_is_put_right_in_two_taps_on_the_photo(page: Page) -> None:
    photograph(page)
    page.locator("#marks").get_by_role("button", name="A card that is not read").tap()
    expect(page.locator("#which .likely")).to_have_count(2)
    offered = page.locator("#which-faces button").evaluate_all("all => all.map(b => b.ariaLabel)")
    assert len(offered) == 25, "the deck has neither multicolour nor black cards"
    page.locator("#which").get_by_role("button", name="blue 3").tap()
    expect(page.locator("#points")).to_have_text("Score 6.")
    expect(page.locator("#doubts li")).to_have_count(0)
    page.locator("#marks").get_by_role("button", name="red 3").tap()
    page.get_by_role("button", name="No firework card").tap()
    expect(page.locator("#points")).to_have_text("Score 3.")


def name_blue(page: Page, rank: int) -> None:
    page.locator("#add").tap()
    page.locator("#which").get_by_role("button", name=f"blue {rank}").tap()


def test_that_the_table_was_silent_is_forgotten_once_it_has_counted(page: Page) -> None:
    page.locator("#by-hand").tap()
    page.locator("#which-close").tap()
    page.route("**/api/score", lambda route: route.abort(), times=1)
    name_blue(page, 1)
    expect(page.locator("#wrong")).to_be_visible()
    name_blue(page, 2)
    expect(page.locator("#points")).to_contain_text("Score 2")
    expect(page.locator("#wrong")).to_be_hidden(timeout=3_000)


def test_of_two_answers_the_one_about_the_newest_cards_stays(page: Page) -> None:
    page.locator("#by-hand").tap()
    page.locator("#which-close").tap()
    asked = list[Route]()
    page.route("**/api/score", lambda route: asked.append(route))
    for rank in (1, 2):
        name_blue(page, rank)
    while len(asked) < 2:
        page.wait_for_timeout(50)
    asked[1].continue_()
    expect(page.locator("#points")).to_contain_text("Score 2")
    with page.expect_response("**/api/score"):
        asked[0].continue_()
    page.wait_for_timeout(300)
    expect(page.locator("#points")).to_contain_text("Score 2", timeout=1_000)


def test_faces_stand_by_suit_and_rank(page: Page) -> None:
    page.get_by_role("button", name="Without a photo").tap()
    names = page.locator("#which-faces button").evaluate_all("all => all.map(b => b.ariaLabel)")
    assert names[:6] == ["red 1", "red 2", "red 3", "red 4", "red 5", "yellow 1"]
    page.locator("#which").get_by_role("button", name="green 4").tap()
    expect(page.locator("#points")).to_have_text("Score 4.")
    page.get_by_role("button", name="Another card lies there").tap()
    page.locator("#which").get_by_role("button", name="white 5").tap()
    expect(page.locator("#points")).to_have_text("Score 9.")


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_nothing_keeps_anybody_from_scoring_a_photo(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # Playwright's own names
    photograph(page)
    assert Axe().run(page, options=RULES).response["violations"] == []
    page.locator("#marks button").first.tap()
    assert Axe().run(page, options=RULES).response["violations"] == []


def test_the_page_fits_the_smallest_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    photograph(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 320, re.sub(r"\s+", " ", page.content())[:200]
