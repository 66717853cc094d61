"""The commands that go to a broker: the club, what is taken away, and what the doctor says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from companion.cli import main
from companion.health import Health
from companion.mqtt.broker_findings import broker_findings
from companion.settings.broker import MqttSettings
from tests.companion.mqtt.mosquitto import LONG, Friend, Mosquitto, kept_at
from tests.companion.mqtt.test_club import GAME, state
from tests.free_ports import free_port

ROOT = Path(__file__).resolve().parents[3]
Run = Callable[..., int]


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "config" / "companion"
    folder.mkdir(parents=True)
    return folder / "settings.toml"


def tell_of_a_table(friend: Friend, table: str = "kitchen") -> None:
    """What a table that has gone leaves at the broker."""
    config = f"homeassistant/device/companion_{table}/config"
    friend.tell(config, '{"device": {}}', kept=True)
    friend.tell(f"companion/{table}/state", state().decode(), kept=True)
    results = json.dumps({"day": "2026-11-20", "games": [GAME]})
    friend.tell(f"companion/{table}/results/2026-11-20", results, kept=True)
    friend.tell(f"companion/{table}/availability", "offline", kept=True)


def test_the_club_says_once_how_the_tables_stand(
    broker: Mosquitto, friend: Friend, capsys: pytest.CaptureFixture[str]
) -> None:
    tell_of_a_table(friend)
    friend.tell("companion/hall/availability", "online", kept=True)
    friend.tell("companion/hall/state", state(name="Hall", clash=True).decode(), kept=True)
    friend.tell("companion/hall/state/more", "x", kept=True)
    assert main(["club", "--broker", f"127.0.0.1:{broker.port}", "--once"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Hall (hall): thinking, score 9, 5 of 8 clue tokens, 1 of 3 fuses burnt, turn 12: Seat 2",
        'two tables go by the id "hall": give one of them another mqtt.table in its settings.',
        "Kitchen table (kitchen): away",
        "  2026-11-20 19:05 UTC, Kitchen table: score 21, deck out (3 players, standard)",
    ]
    assert main(["club", "--broker", f"127.0.0.1:{broker.port}", "--once", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["event"], one["table"]) for one in lines] == [
        ("table", "hall"),
        ("table", "kitchen"),
        ("results", "kitchen"),
    ]
    assert lines[0].keys() == lines[1].keys()
    assert (lines[1]["online"], lines[0]["clash"], lines[2]["games"][0]["score"]) == (
        False,
        True,
        21,
    )


def test_a_club_in_which_nobody_plays_says_so(
    broker: Mosquitto, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\n')
    assert main(["club", "--once"]) == 0
    assert capsys.readouterr().out == "No table has told the broker of itself yet.\n"


def test_every_change_is_a_line_also_after_the_broker_was_away(
    broker: Mosquitto, friend: Friend
) -> None:
    port = free_port()
    said = ["-m", "companion", "club", "--broker", f"127.0.0.1:{broker.port}", "--json"]
    said += ["--port", str(port)]
    following = subprocess.Popen(
        [sys.executable, *said],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
    )
    assert following.stdout is not None
    assert following.stderr is not None
    friend.tell("companion/kitchen/availability", "online", kept=True)
    web = build_opener(ProxyHandler({}))
    try:
        assert f":{port}" in following.stderr.readline(), "where the page is"
        first = json.loads(following.stdout.readline())
        assert (first["table"], first["online"]) == ("kitchen", True)
        friend.tell("companion/kitchen/state", state().decode(), kept=True)
        assert json.loads(following.stdout.readline())["score"] == 9
        with web.open(f"http://127.0.0.1:{port}", timeout=LONG) as page:
            assert b"Kitchen table" in page.read()
        broker.kill()
        assert "is away" in following.stderr.readline()
        broker.start()
        assert "is there" in following.stderr.readline()
        late = Friend(broker.port)
        late.tell("companion/kitchen/state", state(score=10).decode(), kept=True)
        assert json.loads(following.stdout.readline())["score"] == 10
        late.close()
    finally:
        following.kill()
        following.communicate(timeout=LONG)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["club"], "there is no broker: say --broker HOST[:PORT], or set mqtt.broker"),
        (["club", "--broker", "a b"], "--broker: want HOST or HOST:PORT, got 'a b'"),
        (["club", "--broker", "x:70000"], "--broker: want HOST or HOST:PORT, got 'x:70000'"),
        (["club", "--username", "me"], "--username goes with --broker"),
        (["club", "--broker", "127.0.0.1:1"], "the broker 127.0.0.1:1 is not reached: Connection"),
        (["club", "--once", "--port", "8100"], "--port: a page is served as long as"),
        (["mqtt", "remove", "--table", "#"], "there is no broker: set mqtt.broker"),
        (["demo", "--mqtt"], "--mqtt: the settings name no mqtt.broker"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"companion: {says}")


def test_a_password_of_the_settings_does_not_go_to_another_broker(
    config: Path, broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    config.write_text('[mqtt]\nbroker = "ha.local"\nusername = "t"\npassword_file = "gone"\n')
    # The file is not there: to look at it would be an error.
    assert main(["club", "--broker", f"127.0.0.1:{broker.port}", "--once"]) == 0
    assert main(["club", "--once"]) == 2


def test_all_that_the_broker_keeps_of_a_table_is_taken_away(
    broker: Mosquitto, friend: Friend, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\ntable = "kitchen"\n')
    for table in ("kitchen", "hall"):
        tell_of_a_table(friend, table)
    assert main(["mqtt", "remove"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "companion/kitchen/availability",
        "companion/kitchen/results/2026-11-20",
        "companion/kitchen/state",
        "homeassistant/device/companion_kitchen/config",
    ]
    assert not any("kitchen" in topic for topic in kept_at(broker.port))
    assert len(kept_at(broker.port)) == 4, "the other table's"
    assert main(["mqtt", "remove", "--table", "hall"]) == 0
    assert kept_at(broker.port) == {}


def test_of_a_table_that_is_there_nothing_is_taken_away(
    broker: Mosquitto, friend: Friend, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\n')
    tell_of_a_table(friend)
    friend.tell("companion/kitchen/availability", "online", kept=True)
    assert main(["mqtt", "remove", "--table", "kitchen"]) == 2
    assert 'the table "kitchen" is still there' in capsys.readouterr().err
    assert len(kept_at(broker.port)) == 4
    assert main(["mqtt", "remove", "--table", "Kitchen"]) == 2


def test_what_the_broker_does_not_give_up_is_named(
    tmp_path: Path, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    users = tmp_path / "rules"
    users.write_text("topic read #\ntopic write the end\nuser friend\ntopic readwrite #\n")
    broker = Mosquitto(tmp_path, ("allow_anonymous true", f"acl_file {users}"))
    try:
        friend = Friend(broker.port, username="friend", password="")
        tell_of_a_table(friend)
        config.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\n')
        assert main(["mqtt", "remove", "--table", "kitchen"]) == 2
        assert "does not let us take away companion/kitchen/avail" in capsys.readouterr().err
        friend.close()
    finally:
        broker.kill()


def test_the_doctor_says_in_one_line_how_the_broker_is(broker: Mosquitto, tmp_path: Path) -> None:
    def found(settings: MqttSettings) -> tuple[Health, str]:
        (one,) = broker_findings(settings)
        return one.health, one.says

    assert found(MqttSettings()) == (
        Health.UNKNOWN,
        "none is set: nobody is told of the table",
    )
    here = MqttSettings("127.0.0.1", broker.port, username="table")
    says = f"127.0.0.1:{broker.port} lets us in, without TLS"
    assert found(here) == (Health.OK, says)
    health, says = found(MqttSettings("127.0.0.1", 1))
    assert health is Health.WRONG
    assert says == "the broker 127.0.0.1:1 is not reached: Connection refused"
    health, says = found(MqttSettings("ha.local", username="t", password_file=tmp_path / "no"))
    assert health is Health.WRONG
    assert says.startswith("mqtt.password_file: ")


WITHOUT = """
import sys
sys.modules["paho"] = None
from companion.cli import main
from companion.mqtt.broker_findings import broker_findings
from companion.settings.broker import MqttSettings
import companion.app.serving
print(broker_findings(MqttSettings("ha.local"))[0].says)
sys.exit(main(["club", "--broker", "ha.local"]))
"""


def test_without_the_library_it_is_said_what_is_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "paho-mqtt is not installed\n"
    assert done.stderr.startswith(
        "companion: club cannot start: paho-mqtt is not installed: pip install paho-mqtt"
    )
    assert done.returncode == 2
