"""What people set about the broker; nothing is told to anybody unless they name one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

PLAIN_PORT, TLS_PORT = 1883, 8883
"""The ports that brokers have by custom."""
NO_DISCOVERY = "none"
DISCOVERY = "homeassistant"
"""Where Home Assistant looks for devices unless it was told otherwise."""


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """Whether the table is told to an MQTT broker, which one, and what it may ask of the table.

    Attributes:
        broker: its name or address; None: nothing is told to anybody.
        port: None: the usual one, with TLS or without.
        tls: whether the connection is encrypted and the broker's certificate checked.
        ca_file: the certificate that vouches for the broker's; None: those of the system.
        username: who the table is for the broker; None: nobody in particular.
        password_file: a file whose first line is the password; None: the environment says it, or
            there is none.
        table: the table's id in all topics; None: one is made of this installation.
        name: what people call the table; None: its id.
        discovery: the first part of the topics in which Home Assistant looks for devices, or
            ``none``.
        buttons: whether a new game, undo and mute may be asked for.
        names: whether people are called by their names, or by their seats.
    """

    broker: str | None = None
    port: int | None = None
    tls: bool = False
    ca_file: Path | None = None
    username: str | None = None
    password_file: Path | None = None
    table: str | None = None
    name: str | None = None
    discovery: str = DISCOVERY
    buttons: bool = True
    names: bool = False

    @property
    def reached_at(self) -> int:
        """The port."""
        return self.port or (TLS_PORT if self.tls else PLAIN_PORT)
