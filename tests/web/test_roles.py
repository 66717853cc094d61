"""What each role gets at each address, attempt by attempt.

No code, other sites, a made cookie, the code without a seat, a seat, an onlooker, a broker. Written
from docs/security.md. The table is in a running game whose hands are known.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Network
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer
from werkzeug.test import TestResponse

from companion.hanabi.cards import Card
from companion.mqtt.buttons import Buttons
from companion.mqtt.discovery import MUTE, NEW_GAME, UNDO
from companion.mqtt.messages import OFF, ON, PRESS
from companion.play.inputs import IdentifyTap, StartTap
from companion.table import Table
from tests.web.attempts import asked
from tests.web.fake_host import (
    AT_HOME,
    FakeDeckLessons,
    FakeEyes,
    FakeHost,
    FakeNetwork,
    FakeUpdates,
    FakeWays,
)
from tests.web.phones import SECRET, Phone, app_of
from tests.web.real_table import unwatched
from tests.web.test_camera_address import Eye
from tests.web.test_deck_lesson import Teacher
from tests.web.test_health import FakeExaminer
from tests.web.test_scoring import Eyes
from web.openapi import description
from web.seats import COOKIE

OPEN_TO_ALL = {("get", "/openapi.json")}
"""The description of the addresses, in which there is nothing of a game."""
ADDRESSES = sorted(
    (method, path)
    for path, methods in description("")["paths"].items()
    for method in methods
    if method in ("get", "post", "put", "delete", "patch")
)
CHANGING = [one for one in ADDRESSES if one[0] != "get"]
PAGES = ("/seat", "/all", "/public", "/panel", "/games", "/games/1", "/setup")
FACES = (b'"w4"', b'"b2"')
PHONES = iter(IPv4Network("10.0.0.0/8").hosts())


@contextmanager
def dealt(folder: Path, *faces: str) -> Iterator[tuple[Table, Flask]]:
    """A game that runs, with a phone at each of its seats and one card known in each hand."""
    with unwatched(folder / "games") as table:
        pages = equipped(table)
        Phone(pages, 0), Phone(pages, 1)
        assert table.ask(StartTap(0, 2), None).ok
        for seat, face in enumerate(faces or ("w4", "b2")):
            assert table.ask(IdentifyTap(seat, {0: Card.parse(face)}), 1 - seat).ok
        yield table, pages


def equipped(table: Table) -> Flask:
    """Return the pages with all that a table may have, the same in each world."""
    return app_of(
        table,
        read_hand=lambda _: ("r1",) * 5,
        host=FakeHost(),
        eyesight=FakeEyes(),
        deck_lessons=FakeDeckLessons(),
        photo_lessons=Teacher(),
        displays=Eyes(),
        ways=FakeWays(),
        camera_probe=Eye(),
        network=FakeNetwork(now=AT_HOME),
        updates=FakeUpdates(),
        examiner=FakeExaminer(),
        say_pile=lambda _card, _played: None,
    )


@contextmanager
def worlds(folder: Path) -> Iterator[Worlds]:
    """The same game, with other cards in one hand each."""
    hands = {None: ("w4", "b2"), 0: ("y3", "b2"), 1: ("w4", "g1")}
    with ExitStack() as stack:
        same = stack.enter_context(pytest.MonkeyPatch.context())
        same.setattr("companion.live.start_of_versions", lambda: 0)  # chance draws it, and no hand
        laid = {
            seat: stack.enter_context(dealt(folder / f"other hand {seat}", *faces))[1]
            for seat, faces in hands.items()
        }
        yield Worlds(laid[None], (laid[0], laid[1]))


@dataclass(frozen=True)
class Worlds:
    """Pages that differ in one hand only.

    Attributes:
        one: the pages of a game.
        others: the pages of that game with another card in the hand of seat 0, and of seat 1.
    """

    one: Flask
    others: tuple[Flask, Flask]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One table for all attempts: each is refused, or it was one too many."""
    with dealt(tmp_path_factory.mktemp("roles")) as (table, pages):
        before = table.call(lambda controller: controller.shown())
        yield pages
        assert table.call(lambda controller: controller.shown()) == before, "nothing has changed"


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    """Tables for all that only read."""
    with worlds(tmp_path_factory.mktemp("reading")) as laid:
        yield laid


@pytest.fixture
def lively(tmp_path: Path) -> Iterator[Worlds]:
    """Tables of their own, at which something may happen."""
    with worlds(tmp_path) as laid:
        yield laid


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with dealt(tmp_path_factory.mktemp("broker")) as (table, _):
        yield table


