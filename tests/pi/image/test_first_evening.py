"""The image's first evening, by its page alone: from the plug to a card that the camera saw.

Chromium is the phone and the table is simulated; its camera stands in the emulated network. Each
stage can be looked at: the pictures lie in the test's own folder.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from playwright.sync_api import Browser, expect

from companion.demonstration.phones import HttpPhone
from tests.hardware.webcams import served
from tests.pi.image.card import CAMERA, Board
from tests.pi.image.figures import SEED, told
from tests.web.browsing import PATIENCE, PHONE, phones_at
from tests.web.conftest import browser
from tests.web.evenings import Evening
from tests.web.new_machine import CameraAbove, to_the_first_move
from vision.simulator.remote import RemoteTable, start_table

__all__ = ["browser"]

SLOW = 900_000
"""Milliseconds for what takes a machine that is not emulated less than a second."""


def test_from_the_plug_to_a_card_that_its_camera_saw(browser: Browser, tmp_path: Path) -> None:
    work = Path(os.environ["COMPANION_GUEST_WORK"]) / "first-evening"
    work.mkdir()
    standing = start_table(players=2, seed=SEED)
    expect.set_options(timeout=SLOW)
    try:
        with (
            RemoteTable(standing.address) as table,
            RemoteTable(standing.address) as above,
            served(CameraAbove(above)) as camera,
            Board(Path(os.environ["COMPANION_IMAGE"]), work) as board,
        ):
            board.plug_in(camera.port)
            with phones_at(browser, board.page) as make:
                page = make(PHONE)
                page.context.set_default_timeout(SLOW)
                one = Evening(page, "en", Path(os.environ["COMPANION_GUEST_WORK"]) / "pictures")
                began = time.monotonic()
                to_the_first_move(
                    one,
                    table,
                    f"http://{CAMERA}/video",
                    lambda code: HttpPhone(board.address, code, 1),
                    seed=SEED,
                    within=SLOW,
                    printed=True,  # to read six photos takes an emulated processor hours
                )
                told(
                    f"seed {SEED}: from the first page to the first card "
                    f"{time.monotonic() - began:.0f} s (emulated), {one.taps} taps"
                )
    finally:
        expect.set_options(timeout=PATIENCE)
        standing.process.kill()
        standing.process.wait()
