"""The table opened to people: what the terminal shows, and the doors that open and close."""

import json
import os
import socket
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import pytest

from companion.app import serving
from companion.app.serving import TableAddress, TableParts, print_line, serve_table, welcome
from companion.files.keys import KEYS_FILE, load_keys
from companion.hanabi.ruleset import STANDARD
from companion.panel.panel import Hold, PanelKind, PanelState, Press, Status
from companion.play.camera_watch import Watch
from companion.play.inputs import CountTap, StartTap
from companion.play.lobby import Plan
from companion.record.games import Record
from companion.settings.broker import MqttSettings
from companion.settings.settings import PanelSettings, Settings
from companion.table import Table
from companion.views.view import PUBLIC
from hardware.power import PowerError
from hardware.virtual_panel import VirtualPanel
from web.serve import WebError


@pytest.fixture
def table(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return Table(record, Plan(STANDARD, 2), watch=Watch.NONE)


def test_where_the_output_cannot_be_written_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full = os.fdopen(os.open("/dev/full", os.O_WRONLY), "w")
    monkeypatch.setattr("sys.stdout", full)
    print_line("Seat 1 plays red 1.")
    monkeypatch.undo()
    with pytest.raises(OSError, match="No space left"):
        full.close()  # it could not be written, indeed


def test_the_terminal_shows_the_way_to_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "own_address", lambda: "192.0.2.7")
    said = welcome(TableAddress(8000, "0042"))
    assert "http://192.0.2.7:8000" in said
    assert "code 0042" in said
    assert "http://192.0.2.7:8000/public" in said


def test_the_qr_code_follows_a_network_that_comes_after_the_start(
    table: Table, port: int, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "own_address", lambda: "127.0.0.1")
    with serve_table(TableParts(table=table, settings=settings)) as served:
        monkeypatch.setattr(serving, "own_address", lambda: "192.0.2.7")
        web = build_opener(ProxyHandler({}), HTTPCookieProcessor())
        with web.open(f"{served.local}/public?code={served.code}", timeout=10) as page:
            assert f"http://192.0.2.7:{port}" in page.read().decode().replace("<wbr>", "")


def test_while_the_house_is_open_the_page_is_served_and_the_panel_shown(
    table: Table, settings: Settings
) -> None:
    web = build_opener(ProxyHandler({}))
    with serve_table(TableParts(table=table, settings=settings)) as served:
        with web.open(f"{served.local}/?code={served.code}", timeout=10) as page:
            assert b"Join the table" in page.read()
        lamps = table.lamps()
        assert lamps is not None
        assert "turn.0" in lamps
        table.press(Press.CONFIRM)
    with pytest.raises(OSError, match="refused"):
        web.open(served.local, timeout=10)


