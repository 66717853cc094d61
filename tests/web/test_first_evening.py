"""The first evening at a table that keeps nothing yet: by the page alone, to the first move.

Only the table is simulated; its pictures come as those of a camera in the network. Each stage can
be looked at: the pictures lie in the test's own folder.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock, Thread

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from companion.demonstration.phones import HttpPhone
from tests.companion.commands.test_run import code, environment, running
from tests.hardware.webcams import Webcam, served
from tests.web.browsing import PHONE, phones_at
from tests.web.evenings import Evening
from tests.web.test_four_evenings import not_annoyed
from vision.drawing.artwork import draw_back, draw_card
from vision.generator.laid_rows import laid_out
from vision.simulator import gestures
from vision.simulator.remote import RemoteTable, TableProcess, start_table

__all__ = ["environment"]

SEED = 71204
ROWS = [[f"{suit}{rank}" for rank in range(1, 6)] for suit in "rygbw"]
READ_WITHIN, ANEW_WITHIN = 60_000, 60_000
"""Milliseconds."""


class CameraAbove(Webcam):
    """A phone that hangs above the simulated table; time passes there while somebody looks."""

    def __init__(self, table: RemoteTable) -> None:
        super().__init__()
        self.pause = 0.15
        self._table, self._lock = table, Lock()
        self._at = time.monotonic()

    def picture(self) -> bytes:
        with self._lock:
            now = time.monotonic()
            passed, self._at = min(now - self._at, 0.5), now
            pixels = self._table.frame(passed).pixels
        return bytes(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, 90])[1])


@pytest.fixture
def standing() -> Iterator[TableProcess]:
    standing = start_table(players=2, seed=SEED)
    yield standing
    standing.process.kill()
    standing.process.wait()


@pytest.fixture
def table(standing: TableProcess) -> Iterator[RemoteTable]:
    with RemoteTable(standing.address) as table:
        yield table


@pytest.fixture
def camera(standing: TableProcess) -> Iterator[Webcam]:
    with RemoteTable(standing.address) as above, served(CameraAbove(above)) as camera:
        yield camera


def photos(folder: Path) -> list[Path]:
    """Take the photos that the page asks for: a row of each suit, and a card face down."""
    faces = {label: draw_card(label, 8.0) for row in ROWS for label in row}
    faces["back"] = draw_back(8.0)
    chance = np.random.default_rng(SEED)
    taken = []
    for row in (*ROWS, ["back"]):
        picture, _ = laid_out(chance, [row], faces)
        taken.append(folder / f"{row[0]}.jpg")
        cv2.imwrite(str(taken[-1]), picture)
    return taken


def hear(systemd: socket.socket) -> None:
    """Take what the companion tells the service manager; else it would wait."""
    with contextlib.suppress(OSError):
        while systemd.recv(4096) != b"over":
            pass


@pytest.fixture
def as_a_service(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """As systemd starts it: there is no terminal on which a code is seen."""
    folder = Path(tempfile.mkdtemp(prefix="notify-"))  # a socket's path has to be short
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(folder / "notify"))
        hearing = Thread(target=hear, args=(systemd,), daemon=True)
        hearing.start()
        yield {**environment, "NOTIFY_SOCKET": str(folder / "notify")}
        systemd.sendto(b"over", str(folder / "notify"))
        hearing.join()
    shutil.rmtree(folder)


def teach(one: Evening, folder: Path) -> None:
    """Teach it the deck, one photo after the other."""
    one.tap("#begin .primary")
    for number, photo in enumerate(photos(folder)):
        expect(one.page.locator("#take")).to_be_visible()
        one.page.locator("#photo").set_input_files(photo)
        expect(one.page.locator("#pages li.done")).to_have_count(number + 1, timeout=READ_WITHIN)
    one.see("learnt")
    one.tap("#keep")
    one.page.locator("#go-on").wait_for(timeout=READ_WITHIN)
    one.see("kept")
    one.tap("#go-on")


@pytest.mark.long
def test_from_an_empty_machine_to_the_first_move(
    browser: Browser,
    table: RemoteTable,
    camera: Webcam,
    as_a_service: dict[str, str],
    tmp_path: Path,
) -> None:
    with (
        running(as_a_service, tmp_path) as (_process, address),
        phones_at(browser, int(address.rpartition(":")[2])) as make,
    ):
        one = Evening(make(PHONE), "en", tmp_path / "pictures")
        page = one.page
        page.goto("/")  # the first one here is told the code
        one.see("opened")
        one.tap("button[name=seat][value='0']")
        page.wait_for_url("**/seat")
        one.see("asked")
        one.tap("[data-sits=yes]")
        page.wait_for_url("**/tonight?first=yes")
        one.tap("#racks > summary")
        expect(page.locator("#racks .bad")).to_have_count(2)  # neither deck nor camera
        one.see("ways")
        one.tap("#racks [data-step=deck] a")
        page.wait_for_url("**/deck")
        one.see("deck")
        teach(one, tmp_path)

        page.wait_for_url("**/tonight")
        expect(page.locator("#racks .good")).to_have_count(1)  # what was opened is open still
        one.tap("#racks .primary")
        expect(page.locator("#wrong")).to_contain_text("No camera is connected")
        expect(page.locator("#wrong")).to_be_in_viewport()
        one.see("lacks")
        one.tap("#racks [data-step=camera] a")
        page.locator("#address").fill(camera.address("/video"))
        one.tap("#look button")
        page.locator("#seen").wait_for(timeout=READ_WITHIN)
        one.see("camera")
        one.tap("#keep")
        page.wait_for_url("**/tonight#mat", timeout=ANEW_WITHIN)
        expect(page.locator("#racks .good")).to_have_count(2, timeout=ANEW_WITHIN)
        one.see("all-there")

        one.tap("#racks [data-step=aim] a")
        one.tap("#camera-look")
        expect(page.locator("#aim .good")).to_be_visible(timeout=READ_WITHIN)
        page.locator("#aim").scroll_into_view_if_needed()
        one.see("aimed")
        page.goto("/tonight")
        one.tap("#racks .primary")
        page.wait_for_url("**/seat")

        two = HttpPhone(address, code(tmp_path), 1)
        table.deal(5)
        expect(page.locator("#start")).to_be_enabled(timeout=READ_WITHIN)
        one.see("dealt")
        one.tap("#start")
        page.locator("#own-hand .card").first.wait_for()
        one.see("started")
        laid = table.truth()["racks"][0][0]
        table.script(gestures.play(0, 0, 0))
        expect(page.locator("#turn-list li")).to_have_count(2, timeout=READ_WITHIN)
        one.moved()
        one.see("laid")
        (turn,) = two.view()["game"]["log"]
        assert (turn["kind"], turn["seat"], turn["card"]) == ("play", 0, laid)
        not_annoyed(one)
