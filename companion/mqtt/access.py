"""How to get into a broker: where it is, how it is trusted, and as whom."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.files.errors import reason
from companion.files.reading import read_text
from companion.language.phrases import phrase
from companion.settings.broker import MqttSettings

PASSWORD = "COMPANION_MQTT_PASSWORD"
"""The variable of the environment that holds the password where no file does."""
LONGEST_BROKER_PASSWORD = 1000
"""Letters; a file whose first line is longer is another file."""
INSTALL = "pip install paho-mqtt, into the companion's own environment"
MISSING = f"paho-mqtt is not installed: {INSTALL}"


def is_installed() -> bool:
    """Say whether the library that speaks with brokers is there: it is an extra."""
    return importlib.util.find_spec("paho") is not None


class MqttError(ValueError):
    """The broker cannot be used as the settings say; one sentence names the key and why."""


@dataclass(frozen=True, slots=True)
class Access:
    """What a connection needs.

    Attributes:
        host: the broker's name or address.
        port: its port.
        tls: whether the connection is encrypted.
        ca_file: the certificate that vouches for the broker's; None: those of the system.
        username: as whom; None: as nobody in particular.
        password: his secret; it is in no text that is made of this.
    """

    host: str
    port: int
    tls: bool = False
    ca_file: Path | None = None
    username: str | None = None
    password: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """Return where the broker is, as people write it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


def access(settings: MqttSettings, environment: Mapping[str, str] = os.environ) -> Access | None:
    """Return the way into the broker that ``settings`` name; None: they name none.

    Raises:
        MqttError: a file that they name cannot be used.
    """
    if settings.broker is None:
        return None
    if settings.ca_file is not None:
        _read("mqtt.ca_file", settings.ca_file)
    password = None
    if settings.username is not None:
        password = _password(settings.password_file, environment)
    return Access(
        settings.broker,
        settings.reached_at,
        settings.tls,
        settings.ca_file,
        settings.username,
        password,
    )


def _password(file: Path | None, environment: Mapping[str, str]) -> str | None:
    if file is None:
        return environment.get(PASSWORD) or None
    lines = _read("mqtt.password_file", file).splitlines()
    if not lines or not lines[0].strip():
        raise MqttError(
            phrase("mqtt.password_file: {file} holds no password in its first line", file=file)
        )
    if len(lines[0]) > LONGEST_BROKER_PASSWORD:
        raise MqttError(
            phrase("mqtt.password_file: the first line of {file} is no password", file=file)
        )
    return lines[0].strip()


def _read(key: str, file: Path) -> str:
    try:
        return read_text(file)
    except OSError as error:
        raise MqttError(
            phrase(
                "{key}: {file} cannot be read: {why}",
                key=key,
                file=file,
                why=reason(error),
            )
        ) from error
    except UnicodeDecodeError as error:
        raise MqttError(phrase("{key}: {file} is not text in UTF-8", key=key, file=file)) from error
