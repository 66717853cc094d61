"""Backups on the page that sets a table up: saved, looked into, put back."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.backup.backup import Places
from companion.backup.faults import BackupError, Fault
from companion.backup.record_check import check_record
from companion.backup.restoring import finish, is_waiting
from companion.backup.service import TableBackups
from companion.record.errors import RecordError
from companion.services import Services
from tests.companion.backup.machines import SETTINGS, kept, machine, saved
from tests.full_disk import files_of_at_most
from tests.web.browsing import MakePhone, join, open_more, phones_at
from tests.web.fake_host import FakeHost
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from web import create_app
from web.backups import LARGEST_BACKUP, ZIP
from web.config import PageConfig
from web.serve import serve

WAIT = "A backup is being put in place: wait until the companion is back."


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@dataclass
class House:
    """A machine with its companion: what it keeps, and how often it started anew."""

    places: Places
    running: bool = False
    starts: list[bool] = field(default_factory=list)

    def keeping(self, hold: Callable[[bool], bool] = lambda _: True) -> TableBackups:
        def start_anew() -> None:
            self.starts.append(is_waiting(self.places))

        return TableBackups(
            Path.read_bytes,
            lambda: self.running,
            start_anew,
            self.places,
            check_record,
            hold=hold,
        )


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(machine(tmp_path / "here", "ours", games=2))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    old = machine(tmp_path / "old", "ours", "hers", games=1, settings=SETTINGS)
    return saved(old, tmp_path / "b.zip")


@pytest.fixture
def app(house: House, open_table: OpenTable) -> Flask:
    return app_of(open_table(), host=FakeHost(), backups=house.keeping())


def test_everything_is_saved_as_one_file_by_somebody_with_a_seat(app: Flask) -> None:
    answer = Phone(app, seat=0).get("/api/setup/backup")
    assert (answer.data[:2], answer.mimetype) == (b"PK", "application/zip")
    assert "companion.zip" in answer.headers["Content-Disposition"]
    assert Phone(app).get("/api/setup/backup").status_code == 403
    assert 'href="/api/setup/backup"' in Phone(app).get("/setup").text


def test_a_record_that_cannot_be_saved_is_said(house: House, open_table: OpenTable) -> None:
    house.places.record.write_bytes(b"spoiled " * 99)
    app = app_of(open_table(), host=FakeHost(), backups=house.keeping())
    answer = Phone(app, seat=0).get("/api/setup/backup")
    assert (answer.status_code, "not a record" in sentence(answer)) == (409, True)
    with pytest.raises(RecordError):
        house.keeping().save()


def test_a_deck_that_cannot_be_saved_is_said(house: House, open_table: OpenTable) -> None:
    house.places.settings.mkdir(parents=True)
    app = app_of(open_table(), host=FakeHost(), backups=house.keeping())
    answer = Phone(app, seat=0).get("/api/setup/backup")
    assert answer.status_code == 409
    assert sentence(answer).startswith("No backup can be made: ")
    assert sentence(answer).endswith("settings.toml: Is a directory.")


def test_a_look_says_what_is_in_it_and_what_it_replaces_and_changes_nothing(
    app: Flask, house: House, file: Path
) -> None:
    before = house.places.record.read_bytes()
    said = data(Phone(app, seat=0).raw("setup/backup/look", file.read_bytes(), ZIP))
    assert said == {
        "made": "2026-11-20T19:30:00Z",
        "holds": ["1 game", "the decks hers, ours", "the settings"],
        "replaces": ["2 games", "the deck ours"],
    }
    assert (house.places.record.read_bytes(), house.starts) == (before, [])


def test_a_backup_counts_and_the_companion_starts_anew(
    app: Flask, house: House, file: Path
) -> None:
    answer = Phone(app, seat=0).raw("setup/backup/restore", file.read_bytes(), ZIP)
    assert (answer.status_code, house.starts) == (200, [True])


def test_while_a_game_runs_nothing_is_put_back(app: Flask, house: House, file: Path) -> None:
    house.running = True
    phone = Phone(app, seat=0)
    for what in ("look", "restore"):
        answer = phone.raw(f"setup/backup/{what}", file.read_bytes(), ZIP)
        assert (answer.status_code, sentence(answer)) == (
            409,
            "A game is running: finish it first.",
        )
    assert (house.starts, is_waiting(house.places)) == ([], False)


def test_of_two_backups_that_are_put_back_at_once_the_first_counts_and_nothing_of_the_other(
    app: Flask, house: House, file: Path, tmp_path: Path
) -> None:
    first, second = Phone(app, seat=0), Phone(app, seat=1)
    other = saved(machine(tmp_path / "other", "mine", games=2), tmp_path / "other.zip")
    assert first.raw("setup/backup/restore", other.read_bytes(), ZIP).status_code == 200
    refused = second.raw("setup/backup/restore", file.read_bytes(), ZIP)
    assert (refused.status_code, sentence(refused)) == (409, WAIT)
    assert house.starts == [True]
    finish(house.places)
    there = kept(house.places)
    assert (there["settings"], list(there["decks"])) == (None, ["mine.deck", "ours.deck"])  # type: ignore[call-overload]  # of what a test keeps
    assert list(house.places.record.parent.glob(".restoring-*")) == []
    assert not list(house.places.settings.parent.glob(".restoring-*"))


def test_a_game_that_would_be_set_aside_with_the_old_record_does_not_begin(
    house: House, file: Path, open_table: OpenTable
) -> None:
    table = open_table(panel=True)
    app = app_of(table, host=FakeHost(), backups=house.keeping(table.hold))
    phone = Phone(app, seat=0)
    assert phone.raw("setup/backup/restore", file.read_bytes(), ZIP).status_code == 200
    refused = phone.tap("start", first=0)
    assert (refused.status_code, sentence(refused)) == (409, WAIT)
    assert phone.post("press", button="confirm").status_code == 200
    assert table.controller.game is None
    assert phone.view()["news"][-1] == f"That does not go: {WAIT[:1].lower()}{WAIT[1:]}"


def test_where_a_backup_cannot_be_put_in_place_games_begin_as_before(
    house: House, file: Path, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table()
    phone = Phone(app_of(table, host=FakeHost(), backups=house.keeping(table.hold)), seat=0)
    with monkeypatch.context() as patched:
        patched.setattr("companion.backup.restoring.write_whole", full)
        assert phone.raw("setup/backup/restore", file.read_bytes(), ZIP).status_code == 409
    assert house.starts == []
    assert phone.tap("start", first=0).status_code == 200
    refused = phone.raw("setup/backup/restore", file.read_bytes(), ZIP)
    assert (refused.status_code, sentence(refused)) == (409, "A game is running: finish it first.")
    assert phone.tap("pause", paused=True).status_code == 200, "and goes on"


def test_who_reads_polish_is_told_in_polish(
    house: House, file: Path, open_table: OpenTable
) -> None:
    house.running = True
    phone = Phone(app_of(open_table(), host=FakeHost(), backups=house.keeping()), seat=0)
    answer = phone.client.post(
        "/api/setup/backup/restore",
        data=file.read_bytes(),
        content_type=ZIP,
        headers={"Accept-Language": "pl"},
    )
    assert sentence(answer).startswith("Trwa gra")


@pytest.mark.parametrize(
    ("body", "kind", "status", "says"),
    [
        (b"a letter", ZIP, 409, "It is no backup that the companion made."),
        (b"PK\x03\x04 cut off", ZIP, 409, "The backup is cut off or damaged."),
        (b"", ZIP, 409, "It is no backup that the companion made."),
        (b"{}", "application/json", 415, "A backup is to be sent as a ZIP file."),
    ],
)
def test_what_is_no_backup_is_refused(
    app: Flask, house: House, body: bytes, kind: str, status: int, says: str
) -> None:
    phone = Phone(app, seat=0)
    for what in ("look", "restore"):
        answer = phone.raw(f"setup/backup/{what}", body, kind)
        assert (answer.status_code, sentence(answer)) == (status, says)
    assert house.starts == []


def test_a_backup_that_the_disk_has_no_room_for_is_refused_and_replaces_nothing(
    app: Flask, house: House, file: Path
) -> None:
    phone, before = Phone(app, seat=0), house.places.record.read_bytes()
    sent = file.read_bytes()
    for what in ("look", "restore"):
        with files_of_at_most(len(sent) // 2):
            answer = phone.raw(f"setup/backup/{what}", sent, ZIP)
        assert answer.status_code == 409
        assert sentence(answer).startswith("The backup cannot be put in place: ")
    assert house.starts == []
    assert house.places.record.read_bytes() == before


def test_the_server_lets_a_backup_through_that_the_page_takes(
    house: House, open_table: OpenTable
) -> None:
    sent = b"no backup, but as long as a large one " * 500_000
    app = create_app(
        open_table(),
        PageConfig(
            secret=b"s", code=CODE, services=Services(host=FakeHost(), backups=house.keeping())
        ),
    )
    with serve(app, "127.0.0.1", 0) as server:
        web = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        address = f"http://127.0.0.1:{server.port}/api"
        joining = json.dumps({"code": CODE, "seat": 0}).encode()
        sits = json.dumps({"seat": 0, "sits": True}).encode()
        for what, body in (("join", joining), ("confirm", sits)):
            kind = {"Content-Type": "application/json"}
            web.open(Request(f"{address}/{what}", body, kind)).close()
        with pytest.raises(HTTPError) as refused:
            web.open(Request(f"{address}/setup/backup/look", sent, {"Content-Type": ZIP}))
        with refused.value as answer:
            assert (answer.status, b"no backup that the companion made" in answer.read()) == (
                409,
                True,
            )


def test_a_backup_of_endless_length_is_refused_unread(app: Flask, house: House) -> None:
    phone = Phone(app, seat=0)
    answer = phone.client.post(
        "/api/setup/backup/look",
        content_type=ZIP,
        environ_overrides={"CONTENT_LENGTH": str(LARGEST_BACKUP + 1)},
    )
    assert answer.status_code == 413
    assert house.starts == []


def test_onlookers_put_nothing_back(app: Flask, house: House, file: Path) -> None:
    for what in ("look", "restore"):
        answer = Phone(app).raw(f"setup/backup/{what}", file.read_bytes(), ZIP)
        assert answer.status_code == 403
    assert house.starts == []


def test_where_nothing_can_start_anew_nothing_is_put_back(
    house: House, file: Path, open_table: OpenTable
) -> None:
    keeping = TableBackups(Path.read_bytes, lambda: False, None, house.places, hold=bool)
    phone = Phone(app_of(open_table(), host=FakeHost(), backups=keeping), seat=0)
    assert phone.raw("setup/backup/restore", file.read_bytes(), ZIP).status_code == 404
    assert "restore-file" not in phone.get("/setup").text
    none = Phone(app_of(open_table(), host=FakeHost()), seat=0)
    assert none.get("/api/setup/backup").status_code == 404
    assert none.raw("setup/backup/look", file.read_bytes(), ZIP).status_code == 404


def test_a_deck_that_is_none_is_refused_by_the_real_check(house: House, file: Path) -> None:
    def no_deck(path: Path) -> None:
        raise ValueError(path)

    keeping = TableBackups(no_deck, lambda: False, lambda: None, house.places, hold=bool)
    with pytest.raises(BackupError) as refused:
        keeping.restore(file)
    assert refused.value.fault is Fault.DECK


@pytest.fixture
def phone(browser: Browser, house: House, open_table: OpenTable) -> Iterator[MakePhone]:
    app = create_app(
        open_table(),
        PageConfig(
            secret=b"s", code=CODE, services=Services(host=FakeHost(), backups=house.keeping())
        ),
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


def test_a_backup_is_put_back_on_the_page_which_asks_first(
    phone: MakePhone, house: House, file: Path, tmp_path: Path
) -> None:
    page = join(phone({"width": 320, "height": 640}), 0)
    page.goto("/setup")
    open_more(page)
    spoiled = tmp_path / "spoiled.zip"
    spoiled.write_bytes(file.read_bytes()[:200])
    page.locator("#restore-file").set_input_files(spoiled)
    expect(page.get_by_role("alert")).to_have_text("The backup is cut off or damaged.")
    page.locator("#restore-file").set_input_files(file)
    dialog = page.get_by_role("dialog", name="Put this copy back?")
    expect(dialog).to_contain_text("the decks hers, ours")
    expect(dialog.locator("#restore-replaces li")).to_have_text(["2 games", "the deck ours"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    dialog.get_by_role("button", name="Cancel").tap()
    page.locator("#restore-file").set_input_files(file)
    page.get_by_role("button", name="Put it back").tap()
    expect(page.get_by_role("status").filter(has_text="starts anew")).to_be_visible()
    assert house.starts == [True]
    page.wait_for_event("load")  # it finds the companion again, and shows the page anew
    expect(page.get_by_role("heading", name="Set up the table")).to_be_visible()
