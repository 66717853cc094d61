"""A real Home Assistant in its Debian root, asked by its REST API; and a companion to be shown."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from http.cookiejar import CookieJar
from pathlib import Path
from textwrap import indent
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

from tests.companion.mqtt.mosquitto import LONG, until
from tests.free_ports import free_port

ROOT = Path(__file__).resolve().parents[2]
STARTING = 180.0
"""Seconds that Home Assistant gets to start."""
OURS = re.compile(r"companion|kitchen|components\.(mqtt|sensor|event|button|switch)\b")
"""What a line of its log has where it is about us."""
AWAY = re.compile(r"mqtt\.client\] .*([Dd]isconnect|[Cc]onnect)")
"""What it says where a broker is away: nothing of that is about what we tell."""
MOUNTED = """
    mount -t proc proc "$1/proc"
    mount --bind /dev "$1/dev"
    mount -t tmpfs tmpfs "$1/tmp"
    mkdir "$1/tmp/config"
    mount --bind "$2" "$1/tmp/config"
    exec chroot "$1" env -i PATH=/opt/venv/bin:/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 \
        /opt/venv/bin/hass --skip-pip --config /tmp/config
"""
_AUTOMATIONS = "automations.yaml"


class House:
    """A Home Assistant of its own, in a Debian root; its files lie in a folder of the test."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._folder = root, folder
        self._port, self._token = free_port(), ""
        self._process: subprocess.Popen[bytes] | None = None
        (folder / _AUTOMATIONS).write_text("[]\n")
        (folder / "configuration.yaml").write_text(
            "homeassistant: {name: House, time_zone: Europe/Warsaw}\n"
            f"http: {{server_host: 127.0.0.1, server_port: {self._port}}}\n"
            f"automation: !include {_AUTOMATIONS}\n"
            "api:\nconfig:\nlogger: {default: warning}\n"
        )

    # ------------------------------------------------------------------------------- its life

    def start(self) -> None:
        with (self._folder / "output").open("ab") as output:
            self._process = subprocess.Popen(
                [
                    "unshare",
                    "--mount",
                    "sh",
                    "-eu",
                    "-c",
                    MOUNTED,
                    "hass",
                    self._root,
                    self._folder,
                ],
                stdout=output,
                stderr=output,
            )
        end = time.monotonic() + STARTING
        while not self._answers():
            assert self._process.poll() is None, self._output()
            assert time.monotonic() < end, self._output()
            time.sleep(0.5)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
            self._process = None

    def _answers(self) -> bool:
        try:
            self.ask("/api/onboarding")
        except OSError:
            return False
        return True

    def set_up(self) -> None:
        """Make the first user, as whoever opens it for the first time."""
        me = f"http://127.0.0.1:{self._port}/"
        user = {"name": "Host", "username": "host", "password": "only for the test"}
        code = self.ask("/api/onboarding/users", {"client_id": me, "language": "en", **user})
        form = {
            "grant_type": "authorization_code",
            "code": code["auth_code"],
            "client_id": me,
        }
        request = Request(me + "auth/token", urlencode(form).encode())
        with urlopen(request, timeout=LONG) as answer:
            self._token = json.load(answer)["access_token"]

    def add_broker(self, port: int) -> None:
        """Add the integration MQTT, as the page does."""
        flows = "/api/config/config_entries/flow"
        form = self.ask(flows, {"handler": "mqtt"})
        done = self.ask(f"{flows}/{form['flow_id']}", {"broker": "127.0.0.1", "port": port})
        assert done["type"] == "create_entry", done

    # ------------------------------------------------------------------------- what it is asked

    def ask(self, path: str, data: object = None) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        body = None if data is None else json.dumps(data).encode()
        request = Request(f"http://127.0.0.1:{self._port}{path}", body, headers)
        with urlopen(request, timeout=LONG) as answer:
            return json.load(answer)

    def states(self, table: str = "kitchen") -> dict[str, Mapping[str, Any]]:
        """Return what it shows of a table; without the part of the ids that is always the same."""
        mine = f".companion_{table}_"
        return {
            one["entity_id"].replace(mine, "."): one
            for one in self.ask("/api/states")
            if mine in one["entity_id"]
        }

    def state(self, entity: str, table: str = "kitchen") -> str | None:
        """Return the state of an entity, ``sensor.score``; None: there is none of that name."""
        found = self.states(table).get(entity)
        return None if found is None else str(found["state"])

    def shows(self, entity: str, wanted: str | None, table: str = "kitchen") -> None:
        """Wait until an entity is in that state."""
        until(
            lambda: self.state(entity, table) == wanted,
            f"{entity} never became {wanted!r}: {self._output()}",
        )

    def told(self, template: str) -> str:
        """Return what one of its templates gives."""
        request = Request(
            f"http://127.0.0.1:{self._port}/api/template",
            json.dumps({"template": template}).encode(),
            {"Authorization": f"Bearer {self._token}"},
        )
        with urlopen(request, timeout=LONG) as answer:
            return str(answer.read().decode())

    def do(self, service: str, entity: str) -> None:
        """Call a service, as its pages do: ``button.press``."""
        domain, name = service.split(".")
        kind, rest = entity.split(".")
        target = f"{kind}.companion_kitchen_{rest}"
        self.ask(f"/api/services/{domain}/{name}", {"entity_id": target})

    def automate(self, automation: str) -> None:
        """Have an automation, as its editor shows it as YAML, instead of what there was."""
        lines = indent(f'id: "1"\nalias: Ours\n{automation}', "  ")
        (self._folder / _AUTOMATIONS).write_text(f"-{lines[1:]}")
        self.ask("/api/services/automation/reload", {})

    # ------------------------------------------------------------------------ what it complains of

    def complaints(self) -> list[str]:
        """Return the warnings of its log that are about us, without those of a broker away."""
        lines = re.findall(r"^.* (?:WARNING|ERROR|CRITICAL) .*$", self._output(), re.MULTILINE)
        return [line for line in lines if OURS.search(line) and not AWAY.search(line)]

    def _output(self) -> str:
        return (self._folder / "output").read_text(errors="replace")


