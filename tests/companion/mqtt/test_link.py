"""A running table at a real broker: what it tells, what may be asked, and what goes wrong."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.announcements.speech import Announcer
from companion.archive.archive import RecordArchive
from companion.hanabi.cards import Card
from companion.hanabi.moves import RankHint, Unseen
from companion.language.languages import language
from companion.language.people import People
from companion.mqtt.connection import BrokerConnection
from companion.mqtt.opening import open_link
from companion.panel.panel import Press
from companion.play.inputs import AnswerTap, ClueTap, CountTap, LayDownTap, LayTap, StartTap
from companion.referee.findings import Spot
from companion.settings.broker import MqttSettings
from companion.table import Table
from companion.views.view import PUBLIC
from tests.companion.mqtt.mosquitto import Friend, Mosquitto, kept_at, until

Open = Callable[..., Any]


class Engine:
    """A loudspeaker that keeps what it said."""

    volume = 50

    def __init__(self) -> None:
        self.said: list[str] = []

    def set_volume(self, volume: int) -> None:
        raise AssertionError("nobody asked for that")

    def say(self, text: str) -> None:
        self.said.append(text)

    def hush(self) -> None:
        self.said.append("hush")


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Joins a table with a broker."""
    with ExitStack() as links:

        def join(joined: Table, port: int, announcer: Announcer | None = None, **more: Any) -> Any:
            said = {"broker": "127.0.0.1", "port": port, "table": "kitchen", "name": "Kitchen"}
            link = open_link(
                joined,
                MqttSettings(**{**said, **more}),
                RecordArchive(tmp_path / "table0" / "games.sqlite3", joined.game_on_it),
                secret=b"secret",
                page="http://192.0.2.7:8000",
                announcer=announcer,
                language=language("en"),
                is_ours=lambda _: True,
            )
            assert link is not None
            links.callback(link.close)
            return link

        yield join


def state(friend: Friend, table: str = "kitchen") -> dict[str, Any]:
    payload = friend.newest(f"companion/{table}/state")
    found = json.loads(payload) if payload else {}
    assert isinstance(found, dict)
    return found


def play(table: Table) -> None:
    """Begin a game for two and give a clue."""
    assert table.ask(StartTap(0, 2), PUBLIC).ok
    assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok


