"""What a command writes for people: into any file but those that the companion itself keeps."""

from __future__ import annotations

from pathlib import Path

from companion.commands.errors import UnusableInput
from companion.files.paths import is_own_file


def refuse_own_file(file: Path) -> None:
    """Refuse to write for people where the companion keeps its games, decks, keys and settings.

    Raises:
        UnusableInput: ``file`` is one of them, or a link to one.
    """
    if is_own_file(file):
        raise UnusableInput(f"cannot write {file}: the companion keeps something of its own there")


def write_output(file: Path, data: bytes) -> None:
    """Write ``data`` to ``file``, which may be a pipe or a device.

    Raises:
        UnusableInput: it cannot be written, or is the companion's own.
    """
    refuse_own_file(file)
    try:
        file.write_bytes(data)
    except OSError as error:
        raise UnusableInput(f"cannot write {file}: {error.strerror}") from error
