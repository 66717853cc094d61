"""The table as a command: a film in place of a camera, signals, and what it cannot use."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import pytest

from companion.demonstration.phones import HttpPhone
from tests.free_ports import free_port

ROOT = Path(__file__).resolve().parents[3]
RUN = [sys.executable, "-m", "companion", "run", "--panel", "none"]
SLOW = 60.0


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {
        **{name: value for name, value in os.environ.items() if name != "STATE_DIRECTORY"},
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "OPENBLAS_NUM_THREADS": "1",
    }


def companion(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=SLOW,
    )


def complaint(ran: subprocess.CompletedProcess[str]) -> str:
    """Return the one line on stderr."""
    assert ran.returncode == 2, ran.stderr
    assert ran.stdout == ""
    (line,) = ran.stderr.splitlines()
    return line


# ------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--camera", "telescope"], "telescope"),
        (["--camera", "picamera2"], "picamera2 is not installed"),
        (["--camera", "video:/no/such/film.mp4", "--deck", "DECK"], "/no/such/film.mp4"),
        (["--camera", "folder:/no/such/film"], "/no/such/film"),
        (["--camera", "none", "--players", "6"], "--players"),
        (["--camera", "none", "--players", "3", "--first", "3"], "--first"),
        (["--camera", "none", "--first", "5"], "--first"),
        (["--camera", "none", "--first", "-1"], "--first"),
        (["--camera", "none", "--ruleset", "chess"], "chess"),
        (["--camera", "none", "--ruleset", ""], "--ruleset: is empty"),
        (["--camera", ""], "--camera: is empty"),
        (["--camera", "none", "--deck", " "], "--deck: is empty"),
        (["--camera", "none", "--panel", "gpio"], "panel"),
        (["--camera", "none", "--settings", "/no/such/file"], "/no/such/file"),
        (["--camera", "none", "--settings", "/"], "/: the file cannot be read"),
        (["--camera", "none", "--settings", ""], "Is a directory"),
    ],
)
def test_options_that_cannot_be_used_are_one_line(
    arguments: list[str], says: str, environment: dict[str, str]
) -> None:
    port = str(free_port())
    line = complaint(companion(environment, "run", "--panel", "none", "--port", port, *arguments))
    assert says in line


def test_an_unknown_deck_is_one_line_and_nothing_is_written(
    environment: dict[str, str], tmp_path: Path
) -> None:
    film = tmp_path / "film"
    film.mkdir()
    (film / "frames.jsonl").write_text('{"file": "frames.jsonl", "t": 0}\n')
    camera = f"folder:{film}"
    line = complaint(companion(environment, "run", "--camera", camera, "--deck", "nonesuch"))
    assert "nonesuch" in line
    assert "learnt decks: none yet" in line
    line = complaint(companion(environment, "run", "--camera", camera))
    assert "--deck" in line
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("command", [["run", "--camera", "none", "--panel", "none"], ["demo"]])
def test_a_port_in_use_is_one_line_and_no_game_is_begun(
    command: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = other.getsockname()[1]
        line = complaint(companion(environment, *command, "--port", str(port)))
    assert str(port) in line
    assert "another program uses that port" in line
    for state in (tmp_path / "data" / "companion", tmp_path / "data" / "companion" / "demo"):
        assert not (state / "table.json").exists()
        here = {**environment, "STATE_DIRECTORY": str(state)}
        assert companion(here, "games", "list", "--json").stdout == ""


# -------------------------------------------------------------------------------- while it runs


@contextmanager
def running(
    environment: dict[str, str], folder: Path, *arguments: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, and where its page is."""
    port = free_port()
    with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
        process = subprocess.Popen(
            [*RUN, *arguments, "--port", str(port)],
            env=environment,
            stdout=out,
            stderr=err,
            text=True,
        )
    address = f"http://127.0.0.1:{port}"
    web = build_opener(ProxyHandler({}))
    until = time.monotonic() + SLOW
    try:
        while True:
            try:
                with web.open(address) as page:
                    assert page.status == 200
                break
            except URLError:
                assert process.poll() is None, (folder / "err").read_text()
                assert time.monotonic() < until
                time.sleep(0.05)
        yield process, address
    finally:
        process.kill()
        process.wait()


