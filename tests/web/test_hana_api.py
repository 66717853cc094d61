"""The page of Hana-awase without a browser: what phones send, and what they are told."""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.announcements.speech import Announcer
from companion.hana_awase.cards import Card
from companion.hana_table.found_piles import PilePicture
from companion.hana_table.names import card_name
from companion.hana_table.table import HanaTable
from companion.language.languages import language
from companion.panel.panel import Press
from companion.views.view import PUBLIC
from tests.web.hana_phones import CASES, PNG, Eyes, one_pile, round_the_mat, table
from tests.web.phones import CODE, Phone, sentence
from web import create_hana_app
from web.config import PageConfig

E2 = CASES[1]
CRANE = Card.parse("01-crane")
Place = tuple[HanaTable, Eyes, Phone]


def app_of(running: HanaTable) -> Flask:
    return create_hana_app(running, PageConfig(secret=b"kept", code=CODE))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with table(tmp_path, camera=True) as (running, eyes):
        yield running, eyes, Phone(app_of(running), 0)


def shown(running: HanaTable) -> Any:
    snapshot = running.hub.snapshot(PUBLIC)
    assert snapshot is not None
    return json.loads(snapshot.body)


def tap(phone: Phone, what: str, **body: object) -> TestResponse:
    return phone.client.post(f"/api/hana/{what}", json=body)


def photo(phone: Phone, data: bytes = b"photo", query: str = "") -> TestResponse:
    return phone.client.post(
        f"/api/hana/photo{query}", data=data, headers={"Content-Type": "image/jpeg"}
    )


def look(running: HanaTable, phone: Phone) -> TestResponse:
    """Look as soon as the camera has a picture."""
    for _ in range(200):
        answer = tap(phone, "look")
        if "no picture from a camera" not in answer.get_data(as_text=True):
            return answer
        time.sleep(0.01)
    raise AssertionError("the camera shows nothing")


def test_the_camera_reads_the_table_and_the_deal_counts(place: Place) -> None:
    running, eyes, phone = place
    eyes.shows = round_the_mat(E2["piles"])
    assert look(running, phone).status_code == 200
    view = shown(running)
    assert [pile["simplified"] for pile in view["piles"]] == E2["simplified"]
    assert tap(phone, "score", version=view["version"]).status_code == 200
    assert shown(running)["totals"] == E2["simplified"]
    assert shown(running)["deal"] == 2


def test_a_table_without_a_mat_is_read_by_the_cameras_sides_and_says_so(place: Place) -> None:
    running, eyes, phone = place
    cards = round_the_mat(E2["piles"]).cards
    eyes.shows = PilePicture("", False, cards)  # as from a phone: nobody can tell whose they are
    assert photo(phone).status_code == 409
    eyes.shows = PilePicture("", False, cards, from_above=True)
    assert look(running, phone).status_code == 200
    view = shown(running)
    assert [pile["simplified"] for pile in view["piles"]] == E2["simplified"]
    told = [one["text"] for one in view["news"]]
    assert told[-2].startswith("I see no mat, so the pile at the lower edge of the camera's")
    assert told[-2].endswith("is that of seat 1, and the others follow clockwise.")


def test_each_pile_may_be_sent_from_a_phone(place: Place) -> None:
    running, eyes, phone = place
    for seat, pile in enumerate(E2["piles"]):
        eyes.shows = one_pile(pile)
        assert photo(phone, query=f"?seat={seat}").status_code == 200
    assert [pile["simplified"] for pile in shown(running)["piles"]] == E2["simplified"]


def test_a_card_that_could_not_be_read_is_asked_for_and_told_in_one_tap(place: Place) -> None:
    running, eyes, phone = place
    eyes.shows = round_the_mat(E2["piles"], but=["09-cup", "01-crane"])
    photo(phone)
    assert sorted(shown(running)["unread"]) == [0, 1]
    assert tap(phone, "put", card="09-cup", to=1).status_code == 200
    view = shown(running)
    assert (view["unread"], view["missing"], view["inferred"]) == ([], [], ["01-crane"])
    assert [pile["simplified"] for pile in view["piles"]] == E2["simplified"]


def test_of_two_who_take_the_same_card_only_the_first_has_it(place: Place) -> None:
    running, _, phone = place
    assert tap(phone, "put", card="01-crane", to=1, lies=None).status_code == 200
    refused = tap(phone, "put", card="01-crane", to=2, lies=None)
    assert refused.status_code == 409
    assert sentence(refused) == "The table has changed meanwhile; please look again."
    assert "01-crane" in shown(running)["piles"][1]["cards"]
    assert tap(phone, "put", card="01-crane", to=1, lies=None).status_code == 200, "that is so"
    assert tap(phone, "put", card="01-crane", to=2, lies=1).status_code == 200, "he has seen it"


