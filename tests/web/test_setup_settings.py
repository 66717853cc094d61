"""The page "Set up": what it writes into the file of the settings, also in a real browser."""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.services import Services
from companion.settings.file import SettingsFile
from companion.settings.reading import load_settings
from companion.settings.rulesets import find_ruleset
from companion.settings.settings import Settings
from companion.settings.texts import common_settings
from tests.web.browsing import MakePhone, join, phones_at
from tests.web.fake_host import FakeHost
from tests.web.phones import CODE, Phone, app_of, data, sentence
from tests.web.real_table import OpenTable
from web import create_app
from web.config import PageConfig
from web.serve import serve


def test_the_rules_that_are_chosen_last_beyond_the_next_start(
    settable: Flask, file: SettingsFile, host: FakeHost
) -> None:
    phone = Phone(settable, seat=0)
    phone.post("setup/rules", base="pl-deluxe")
    assert load_settings(file.path).table.ruleset == "pl-deluxe"
    phone.post("setup/rules", base="en", award_tiles=True, clue_tokens=6)
    kept = load_settings(file.path).table.ruleset
    assert find_ruleset(kept) == host.rules
    shown = data(phone.get("/api/setup/settings"))["settings"]
    rules = next(one for one in shown if one["key"] == "table.ruleset")
    assert [rules["value"], "Our own rules"] in rules["choices"]
    assert str(file.path.parent) not in str(rules), "no path is shown"
    phone.post("setup/rules", base="standard")
    assert load_settings(file.path).table.ruleset == "standard"


def test_rules_that_a_running_game_refuses_are_not_kept(
    settable: Flask, file: SettingsFile, host: FakeHost
) -> None:
    host.running = True
    assert Phone(settable, seat=0).post("setup/rules", base="en").status_code == 409
    assert not file.path.exists()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SettingsFile:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "ours.deck").touch()
    return SettingsFile(tmp_path / "settings.toml")


@pytest.fixture
def settable(host: FakeHost, file: SettingsFile, open_table: OpenTable) -> Flask:
    return app_of(open_table(), host=host, preferences=file)


def test_the_common_settings_are_shown_with_what_the_file_says(
    settable: Flask, file: SettingsFile
) -> None:
    file.change({"table.camera": "folder:films/one"})
    shown = data(Phone(settable).get("/api/setup/settings"))["settings"]
    values = {one["key"]: one["value"] for one in shown}
    assert (values["table.camera"], values["web.port"]) == ("folder:films/one", 8000)
    decks = next(one["choices"] for one in shown if one["key"] == "table.deck")
    assert [value for value, _ in decks] == [None, "ours"]


@pytest.mark.parametrize(
    ("key", "value", "lowest", "step"),
    [
        ("web.port", 80, 80, 1),
        ("web.port", 8080, 1024, 1),
        ("speech.volume", 72, 0, 1),
        ("speech.speed", 165, 80, 5),
        ("panel.brightness", 0.33, 0, 0.01),
        ("panel.brightness", 0.35, 0, 0.05),
        ("panel.brightness", 1, 0, 0.05),
    ],
)
def test_a_number_that_the_file_says_can_stay_as_it_is(
    settable: Flask, file: SettingsFile, key: str, value: float, lowest: float, step: float
) -> None:
    file.change({key: value})
    shown = data(Phone(settable).get("/api/setup/settings"))["settings"]
    asked = next(one for one in shown if one["key"] == key)
    assert (asked["value"], asked["lowest"], asked["step"]) == (value, lowest, step)


def test_the_password_of_a_camera_is_not_shown_and_not_lost(
    settable: Flask, file: SettingsFile
) -> None:
    file.change({"table.camera": "http://otto:geheim@192.168.1.20:8080/video"})
    phone = Phone(settable, seat=0)
    shown = phone.get("/api/setup/settings")
    assert b"geheim" not in shown.data
    values = {one["key"]: one["value"] for one in data(shown)["settings"]}
    assert values["table.camera"] == "http://192.168.1.20:8080/video"
    everything = {"table.camera": values["table.camera"], "speech.volume": 30}
    assert phone.post("setup/settings", **everything).status_code == 200
    settings = load_settings(file.path)
    assert settings.table.camera == "http://otto:geheim@192.168.1.20:8080/video"
    assert settings.speech.volume == 30


def test_every_common_setting_has_the_default_that_it_really_has(file: SettingsFile) -> None:
    usual = {}
    for section in fields(Settings):
        part = getattr(Settings(), section.name)
        for each in fields(part):
            value = getattr(part, each.name)
            usual[f"{section.name}.{each.name}"] = value.value if isinstance(value, Enum) else value
    for setting in common_settings(["ours"]):
        assert setting.default == usual[setting.key], setting.key
        for value in [choice for choice, _ in setting.choices] or [setting.lowest, setting.highest]:
            file.change({setting.key: value})


