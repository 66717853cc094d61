"""What a real Home Assistant makes of a table: its parts, its buttons, its coming and going."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest

from companion.announcements.notation import EVENT_NAMES
from companion.hanabi.cards import Suit
from companion.panel.panel import Status
from companion.play.camera_watch import Watch
from tests.companion.mqtt.mosquitto import Friend, Mosquitto, until
from tests.home_assistant.house import ROOT, Companion, House, waits

BY_TAPS = ("run", "--camera", "none", "--panel", "none", "--players", "2", "--new")
NewTable = Callable[..., Companion]
GUIDE = ROOT / "docs" / "home-assistant.md"
PARTS = {
    "sensor.status": "State",
    "sensor.score": "Score",
    "sensor.clue_tokens": "Clue tokens",
    "sensor.fuses": "Burnt fuses",
    "sensor.turn": "Turn",
    "sensor.to_move": "Whose turn",
    "sensor.camera": "Camera",
    "sensor.last_event": "Last event",
    "event.happened": "Events",
    "button.new_game": "New game",
    "button.undo": "Undo",
    "switch.mute": "Mute",
}
UNTOUCHED = ("button.new_game", "button.undo", "event.happened")


@pytest.fixture
def table(new_table: NewTable, house: House) -> Companion:
    """A table for two without a camera, which Home Assistant has found."""
    started = new_table(*BY_TAPS)
    house.shows("sensor.status", "waiting_to_start")
    return started


@pytest.fixture(autouse=True)
def no_complaint(house: House) -> Iterator[None]:
    """After each test nothing of ours is in the log as a warning."""
    yield
    assert house.complaints() == []


@pytest.mark.usefixtures("table")
def test_the_table_is_one_device_with_all_of_its_parts(house: House) -> None:
    states = house.states()
    assert {
        entity: one["attributes"]["friendly_name"].removeprefix("Kitchen table ")
        for entity, one in states.items()
    } == PARTS
    device = "{% set it = device_id('sensor.companion_kitchen_score') %}"
    for about, wanted in (
        ("name", "Kitchen table"),
        ("manufacturer", "Tabletop companion"),
        ("model", "Hanabi"),
    ):
        assert house.told(f"{device}{{{{ device_attr(it, '{about}') }}}}") == wanted
    assert re.fullmatch(
        r"http://\S+:\d+", house.told(f"{device}{{{{ device_attr(it, 'configuration_url') }}}}")
    )
    assert house.told(f"{device}{{{{ device_entities(it) | count }}}}") == str(len(PARTS))
    shown = {entity: one["attributes"] for entity, one in states.items()}
    assert shown["sensor.status"]["device_class"] == "enum"
    assert shown["sensor.status"]["options"] == [status.value for status in Status]
    assert shown["sensor.camera"]["options"] == [watch.value for watch in Watch]
    assert shown["event.happened"]["event_types"] == list(EVENT_NAMES)
    for count in ("score", "clue_tokens", "fuses"):
        assert shown[f"sensor.{count}"]["state_class"] == "measurement"
    assert all(one["icon"].startswith("mdi:") for one in shown.values())
    assert not any("unit_of_measurement" in one for one in shown.values())


@pytest.mark.usefixtures("table")
def test_before_a_game_nothing_is_known_of_it(house: House) -> None:
    states = {entity: one["state"] for entity, one in house.states().items()}
    assert states.pop("sensor.status") == "waiting_to_start"
    assert states.pop("sensor.camera") == "none"
    assert states.pop("switch.mute") == "off"
    for entity in UNTOUCHED:  # when it was last, maybe by the table of another test
        del states[entity]
    assert set(states.values()) == {"unknown"}


@pytest.mark.usefixtures("table")
def test_the_guide_names_no_entity_that_is_not_there(house: House) -> None:
    named = re.findall(r"\b(\w+)\.companion_kitchen_(\w+)", GUIDE.read_text(encoding="utf-8"))
    assert {f"{kind}.{name}" for kind, name in named} <= house.states().keys()
    assert len({*named}) >= 10


def test_a_game_is_begun_and_a_turn_taken_back_by_its_buttons(
    table: Companion, house: House
) -> None:
    house.do("button.press", "button.new_game")
    house.shows("sensor.turn", "1")
    assert house.state("sensor.to_move") == "Seat 1"
    assert house.state("sensor.clue_tokens") == "8"
    assert (house.state("sensor.score"), house.state("sensor.fuses")) == ("0", "0")
    table.sits_down(0)
    table.taps("/api/clue", target=1, value=1)
    house.shows("sensor.to_move", "Seat 2")
    assert house.state("sensor.clue_tokens") == "7"
    assert house.state("sensor.last_event") == "Seat 1 tells seat 2 about the 1s."
    assert house.states()["event.happened"]["attributes"]["event_type"] == "clue"
    house.do("button.press", "button.undo")
    house.shows("sensor.clue_tokens", "8")
    assert house.state("sensor.to_move") == "Seat 1"
    assert house.state("sensor.last_event") == "Turn 1 is taken back."


@pytest.mark.usefixtures("table")
def test_the_loudspeaker_is_silenced_and_speaks_again(house: House) -> None:
    house.do("switch.turn_on", "switch.mute")
    house.shows("switch.mute", "on")
    house.do("switch.turn_off", "switch.mute")
    house.shows("switch.mute", "off")


@pytest.mark.parametrize("how", ["killed", "ended"])
def test_of_a_table_that_is_gone_nothing_is_available(
    how: str, table: Companion, house: House
) -> None:
    (table.kill if how == "killed" else table.end)()
    until(lambda: {one["state"] for one in house.states().values()} == {"unavailable"})


@pytest.mark.usefixtures("table")
def test_when_the_broker_comes_back_everything_is_as_before(
    house: House, broker: Mosquitto
) -> None:
    """This broker has forgotten everything."""
    house.do("button.press", "button.new_game")
    house.shows("sensor.turn", "1")
    broker.kill()
    house.shows("sensor.turn", "unavailable")
    broker.start()
    waits(60, lambda: house.state("sensor.turn") == "1")
    assert house.states().keys() == PARTS.keys()
    house.do("button.press", "button.undo")
    waits(60, lambda: house.state("button.undo") != "unavailable")


def test_buttons_that_are_not_wanted_go_away(
    new_table: NewTable, table: Companion, house: House
) -> None:
    table.end()
    new_table(*BY_TAPS, mqtt="buttons = false")
    house.shows("sensor.status", "waiting_to_start")
    gone = {"button.new_game", "button.undo", "switch.mute"}
    until(lambda: house.states().keys() == PARTS.keys() - gone)


def test_what_is_removed_is_no_more_there(table: Companion, house: House) -> None:
    table.end()
    table.clean_up()
    until(lambda: not house.states())
    device = "{{ device_attr('sensor.companion_kitchen_score', 'name') }}"
    assert house.told(device) == "None"


@pytest.mark.usefixtures("table")
def test_the_automation_of_the_guide_does_what_it_says(house: House, friend: Friend) -> None:
    lamp = {
        "name": None,
        "unique_id": "lamp",
        "default_entity_id": "light.table",
        "schema": "json",
        "command_topic": "lamp/set",
        "supported_color_modes": ["rgb"],
        "flash": True,
    }
    found = "homeassistant/light/lamp/config"
    friend.tell(found, json.dumps(lamp), kept=True)
    (automation,) = re.findall(
        r"^```yaml\n(triggers:.*?)^```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    house.automate(automation)
    house.do("button.press", "button.new_game")
    house.shows("sensor.turn", "1")
    assert not friend.of("lamp/set")
    missed = {"event_type": "missed", "says": "It does not fit.", "suit": Suit.RED.name}
    friend.tell("companion/kitchen/event", json.dumps(missed))
    until(lambda: friend.of("lamp/set"))
    told = json.loads(friend.of("lamp/set")[0])
    assert told["state"] == "ON"
    assert (told["color"]["r"], told["color"]["g"], told["color"]["b"]) == (255, 0, 0)
    assert told["flash"]
    house.automate("triggers: []\nactions: []")
    friend.tell(found, "", kept=True)


def test_a_house_that_starts_anew_shows_the_table_again(table: Companion, house: House) -> None:
    house.do("button.press", "button.new_game")
    house.shows("sensor.turn", "1")
    house.stop()
    table.sits_down(0)
    table.taps("/api/clue", target=1, value=1)
    house.start()
    waits(60, lambda: house.state("sensor.turn") == "2")
    assert house.states().keys() == PARTS.keys()


def test_a_whole_game_of_the_simulated_table_is_followed_to_its_result(
    new_table: NewTable, house: House
) -> None:
    table = new_table("demo", "--mqtt", "--seed", "3", "--speed", "50", "--players", "2")
    demo = f"demo_{table.port}"
    scores: list[int] = []

    def is_over() -> bool:
        score = house.state("sensor.score", demo)
        scores.extend([int(score)] if score not in (None, "unknown", "unavailable") else [])
        return house.state("sensor.status", demo) == "over"

    waits(400, is_over)
    assert house.state("sensor.camera", demo) == "on"
    table.sits_down(None)
    game = table.asked("/api/view")["view"]["game"]
    assert house.state("sensor.score", demo) == str(game["score"])
    assert len({*scores}) > 2, "it was followed on its way"
    table.kill()
    until(lambda: {one["state"] for one in house.states(demo).values()} == {"unavailable"})
    table.clean_up(f"demo-{table.port}")
    until(lambda: not house.states(demo))
