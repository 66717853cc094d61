"""What a machine says of itself: files, programs, packages; nothing is judged, nothing raises."""

from __future__ import annotations

import grp
import importlib
import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

PROGRAM_WITHIN = 10.0
"""Seconds that a program may take to answer."""


class Machine:
    """This machine; tests stand another one in its place."""

    def text(self, path: str) -> str | None:
        """Return what a small file holds; None: it cannot be read."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    def exists(self, path: str) -> bool:
        """Say whether there is such a file."""
        return os.access(path, os.F_OK)  # Path.exists raises where nobody may look

    def may_use(self, path: str) -> bool:
        """Say whether this user may read and write a file."""
        return os.access(path, os.R_OK | os.W_OK)

    def answer(self, command: Sequence[str]) -> str | None:
        """Return what a program prints; None: it is not there, fails or does not answer."""
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=PROGRAM_WITHIN, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def groups(self) -> frozenset[str]:
        """Return the groups of this user."""
        found = set()
        for number in {*os.getgroups(), os.getegid()}:
            try:
                found.add(grp.getgrgid(number).gr_name)
            except KeyError:
                continue
        return frozenset(found)

    def is_root(self) -> bool:
        """Say whether this user may do everything."""
        return os.geteuid() == 0

    def import_error(self, module: str) -> str | None:
        """Return why a package cannot be imported; None: it can."""
        try:
            importlib.import_module(module)
        except Exception as error:  # whatever a package's start raises
            return f"{type(error).__name__}: {error}"
        return None

    def answers_on_i2c(self, bus: int, address: int) -> bool:
        """Say whether something answers at an address, asked as i2cdetect does."""
        try:
            from smbus2 import SMBus

            with SMBus(bus) as opened:
                opened.write_quick(address)
        except (ImportError, OSError):
            return False
        return True

    def free_bytes(self, folder: Path) -> int | None:
        """Return the free space where ``folder`` is or will be; None: nobody can say."""
        for each in (folder, *folder.parents):
            if self.exists(str(each)):
                try:
                    return shutil.disk_usage(each).free
                except OSError:
                    return None
        return None

    def may_write(self, folder: Path) -> bool:
        """Say whether this user may write into ``folder``, or make it."""
        there = next((each for each in (folder, *folder.parents) if self.exists(str(each))), None)
        return there is not None and os.access(there, os.W_OK | os.X_OK)

    def listens(self, port: int) -> bool:
        """Say whether something on this machine answers at a port."""
        with socket.socket() as probe:
            probe.settimeout(1.0)
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def year(self) -> int:
        """Return the year by the machine's clock."""
        return datetime.now(UTC).year
