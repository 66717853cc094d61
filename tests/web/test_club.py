"""The page of a club: what it shows of the tables, to whom, and that it stays up to date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from companion.mqtt.club import Club, TableSeen
from companion.mqtt.messages import Message
from tests.companion.mqtt.test_club import GAME, state
from tests.web.test_accessible import RULES
from web.club import ClubPage, create_club_app
from web.serve import serve


def kitchen(**more: object) -> TableSeen:
    club = Club()
    club.take(Message("companion/kitchen/availability", b"online"))
    club.take(Message("companion/kitchen/state", state(**more)))
    return club.standing[0]


class Board:
    """What the page shows, changed by the test."""

    def __init__(self) -> None:
        table = kitchen()
        self.shown = ClubPage((table,), ((table, {**GAME, "names": None}),))

    def __call__(self) -> ClubPage:
        return self.shown


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def client(board: Board) -> FlaskClient:
    return create_club_app(board, address="http://192.0.2.7:8100").test_client()


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.partition("<body")[2]).split())


def test_the_page_shows_tables_and_results(client: FlaskClient) -> None:
    page = client.get("/").text
    said = words(page)
    for word in ("Kitchen table", "Waiting for a move", "Seat 2", "5/8", "1/3"):
        assert word in said, word
    assert "2026-11-20 19:05 3 21 The display is over" in said
    assert "mqtt.table" not in said


def test_each_reader_has_it_in_his_language(client: FlaskClient) -> None:
    for code, title in (("pl", "Stoły klubu"), ("ro", "Mesele clubului")):
        page = client.get("/", headers={"Accept-Language": code}).text
        assert f"<h1>{title}</h1>" in page
        assert f'<html lang="{code}"' in page


def test_what_is_told_by_somebody_else_is_shown_as_text(board: Board, client: FlaskClient) -> None:
    wicked = kitchen(name="<script>alert(1)</script>", status="<b>", to_move="<i>", clash=True)
    board.shown = ClubPage((wicked, replace(wicked, online=False), TableSeen("x", online=True)))
    page = client.get("/").text
    assert "<script>alert" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;" in page
    assert "away" in words(page)
    assert "Two tables go by the id &#34;kitchen&#34;" in page


def test_a_club_in_which_nobody_plays_says_so(board: Board, client: FlaskClient) -> None:
    board.shown = ClubPage()
    said = words(client.get("/").text)
    assert "No table has told the broker of itself yet." in said
    assert "No game has been played yet." in said


def test_it_is_for_the_local_network_only_and_nothing_can_be_sent(client: FlaskClient) -> None:
    assert client.get("/", headers={"Host": "evil.example.com"}).status_code == 403
    assert client.get("/", headers={"Host": "192.168.1.4:8100"}).status_code == 200
    assert client.post("/").status_code == 405
    assert client.get("/api/view").status_code == 404
    headers = client.get("/").headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in headers


@pytest.fixture
def address(board: Board) -> Iterator[str]:
    with serve(create_club_app(board), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_an_open_page_follows_the_tables_and_keeps_nobody_out(
    board: Board, address: str, browser: Browser, scheme: Literal["dark", "light"]
) -> None:
    page = browser.new_page(color_scheme=scheme)
    page.goto(address)
    expect(page.get_by_text("Seat 2")).to_be_visible()
    assert Axe().run(page, options=RULES).response["violations"] == []
    board.shown = ClubPage((kitchen(to_move="Anna"),))
    expect(page.get_by_text("Anna")).to_be_visible(timeout=15_000)
    page.close()
