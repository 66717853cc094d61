"""Which broker a command goes to: that of the settings, or one that was said."""

from __future__ import annotations

import os
import re
from pathlib import Path

from companion.commands.errors import UnusableInput, unusable
from companion.mqtt.access import PASSWORD, Access, MqttError, access
from companion.settings.broker import PLAIN_PORT, MqttSettings
from companion.settings.reading import SettingsError, load_settings

_SAID = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]{1,253})(?::(\d{1,5}))?")


def settings_of_broker(file: Path | None) -> MqttSettings:
    """Return what the settings say about the broker."""
    with unusable(SettingsError):
        return load_settings(file).mqtt


def way_in(
    said: str | None,
    username: str | None,
    settings: MqttSettings,
    mend: str = "say --broker HOST[:PORT], or set mqtt.broker",
) -> Access:
    """Return the way into the broker that was ``said`` as ``HOST[:PORT]``, else of the settings.

    The password of the settings is for the broker of the settings; another one gets that of the
    environment, and only where a ``username`` is said.
    """
    if said is not None:
        found = _SAID.fullmatch(said)
        port = int(found[2]) if found and found[2] else PLAIN_PORT
        if found is None or not 1 <= port <= 65535:
            raise UnusableInput(f"--broker: want HOST or HOST:PORT, got {said!r}")
        password = os.environ.get(PASSWORD) if username is not None else None
        return Access(found[1].strip("[]"), port, username=username, password=password)
    if username is not None:
        raise UnusableInput("--username goes with --broker; else mqtt.username is taken")
    with unusable(MqttError):
        way = access(settings)
    if way is None:
        raise UnusableInput(f"there is no broker: {mend}")
    return way