def told(answer: TestResponse) -> tuple[int, bytes]:
    """Return the status and the body; of a stream, which has no end, its first piece."""
    if answer.mimetype != "text/event-stream":
        return answer.status_code, answer.data
    first = next(iter(answer.response))
    assert isinstance(first, bytes)
    return answer.status_code, first


def attempt(client: FlaskClient, method: str, path: str, **headers: str) -> tuple[int, bytes]:
    address = "/api" + path.replace("{game}", "1").replace("{what}", "mat.pdf").replace(
        "{film}", "1"
    ).replace("{name}", "a")
    answer = client.open(
        address,
        method=method.upper(),
        json={} if method != "get" else None,
        headers=headers,
        base_url=headers.get("base", "http://localhost"),
        # Each from another phone: none is refused only because many came before it.
        environ_overrides={"REMOTE_ADDR": str(next(PHONES))},
    )
    return told(answer)


def refuses(path: str, answer: tuple[int, bytes]) -> bool:
    """Say whether somebody is refused, and shown no card, whatever else may be wrong with it."""
    status, body = answer
    lacks = path.startswith("/games") or path == "/tonight/game"
    return status == (404 if lacks else 403) and not any(face in body for face in FACES)


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_without_the_code_nobody_gets_anything(app: Flask, method: str, path: str) -> None:
    answer = attempt(app.test_client(), method, path)
    if (method, path) in OPEN_TO_ALL:
        assert answer[0] == 200
    else:
        assert refuses(path, answer), answer


@pytest.mark.parametrize("forged", ["unsigned", "other secret", "other salt", "cut short"])
@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_a_made_up_cookie_is_none(app: Flask, method: str, path: str, forged: str) -> None:
    said = ["name-1", 0, "name-2", "", 0, 1]
    good = str(URLSafeSerializer(SECRET, salt="seat").dumps(said))
    cookie = {
        "unsigned": good.partition(".")[0],
        "other secret": str(URLSafeSerializer(b"guessed", salt="seat").dumps(said)),
        "other salt": str(URLSafeSerializer(SECRET, salt="session").dumps(said)),
        "cut short": good[:-1],
    }[forged]
    client = app.test_client()
    client.set_cookie(COOKIE, cookie)
    if (method, path) not in OPEN_TO_ALL:
        answer = attempt(client, method, path)
        assert refuses(path, answer), answer


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost.evil.example"]
)
@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_another_sites_page_sends_no_tap_with_a_players_cookie(
    app: Flask, method: str, path: str, origin: str
) -> None:
    status, body = attempt(_player(app), method, path, Origin=origin)
    assert status == 403
    assert not any(face in body for face in FACES)


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.20.evil.example", "8.8.8.8"])
@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_no_name_of_the_internet_leads_to_the_table(
    app: Flask, method: str, path: str, host: str
) -> None:
    status, body = attempt(_player(app), method, path, Host=host)
    assert status == 403
    assert not any(face in body for face in FACES)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_opens_without_the_code(app: Flask, page: str) -> None:
    answer = app.test_client().get(page)
    assert answer.status_code in (303, 403, 404)
    assert b"data-game" not in answer.data, "no page of the table, which would fetch the game"


# ------------------------------------------------------------------- those who have told the code

GONE = ("/leave", "/join", "/confirm")
"""Whoever sends these is another one afterwards; `tests/web/test_joining.py` says who."""
READ = [path for method, path in ADDRESSES if method == "get"]
SENT = [path for method, path in CHANGING if method == "post" and path not in GONE]


@pytest.mark.parametrize("path", READ)
def test_with_the_code_alone_nobody_reads_a_hand(reading: Worlds, path: str) -> None:
    told = meant(public_of(reading.one), "get", path)
    assert [meant(public_of(other), "get", path) for other in reading.others] == [told, told]


@pytest.mark.parametrize("path", SENT)
def test_no_tap_with_the_code_alone_is_answered_by_a_hand(lively: Worlds, path: str) -> None:
    """What the public page may do, `tests/web/test_openapi.py` says."""
    told = meant(public_of(lively.one), "post", path)
    assert [meant(public_of(other), "post", path) for other in lively.others] == [told, told]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("path", READ)
