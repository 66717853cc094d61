"""How soon page, lamp and broker say that the camera sees nothing, and that it sees again.

A camera in the network shows a drawn table to the real command, and then something else. Beside
each time stands for how long the command's threads, all together, waited for a processor meanwhile:
on a machine that does nothing else that is next to nothing.
"""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from benchmarks.machine import head
from tests.companion.mqtt.blinded import (
    PATIENCE,
    PROMISED,
    Begun,
    Shown,
    black,
    covered,
    frozen,
    mat_taken_away,
    nothing,
    out_of_place,
    overexposed,
    seconds_until,
    watched_by,
)

BLIND = (black, covered, frozen, out_of_place, mat_taken_away, overexposed, nothing)
RESTS = 3.0
"""Seconds between two faults."""


def main() -> None:
    head("A camera that sees nothing, told by page, lamp and broker")
    camera = Shown()
    with tempfile.TemporaryDirectory() as folder, watched_by(camera, Path(folder)) as begun:
        seconds_until(begun, False, 2 * PATIENCE)
        print(
            "| | told after, s | waited | back after, s | waited | load |\n"
            "|---|---|---|---|---|---|"
        )
        slowest = 0.0
        for fault in BLIND:
            time.sleep(RESTS)
            seconds_until(begun, False, PATIENCE)
            camera.shows = fault(camera)
            told, told_waited = _timed(begun, True)
            camera.shows = camera.good
            back, back_waited = _timed(begun, False)
            slowest = max(slowest, told)
            name, load = fault.__name__.replace("_", " "), os.getloadavg()[0]
            print(
                f"| {name} | {told:.1f} | {told_waited:.1f} | {back:.1f} | {back_waited:.1f}"
                f" | {load:.1f} |",
                flush=True,
            )
    print(f"Slowest {slowest:.1f} s. Goal: told within {PROMISED:g} s where nothing else runs.")


def _timed(begun: Begun, wanted: bool) -> tuple[float, float]:
    """Return the seconds until all say ``wanted``, and those for which threads waited meanwhile."""
    before = _waited(begun[3])
    took = max(seconds_until(begun, wanted, PATIENCE))
    after = _waited(begun[3])
    return took, sum(seconds - before.get(thread, 0.0) for thread, seconds in after.items())


def _waited(pid: int) -> dict[str, float]:
    """Return for how many seconds each thread of a process waited for a processor so far."""
    waited = {}
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError, IndexError):
            waited[thread.name] = int((thread / "schedstat").read_text().split()[1]) / 1e9
    return waited


if __name__ == "__main__":
    main()
