"""A stand-in for nmcli(1) with a NetworkManager behind it, kept in a JSON file.

It prints what nmcli 1.42 printed when it was asked the same.

    python fake_nmcli.py STATE.json QUESTION...
"""

from __future__ import annotations

import json
import sys
import uuid
from pathlib import Path
from typing import Any

WRONG = "Error: Connection activation failed: (7) Secrets were required, but not provided.\n"
AWAY = "Error: Connection activation failed: (53) The Wi-Fi network could not be found.\n"


class NotActivated(Exception):  # noqa: N818 - as NetworkManager calls it
    """A profile that could not be activated, with what nmcli prints."""


def terse(*fields: str) -> str:
    return ":".join(field.replace("\\", "\\\\").replace(":", "\\:") for field in fields)


def profile(state: dict[str, Any], by: str, wanted: str) -> dict[str, Any]:
    return next(one for one in state["profiles"] if one[by] == wanted)


def devices(state: dict[str, Any]) -> list[str]:
    active = state["active"]
    wifi = ("wifi", "connected" if active else "disconnected", active or "")
    wire = ("ethernet", "connected" if state["wire"] else "unavailable", "")
    return [terse(*one) for one in (wire, wifi, ("loopback", "unmanaged", ""))]


def up(state: dict[str, Any], one: dict[str, Any]) -> None:
    if one["mode"] == "ap":
        state["active"] = one["name"]
        return
    password = state["air"].get(one["ssid"])
    if password is None:
        state["active"] = None
        raise NotActivated(AWAY)
    if password["psk"] != one.get("psk"):
        state["active"] = None
        raise NotActivated(WRONG)
    state["active"] = one["name"]


def answer(state: dict[str, Any], asked: list[str]) -> list[str]:
    match asked:
        case ["--terse", "--fields", "TYPE,STATE,CONNECTION", "device"]:
            return devices(state)
        case ["--terse", "--fields", fields, "device", "wifi", "list", *_]:
            rows = []
            for name, one in state["air"].items():
                known = {"SSID": name, "SIGNAL": str(one["signal"]), "SECURITY": one["security"]}
                rows.append(terse(*(known[field] for field in fields.split(","))))
            return rows
        case ["--terse", "--fields", fields, "connection", "show"]:
            return [
                terse(*({"UUID": p["uuid"], "NAME": p["name"], "TYPE": "802-11-wireless"}[field]
                        for field in fields.split(",")))
                for p in state["profiles"]
            ]  # fmt: skip
        case ["connection", "add", *options]:
            said = dict(zip(options[::2], options[1::2], strict=True))
            one = {
                "uuid": str(uuid.uuid4()),
                "name": said["con-name"],
                "ssid": said["ssid"],
                "mode": said.get("wifi.mode", "infrastructure"),
                "said": said,
            }
            state["profiles"].append(one)
            return [f"Connection '{one['name']}' ({one['uuid']}) successfully added."]
        case ["connection", "edit", "uuid", wanted]:
            typed = sys.stdin.read().splitlines()
            chosen = profile(state, "uuid", wanted)
            before = "set wifi-sec.psk "
            chosen["psk"] = next(line for line in typed if line.startswith(before))[len(before) :]
            return []
        case ["--wait", _, "connection", "up", by, wanted]:
            up(state, profile(state, {"id": "name"}.get(by, by), wanted))
            return []
        case ["connection", "down", "id", _]:
            names = [one["name"] for one in state["profiles"] if one["ssid"] in state["air"]]
            state["active"] = names[0] if names else None
            return []
        case ["connection", "delete", "uuid", wanted]:
            state["profiles"].remove(profile(state, "uuid", wanted))
            return []
    raise SystemExit(f"Error: nobody asked {asked} before")


def main() -> None:
    kept, asked = Path(sys.argv[1]), sys.argv[2:]
    state = json.loads(kept.read_text())
    state["asked"].append(asked)
    code = 0
    try:
        for line in answer(state, asked):
            print(line)
    except NotActivated as failed:
        sys.stderr.write(str(failed))
        code = 4
    kept.write_text(json.dumps(state))
    raise SystemExit(code)


main()
