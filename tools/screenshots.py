"""Renew the pictures of a demonstration in docs/pictures: ``python -m tools.screenshots``.

Four simulated players at the simulated table; the phone of one of them, the public page, and the
table as its camera sees it in the same moment. It needs Debian's chromium and takes half a minute.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2
from playwright.sync_api import Browser, FloatRect, ViewportSize, sync_playwright

from vision.simulator.remote import RemoteTable

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
CHROMIUM = "/usr/bin/chromium"
PORT = 28155
SEAT = 1
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 1180, "height": 820}
UPPER: FloatRect = {"x": 0, "y": 0, "width": 390, "height": 1235}
"""What of the phone's page is shown: down to the own hand."""
STARTING, PLAYING = 60.0, 25.0
"""Seconds until there is a page at the latest; seconds of play before the picture is taken."""


def main() -> None:
    """Play, look and write the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder)
        command = [sys.executable, "-m", "companion", "demo", "--seed", "5", "--players", "4"]
        demo = subprocess.Popen(
            [*command, "--speed", "6", "--port", str(PORT)],
            env={**os.environ, "STATE_DIRECTORY": folder, "XDG_CONFIG_HOME": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            code = _code(state)
            with sync_playwright() as player:
                browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                _take(browser, code, state)
        finally:
            demo.terminate()
            demo.wait(20)


def _code(state: Path) -> str:
    """Return the game's code as soon as the table has one."""
    end = time.monotonic() + STARTING
    keys = state / "keys.json"
    while not (keys.exists() and (state / "demo" / "table.json").exists()):
        if time.monotonic() > end:
            raise SystemExit("The demonstration did not begin.")
        time.sleep(0.5)
    time.sleep(3)
    return str(json.loads(keys.read_text(encoding="utf-8"))["code"])


def _take(browser: Browser, code: str, state: Path) -> None:
    phone = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
    tablet = browser.new_context(viewport=TABLET, locale="en-GB").new_page()
    for page in (phone, tablet):
        page.goto(f"http://127.0.0.1:{PORT}/?code={code}")
    phone.click(f'button[name=seat][value="{SEAT}"]')
    tablet.click('button[name=seat][value=""]')
    tablet.wait_for_timeout(1000 * PLAYING)
    table = RemoteTable(json.loads((state / "demo" / "table.json").read_text())["address"])
    seen = table.frame(0).pixels
    phone.screenshot(path=PICTURES / "phone.png", full_page=True, clip=UPPER)
    tablet.screenshot(path=PICTURES / "tablet.png")
    small = cv2.resize(seen, (1120, 630), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(PICTURES / "simulated-table.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 85])


if __name__ == "__main__":
    main()
