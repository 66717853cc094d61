"""Small files of text, read without blocking and only up to a limit."""

from __future__ import annotations

import errno
import json
import os
import stat
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from companion.language.phrases import phrase
from companion.language.plain import shortened

LARGEST_TEXT = 64 * 2**20
"""Bytes of text that are read of one file. A list of all taps of an evening has a thousandth."""
NO_FILE = phrase("it is a pipe or a device, not a file")
TOO_LARGE = phrase("File too large")
_QUOTED = 80
"""Characters of a field's name that are quoted."""


class FieldTwiceError(ValueError):
    """An object of JSON has a field twice: nobody knows which is meant.

    Attributes:
        field: its name, as it is quoted to people.
    """

    def __init__(self, field: str) -> None:
        """Say so."""
        self.field = shortened(json.dumps(field), _QUOTED)
        super().__init__(phrase("the field {field} is there twice", field=self.field))


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these fields, for ``object_pairs_hook`` of `json.loads`.

    Raises:
        FieldTwiceError: one is there twice; `json` alone takes the last of them.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise FieldTwiceError(twice)
    return found


def read_text(path: Path, *, pipes: bool = False) -> str:
    """Return the text that the file at ``path`` holds, in UTF-8.

    The mark with which Windows' editors begin a file is no part of it.

    Args:
        path: the file. A pipe in its place would keep us waiting, a device give bytes without end.
        pipes: whether a pipe or a device is read all the same, up to as many bytes: somebody named
            it on the command line, where a shell's ``<(…)`` is one.

    Raises:
        OSError: it cannot be read, is none, or holds more than `LARGEST_TEXT`; ``strerror`` says
            which.
        ValueError: it is no text in UTF-8, or no file can have this name.
    """
    # Opening a pipe that nobody writes to waits for ever, unless it is opened like this.
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | (0 if pipes else os.O_NONBLOCK))
    with os.fdopen(handle, "rb") as file:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not (pipes or stat.S_ISREG(mode)):
            raise OSError(errno.EINVAL, str(NO_FILE), str(path))
        data = file.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise OSError(errno.EFBIG, str(TOO_LARGE), str(path))
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def open_now(path: Path) -> BinaryIO:
    """Open a file for reading that may be a pipe: one that nobody writes to is empty.

    To open it as any other file would wait for whoever writes to it, for ever.

    Raises:
        OSError: it cannot be opened.
        ValueError: no file can have this name.
    """
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    os.set_blocking(handle, True)  # whoever writes to it may take his time
    return os.fdopen(handle, "rb")


def check_is_file(path: Path) -> None:
    """Refuse a pipe or a device; a folder, and what is not there, whoever opens it is told.

    Raises:
        OSError: it is one; ``strerror`` says so.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(errno.EINVAL, str(NO_FILE), str(path))


def read_toml(path: Path, *, pipes: bool = False) -> dict[str, Any]:
    """Return what a file of TOML holds; see `read_json`."""
    return parse_toml(_utf_8(path, pipes=pipes))


def parse_toml(text: str) -> dict[str, Any]:
    """Return what a text in TOML says.

    Raises:
        ValueError: it is no TOML, or is nested without end; it says so for people.
    """
    with _without_end_told(tomllib.TOMLDecodeError):
        return tomllib.loads(text)


def read_json(path: Path, *, pipes: bool = False) -> Any:
    """Return what a file of JSON holds.

    Args:
        path: the file.
        pipes: see `read_text`.

    Raises:
        OSError: see `read_text`.
        ValueError: it is no JSON in UTF-8, or is nested without end, or a field is there twice; it
            says so for people.
    """
    return parse_json(_utf_8(path, pipes=pipes))


def parse_json(text: str) -> Any:
    """Return what a text in JSON says.

    Raises:
        ValueError: it is no JSON, or is nested without end, or a field is there twice; it says so
            for people.
    """
    with _without_end_told(json.JSONDecodeError):
        return json.loads(text, object_pairs_hook=each_once)


def _utf_8(path: Path, *, pipes: bool) -> str:
    try:
        return read_text(path, pipes=pipes)
    except UnicodeDecodeError:
        raise ValueError(phrase("it is no text in UTF-8")) from None


@contextmanager
def _without_end_told(broken: type[ValueError]) -> Iterator[None]:
    """Say for people what has no end in a text; of one that is ``broken`` its parser says it."""
    try:
        yield
    except RecursionError:
        raise ValueError(phrase("it is nested too deeply")) from None
    except (broken, FieldTwiceError):
        raise
    except ValueError:  # Python reads no number of more than some thousand digits
        raise ValueError(phrase("a number is too long")) from None
