"""The schemas of the pages' JSON, from which its description in OpenAPI is put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.hanabi.labels import CardLabel, SeatNumber
from companion.json_schema import Schemas
from web.answers import Problem, TapDone, TapKey

PROBLEM = "application/problem+json"

SchemaData = dict[str, Any]

SCHEMAS = Schemas()
"""Of everything that is answered: each description has those that it refers to."""
SCHEMAS.of(Problem)  # `refusals` refer to it by name

KEY = SCHEMAS.of(TapKey)
SEAT = SCHEMAS.of(SeatNumber)
NUMBER: SchemaData = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
NO_CARD = SCHEMAS.of(CardLabel | None)
TRUTH: SchemaData = {"type": "boolean"}

PROBLEMS = {
    400: "The request is malformed; nothing has changed.",
    403: "Whoever asks may not do that.",
    404: "There is no such thing.",
    409: "It does not go now; with `rule` where a rule of the game forbids it, and with `stale` and"
    " a fresh `snapshot` where the tap was made in an older view.",
    413: "That is too much at once.",
    415: "The body is of another type.",
    429: "Too much in too short a time, or too many wrong codes: wait for `Retry-After` seconds.",
    503: "The table does not answer, or serves as many pages as it can.",
}


def exactly(
    required: Mapping[str, SchemaData], optional: Mapping[str, SchemaData] | None = None
) -> SchemaData:
    """Return the shape of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def as_json(schema: SchemaData) -> SchemaData:
    """Return a body of JSON."""
    return {"application/json": {"schema": schema}}


def answer(schema: SchemaData, says: str) -> SchemaData:
    """Return an answer of JSON."""
    return {"description": says, "content": as_json(schema)}


def refusals(*statuses: int) -> SchemaData:
    """Return the answers with which a request is refused."""
    problem = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {str(one): {"description": PROBLEMS[one], "content": problem} for one in statuses}


def operation(
    summary: str,
    answers: Mapping[str, SchemaData],
    *problems: int,
    body: SchemaData | None = None,
    parameters: tuple[SchemaData, ...] = (),
    open_to_all: bool = False,
) -> SchemaData:
    """Return what one address does for one method."""
    operation: SchemaData = {"summary": summary, "responses": {**answers, **refusals(*problems)}}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": as_json(body)}
    if parameters:
        operation["parameters"] = list(parameters)
    operation["security"] = [{}, {"phone": []}] if open_to_all else [{"phone": []}]
    return operation


def query(name: str, schema: SchemaData, says: str, *, required: bool = True) -> SchemaData:
    """Return a parameter of the query."""
    where = {"name": name, "in": "query", "required": required}
    return {**where, "schema": schema, "description": says}


def told(kind: Any, says: str = "What was asked for.") -> dict[str, SchemaData]:
    """Return the answer that is a ``kind``, as `web.answers` or its maker declares it."""
    return {"200": answer(SCHEMAS.of(kind), says)}


DONE = {
    "200": answer(SCHEMAS.of(TapDone), "It is done; or it waits until another seat has agreed.")
}
PUBLIC = query(
    "public", {"type": "string", "enum": ["1"]}, "Ask for the public view.", required=False
)
POSTED = (400, 403, 409, 413, 415, 429, 503)
GAME = {"name": "game", "in": "path", "required": True, "schema": {**NUMBER, "minimum": 0}}


def tap(summary: str, body: SchemaData, answers: Mapping[str, SchemaData] = DONE) -> SchemaData:
    """Return a tap: it names the view in which it was made, and has a key."""
    return operation(summary, answers, *POSTED, body=body, parameters=(PUBLIC,))


def post(
    summary: str, body: SchemaData, answers: Mapping[str, SchemaData] = DONE, *more: int
) -> SchemaData:
    """Return what is posted, but is no tap."""
    return operation(summary, answers, *POSTED, *more, body=body)