def test_settings_are_written_to_the_file(settable: Flask, file: SettingsFile) -> None:
    answer = Phone(settable, seat=0).post(
        "setup/settings", **{"table.deck": "ours", "speech.volume": 30}
    )
    assert answer.status_code == 200
    settings = load_settings(file.path)
    assert (settings.table.deck, settings.speech.volume) == ("ours", 30)


@pytest.mark.parametrize(
    ("said", "status", "about"),
    [
        ({"speech.volume": 101}, 409, "speech.volume wants"),
        ({"speech.volume": "loud"}, 400, "speech.volume"),
        ({"table.camera": "folder:/etc"}, 400, "table.camera"),
        ({"table.deck": "/etc/passwd"}, 400, "table.deck"),
        ({"table.ruleset": "own.toml"}, 400, "table.ruleset"),
        ({"panel.pins.undo": 3}, 400, "no setting"),
        ({"web.host": "0.0.0.0"}, 400, "no setting"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_its_key_and_nothing_is_written(
    settable: Flask, file: SettingsFile, said: dict[str, object], status: int, about: str
) -> None:
    answer = Phone(settable, seat=0).post("setup/settings", **{"table.players": 3, **said})
    assert (answer.status_code, about in sentence(answer)) == (status, True), sentence(answer)
    assert str(file.path.parent) not in sentence(answer)
    assert not file.path.exists()


def test_where_nothing_can_be_set_nothing_is_shown(app: Flask) -> None:
    assert Phone(app).get("/api/setup/settings").status_code == 404
    assert "settings-form" not in Phone(app).get("/setup").text


def test_an_onlooker_sets_nothing(settable: Flask, file: SettingsFile) -> None:
    assert Phone(settable).post("setup/settings", **{"web.port": 9000}).status_code == 403
    assert not file.path.exists()


@pytest.fixture
def phone(
    browser: Browser, host: FakeHost, file: SettingsFile, open_table: OpenTable
) -> Iterator[MakePhone]:
    app = create_app(
        open_table(),
        PageConfig(secret=b"s", code=CODE, services=Services(host=host, preferences=file)),
    )
    with serve(app, "127.0.0.1", 0) as server, phones_at(browser, server.port) as make:
        yield make


def test_the_rules_of_the_next_game_are_chosen_on_the_page(
    phone: MakePhone, host: FakeHost
) -> None:
    page = join(phone({"width": 320, "height": 640}), 0)
    page.goto("/setup")
    deluxe = page.get_by_role("radio", name="Hanabi Deluxe, Polish edition")
    deluxe.check(force=True)
    page.get_by_role("button", name="Play the next game like that").tap()
    expect(page.get_by_text("The next game is played like that.")).to_be_visible()
    assert host.rules.name == "pl-deluxe"
    page.get_by_text("Single options").tap()
    page.get_by_label("Award tiles").check()
    expect(page.get_by_role("radio", name="Our own rules")).to_be_checked()
    page.get_by_label("When no more points can be made").select_option("reached")
    page.get_by_role("button", name="Play the next game like that").tap()
    expect(page.get_by_role("alert")).to_have_text(
        "These options do not go together: Award tiles, When no more points can be made."
    )
    assert host.rules.name == "pl-deluxe"
    page.get_by_label("Award tiles").uncheck()
    page.get_by_role("button", name="Play the next game like that").tap()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert host.rules.name == "own"
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_setting_is_saved_on_the_page(phone: MakePhone, file: SettingsFile) -> None:
    page = join(phone(), 0)
    page.goto("/setup")
    page.get_by_label("Players").select_option("4")
    volume = page.get_by_label("Volume of the loudspeaker")
    expect(volume).to_be_hidden()  # few change it
    page.locator("#settings-more summary").tap()
    volume.fill("55")
    page.get_by_role("button", name="Save the settings").tap()
    expect(page.get_by_text("The settings are saved")).to_be_visible()
    assert file.values() == {"table.players": 4, "speech.volume": 55}
    page.reload()
    expect(volume).to_have_value("55")


def test_at_the_port_that_the_package_chooses_settings_are_saved_all_the_same(
    phone: MakePhone, file: SettingsFile
) -> None:
    file.change({"web.port": 80, "speech.volume": 72})
    page = join(phone(), 0)
    page.goto("/setup")
    page.get_by_label("Players").select_option("4")
    page.get_by_role("button", name="Save the settings").tap()
    expect(page.get_by_text("The settings are saved")).to_be_visible()
    assert file.values() == {"table.players": 4, "web.port": 80, "speech.volume": 72}