def test_no_seat_reads_its_own_cards(reading: Worlds, path: str, seat: int) -> None:
    told = meant(_player(reading.one, seat), "get", path)
    assert meant(_player(reading.others[seat], seat), "get", path) == told


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("path", SENT)
def test_no_tap_of_a_seat_is_answered_by_its_own_cards(
    lively: Worlds, path: str, seat: int
) -> None:
    told = [
        (meant(player, "post", path), meant(player, "get", "/view"))
        for player in (_player(lively.one, seat), _player(lively.others[seat], seat))
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize("asking", ["public=1", "seat=0&hand=0", "reader=0", "reader=all", "as=1"])
@pytest.mark.parametrize("path", READ)
def test_no_query_tells_a_seat_its_own_cards(reading: Worlds, path: str, asking: str) -> None:
    told = attempt(_player(reading.one), "get", f"{path}?{asking}")
    assert attempt(_player(reading.others[0]), "get", f"{path}?{asking}") == told


NOT_HERE = {
    *("/choices", "/explained"),  # nothing differs, and no turn was taken
    *("/rack-picture", "/stream"),  # of racks; which has no end
    *("/lamps", "/press"),  # of a panel
    "/tonight/game",  # of a start that can serve the other game; tests/web/test_game_choice.py
    *(path for _, path in ADDRESSES if path.startswith(("/games", "/setup"))),
}
"""Addresses that this table may lack; games and setting up have tests of their own."""


@pytest.mark.parametrize("path", sorted({*READ, *SENT} - NOT_HERE))
def test_no_address_is_alike_only_because_it_is_not_there(lively: Worlds, path: str) -> None:
    method = "get" if path in READ else "post"
    answer = asked(_player(lively.one, 1), method, path)
    assert answer.status_code != 404, answer.text


@pytest.mark.parametrize("seat", [0, 1])
def test_each_seat_is_shown_the_cards_of_the_other(reading: Worlds, seat: int) -> None:
    """So it would be noticed: what differs is read."""
    told = attempt(_player(reading.one, seat), "get", "/view")
    assert attempt(_player(reading.others[1 - seat], seat), "get", "/view") != told


@pytest.mark.parametrize(
    "path", [path for path in SENT if path not in ("/here", "/voice", "/score")]
)
def test_whoever_looks_on_with_all_hands_changes_nothing(lively: Worlds, path: str) -> None:
    looking = onlooking(lively.one)
    before = _player(lively.one).get("/api/view").get_json()["view"]["game"]
    status, _ = meant(looking, "post", path)
    assert 400 <= status < 500
    assert _player(lively.one).get("/api/view").get_json()["view"]["game"] == before


@pytest.mark.parametrize("seat", [0, 1, 2, 3, 4])
def test_whoever_was_shown_all_hands_gets_no_seat(lively: Worlds, seat: int) -> None:
    looking = onlooking(lively.one)
    looking.post("/api/join", json={"seat": seat})
    assert looking.get("/seat").status_code == 303, "it is not there"
    assert looking.get("/api/view").get_json()["view"]["game"]["reader"] != seat


def onlooking(app: Flask) -> FlaskClient:
    """A phone that looks on with all hands open, as the table lets it."""
    phone = Phone(app, address="192.168.1.99")
    assert phone.post("join", seat=None, sees_all=True).status_code == 200
    return phone.client


def meant(client: FlaskClient, method: str, path: str) -> tuple[int, bytes]:
    """Send what an address is for, in the newest view."""
    answer = asked(client, method, path)
    return told(answer)


def public_of(app: Flask) -> FlaskClient:
    """A phone that has told the code and nothing more."""
    return Phone(app, address="192.168.1.99").client


# ------------------------------------------------------------------------------------- a broker

PAYLOADS = (PRESS, ON, OFF, b"", b"0", b"press", b"PRESS\n", b'{"seat":0}', b"\xff", b"9" * 70_000)
NAMES = (
    *(NEW_GAME, MUTE, "redo", "pause", "confirm", "lay_down", "end_game", "state", "event", ""),
    *("../undo", "undo/set", "#", "+", "clue", "play", "discard", "fuse", "correct", "identify"),
)


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("name", NAMES)
def test_a_broker_changes_nothing_in_a_running_game_but_by_undo(
    running: Table, name: str, payload: bytes
) -> None:
    before = running.call(lambda controller: controller.shown())
    reply = Buttons(running).press(name, payload)
    assert not reply.ok
    assert not any(face.decode().strip('"') in str(reply.message).split() for face in FACES)
    assert running.call(lambda controller: controller.shown()) == before


@pytest.mark.parametrize("payload", PAYLOADS[1:])
def test_undo_of_a_broker_is_one_word(running: Table, payload: bytes) -> None:
    assert not Buttons(running).press(UNDO, payload).ok


def _player(app: Flask, seat: int = 0) -> FlaskClient:
    """The phone of a seat: what it sends would count if its own page sent it."""
    phones: list[Phone] = app.extensions["phones"]
    return phones[seat].client