def test_a_card_is_put_with_another_player_on_the_mat_or_nowhere(place: Place) -> None:
    running, eyes, phone = place
    eyes.shows = round_the_mat(E2["piles"])
    photo(phone)
    tap(phone, "put", card="01-crane", to=2)
    assert "01-crane" in shown(running)["piles"][2]["cards"]
    tap(phone, "put", card="01-crane", to="mat")
    assert shown(running)["on_mat"] == ["01-crane"]
    tap(phone, "put", card="01-crane", to=None)
    assert shown(running)["missing"] == ["01-crane"]
    assert shown(running)["warnings"][0].startswith("1 card is missing, 20 points short: pine with")


def test_a_card_that_two_photos_show_is_told(place: Place) -> None:
    running, eyes, phone = place
    eyes.shows = one_pile(E2["piles"][0])
    photo(phone, query="?seat=0")
    eyes.shows = one_pile([*E2["piles"][1], "01-crane"])
    photo(phone, query="?seat=1")
    told = [one["text"] for one in shown(running)["news"]]
    assert "pine with crane was in the pile of seat 1 before; a pack has it once." in told


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("en", "There are no piles yet."),
        ("pl", "Nie ma jeszcze stosów."),
        ("ro", "Nu există încă grămezi."),
    ],
)
def test_each_phone_is_refused_and_told_of_cards_in_its_own_language(
    place: Place, code: str, sentence: str
) -> None:
    running, _, phone = place
    phone.client.set_cookie("language", code)
    refused = tap(phone, "score", version=shown(running)["version"])
    assert refused.get_json()["detail"] == sentence
    crane = phone.get("/api/hana/cards").get_json()["cards"][0]["name"]
    assert crane == card_name(CRANE, language(code))


def test_who_taps_on_an_old_page_is_told_to_look_again(place: Place) -> None:
    running, eyes, phone = place
    eyes.shows = round_the_mat(E2["piles"])
    old = shown(running)["version"]
    photo(phone)
    for what, body in (
        ("score", {}),
        ("draw", {"seat": None}),
        ("back", {}),
        ("begin", {"players": 2, "dealer": 0}),
    ):
        refused = tap(phone, what, version=old, **body)
        assert refused.status_code == 409
        assert refused.json is not None
        assert "look again" in refused.json["detail"]
    assert shown(running)["deal"] == 1


def test_steps_are_taken_back_and_deals_drawn(place: Place) -> None:
    running, _, phone = place
    assert tap(phone, "draw", version=1, seat=None).status_code == 200
    assert shown(running)["history"][0]["drawn"]
    assert tap(phone, "back", version=2).status_code == 200
    assert shown(running)["history"] == []
    assert tap(phone, "back", version=3).status_code == 409


def test_a_new_game_is_begun_from_a_phone(tmp_path: Path) -> None:
    with table(tmp_path, players=None) as (running, _):
        phone = Phone(app_of(running), 3)
        assert phone.joined.status_code == 200
        assert shown(running)["phase"] == "lobby"
        assert tap(phone, "score", version=0).status_code == 409
        assert tap(phone, "begin", version=0, players=4, dealer=2).status_code == 200
        assert (shown(running)["game"], shown(running)["dealer"]) == ({"players": 4}, 2)
        refused = tap(phone, "begin", version=1, players=5, dealer=0)
        assert refused.status_code == 409


def test_nobody_is_offered_hands_that_no_page_shows(place: Place) -> None:
    running, _, phone = place
    page = phone.get("/").get_data(as_text=True)
    assert "Only look on: the public page" in page
    assert "see all hands" not in page
    guest = Phone(app_of(running))
    refused = guest.post("join", sees_all=True)
    assert (refused.status_code, sentence(refused)) == (409, "In this game no page shows a hand.")
    assert guest.post("join", seat=1).status_code == 200  # nothing is held against it


def test_names_are_used_in_what_is_said(tmp_path: Path) -> None:
    with table(tmp_path) as (running, eyes):
        app = app_of(running)
        phone = Phone(app, 0)
        phone.client.post("/api/join", json={"seat": 0, "name": "Ann"})
        eyes.shows = round_the_mat(E2["piles"])
        photo(phone)
        tap(phone, "score", version=shown(running)["version"])
        assert any("Ann: 217" in one["text"] for one in shown(running)["news"])


def test_pictures_that_tell_nothing_are_refused_with_the_reason(place: Place) -> None:
    running, eyes, phone = place
    eyes.shows = one_pile(E2["piles"][0])
    refused = photo(phone)
    assert refused.status_code == 409
    assert "does not show the mat" in refused.get_data(as_text=True)
    broken = photo(phone, b"text")
    assert broken.status_code == 409
    assert "not a picture" in broken.get_data(as_text=True)
    assert photo(phone, query="?seat=7").status_code == 400
    assert phone.client.post("/api/hana/photo", data=b"photo").status_code == 415
    assert shown(running)["version"] == 1


def test_without_a_camera_nobody_looks(tmp_path: Path) -> None:
    with table(tmp_path) as (running, _):
        phone = Phone(app_of(running), 0)
        assert tap(phone, "look").status_code == 409
        cards = phone.client.get("/api/hana/cards").json
        assert cards is not None
        assert cards["camera"] is False