def test_the_table_is_a_device_with_its_state_and_what_happens(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    opened(table, broker.port)
    until(lambda: friend.newest("companion/kitchen/availability") == b"online")
    until(lambda: state(friend).get("phase") == "lobby")
    payload = friend.newest("homeassistant/device/companion_kitchen/config")
    assert payload is not None
    device = json.loads(payload)
    assert device["device"]["name"] == "Kitchen"
    assert device["device"]["configuration_url"] == "http://192.0.2.7:8000"
    play(table)
    until(lambda: state(friend).get("clue_tokens") == 7)
    now = state(friend)
    assert (now["phase"], now["seat"], now["to_move"], now["turn"]) == ("playing", 1, "Seat 2", 2)
    assert (now["score"], now["fuses"], now["camera"]) == (0, 0, "none")
    assert now["last_event"] == "Seat 1 tells seat 2 about the 1s."
    events = [json.loads(one) for one in friend.of("companion/kitchen/event")]
    assert [one["event_type"] for one in events] == ["game_started", "clue"]
    assert (events[1]["target"], events[1]["value"]) == (1, 1)
    kept = kept_at(broker.port)
    assert json.loads(kept["companion/kitchen/state"]) == now
    assert "companion/kitchen/event" not in kept, "what happened happens once"


def test_after_a_discard_the_last_event_is_who_discarded_what(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    opened(table, broker.port)
    play(table)
    assert table.ask(LayTap(1, 0, Spot.DISCARDS), 1).ok
    assert table.ask(AnswerTap(Card.parse("w5")), 1).ok
    until(lambda: state(friend).get("last_event") == "Seat 2 discards white 5.")
    until(lambda: state(friend)["clue_tokens"] == 8)
    assert state(friend)["last_event"] == "Seat 2 discards white 5."


def test_buttons_begin_a_game_take_back_and_leave_a_running_game_alone(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    opened(table, broker.port)
    until(lambda: state(friend).get("phase") == "lobby")
    friend.tell("companion/kitchen/set/new_game", "PRESS")
    until(lambda: state(friend)["phase"] == "playing")
    assert table.ask(ClueTap(0, 1, RankHint(1)), 0).ok
    friend.tell("companion/kitchen/set/new_game", "PRESS")
    until(lambda: state(friend)["refused"] == "a game is running: it is ended on a phone")
    assert state(friend)["turn"] == 2
    friend.tell("companion/kitchen/set/undo", "PRESS")
    until(lambda: state(friend)["turn"] == 1)
    assert state(friend)["refused"] is None
    friend.tell("companion/kitchen/set/undo", "PRESS")
    until(lambda: state(friend)["refused"])
    friend.tell("companion/kitchen/set/frobnicate", "PRESS")
    until(lambda: state(friend)["refused"] == "there is no such button")


def test_a_button_that_the_broker_kept_is_not_pressed_again(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    friend.tell("companion/kitchen/set/new_game", "PRESS", kept=True)
    opened(table, broker.port)
    until(lambda: state(friend).get("phase") == "lobby")
    friend.tell("companion/kitchen/set/undo", "PRESS")
    until(lambda: state(friend)["refused"] == "no game is running")


def test_without_buttons_nothing_may_be_asked(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    opened(table, broker.port, buttons=False)
    until(lambda: state(friend).get("phase") == "lobby")
    friend.tell("companion/kitchen/set/new_game", "PRESS")
    play(table)  # it would be refused if the button had begun a game
    until(lambda: state(friend)["turn"] == 2)


def test_the_loudspeaker_can_be_muted(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    engine = Engine()
    announcer = Announcer(engine)
    table.speak_with(announcer)
    opened(table, broker.port, announcer)
    until(lambda: state(friend).get("muted") is False)
    friend.tell("companion/kitchen/set/mute", "ON")
    until(lambda: state(friend)["muted"])
    play(table)
    assert engine.said == ["hush"]
    friend.tell("companion/kitchen/set/mute", "OFF")
    until(lambda: not state(friend)["muted"])
    table.call(lambda evening: evening.press(Press.UNDO))
    assert engine.said == ["hush", "Turn 1 is taken back."]


def test_names_are_told_only_where_that_is_wanted(
    new_table: Callable[[], Table], broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    for named, which in ((False, "kitchen"), (True, "hall")):
        table = new_table()
        table.introduce(People({0: "Anna", 1: "Bo"}))
        opened(table, broker.port, table=which, names=named)
        play(table)
        until(lambda which=which: state(friend, which).get("turn") == 2)  # type: ignore[misc]
    assert not any(b"Anna" in said for where, said, _ in friend.told if "kitchen" in where)
    assert state(friend, "hall")["to_move"] == "Bo"
    assert state(friend, "hall")["last_event"] == "Anna tells Bo about the 1s."


def test_the_results_of_the_day_stay_at_the_broker(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    old = "companion/kitchen/results/2020-01-01"
    friend.tell(old, "[]", kept=True)
    opened(table, broker.port)
    lose(table)

    def days() -> dict[str, bytes]:
        return {where: said for where, said in kept_at(broker.port).items() if "results/" in where}

    until(lambda: (told := days()) and old not in told)
    (day,) = days().values()
    (game,) = json.loads(day)["games"]
    assert (game["outcome"], game["score"], game["players"]) == ("strikeout", 0, 2)
    assert "names" not in game


def lose(table: Table) -> None:
    """Play three cards in vain."""
    assert table.ask(StartTap(0, 2), PUBLIC).ok
    for _ in range(3):
        assert table.ask(CountTap(Unseen.MISSED), PUBLIC).ok
    assert table.ask(LayDownTap(), PUBLIC).ok


def test_a_table_that_goes_says_so_and_one_that_is_gone_is_said_to_be(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    link = opened(table, broker.port)
    until(lambda: friend.newest("companion/kitchen/availability") == b"online")
    link.close()
    until(lambda: friend.newest("companion/kitchen/availability") == b"offline")


def test_the_broker_is_told_everything_again_when_it_is_back(
    table: Table,
    broker: Mosquitto,
    opened: Open,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.INFO, "companion.mqtt")
    opened(table, broker.port)
    until(lambda: "companion/kitchen/state" in kept_at(broker.port))
    broker.kill()
    until(lambda: "is not reached" in caplog.text)
    play(table)  # nobody waits for a broker
    broker.start()
    until(lambda: b'"turn":2' in kept_at(broker.port).get("companion/kitchen/state", b""))
    kept = kept_at(broker.port)
    assert kept["companion/kitchen/availability"] == b"online"
    assert "homeassistant/device/companion_kitchen/config" in kept


def test_home_assistant_is_introduced_to_the_table_whenever_it_starts(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    opened(table, broker.port)
    config = "homeassistant/device/companion_kitchen/config"
    until(lambda: friend.of(config))
    before = len(friend.of(config))
    friend.tell("homeassistant/status", "online")
    until(lambda: len(friend.of(config)) > before)
    assert friend.of(config)[-1] == friend.of(config)[0]


def test_two_tables_of_one_id_are_told_apart_by_a_sentence(
    new_table: Callable[[], Table],
    broker: Mosquitto,
    friend: Friend,
    opened: Open,
    caplog: pytest.LogCaptureFixture,
) -> None:
    opened(new_table(), broker.port)
    until(lambda: state(friend).get("clash") is False)
    second = opened(new_table(), broker.port)
    until(lambda: state(friend)["clash"])
    until(lambda: caplog.text.count('goes by the id "kitchen"') == 2, "both say so")
    second.close()
    until(lambda: state(friend)["clash"] is False)
    until(lambda: friend.newest("companion/kitchen/availability") == b"online")


# --------------------------------------------------------------------------------- what goes wrong


def test_no_move_waits_for_a_broker_that_hangs(table: Table, opened: Open) -> None:
    """It takes the connection and never says a word."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        opened(table, silent.getsockname()[1])
        taken, _ = silent.accept()
        with taken:
            play(table)
            for turn in range(1, 6):
                assert table.ask(ClueTap(turn % 2, 1 - turn % 2, RankHint(1)), turn % 2).ok


def test_no_move_waits_while_something_is_told(
    table: Table, broker: Mosquitto, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line's thread stands still in the middle of telling something; nobody else does."""
    hangs, go_on = Event(), Event()

    def send(*_: object) -> int:
        hangs.set()
        go_on.wait(60)
        return 0

    monkeypatch.setattr(BrokerConnection, "_send", send)
    opened(table, broker.port)
    assert hangs.wait(20)
    play(table)
    for turn in range(1, 6):
        assert table.ask(ClueTap(turn % 2, 1 - turn % 2, RankHint(1)), turn % 2).ok
    go_on.set()


def test_a_broker_that_is_not_there_is_said_once(
    table: Table, broker: Mosquitto, opened: Open, caplog: pytest.LogCaptureFixture
) -> None:
    broker.kill()
    link = opened(table, broker.port)
    until(lambda: "is not reached: Connection refused" in caplog.text)
    link.down("Connection refused")
    assert caplog.text.count("is not reached") == 1


def test_what_the_broker_does_not_allow_is_said_and_the_rest_goes_on(
    table: Table, tmp_path: Path, opened: Open, caplog: pytest.LogCaptureFixture
) -> None:
    rules = tmp_path / "rules"
    rules.write_text("topic readwrite companion/kitchen/#\ntopic read #\n")
    broker = Mosquitto(tmp_path, ("allow_anonymous true", f"acl_file {rules}"))
    try:
        opened(table, broker.port)
        until(lambda: "companion/kitchen/state" in kept_at_by_reading(broker.port))
        until(lambda: "refuses telling homeassistant/device/companion_kitchen" in caplog.text)
    finally:
        broker.kill()


def kept_at_by_reading(port: int) -> list[str]:
    friend = Friend(port)
    until(lambda: friend.told)
    friend.close()
    return [topic for topic, _, kept in friend.told if kept]


def test_what_happened_while_the_broker_was_away_is_not_told_late(
    table: Table, broker: Mosquitto, friend: Friend, opened: Open
) -> None:
    broker.kill()
    opened(table, broker.port)
    play(table)
    broker.start()
    late = Friend(broker.port)
    until(lambda: state(late).get("turn") == 2)
    assert state(late)["last_event"] == "Seat 1 tells seat 2 about the 1s."
    assert late.of("companion/kitchen/event") == []
    late.close()
