"""What each address is for, asked in the newest view."""

from __future__ import annotations

from typing import Any

from werkzeug.test import Client, TestResponse

PHOTO = {"Content-Type": "image/jpeg"}
TAPS: dict[str, dict[str, Any]] = {
    "/clue": {"giver": 0, "target": 1, "value": 1},
    "/check": {"giver": 0, "target": 1, "value": 1},
    "/lay": {"seat": 0, "slot": 0, "pile": "discards"},
    "/identify": {"seat": 0, "slot": 0, "card": "r1"},
    "/pass": {"seat": 0, "slot": 0},
    "/name": {"seat": 0, "colour": None},
    "/tile": {"seat": 0, "tile": None},
    "/arrange": {"order": [1, 0, 2, 3, 4]},
    "/start": {"first": 0},
    "/answer": {"card": None},
    "/lay-down": {},
    "/agree": {"granted": True},
    "/undo": {},
    "/redo": {},
    "/pause": {"paused": True},
    "/correct": {"correction": {"kind": "never", "turn": 1}},
    "/new": {},
}
OTHERS: dict[str, dict[str, Any]] = {
    "/join": {"seat": None},
    "/confirm": {"seat": 0, "sits": True},
    "/leave": {},
    "/here": {"here": True},
    "/consent": {"wish": "none", "granted": True},
    "/press": {"button": "undo"},
    "/voice": {"by": "nobody"},
    "/pile": {"card": 1, "played": True},
    "/tonight": {"way": "photo"},
    "/tonight/game": {"game": "hana-awase", "interrupts": True},
    "/tonight/look": {"address": "http://192.0.2.1/video"},
    "/tonight/camera": {"address": "http://192.0.2.1/video"},
    "/network": {"name": "Home", "password": "correct horse"},
    "/setup/update": {"what": "rollback", "during_game": False},
    "/score": {"cards": [], "mat": False},
    "/deck": {"do": "stop"},
    "/setup/rules": {},
    "/setup/settings": {},
    "/setup/panel": {},
    "/games/import": {"text": "no game"},
    "/setup/deck": {"do": "stop"},
    "/setup/settle": {},
    "/setup/films/delete": {"name": "2026"},
    "/games/{game}/remark": {"title": "Friday", "names": []},
    "/games/{game}/delete": {},
}


def asked(client: Client, method: str, path: str) -> TestResponse:
    """Ask what `method` and `path` are for, in the newest view."""
    address = "/api/v1" + path.replace("{game}", "1").replace("{what}", "mat.pdf")
    if method == "get":
        query = {"turn": "1"} if path == "/choices" else {}
        return client.get(address, query_string=query)
    seen = client.get("/api/view").get_json() or {}
    tap = {"version": seen.get("version", 0), "key": "k"}
    if path == "/photo":
        query = {"hand": "0", **{name: str(value) for name, value in tap.items()}}
        return client.post(address, data=b"photo", query_string=query, headers=PHOTO)
    if path in ("/score/photo", "/deck/photo"):
        return client.post(address, data=b"photo", headers=PHOTO)
    if path.startswith("/setup/backup/"):
        return client.post(address, data=b"no ZIP", headers={"Content-Type": "application/zip"})
    if path == "/setup/update/file":
        kind = {"Content-Type": "application/octet-stream"}
        return client.post(address, data=b"no release", headers=kind)
    body = {**TAPS[path], **tap} if path in TAPS else OTHERS[path]
    return client.post(address, json=body)
