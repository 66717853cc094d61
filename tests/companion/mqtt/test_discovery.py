"""What lets Home Assistant find the table: its format, its parts, and how parts go away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jinja2 import Environment

from companion.announcements.notation import EVENT_NAMES
from companion.language.languages import language
from companion.language.people import People
from companion.mqtt.discovery import Device, birth_topic, discovery
from companion.mqtt.messages import Topics
from companion.mqtt.public_state import state_of

TOPICS = Topics("kitchen")


def found(device: Device, code: str = "en") -> dict[str, Any]:
    message = discovery(device, "homeassistant", language(code))
    assert message.topic == "homeassistant/device/companion_kitchen/config"
    assert message.kept
    payload = json.loads(message.payload)
    assert isinstance(payload, dict)
    return payload


@pytest.fixture
def payload() -> dict[str, Any]:
    return found(Device(TOPICS, "Kitchen", "1.0", "http://192.0.2.7:8000", speaks=True))


def test_device_and_origin_are_there_and_every_part_says_what_it_is(
    payload: dict[str, Any],
) -> None:
    assert payload["device"]["identifiers"] == ["companion_kitchen"]
    assert payload["origin"]["name"]
    assert payload["availability_topic"] == "companion/kitchen/availability"
    parts = payload["components"]
    assert {name: part["platform"] for name, part in parts.items()} == {
        "status": "sensor",
        "score": "sensor",
        "clue_tokens": "sensor",
        "fuses": "sensor",
        "turn": "sensor",
        "to_move": "sensor",
        "camera": "sensor",
        "last_event": "sensor",
        "happened": "event",
        "new_game": "button",
        "undo": "button",
        "mute": "switch",
    }
    unique = [part["unique_id"] for part in parts.values()]
    assert len({*unique}) == len(parts)
    assert all(part["name"] for part in parts.values())
    assert parts["score"]["default_entity_id"] == "sensor.companion_kitchen_score"
    for name in ("new_game", "undo", "mute"):
        assert parts[name]["command_topic"] == f"companion/kitchen/set/{name}"


def test_an_id_with_a_hyphen_gives_ids_that_home_assistant_takes() -> None:
    message = discovery(Device(Topics("table-2"), "Two", "1.0"), "homeassistant", language("en"))
    score = json.loads(message.payload)["components"]["score"]
    assert score["default_entity_id"] == "sensor.companion_table_2_score"
    assert score["unique_id"] == "companion_table-2_score"


def test_every_value_that_is_shown_is_told(payload: dict[str, Any]) -> None:
    told = {*state_of({"phase": "lobby"}, People(), language("en")), "last_event", "muted"}
    for part in payload["components"].values():
        template = part.get("value_template", "")
        assert not template or any(f"value_json.{key} " in template for key in told), template
    assert birth_topic("homeassistant") == "homeassistant/status"


def test_the_last_event_is_unknown_before_there_is_one_and_never_longer_than_may_be(
    payload: dict[str, Any],
) -> None:
    """Home Assistant takes "None" for unknown, and no state of more than 255 letters."""
    template = Environment(autoescape=False).from_string(
        payload["components"]["last_event"]["value_template"]
    )
    assert template.render(value_json={"last_event": None}) == "None"
    assert template.render(value_json={"last_event": "Turn 1 is taken back."})[:6] == "Turn 1"
    assert template.render(value_json={"last_event": "x" * 300}) == "x" * 255


def test_what_there_is_no_more_is_taken_away() -> None:
    """A part that has a platform and nothing else is removed."""
    parts = found(Device(TOPICS, "Kitchen", "1.0", None, buttons=False))["components"]
    assert [parts[name] for name in ("new_game", "undo", "mute")] == [
        {"platform": "button"},
        {"platform": "button"},
        {"platform": "switch"},
    ]
    silent = found(Device(TOPICS, "Kitchen", "1.0", None))["components"]
    assert silent["mute"] == {"platform": "switch"}
    assert silent["undo"]["name"] == "Undo"


def test_everything_that_scripts_may_hear_of_is_announced_to_home_assistant(
    payload: dict[str, Any],
) -> None:
    """Of an event whose type it was not told, Home Assistant only logs a warning."""
    assert payload["components"]["happened"]["event_types"] == list(EVENT_NAMES)


def test_its_parts_are_called_what_the_people_at_the_table_call_them() -> None:
    device = Device(TOPICS, "Kitchen", "1.0", speaks=True)
    named = {
        code: {key: part["name"] for key, part in found(device, code)["components"].items()}
        for code in ("en", "pl", "ro")
    }
    assert named["en"]["score"] == "Score"
    assert (named["pl"]["score"], named["ro"]["mute"]) == ("Punkty", "Fără sunet")
