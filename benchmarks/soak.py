"""Memory over many frames: a filmed table watched again and again, by one pair of eyes.

After each showing the table is as at its beginning again: cards vanish from the discards and come
back, as they do when evening follows evening.
"""

import argparse
import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from benchmarks.machine import deck_of, films, head
from companion.frames import Frame
from hardware.files import FolderCamera
from vision.live.reader import TableReader
from vision.table.layout import load_layout

GOAL = 350.0
"""Megabytes."""
WARM = 1000
"""Frames after which everything has been made that is made once."""
GROWTH = 10.0
"""Megabytes by which it may have grown since."""
PAUSE = 1.0
"""Seconds between two showings."""
TOP = 12
LINE = "{:>8} {:>10} {:>10} {:>10} {:>12}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--films", type=Path, help="a film or a folder; default: the shared ones")
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--trace", action="store_true", help="say which lines hold more at the end")
    options = parser.parse_args()
    film = max(films(options.films), key=lambda one: len(list(one.iterdir())))
    truth = json.loads((film / "truth.json").read_text(encoding="utf-8"))
    head(f"Memory over {options.frames} frames of {film.name}")
    reader = TableReader(load_layout(), deck_of(truth["art"]), truth["players"])
    if options.trace:
        tracemalloc.start()
    (early, _), before, readings, discards = resident(), None, 0, 0
    print(LINE.format("frames", "readings", "discards", "RSS, MB", "at most, MB"), flush=True)
    for number, frame in enumerate(islice(showings(film), options.frames), start=1):
        reading = reader.look(frame)
        if reading is not None:
            readings, discards = readings + 1, len(reading.discards)
        if number % WARM == 0:
            now, most = resident()
            print(LINE.format(number, readings, discards, f"{now:.1f}", f"{most:.1f}"), flush=True)
        if number == WARM:
            early = resident()[0]
            before = tracemalloc.take_snapshot() if options.trace else None
    grown = resident()[0] - early
    print(f"Grown since frame {WARM}: {grown:.1f} MB.")
    print(f"Goals: at most {GROWTH:g} MB, and {GOAL:g} MB in all.")
    if before is not None:
        for line in tracemalloc.take_snapshot().compare_to(before, "lineno")[:TOP]:
            print(f"  {line}")


def showings(film: Path) -> Iterator[Frame]:
    """Yield the frames of a film without end, on one clock."""
    begun = 0.0
    while True:
        with FolderCamera(film) as camera:
            for frame in camera.frames():
                yield replace(frame, t=begun + frame.t)
            begun += camera.duration + PAUSE


def resident() -> tuple[float, float]:
    """Return the megabytes that this process has in memory, and the most it ever had."""
    text = Path("/proc/self/status").read_text(encoding="ascii")
    said = dict(line.split(":", 1) for line in text.splitlines())
    return float(said["VmRSS"].split()[0]) / 1000, float(said["VmHWM"].split()[0]) / 1000


if __name__ == "__main__":
    main()
