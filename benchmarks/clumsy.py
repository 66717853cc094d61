"""What is on record of games whose people fumble, nudge, forget and mend, drawn anew when it runs.

Whole games at the simulated table, by people who play in a hurry. A record has to have exactly what
was played, or the table has to be asked, or table and record have to differ openly: what is
silently wrong is printed, with its seed. With ``--camera`` the real eyes look at drawn frames;
without, good eyes say what lies there, and only the referee is measured.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.machine import drawn_seed, head
from companion.demonstration.phones import PhoneError
from tests.clumsy.game import ClumsyGame, Eyes, Outcome, quick_eyes, report
from tests.clumsy.rendered import WIDTH, RenderedEyes
from vision.simulator import SimulatedTable

TELL = 30.0
"""Seconds from one line of progress to the next."""


def main() -> None:
    """Print how the games went, and each of them that is wrong or stands still."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, help="the first seed of the same games; default: any")
    parser.add_argument("--camera", action="store_true", help="through drawn frames: 50 s a game")
    options = parser.parse_args()
    head(f"Clumsy games, whole, {'through a camera' if options.camera else 'without pictures'}")
    seed = drawn_seed(options.seed)
    look: Callable[[SimulatedTable, int], Eyes] = RenderedEyes if options.camera else quick_eyes
    outcomes, told = list[Outcome](), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for one in range(seed, seed + options.games):
            game = ClumsyGame(one, Path(folder), width=WIDTH, look=look)
            try:
                outcomes.append(game.play())
            except PhoneError as refused:
                # A person who taps what the table refuses is at fault, or the table is: look at it.
                sys.exit(f"{parser.prog}: seed {one}: a person was refused: {refused}")
            (Path(folder) / f"{one}.sqlite3").unlink()
            tell(outcomes[-1])
            if time.monotonic() - told >= TELL:
                print(f"    {len(outcomes)} of {options.games}", flush=True)
                told = time.monotonic()
    print(report(outcomes))
    print(f"Repeat with --seed {seed}.")


def tell(outcome: Outcome) -> None:
    """Print a game that is wrong or stands still as soon as it has ended: others take an hour."""
    for wrong in outcome.silent[:1]:
        print(f"    seed {outcome.seed}, silently wrong: {wrong}", flush=True)
    if outcome.stuck is not None:
        print(f"    seed {outcome.seed}, left open: {outcome.stuck}", flush=True)


if __name__ == "__main__":
    main()
