"""The table of Hana-awase as a command: its page, its record, and what it cannot use."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest

from companion.cli import main

ROOT = Path(__file__).resolve().parents[3]
SLOW = 60.0


class Browser:
    """A phone that joined with the code in the terminal."""

    def __init__(self, port: int, code: str) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._open = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        self.post("/api/join", {"code": code, "seat": 0})

    def get(self, path: str) -> bytes:
        with self._open.open(self._address + path, timeout=SLOW) as answer:
            return bytes(answer.read())

    def view(self) -> Any:
        return json.loads(self.get("/api/view"))["view"]

    def post(self, path: str, body: dict[str, object]) -> None:
        headers = {"Content-Type": "application/json"}
        request = Request(self._address + path, json.dumps(body).encode(), headers)
        with self._open.open(request, timeout=SLOW):
            pass


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Browser]:
    """Run the table until the test is done with it; it has to end well."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "STATE_DIRECTORY": str(folder)}
    command = [sys.executable, "-u", "-m", "companion", "run", "--game", "hana-awase"]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command += ["--camera", "none", "--panel", "none", "--port", str(port), *arguments]
    log = folder / "out.txt"
    with log.open("w") as out:
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=out)
        try:
            deadline = time.monotonic() + SLOW
            while (code := re.search(r"code (\S+)", log.read_text())) is None:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)
            yield Browser(port, code[1])
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(SLOW) == 0, log.read_text()


def test_an_evening_is_served_and_goes_on_after_the_power_was_gone(tmp_path: Path) -> None:
    with running(tmp_path, "--players", "3", "--first", "2") as phone:
        assert b"hana.js" in phone.get("/seat")
        assert phone.get("/api/hana/card/01-crane.png").startswith(b"\x89PNG")
        assert phone.view()["dealer"] == 2
        phone.post("/api/hana/put", {"card": "01-crane", "to": 1})
    with running(tmp_path) as phone:
        view = phone.view()
        assert (view["game"], view["dealer"]) == ({"players": 3}, 2)
        assert view["piles"][1]["cards"] == ["01-crane"]


def test_a_game_that_is_over_is_shown_as_it_ended_unless_the_command_says_how_to_play(
    tmp_path: Path,
) -> None:
    (tmp_path / "one.json").write_text('{"deals": 1}')
    with running(tmp_path, "--players", "3", "--options", str(tmp_path / "one.json")) as phone:
        phone.post("/api/hana/draw", {"version": phone.view()["version"], "seat": None})
        ended = phone.view()
        assert ended["phase"] == "over"
    told = ("phase", "number", "totals", "leaders", "history", "deals")
    with running(tmp_path) as phone:
        assert [phone.view()[one] for one in told] == [ended[one] for one in told]
    with running(tmp_path, "--players", "2") as phone:
        view = phone.view()
        assert (view["phase"], view["number"]) == ("laying", ended["number"] + 1)
        assert view["deals"] != 1, "by the rules of the command, not of the game before"


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["run", *arguments, "--panel", "none", "--camera", "none"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "5"], "Hana-awase is for 2 to 4, got 5"),
        (
            ["--players", "2", "--first", "2"],
            "--first: the seats are 0 to 1, counted from 0: seat 1 is 0; got 2",
        ),
        (["--first", "9"], "--first: the seats are 0 to 3, counted from 0: seat 1 is 0; got 9"),
        (["--first", "-1"], "--first: the seats are 0 to 3, counted from 0: seat 1 is 0; got -1"),
        (["--ruleset", "en"], "--ruleset: is for hanabi"),
        (["--options", "gone.json"], "gone.json: No such file"),
        (["--deck", "nobody's"], "there is no deck"),
    ],
)
def test_what_cannot_be_used_is_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert says in refused(capsys, "--game", "hana-awase", *arguments)


def test_options_of_hana_awase_are_none_of_hanabis(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--options: is for hana-awase" in refused(capsys, "--options", "table.json")
