"""Why the system would not do something with a file, as a part of a sentence for people."""

from __future__ import annotations

from pathlib import Path

from companion.files.reading import NO_FILE, TOO_LARGE
from companion.language.phrases import Phrase, phrase

_OF_THE_SYSTEM = {
    str(one): one
    for one in (
        phrase("No such file or directory"),
        phrase("Is a directory"),
        phrase("Not a directory"),
        phrase("Permission denied"),
        phrase("Operation not permitted"),
        phrase("Read-only file system"),
        phrase("No space left on device"),
        phrase("Input/output error"),
        phrase("Too many levels of symbolic links"),
        TOO_LARGE,
        NO_FILE,
    )
}
"""What the system says where it will not do something with a file."""


def reason(error: OSError) -> str:
    """Return why the system would not do something with a file: as a phrase where we know it."""
    said = error.strerror or str(error) or type(error).__name__
    return _OF_THE_SYSTEM.get(said, said)


def cannot_look_for(path: str | Path, error: OSError) -> Phrase:
    """Return that nobody can tell whether anything is at ``path``, and why."""
    return phrase("cannot look for {path}: {why}", path=path, why=reason(error))
