"""A folder that one companion at a time may use, whatever becomes of the one that has it."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.files import lock as module
from companion.files.lock import WHO, FolderLockedError, locked

ROOT = Path(__file__).resolve().parents[3]
HOLD = """
import sys
from pathlib import Path
from companion.files.lock import locked
with locked(Path(sys.argv[1])) as lock:
    lock.tell("http://10.0.0.7:8000")
    print("taken", flush=True)
    sys.stdin.read()
"""
BECOME = """
import os, sys
from pathlib import Path
from companion.files.lock import FolderLockedError, FolderLock, locked
folder = Path(sys.argv[1])
lock = FolderLock(folder)
if len(sys.argv) == 2:
    lock.take()
    lock.hand_over()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:], "again"])
try:
    before = os.environ.pop("COMPANION_TAKEN", "")
    FolderLock(folder).take()
except FolderLockedError:
    os.environ["COMPANION_TAKEN"] = before
    lock.take()
    print("has it still", os.get_inheritable(lock._handle), flush=True)
"""


@contextmanager
def another_process(folder: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "taken\n"
            yield process
        finally:
            process.kill()


def complaint(folder: Path) -> str:
    with pytest.raises(FolderLockedError) as refused, locked(folder):
        pass
    return str(refused.value)


def test_the_second_one_is_told_who_has_the_folder_and_where_its_page_is(tmp_path: Path) -> None:
    with another_process(tmp_path) as process:
        said = complaint(tmp_path)
    assert said == (
        f"another companion (process {process.pid}, page http://10.0.0.7:8000) is using {tmp_path}:"
        " end that one first, or give this one a STATE_DIRECTORY of its own"
    )


def test_whoever_is_killed_has_it_no_more(tmp_path: Path) -> None:
    with another_process(tmp_path) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert (tmp_path / WHO).exists(), "it had no time to tidy up"
        with locked(tmp_path) as lock:
            lock.tell()
            assert json.loads((tmp_path / WHO).read_text())["pid"] == os.getpid()
    assert not (tmp_path / WHO).exists()


def test_a_folder_that_is_made_later_is_locked_then(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    with locked(folder) as lock:
        assert not folder.exists(), "asking creates nothing"
        folder.mkdir()
        lock.take()
        lock.take()
        assert "another companion is using" in complaint(folder), "nobody has said yet who it is"


def test_a_full_disk_keeps_nobody_from_it_and_nobody_wrong_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / WHO).write_text('{"pid": 1, "address": "http://10.0.0.1"}')  # of somebody killed
    monkeypatch.setattr(module, "write_whole", full)
    with locked(tmp_path) as lock:
        lock.tell("http://10.0.0.2")
        assert "another companion is using" in complaint(tmp_path)


@pytest.mark.parametrize("wrote", ["", "[]", "nonsense", '{"pid": "x", "address": 7}'])
def test_what_is_no_name_is_not_said(tmp_path: Path, wrote: str) -> None:
    with locked(tmp_path):
        (tmp_path / WHO).write_text(wrote)
        assert "another companion is using" in complaint(tmp_path)


def test_where_the_file_system_knows_no_locks_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", unknown)
    with locked(tmp_path) as lock:
        lock.tell()
        assert not (tmp_path / WHO).exists()


def test_the_program_that_a_process_becomes_has_it_without_a_moment_in_between(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BECOME, str(tmp_path)], capture_output=True, text=True, cwd=ROOT
    )
    assert done.stdout == "has it still False\n", done.stderr


def test_a_lock_on_another_folder_that_was_handed_over_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = os.open(tmp_path, os.O_RDONLY)
    (tmp_path / "state").mkdir()
    monkeypatch.setenv(module.HANDED_OVER, str(handle))
    try:
        with locked(tmp_path / "state"), locked(tmp_path):
            assert module.HANDED_OVER not in os.environ
    finally:
        os.close(handle)
