"""A companion that is killed in the middle of a game: how soon phones show that game again.

The simulated table is a process of its own and stands on. The phone is told nothing: it finds its
stream broken, and connects again as its page does.
"""

import argparse
import json
import os
import signal
import tempfile
import threading
import time
from functools import partial
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from benchmarks.demonstrations import demonstration, free_port, game_code
from benchmarks.live import median
from benchmarks.machine import head

GOAL = 3.0
"""Seconds from the start to the game on a phone."""
WAIT = 0.5
"""Seconds before a page connects again, for the first dozen tries:
``web/static/shared/link.js``."""
PATIENCE = 120.0
LINE = "{:>6} {:>8} {:>12} {:>22} {:>8}"


class Phone:
    """A phone with one seat that listens for ever."""

    def __init__(self, address: str, code: str, seat: int) -> None:
        """Join, and begin to listen."""
        self._address = address
        self._web = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        body = json.dumps({"code": code, "seat": seat}).encode()
        join = Request(f"{address}/api/join", body, {"Content-Type": "application/json"})
        self._web.open(join, timeout=10).close()
        body = json.dumps({"seat": seat, "sits": True}).encode()
        confirm = Request(f"{address}/api/confirm", body, {"Content-Type": "application/json"})
        self._web.open(confirm, timeout=10).close()
        self._told = threading.Condition()
        self._turns: tuple[float, int] = (0.0, -1)
        threading.Thread(target=self._listen, daemon=True).start()

    def shows(self, turns: int, since: float) -> float:
        """Wait until a game of at least ``turns`` turns shows; return the moment."""
        with self._told:
            if not self._told.wait_for(
                lambda: self._turns[0] > since and self._turns[1] >= turns, PATIENCE
            ):
                raise SystemExit(f"the phone shows no game of {turns} turns")
            return self._turns[0]

    @property
    def turns(self) -> int:
        """How many turns the phone showed last."""
        return self._turns[1]

    def _listen(self) -> None:
        while True:
            try:
                with self._web.open(f"{self._address}/api/stream", timeout=PATIENCE) as stream:
                    for line in stream:
                        self._take(line)
            except (OSError, HTTPException):
                pass
            time.sleep(WAIT)

    def _take(self, line: bytes) -> None:
        if not line.startswith(b"data: {"):
            return
        game = (json.loads(line[6:]).get("view") or {}).get("game")
        if game is None:
            return
        with self._told:
            self._turns = (time.monotonic(), len(game["log"]))
            self._told.notify_all()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    head("Killed and started again, from the start to the game on a phone")
    print(LINE.format("kill", "turns", "seconds", "s on the processor", "goal"))
    port, took, worked = free_port(), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        start = partial(demonstration, home, port, 5, players=2, seed=options.seed)
        companion = start()
        try:
            phone = Phone(f"http://127.0.0.1:{port}", game_code(home, port), 0)
            for kill in range(options.kills):
                turns = max(phone.turns, 0) + 1
                phone.shows(turns, 0.0)
                os.kill(companion.pid, signal.SIGKILL)
                companion.wait()
                killed = time.monotonic()
                companion = start()
                took.append(phone.shows(turns, killed) - killed)
                worked.append(processor_time(companion.pid))
                figures = (f"{took[-1]:.2f}", f"{worked[-1]:.2f}", f"<= {GOAL:g}")
                print(LINE.format(kill + 1, turns, *figures), flush=True)
        finally:
            companion.terminate()
            companion.wait()
    # On a machine that does other things as well, "on the processor" is the honest figure; the
    # phone waits besides.
    for what, values in (("seconds", took), ("s on the processor", worked)):
        print(f"{what}: the slowest {max(values):.2f}, the middle one {median(values):.2f}")


def processor_time(pid: int) -> float:
    """Return for how many seconds a process has had a processor."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
