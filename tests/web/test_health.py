"""What is wrong with the machine, on the page: three languages, only for seats, and a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from gettext import NullTranslations
from pathlib import Path
from threading import Event

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.busy import MOST_WAITING
from companion.health import CheckResult, Health
from companion.language.names import ENGLISH
from companion.record.errors import RecordError
from companion.services import Services
from companion.settings.reading import SettingsError
from tests.web.browsing import MakePhone, join, phones_at
from tests.web.fake_host import FakeHost
from tests.web.phones import CODE, Phone, app_of, at_once, data, sentence
from tests.web.real_table import OpenTable
from web import create_app
from web.config import PageConfig
from web.locale import COOKIE
from web.serve import serve


class FakeExaminer:
    """Finds a disk that is full, in whatever language; its camera settles when it is told to."""

    def __init__(self, *, settles: bool = True) -> None:
        self.settled = 0
        self.error: Exception | None = None
        self.settle: Callable[[], None] | None = self._settle if settles else None

    def _settle(self) -> None:
        self.settled += 1

    def findings(self, language: NullTranslations) -> tuple[CheckResult, ...]:
        if self.error is not None:
            raise self.error
        says = language.gettext("{number} MB are free").format(number=1)
        mend = "sudo apt clean"
        return (
            CheckResult("disk", Health.WRONG, says, mend),
            CheckResult("clock", Health.OK, language.gettext("goes right"), "nothing"),
        )

    def bundle(self) -> bytes:
        if self.error is not None:
            raise self.error
        return b"PK, what helps"


class SlowExaminer(FakeExaminer):
    """Takes its time, until it may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = Event()

    def findings(self, language: NullTranslations) -> tuple[CheckResult, ...]:
        assert self.go_on.wait(20)
        return super().findings(language)


@pytest.fixture
def examiner() -> FakeExaminer:
    return FakeExaminer()


@pytest.fixture
def app(examiner: FakeExaminer, open_table: OpenTable) -> Flask:
    return app_of(open_table(), host=FakeHost(), examiner=examiner)


def test_what_is_wrong_is_told_with_what_mends_it(app: Flask) -> None:
    disk, clock = data(Phone(app, seat=0).get("/api/setup/health"))["findings"]
    assert disk == {
        **{"check": "disk", "health": "wrong", "title": "Disk", "word": "wrong"},
        **{"says": "1 MB are free", "mend": "sudo apt clean"},
    }
    assert clock["mend"] is None, "what is well needs no mending"


def test_however_often_the_doctor_is_asked_the_table_still_answers(open_table: OpenTable) -> None:
    slow = SlowExaminer()
    phone = Phone(app_of(open_table(), host=FakeHost(), examiner=slow), seat=0)
    answers = at_once([phone] * (MOST_WAITING + 2), "/api/setup/health", slow.go_on)
    assert answers == [200] * MOST_WAITING + [503] * 2
    assert phone.get("/api/setup/health").status_code == 200


@pytest.mark.parametrize(("code", "title"), [("pl", "Zegar"), ("ro", "Ceas")])
def test_each_reader_is_told_in_his_own_language(app: Flask, code: str, title: str) -> None:
    phone = Phone(app, seat=0)
    phone.client.set_cookie(COOKIE, code)
    _disk, clock = data(phone.get("/api/setup/health"))["findings"]
    assert clock["title"] == title
    assert clock["says"] != "goes right"
    assert clock["check"] == "clock"


def test_only_seats_are_told_and_may_let_the_camera_settle(
    app: Flask, examiner: FakeExaminer
) -> None:
    onlooker = Phone(app)
    for address in ("/api/setup/health", "/api/setup/health.zip"):
        assert onlooker.get(address).status_code == 403
    assert onlooker.post("setup/settle").status_code == 403
    assert examiner.settled == 0
    assert Phone(app, seat=1).post("setup/settle").status_code == 200
    assert examiner.settled == 1


def test_a_file_for_those_who_help_can_be_saved(app: Flask, examiner: FakeExaminer) -> None:
    phone = Phone(app, seat=0)
    answer = phone.get("/api/setup/health.zip")
    assert (answer.data, answer.mimetype) == (b"PK, what helps", "application/zip")
    examiner.error = RecordError("the record /var/x cannot be read")
    assert phone.get("/api/setup/health.zip").status_code == 409


def test_settings_that_cannot_be_used_are_named_without_their_folder(
    app: Flask, examiner: FakeExaminer
) -> None:
    file = Path("/var/lib/companion/settings.toml")
    examiner.error = SettingsError(file, "web.port wants a number")
    phone = Phone(app, seat=0)
    for address in ("/api/setup/health", "/api/setup/health.zip"):
        answer = phone.get(address)
        assert (answer.status_code, sentence(answer)) == (
            409,
            "The settings cannot be used: web.port wants a number.",
        )


def test_where_nothing_can_settle_nothing_is_offered(open_table: OpenTable) -> None:
    app = app_of(open_table(), host=FakeHost(), examiner=FakeExaminer(settles=False))
    phone = Phone(app, seat=0)
    assert phone.post("setup/settle").status_code == 404
    assert "health-look" in phone.get("/setup").text
    assert "health-settle" not in phone.get("/setup").text
    assert "health-look" not in Phone(app_of(open_table(), host=FakeHost())).get("/setup").text


@pytest.fixture
def phone(browser: Browser, examiner: FakeExaminer, open_table: OpenTable) -> Iterator[MakePhone]:
    app = create_app(
        open_table(),
        PageConfig(
            secret=b"s",
            code=CODE,
            services=Services(host=FakeHost(), examiner=examiner),
            language=ENGLISH,
        ),
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


def test_the_page_shows_what_is_wrong_and_lets_the_camera_settle(
    phone: MakePhone, examiner: FakeExaminer
) -> None:
    page = join(phone({"width": 320, "height": 640}), 0)
    page.goto("/setup")
    page.get_by_role("button", name="Look at everything").tap()
    expect(page.get_by_text("Something is wrong:")).to_be_visible()
    expect(page.get_by_text("→ sudo apt clean")).to_be_visible()
    expect(page.get_by_text("→ nothing")).to_have_count(0)
    page.get_by_role("button", name="Let the camera settle anew").tap()
    expect(page.get_by_text("The camera settles; that takes some seconds.")).to_be_visible()
    assert examiner.settled == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
