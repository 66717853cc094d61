"""Values of the game as JSON and strictly back, by the types that they are declared with."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

KIND = "is"
"""The key that names a dataclass: where a value may be one of several, it says which."""


class NotationError(ValueError):
    """It is no such value; the message says what was wanted."""


def to_data(value: object) -> Any:
    """Return a value of frozen dataclasses, enums, tuples, sets and mappings as JSON's types.

    Raises:
        NotationError: something else is in it.
    """
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        said = {one.name: to_data(getattr(value, one.name)) for one in fields(value) if one.init}
        return {KIND: type(value).__name__, **said}
    if isinstance(value, frozenset):
        return sorted((to_data(one) for one in value), key=repr)
    if isinstance(value, tuple):
        return [to_data(one) for one in value]
    if isinstance(value, Mapping):
        return [[to_data(key), to_data(one)] for key, one in value.items()]
    raise NotationError(f"{type(value).__name__} has no notation")


def from_data(data: object, hint: Any) -> Any:
    """Return the value of the type ``hint`` that `to_data` made ``data`` of.

    Raises:
        NotationError: it is none.
    """
    hint = getattr(hint, "__supertype__", hint)  # a NewType is what it is made of
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of(data, parts)
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass(data, hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(data)
        except ValueError:
            raise _wrong(data, hint) from None
    if origin in (tuple, frozenset) or (origin is not None and issubclass(origin, Mapping)):
        if not isinstance(data, list):
            raise _wrong(data, hint)
        return _many(data, origin, parts)
    if hint is type(None):
        hint_type: tuple[type, ...] = (type(None),)
    elif hint is float:
        hint_type = (float, int)
    else:
        hint_type = (hint,)
    if type(data) not in hint_type:
        raise _wrong(data, hint)
    return data


def _one_of(data: object, hints: tuple[Any, ...]) -> Any:
    for hint in hints:
        try:
            return from_data(data, hint)
        except NotationError:
            continue
    raise _wrong(data, " or ".join(_name(hint) for hint in hints))


def _dataclass(data: object, kind: type) -> Any:
    if not isinstance(data, dict) or data.get(KIND) != kind.__name__:
        raise _wrong(data, kind)
    hints = _hints(kind)
    if data.keys() - {KIND} != hints.keys():
        raise NotationError(f"{kind.__name__} has {', '.join(hints) or 'nothing'}")
    given = {name: from_data(data[name], hint) for name, hint in hints.items()}
    try:
        return kind(**given)
    except NotationError:
        raise
    except ValueError as error:
        raise NotationError(f"{kind.__name__}: {error}") from error


def _many(data: list[object], origin: type, parts: tuple[Any, ...]) -> Any:
    if origin is frozenset:
        return frozenset(from_data(one, parts[0]) for one in data)
    if origin is tuple:
        hints = [parts[0]] * len(data) if parts[-1] is Ellipsis else parts
        if len(hints) != len(data):
            raise NotationError(f"wants {len(hints)} values, got {len(data)}")
        return tuple(from_data(one, hint) for one, hint in zip(data, hints, strict=True))
    pairs = [from_data(one, tuple[parts[0], parts[1]]) for one in data]  # type: ignore[valid-type]  # at run time only
    return dict(pairs)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    said = get_type_hints(kind)
    return {one.name: said[one.name] for one in fields(kind) if one.init}


def _name(hint: Any) -> str:
    return str(getattr(hint, "__name__", hint))


def _wrong(data: object, hint: Any) -> NotationError:
    name = hint if isinstance(hint, str) else _name(hint)
    return NotationError(f"wants {name}, got {data!r:.60}")
