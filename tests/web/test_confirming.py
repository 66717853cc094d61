"""Is this the rack in front of you? Before a phone has said so it sees no hand and does nothing."""

import pytest
from itsdangerous import URLSafeSerializer

from companion.hanabi.labels import MOST_SEATS
from companion.play.inputs import StartTap
from tests.web.phones import CODE, SECRET, Clock, Phone, app_of, data, sentence
from tests.web.real_table import RESTS, OpenTable, PlayedTable
from tests.web.sent import TAPS
from tests.web.test_stream import Listener
from web import create_app
from web.config import PageConfig
from web.seats import Seats, Visitor


def faces(phone: Phone) -> list[object]:
    return [card["face"] for hand in phone.view()["game"]["hands"] for card in hand if card["face"]]


@pytest.fixture
def desk(open_table: OpenTable) -> PlayedTable:
    desk = open_table(players=3)
    desk.deal()
    return desk


def test_a_phone_sees_no_hand_before_it_has_said_that_it_sits_there(desk: PlayedTable) -> None:
    app = app_of(desk)
    tablet, phone = Phone(app), Phone(app, 1, sits=None)
    assert data(phone.joined) == {"page": "/seat", "seat": 1, "confirm": True}
    assert faces(phone) == []
    public, asked = tablet.get("/api/view").data, phone.get("/api/view").data
    assert asked == public, "to the last byte what everybody may see"
    assert data(phone.get("/api/view?public=0"))["view"]["game"]["reader"] is None
    listener = Listener(phone)
    listener.next()
    assert listener.snapshot()["view"] == tablet.view()
    assert phone.get("/api/rack-picture?of=1").status_code != 200


def test_it_does_nothing_in_the_name_of_that_seat_either(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk), 1, sits=None)
    clue = phone.tap("clue", target=0, value=1)
    assert sentence(clue) == "Only a seat can give a clue."
    arranged = phone.tap("arrange", order=[1, 0, 2, 3, 4])
    assert sentence(arranged) == "Only a seat has a hand."
    assert desk.asked == []


def test_after_yes_it_sees_the_hands_of_the_others_and_not_its_own(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk), 1, sits=None)
    assert "Is this the rack in front of you?" in phone.get("/seat").text
    told = phone.post("confirm", seat=1, sits=True)
    assert data(told) == {"page": "/seat", "seat": 1, "confirm": False}
    assert "Is this the rack" not in phone.get("/seat").text
    hands = phone.view()["game"]["hands"]
    assert [any(card["face"] for card in hand) for hand in hands] == [True, False, True]


def test_after_no_the_seat_is_free_and_the_table_is_asked_about_another(
    desk: PlayedTable,
) -> None:
    app = app_of(desk)
    two = Phone(app, 2)
    phone = Phone(app, 1, sits=None)
    told = phone.post("confirm", seat=1, sits=False)
    assert data(told) == {"page": "/", "seat": None, "confirm": False}
    assert faces(phone) == []
    assert phone.get("/seat").headers["Location"] == "/"
    assert Phone(app, 1).joined.status_code == 200, "it is free for somebody else"
    assert phone.post("join", seat=0).status_code == 202
    assert two.agree(0), "it has seen no hand, so it can be agreed to"
    again = phone.post("join", seat=0)
    assert data(again)["confirm"], "it is asked about each seat that it takes"


def test_a_stream_of_a_phone_that_is_asked_ends_when_it_says_no(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk), 1, sits=None)
    listener = Listener(phone)
    listener.next()
    listener.snapshot()
    phone.post("confirm", seat=1, sits=False)
    assert listener.next() == "event: seat\ndata: {}"


def test_a_phone_is_asked_once_through_reloads_and_restarts(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk), 1)
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    for _ in range(2):
        assert phone.view()["game"]["reader"] == 1
    again = Phone(create_app(desk, PageConfig(secret=SECRET, code=CODE)), sits=None)
    again.client.set_cookie("companion", cookie.value)
    assert again.view()["game"]["reader"] == 1
    told = again.post("join", seat=1)
    assert not data(told)["confirm"], "it scans the code once more and sits where it sat"
    assert again.view()["game"]["reader"] == 1


def test_a_restart_does_not_answer_for_a_phone_that_has_not_answered(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk), 1, sits=None)
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    again = Phone(app_of(desk))
    again.client.set_cookie("companion", cookie.value)
    assert faces(again) == []
    assert "Is this the rack in front of you?" in again.get("/seat").text


def test_a_cookie_from_before_anybody_was_asked_keeps_its_seat_and_is_asked(
    open_table: OpenTable,
) -> None:
    desk = open_table(players=3)
    phone = Phone(app_of(desk))
    old = URLSafeSerializer(SECRET, salt="seat").dumps(["name-9", 1, "name-10", "Ana", 0])
    phone.client.set_cookie("companion", str(old))
    phone.view()
    desk.deal()
    assert faces(phone) == []
    assert "Is this the rack in front of you?" in phone.get("/seat").text
    phone.post("confirm", seat=1, sits=True)
    assert phone.view()["game"]["reader"] == 1