def test_cards_have_names_and_pictures(place: Place) -> None:
    _, _, phone = place
    cards = phone.client.get("/api/hana/cards").json
    assert cards is not None
    assert len(cards["cards"]) == 48
    assert cards["pictures"] == ["01-crane"]
    image = phone.client.get("/api/hana/card/01-crane.png")
    assert (image.mimetype, image.data) == ("image/png", PNG)
    assert phone.client.get("/api/hana/card/02-poem.png").status_code == 404


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("put", {}),
        ("put", {"card": "13-crane", "to": 0}),
        ("put", {"card": ["01-crane"], "to": 0}),
        ("put", {"card": "01-crane", "to": 4}),
        ("put", {"card": "01-crane", "to": "deck"}),
        ("put", {"card": "01-crane", "to": 0, "lies": "deck"}),
        ("put", {"card": "01-crane", "to": 0, "more": 1}),
        ("score", {}),
        ("score", {"version": -1}),
        ("score", {"version": "1"}),
        ("draw", {"version": 1}),
        ("begin", {"version": 1, "players": True, "dealer": 0}),
        ("look", {"now": 1}),
    ],
)
def test_a_malformed_body_is_one_sentence(what: str, body: dict[str, Any], place: Place) -> None:
    running, _, phone = place
    answer = tap(phone, what, **body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["detail"]
    assert shown(running)["version"] == 1


def test_nobody_gets_in_without_the_code(place: Place) -> None:
    running, _, _ = place
    stranger = app_of(running).test_client()
    for path in ("/api/hana/cards", "/api/hana/card/01-crane.png", "/api/view"):
        assert stranger.get(path).status_code == 403
    for what in ("put", "score", "draw", "back", "begin", "look", "photo"):
        assert stranger.post(f"/api/hana/{what}", json={}).status_code == 403
    assert stranger.get("/seat").status_code == 303


def seats_of(running: HanaTable) -> list[str]:
    """Return the seats that the page to join offers."""
    return re.findall(r'value="(\d)" class="seat', Phone(app_of(running)).get("/").text)


def test_only_seats_that_play_are_offered_four_before_a_game(tmp_path: Path, place: Place) -> None:
    running, _, _ = place
    assert seats_of(running) == ["0", "1", "2"]
    late = Phone(app_of(running), 3)
    assert late.joined.status_code == 409
    assert sentence(late.joined) == "Seat 4 does not play in this game."
    with table(tmp_path / "other", players=None) as (before, _):
        assert seats_of(before) == ["0", "1", "2", "3"]
        assert Phone(app_of(before), 4).joined.status_code == 409


def test_after_a_game_the_seats_that_may_play_the_next_are_offered(place: Place) -> None:
    running, _, _ = place
    for _ in range(12):
        running.call(lambda evening: evening.draw(None))
    assert shown(running)["phase"] == "over"
    assert seats_of(running) == ["0", "1", "2", "3"]


def test_the_pages_are_those_of_this_game(place: Place) -> None:
    _, _, phone = place
    page = phone.client.get("/seat").get_data(as_text=True)
    assert "hana.js" in page
    assert "table.js" not in page
    assert phone.client.post("/api/undo", json={"version": 1, "key": "a"}).status_code == 404


def test_everybody_is_shown_the_same(place: Place) -> None:
    running, eyes, phone = place
    eyes.shows = round_the_mat(E2["piles"])
    photo(phone)
    bodies = {running.hub.snapshot(reader).body for reader in (PUBLIC, 0, 1, 2)}  # type: ignore[union-attr]
    assert len(bodies) == 1
    assert running.hub.snapshot(3) is None


def test_the_panels_buttons_reach_the_game(place: Place) -> None:
    running, eyes, phone = place
    eyes.shows = round_the_mat(E2["piles"])
    photo(phone)
    lit: list[int | None] = []

    class Panel:
        def show(self, state: Any) -> None:
            lit.append(state.to_move)

    running.connect(Panel())
    running.pressed(Press.PLAY)
    running.pressed(Press.CONFIRM)
    assert running.put(CRANE, None).ok  # what was posted before it is done by then
    assert shown(running)["totals"] == E2["simplified"]
    assert 2 in lit  # maybe after what was still to be shown of the photo
    running.pressed(Press.CONFIRM)
    assert running.put(CRANE, 0).ok
    assert shown(running)["deal"] == 2
    assert "That does not go: there are no piles yet." in [
        one["text"] for one in shown(running)["news"]
    ]


def test_the_machine_at_the_table_says_what_everybody_can_read(place: Place) -> None:
    running, eyes, phone = place
    said: list[str] = []

    class Engine:
        volume = 100

        def set_volume(self, volume: int) -> None:
            raise AssertionError(volume)

        def say(self, text: str) -> None:
            said.append(text)

        def hush(self) -> None:
            said.append("")

    announcer = Announcer(Engine())
    running.speak_with(announcer)
    eyes.shows = round_the_mat(E2["piles"])
    photo(phone)
    assert said == ["I have read all 48 cards."]
    announcer.be_silent(True)
    tap(phone, "put", card="01-crane", to=1)
    assert said == ["I have read all 48 cards.", ""]
