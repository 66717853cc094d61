"""Answers held against the description of the pages' JSON, and what in it says nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema_rs
from werkzeug.test import TestResponse


def faults(spec: Mapping[str, Any], method: str, path: str, answer: TestResponse) -> list[str]:
    """Say in what an answer of JSON is not as ``spec`` describes it."""
    described = spec["paths"][path][method]["responses"].get(str(answer.status_code))
    if described is None:
        return [f"{answer.status_code} is not described"]
    content = described.get("content", {}).get(answer.mimetype)
    if content is None:
        return [f"{answer.mimetype} is not described"]
    if not answer.is_json:
        return []
    schema = {**content["schema"], "components": spec["components"]}
    checked = jsonschema_rs.Draft202012Validator(schema)
    told = answer.get_json()
    return [f"{one.instance_path}: {one.message[:200]}" for one in checked.iter_errors(told)]


def bare(spec: Mapping[str, Any]) -> list[str]:
    """Name the operations, and the types, of which some object is described as nothing else."""
    parts = {
        **{
            f"{method} {path}": one
            for path, each in spec["paths"].items()
            for method, one in each.items()
        },
        **spec["components"]["schemas"],
    }
    return [name for name, part in parts.items() if any(_is_bare(one) for one in _within(part))]


def _within(data: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(data, dict):
        yield data
        for one in data.values():
            yield from _within(one)
    elif isinstance(data, list):
        for one in data:
            yield from _within(one)


def _is_bare(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "object" and not {"properties", "additionalProperties"} & set(
        schema
    )
