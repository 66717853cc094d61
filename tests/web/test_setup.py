"""The page "Set up": the rules of the next game, and the panel tried."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from companion.hanabi.editions import RULESETS
from companion.hanabi.ruleset import STANDARD
from companion.panel.panel import Press
from companion.panel.trial import FORGOTTEN, PanelTrial, TrialWord
from companion.panel.wiring import Wiring, without_leds
from companion.settings.file import SettingsFile
from companion.settings.reading import load_settings
from companion.settings.rulesets import find_ruleset
from hardware.virtual_panel import VirtualPanel
from tests.web.browsing import join, open_more, phones_at
from tests.web.fake_host import FakeHost
from tests.web.phones import Phone, data, sentence
from web.serve import serve


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


@pytest.mark.parametrize(
    ("said", "in_polish"),
    [
        ({"base": "nowhere"}, "base: nie ma wydania 'nowhere'; są: "),
        ({"clue_tokens": True}, "clue_tokens: ma być liczbą całkowitą, a jest: True."),
        ({"black_powder": 1}, "black_powder: ma być true albo false, a jest: 1."),
    ],
)
def test_what_makes_no_sense_is_refused_in_the_language_of_whoever_sent_it(
    app: Flask, said: dict[str, object], in_polish: str
) -> None:
    phone = Phone(app, seat=0)
    phone.client.set_cookie("language", "pl")
    assert sentence(phone.post("setup/rules", **said)).startswith(in_polish)


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


@pytest.mark.parametrize("name", RULESETS)
def test_every_edition_can_be_written_as_a_file_of_our_own(name: str, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.toml")
    ours = replace(RULESETS[name], name="own")
    file.keep_rules(ours)
    assert find_ruleset(load_settings(file.path).table.ruleset) == ours


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


def test_what_is_said_of_a_step_that_is_over_counts_for_no_other_one(
    app: Flask, host: FakeHost
) -> None:
    phone = Phone(app, seat=0)
    wiring = replace(Wiring(), **without_leds({}))
    with VirtualPanel(lambda _: None, wiring) as panel:
        host.tried = PanelTrial(panel, wiring, lambda: False)
        begun = data(phone.post("setup/panel", do="begin"))
        assert (begun["state"], begun["number"]) == ("button", 1)
        assert host.tried.pressed(Press.CLUE)
        said = data(phone.post("setup/panel", do="silent", number=1))
        assert (said["number"], said["troubles"]) == (2, []), "the page had not heard of the press"
        said = data(phone.post("setup/panel", do="silent", number=2))
        assert (said["number"], len(said["troubles"])) == (3, 1)
    assert phone.post("setup/panel", do="silent", number="3").status_code == 400


@pytest.fixture
def trying(app: Flask, host: FakeHost, browser: Browser) -> Iterator[Page]:
    """A phone on which the first of the panel's buttons is tried."""
    wiring = replace(Wiring(), **without_leds({}))
    with (
        VirtualPanel(lambda _: None, wiring) as panel,
        serve(app, "127.0.0.1", 0) as server,
        phones_at(browser, server.port) as make,
    ):
        host.tried = PanelTrial(panel, wiring, lambda: False)
        page = join(make(), 0)
        page.goto("/setup")
        open_more(page)
        page.locator("[data-do=begin]").press("Enter")
        expect(page.locator("#panel-step")).to_contain_text("Clue")
        yield page


def test_the_page_waits_for_a_button_though_an_answer_is_lost(trying: Page, host: FakeHost) -> None:
    trying.route("**/api/setup/panel", lambda route: route.abort(), times=1)
    trying.wait_for_event("requestfailed")
    assert host.tried is not None
    assert host.tried.pressed(Press.CLUE)
    expect(trying.locator("#panel-step")).to_contain_text("Play")


def test_who_tries_the_panel_with_keys_stays_at_it(trying: Page) -> None:
    silent = trying.get_by_role("button", name="I press it, and nothing comes")
    expect(silent).to_be_focused(timeout=3_000)
    for _ in range(2):
        silent.press("Enter")
        expect(silent).to_be_focused(timeout=3_000)
    trying.get_by_role("button", name="Stop", exact=True).press("Enter")
    expect(trying.locator("[data-do=begin]")).to_be_focused(timeout=3_000)


def test_what_is_to_be_pressed_is_read_aloud_once(trying: Page) -> None:
    trying.evaluate("window.aloud = document.getElementById('panel-step').firstChild")
    for _ in range(2):  # before the second look the answer to the first is drawn
        with trying.expect_response("**/api/setup/panel"):
            pass
    assert trying.evaluate("window.aloud.isConnected")


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
        trial.say(TrialWord.BEGIN)
        now[0] = FORGOTTEN + 1
        assert not trial.active
        assert not trial.pressed(Press.PLAY)
        assert trial.state()["state"] == "idle"