def test_a_house_whose_port_is_taken_does_not_open(
    table: Table, port: int, settings: Settings
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        with (
            pytest.raises(WebError, match=str(port)),
            serve_table(TableParts(table=table, settings=settings)),
        ):
            pass


def test_without_the_library_for_brokers_the_table_opens_and_says_so(
    table: Table,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("companion.app.serving.is_installed", lambda: False)
    told = replace(settings, mqtt=MqttSettings("ha.local"))
    with serve_table(TableParts(table=table, settings=told)):
        assert "The broker is told nothing: paho-mqtt is not installed" in capsys.readouterr().err


def test_a_broker_whose_password_cannot_be_read_is_told_nothing_and_the_page_says_so(
    table: Table, settings: Settings, tmp_path: Path
) -> None:
    mqtt = MqttSettings("ha.local", username="table", password_file=tmp_path / "gone")
    with serve_table(TableParts(table=table, settings=replace(settings, mqtt=mqtt))):
        said = str(table.controller.views()[PUBLIC]["detail"])
    assert said.startswith("The broker is told nothing: mqtt.password_file: ")


def test_keys_that_are_damaged_are_set_aside_and_there_is_a_new_code(
    table: Table, settings: Settings, tmp_path: Path
) -> None:
    keys = tmp_path / "state" / KEYS_FILE
    keys.parent.mkdir(parents=True, exist_ok=True)
    keys.write_text('{"secret": "12", "code": ')
    with serve_table(TableParts(table=table, settings=settings)) as served:
        assert "there is a new code" in str(table.controller.views()[PUBLIC]["detail"])
    assert load_keys(keys).code == served.code
    assert keys.with_name("keys.json.damaged").read_text() == '{"secret": "12", "code": '


# ------------------------------------------------------------------------------------ the panel


class Held:
    """The panel that `serve_table` opens: what it was given, and what it shows at first."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.on_hold: Callable[[Hold], None] = print
        self.holds: Mapping[Press, Hold] = {}
        self.first: list[PanelState] = []
        show = VirtualPanel.show

        def opened(kind: PanelKind, *given: object, **options: object) -> VirtualPanel:
            self.on_hold = options["on_hold"]  # type: ignore[assignment]
            self.holds = options["holds"]  # type: ignore[assignment]
            return VirtualPanel(*given, **options)  # type: ignore[arg-type]

        def shown(panel: VirtualPanel, state: PanelState) -> None:
            self.first.append(state)
            show(panel, state)

        monkeypatch.setattr("companion.adapters.devices.open_panel", opened)
        monkeypatch.setattr(VirtualPanel, "show", shown)


class Switch:
    """Stands for the machine's power: notes that somebody wants it off."""

    def __init__(self, refusal: str | None = None) -> None:
        self.asked = threading.Event()
        self.refusal = refusal

    def off(self) -> None:
        self.asked.set()
        if self.refusal is not None:
            raise PowerError(self.refusal)


def test_a_phone_that_is_there_before_the_table_runs_is_shown_the_game_that_goes_on(
    table: Table, settings: Settings
) -> None:
    table.controller.ask(StartTap(0, 2), PUBLIC)
    web = build_opener(ProxyHandler({}), HTTPCookieProcessor())
    with serve_table(TableParts(table=table, settings=settings)) as served:
        web.open(f"{served.local}/public?code={served.code}", timeout=10).close()
        with web.open(f"{served.local}/api/view", timeout=10) as answer:
            assert json.load(answer)["view"]["game"]["to_move"] == 0


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


def test_the_panel_says_first_that_the_table_is_getting_ready(
    table: Table, settings: Settings, held: Held
) -> None:
    with serve_table(TableParts(table=table, settings=settings)):
        assert held.first == [PanelState(0, 0, None, 0, Status.STARTING)]
        assert held.holds == {Press.UNDO: Hold.REDO}


def test_holding_the_button_that_the_settings_name_switches_the_machine_off(
    table: Table, settings: Settings, held: Held
) -> None:
    switch = Switch()
    panel = PanelSettings(kind=PanelKind.VIRTUAL, shutdown=Press.CONFIRM)
    with serve_table(
        TableParts(table=table, settings=replace(settings, panel=panel), power=switch)
    ):
        assert held.holds[Press.CONFIRM] is Hold.SHUT_DOWN
        held.on_hold(Hold.SHUT_DOWN)
        assert switch.asked.wait(10)


def test_a_machine_that_may_not_be_switched_off_says_so_and_goes_on(
    table: Table, settings: Settings, held: Held, caplog: pytest.LogCaptureFixture
) -> None:
    switch = Switch("the machine cannot be switched off: access denied")
    with serve_table(TableParts(table=table, settings=settings, power=switch)):
        held.on_hold(Hold.SHUT_DOWN)
        assert switch.asked.wait(10)
        for thread in threading.enumerate():
            if thread.name == "power":
                thread.join(10)
        assert caplog.messages[-1] == "the machine cannot be switched off: access denied"
        assert table.lamps() is not None


def test_holding_undo_is_redo(table: Table, settings: Settings, held: Held) -> None:
    seen: list[int] = []

    def play() -> None:
        evening = table.controller
        evening.ask(StartTap(0), PUBLIC)
        evening.ask(CountTap(None), PUBLIC)

    def note() -> None:
        game = table.controller.game
        assert game is not None
        seen.append(game.state.clue_tokens)

    with serve_table(TableParts(table=table, settings=settings)):
        for work in (play, note):
            table._inbox.post(work)
        held.on_hold(Hold.REDO)  # nothing was undone: nothing happens
        table._inbox.post(note)
        table.pressed(Press.UNDO)
        table._inbox.post(note)
        held.on_hold(Hold.REDO)
        table._inbox.post(note)
        table._inbox.post(table.close)
        table.run(None)
    assert seen == [7, 7, 8, 7]
