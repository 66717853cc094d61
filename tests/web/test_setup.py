"""The pages that set a table up."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.desk.desk import Reply
from companion.hanabi.editions import RULESETS
from companion.hanabi.ruleset import STANDARD, Ruleset
from companion.panel.panel import Press
from companion.panel.trial import FORGOTTEN, PanelTrial, Said
from companion.panel.wiring import Wiring
from companion.pictures.eyesight import Sighted, Tags, Tick, Ticked
from companion.pictures.schooling import NO_LESSON, NOT_WHILE_PLAYING, Lesson, Stage
from companion.settings.file import SettingsFile
from companion.settings.reading import load_settings
from companion.settings.rulesets import find_ruleset
from companion.settings.settings import Settings
from companion.settings.texts import common_settings
from hardware.virtual_panel import VirtualPanel
from tests.web.browsing import MakePhone, join, phones_at
from tests.web.fake_desk import FakeDesk
from tests.web.phones import CODE, Phone, app_of, data, sentence
from web import create_app
from web.serve import serve


@dataclass
class FakeHost:
    """A table that is set up."""

    rules: Ruleset = STANDARD
    running: bool = False
    tried: PanelTrial | None = None

    def trial(self) -> PanelTrial | None:
        return self.tried

    def ruleset(self) -> Ruleset:
        return self.rules

    def choose(self, ruleset: Ruleset) -> Reply:
        if self.running:
            return Reply(None, "a game is running: its rules do not change")
        self.rules = ruleset
        return Reply()


@pytest.fixture
def host() -> FakeHost:
    return FakeHost()


@pytest.fixture
def app(host: FakeHost) -> Flask:
    return app_of(FakeDesk(), host=host)


def test_somebody_with_a_seat_chooses_an_edition(app: Flask, host: FakeHost) -> None:
    phone = Phone(app, seat=0)
    shown = data(phone.get("/api/setup/rules"))
    assert (shown["name"], shown["values"]["clue_tokens"]) == ("standard", 8)
    assert phone.post("setup/rules", base="pl-deluxe").status_code == 200
    assert host.rules == RULESETS["pl-deluxe"]


def test_single_options_make_our_own_rules(app: Flask, host: FakeHost) -> None:
    answer = Phone(app, seat=0).post("setup/rules", base="en", award_tiles=True, clue_tokens=6)
    assert data(answer)["name"] == "own"
    assert (host.rules.award_tiles, host.rules.clue_tokens) == (True, 6)


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ({"base": "nowhere"}, "base"),
        ({"clue_tokens": 9}, "clue_tokens"),
        ({"clue_tokens": True}, "clue_tokens"),
        ({"black_powder": 1}, "black_powder"),
        ({"sixth_suit": ["none"]}, "sixth_suit"),
        ({"early_end": "hanab_live"}, "early_end"),  # it would tell of hidden hands
        ({"early_end": "reached", "award_tiles": True}, "Award tiles"),
        ({"early_end": "reached", "all_or_nothing": True}, "When no more points can be made"),
        ({"name": "x"}, "name"),
        ({"black_copies": [1, 1, 1, 1, 1]}, "black_copies"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_key(
    app: Flask, host: FakeHost, said: dict[str, object], about: str
) -> None:
    answer = Phone(app, seat=0).post("setup/rules", **said)
    assert answer.status_code == 400
    assert about in sentence(answer)
    assert host.rules is STANDARD


def test_the_rules_of_a_running_game_do_not_change(app: Flask, host: FakeHost) -> None:
    host.running = True
    answer = Phone(app, seat=0).post("setup/rules", base="en")
    assert (answer.status_code, host.rules) == (409, STANDARD)


def test_onlookers_and_strangers_set_nothing_up(app: Flask, host: FakeHost) -> None:
    assert Phone(app).post("setup/rules", base="en").status_code == 403
    client = app.test_client()
    assert client.get("/api/setup/rules").status_code == 403
    assert client.get("/setup").headers["Location"] == "/"
    assert host.rules is STANDARD


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


@pytest.mark.parametrize("name", RULESETS)
def test_every_edition_can_be_written_as_a_file_of_our_own(name: str, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.toml")
    ours = replace(RULESETS[name], name="own")
    file.keep_rules(ours)
    assert find_ruleset(load_settings(file.path).table.ruleset) == ours


# -------------------------------------------------------------------------------------- camera


class FakeEyes:
    """A camera that has seen something."""

    def __init__(self, picture: bytes | None = b"\xff\xd8 a picture") -> None:
        self.picture = picture

    def sighted(self) -> Sighted:
        ticks = (Ticked(Tick.CAMERA, True), Ticked(Tick.MAT, False, 2, 4))
        tags = (Tags(None, (True, False, True, True)), Tags(1, (True, True)))
        return Sighted(ticks, self.picture is None, self.picture, tags)


def test_what_the_camera_sees_is_shown_to_somebody_with_a_seat(host: FakeHost) -> None:
    app = app_of(FakeDesk(), host=host, eyesight=FakeEyes())
    phone = Phone(app, seat=0)
    seen = data(phone.get("/api/setup/camera"))
    assert [(one["tick"], one["good"]) for one in seen["ticks"]] == [
        ("camera", True),
        ("mat", False),
    ]
    assert seen["tags"] == [
        {"part": "The mat", "seen": [True, False, True, True]},
        {"part": "The rack of seat 2", "seen": [True, True]},
    ]
    picture = phone.get("/api/setup/camera.jpg")
    assert (picture.mimetype, picture.data) == ("image/jpeg", b"\xff\xd8 a picture")
    assert picture.headers["Cache-Control"] == "no-store"
    for path in ("/api/setup/camera", "/api/setup/camera.jpg"):
        assert Phone(app).get(path).status_code == 403


def test_where_nothing_may_be_shown_there_is_no_picture(host: FakeHost, app: Flask) -> None:
    hidden = app_of(FakeDesk(), host=host, eyesight=FakeEyes(None))
    phone = Phone(hidden, seat=0)
    assert data(phone.get("/api/setup/camera"))["masked"] is True
    assert phone.get("/api/setup/camera.jpg").status_code == 404
    assert Phone(app, seat=0).get("/api/setup/camera").status_code == 404
    assert "camera-look" not in Phone(app).get("/setup").text


# ---------------------------------------------------------------------------------------- deck


class FakeSchool:
    """Learns every row that it is shown at once."""

    def __init__(self, *, hidden: bool = False) -> None:
        self.hidden = hidden
        self.now = Lesson()

    def lesson(self) -> Lesson:
        return self.now

    def begin(self, deck: str, suits: str, *, back: bool) -> str | None:
        if self.hidden:
            return NOT_WHILE_PLAYING
        rows = tuple(tuple(f"{suit}{rank}" for rank in range(1, 6)) for suit in suits)
        self.now = Lesson(Stage.LAY, deck, rows + ((("back",),) if back else ()))
        return None

    def look(self) -> str | None:
        if self.now.stage is not Stage.LAY:
            return NO_LESSON
        learnt = self.now.learnt + 1
        stage = Stage.DONE if learnt == len(self.now.rows) else Stage.LAY
        self.now = replace(self.now, learnt=learnt, stage=stage)
        return None

    def stop(self) -> None:
        self.now = Lesson()


def test_a_deck_is_learnt_from_the_page_by_somebody_with_a_seat(host: FakeHost) -> None:
    app = app_of(FakeDesk(), host=host, school=FakeSchool())
    phone = Phone(app, seat=0)
    begun = data(phone.post("setup/deck", do="begin", deck="ours", suits="rk", back=True))
    assert begun["rows"][1] == "black 1, black 2, black 3, black 4, black 5"
    assert "red 1, red 2" in begun["text"]
    phone.post("setup/deck", do="look")
    phone.client.set_cookie("language", "pl")
    polish = data(phone.get("/api/setup/deck"))
    assert polish["learnt"] == 1
    assert "czarna 1" in polish["text"]
    assert data(phone.post("setup/deck", do="stop"))["stage"] == "idle"
    assert phone.post("setup/deck", do="look").status_code == 409
    onlooker = Phone(app)
    assert onlooker.get("/api/setup/deck").status_code == 403
    assert onlooker.post("setup/deck", do="stop").status_code == 403


def test_no_deck_is_learnt_while_hands_are_hidden_nor_without_a_camera(host: FakeHost) -> None:
    hidden = app_of(FakeDesk(), host=host, school=FakeSchool(hidden=True))
    wish = {"do": "begin", "deck": "ours", "suits": "r", "back": False}
    refused = Phone(hidden, seat=0).post("setup/deck", **wish)
    assert refused.status_code == 409
    assert "between games" in sentence(refused)
    without = app_of(FakeDesk(), host=host)
    assert Phone(without, seat=0).post("setup/deck", **wish).status_code == 404
    assert "deck-form" not in Phone(without).get("/setup").text


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"do": "explode"},
        {"do": "begin"},
        {"do": "look", "deck": "ours"},
        {"do": "begin", "deck": "", "suits": "r", "back": False},
        {"do": "begin", "deck": "a" * 65, "suits": "r", "back": False},
        {"do": "begin", "deck": "ours", "suits": "rr", "back": False},
        {"do": "begin", "deck": "ours", "suits": "x", "back": False},
        {"do": "begin", "deck": "ours", "suits": ["r"], "back": False},
        {"do": "begin", "deck": "ours", "suits": "r", "back": 1},
    ],
)
def test_what_is_no_lesson_is_malformed(host: FakeHost, said: dict[str, object]) -> None:
    app = app_of(FakeDesk(), host=host, school=FakeSchool())
    assert Phone(app, seat=0).post("setup/deck", **said).status_code == 400


# --------------------------------------------------------------------------------------- panel


def test_the_panel_is_tried_step_by_step(app: Flask, host: FakeHost) -> None:
    phone, wiring = Phone(app, seat=0), Wiring(clue=None, play=None, discard=None, fuse=None)
    assert phone.get("/api/setup/panel").status_code == 404
    with VirtualPanel(lambda _: None, wiring) as panel:
        host.tried = PanelTrial(panel, wiring, lambda: host.running)
        assert data(phone.get("/api/setup/panel"))["state"] == "idle"
        begun = data(phone.post("setup/panel", do="begin"))
        assert (begun["state"], begun["number"], begun["all"]) == ("lamp", 1, 19)
        assert begun["text"] == "Lit now: clue lamp 1 (GPIO17, pin 11)."
        assert [name for name, level in panel.lit().items() if level] == ["clue.0"]
        dark = data(phone.post("setup/panel", do="dark"))
        assert "long leg" in dark["troubles"][0]
        assert phone.post("setup/panel", do="silent").status_code == 409
        answers = [data(phone.post("setup/panel", do="lit")) for _ in range(16)]
        assert [answer["state"] for answer in answers] == ["lamp"] * 15 + ["button"]
        assert "undo" in answers[-1]["text"].lower()
        assert not any(panel.lit().values())
        assert host.tried.pressed(Press.UNDO)
        done = data(phone.post("setup/panel", do="silent"))
        assert (done["state"], len(done["troubles"])) == ("done", 2)
        assert not host.tried.pressed(Press.UNDO), "it is a button of the game again"


def test_while_a_game_runs_the_panel_is_not_tried(app: Flask, host: FakeHost) -> None:
    host.running = True
    with VirtualPanel(lambda _: None, Wiring()) as panel:
        host.tried = PanelTrial(panel, Wiring(), lambda: host.running)
        answer = Phone(app, seat=0).post("setup/panel", do="begin")
        assert (answer.status_code, host.tried.active) == (409, False)
        assert Phone(app).post("setup/panel", do="begin").status_code == 403
        assert Phone(app, seat=1).post("setup/panel", do="explode").status_code == 400


def test_a_trial_that_nobody_ends_ends_by_itself() -> None:
    now = [0.0]
    with VirtualPanel(lambda _: None, Wiring()) as panel:
        trial = PanelTrial(panel, Wiring(), lambda: False, lambda: now[0])
        trial.say(Said.BEGIN)
        now[0] = FORGOTTEN + 1
        assert not trial.active
        assert not trial.pressed(Press.PLAY)
        assert trial.state()["state"] == "idle"


# ------------------------------------------------------------------------------------ settings


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SettingsFile:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "ours.deck").touch()
    return SettingsFile(tmp_path / "settings.toml")


@pytest.fixture
def settable(host: FakeHost, file: SettingsFile) -> Flask:
    return app_of(FakeDesk(), host=host, preferences=file)


def test_the_common_settings_are_shown_with_what_the_file_says(
    settable: Flask, file: SettingsFile
) -> None:
    file.change({"table.camera": "folder:films/one"})
    shown = data(Phone(settable).get("/api/setup/settings"))["settings"]
    values = {one["key"]: one["value"] for one in shown}
    assert (values["table.camera"], values["web.port"]) == ("folder:films/one", 8000)
    decks = next(one["choices"] for one in shown if one["key"] == "table.deck")
    assert [value for value, _ in decks] == [None, "ours"]


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
def phone(browser: Browser, host: FakeHost, file: SettingsFile) -> Iterator[MakePhone]:
    app = create_app(FakeDesk(), secret=b"s", code=CODE, host=host, preferences=file)
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
    page.get_by_label("Its volume").fill("55")
    page.get_by_role("button", name="Save the settings").tap()
    expect(page.get_by_text("The settings are saved")).to_be_visible()
    assert file.values() == {"table.players": 4, "speech.volume": 55}
    page.reload()
    expect(page.get_by_label("Its volume")).to_have_value("55")
