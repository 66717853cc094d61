"""JSON Schema of what is told and never read back, from the types that declare it.

Views and answers are declared as typed dictionaries, which mypy holds their makers to, or as frozen
dataclasses of which every field is told. Nothing is converted when they are made: views are made of
every frame for every reader. What is also read is declared for `companion.codec`, which is strict
both ways.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema: TypeAlias = dict[str, Any]

_PLAIN: Mapping[Any, str] = {
    str: "string",
    int: "integer",
    bool: "boolean",
    float: "number",
    types.NoneType: "null",
}


@dataclass(frozen=True, slots=True, eq=False)  # unions of types want to hash it
class Constraint:
    """What a value is beyond its type, in JSON Schema: ``Annotated[str, Shape({…})]``."""

    more: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class As:
    """What a value is told as that is JSON already: ``Annotated[Mapping[str, object], As(…)]``."""

    hint: Any


def one_of(members: type[Enum]) -> Constraint:
    """Return the shape of the values of an enumeration that are told as they are."""
    return Constraint({"enum": [one.value for one in members]})


_WHERE = "#/components/schemas/"
"""What references to them begin with."""


class Schemas:
    """The schemas of some types, each under its name, as OpenAPI has them among its components.

    A typed dictionary or a dataclass is described where it is first met, and referred to from then
    on; its description is the first line of its docstring, that of a field stands there under
    ``Attributes``.
    """

    def __init__(self) -> None:
        """Start with none."""
        self._kinds: dict[str, Any] = {}
        self._made: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """Return the schema of a type, with references to what has a name.

        Raises:
            TypeError: a type is none that this module knows how to tell, or two have one name.
        """
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            said = parts[1]
            return (
                self.of(said.hint) if isinstance(said, As) else {**self.of(parts[0]), **said.more}
            )
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(part) for part in parts]}
        if origin is Literal:
            return {"enum": list(parts)}
        if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        if hint in (object, Any):
            return {}
        if hasattr(hint, "__supertype__"):
            return self.of(hint.__supertype__)
        if is_typeddict(hint) or (isinstance(hint, type) and is_dataclass(hint)):
            return self._named(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"enum": [one.value for one in hint]}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._mapping(*parts)
        if origin is tuple and parts[-1] is not Ellipsis:
            each = [self.of(part) for part in parts]
            return {
                "type": "array",
                "prefixItems": each,
                "minItems": len(each),
                "maxItems": len(each),
            }
        if isinstance(origin, type) and issubclass(origin, Sequence | AbstractSet):
            return {"type": "array", "items": self.of(parts[0])}
        raise TypeError(f"{hint} has no schema")

    def add(self, name: str, schema: Schema) -> Schema:
        """Name a schema that is no type; return a reference to it.

        Raises:
            TypeError: another has this name.
        """
        if self._made.setdefault(name, schema) != schema:
            raise TypeError(f"two schemas are called {name}")
        return {"$ref": f"{_WHERE}{name}"}

    def together(self, name: str, *kinds: type) -> Schema:
        """Name an object that has the fields of several types; return a reference to it."""
        made = [self._object(kind) for kind in kinds]
        return self.add(
            name,
            {
                "type": "object",
                "description": made[0].get("description", ""),
                "properties": {
                    key: one for each in made for key, one in each["properties"].items()
                },
                "required": list(dict.fromkeys(key for each in made for key in each["required"])),
                "additionalProperties": False,
            },
        )

    def needed_by(self, used: object) -> dict[str, Schema]:
        """Return the named schemas to which ``used`` refers, and those that they need, by name."""
        found: dict[str, Schema] = {}
        left = [*self._referred(used)]
        while left:
            name = left.pop()
            if name in self._made and name not in found:
                found[name] = self._made[name]
                left += self._referred(found[name])
        return {name: found[name] for name in sorted(found)}

    def _referred(self, data: object) -> Iterator[str]:
        if isinstance(data, Mapping):
            for key, one in data.items():
                if key == "$ref" and isinstance(one, str):
                    yield one.removeprefix(_WHERE)
                else:
                    yield from self._referred(one)
        elif isinstance(data, list | tuple):
            for one in data:
                yield from self._referred(one)

    def _named(self, kind: Any) -> Schema:
        name = kind.__name__
        if self._kinds.setdefault(name, kind) is not kind:
            raise TypeError(f"two types are called {name}")
        if name not in self._made:
            self._made[name] = {}  # a type may hold itself
            self._made[name] = self._object(kind)
        return {"$ref": f"{_WHERE}{name}"}

    def _object(self, kind: Any) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        if is_typeddict(kind):
            # Annotations that are kept as text hide from `TypedDict` what need not be there.
            told = {name: hint for name, hint in hints.items() if name in kind.__required_keys__}
            needed = [name for name, hint in told.items() if get_origin(hint) is not NotRequired]
        else:
            needed = [one.name for one in fields(kind)]
            hints = {name: hints[name] for name in needed}
        says, each = _described(kind)
        return {
            "type": "object",
            **({"description": says} if says else {}),
            "properties": {
                name: _with(self.of(_bare(hint)), each.get(name)) for name, hint in hints.items()
            },
            "required": needed,
            "additionalProperties": False,
        }

    def _mapping(self, key: Any, value: Any) -> Schema:
        names = self.of(key)
        limits = {} if names == {"type": "string"} else {"propertyNames": names}
        return {"type": "object", **limits, "additionalProperties": self.of(value)}


def _bare(hint: Any) -> Any:
    """Return a field's type without what says whether it may be missing."""
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def _with(schema: Schema, says: str | None) -> Schema:
    return schema if says is None else {**schema, "description": says}


def _described(kind: type) -> tuple[str, Mapping[str, str]]:
    """Return the first line of a type's docstring, and what it says of each field."""
    told = kind.__doc__ or ""
    if told.startswith(f"{kind.__name__}("):  # what a dataclass without docstring says of itself
        return "", {}
    text = inspect.cleandoc(told)
    _, _, attributes = text.partition("Attributes:")
    lines = inspect.cleandoc(attributes).replace("\n    ", " ")
    entries = (line.partition(": ") for line in lines.splitlines())
    return _as_json(text.split("\n")[0]), {
        name: _as_json(says) for name, colon, says in entries if colon and name.isidentifier()
    }


def _as_json(says: str) -> str:
    """Return a description with the names of JSON."""
    says = says.replace("None", "null").replace("``", "`")
    return f"{says[:1].upper()}{says[1:]}"
