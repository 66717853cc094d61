"""Files that a service and its owner both use: in a folder that a group shares, the group may."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

SHARED_MODE, OWN_MODE = 0o660, 0o600
"""Permissions of a file that a service and its owner both use, and of one that is nobody else's."""


def file_mode(folder: Path) -> int:
    """Return who may read and write a new file in ``folder``.

    Where a group shares the folder, which its setgid bit says (the installer sets it), the group;
    elsewhere its owner only.
    """
    try:
        shared = bool(folder.stat().st_mode & stat.S_ISGID)
    except OSError:
        shared = False
    return SHARED_MODE if shared else OWN_MODE


def make_private(folder: Path) -> None:
    """Make ``folder`` for those who may use a file beside it, and let nobody else look into it.

    One that is there is closed to all others, too: it may be from a version that left it open.

    Raises:
        OSError: it cannot be made.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    mode = 0o2770 if file_mode(folder.parent) == SHARED_MODE else 0o700
    folder.mkdir(mode=0o700, exist_ok=True)
    if stat.S_IMODE(folder.stat().st_mode) != mode:
        with suppress(PermissionError):  # it is somebody else's
            folder.chmod(mode)


def begin(file: Path) -> None:
    """Make an empty ``file`` for those who may use one in its folder, and for nobody else.

    For libraries that make files by their own rules; a file that is there stays as it is, and
    where it cannot be made, the library says why.
    """
    mode = file_mode(file.parent)
    try:
        handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
    except OSError:
        return
    os.fchmod(handle, mode)  # whatever the umask of whoever was first
    os.close(handle)
