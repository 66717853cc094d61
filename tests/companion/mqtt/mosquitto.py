"""A real broker for the tests: Debian's mosquitto on a port by chance, killed and started anew."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from tests.free_ports import free_port

LONG = 20.0
"""Seconds that anything may take here before a test gives up."""


def tool(name: str) -> str:
    """Return where a program is; without it the test is skipped."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"needs {name}: apt install mosquitto mosquitto-clients openssl")
    return found


def until(what: Callable[[], object], why: str = "") -> None:
    """Wait until ``what`` is so."""
    end = time.monotonic() + LONG
    while not what():
        assert time.monotonic() < end, why or "it never came to that"
        time.sleep(0.02)


class Mosquitto:
    """A broker in a folder of its own; nothing of it outlives it, not even what it keeps."""

    def __init__(self, folder: Path, settings: Sequence[str] = ("allow_anonymous true",)) -> None:
        self._program = tool("mosquitto")
        self.folder, self.port = folder, free_port()
        self._file = folder / "mosquitto.conf"
        lines = [f"listener {self.port} 127.0.0.1", *settings, "persistence false"]
        if os.geteuid() == 0:
            lines.append("user root")  # else it could not read the folder of the test
        self._file.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        with (self.folder / "mosquitto.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "-c", str(self._file)], stdout=log, stderr=log
            )
        until(self._listens, (self.folder / "mosquitto.log").read_text())

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Friend:
    """Somebody else at the broker: notes everything, and can tell something."""

    def __init__(self, port: int, topics: Sequence[str] = ("#",), **secrets: str) -> None:
        self.told: list[tuple[str, bytes, bool]] = []
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        if secrets:
            self._client.username_pw_set(**secrets)
        self._client.on_message = self._note
        self._ready = 0
        self._client.on_subscribe = self._subscribed
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        for topic in topics:
            self._client.subscribe(topic, 1)
        until(lambda: self._ready == len(topics))

    def _subscribed(self, *_: object) -> None:
        self._ready += 1

    def _note(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.told.append((message.topic, bytes(message.payload), message.retain))

    def of(self, topic: str) -> list[bytes]:
        return [payload for where, payload, _ in list(self.told) if where == topic]

    def newest(self, topic: str) -> bytes | None:
        found = self.of(topic)
        return found[-1] if found else None

    def tell(self, topic: str, payload: str, *, kept: bool = False) -> None:
        self._client.publish(topic, payload, 1, kept).wait_for_publish(LONG)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def kept_at(port: int, **secrets: str) -> dict[str, bytes]:
    """Return what a broker keeps, for somebody who comes only now."""
    friend = Friend(port, ("#",), **secrets)
    friend.tell("the end", "of what is kept")
    until(lambda: friend.of("the end"))
    friend.close()
    return {topic: payload for topic, payload, kept in friend.told if kept}
