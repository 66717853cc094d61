"""Who is let in: the game's code, the signed cookie, and phones that have gone wild."""

from pathlib import Path

import pytest
from itsdangerous import URLSafeSerializer

from companion.files.first_visit import FirstVisit
from companion.files.keys import SECRET_BYTES, Keys, load_keys, store_keys
from tests.web.phones import CODE, Clock, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from tests.web.sent import POSTS
from web.access_code import FIRST_WAIT, FREE_TRIES, LONGEST_WAIT, WRONG_AT_ONCE, WRONG_EVERY
from web.rate_limit import BURST


def test_a_phone_joins_with_the_code_and_gets_its_seats_view(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    assert data(phone.joined) == {"page": "/seat", "seat": 1, "confirm": True}
    assert phone.view()["game"]["reader"] == 1


def test_the_code_may_be_typed_in_small_letters_and_with_spaces(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()))
    assert phone.post("join", code=" spark 7 ", seat=2).status_code == 200


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(open_table: OpenTable) -> None:
    cookie = Phone(app_of(open_table()), seat=0).joined.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_cookies_end_after_some_days_and_at_no_date_of_a_clock_that_may_be_wrong(
    open_table: OpenTable,
) -> None:
    phone = Phone(app_of(open_table()), seat=0)
    chosen = phone.get("/?language=pl")
    for cookie in (phone.joined.headers["Set-Cookie"], chosen.headers["Set-Cookie"]):
        assert "Max-Age=" in cookie
        assert "Path=/" in cookie
        assert "expires" not in cookie.lower()


def test_without_the_code_nothing_is_seen_and_nothing_done(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    stranger = app_of(desk).test_client()
    for path in ("/api/view", "/api/view?public=1", "/api/stream", "/api/lamps"):
        assert stranger.get(path).status_code == 403, path
    for what in POSTS:
        body = {"seat": 0} if what == "join" else {}
        assert stranger.post(f"/api/{what}", json=body).status_code == 403, what
    assert desk.asked == []


def test_a_wrong_code_is_refused_and_guessing_is_slowed_down(open_table: OpenTable) -> None:
    clock = Clock()
    app = app_of(open_table(), clock)
    guesser, neighbour = app.test_client(), Phone(app, address="192.168.1.99")

    def guess(code: str) -> int:
        return guesser.post(
            "/api/join", json={"code": code, "seat": 0}, environ_base={"REMOTE_ADDR": "10.0.0.9"}
        ).status_code

    assert [guess("WRONG") for _ in range(FREE_TRIES + 1)] == [403] * (FREE_TRIES + 1)
    assert guess("WRONG") == 429
    assert guess(CODE) == 429, "the right code in between would make guessing worthwhile"
    assert neighbour.post("join", code=CODE, seat=1).status_code == 200, "others are not slowed"
    clock.now += FIRST_WAIT + 0.1
    assert guess("WRONG") == 403
    clock.now += FIRST_WAIT + 0.1
    assert guess(CODE) == 429, "each further wrong code doubles the time"
    clock.now += LONGEST_WAIT
    assert guess(CODE) == 200


def test_whoever_has_many_addresses_guesses_no_faster(open_table: OpenTable) -> None:
    clock = Clock()
    app = app_of(open_table(), clock)
    addresses = iter(f"10.0.{i // 200}.{i % 200 + 1}" for i in range(1000))

    def guess(code: str) -> int:
        return (
            app.test_client()
            .post(
                "/api/join",
                json={"code": code, "seat": 0},
                environ_base={"REMOTE_ADDR": next(addresses)},
            )
            .status_code
        )

    player = Phone(app, seat=1)
    assert [guess("WRONG") for _ in range(WRONG_AT_ONCE)] == [403] * WRONG_AT_ONCE
    assert guess("WRONG") == 429
    assert guess(CODE) == 429, "nobody new is listened to"
    assert player.get("/api/view").status_code == 200, "whoever plays notices nothing"
    assert player.get(f"/public?code={CODE}").status_code == 303, "also with the code again"
    assert player.post("join", code=CODE, seat=1).status_code == 200
    clock.now += WRONG_EVERY + 0.1
    assert [guess("WRONG"), guess("WRONG")] == [403, 429]
    clock.now += WRONG_EVERY + 0.1
    assert guess(CODE) == 200


def test_a_phone_that_has_gone_wild_is_not_listened_to_and_the_others_are(
    open_table: OpenTable,
) -> None:
    clock = Clock()
    app = app_of(open_table(), clock)
    wild, calm = Phone(app, seat=0), Phone(app, seat=1)
    sent = [wild.post("here", here=True).status_code for _ in range(BURST + 5)]
    assert set(sent[: BURST - 1]) == {200}
    assert sent[-1] == 429
    assert calm.post("here", here=True).status_code == 200
    assert wild.get("/api/view").status_code == 200, "it still sees what happens"
    clock.now += 1.0
    assert wild.post("here", here=True).status_code == 200


def test_whoever_is_slowed_down_is_told_for_how_long(open_table: OpenTable) -> None:
    client = app_of(open_table()).test_client()
    for _ in range(FREE_TRIES + 1):
        client.post("/api/join", json={"code": "no", "seat": 0})
    refused = client.post("/api/join", json={"code": "no", "seat": 0})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) == 6
    assert sentence(refused) == "Too many wrong codes: please try again in 6 seconds."


