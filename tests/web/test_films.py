"""The films of evenings on the page that sets a table up."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.film.reel import MEGABYTE, REEL, Film
from companion.film.shelf import Shelf
from tests.companion.film.evenings import LABEL
from tests.web.browsing import join, open_more, phones_at
from tests.web.fake_host import FakeHost
from tests.web.phones import Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from web.serve import serve


def film(shelf: Shelf, hour: int, megabytes: float) -> str:
    reel = shelf.begin(replace(LABEL, began=f"2026-11-20T{hour}:00:00Z"), 100)
    reel.frame(0.0, bytes(round(megabytes * MEGABYTE)))
    reel.close()
    return reel.folder.name


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Two films of other evenings."""
    film(Shelf(tmp_path / "films"), 18, 2.0)
    film(Shelf(tmp_path / "films"), 19, 3.0)
    return Shelf(tmp_path / "films")


@pytest.fixture
def app(shelf: Shelf, open_table: OpenTable) -> Flask:
    return app_of(open_table(), host=FakeHost(), films=shelf)


def test_the_films_are_listed_oldest_first(app: Flask) -> None:
    assert data(Phone(app, seat=0).get("/api/setup/films"))["films"] == [
        {"name": "2026-11-20T18-00-00Z", "began": "2026-11-20T18:00:00Z", "megabytes": 2},
        {"name": "2026-11-20T19-00-00Z", "began": "2026-11-20T19:00:00Z", "megabytes": 3},
    ]
    assert 'id="films"' in Phone(app).get("/setup").text


def test_how_large_the_film_of_this_evening_is_tells_nobody_of_its_hands(
    app: Flask, shelf: Shelf
) -> None:
    film(shelf, 20, 4.0)
    listed = data(Phone(app, seat=0).get("/api/setup/films"))["films"]
    assert [one["megabytes"] for one in listed] == [2, 3, None]


def test_nor_does_that_of_the_same_game_from_before_the_companion_was_started_anew(
    app: Flask, shelf: Shelf
) -> None:
    over = datetime(2026, 11, 20, 18, 30, tzinfo=UTC).timestamp()
    os.utime(shelf.folder / "2026-11-20T18-00-00Z" / REEL, (over, over))
    started = Film(shelf.folder / "2026-11-20T19-00-00Z").ended
    shelf.hide(started)
    film(shelf, 20, 4.0)
    listed = data(Phone(app, seat=0).get("/api/setup/films"))["films"]
    assert [one["megabytes"] for one in listed] == [2, None, None]


def test_a_film_is_deleted_by_somebody_with_a_seat_and_gone(app: Flask, shelf: Shelf) -> None:
    name = {"name": "2026-11-20T18-00-00Z"}
    assert Phone(app).post("setup/films/delete", **name).status_code == 403
    answer = Phone(app, seat=0).post("setup/films/delete", **name)
    assert [one["name"] for one in data(answer)["films"]] == ["2026-11-20T19-00-00Z"]
    assert not (shelf.folder / name["name"]).exists()


@pytest.mark.parametrize(
    "name",
    ["../films", "/etc", "2026", "", ".", "2026-11-20T18-00-00Z/", "2" * 400, "\0"],
)
def test_what_is_no_film_is_not_deleted(app: Flask, shelf: Shelf, name: str) -> None:
    answer = Phone(app, seat=0).post("setup/films/delete", name=name)
    assert (answer.status_code, sentence(answer)) == (404, "There is no such film.")
    assert len(shelf.films()) == 2
    assert all(Film.is_one(shelf.folder / one.name) for one in shelf.films())


@pytest.mark.parametrize("body", [{}, {"name": 3}, {"name": "x", "more": 1}])
def test_a_body_that_names_no_film_is_refused(app: Flask, body: dict[str, object]) -> None:
    assert Phone(app, seat=0).post("setup/films/delete", **body).status_code == 400


def test_where_no_films_are_kept_the_page_has_none(open_table: OpenTable) -> None:
    app = app_of(open_table(), host=FakeHost())
    assert Phone(app, seat=0).get("/api/setup/films").status_code == 404
    assert 'id="films"' not in Phone(app).get("/setup").text


def test_a_film_is_deleted_on_a_phone_with_a_second_press(
    app: Flask, shelf: Shelf, browser: Browser
) -> None:
    film(shelf, 20, 4.0)
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as phone:
        page = join(phone({"width": 320, "height": 640}), 0)
        page.goto("/setup")
        open_more(page)
        rows = page.locator("#films-list li")
        expect(rows).to_have_count(3)
        expect(rows.nth(0)).to_contain_text("2 MB")
        expect(rows.nth(2)).to_contain_text("this evening")
        rows.nth(0).get_by_role("button").tap()
        expect(rows.nth(0)).to_contain_text("Delete it for good?")
        expect(rows).to_have_count(3)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        rows.nth(0).get_by_role("button").tap()
        expect(rows).to_have_count(2)
        expect(rows.nth(0)).to_contain_text("3 MB")
    assert len(shelf.films()) == 2
