"""The first evening at a machine that keeps nothing yet, gone through by its page alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock

import cv2
import numpy as np
from playwright.sync_api import expect

from companion.demonstration.phones import HttpPhone
from tests.hardware.webcams import Webcam
from tests.web.evenings import Evening
from vision.drawing.artwork import draw_back, draw_card
from vision.generator.laid_rows import laid_out
from vision.simulator import gestures
from vision.simulator.remote import RemoteTable

ROWS = [[f"{suit}{rank}" for rank in range(1, 6)] for suit in "rygbw"]
WITHIN = 60_000
"""Milliseconds in which a machine that is not emulated has read a picture, or starts anew."""


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


def photos(folder: Path, seed: int) -> list[Path]:
    """Take the photos that the page asks for: a row of each suit, and a card face down."""
    faces = {label: draw_card(label, 8.0) for row in ROWS for label in row}
    faces["back"] = draw_back(8.0)
    chance = np.random.default_rng(seed)
    taken = []
    for row in (*ROWS, ["back"]):
        picture, _ = laid_out(chance, [row], faces)
        taken.append(folder / f"{row[0]}.jpg")
        cv2.imwrite(str(taken[-1]), picture)
    return taken


def teach(one: Evening, seed: int, within: float) -> None:
    """Teach it the deck, one photo after the other."""
    one.tap("#begin .primary")
    for number, photo in enumerate(photos(one.pictures, seed)):
        expect(one.page.locator("#take")).to_be_visible()
        one.page.locator("#photo").set_input_files(photo)
        expect(one.page.locator("#pages li.done")).to_have_count(number + 1, timeout=within)
    one.see("learnt")
    one.tap("#keep")
    one.page.locator("#go-on").wait_for(timeout=within)
    one.see("kept")
    one.tap("#go-on")


def to_the_first_move(
    one: Evening,
    table: RemoteTable,
    camera: str,
    second: Callable[[str], HttpPhone],
    *,
    seed: int,
    within: float = WITHIN,
    printed: bool = False,
) -> None:
    """Open the page, teach it the deck, give it the camera, aim it, deal, start and lay a card.

    Args:
        one: the first phone, at no page yet; its pictures lie in the evening's folder.
        table: the simulated one, with two players and empty racks.
        camera: the address of the camera above it, as the machine reaches it.
        second: lets the second player join with the code that the first was told.
        seed: how the photos of the deck are taken.
        within: milliseconds for each reading.
        printed: whether they play with the cards that the table offers to print, and need no photo.
    """
    page = one.page
    page.goto("/")  # the first one here is told the code
    code = page.locator("[name=code]").input_value()
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
    if printed:
        one.tap("#printed")
        one.page.locator("#go-on").wait_for(timeout=within)
        one.see("known")
        one.tap("#go-on")
    else:
        teach(one, seed, within)

    page.wait_for_url("**/tonight")
    expect(page.locator("#racks .good")).to_have_count(1)  # what was opened is open still
    one.tap("#racks .primary")
    expect(page.locator("#wrong")).to_contain_text("No camera is connected")
    expect(page.locator("#wrong")).to_be_in_viewport()
    one.see("lacks")
    one.tap("#racks [data-step=camera] a")
    page.locator("#address").fill(camera)
    one.tap("#look button")
    page.locator("#seen").wait_for(timeout=within)
    one.see("camera")
    one.tap("#keep")
    page.wait_for_url("**/tonight#mat", timeout=within)
    expect(page.locator("#racks .good")).to_have_count(2, timeout=within)
    one.see("all-there")

    one.tap("#racks [data-step=aim] a")
    one.tap("#camera-look")
    expect(page.locator("#aim .good")).to_be_visible(timeout=within)
    page.locator("#aim").scroll_into_view_if_needed()
    one.see("aimed")
    page.goto("/tonight")
    one.tap("#racks .primary")
    page.wait_for_url("**/seat")

    two = second(code)
    table.deal(5)
    expect(page.locator("#start")).to_be_enabled(timeout=within)
    one.see("dealt")
    one.tap("#start")
    page.locator("#own-hand .card").first.wait_for()
    one.see("started")
    laid = table.truth()["racks"][0][0]
    table.script(gestures.play(0, 0, 0))
    expect(page.locator("#turn-list li")).to_have_count(2, timeout=within)
    one.moved()
    one.see("laid")
    (turn,) = two.view()["game"]["log"]
    assert (turn["kind"], turn["seat"], turn["card"]) == ("play", 0, laid)
