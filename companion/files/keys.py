"""The secrets of one installation: what signs the phones' seats, and the code that lets them in."""

from __future__ import annotations

import errno
import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from companion.files.errors import reason
from companion.files.reading import read_json
from companion.files.shared_folder import file_mode
from companion.files.whole_file import write_whole
from companion.language.phrases import phrase

KEYS_FILE = "keys.json"
"""What it is called, in the folder of an installation's state."""
CODE_DIGITS = 4
"""Digits of the code that people type in to join."""
_NO_KEYS = (errno.EISDIR, errno.EINVAL, errno.EFBIG, errno.ELOOP)
"""What the system says of a folder, a pipe, a device, a file that is far too large, and a link that
leads to itself."""
SECRET_BYTES = 32
"""Bytes, drawn at random, with which phones' cookies are signed."""


class KeysError(ValueError):
    """The file of keys cannot be read or written; the message names it."""


class DamagedKeysError(KeysError):
    """What lies in the place of the keys is none: nobody can use it any more."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Kept from one start to the next, so that phones keep their seats through a power cut.

    Attributes:
        secret: signs the cookie that holds a seat.
        code: what a phone that did not scan the QR code has to type.
        met: whether somebody has joined with them yet.
    """

    secret: bytes
    code: str
    met: bool = True


def keys_for_an_evening(path: Path) -> tuple[Keys, str | None]:
    """Read the keys, and make new ones where those at ``path`` cannot be used.

    A file that is damaged is set aside beside itself. One that may not be read, or not now, stays
    where it is, for it may be whole; then, and where nothing can be written, the new keys are good
    until the end.

    Returns:
        The keys, and what people have to know of them, as a part of a sentence; None: nothing.
    """
    try:
        return load_keys(path), None
    except DamagedKeysError:
        with suppress(OSError, KeysError):
            aside = _free_name(path)
            path.rename(aside)
            return load_keys(path), phrase(
                "the keys {path} were damaged and are set aside as {aside}: there is a new code,"
                " and phones join anew",
                path=path,
                aside=aside.name,
            )
    except KeysError as error:
        if isinstance(error.__cause__, OSError) and _is_there(path):
            return new_keys(), phrase(
                "the keys {path} cannot be read: {why}; until the companion ends there is another"
                " code, and phones join anew",
                path=path,
                why=reason(error.__cause__),
            )
    return new_keys(), phrase(
        "the keys {path} cannot be written: after the next start there is another code, and"
        " phones join anew",
        path=path,
    )


def _is_there(path: Path) -> bool:
    """Say whether something lies at ``path``, or may lie there as far as anybody can tell."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _free_name(path: Path) -> Path:
    """Return a name beside ``path`` that nothing has: what was set aside before stays, too."""
    names = (f"{path.name}.damaged{'' if n == 1 else f'-{n}'}" for n in count(1))
    return next(one for one in map(path.with_name, names) if not os.path.lexists(one))


def new_keys() -> Keys:
    """Return keys that nobody has yet."""
    code = "".join(str(secrets.randbelow(10)) for _ in range(CODE_DIGITS))
    return Keys(secrets.token_bytes(SECRET_BYTES), code, met=False)


def load_keys(path: Path) -> Keys:
    """Read the keys at ``path``; where there are none, make and store new ones.

    Raises:
        DamagedKeysError: what lies there are no keys.
        KeysError: the file cannot be read or written.
    """
    try:
        return read_keys(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        damaged = error.errno in _NO_KEYS
        kind = DamagedKeysError if damaged else KeysError
        raise kind(f"cannot read the keys {path}: {error.strerror}") from error
    keys = new_keys()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        store_keys(path, keys)
    except OSError as error:
        raise KeysError(f"cannot write the keys {path}: {error.strerror}") from error
    return keys


def read_keys(path: Path) -> Keys:
    """Return the keys that are kept at ``path``.

    Raises:
        DamagedKeysError: what lies there are no keys.
        OSError: it cannot be read.
    """
    try:
        return _parse(read_json(path))
    except (ValueError, KeyError, TypeError) as error:
        why = f"the keys {path} cannot be used: delete the file for new ones"
        raise DamagedKeysError(why) from error


def store_keys(path: Path, keys: Keys) -> None:
    """Write the keys.

    Raises:
        OSError: they cannot be written.
    """
    data = json.dumps({"secret": keys.secret.hex(), "code": keys.code, "met": keys.met})
    write_whole(path, data.encode(), file_mode(path.parent))  # its owner prints the code


def _parse(data: Any) -> Keys:
    secret, code = bytes.fromhex(data["secret"]), data["code"]
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, got {len(secret)}")
    if not isinstance(code, str) or not code:  # an empty one would let everybody in
        raise ValueError("a code is a text")
    return Keys(secret, code, met=data.get("met", True) is not False)
