"""The companion on a small disk of its own whose power is cut: what was not synced is gone.

A process that is killed loses nothing that it wrote, for the kernel still has it. So the file
system is shut down first, as a power cut leaves it: its journal and all that waits in memory are
thrown away (ext4's "shutdown", which its own tests use), and it is mended when it comes back.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Self
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

SHUTDOWN = 0x8004587D
"""``EXT4_IOC_SHUTDOWN``, of Linux' fs/ext4/ext4.h."""
THROW_ALL_AWAY = 2
"""``EXT4_GOING_FLAGS_NOLOGFLUSH``: the journal's last entries, too."""
MEGABYTES = 96
BLOCK = 4096
"""Bytes."""
START = 120.0
"""Seconds until the page has to be there, beside much other work."""


class PulledCard:
    """The companion and its disk, a context manager; both are without power at first."""

    def __init__(self, work: Path) -> None:
        """Make the disk in ``work``."""
        self._image, self._mount = work / "state.img", work / "state"
        self._log = work / "companion.log"
        self._mount.mkdir()
        with self._image.open("wb") as image:
            image.truncate(MEGABYTES * 1024 * 1024)
        subprocess.run(["mkfs.ext4", "-q", str(self._image)], check=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._web = build_opener(ProxyHandler({}))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = int(free.getsockname()[1])

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"http://127.0.0.1:{self._port}"

    def get(self, path: str) -> str:
        """Return a page, as somebody sees it who was never here."""
        with self._web.open(f"{self.address}{path}", timeout=60) as page:
            return str(page.read().decode())

    @property
    def year(self) -> int:
        """The year by its clock, as its page says it to browsers."""
        with self._web.open(self.address, timeout=60) as page:
            return parsedate_to_datetime(page.headers["Date"]).year

    @property
    def code(self) -> str:
        """The table's code, which stands on the machine's own screen."""
        kept = (self._mount / "state" / "keys.json").read_text(encoding="utf-8")
        return str(json.loads(kept)["code"])

    def plug_in(self, clock: str | None = None) -> float:
        """Give it power and wait until its page is there; return the seconds that took.

        Args:
            clock: what its clock says then, as `YYYY-MM-DD HH:MM:SS`; None: the time that it is.
        """
        assert self._process is None
        began = time.monotonic()
        subprocess.run(["mount", "-o", "loop", str(self._image), str(self._mount)], check=True)
        state, settings = self._mount / "state", self._mount / "config"
        state.mkdir(exist_ok=True)
        environment = {
            **os.environ,
            "STATE_DIRECTORY": str(state),
            "XDG_CONFIG_HOME": str(settings),
            "LC_ALL": "C.UTF-8",
        }
        if clock is not None:
            (library,) = Path("/usr/lib").glob("*/faketime/libfaketime.so.1")
            environment |= {"LD_PRELOAD": str(library), "FAKETIME": f"@{clock}"}
            environment["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"  # that one runs on as it does
        run = ["run", "--camera", "none", "--panel", "none", "--port", str(self._port)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "companion", *run],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        while not self._answers():
            assert self._process.poll() is None, self._log.read_text(errors="replace")[-2000:]
            assert time.monotonic() - began < START, "no page"
            time.sleep(0.2)
        return time.monotonic() - began

    def fill(self) -> None:
        """Write to it until it takes no block more, not even of those that are kept for root."""
        with contextlib.suppress(OSError), (self._mount / "full").open("wb", buffering=0) as full:
            while True:
                full.write(bytes(BLOCK))
        os.sync()

    def make_room(self) -> None:
        """Take away again what filled it."""
        (self._mount / "full").unlink()
        os.sync()

    def pull_the_plug(self) -> None:
        """Take its power away, whatever it does."""
        assert self._process is not None
        # First nobody is answered any more: what is told after the cut would be told by a ghost.
        os.kill(self._process.pid, signal.SIGSTOP)
        disk = os.open(self._mount, os.O_RDONLY)
        fcntl.ioctl(disk, SHUTDOWN, struct.pack("I", THROW_ALL_AWAY))
        os.close(disk)
        self._process.kill()
        self._process.wait()
        self._process = None
        subprocess.run(["umount", str(self._mount)], check=True)

    def _answers(self) -> bool:
        try:
            return "Join the table" in self.get("/")
        except (URLError, OSError):
            return False

    def __enter__(self) -> Self:
        """Return it, without power."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Take its power away."""
        if self._process is not None:
            self.pull_the_plug()
