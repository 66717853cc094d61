"""Values of the game as JSON and strictly back, each with the name of its type under ``is``."""

from __future__ import annotations

from typing import Any

from companion.codec import Codec
from companion.hanabi.notation import TELLER
from companion.hanabi.tellers import Teller

KIND = "is"
"""The key that names a dataclass: where a value may be one of several, it says which."""

_CODEC = Codec(tag=KIND, called=True, leaves={Teller: TELLER})


def to_data(value: object) -> Any:
    """Return a value of frozen dataclasses, enums, tuples, sets and mappings as JSON's types.

    Raises:
        TypeError: something else is in it.
    """
    return _CODEC.to_data(value)


def from_data(data: object, hint: Any) -> Any:
    """Return the value of the type ``hint`` that `to_data` made ``data`` of.

    Raises:
        ValueError: it is none.
    """
    return _CODEC.from_data(hint, data)
