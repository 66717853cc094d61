"""A folder that one companion at a time may use: locked for as long as its process lives.

The kernel holds the lock, so that it is gone with the process, whatever that dies of. It lies on
the folder itself: nothing has to be written for it, and a full disk keeps nobody from it. A file
in it says who holds it, as far as that could be written.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.files.reading import read_json
from companion.files.shared_folder import file_mode
from companion.files.whole_file import write_whole

WHO = "running.json"
"""Names the process that holds the lock, and where its page is."""
HANDED_OVER = "COMPANION_TAKEN"
"""The variable by which a process tells the program that it becomes of its open lock."""
_IN_USE = (errno.EWOULDBLOCK, errno.EACCES)


class FolderLockedError(Exception):
    """Another companion uses the folder; the message is one sentence for people."""


class FolderLock:
    """The lock on a folder; what is not there cannot be locked, and is asked for again.

    Where the file system knows no locks or does not let us, there is none: whoever writes there
    next says what is wrong.
    """

    def __init__(self, folder: Path) -> None:
        """Lock nothing yet."""
        self._folder = folder
        self._handle: int | None = None

    def take(self) -> None:
        """Lock the folder if it is there and not locked by us already.

        Raises:
            FolderLockedError: another process has it.
        """
        if self._handle is not None:
            return
        handle = self._handed_over()
        if handle is None:
            try:
                handle = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            except OSError:
                return
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(handle)
            if error.errno in _IN_USE:
                raise FolderLockedError(self._complaint()) from error
            return
        self._handle = handle

    def tell(self, address: str | None = None) -> None:
        """Write down who has it, and where its page is; where that is not possible nobody knows."""
        if self._handle is None:
            return
        file = self._folder / WHO
        with suppress(OSError):
            file.unlink(missing_ok=True)  # so that on a full disk no other one is named
        data = json.dumps({"pid": os.getpid(), "address": address})
        with suppress(OSError):
            write_whole(file, data.encode(), file_mode(self._folder))

    def hand_over(self) -> None:
        """Let the program that this process becomes next have it, without a moment in between."""
        if self._handle is not None:
            os.set_inheritable(self._handle, True)
            os.environ[HANDED_OVER] = str(self._handle)

    def release(self) -> None:
        """Let others have it; safe to call twice."""
        if self._handle is not None:
            with suppress(OSError):
                (self._folder / WHO).unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def _handed_over(self) -> int | None:
        """Return the lock of the program that this process was before; None: it had none here."""
        said = os.environ.pop(HANDED_OVER, "")
        if not said.isdecimal():
            return None
        handle = int(said)
        try:
            if not os.path.samestat(os.fstat(handle), self._folder.stat()):
                return None
            os.set_inheritable(handle, False)  # it is no business of the programs that we start
        except OSError:
            return None
        return handle

    def _complaint(self) -> str:
        who = _who(self._folder / WHO)
        return (
            f"another companion{who} is using {self._folder}: end that one first, or give this one"
            " a STATE_DIRECTORY of its own"
        )


def _who(file: Path) -> str:
    try:
        said = read_json(file)
        pid, address = said["pid"], said["address"]
    except (OSError, ValueError, LookupError, TypeError):
        return ""
    known = [f"process {pid}"] if isinstance(pid, int) else []
    known += [f"page {address}"] if isinstance(address, str) else []
    return f" ({', '.join(known)})" if known else ""


@contextmanager
def locked(folder: Path) -> Iterator[FolderLock]:
    """Lock ``folder`` as long as the context lasts, as soon as it is there.

    Raises:
        FolderLockedError: another process has it.
    """
    lock = FolderLock(folder)
    try:
        lock.take()
        yield lock
    finally:
        lock.release()
