"""Renew the pictures of pages in docs/pictures: ``python -m tools.screenshots``.

Four simulated players at the simulated table; the phone of one of them, the public page, and the
table as its camera sees it in the same moment. Then the page on which a table learns a deck, in
front of a row of cards, and the piles of a deal of Hana-awase. It needs Debian's chromium, and for
the Japanese names of yaku a font that has them (Debian's fonts-motoya-l-cedar, for instance), and
takes a minute.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

import cv2
import numpy as np
from playwright.sync_api import Browser, FloatRect, ViewportSize, sync_playwright

from companion.adapters.pile_eyes import PileEyes
from companion.hana_awase.cards import Card
from companion.hana_awase.options import Options
from companion.hana_table.evening import HanaEvening
from companion.hana_table.record import HanaRecord
from companion.hana_table.table import HanaTable
from vision.deck_file import save_deck
from vision.drawing.artwork import build_deck, draw_card
from vision.simulator.remote import RemoteTable
from vision.table.hana_layout import load_hana_layout
from web import create_hana_app
from web.config import PageConfig
from web.serve import serve

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
EXAMPLES = PICTURES.parent.parent / "tests" / "data" / "hana-awase-examples.json"
CHROMIUM = "/usr/bin/chromium"
PORT = 28155
SEAT = 1
CODE = "4711"
"""Of the table of Hana-awase, which nobody else can reach."""
PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 1180, "height": 820}
UPPER: ViewportSize = {"width": 390, "height": 1140}
"""The window of the phone that is shown: high enough for all hands, the own one at its edge."""
PILES: FloatRect = {"x": 0, "y": 0, "width": 390, "height": 1000}
"""What is shown of the piles of Hana-awase, below their heading."""
DEAL = "E4a"
"""Of the worked examples that the tests score, the one that is shown."""
STARTING, PLAYING = 60.0, 50.0
"""Seconds until there is a page at the latest; seconds of play before the picture is taken."""


def main() -> None:
    """Play, look and write the pictures."""
    demo = ("demo", "--seed", "5", "--players", "4", "--speed", "6")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        state = Path(folder) / "playing"
        with _running(state, *demo):
            _wait_for(state / "demo" / "table.json")
            _take_game(browser, _code(state / "demo"), state)
        film, state = Path(folder) / "film", Path(folder) / "learning"
        _show_a_row(film)
        deck = Path(folder) / "own.deck"  # a film wants one, though it is not of this deck
        save_deck(build_deck(), deck)
        run = ("run", "--camera", f"folder:{film}", "--deck", str(deck), "--panel", "none")
        with _running(state, *run):
            _take_lesson(browser, _code(state))
        piles = Path(folder) / "piles"
        piles.mkdir()
        with _piles_shown(piles):
            _take_piles(browser)


@contextmanager
def _running(state: Path, *words: str) -> Iterator[None]:
    state.mkdir()
    companion = subprocess.Popen(
        [sys.executable, "-m", "companion", *words, "--port", str(PORT)],
        env={**os.environ, "STATE_DIRECTORY": str(state), "XDG_CONFIG_HOME": str(state)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        companion.terminate()
        companion.wait(20)


def _wait_for(file: Path) -> None:
    end = time.monotonic() + STARTING
    while not file.exists():
        if time.monotonic() > end:
            raise SystemExit(f"There is no {file.name}: the companion did not begin.")
        time.sleep(0.5)


def _code(state: Path) -> str:
    """Return the game's code as soon as the page is there."""
    _wait_for(state / "keys.json")
    time.sleep(3)
    return str(json.loads((state / "keys.json").read_text(encoding="utf-8"))["code"])


def _show_a_row(film: Path) -> None:
    """Write a film of ten minutes in which the red cards lie side by side on a brown table."""
    picture = np.full((720, 1280, 3), (58, 84, 120), np.uint8)
    for place in range(5):
        card = draw_card(f"r{place + 1}", 2.6)
        height, width = card.shape[:2]
        left = 120 + 220 * place
        picture[240 : 240 + height, left : left + width] = card
    film.mkdir()
    cv2.imwrite(str(film / "row.png"), picture)
    lines = (json.dumps({"file": "row.png", "t": t / 2}) for t in range(1200))
    (film / "frames.jsonl").write_text("\n".join(lines), encoding="utf-8")


def _take_lesson(browser: Browser, code: str) -> None:
    phone = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
    phone.goto(f"http://127.0.0.1:{PORT}/?code={code}")
    phone.click('button[name=seat][value="0"]')
    phone.click("[data-sits=yes]")
    phone.locator("#hands").wait_for(state="attached")
    phone.goto(f"http://127.0.0.1:{PORT}/setup")
    phone.click("#deck-form button[type=submit]")
    phone.click("#lesson-look")
    phone.get_by_text("Row 2 of 6").wait_for()
    phone.locator("#deck").screenshot(path=PICTURES / "learning.png")


@contextmanager
def _piles_shown(folder: Path) -> Iterator[None]:
    """Serve a table of Hana-awase without a camera whose piles have been told."""
    cases = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    piles = next(case["piles"] for case in cases if case["name"].startswith(DEAL))

    def tell(evening: HanaEvening) -> None:
        evening.begin()
        for seat, pile in enumerate(piles):
            for label in pile:
                evening.put(Card.parse(label), seat)

    eyes, ready = PileEyes(None, load_hana_layout()), Queue[HanaTable]()

    def run() -> None:
        with HanaRecord(folder / "games.sqlite3") as record:
            table = HanaTable(record, Options(), len(piles), eyes)
            ready.put(table)
            table.run(None)

    thread = Thread(target=run)
    thread.start()
    table = ready.get(timeout=STARTING)
    table.call(tell)
    server = serve(
        create_hana_app(table, PageConfig(secret=b"pictures", code=CODE)), "127.0.0.1", PORT
    )
    try:
        yield
    finally:
        server.close()
        table.close()
        thread.join(STARTING)


def _take_piles(browser: Browser) -> None:
    phone = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
    phone.goto(f"http://127.0.0.1:{PORT}/?code={CODE}")
    phone.click('button[name=seat][value="0"]')
    first = phone.get_by_role("region", name="Seat 2")
    first.wait_for()
    phone.wait_for_timeout(2000)  # until the pictures of all cards are there
    top = phone.locator("#hana-piles").bounding_box()
    assert top is not None
    clip: FloatRect = {**PILES, "y": top["y"]}
    phone.screenshot(path=PICTURES / "hana-awase-phone.png", full_page=True, clip=clip)


def _take_game(browser: Browser, code: str, state: Path) -> None:
    phone = browser.new_context(viewport=UPPER, locale="en-GB").new_page()
    tablet = browser.new_context(viewport=TABLET, locale="en-GB").new_page()
    for page in (phone, tablet):
        page.goto(f"http://127.0.0.1:{PORT}/?code={code}")
    phone.click(f'button[name=seat][value="{SEAT}"]')
    tablet.click('button[name=seat][value=""]')
    tablet.wait_for_timeout(1000 * PLAYING)
    table = RemoteTable(json.loads((state / "demo" / "table.json").read_text())["address"])
    seen = table.frame(0).pixels
    phone.screenshot(path=PICTURES / "phone.png")
    tablet.screenshot(path=PICTURES / "tablet.png")
    small = cv2.resize(seen, (1120, 630), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(PICTURES / "simulated-table.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 85])


if __name__ == "__main__":
    main()
