"""The shapes of the pages' JSON, from which its description in OpenAPI is put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.hanabi.cards import RANKS, Suit
from companion.telling.aloud import Wording
from web.seats import SEATS
from web.voices import By

PROBLEM = "application/problem+json"

Data = dict[str, Any]

SUITS = "".join(suit.value for suit in Suit)
KEY: Data = {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$", "minLength": 1}
SEAT: Data = {"type": "integer", "minimum": 0, "maximum": SEATS - 1}
SLOT: Data = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
NUMBER: Data = {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}
COLOUR: Data = {"type": "string", "enum": list(SUITS)}
RANK: Data = {"type": "integer", "minimum": min(RANKS), "maximum": max(RANKS)}
CARD: Data = {"type": "string", "pattern": f"^[{SUITS}][{min(RANKS)}-{max(RANKS)}]$"}
NO_CARD: Data = {"anyOf": [CARD, {"type": "null"}]}
TRUTH: Data = {"type": "boolean"}
ANYTHING: Data = {"type": "object"}

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


def exactly(required: Mapping[str, Data], optional: Mapping[str, Data] | None = None) -> Data:
    """Return the shape of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def problem() -> Data:
    """Return the shape of a problem by RFC 9457, with the game's own fields."""
    return {
        "type": "object",
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "One sentence for people."},
            "rule": {"type": ["string", "null"], "description": "The rule that was broken."},
            "stale": {"type": "boolean"},
            "snapshot": {"$ref": "#/components/schemas/Snapshot"},
        },
        "required": ["type", "title", "status", "detail"],
    }


def snapshot(view: Data) -> Data:
    """Return the shape of a ``view`` with its version, and of who is there."""
    return exactly({"version": {"type": "integer"}, "view": view, "house": house()})


def voice() -> Data:
    """Return the shape of who speaks, how much, and how loud the machine does, if it can."""
    by: Data = {"type": "string", "enum": [by.value for by in By]}
    wording: Data = {"type": "string", "enum": [one.value for one in Wording]}
    return exactly({"by": by, "table": {"type": ["integer", "null"]}, "wording": wording})


def house() -> Data:
    """Return the shape of who is there, and what this reader is asked."""
    seats = {"type": "array", "items": SEAT}
    wish = exactly({"id": KEY, "name": {"type": ["string", "null"]}, "seat": SEAT, "yours": TRUTH})
    return exactly(
        {
            "names": {"type": "object", "additionalProperties": {"type": "string"}},
            "held": seats,
            "away": seats,
            "onlookers": {"type": "array", "items": {"type": "string"}},
            "voice": voice(),
            "photos": TRUTH,
            "wishes": {"type": "array", "items": wish},
        }
    )


def as_json(schema: Data) -> Data:
    """Return a body of JSON."""
    return {"application/json": {"schema": schema}}


def answer(schema: Data, says: str) -> Data:
    """Return an answer of JSON."""
    return {"description": says, "content": as_json(schema)}


def refusals(*statuses: int) -> Data:
    """Return the answers with which a request is refused."""
    problem = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {str(one): {"description": PROBLEMS[one], "content": problem} for one in statuses}


def operation(
    summary: str,
    answers: Mapping[str, Data],
    *problems: int,
    body: Data | None = None,
    parameters: tuple[Data, ...] = (),
    open_to_all: bool = False,
) -> Data:
    """Return what one address does for one method."""
    operation: Data = {"summary": summary, "responses": {**answers, **refusals(*problems)}}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": as_json(body)}
    if parameters:
        operation["parameters"] = list(parameters)
    operation["security"] = [{}, {"phone": []}] if open_to_all else [{"phone": []}]
    return operation


def query(name: str, schema: Data, says: str, *, required: bool = True) -> Data:
    """Return a parameter of the query."""
    where = {"name": name, "in": "query", "required": required}
    return {**where, "schema": schema, "description": says}


DONE = {
    "200": answer(
        exactly({"ok": {"const": True}}, {"waits": {"const": True}}),
        "It is done; or it waits until another seat has agreed.",
    )
}
TOLD = {"200": answer({"type": "object"}, "What was asked for.")}
PUBLIC = query(
    "public", {"type": "string", "enum": ["1"]}, "Ask for the public view.", required=False
)
POSTED = (400, 403, 409, 413, 415, 429, 503)
GAME = {"name": "game", "in": "path", "required": True, "schema": {**NUMBER, "minimum": 0}}


def tap(summary: str, body: Data, answers: Mapping[str, Data] = DONE) -> Data:
    """Return a tap: it names the view in which it was made, and has a key."""
    return operation(summary, answers, *POSTED, body=body, parameters=(PUBLIC,))


def post(summary: str, body: Data, answers: Mapping[str, Data] = DONE, *more: int) -> Data:
    """Return what is posted, but is no tap."""
    return operation(summary, answers, *POSTED, *more, body=body)
