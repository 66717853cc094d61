"""The running companion starts anew with a backup that a page sent it."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import pytest

from companion.adapters import restart
from companion.adapters.restart import Restart
from companion.backup.backup import backup
from companion.files.lock import HANDED_OVER
from companion.record.games import Record
from tests.companion.backup.machines import AT, SETTINGS, machine
from tests.companion.commands.test_run import ROOT, RUN, SLOW
from tests.free_ports import free_port


def test_the_same_program_is_started_with_the_same_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["/usr/bin/companion", "run", "--port", "8001"])
    monkeypatch.setattr(os, "execv", lambda _, arguments: started.append(arguments))
    Restart(lambda: None).start()
    assert started == [[sys.executable, "-m", "companion", "run", "--port", "8001"]]


def test_what_was_said_before_the_new_start_is_not_lost() -> None:
    script = "from companion.adapters.restart import Restart; print('told')"
    again = f"{script}; Restart(lambda: None).start()"
    done = subprocess.run(
        [sys.executable, "-c", again, "--version"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith("told\n"), done.stderr
    assert "companion" in done.stdout


def test_what_runs_is_ended_after_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restart, "_RESTART_AFTER", 0.0)
    ended: list[bool] = []
    again = Restart(lambda: ended.append(True))
    again.soon()
    assert again.wanted
    wait(lambda: ended == [True])


def wait(done: Callable[[], bool]) -> None:
    until = time.monotonic() + SLOW
    while not done():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.05)


def answers(address: str) -> bool:
    """Whether a companion serves its page there."""
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=SLOW) as answer:
            return int(answer.status) == 200
    except OSError:
        return False


def test_a_table_takes_a_backup_from_a_phone_and_comes_back_with_it(tmp_path: Path) -> None:
    here = machine(tmp_path / "here", games=1)
    old = machine(tmp_path / "old", games=3, settings=SETTINGS)
    data = backup(old, AT).data
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [*RUN, "--camera", "none", "--port", str(port)],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "STATE_DIRECTORY": str(here.record.parent),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
        },
        stdout=subprocess.DEVNULL,
    )
    try:
        wait(lambda: answers(address))
        code = json.loads((here.record.parent / "keys.json").read_text())["code"]
        web = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

        def sent(what: str, body: bytes, kind: str) -> int:
            request = Request(f"{address}/api/{what}", body, {"Content-Type": kind})
            with web.open(request, timeout=SLOW) as answer:
                return int(answer.status)

        joining = json.dumps({"code": code, "seat": 0}).encode()
        assert sent("join", joining, "application/json") == 200
        assert sent("confirm", b'{"seat": 0, "sits": true}', "application/json") == 200
        assert sent("setup/backup/restore", data, "application/zip") == 200
        settings = tmp_path / "config" / "companion" / "settings.toml"
        wait(settings.exists)
        wait(lambda: answers(address))
        assert process.poll() is None, "it is the same process"
        with web.open(f"{address}/api/setup/rules", timeout=SLOW) as answer:
            assert answer.status == 200, "the phone has its seat as before"
        with Record(here.record) as record:
            assert len(record.games()) == 3
        assert settings.read_text() == SETTINGS
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0


def test_what_a_killed_restore_left_goes_at_a_new_start_that_keeps_the_lock(tmp_path: Path) -> None:
    here = machine(tmp_path / "here", games=1)
    state = here.record.parent
    left = state / ".restoring-left"
    (left / "decks").mkdir(parents=True)
    os.utime(left, (0, 0))
    port = free_port()
    handle = os.open(state, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    process = subprocess.Popen(
        [*RUN, "--camera", "none", "--port", str(port)],
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "STATE_DIRECTORY": str(state),
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            HANDED_OVER: str(handle),
        },
        stdout=subprocess.DEVNULL,
        pass_fds=(handle,),
    )
    os.close(handle)
    try:
        wait(lambda: process.poll() is not None or answers(f"http://127.0.0.1:{port}"))
        assert process.poll() is None, "nobody else has the lock"
        assert not left.exists()
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0


def test_a_game_that_runs_goes_on_where_a_new_one_was_wanted_at_the_first_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "argv", ["/usr/bin/companion", "run", "--new", "--port", "8001"])
    monkeypatch.setattr(os, "execv", lambda _, arguments: started.append(arguments))
    Restart(lambda: None).start()
    assert started == [[sys.executable, "-m", "companion", "run", "--port", "8001"]]
