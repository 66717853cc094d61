"""A phone brings another version and takes it back: run inside of test_update.sh's machine."""

import json
import subprocess
import time
from collections.abc import Callable
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

PAGE = "http://127.0.0.1"
PATIENCE = 900.0
"""Seconds; how fast this machine is just now is no matter here."""
WEB = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))


def told(command: str) -> str:
    """Return what a command prints."""
    return subprocess.run(command, shell=True, capture_output=True, text=True).stdout.strip()


def get(address: str) -> str:
    """Return a page."""
    with WEB.open(PAGE + address, timeout=60) as page:
        return str(page.read().decode())


def send(address: str, body: bytes, kind: str) -> tuple[int, dict[str, Any]]:
    """Send bytes; return the status of the answer and what it says."""
    try:
        asked = Request(f"{PAGE}/api/v1/{address}", body, {"Content-Type": kind})
        with WEB.open(asked, timeout=PATIENCE) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as refused:
        return refused.code, json.loads(refused.read())


def post(address: str, **body: object) -> tuple[int, dict[str, Any]]:
    """Send JSON; return as `send`."""
    return send(address, json.dumps(body).encode(), "application/json")


def wait(condition: Callable[[], bool], otherwise: str) -> None:
    """Wait until something holds; what does not come ends this, with the machine's journal."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if condition():
                return
        except OSError:
            pass  # it starts anew
        time.sleep(0.5)
    raise SystemExit(f"{otherwise}\n{told('journalctl --no-pager -n 60')}")


def tokens() -> list[int] | None:
    """Return the clue tokens that are available, and all there are; None: no game runs."""
    game = json.loads(get("/api/v1/view?public=1"))["view"]["game"]
    return None if game is None else list(game["clue_tokens"])


def versions() -> tuple[str, str, str | None]:
    """Return how far the newest wish is, what runs and what ran before."""
    news = json.loads(get("/api/v1/setup/update"))
    return news["stage"], news["installed"], news["before"]


def stands(wanted: tuple[str, str, str]) -> bool:
    """Say whether the page tells these versions."""
    return versions() == wanted


def update(what: str, *, during_game: bool) -> int:
    """Ask for another version on the page; return the status of the answer."""
    return post("setup/update", what=what, during_game=during_game)[0]


def main() -> None:
    """Do all of it once."""
    wait(lambda: "Join the table" in get("/"), "the page does not come")
    assert told("systemctl is-active companion-asked.path") == "active"
    code = json.loads(Path("/var/lib/companion/keys.json").read_text())["code"]
    get(f"/public?code={code}")
    status, said = post("join", code=code, seat=0)
    assert status == 200, said
    if said["confirm"]:
        assert post("confirm", seat=0, sits=True)[0] == 200
    post("press", button="confirm")
    wait(lambda: tokens() is not None, "the game does not start")
    post("press", button="clue")
    wait(lambda: tokens() == [7, 8], "the clue is not counted")

    file = Path("/files/0.0.2.release").read_bytes()
    bent = bytearray(file)
    bent[len(bent) // 2] ^= 1
    status, said = send("setup/update/file", bytes(bent), "application/octet-stream")
    assert (status, "is not signed" in said["detail"]) == (409, True), said
    assert told("companion-update list") == "installed: 0.0.1\nbefore: none"
    status, said = send("setup/update/file", file, "application/octet-stream")
    assert (status, said["ready"], said["game_runs"]) == (200, "0.0.2", True), said

    assert update("release", during_game=False) == 409, "a game is running"
    for what, now, before in (("release", "0.0.2", "0.0.1"), ("rollback", "0.0.1", "0.0.2")):
        began = time.monotonic()
        assert update(what, during_game=True) == 200
        wait(partial(stands, ("installed", now, before)), what)
        print(f"{what}: {time.monotonic() - began:.0f} s until the page says so")
        assert told("dpkg-query -W -f '${Version}' tabletop-companion") == now
        assert tokens() == [7, 8], "the game does not go on"
    # The page knows a little before the unit has ended.
    asked = "systemctl is-failed companion-asked.service"
    wait(lambda: told(asked) != "activating", "the wish's unit does not end")
    assert told(asked) == "inactive", told(asked)
    assert told("systemctl --failed --no-legend --plain companion*") == ""


if __name__ == "__main__":
    main()
