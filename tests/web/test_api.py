"""Taps, views and seats through HTTP, each as a phone would send it."""

import json
from collections.abc import Callable

import pytest
from itsdangerous import URLSafeSerializer

from companion.desk.taps import AnswerTap, ClueTap, NewGameTap, StartTap, UndoTap
from companion.hanabi.cards import Card, Suit
from companion.hanabi.moves import ColourHint, RankHint
from companion.panel.panel import Press
from tests.web.fake_desk import FakeDesk
from tests.web.phones import CODE, Clock, Phone, app_of, data, sentence
from web.doorkeeper import FIRST_WAIT, FREE_TRIES, LONGEST_WAIT, WRONG_AT_ONCE, WRONG_EVERY
from web.pace import AT_ONCE

TAPS = (
    *("clue", "check", "lay", "identify", "pass", "name", "tile", "arrange"),
    *("start", "answer", "undo", "new"),
)
POSTS = (*TAPS, "press", "join", "leave")


def first_clue(desk: FakeDesk, target: int = 1) -> dict[str, object]:
    assert desk.game is not None
    card = desk.game.state.hands[target][0].card
    assert card is not None
    return {"target": target, "colour": card.suit.value}


# ------------------------------------------------------------------------------- joining


def test_a_phone_joins_with_the_code_and_gets_its_seats_view() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    assert data(phone.joined) == {"page": "/seat", "seat": 1}
    assert phone.view()["game"]["reader"] == 1


def test_the_code_may_be_typed_in_small_letters_and_with_spaces() -> None:
    phone = Phone(app_of(FakeDesk()))
    assert phone.post("join", code=" spark 7 ", seat=2).status_code == 200


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites() -> None:
    cookie = Phone(app_of(FakeDesk()), seat=0).joined.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_without_the_code_nothing_is_seen_and_nothing_done() -> None:
    desk = FakeDesk()
    desk.deal()
    stranger = app_of(desk).test_client()
    for path in ("/api/view", "/api/view?public=1", "/api/stream", "/api/lamps"):
        assert stranger.get(path).status_code == 403, path
    for what in POSTS:
        body = {"seat": 0} if what == "join" else {}
        assert stranger.post(f"/api/{what}", json=body).status_code == 403, what
    assert desk.asked == []


def test_a_wrong_code_is_refused_and_guessing_is_slowed_down() -> None:
    clock = Clock()
    app = app_of(FakeDesk(), clock)
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


def test_whoever_has_many_addresses_guesses_no_faster() -> None:
    clock = Clock()
    app = app_of(FakeDesk(), clock)
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
    clock.now += WRONG_EVERY + 0.1
    assert [guess("WRONG"), guess("WRONG")] == [403, 429]
    clock.now += WRONG_EVERY + 0.1
    assert guess(CODE) == 200


def test_a_phone_that_has_gone_wild_is_not_listened_to_and_the_others_are() -> None:
    clock = Clock()
    app = app_of(FakeDesk(), clock)
    wild, calm = Phone(app, seat=0), Phone(app, seat=1)
    sent = [wild.post("here", here=True).status_code for _ in range(AT_ONCE + 5)]
    assert set(sent[: AT_ONCE - 1]) == {200}
    assert sent[-1] == 429
    assert calm.post("here", here=True).status_code == 200
    assert wild.get("/api/view").status_code == 200, "it still sees what happens"
    clock.now += 1.0
    assert wild.post("here", here=True).status_code == 200


def test_whoever_is_slowed_down_is_told_for_how_long() -> None:
    client = app_of(FakeDesk()).test_client()
    for _ in range(FREE_TRIES + 1):
        client.post("/api/join", json={"code": "no", "seat": 0})
    refused = client.post("/api/join", json={"code": "no", "seat": 0})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) == 6
    assert sentence(refused) == "Too many wrong codes: please try again in 6 seconds."


def test_leaving_frees_the_seat() -> None:
    app = app_of(FakeDesk())
    first = Phone(app, seat=1)
    assert first.post("leave").status_code == 200
    assert Phone(app, seat=1).joined.status_code == 200


def test_after_a_restart_each_phone_finds_its_seat_again() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    again = Phone(app_of(desk), seat=2)
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    again.client.set_cookie("companion", cookie.value)
    assert again.view()["game"]["reader"] == 1


def test_a_cookie_from_before_leaving_is_worth_nothing() -> None:
    desk = FakeDesk()
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
def test_a_forged_cookie_opens_nothing(forged: str) -> None:
    desk = FakeDesk()
    desk.deal()
    client = app_of(desk).test_client()
    client.set_cookie("companion", forged)
    assert client.get("/api/view").status_code == 403


