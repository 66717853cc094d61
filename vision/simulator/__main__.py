"""Run a simulated table: ``python -m vision.simulator --players 3 --listen unix:/tmp/table``."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence

from vision.drawing.artwork import LABELS
from vision.simulator.bodies import Bodies
from vision.simulator.camera import SimulatedCamera
from vision.simulator.pack import shuffled_pack
from vision.simulator.process import TableServer
from vision.simulator.render import Renderer
from vision.simulator.setting import PERFECT, Setting
from vision.simulator.table import SimulatedTable
from vision.table.layout import load_layout


def main(arguments: Sequence[str] | None = None) -> int:
    """Set a table up, say where it stands, and serve it."""
    parser = argparse.ArgumentParser(prog="python -m vision.simulator", description=__doc__)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--width", type=int, default=2304, help="pixels of a frame")
    parser.add_argument("--fireworks", type=int, default=6, help="columns on the mat: 6 or 7")
    parser.add_argument("--pack", help="labels with commas between, the first is drawn first")
    parser.add_argument("--listen", default="tcp:127.0.0.1:0", help="unix:PATH or tcp:127.0.0.1:N")
    parser.add_argument("--linger", type=float, help="seconds without a client before it ends")
    parser.add_argument("--parent", type=int, help="a process with whose end it ends too")
    parser.add_argument("--perfect", action="store_true", help="no light, lens or sensor effects")
    parser.add_argument("--fidgety", type=float, default=0.0, help="0 to 1: people who fidget")
    chosen = parser.parse_args(arguments)
    pack = chosen.pack.split(",") if chosen.pack else shuffled_pack(chosen.seed)
    try:
        unknown = sorted(set(pack) - set(LABELS))
        if unknown:
            raise ValueError(f"no card is called {unknown[0]!r}")
        effects = PERFECT if chosen.perfect else None
        setting = Setting.seeded(chosen.players, chosen.seed, chosen.width, effects)
        layout = load_layout().for_fireworks(chosen.fireworks)
        table = SimulatedTable(setting, pack, seed=chosen.seed, layout=layout)
        bodies = Bodies.at(table.optics, fidgety=chosen.fidgety, seed=chosen.seed)
        server = TableServer(
            SimulatedCamera(table, Renderer(setting, layout=layout), bodies=bodies),
            chosen.listen,
            linger=chosen.linger,
            parent=chosen.parent,
        )
    except (ValueError, OSError) as error:
        print(f"cannot set the table up: {error}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # leaves through the clean-up
    try:
        if _told("standing", server.address):
            server.serve()
    finally:  # also where the signal comes before the table is served
        server.close()
    return 0


def _told(*words: str) -> bool:
    """Say something on standard output; return whether anybody is there to read it."""
    try:
        print(*words, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nor when it is closed
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