def test_leaving_frees_the_seat(open_table: OpenTable) -> None:
    app = app_of(open_table())
    first = Phone(app, seat=1)
    assert first.post("leave").status_code == 200
    assert Phone(app, seat=1).joined.status_code == 200


def test_after_a_restart_each_phone_finds_its_seat_again(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    again = Phone(app_of(desk), seat=2)
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    again.client.set_cookie("companion", cookie.value)
    assert again.view()["game"]["reader"] == 1


def test_a_cookie_from_before_leaving_is_worth_nothing(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    old = phone.client.get_cookie("companion")
    assert old is not None
    phone.post("leave")
    phone.client.set_cookie("companion", old.value)
    assert phone.view()["game"]["reader"] is None


@pytest.mark.parametrize(
    "forged",
    [
        "",
        "x",
        "WyJwIiwyLCJoIl0",
        "WyJwIiwyLCJoIl0.signature",
        URLSafeSerializer(b"another secret", salt="seat").dumps(["p", 2, "h", "", 0]),
        URLSafeSerializer(b"kept by the installation", salt="other").dumps(["p", 2, "h", "", 0]),
        "é\x7f",
    ],
)
def test_a_forged_cookie_opens_nothing(forged: str, open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    client = app_of(desk).test_client()
    client.set_cookie("companion", forged)
    assert client.get("/api/view").status_code == 403


def test_a_cookie_whose_seat_was_changed_by_hand_opens_nothing(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    signature = cookie.value.partition(".")[2]
    other = URLSafeSerializer(b"guess", salt="seat").dumps(["name-1", 2, "name-2", "", 0])
    phone.client.set_cookie("companion", f"{str(other).partition('.')[0]}.{signature}")
    assert phone.get("/api/view").status_code == 403


def test_no_parameter_shows_another_seats_view(open_table: OpenTable) -> None:
    desk = open_table()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    own = phone.get("/api/view").data
    for query in ("seat=0", "reader=0", "public=0", "public=true", "seat=0&public=2"):
        assert phone.get(f"/api/view?{query}").data == own
    assert data(phone.get("/api/view?public=1"))["view"]["game"]["reader"] is None


def test_a_seat_that_does_not_play_sees_what_the_public_sees(open_table: OpenTable) -> None:
    desk = open_table(players=3)
    app = app_of(desk)
    onlooker = Phone(app, seat=4)
    assert onlooker.joined.status_code == 200, "before a game nobody knows who will play"
    desk.deal()
    assert onlooker.get("/api/view").data == Phone(app).get("/api/view").data
    assert not [card for hand in onlooker.view()["game"]["hands"] for card in hand if card["face"]]
    late = Phone(app, seat=3)
    assert late.joined.status_code == 409
    assert sentence(late.joined) == "Seat 4 does not play in this game."


def test_between_two_games_a_newcomer_takes_any_free_seat(open_table: OpenTable) -> None:
    desk = open_table(players=3)
    app = app_of(desk)
    Phone(app, seat=0)
    desk.deal()
    assert Phone(app, seat=3).joined.status_code == 409
    desk.stop()
    assert Phone(app, seat=3).joined.status_code == 200, "how many play next nobody knows"


def test_where_seats_are_shared_every_phone_may_look_over_a_players_shoulder(
    open_table: OpenTable,
) -> None:
    desk = open_table()
    desk.deal()
    app = app_of(desk, shared_seats=True)
    first, second = Phone(app, seat=1), Phone(app, seat=1)
    assert first.view()["game"]["reader"] == second.view()["game"]["reader"] == 1
    assert second.post("join", seat=0).status_code == 200
    assert second.view()["game"]["reader"] == 0


def test_where_seats_are_shared_a_player_is_called_by_the_names_that_phones_gave_him(
    open_table: OpenTable,
) -> None:
    desk = open_table()
    desk.deal()
    app = app_of(desk, shared_seats=True)
    phones = [Phone(app) for _ in range(4)]
    for phone, name in zip(phones, ("Ana", "Ben", "Ana", None), strict=True):
        assert phone.post("join", code=CODE, seat=1, name=name).status_code == 200

    def names() -> object:
        return data(phones[3].get("/api/view"))["house"]["names"]

    assert names() == {"1": "Ana, Ben"}
    assert desk.people().names == {1: "Ana, Ben"}, "the voice and the log call him so, too"
    assert phones[1].post("join", seat=0).status_code == 200
    assert names() == {"0": "Ben", "1": "Ana"}
    assert phones[1].post("join", seat=None).status_code == 200
    assert names() == {"1": "Ana"}
    page = Phone(app).get("/").text
    assert "<b>Ana</b>" in page


def test_whoever_opens_a_demonstration_is_told_that_he_may_watch_and_is_not_sent_to_ask_anybody(
    open_table: OpenTable,
) -> None:
    desk = open_table()
    desk.deal()
    app = app_of(desk, shared_seats=True)
    for seat in (None, 0):
        Phone(app, seat=seat)
        page = Phone(app).get("/").text
        assert page.count("watch from here") == 3
        assert "Simulated players play here by themselves." in page
        for misleading in ("ask for it", "Where do you sit?", "gets no seat in this game"):
            assert misleading not in page
    watching = Phone(app, seat=1)
    assert "you see what the phone of this seat shows" in watching.get("/seat").text
    assert "simulated players play this game" in watching.get("/public").text
    at_a_table = Phone(app_of(desk)).get("/").text
    assert "free, ask for it" in at_a_table
    assert "Simulated" not in at_a_table


def test_a_flashed_table_gives_its_code_to_whoever_comes_first(
    open_table: OpenTable, tmp_path: Path
) -> None:
    path = tmp_path / "keys.json"
    store_keys(path, Keys(bytes(SECRET_BYTES), CODE, met=False))
    app = app_of(open_table(), first_visit=FirstVisit(path, load_keys(path)))
    first = app.test_client().get("/").text
    assert f'value="{CODE}"' in first
    assert "you are the first here" in first
    wrong = app.test_client().post("/api/v1/join", json={"code": "no", "seat": 0})
    assert wrong.status_code == 403
    assert CODE in app.test_client().get("/").text, "a wrong code is no visit"
    assert Phone(app, seat=0).joined.status_code == 200
    later = app.test_client().get("/").text
    assert CODE not in later
    assert "you are the first here" not in later


def test_a_table_with_a_terminal_never_says_its_code_on_the_page(open_table: OpenTable) -> None:
    assert CODE not in app_of(open_table()).test_client().get("/").text