def test_a_cookie_whose_seat_was_changed_by_hand_opens_nothing() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    cookie = phone.client.get_cookie("companion")
    assert cookie is not None
    signature = cookie.value.partition(".")[2]
    other = URLSafeSerializer(b"guess", salt="seat").dumps(["name-1", 2, "name-2", "", 0])
    phone.client.set_cookie("companion", f"{str(other).partition('.')[0]}.{signature}")
    assert phone.get("/api/view").status_code == 403


def test_no_parameter_shows_another_seats_view() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=1)
    own = phone.get("/api/view").data
    for query in ("seat=0", "reader=0", "public=0", "public=true", "seat=0&public=2"):
        assert phone.get(f"/api/view?{query}").data == own
    assert data(phone.get("/api/view?public=1"))["view"]["game"]["reader"] is None


def test_a_seat_that_does_not_play_sees_what_the_public_sees() -> None:
    desk = FakeDesk(players=3)
    app = app_of(desk)
    onlooker = Phone(app, seat=4)
    assert onlooker.joined.status_code == 200, "before a game nobody knows who will play"
    desk.deal()
    assert onlooker.get("/api/view").data == Phone(app).get("/api/view").data
    assert not [card for hand in onlooker.view()["game"]["hands"] for card in hand if card["face"]]
    late = Phone(app, seat=3)
    assert late.joined.status_code == 409
    assert sentence(late.joined) == "Seat 4 does not play in this game."


def test_where_seats_are_shared_every_phone_may_look_over_a_players_shoulder() -> None:
    desk = FakeDesk()
    desk.deal()
    app = app_of(desk, shared_seats=True)
    first, second = Phone(app, seat=1), Phone(app, seat=1)
    assert first.view()["game"]["reader"] == second.view()["game"]["reader"] == 1
    assert second.post("join", seat=0).status_code == 200
    assert second.view()["game"]["reader"] == 0


# --------------------------------------------------------------------------------- taps


def test_a_game_starts_with_the_chosen_player() -> None:
    desk = FakeDesk()
    phone = Phone(app_of(desk), seat=0)
    assert data(phone.tap("start", first=2)) == {"ok": True}
    assert desk.asked == [(StartTap(2), 0)]
    assert phone.view()["game"]["to_move"] == 2


def test_a_clue_is_given_by_the_seat_of_the_cookie() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    clue = first_clue(desk)
    assert phone.tap("clue", **clue).status_code == 200
    assert desk.asked == [(ClueTap(0, 1, ColourHint(Suit(clue["colour"]))), 0)]
    assert phone.view()["game"]["clue_tokens"] == [7, 8]


def test_a_clue_about_a_number_is_given() -> None:
    desk = FakeDesk()
    desk.deal()
    Phone(app_of(desk), seat=0).tap("clue", target=1, value=1)
    assert desk.asked == [(ClueTap(0, 1, RankHint(1)), 0)]


def test_the_public_page_cannot_give_a_clue() -> None:
    desk = FakeDesk()
    desk.deal()
    refused = Phone(app_of(desk)).tap("clue", **first_clue(desk))
    assert refused.status_code == 403
    assert sentence(refused) == "Only a seat can give a clue."


def test_a_clue_out_of_turn_names_the_rule() -> None:
    desk = FakeDesk()
    desk.deal()
    refused = Phone(app_of(desk), seat=2).tap("clue", **first_clue(desk))
    assert refused.status_code == 409
    assert data(refused)["rule"] == "not_your_turn"
    assert data(refused)["stale"] is False
    assert sentence(refused)


def test_the_newest_turn_is_taken_back() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    phone.tap("clue", **first_clue(desk))
    assert phone.tap("undo").status_code == 200
    assert desk.asked[-1] == (UndoTap(), 0)
    assert phone.view()["game"]["turn"] == 1
    refused = phone.tap("undo")
    assert refused.status_code == 409
    assert sentence(refused) == "There is nothing to take back."


def test_a_question_is_answered() -> None:
    desk = FakeDesk()
    desk.deal()
    desk.question = ("fireworks", ("r3", "g3"))
    desk.publish()
    phone = Phone(app_of(desk), seat=2)
    assert phone.view()["question"] == {
        "place": "fireworks",
        "options": ["r3", "g3"],
        "seat": None,
        "slot": None,
    }
    assert phone.tap("answer", card="g3").status_code == 200
    assert desk.asked == [(AnswerTap(Card(Suit.GREEN, 3)), 2)]
    assert phone.view()["question"] is None


def test_the_public_page_starts_and_ends_games() -> None:
    desk = FakeDesk()
    tablet = Phone(app_of(desk))
    assert tablet.tap("start", first=0).status_code == 200
    assert tablet.tap("new").status_code == 200
    assert desk.asked == [(StartTap(0), None), (NewGameTap(), None)]


