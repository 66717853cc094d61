"""Frozen dataclasses as plain data that fits into JSON, and strictly back, by their declarations.

A message is declared once, as a dataclass with types: what is written of it and what is accepted
follows from that, so that the two cannot part. A field stands under its own name; one that has its
default value is left out, and may be missing. Enumerations are written as their values, tuples as
lists, sets as sorted lists, mappings as lists of pairs. The validation is strict: nothing is
converted and nothing guessed, ``True`` is no number, and a field that nobody knows is refused.

This is no general library, such as msgspec, for three reasons: the values of the rules stay plain
dataclasses of the standard library; hints and cards are not written as the objects that they are;
and who reads an error wants to know in which message and field, not at which path.
"""

from __future__ import annotations

import math
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import partial
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Data = dict[str, object]
"""Strings, whole numbers, booleans, None, and lists and dictionaries of these."""
LONGEST_CLOCK = 1e9
"""Seconds: more than the clock of any film says."""

_T = TypeVar("_T")
_Member = TypeVar("_Member", bound=Enum)
_Read = Callable[[object], Any]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A type that is not written by its fields.

    Attributes:
        encode: returns a value as plain data.
        decode: returns the value of plain data; raises ValueError where it is none.
        schema: says in JSON Schema what is written; None: anything may be.
    """

    encode: Callable[[Any], object]
    decode: _Read
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Inline:
    """A type whose fields stand among those of the value that holds it, without a name of its own.

    Attributes:
        names: of its fields, of which exactly one is there.
        encode: returns a value as that field.
        decode: returns the value of the field with that name and data; raises ValueError where it
            is none.
        null: whether a field with null counts as missing.
        schema: says in JSON Schema what is written under each name.
    """

    names: tuple[str, ...]
    encode: Callable[[Any], Data]
    decode: Callable[[str, object], Any]
    null: bool = False
    schema: Mapping[str, Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class NarrowedType:
    """A type of which a kind has only the values with certain fields, which are not written."""

    of: type
    fixed: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Family:
    """Types of which a value may be any.

    Attributes:
        what: what messages call it: ``a move``.
        kinds: what each type is called under the codec's tag. Kept for good where it is on record.
    """

    what: str
    kinds: Mapping[str, type | NarrowedType]


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    hint: Any
    read: _Read
    inline: Inline | None
    default: object  # MISSING: it has to be there
    written: bool  # also where it has its default


class Codec:
    """Writes and reads values of the types that it was told of."""

    def __init__(
        self,
        *,
        tag: str,
        families: tuple[Family, ...] = (),
        leaves: Mapping[Any, Leaf] | None = None,
        inline: Mapping[Any, Inline] | None = None,
        numbers: Mapping[str, Any] | None = None,
        written: Mapping[type, frozenset[str]] | None = None,
        called: bool = False,
    ) -> None:
        """Prepare.

        Args:
            tag: the key under which a value of a family says of which kind it is.
            families: the unions of dataclasses.
            leaves: the types, or new types of `typing`, that are not written by their fields.
            inline: the types, or unions of types, whose fields stand among others.
            numbers: what a whole number is for the fields of these names: a new type of ``leaves``.
            written: fields that are written, and have to be there, though they have a default: what
                is on record must not change with the default.
            called: every dataclass that is in no family says under ``tag`` what it is called, and
                all fields of all are written.
        """
        self._tag, self._called = tag, called
        self._leaves = dict(leaves or {})
        self._inline = {frozenset(_parts(hint)): one for hint, one in (inline or {}).items()}
        self._families = families
        self._numbers = dict(numbers or {})
        self._written = dict(written or {})
        self._kinds: dict[type, list[tuple[str, Mapping[str, object]]]] = {}
        for family in families:
            for name, kind in family.kinds.items():
                self._kinds.setdefault(_type(kind), []).append((name, _fixed(kind)))
        self._readers: dict[Any, _Read] = {}
        self._plans: dict[type, tuple[_Field, ...]] = {}

    # -------------------------------------------------------------------------------- into data

    def to_data(self, value: object) -> Any:
        """Return a value as plain data.

        Raises:
            TypeError: it is of a type that this codec was not told of.
        """
        leaf = self._leaves.get(type(value))
        if leaf is not None:
            return leaf.encode(value)
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, tuple):
            return [self.to_data(one) for one in value]
        if is_dataclass(value) and not isinstance(value, type):
            return self._dataclass_to_data(value)
        if isinstance(value, frozenset):
            return sorted((self.to_data(one) for one in value), key=repr)
        if isinstance(value, Mapping):
            return [[self.to_data(key), self.to_data(one)] for key, one in value.items()]
        raise TypeError(f"{type(value).__name__} cannot be written")

    def to_object(self, value: object) -> Data:
        """Return a dataclass as plain data.

        Raises:
            TypeError: it is none, or of a type that this codec was not told of.
        """
        data = self.to_data(value)
        if not isinstance(data, dict):
            raise TypeError(f"{type(value).__name__} is not written as an object")
        return data

    def _dataclass_to_data(self, value: Any) -> Data:
        kind, fixed = self._kind(value)
        data: Data = {} if kind is None else {self._tag: kind}
        for field in self._plan(type(value)):
            said = getattr(value, field.name)
            if field.name in fixed or (not field.written and said == field.default):
                continue
            if field.inline is not None:
                data |= {} if said is None else field.inline.encode(said)
            else:
                data[field.name] = self.to_data(said)
        return data

    def _kind(self, value: object) -> tuple[str | None, Mapping[str, object]]:
        """Return what a value is called, and the fields that this says already."""
        for name, fixed in self._kinds.get(type(value), ()):
            if all(getattr(value, field) == one for field, one in fixed.items()):
                return name, fixed
        return (type(value).__name__ if self._called else None), {}

    # ---------------------------------------------------------------------------- and back again

    def from_data(self, hint: type[_T] | Any, data: object) -> Any:
        """Return the value of the type ``hint`` that `to_data` made ``data`` of.

        Args:
            hint: a type, or a union of types, as fields are declared with.
            data: plain data.

        Raises:
            ValueError: it is no such value; the sentence names the message and the field.
        """
        return self._reader(hint)(data)

    def _reader(self, hint: Any) -> _Read:
        try:
            return self._readers[hint]
        except KeyError:
            read = self._readers[hint] = self._make_reader(hint)
            return read

    def _make_reader(self, hint: Any) -> _Read:
        hint = self._made_of(hint)
        leaf: Leaf | None = self._leaves.get(hint)
        if leaf is not None:
            return leaf.decode
        origin, parts = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return self._union_reader(parts)
        if hint in _PLAIN:
            return _PLAIN[hint]
        if isinstance(hint, type) and issubclass(hint, Enum):
            return partial(member, hint)
        if origin is tuple and parts[-1] is not Ellipsis:
            return partial(_each, tuple(self._reader(part) for part in parts))
        if origin in (tuple, frozenset):
            return partial(_many, origin, self._reader(parts[0]))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            pair = tuple(self._reader(part) for part in parts)
            return partial(_many, dict, partial(_each, pair))
        if hint in self._kinds:
            return self._family_reader({hint})
        if isinstance(hint, type) and is_dataclass(hint):
            return partial(self._read_dataclass, hint, _words(hint), {})
        raise TypeError(f"{hint} cannot be read")

    def _made_of(self, hint: Any) -> Any:
        """Return what a new type is made of, unless it is a leaf itself."""
        return hint if hint in self._leaves else getattr(hint, "__supertype__", hint)

    def _union_reader(self, parts: tuple[Any, ...]) -> _Read:
        some = [part for part in parts if part is not types.NoneType]
        if all(part in self._kinds for part in some):
            read = self._family_reader(set(some))
        elif len(some) == 1:
            read = self._reader(some[0])
        elif self._called:
            read = partial(self._called_one, {_name(part): self._reader(part) for part in some})
        else:
            raise TypeError(f"nothing tells {' and '.join(_name(part) for part in some)} apart")
        if len(some) == len(parts):
            return read
        return lambda data: None if data is None else read(data)

    def _called_one(self, readers: Mapping[str, _Read], data: object) -> Any:
        """Read what says of which type it is, or is of a type that JSON knows."""
        said = data.get(self._tag) if isinstance(data, dict) else type(data).__name__
        read = readers.get(said) if isinstance(said, str) else None
        if read is None:
            raise ValueError(f"wants {' or '.join(readers)}, got {data!r:.60}")
        return read(data)

    def _family_reader(self, allowed: set[type]) -> _Read:
        family = next(
            one for one in self._families if allowed & {_type(kind) for kind in one.kinds.values()}
        )
        kinds = {name: kind for name, kind in family.kinds.items() if _type(kind) in allowed}

        def read(data: object) -> Any:
            if not isinstance(data, dict):
                raise ValueError(f"{family.what} is a dictionary, got {data!r:.200}")
            if self._tag not in data:
                raise ValueError(f"{family.what}: the field {self._tag} is missing")
            said = data[self._tag]
            kind = kinds.get(said) if isinstance(said, str) else None
            if kind is None:
                raise ValueError(f"{family.what}, {self._tag}: there is no {said!r:.60}")
            left = {name: one for name, one in data.items() if name != self._tag}
            return self._read_dataclass(_type(kind), said, _fixed(kind), left)

        return read

    def _read_dataclass(
        self, kind: type, what: str, fixed: Mapping[str, object], data: object
    ) -> Any:
        if not isinstance(data, dict):
            raise ValueError(f"{what} is a dictionary, got {data!r:.200}")
        left = dict(data)
        if self._called and kind not in self._kinds and left.pop(self._tag, None) != kind.__name__:
            raise ValueError(f"wants {kind.__name__}, got {data!r:.60}")
        given = dict(fixed)
        for field in self._plan(kind):
            if field.name in given:
                continue
            if field.inline is not None:
                given[field.name] = _inlined(field, field.inline, left, what)
            elif field.name in left:
                given[field.name] = _of(what, field.name, field.read, left.pop(field.name))
            elif field.default is MISSING or field.written:
                raise ValueError(f"{what}: the field {field.name} is missing")
        if left:
            names = ", ".join(repr(name) for name in left)
            raise ValueError(f"{what}: there is no field {names:.200}")
        try:
            return kind(**given)
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None

    # --------------------------------------------------------------------------- as JSON Schema

    def schema(self, hint: Any) -> dict[str, Any]:
        """Return what `from_data` takes for a type in JSON Schema (draft 2020-12).

        Raises:
            TypeError: the type, or a part of it, is none that this codec reads from an object.
        """
        hint = self._made_of(hint)
        leaf = self._leaves.get(hint)
        if leaf is not None:
            return dict(leaf.schema or {})
        origin, parts = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.schema(part) for part in parts]}
        if hint in _SCHEMAS:
            return dict(_SCHEMAS[hint])
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"enum": [one.value for one in hint]}
        if origin is tuple and parts[-1] is Ellipsis:
            return {"type": "array", "items": self.schema(parts[0])}
        if isinstance(hint, type) and is_dataclass(hint):
            kinds = self._kinds.get(hint)
            if kinds is None:
                each = self._objects(hint, {}, {})
            else:
                each = [
                    one
                    for name, fixed in kinds
                    for one in self._objects(hint, {self._tag: {"const": name}}, fixed)
                ]
            return each[0] if len(each) == 1 else {"oneOf": each}
        raise TypeError(f"{hint} has no schema")

    def _objects(
        self, kind: type, tag: Mapping[str, Any], fixed: Mapping[str, object]
    ) -> list[dict[str, Any]]:
        """Return the objects that are read as ``kind``: one for each choice of an inline field."""
        properties, required = dict(tag), list(tag)
        choices: list[tuple[dict[str, Any], list[str]]] = [({}, [])]
        for field in self._plan(kind):
            if field.name in fixed:
                continue
            may_miss = field.default is not MISSING and not field.written
            if field.inline is None:
                properties[field.name] = self.schema(field.hint)
                required += [] if may_miss else [field.name]
                continue
            each = field.inline.schema or {}
            choices = [({name: dict(each.get(name, {}))}, [name]) for name in field.inline.names]
            choices += [({}, [])] if may_miss else []
        return [
            {
                "type": "object",
                "properties": {**properties, **more},
                "required": [*required, *names],
                "additionalProperties": False,
            }
            for more, names in choices
        ]

    def _plan(self, kind: type) -> tuple[_Field, ...]:
        try:
            return self._plans[kind]
        except KeyError:
            said = get_type_hints(kind)
            hints = {name: self._named(name, hint) for name, hint in said.items()}
            written = self._written.get(kind, frozenset())
            inline = {name: self._inline_type(hint) for name, hint in hints.items()}
            plan = tuple(
                _Field(
                    one.name,
                    hints[one.name],
                    self._reader(hints[one.name]) if inline[one.name] is None else _nothing,
                    inline[one.name],
                    one.default_factory() if one.default_factory is not MISSING else one.default,
                    self._called or one.name in written,
                )
                for one in fields(kind)
                if one.init
            )
            self._plans[kind] = plan
            return plan

    def _named(self, name: str, hint: Any) -> Any:
        """Return the type of a field, with what a whole number of its name is."""
        number = self._numbers.get(name)
        if number is None:
            return hint
        parts = tuple(number if part is int else part for part in _parts(hint))
        return Union[parts]  # noqa: UP007 - of parts that are known at run time only

    def _inline_type(self, hint: Any) -> Inline | None:
        return self._inline.get(frozenset(_parts(hint)) - {types.NoneType})


def words_of(data: object) -> str:
    """Read text.

    Raises:
        ValueError: it is none.
    """
    if not isinstance(data, str):
        raise ValueError(f"wants text, got {data!r:.60}")
    return data


def count(data: object) -> int:
    """Read a whole number from 0 up.

    Raises:
        ValueError: it is none.
    """
    if type(data) is not int or data < 0:  # True is an int, too
        raise ValueError(f"wants a whole number from 0 up, got {data!r:.60}")
    return data


def number(data: object) -> float:
    """Read a finite number.

    Raises:
        ValueError: it is none, or larger than a computer's numbers are.
    """
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise ValueError(f"wants a number, got {data!r:.60}")
    try:
        read = float(data)
    except OverflowError:
        read = math.inf
    if not math.isfinite(read):
        raise ValueError(f"wants a number that can be counted with, got {data!r:.60}")
    return read


def seconds(data: object) -> float:
    """Read what a film's clock says.

    Raises:
        ValueError: it is no number, or beyond `LONGEST_CLOCK`.
    """
    read = number(data)
    if abs(read) > LONGEST_CLOCK:
        raise ValueError(f"wants seconds, got {data!r:.60}")
    return read


def member(members: type[_Member], data: object) -> _Member:
    """Read the value of a member of an enumeration.

    Raises:
        ValueError: it is none.
    """
    try:
        return members(data)
    except ValueError:
        there = ", ".join(str(one.value) for one in members)
        raise ValueError(f"wants one of {there}, got {data!r:.60}") from None


def _whole(data: object) -> int:
    if type(data) is not int:
        raise ValueError(f"wants a whole number, got {data!r:.60}")
    return data


def _truth(data: object) -> bool:
    if not isinstance(data, bool):
        raise ValueError(f"wants true or false, got {data!r:.60}")
    return data


def _nothing(data: object) -> None:
    if data is not None:
        raise ValueError(f"wants nothing, got {data!r:.60}")


_PLAIN: Mapping[Any, _Read] = {
    str: words_of,
    int: _whole,
    bool: _truth,
    float: number,
    types.NoneType: _nothing,
}


_SCHEMAS: Mapping[Any, Mapping[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    types.NoneType: {"type": "null"},
}


def _list(data: object) -> list[object]:
    if not isinstance(data, list):
        raise ValueError(f"wants a list, got {data!r:.200}")
    return data


def _many(collect: Callable[[list[Any]], Any], read: _Read, data: object) -> Any:
    return collect([read(one) for one in _list(data)])


def _each(readers: tuple[_Read, ...], data: object) -> tuple[object, ...]:
    if len(_list(data)) != len(readers):
        raise ValueError(f"wants {len(readers)} values, got {len(_list(data))}")
    return tuple(read(one) for read, one in zip(readers, _list(data), strict=True))


def _inlined(field: _Field, inline: Inline, left: Data, what: str) -> Any:
    for name in inline.names:
        if inline.null and name in left and left[name] is None:
            del left[name]
    there = [name for name in inline.names if name in left]
    if not there and field.default is not MISSING:
        return field.default
    if len(there) != 1:
        raise ValueError(f"{what}: wants exactly one of the fields {' and '.join(inline.names)}")
    return _of(what, there[0], partial(inline.decode, there[0]), left.pop(there[0]))


def _of(what: str, name: str, read: _Read, data: object) -> Any:
    try:
        return read(data)
    except ValueError as error:
        raise ValueError(f"{what}, {name}: {error}") from None


def _type(kind: type | NarrowedType) -> type:
    return kind.of if isinstance(kind, NarrowedType) else kind


def _fixed(kind: type | NarrowedType) -> Mapping[str, object]:
    return kind.fixed if isinstance(kind, NarrowedType) else {}


def _parts(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _name(hint: Any) -> str:
    made_of = getattr(hint, "__supertype__", hint)
    return str(getattr(made_of, "__name__", made_of))


def _words(kind: type) -> str:
    """Return what a type is called in messages: ``suit rule``, ``pass`` for ``PassTap``."""
    name = kind.__name__.lstrip("_").removesuffix("Tap").removesuffix("Body")
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()
