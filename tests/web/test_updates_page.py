"""Another version is sent, looked into and put in from a page, and the one before put back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.services import Services
from companion.updates import KeptVersions, UpdateError, UpdateStage, UpdateWish
from tests.web.browsing import PHONE, join, open_more, phones_at
from tests.web.fake_host import AT_REST, GOOD_RELEASE, FakeHost, FakeUpdates
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from tests.web.test_accessible import violations
from web import create_app
from web.config import PageConfig
from web.serve import serve
from web.updates import LARGEST_RELEASE

KIND = "application/octet-stream"


@pytest.fixture
def machine() -> FakeUpdates:
    return FakeUpdates()


@pytest.fixture
def app(open_table: OpenTable, machine: FakeUpdates) -> Flask:
    return app_of(open_table(), host=FakeHost(), updates=machine)


def test_a_file_is_sent_looked_into_and_put_in_by_somebody_with_a_seat(
    app: Flask, machine: FakeUpdates
) -> None:
    phone = Phone(app, seat=0)
    said = data(phone.raw("setup/update/file", GOOD_RELEASE, KIND))
    assert (said["ready"], machine.asked) == ("0.3.0", [])
    said = data(phone.post("setup/update", what="release", during_game=False))
    assert (said["stage"], said["what"], said["version"]) == ("under-way", "release", "0.3.0")
    assert machine.asked == [(UpdateWish.RELEASE, False)]


def test_who_only_looks_on_changes_nothing_and_a_stranger_sees_nothing(
    app: Flask, machine: FakeUpdates
) -> None:
    onlooker = Phone(app)
    assert data(onlooker.get("/api/setup/update"))["installed"] == "0.2.0"
    assert onlooker.raw("setup/update/file", GOOD_RELEASE, KIND).status_code == 403
    assert onlooker.post("setup/update", what="rollback", during_game=True).status_code == 403
    stranger = app.test_client()
    assert stranger.get("/api/setup/update").status_code == 403
    assert (
        stranger.post("/api/setup/update/file", data=GOOD_RELEASE, content_type=KIND).status_code
        == 403
    )
    assert (machine.asked, machine.now) == ([], AT_REST)


def test_a_bad_file_gets_one_sentence_and_changes_nothing(app: Flask, machine: FakeUpdates) -> None:
    answer = Phone(app, seat=0).raw("setup/update/file", b"a photo", KIND)
    assert answer.status_code == 409
    assert sentence(answer) == "It is not signed by those who make this program."
    assert machine.now == AT_REST


def test_what_is_no_file_at_all_or_too_large_is_refused(app: Flask, machine: FakeUpdates) -> None:
    phone = Phone(app, seat=0)
    assert phone.raw("setup/update/file", GOOD_RELEASE, "image/jpeg").status_code == 415
    answer = app.test_client().post(
        "/api/setup/update/file",
        data=GOOD_RELEASE,
        content_type=KIND,
        headers={"Content-Length": str(LARGEST_RELEASE + 1)},
    )
    assert answer.status_code in {403, 413}
    assert machine.now == AT_REST


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"what": "release"},
        {"what": "reboot", "during_game": False},
        {"what": "release", "during_game": 1},
        {"what": ["release"], "during_game": False},
        {"what": "release", "during_game": False, "file": "/etc/passwd"},
    ],
)
def test_what_no_page_asks_for_is_refused_in_a_sentence(
    app: Flask, machine: FakeUpdates, body: dict[str, object]
) -> None:
    answer = Phone(app, seat=0).post("setup/update", **body)
    assert (answer.status_code, machine.asked) == (400, [])
    assert sentence(answer)


def test_in_the_middle_of_a_game_it_has_to_be_confirmed(app: Flask, machine: FakeUpdates) -> None:
    machine.now = replace(AT_REST, game_runs=True)
    phone = Phone(app, seat=0)
    refused = phone.post("setup/update", what="rollback", during_game=False)
    assert (refused.status_code, machine.asked) == (409, [])
    assert "game is running" in sentence(refused)
    assert phone.post("setup/update", what="rollback", during_game=True).status_code == 200
    assert machine.asked == [(UpdateWish.ROLLBACK, True)]


def test_a_program_that_is_from_no_package_says_so_and_its_page_offers_nothing(
    open_table: OpenTable,
) -> None:
    phone = Phone(app_of(open_table(), host=FakeHost()), seat=0)
    assert phone.get("/api/setup/update").status_code == 404
    assert "not from a package" in sentence(
        phone.post("setup/update", what="rollback", during_game=False)
    )
    assert 'id="update"' not in phone.get("/setup").text


@pytest.fixture
def page(browser: Browser, open_table: OpenTable, machine: FakeUpdates) -> Iterator[Page]:
    services = Services(host=FakeHost(), updates=machine)
    app = create_app(open_table(), PageConfig(secret=b"s", code=CODE, services=services))
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as phone:
        page = phone(PHONE)
        join(page, seat=0)
        page.goto("/setup")
        open_more(page)
        yield page


def choose(page: Page, file: bytes) -> None:
    page.locator("#update-file").set_input_files(
        {"name": "companion.release", "mimeType": KIND, "buffer": file}
    )


def test_a_version_is_put_in_from_a_file_on_a_phone(page: Page, machine: FakeUpdates) -> None:
    expect(page.locator("#update-runs")).to_have_text("Version 0.2.0 runs.")
    choose(page, b"a photo")
    expect(page.locator("#update-wrong")).to_have_text(
        "It is not signed by those who make this program."
    )
    choose(page, GOOD_RELEASE)
    expect(page.locator("#update-sure")).to_have_text("Install version 0.3.0?")
    expect(page.locator("#update-game")).to_be_hidden()
    expect(page.locator("#update-wrong")).to_be_hidden()
    page.get_by_role("button", name="Install it").tap()
    expect(page.locator("#update-state")).to_contain_text("Version 0.3.0 is being installed")
    expect(page.locator("#update-choices")).to_be_hidden()
    assert machine.asked == [(UpdateWish.RELEASE, False)]
    machine.reports(UpdateStage.INSTALLED, UpdateWish.RELEASE)
    machine.now = replace(machine.now, kept=KeptVersions("0.3.0", "0.2.0"))
    expect(page.locator("#update-runs")).to_have_text("Version 0.3.0 runs.", timeout=15_000)
    open_more(page)
    expect(page.locator("#update-state")).to_have_text("Version 0.3.0 was installed.")


def test_no_file_can_be_chosen_before_the_machine_has_told_what_it_runs(page: Page) -> None:
    page.route("**/api/setup/update", lambda route: route.abort())
    page.reload()
    open_more(page)
    expect(page.locator("#update-title")).to_be_visible()
    expect(page.locator("#update-choices")).to_be_hidden(timeout=3_000)
    page.unroute("**/api/setup/update")
    page.reload()
    open_more(page)
    expect(page.locator("#update-choices")).to_be_visible()


def test_who_thinks_better_of_it_changes_nothing(page: Page, machine: FakeUpdates) -> None:
    choose(page, GOOD_RELEASE)
    page.locator("#update-dialog").get_by_role("button", name="Cancel").tap()
    expect(page.locator("#update-dialog")).to_be_hidden()
    assert machine.asked == []


def test_the_version_before_comes_back_with_one_tap(page: Page, machine: FakeUpdates) -> None:
    page.get_by_role("button", name="Back to version 0.1.0").tap()
    expect(page.locator("#update-state")).to_contain_text("is being installed")
    assert machine.asked == [(UpdateWish.ROLLBACK, False)]


def test_while_people_play_the_page_asks_first(page: Page, machine: FakeUpdates) -> None:
    machine.now = replace(AT_REST, game_runs=True)
    page.reload()
    open_more(page)
    page.get_by_role("button", name="Back to version 0.1.0").tap()
    expect(page.locator("#update-game")).to_contain_text("A game is running")
    assert machine.asked == []
    page.get_by_role("button", name="Install it").tap()
    expect(page.locator("#update-state")).to_contain_text("is being installed")
    assert machine.asked == [(UpdateWish.ROLLBACK, True)]


def test_a_stick_that_came_during_a_game_is_offered_and_one_that_was_refused_is_told(
    page: Page, machine: FakeUpdates
) -> None:
    machine.reports(UpdateStage.WAITING, UpdateWish.STICK)
    page.reload()
    open_more(page)
    page.get_by_role("button", name="Install version 0.3.0 from the USB stick").tap()
    page.get_by_role("button", name="Install it").tap()
    expect(page.locator("#update-state")).to_contain_text("is being installed")
    assert machine.asked == [(UpdateWish.STICK, False)]
    machine.reports(UpdateStage.FAILED, UpdateWish.STICK, "it is not signed")
    expect(page.locator("#update-wrong")).to_have_text(
        "The file on the USB stick was not taken: it is not signed.", timeout=15_000
    )


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_keeps_anybody_from_another_version(
    page: Page, machine: FakeUpdates, width: int
) -> None:
    machine.reports(UpdateStage.WAITING, UpdateWish.STICK)
    page.set_viewport_size({"width": width, "height": 844})
    page.reload()
    open_more(page)
    expect(page.get_by_role("button", name="Back to version 0.1.0")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    choose(page, GOOD_RELEASE)
    expect(page.get_by_role("button", name="Install it")).to_be_visible()
    assert violations(page) == []


def test_where_the_machine_cannot_tell_of_its_versions_the_page_says_so(
    app: Flask, machine: FakeUpdates, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent() -> NoReturn:
        raise UpdateError("the program that updates does not answer")

    monkeypatch.setattr(machine, "news", silent)
    answer = Phone(app, seat=0).get("/api/setup/update")
    assert answer.status_code == 409
    assert sentence(answer) == "The program that updates does not answer."
