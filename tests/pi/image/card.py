"""A machine for arm64 with our image as its card, which is plugged in and whose plug is pulled."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

BOOT = float(os.environ.get("COMPANION_BOOT_SECONDS", "900"))
"""Seconds: an emulated processor is slow."""
MEMORY_MB = 1024
"""That of the smallest Raspberry Pi 4."""

CAMERA = "10.0.2.100:8080"
"""Where a camera in the network is, as the machine sees it."""
RELAY = Path(__file__).with_name("relay.py")


class Board:
    """The machine, a context manager; it has only its card, and a neighbour in its network: us."""

    def __init__(self, image: Path, work: Path) -> None:
        """Make a card of its own of ``image``; it is larger than that, as real ones are."""
        self.image, self._work = image, work
        self._card = work / "card.img"
        subprocess.run(["cp", "--sparse=always", image, self._card], check=True)
        os.truncate(self._card, self._card.stat().st_size + 512 * 1024 * 1024)
        self._machine: subprocess.Popen[bytes] | None = None
        self._web = build_opener(ProxyHandler({}))
        self.page, self.shell = _free_port(), _free_port()
        """Where its ports 80 and 22 are, seen from here."""
        self.boots = 0

    @property
    def address(self) -> str:
        """Where its page is, seen from here."""
        return f"http://127.0.0.1:{self.page}"

    @property
    def console(self) -> str:
        """What it said since it was plugged in."""
        return (self._work / f"console-{self.boots}.log").read_text(errors="replace")

    def plug_in(self, camera: int | None = None) -> float:
        """Give it power and wait until its page is there; return the seconds that took.

        Args:
            camera: our port with what its network has as the camera at `CAMERA`; None: it has none.
        """
        assert self._machine is None
        self.boots += 1
        qemu = shutil.which("qemu-system-aarch64")
        assert qemu is not None
        began = time.monotonic()
        network = (
            f"user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:{self.page}-:80,"
            f"hostfwd=tcp:127.0.0.1:{self.shell}-:22"
        )
        if camera is not None:
            network += f",guestfwd=tcp:{CAMERA}-cmd:{sys.executable} {RELAY} {camera}"
        self._machine = subprocess.Popen(
            [
                *(qemu, "-machine", "virt", "-cpu", "cortex-a72", "-accel", "tcg,thread=multi"),
                *("-smp", "2", "-m", str(MEMORY_MB), "-nodefaults", "-display", "none"),
                *("-serial", f"file:{self._work / f'console-{self.boots}.log'}"),
                *("-kernel", f"{self.image}.vmlinuz", "-initrd", f"{self.image}.initrd"),
                *("-append", "root=LABEL=companion rw console=ttyAMA0 fsck.repair=yes panic=-1"),
                *("-drive", f"file={self._card},if=virtio,format=raw"),
                *("-device", "virtio-rng-pci", "-netdev", network),
                *("-device", "virtio-net-pci,netdev=net"),
            ],
            stdin=subprocess.DEVNULL,
        )
        while not self._answers():
            assert self._machine.poll() is None, f"the emulator ended\n{self.console[-2000:]}"
            assert time.monotonic() - began < BOOT, f"no page\n{self.console[-3000:]}"
            time.sleep(1)
        return time.monotonic() - began

    def get(self, path: str) -> str:
        """Return a page, as somebody sees it who was never here."""
        with self._web.open(f"{self.address}{path}", timeout=60) as page:
            return str(page.read().decode())

    def pull_the_plug(self) -> None:
        """Take its power away, whatever it does."""
        assert self._machine is not None
        self._machine.kill()
        self._machine.wait()
        self._machine = None

    def lets_in(self, port: int) -> bool:
        """Say whether something listens there: it keeps the line open, or says something."""
        with socket.socket() as line:
            line.settimeout(20)
            try:
                line.connect(("127.0.0.1", port))
                return bool(line.recv(1))
            except TimeoutError:
                return True
            except ConnectionError:
                return False

    def partition(self, card: Path | None = None) -> int:
        """Return the bytes that the system has of its card, or of another."""
        asked = ["sfdisk", "--json", str(card or self._card)]
        table = json.loads(subprocess.run(asked, check=True, capture_output=True).stdout)
        return int(table["partitiontable"]["partitions"][0]["size"]) * 512

    def mended(self) -> bool:
        """Say whether the file system was put in order when it started."""
        return re.search(r"recovering journal|recovery complete", self.console) is not None

    def _answers(self) -> bool:
        try:
            return "Join the table" in self.get("/")
        except (URLError, OSError):
            return False

    def __enter__(self) -> Self:
        """Return the machine, which has no power."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Take its power away."""
        if self._machine is not None:
            self.pull_the_plug()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