def test_a_tap_made_in_an_older_view_is_refused_with_the_newest() -> None:
    desk = FakeDesk()
    desk.deal()
    app = app_of(desk)
    phone, other = Phone(app, seat=0), Phone(app, seat=1)
    old = phone.version()
    other.tap("undo")
    desk.game = None
    desk.publish()
    refused = phone.tap("undo", version=old)
    assert refused.status_code == 409
    assert data(refused)["stale"] is True
    assert data(refused)["snapshot"] == data(phone.get("/api/view"))
    assert len(desk.asked) == 1, "the table was not asked"


def test_a_tap_that_arrives_twice_is_carried_out_once() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    tap = {"version": phone.version(), "key": "the-same", **first_clue(desk)}
    first, second = phone.post("clue", **tap), phone.post("clue", **tap)
    assert first.status_code == second.status_code == 200
    assert first.data == second.data
    assert len(desk.asked) == 1


def test_a_key_is_good_for_one_tap_only() -> None:
    desk = FakeDesk()
    desk.deal()
    phone = Phone(app_of(desk), seat=0)
    phone.tap("clue", key="once", **first_clue(desk))
    refused = phone.tap("undo", key="once")
    assert refused.status_code == 400
    assert sentence(refused) == "The key once came with another tap before."


def test_two_phones_may_choose_the_same_key() -> None:
    desk = FakeDesk()
    app = app_of(desk)
    one, other = Phone(app, seat=0), Phone(app, seat=1)
    assert one.tap("start", first=0, key="same").status_code == 200
    assert other.tap("new", key="same").status_code == 200


# --------------------------------------------------------------------------- virtual panel


@pytest.mark.parametrize("button", [press.value for press in Press])
def test_a_button_of_the_virtual_panel_is_pressed(button: str) -> None:
    desk = FakeDesk()
    assert Phone(app_of(desk)).post("press", button=button).status_code == 200
    assert desk.pressed == [Press(button)]


def test_the_lamps_of_the_virtual_panel_are_shown() -> None:
    desk = FakeDesk()
    desk.deal()
    lamps = data(Phone(app_of(desk)).get("/api/lamps"))["lamps"]
    assert (lamps["clue.7"], lamps["fuse.0"], lamps["turn.0"], lamps["status"]) == (1, 0, 1, 1)


def test_without_a_virtual_panel_there_is_nothing_to_press() -> None:
    phone = Phone(app_of(FakeDesk(panel=False)))
    for refused in (phone.post("press", button="undo"), phone.get("/api/lamps")):
        assert refused.status_code == 404
        assert sentence(refused) == "There is no virtual panel."


# --------------------------------------------------------------------------- bad requests

GOOD = {"version": 1, "key": "k"}


