"""The secrets of one installation: what signs the phones' seats, and the code that lets them in."""

from __future__ import annotations

import json
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.files.reading import read_json
from companion.files.shared_folder import file_mode
from companion.files.whole_file import write_whole
from companion.language.phrases import phrase

KEYS_FILE = "keys.json"
"""What it is called, in the folder of an installation's state."""
CODE_DIGITS = 4
"""Digits of the code that people type in to join."""
SECRET_BYTES = 32
"""Bytes, drawn at random, with which phones' cookies are signed."""


class KeysError(ValueError):
    """The file of keys cannot be read or written; the message names it."""


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

    A file that is damaged is set aside beside itself. Where nothing can be written the new keys
    are good until the end.

    Returns:
        The keys, and what people have to know of them, as a part of a sentence; None: nothing.
    """
    try:
        return load_keys(path), None
    except KeysError:
        with suppress(OSError, KeysError):
            if path.exists():
                path.rename(path.with_name(f"{path.name}.damaged"))
            return load_keys(path), phrase(
                "the keys {path} were damaged: there is a new code, and phones join anew", path=path
            )
        return new_keys(), phrase(
            "the keys {path} cannot be written: after the next start there is another code, and"
            " phones join anew",
            path=path,
        )


def new_keys() -> Keys:
    """Return keys that nobody has yet."""
    code = "".join(str(secrets.randbelow(10)) for _ in range(CODE_DIGITS))
    return Keys(secrets.token_bytes(SECRET_BYTES), code, met=False)


def load_keys(path: Path) -> Keys:
    """Read the keys at ``path``; where there are none, make and store new ones.

    Raises:
        KeysError: the file cannot be read or written.
    """
    try:
        return _parse(read_json(path))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise KeysError(f"cannot read the keys {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise KeysError(f"the keys {path} cannot be used: delete the file for new ones") from error
    keys = new_keys()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        store_keys(path, keys)
    except OSError as error:
        raise KeysError(f"cannot write the keys {path}: {error.strerror}") from error
    return keys


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
