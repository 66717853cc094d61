"""An emulated PC with Debian trixie and systemd, switched on and off by the tests, and its pins."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

BOOT = 1200.0
"""Seconds: an emulated processor is slow, and slower still beside other work."""
LONG = 1800.0
"""Seconds that a command may take."""
PATIENCE = 400.0
"""Seconds that something may take to happen."""
MEMORY_MB = 2048
ACCELERATOR = os.environ.get("COMPANION_GUEST_ACCEL", "tcg,thread=multi")
"""Of QEMU. A /dev/kvm that is there need not work, inside of another virtual machine for one."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a command."""

    code: int
    out: str
    error: str


def line_to_agent(place: Path, end: float) -> socket.socket | None:
    """Return the line to the agent once it answered; None: it did not, or not before ``end``.

    What is said before the agent listens is kept for it, so it is said once: a second question
    would be answered, too, and every later answer would be taken for that of the one before.
    """
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(5.0)
    answer = b""
    try:
        line.connect(str(place))
        line.sendall(json.dumps({"run": "echo up"}).encode() + b"\n")
        while time.monotonic() < end:
            with contextlib.suppress(TimeoutError):
                said = line.recv(4096)
                if not said:
                    break  # it hung up
                answer += said
            if answer.endswith(b"\n"):
                return line
    except OSError:
        time.sleep(0.5)
    line.close()
    return None


class Guest:
    """The machine, a context manager; ``folder`` has its disk and kernel, which stay as is."""

    def __init__(self, folder: Path, work: Path, files: Path) -> None:
        """Lay a disk of its own in ``work``; ``files`` is a disk with the project, read only."""
        self._folder, self._work, self._files = folder, work, files
        self._disk = work / "disk.img"
        subprocess.run(
            ["cp", "--sparse=always", "--reflink=auto", folder / "disk.img", self._disk], check=True
        )
        self._machine: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._rest = b""
        self.boots = 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.page = f"127.0.0.1:{free.getsockname()[1]}"
            """Where the guest's port 80 is, seen from here: its neighbour in the network."""

    def boot(self) -> None:
        """Switch it on and wait until it does what it is told."""
        assert self._machine is None
        self.boots += 1
        place = self._work / "line"
        place.unlink(missing_ok=True)
        log = self._work / f"console-{self.boots}.log"
        drive = "if=virtio,format=raw"
        qemu = shutil.which("qemu-system-x86_64")
        assert qemu is not None
        self._machine = subprocess.Popen(
            [
                *(qemu, "-machine", "q35", "-cpu", "max", "-accel", ACCELERATOR),
                *("-smp", "2", "-m", str(MEMORY_MB), "-nodefaults", "-display", "none"),
                *("-serial", f"file:{log}", "-kernel", str(self._folder / "vmlinuz")),
                *("-initrd", str(self._folder / "initrd.img")),
                *("-append", "root=/dev/vda rw console=ttyS0 quiet mitigations=off panic=-1"),
                *("-drive", f"file={self._disk},{drive}"),
                *("-drive", f"file={self._files},{drive},readonly=on"),
                *("-device", "virtio-rng-pci", "-device", "virtio-serial-pci"),
                *("-chardev", f"socket,id=line,path={place},server=on,wait=off"),
                *("-device", "virtserialport,chardev=line,name=companion.test"),
                # It reaches nobody; only its page is reached from here.
                *("-netdev", f"user,id=net,restrict=on,hostfwd=tcp:{self.page}-:80"),
                *("-device", "virtio-net-pci,netdev=net"),
            ],
            stdin=subprocess.DEVNULL,
        )
        end = time.monotonic() + BOOT
        while self._line is None:
            assert time.monotonic() < end, f"it does not start: see {log}"
            assert self._machine.poll() is None, "the emulator ended"
            self._line = line_to_agent(place, end)
        self._rest = b""

    def run(self, command: str, *, check: bool = True, seconds: float = LONG) -> Done:
        """Run a shell command as root; with ``check`` it has to succeed."""
        assert self._line is not None
        self._line.settimeout(seconds)
        self._line.sendall(json.dumps({"run": command}).encode() + b"\n")
        while b"\n" not in self._rest:
            read = self._line.recv(65536)
            assert read, f"the machine went away: {command}"
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        done = Done(**json.loads(line))
        assert not check or done.code == 0, f"{command}\n{done.out[-3000:]}\n{done.error[-3000:]}"
        return done

    def ask(self, command: str) -> str:
        """Run a command that has to succeed and return what it prints."""
        return self.run(command).out.strip()

    def write(self, path: str, text: str) -> None:
        """Write a file as root."""
        quoted = shlex.quote(text)
        self.run(f"mkdir -p {shlex.quote(str(Path(path).parent))}; printf %s {quoted} >{path}")

    def wait(self, until: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
        """Wait until something is so."""
        end = time.monotonic() + seconds
        while not until():
            if time.monotonic() > end:
                log = self.run("journalctl -u companion --no-pager -n 30", check=False).out
                raise AssertionError(f"{what}\n{log}")
            time.sleep(0.5)

    def cut_the_power(self) -> None:
        """Switch it off as a pulled plug does: what it had not written is lost."""
        assert self._machine is not None
        self._machine.kill()
        self._ended()

    def goes_off(self, seconds: float = 180.0) -> bool:
        """Wait until it has switched itself off."""
        assert self._machine is not None
        try:
            self._machine.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        self._ended()
        return True

    def _ended(self) -> None:
        assert self._machine is not None
        self._machine.wait()
        self._machine = None
        if self._line is not None:
            self._line.close()
        self._line = None

    def __enter__(self) -> Self:
        """Return the machine, which is off."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Switch it off."""
        if self._machine is not None:
            self.cut_the_power()

    # -------------------------------------------------------------------------------- the service

    def unit(self, name: str) -> str:
        """Return a property of the companion's unit."""
        return self.ask(f"systemctl show -P {name} companion")

    def levels(self, pins: tuple[int, ...]) -> tuple[int, ...]:
        """Read pins from outside, all by one command: each costs the emulated processor much."""
        files = " ".join(f"/run/pins/sim_gpio{pin}/value" for pin in pins)
        return tuple(int(level) for level in self.ask(f"cat {files}").split())

    def hold(self, pin: int, seconds: float) -> None:
        """Hold a button down, from outside."""
        pull = f"/run/pins/sim_gpio{pin}/pull"
        self.run(f"echo pull-down >{pull}; sleep {seconds}; echo pull-up >{pull}")

    def view(self, cookie: str) -> dict[str, Any]:
        """Return what the public page shows, as the machine itself reaches it."""
        got = self.ask(f"curl -sf -b {cookie} http://127.0.0.1/api/v1/view?public=1")
        return dict(json.loads(got)["view"])
