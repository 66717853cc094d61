"""One running companion, two boxes: the game is changed on the page, and changed back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest

from companion.adapters.decks import deck_for
from companion.cli import main
from companion.settings.table_game import TableGame
from tests.free_ports import free_port

ROOT = Path(__file__).resolve().parents[3]
SLOW = 60.0


def wait(done: Callable[[], bool]) -> None:
    until = time.monotonic() + SLOW
    while not done():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.05)


class Phone:
    """A phone that keeps its cookie over each start of the companion."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/api/"
        self._open = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> Any:
        with self._open.open(self._address + path, timeout=SLOW) as answer:
            return json.loads(answer.read())

    def post(self, path: str, **body: object) -> Any:
        headers = {"Content-Type": "application/json"}
        request = Request(self._address + path, json.dumps(body).encode(), headers)
        with self._open.open(request, timeout=SLOW) as answer:
            return json.loads(answer.read() or b"null")

    def plays(self, game: str) -> bool:
        try:
            return bool(self.get("tonight/game")["game"] == game)
        except (URLError, OSError):
            return False  # it starts anew just now


def test_the_game_is_changed_on_the_page_and_the_one_that_ran_goes_on_afterwards(
    tmp_path: Path,
) -> None:
    port, state = free_port(), tmp_path / "state"
    state.mkdir()
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "STATE_DIRECTORY": str(state),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    settings = tmp_path / "config" / "companion" / "settings.toml"
    command = [sys.executable, "-m", "companion", "run", "--panel", "none", "--camera", "none"]
    command += ["--port", str(port), "--players", "5", "--first", "4"]

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)

    def end(process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0

    phone, process = Phone(port), start()
    try:
        wait(lambda: (state / "keys.json").exists() and phone_answers(port))
        code = json.loads((state / "keys.json").read_text())["code"]
        phone.post("join", code=code, seat=0)
        phone.post("confirm", seat=0, sits=True)
        version = phone.get("view")["version"]
        phone.post("start", first=0, players=5, version=version, key="one")
        began = phone.get("view")["view"]["game"]
        assert phone.get("tonight/game") == {"game": "hanabi", "running": True}
        assert phone.post("tonight/game", game="hana-awase", interrupts=True)["anew"]
        wait(lambda: phone.plays("hana-awase"))
        assert process.poll() is None, "it is the same process"
        view = phone.get("view")
        assert view["house"]["game"] == "hana-awase"
        assert view["view"]["phase"] == "lobby", "what was said of Hanabi begins no game here"
        assert 'game = "hana-awase"' in settings.read_text()
        end(process)

        process = start()  # the power was gone
        wait(lambda: phone.plays("hana-awase"))
        assert phone.post("tonight/game", game="hanabi", interrupts=False)["anew"]
        wait(lambda: phone.plays("hanabi"))
        went_on = phone.get("view")["view"]
        assert went_on["phase"] == "playing"
        assert went_on["game"] == began
    finally:
        end(process)


def phone_answers(port: int) -> bool:
    try:
        with build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/", timeout=SLOW):
            return True
    except OSError:
        return False


def test_a_game_that_the_command_names_is_not_changed_behind_its_back(tmp_path: Path) -> None:
    port = free_port()
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "STATE_DIRECTORY": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    command = [sys.executable, "-m", "companion", "run", "--panel", "none", "--camera", "none"]
    command += ["--port", str(port), "--game", "hanabi"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait(lambda: phone_answers(port))
        phone = Phone(port)
        code = json.loads((tmp_path / "keys.json").read_text())["code"]
        phone.post("join", code=code, seat=0)
        told = phone.post("tonight/game", game="hana-awase", interrupts=False)
        assert told["anew"] is False
        assert "--game" in told["lacks"]
        assert not (tmp_path / "config").exists()
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0


def test_each_game_takes_the_deck_that_is_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    for name, pictures in (("ours", "own-white"), ("flowers", "hanafuda-redraw")):
        learnt = ["deck", "learn", name, "--from", str(shared / "art" / pictures)]
        assert main(learnt) == 0
    for game, its in ((TableGame.HANABI, "ours"), (TableGame.HANA_AWASE, "flowers")):
        assert deck_for(game, None, None) == its
        for other in ("ours", "flowers"):
            assert deck_for(game, None, other) == its, "the settings name one of them"
            assert deck_for(game, other, None) == its, "and so may the command"
    assert deck_for(TableGame.HANABI, "nonesuch", None) == "nonesuch", "who loads it says so"
