"""The types of what pages are told, in TypeScript, from the description that the table serves.

``python -m tools.page_types`` writes ``tools/page/types.d.ts``. Comments in the pages' JavaScript
name them as ``Told.GameView``; no page loads them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from web.hana_openapi import hana_description
from web.openapi import description

FILE = Path(__file__).resolve().parent / "page" / "types.d.ts"
_HEAD = """// What pages are told. Made by `make page-types` from the description of their JSON.

declare namespace Told {
"""
_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_UNTYPED = ("Description",)


def types() -> str:
    """Return the declarations of all types that the two games' descriptions name."""
    schemas: dict[str, Any] = {}
    for told in (description(""), hana_description("")):
        for name, schema in told["components"]["schemas"].items():
            schemas.setdefault(name, schema)
    schemas = {name: one for name, one in schemas.items() if name not in _UNTYPED}
    return _HEAD + "\n".join(_declared(name, one) for name, one in sorted(schemas.items())) + "}\n"


def _declared(name: str, schema: Mapping[str, Any]) -> str:
    if "properties" not in schema:
        return f"  type {name} = {_type(schema)};\n"
    fields = (
        f"{_says(one, '    ')}    {_field(schema, key)};\n"
        for key, one in schema["properties"].items()
    )
    return f"{_says(schema, '  ')}  interface {name} {{\n{''.join(fields)}  }}\n"


def _says(schema: Mapping[str, Any], indent: str) -> str:
    return f"{indent}/** {schema['description']} */\n" if schema.get("description") else ""


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return " | ".join(dict.fromkeys(_type(one) for one in schema[many]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(one, ensure_ascii=False) for one in schema["enum"])
    match schema.get("type"):
        case "array":
            return _list(schema)
        case "object":
            return _object(schema)
        case str(plain):
            return _PLAIN[plain]
        case list(several):
            return " | ".join(_PLAIN[one] for one in several)
    return "any"


def _list(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
    return f"Array<{_type(schema['items'])}>"


def _object(schema: Mapping[str, Any]) -> str:
    if "properties" not in schema:
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    fields = [_field(schema, key) for key in schema["properties"]]
    return f"{{ {'; '.join(fields)} }}" if fields else "Record<string, never>"


def _field(schema: Mapping[str, Any], key: str) -> str:
    name = key if key.isidentifier() else json.dumps(key)
    needed = "" if key in schema["required"] else "?"
    return f"{name}{needed}: {_type(schema['properties'][key])}"


if __name__ == "__main__":
    FILE.write_text(types(), encoding="utf-8")
