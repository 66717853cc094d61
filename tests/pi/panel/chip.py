"""The kernel's simulated GPIO chip, played from the far end of its wires."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from hardware.buttons import CHATTER

LONG = 20.0
"""Seconds: the guest is an emulated machine, and slow."""


class Chip:
    """Reads what a pin drives and pulls at what it listens to."""

    def __init__(self) -> None:
        self._lines = Path(os.environ["SIMULATED_CHIP"])

    def level(self, pin: int) -> int:
        return int((self._lines / f"sim_gpio{pin}" / "value").read_text())

    def pull(self, pin: int, *, up: bool) -> None:
        (self._lines / f"sim_gpio{pin}" / "pull").write_text("pull-up" if up else "pull-down")

    def press(self, pin: int, seconds: float = 0.2) -> None:
        """Connect a button's pin with ground for a while, without any chatter."""
        self.pull(pin, up=False)
        time.sleep(seconds)
        self.pull(pin, up=True)


def wait(until: Callable[[], object], what: str) -> None:
    end = time.monotonic() + LONG
    while not until():
        assert time.monotonic() < end, what
        time.sleep(0.005)


def in_time(move: Callable[[], bool]) -> None:
    """Repeat a movement of the far end until it was as quick as it was meant to be.

    The machine is emulated, and what else runs beside it can stretch every pause; only a contact
    that really chattered no longer than contacts do says something about the panel.
    """
    for _ in range(50):
        if move():
            return
        time.sleep(4 * CHATTER)
    raise AssertionError("this machine is too slow to play a contact that chatters")
