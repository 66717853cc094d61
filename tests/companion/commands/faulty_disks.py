"""Disks and clocks that fail, for real processes: full, read-only, cut off, or years ahead."""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

BALLAST = "ballast"

CLOCK = '''
"""A clock on the wall that a test turns: the file says by how many seconds it is wrong."""

import datetime as of_python
import os
import time

_true = time.time


def _wrong() -> float:
    with open(os.environ["WRONG_CLOCK"]) as file:
        said = file.read()
    return float(said[1:]) - _true() if said[:1] == "=" else float(said)


class WrongDatetime(of_python.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)


time.time = lambda: _true() + _wrong()
of_python.datetime = WrongDatetime
'''
"""What Python imports before anything else; ``=0`` in the file is a clock that stands in 1970."""


class Disk:
    """A small disk of its own below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, leave: int = 0) -> None:
        """Leave so many bytes of room."""
        with (self.folder / BALLAST).open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        if leave:
            size = (self.folder / BALLAST).stat().st_size
            os.truncate(self.folder / BALLAST, size - leave)

    def make_room(self) -> None:
        (self.folder / BALLAST).unlink()

    def remount(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", self.folder], check=True)


@contextmanager
def disk_below(folder: Path, options: str = "size=2m") -> Iterator[Disk]:
    """Mount a disk on ``folder``, which takes root; what lies there is on it."""
    folder.mkdir(parents=True, exist_ok=True)
    if os.geteuid() != 0:
        pytest.skip("a disk of its own, which can be full, wants root")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, text=True
    )
    if mounted.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def let_writing_fail(process: int) -> None:
    """From now on the system refuses each write of ``process`` to a file, as a broken card does."""
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (0, hard))


def let_writing_work(process: int) -> None:
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))


class Clock:
    """A clock on the wall; `environment` makes a process go by it."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        (folder / "clock").mkdir()
        (folder / "clock" / "sitecustomize.py").write_text(CLOCK)
        self._file = folder / "clock" / "wrong"
        self.turn("0")
        path = f"{folder / 'clock'}{os.pathsep}{environment['PYTHONPATH']}"
        self.environment = {**environment, "PYTHONPATH": path, "WRONG_CLOCK": str(self._file)}

    def turn(self, wrong: str) -> None:
        """Let it be ``wrong`` by so many seconds, or with ``=`` stand still at that second."""
        new = self._file.with_suffix(".new")
        new.write_text(wrong)
        new.replace(self._file)
