"""The table as a device of Home Assistant, in its format for the discovery of devices.

https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from gettext import NullTranslations

from companion.announcements.notation import EVENT_NAMES
from companion.mqtt.messages import OFF, ON, PRESS, Message, Topics, packed
from companion.mqtt.public_state import UNAVAILABLE
from companion.panel.panel import Status
from companion.play.camera_watch import Watch

LONGEST_STATE = 255
"""Letters that Home Assistant takes as the state of something."""
NEW_GAME, UNDO, MUTE = "new_game", "undo", "mute"


@dataclass(frozen=True, slots=True)
class Device:
    """The table as a device.

    Attributes:
        topics: its topics.
        name: what people call it.
        version: of the companion.
        page: the address of its page; None: it has none.
        buttons: whether a new game and undo may be asked for.
        speaks: whether the machine at the table can speak, so that it can be muted.
    """

    topics: Topics
    name: str
    version: str
    page: str | None = None
    buttons: bool = True
    speaks: bool = False


def discovery_topic(prefix: str, table: str) -> str:
    """Return where Home Assistant looks for the table."""
    return f"{prefix}/device/companion_{table}/config"


def birth_topic(prefix: str) -> str:
    """Return where Home Assistant says that it has started: ``online``."""
    return f"{prefix}/status"


def discovery(device: Device, prefix: str, language: NullTranslations) -> Message:
    """Return what lets Home Assistant find the table and show its parts in ``language``."""
    about: dict[str, object] = {
        "identifiers": [f"companion_{device.topics.table}"],
        "name": device.name,
        "manufacturer": "Tabletop companion",
        "model": "Hanabi",
        "sw_version": device.version,
    }
    if device.page is not None:
        about["configuration_url"] = device.page
    payload = {
        "device": about,
        "origin": {"name": "Tabletop companion", "sw_version": device.version},
        "availability_topic": device.topics.availability,
        "state_topic": device.topics.state,
        "qos": 1,
        "components": _components(device, language),
    }
    topic = discovery_topic(prefix, device.topics.table)
    return Message(topic, packed(payload), kept=True)


def _components(device: Device, language: NullTranslations) -> Mapping[str, object]:
    _, topics = language.gettext, device.topics
    parts: dict[str, dict[str, object]] = {
        "status": {
            **_sensor(_("State"), "status", "mdi:cards-outline"),
            **_one_of([status.value for status in Status]),
        },
        "score": _count(_("Score"), "score", "mdi:firework"),
        "clue_tokens": _count(_("Clue tokens"), "clue_tokens", "mdi:information-outline"),
        "fuses": _count(_("Burnt fuses"), "fuses", "mdi:bomb"),
        "turn": _sensor(_("Turn"), "turn", "mdi:counter"),
        "to_move": _sensor(_("Whose turn"), "to_move", "mdi:account-arrow-right"),
        "camera": {
            **_sensor(_("Camera"), "camera", "mdi:camera"),
            **_one_of([Watch.ON.value, UNAVAILABLE, Watch.NONE.value]),
            "entity_category": "diagnostic",
        },
        "last_event": {
            **_sensor(_("Last event"), "last_event", "mdi:message-text-outline"),
            # None is unknown there; an empty text would be shown as such.
            "value_template": f"{{{{ value_json.last_event[:{LONGEST_STATE}]"
            " if value_json.last_event else None }}",
        },
        "happened": {
            "platform": "event",
            "name": _("Events"),
            "icon": "mdi:bell-outline",
            "state_topic": topics.event,
            "event_types": list(EVENT_NAMES),
        },
        NEW_GAME: _button(_("New game"), topics.command(NEW_GAME), "mdi:cards-playing-outline"),
        UNDO: _button(_("Undo"), topics.command(UNDO), "mdi:undo"),
        MUTE: {
            "platform": "switch",
            "name": _("Mute"),
            "icon": "mdi:volume-off",
            "command_topic": topics.command(MUTE),
            "payload_on": ON.decode(),
            "payload_off": OFF.decode(),
            "value_template": "{{ 'ON' if value_json.muted else 'OFF' }}",
        },
    }
    if not device.buttons:  # a platform alone takes away what was there before
        parts |= {name: {"platform": "button"} for name in (NEW_GAME, UNDO)}
    if not (device.buttons and device.speaks):
        parts[MUTE] = {"platform": "switch"}
    for name, part in parts.items():
        if len(part) > 1:
            unique = f"companion_{topics.table}_{name}"
            part["unique_id"] = unique
            part["default_entity_id"] = f"{part['platform']}.{unique.replace('-', '_')}"
    return parts


def _sensor(name: str, key: str, icon: str) -> dict[str, object]:
    return {
        "platform": "sensor",
        "name": name,
        "icon": icon,
        "value_template": f"{{{{ value_json.{key} }}}}",
    }


def _count(name: str, key: str, icon: str) -> dict[str, object]:
    return {**_sensor(name, key, icon), "state_class": "measurement"}


def _one_of(options: list[str]) -> dict[str, object]:
    return {"device_class": "enum", "options": options}


def _button(name: str, topic: str, icon: str) -> dict[str, object]:
    return {
        "platform": "button",
        "name": name,
        "icon": icon,
        "command_topic": topic,
        "payload_press": PRESS.decode(),
    }
