"""What each role gets at each address, attempt by attempt: no code, other sites, a made cookie.

Written from docs/security.md. The table is in a running game whose hands are known.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer

from companion.hanabi.cards import Card
from companion.play.inputs import IdentifyTap, StartTap
from tests.web.phones import SECRET, Phone
from tests.web.real_table import pages_of, unwatched
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


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One table for all attempts: each is refused, or it was one too many."""
    with unwatched(tmp_path_factory.mktemp("roles") / "games") as table:
        pages = pages_of(table)
        Phone(pages, 0), Phone(pages, 1)
        assert table.ask(StartTap(0, 2), None).ok
        for seat in (0, 1):
            hand = {0: Card.parse("w4"), 1: Card.parse("b2")}
            assert table.ask(IdentifyTap(seat, hand), 1 - seat).ok
        before = table.call(lambda controller: controller.shown())
        yield pages
        assert table.call(lambda controller: controller.shown()) == before, "nothing has changed"


def attempt(client: FlaskClient, method: str, path: str, **headers: str) -> tuple[int, bytes]:
    address = "/api" + path.replace("{game}", "1").replace("{film}", "1").replace("{name}", "a")
    answer = client.open(
        address,
        method=method.upper(),
        json={} if method != "get" else None,
        headers=headers,
        base_url=headers.get("base", "http://localhost"),
    )
    if answer.mimetype == "text/event-stream":
        return answer.status_code, next(iter(answer.response))  # type: ignore[return-value]
    return answer.status_code, answer.data


def tells_nothing(status: int, body: bytes) -> bool:
    """Say whether somebody is refused, and shown no card."""
    return 400 <= status < 500 and not any(face in body for face in FACES)


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_without_the_code_nobody_gets_anything(app: Flask, method: str, path: str) -> None:
    status, body = attempt(app.test_client(), method, path)
    if (method, path) in OPEN_TO_ALL:
        assert status == 200
    else:
        assert tells_nothing(status, body), (status, body[:200])


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
        assert tells_nothing(*attempt(client, method, path))


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost.evil.example"]
)
@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_another_sites_page_sends_no_tap_with_a_players_cookie(
    app: Flask, method: str, path: str, origin: str
) -> None:
    status, body = attempt(_player(app), method, path, Origin=origin)
    assert status == 403
    assert tells_nothing(status, body)


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.20.evil.example", "8.8.8.8"])
@pytest.mark.parametrize(("method", "path"), ADDRESSES)
def test_no_name_of_the_internet_leads_to_the_table(
    app: Flask, method: str, path: str, host: str
) -> None:
    status, body = attempt(_player(app), method, path, Host=host)
    assert status == 403
    assert tells_nothing(status, body)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_opens_without_the_code(app: Flask, page: str) -> None:
    answer = app.test_client().get(page)
    assert answer.status_code in (303, 403, 404)
    assert b"<main" not in answer.data or b'id="hands"' not in answer.data


def _player(app: Flask) -> FlaskClient:
    """The first phone at the table: what it sends would count if its own page sent it."""
    phones: list[Phone] = app.extensions["phones"]
    return phones[0].client