@pytest.mark.parametrize(
    ("what", "body", "said"),
    [
        ("clue", {**GOOD, "target": 1}, "The clue: a clue has either a colour or a value."),
        ("clue", {**GOOD, "target": 1, "colour": "r", "value": 1}, "The clue: a clue has either"),
        ("clue", {**GOOD, "target": 1, "colour": "q"}, "The clue: colour 'q' is not one of"),
        ("clue", {**GOOD, "target": 1, "colour": ["r"]}, "The clue: colour ['r'] is not one of"),
        ("clue", {**GOOD, "target": 1, "value": True}, "The clue: value wants a number"),
        ("clue", {**GOOD, "target": "1", "value": 1}, 'target is a whole number, not "1".'),
        ("clue", {**GOOD, "target": 5, "value": 1}, "target is a seat from 0 to 4, not 5."),
        ("clue", {**GOOD, "target": 1, "value": 1, "hint": 2}, '"hint" is not wanted here'),
        ("clue", {**GOOD, "target": 1, "value": 1, "giver": 7}, "giver is a seat from 0 to 4"),
        ("clue", {**GOOD, "target": 1, "value": 1, "pointed": 3}, "The clue: order wants a list"),
        ("clue", {**GOOD, "target": 1, "value": 1, "pointed": [None]}, "pointed is a list of"),
        ("start", {**GOOD, "first": 0, "players": "2"}, "players is a whole number"),
        (
            "lay",
            {**GOOD, "seat": 0, "slot": 0, "pile": "box"},
            "pile is one of fireworks, discards",
        ),
        ("lay", {**GOOD, "seat": 0, "pile": "discards"}, "slot is a whole number, not null."),
        ("identify", {**GOOD, "seat": 0, "slot": 0}, "card is a label like r3, not null."),
        ("name", {**GOOD, "seat": 0, "colour": "x"}, "The name: colour 'x' is not one of"),
        ("tile", {**GOOD, "seat": 0, "tile": "x"}, "The tile: tile 'x' is not one of"),
        ("arrange", {**GOOD, "order": "up"}, "The hand: order wants a list of slots"),
        ("clue", {"target": 1, "value": 1, "key": "k"}, "version is a whole number, not null."),
        ("start", {**GOOD, "first": -1}, "first is a seat from 0 to 4, not -1."),
        ("start", {**GOOD}, "first is a whole number, not null."),
        ("answer", {**GOOD, "card": "x9"}, 'card is a label like r3, not "x9".'),
        ("answer", {**GOOD, "card": {}}, "card is a label like r3, not {}."),
        ("undo", {"version": 1, "key": ""}, "key is up to 64 letters, digits, hyphens and"),
        ("undo", {"version": 1, "key": "k" * 65}, "key is up to 64 letters, digits, hyphens and"),
        ("undo", {"version": 1}, "key is up to 64 letters, digits, hyphens and underscores"),
        ("undo", {"version": 1.5, "key": "k"}, "version is a whole number, not 1.5."),
        ("new", {"version": True, "key": "k"}, "version is a whole number, not true."),
        ("press", {"button": "self-destruct"}, "button is one of clue, play, discard, fuse,"),
        ("join", {"seat": 9}, "seat is a seat from 0 to 4, not 9."),
        ("join", {"code": 7, "seat": 0}, "code is text, not 7."),
        ("leave", {"seat": 0}, '"seat" is not wanted here: nothing is.'),
    ],
)
def test_a_malformed_tap_is_refused_with_one_sentence(
    what: str, body: dict[str, object], said: str
) -> None:
    desk = FakeDesk()
    desk.deal()
    refused = Phone(app_of(desk), seat=0).post(what, **body)
    assert refused.status_code == 400
    assert sentence(refused).startswith(said)
    assert desk.asked == []


@pytest.mark.parametrize("what", POSTS)
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe", b"null", b"[]", b'"x"', b"7", b"NaN", b"[" * 3000, b"9" * 4000],
    ids=lambda body: body[:4].decode("latin-1") or "nothing",
)
def test_what_is_no_json_object_is_refused(what: str, body: bytes) -> None:
    refused = Phone(app_of(FakeDesk()), seat=0).raw(what, body)
    assert refused.status_code == 400
    assert sentence(refused)


def test_only_json_is_taken() -> None:
    phone = Phone(app_of(FakeDesk()), seat=0)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert phone.raw("undo", b'{"version":1,"key":"k"}', kind).status_code == 415


def test_a_large_body_is_not_read() -> None:
    refused = Phone(app_of(FakeDesk()), seat=0).raw("undo", b"{" + b" " * 100_000)
    assert refused.status_code == 413
    assert sentence(refused) == "That is too much at once."


def test_another_sites_page_cannot_tap() -> None:
    desk = FakeDesk()
    phone = Phone(app_of(desk), seat=0)
    for origin, status in (("http://evil.example", 403), ("null", 403), ("http://localhost", 200)):
        answer = phone.client.post("/api/leave", json={}, headers={"Origin": origin})
        assert answer.status_code == status, origin


def test_unknown_addresses_have_a_sentence_too() -> None:
    phone = Phone(app_of(FakeDesk()), seat=0)
    assert sentence(phone.get("/api/nothing")) == "There is no such page."
    assert phone.get("/api/undo").status_code == 405
    page = phone.get("/nothing/<b>here</b>")
    assert page.status_code == 404
    assert page.mimetype == "text/html"
    assert "<b>here" not in page.text


def broken(error: Exception) -> Callable[..., None]:
    def fail(*_arguments: object) -> None:
        raise error

    return fail


def test_a_table_that_does_not_answer_is_told_and_the_same_tap_may_be_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = FakeDesk()
    phone = Phone(app_of(desk), seat=0)
    tap = {"first": 0, "version": phone.version(), "key": "again"}
    with monkeypatch.context() as patched:
        patched.setattr(desk, "ask", broken(TimeoutError()))
        assert phone.post("start", **tap).status_code == 503
    assert phone.post("start", **tap).status_code == 200


def test_what_nobody_expected_is_logged_and_told_without_its_details(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk = FakeDesk()
    phone = Phone(app_of(desk), seat=0)
    monkeypatch.setattr(desk, "ask", broken(RuntimeError("secret detail")))
    failed = phone.tap("start", first=0)
    assert failed.status_code == 500
    assert sentence(failed) == "Something went wrong here; it is in the log."
    assert "secret detail" not in json.dumps(data(failed))
    assert "secret detail" in caplog.text