def test_who_sat_there_on_an_evening_of_hana_awase_has_not_said_that_it_is_his_rack(
    open_table: OpenTable,
) -> None:
    desk = open_table(players=3)
    phone = Phone(app_of(desk))
    evening_before = Seats(desk, SECRET, Clock(), asks=False)
    cookie = evening_before.cookie(Visitor("name-9", 1, "name-10", "Ana"))
    phone.client.set_cookie("companion", cookie)
    phone.view()
    desk.deal()
    assert faces(phone) == []
    assert "Is this the rack in front of you?" in phone.get("/seat").text


def test_an_answer_about_another_seat_changes_nothing(desk: PlayedTable) -> None:
    app = app_of(desk)
    phone = Phone(app, 1, sits=None)
    for seat in (0, 2):
        refused = phone.post("confirm", seat=seat, sits=True)
        assert refused.status_code == 409
        assert "choose again" in sentence(refused)
    assert faces(phone) == []
    looking = Phone(app)
    assert looking.post("confirm", seat=0, sits=True).status_code == 409
    assert faces(looking) == []


def test_an_answer_that_comes_when_another_has_the_seat_shows_nothing(desk: PlayedTable) -> None:
    app = app_of(desk)
    slow = Phone(app, 1, sits=None)
    other = Phone(app, 2)
    second = Phone(app)
    assert second.post("join", seat=1).status_code == 202
    wish = data(slow.get("/api/view"))["house"]["wishes"][0]["id"]
    assert slow.post("consent", wish=wish, granted=True).status_code == 200
    assert second.post("join", seat=1).status_code == 200
    assert slow.post("confirm", seat=1, sits=True).status_code == 409
    assert faces(slow) == []
    assert faces(other)


def test_taps_of_a_phone_that_is_asked_are_those_of_a_phone_without_a_seat(
    desk: PlayedTable,
) -> None:
    app = app_of(desk)
    asked, looking = Phone(app, 1, sits=None), Phone(app)
    for what in TAPS:
        one, other = (phone.post(what, version=0, key="k") for phone in (asked, looking))
        assert (one.status_code, one.data) == (other.status_code, other.data), what


def test_where_no_racks_stand_people_are_asked_for_their_place(open_table: OpenTable) -> None:
    desk = open_table(camera=False)
    desk.deal()
    page = Phone(app_of(desk), 1, sits=None).get("/seat").text
    assert "Is this your place?" in page
    assert "rack" not in page.partition("<main")[2].partition("</main>")[0]


def test_a_camera_above_the_mat_alone_makes_no_racks_of_their_places(open_table: OpenTable) -> None:
    desk = open_table()
    desk.film.away.update(range(MOST_SEATS))
    desk.film.slots = {}
    desk.look(RESTS)
    assert desk.ask(StartTap(0, 3), None).ok
    desk.look()
    page = Phone(app_of(desk), 1, sits=None).get("/seat").text
    assert "Is this your place?" in page
    assert "rack" not in page.partition("<main")[2].partition("</main>")[0]


def test_the_question_has_the_seats_sign_and_its_number(desk: PlayedTable) -> None:
    page = Phone(app_of(desk), 1, sits=None).get("/seat").text
    asked = page.partition("<main")[2].partition("</main>")[0]
    assert 'href="#sign-1"' in asked
    assert "<b>Seat 2</b><span>fish</span>" in asked
    assert "counted the seats from 0" in asked, "an old rack misleads nobody"


def test_whoever_scans_a_stand_up_is_offered_its_seat_first(desk: PlayedTable) -> None:
    client = app_of(desk).test_client()
    page = client.get(f"/?code={CODE}&seat=3").text
    order = [page.index(f'name="seat" value="{seat}"') for seat in range(3)]
    assert order[2] < order[0] < order[1], "the others are still there"
    assert page.count(" offered") == 1
    assert page.index(" offered") < order[0]
    for strange in ("0", "9", "x", "-1", "03", "³", "2&seat=1", ""):
        assert client.get(f"/?code={CODE}&seat={strange}").status_code == 200, strange
    assert " offered" not in client.get(f"/?code={CODE}&seat=0").text, "seats are 1 to 5"


def test_choosing_a_language_keeps_the_seat_that_was_scanned(desk: PlayedTable) -> None:
    client = app_of(desk).test_client()
    assert "seat=3" in client.get(f"/?code={CODE}&seat=3").text.partition("<form")[0]
    chosen = client.get(f"/?code={CODE}&seat=3&language=pl")
    assert chosen.headers["Location"] == f"/?code={CODE}&seat=3"


def test_over_the_shoulders_of_the_demonstration_nobody_is_asked(desk: PlayedTable) -> None:
    phone = Phone(app_of(desk, shared_seats=True), 1, sits=None)
    assert not data(phone.joined)["confirm"]
    assert faces(phone)