class Companion:
    """A companion that runs by itself and tells the broker of its table."""

    def __init__(self, folder: Path, broker: int, command: Sequence[str], mqtt: str) -> None:
        self._folder, self.port = folder, free_port()
        settings = folder / "config" / "companion" / "settings.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(
            '[speech]\nkind = "espeak-ng"\nvolume = 0\n'
            f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker}\n'
            f'table = "kitchen"\nname = "Kitchen table"\n{mqtt}\n'
        )
        self._output = (folder / "companion.log").open("ab")
        arguments = [*command, "--port", str(self.port)]
        self._process = subprocess.Popen(
            self._command(*arguments),
            env=self._environment,
            stdout=self._output,
            stderr=self._output,
        )
        self._phone = build_opener(HTTPCookieProcessor(CookieJar()))

    @property
    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "STATE_DIRECTORY": str(self._folder / "state"),
            "XDG_CONFIG_HOME": str(self._folder / "config"),
        }

    @staticmethod
    def _command(*arguments: str) -> list[str]:
        return [sys.executable, "-m", "companion", *arguments]

    def says(self) -> str:
        return (self._folder / "companion.log").read_text(errors="replace")

    def sits_down(self, seat: int | None) -> None:
        """Take a seat with a phone; None: look on."""
        until(lambda: "code " in self.says())
        (*_, code) = re.findall(r"code (\w+)", self.says())
        if self.asked("/api/join", {"code": code, "seat": seat})["confirm"]:
            self.asked("/api/confirm", {"seat": seat, "sits": True})

    def asked(self, path: str, data: object = None) -> Any:
        """Return what the phone's page is answered."""
        body = None if data is None else json.dumps(data).encode()
        address = f"http://127.0.0.1:{self.port}{path}"
        request = Request(address, body, {"Content-Type": "application/json"})
        with self._phone.open(request, timeout=LONG) as answer:
            return json.load(answer)

    def taps(self, path: str, **what: object) -> None:
        """Tap something on that phone."""
        version = self.asked("/api/view")["version"]
        self.asked(path, {**what, "version": version, "key": f"tap{version}"})

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.wait(LONG)
        self._output.close()

    def end(self) -> None:
        """End it as systemd does."""
        self._process.terminate()
        self._process.wait(LONG)

    def clean_up(self, table: str = "kitchen") -> None:
        """Take away what the broker keeps of the table, by our own command."""
        found = subprocess.run(
            self._command("mqtt", "remove", "--table", table),
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert found.returncode == 0, found.stderr


def waits(seconds: float, what: Callable[[], object]) -> None:
    """Wait longer than usual until ``what`` is so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.5)
