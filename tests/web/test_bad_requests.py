"""What cannot be used is refused with one sentence."""

import json
from collections.abc import Callable

import pytest

from tests.web.phones import Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from tests.web.sent import POSTS

GOOD = {"version": 1, "key": "k"}


@pytest.mark.parametrize(
    ("what", "body", "said"),
    [
        ("clue", {**GOOD, "target": 1}, "clue: wants exactly one of the fields colour and value."),
        ("clue", {**GOOD, "target": 1, "colour": "r", "value": 1}, "clue: wants exactly one of"),
        (
            "clue",
            {**GOOD, "target": 1, "colour": "q"},
            "clue, colour: wants one of r, y, g",
        ),
        ("clue", {**GOOD, "target": 1, "colour": ["r"]}, "clue, colour: wants one of r, y, g"),
        (
            "clue",
            {**GOOD, "target": 1, "value": True},
            "clue, value: wants a rank from 1 to 5",
        ),
        (
            "clue",
            {**GOOD, "target": "1", "value": 1},
            "clue, target: wants a seat",
        ),
        (
            "clue",
            {**GOOD, "target": 5, "value": 1},
            "clue, target: wants a seat from 0 to 4",
        ),
        ("clue", {**GOOD, "target": 1, "value": 1, "hint": 2}, "clue: there is no field 'hint'."),
        (
            "clue",
            {**GOOD, "target": 1, "value": 1, "giver": 7},
            "clue, giver: wants a seat",
        ),
        (
            "clue",
            {**GOOD, "target": 1, "value": 1, "pointed": 3},
            "clue, pointed: wants a list",
        ),
        (
            "clue",
            {**GOOD, "target": 1, "value": 1, "pointed": [None]},
            "clue, pointed: wants a",
        ),
        (
            "start",
            {**GOOD, "first": 0, "players": "2"},
            "start, players: wants a whole number",
        ),
        (
            "lay",
            {**GOOD, "seat": 0, "slot": 0, "pile": "box"},
            "lay, pile: wants one of fireworks, discards",
        ),
        ("lay", {**GOOD, "seat": 0, "pile": "discards"}, "lay: the field slot is missing."),
        ("identify", {**GOOD, "seat": 0, "slot": 0}, "identify: the field card is missing."),
        ("name", {**GOOD, "seat": 0, "colour": "x"}, "name, colour: wants one of r, y"),
        ("tile", {**GOOD, "seat": 0, "tile": "x"}, "tile, tile: wants one of clue_token"),
        ("arrange", {**GOOD, "order": "up"}, "arrange, order: wants a list, got 'up'."),
        ("clue", {"target": 1, "value": 1, "key": "k"}, "tapped: the field version is missing."),
        ("start", {**GOOD, "first": -1}, "start, first: wants a seat from 0 to 4, got -1."),
        ("start", {**GOOD}, "start: the field first is missing."),
        ("answer", {**GOOD, "card": "x9"}, "answer, card: a card's label is one of"),
        ("answer", {**GOOD, "card": {}}, "answer, card: wants text, got {}."),
        (
            "undo",
            {"version": 1, "key": ""},
            "tapped, key: wants up to 64 letters",
        ),
        ("undo", {"version": 1, "key": "k" * 65}, "tapped, key: wants up to 64 letters, digits,"),
        ("undo", {"version": 1}, "tapped: the field key is missing."),
        ("undo", {"version": 1.5, "key": "k"}, "tapped, version: wants a whole number, got 1.5."),
        ("new", {"version": True, "key": "k"}, "tapped, version: wants a whole number, got true."),
        (
            "press",
            {"button": "self-destruct"},
            "pressed, button: wants one of clue, play, discard",
        ),
        ("join", {"seat": 9}, "join, seat: wants a seat from 0 to 4, got 9."),
        ("join", {"code": 7, "seat": 0}, "join, code: wants the code of the game, as text, got 7."),
        ("leave", {"seat": 0}, "nothing: there is no field 'seat'."),
    ],
)
def test_a_malformed_tap_is_refused_with_one_sentence(
    what: str, body: dict[str, object], said: str, open_table: OpenTable
) -> None:
    desk = open_table()
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
def test_what_is_no_json_object_is_refused(what: str, body: bytes, open_table: OpenTable) -> None:
    refused = Phone(app_of(open_table()), seat=0).raw(what, body)
    assert refused.status_code == 400
    assert sentence(refused)


@pytest.mark.parametrize("again", ['"first": 1', '"key": "k2"', '"version": 1'])
def test_a_field_that_is_there_twice_is_refused_and_nobody_guesses_which_is_meant(
    again: str, open_table: OpenTable
) -> None:
    desk = open_table()
    phone = Phone(app_of(desk), seat=0)
    tap = json.dumps({"first": 0, "version": phone.version(), "key": "k1"})
    refused = phone.raw("start", f"{tap[:-1]}, {again}}}".encode())
    assert refused.status_code == 400
    assert sentence(refused) == f"The field {again.partition(':')[0]} is there twice."
    assert desk.asked == []


def test_only_json_is_taken(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()), seat=0)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert phone.raw("undo", b'{"version":1,"key":"k"}', kind).status_code == 415


def test_a_large_body_is_not_read(open_table: OpenTable) -> None:
    refused = Phone(app_of(open_table()), seat=0).raw("undo", b"{" + b" " * 100_000)
    assert refused.status_code == 413
    assert sentence(refused) == "That is too much at once."


def test_another_sites_page_cannot_tap(open_table: OpenTable) -> None:
    desk = open_table()
    phone = Phone(app_of(desk), seat=0)
    for origin, status in (("http://evil.example", 403), ("null", 403), ("http://localhost", 200)):
        answer = phone.client.post("/api/leave", json={}, headers={"Origin": origin})
        assert answer.status_code == status, origin


def test_unknown_addresses_have_a_sentence_too(open_table: OpenTable) -> None:
    phone = Phone(app_of(open_table()), seat=0)
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
    open_table: OpenTable,
) -> None:
    desk = open_table()
    phone = Phone(app_of(desk), seat=0)
    tap = {"first": 0, "version": phone.version(), "key": "again"}
    with monkeypatch.context() as patched:
        patched.setattr(desk, "ask", broken(TimeoutError()))
        assert phone.post("start", **tap).status_code == 503
    assert phone.post("start", **tap).status_code == 200


def test_what_nobody_expected_is_logged_and_told_without_its_details(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, open_table: OpenTable
) -> None:
    desk = open_table()
    phone = Phone(app_of(desk), seat=0)
    monkeypatch.setattr(desk, "ask", broken(RuntimeError("secret detail")))
    failed = phone.tap("start", first=0)
    assert failed.status_code == 500
    assert sentence(failed) == "Something went wrong here; it is in the log."
    assert "secret detail" not in json.dumps(data(failed))
    assert "secret detail" in caplog.text