def code(tmp_path: Path) -> str:
    keys = json.loads((tmp_path / "data" / "companion" / "keys.json").read_text())
    return str(keys["code"])


@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_cleanly_also_with_a_phone_looking_on(
    ends: signal.Signals, environment: dict[str, str], tmp_path: Path
) -> None:
    with running(environment, tmp_path, "--camera", "none") as (process, address):
        phone = HttpPhone(address, code(tmp_path), 0)
        assert phone.view()["phase"] == "lobby"
        process.send_signal(ends)
        assert process.wait(SLOW) == 0
    assert (tmp_path / "err").read_text() == ""
    assert "Phones: http://" in (tmp_path / "out").read_text()


def test_a_game_is_played_without_camera_and_panel_by_one_phone_alone(
    environment: dict[str, str], tmp_path: Path
) -> None:
    with running(environment, tmp_path, "--camera", "none") as (process, address):
        phone = HttpPhone(address, code(tmp_path), 1)
        phone.tap("start", {"first": 0, "players": 2})
        slots = {0: 0, 1: 0}
        for turn, label in enumerate(("r1", "r2", "b5", "y5", "w5")):
            seat = turn % 2
            phone.tap("lay", {"seat": seat, "slot": slots[seat], "pile": "fireworks"})
            assert phone.view()["question"]["seat"] == seat
            phone.tap("answer", {"card": label})
        game = phone.view()["game"]
        assert (game["outcome"], game["played"], game["strikes"]) == ("strikeout", 2, [3, 3])
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0
    told = companion(environment, "games", "show", "1")
    assert "strikeout after 5 turns" in told.stdout


def test_the_port_is_free_again_at_once(environment: dict[str, str], tmp_path: Path) -> None:
    with running(environment, tmp_path, "--camera", "none") as (process, address):
        HttpPhone(address, code(tmp_path), 0)
        process.kill()  # its connections are left half open
        process.wait()
        port = address.rpartition(":")[2]
        with subprocess.Popen(
            [*RUN, "--camera", "none", "--port", port],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        ) as again:
            assert again.stdout is not None
            said = ""
            while "Phones:" not in said:
                line = again.stdout.readline()
                assert line, "it ended"
                said += line
            again.send_signal(signal.SIGTERM)
            assert again.wait(SLOW) == 0


@pytest.mark.long
def test_a_film_is_a_table_whose_seats_see_the_others_cards(
    shared: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    film, still = tmp_path / "film", shared / "films" / "short-3p" / "f0000.jpg"
    film.mkdir()
    (film / still.name).symlink_to(still)
    shots = [json.dumps({"file": still.name, "t": number / 5}) for number in range(20_000)]
    (film / "frames.jsonl").write_text("\n".join(shots))
    cards = str(shared / "art" / "own-white")
    assert companion(environment, "deck", "learn", "ours", "--from", cards).returncode == 0
    (tmp_path / "config" / "companion").mkdir(parents=True)
    settings = tmp_path / "config" / "companion" / "settings.toml"
    settings.write_text("[pictures]\nlog = true\nteach = true\n")
    camera = ["--camera", f"folder:{film}", "--deck", "ours"]
    with running(environment, tmp_path, *camera) as (process, address):
        phone = HttpPhone(address, code(tmp_path), 1)
        while not phone.view()["lobby"]["ready"]:
            assert process.poll() is None
        phone.start(2)
        while any(card["face"] is None for card in phone.view()["game"]["hands"][0]):
            assert process.poll() is None
        game = phone.view()["game"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(SLOW) == 0
    truth = json.loads((still.parent / "truth.json").read_text())["frames"][0]["state"]["hands"]
    hands = [[card["face"] for card in hand] for hand in game["hands"]]
    assert hands == [truth[0], [None] * 5, truth[2]]
    assert (game["to_move"], game["players"]) == (2, 3)
    assert (tmp_path / "err").read_text() == ""
    kept = tmp_path / "data" / "companion" / "pictures" / "1"
    assert len(list(kept.glob("*.jpg"))) == 15, "each card in a rack, once"
    told = companion(environment, "accuracy", "--game", "1")
    assert "game 1 is still running" in complaint(told)
