"""A demonstration that is started for a benchmark, and its process."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 30.0
"""Seconds for the demonstration to begin, and for an answer."""
RESULT, SAID = "result", "said"
"""Files of a demonstration."""


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which a companion keeps everything in ``folder``."""
    return {**os.environ, "STATE_DIRECTORY": str(folder), "XDG_CONFIG_HOME": str(folder)}


def demonstration(
    folder: Path, port: int, speed: float, *, players: int = 5, seed: int = 7, once: bool = False
) -> subprocess.Popen[bytes]:
    """Start a simulated game that keeps what it keeps in ``folder``.

    There it writes what it says, too: its result into ``RESULT``, all else into ``SAID``.
    """
    command = [sys.executable, "-m", "companion", "demo", "--port", str(port)]
    command += ["--seed", str(seed), "--players", str(players), "--speed", str(speed)]
    with (folder / RESULT).open("w") as result, (folder / SAID).open("w") as said:
        return subprocess.Popen(
            [*command, *["--once"] * once], env=environment(folder), stdout=result, stderr=said
        )


def game_code(folder: Path, port: int) -> str:
    """Return the game's code once the pages are served."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                said = json.loads((folder / "demo" / "keys.json").read_text(encoding="utf-8"))
                return str(said["code"])
        except (OSError, ValueError):
            time.sleep(0.2)
    raise SystemExit(f"the demonstration does not begin: {(folder / SAID).read_text().strip()}")


def status(pid: int) -> dict[str, str]:
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return dict(line.split(":", 1) for line in text.splitlines())


def resident(pid: int) -> float:
    """Return the megabytes that the process has in memory."""
    return float(status(pid)["VmRSS"].split()[0]) / 1000


def threads(pid: int) -> int:
    return int(status(pid)["Threads"])
