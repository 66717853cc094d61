"""The description of the pages' JSON, in OpenAPI 3.1: every address, what it takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.findings import Spot
from companion.hanabi.cards import RANKS, Suit
from companion.hanabi.moves import Tile
from companion.panel import Press
from companion.people import LONGEST_NAME
from companion.speech import LOUDEST
from web.seats import COOKIE, SEATS
from web.voices import By

VERSION = "1"
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
PLACES: Data = {
    "type": "array",
    "items": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 4}, {"type": "null"}]},
    "maxItems": 6,
}
ANYTHING: Data = {"type": "object"}

_PROBLEMS = {
    400: "The request is malformed; nothing has changed.",
    403: "Whoever asks may not do that.",
    404: "There is no such thing.",
    409: "It does not go now; with `rule` where a rule of the game forbids it, and with `stale` and"
    " a fresh `snapshot` where the tap was made in an older view.",
    413: "That is too much at once.",
    415: "The body is of another type.",
    429: "Too many wrong codes: wait for `Retry-After` seconds.",
    503: "The table does not answer, or serves as many pages as it can.",
}


def description(title: str) -> Data:
    """Return the whole description; ``title`` is the product's name."""
    paths: dict[str, Data] = {}
    for (method, path), operation in _operations().items():
        paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": VERSION,
            "description": "What the pages ask of the table. Seats, slots and columns count from 0."
            " A tap names the version of the view in which it was made, and has a key of its own:"
            " the same tap with the same key is carried out once.",
        },
        "servers": [{"url": f"/api/v{VERSION}"}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "phone": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
            "schemas": {"Problem": _problem(), "Snapshot": _snapshot()},
        },
    }


# ------------------------------------------------------------------------------------- shapes


def _object(required: Mapping[str, Data], optional: Mapping[str, Data] | None = None) -> Data:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def _problem() -> Data:
    """A problem by RFC 9457, with the game's own fields."""
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


def _snapshot() -> Data:
    return _object({"version": {"type": "integer"}, "view": ANYTHING, "house": _house()})


def _voice() -> Data:
    """Who speaks, and how loud the machine at the table does; null: it cannot."""
    by: Data = {"type": "string", "enum": [by.value for by in By]}
    return _object({"by": by, "table": {"type": ["integer", "null"]}})


def _house() -> Data:
    seats = {"type": "array", "items": SEAT}
    wish = _object({"id": KEY, "name": {"type": ["string", "null"]}, "seat": SEAT, "yours": TRUTH})
    return _object(
        {
            "names": {"type": "object", "additionalProperties": {"type": "string"}},
            "held": seats,
            "away": seats,
            "onlookers": {"type": "array", "items": {"type": "string"}},
            "voice": _voice(),
            "wishes": {"type": "array", "items": wish},
        }
    )


def _json(schema: Data) -> Data:
    return {"application/json": {"schema": schema}}


def _answer(schema: Data, says: str) -> Data:
    return {"description": says, "content": _json(schema)}


def _problems(*statuses: int) -> Data:
    problem = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {str(one): {"description": _PROBLEMS[one], "content": problem} for one in statuses}


def _operation(
    summary: str,
    answers: Mapping[str, Data],
    *problems: int,
    body: Data | None = None,
    parameters: tuple[Data, ...] = (),
    open_to_all: bool = False,
) -> Data:
    operation: Data = {"summary": summary, "responses": {**answers, **_problems(*problems)}}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": _json(body)}
    if parameters:
        operation["parameters"] = list(parameters)
    operation["security"] = [{}, {"phone": []}] if open_to_all else [{"phone": []}]
    return operation


def _query(name: str, schema: Data, says: str, *, required: bool = True) -> Data:
    where = {"name": name, "in": "query", "required": required}
    return {**where, "schema": schema, "description": says}


_DONE = {"200": _answer(_object({"ok": {"const": True}}), "It is done.")}
_TOLD = {"200": _answer({"type": "object"}, "What was asked for.")}
_PUBLIC = _query(
    "public", {"type": "string", "enum": ["1"]}, "Ask for the public view.", required=False
)
_POSTED = (400, 403, 409, 413, 415, 503)
_GAME = {"name": "game", "in": "path", "required": True, "schema": {**NUMBER, "minimum": 0}}


def _tap(
    summary: str,
    required: Mapping[str, Data],
    optional: Mapping[str, Data] | None = None,
    answers: Mapping[str, Data] = _DONE,
) -> Data:
    body = _object({**required, "version": NUMBER, "key": KEY}, optional)
    return _operation(summary, answers, *_POSTED, body=body, parameters=(_PUBLIC,))


def _post(summary: str, body: Data, answers: Mapping[str, Data] = _DONE, *more: int) -> Data:
    return _operation(summary, answers, *_POSTED, *more, body=body)


# --------------------------------------------------------------------------------- operations


def _operations() -> dict[tuple[str, str], Data]:
    return {**_reading(), **_joining(), **_tapping(), **_looking_back()}


def _reading() -> dict[tuple[str, str], Data]:
    snapshot = {"$ref": "#/components/schemas/Snapshot"}
    says = "The newest view of whoever asks."
    turn = _query("turn", {"type": "integer", "minimum": 0, "maximum": 9999}, "From 1.")
    stream = {"description": "Snapshots as they change.", "content": {"text/event-stream": {}}}
    return {
        ("get", "/openapi.json"): _operation("This description", _TOLD, open_to_all=True),
        ("get", "/view"): _operation(
            "The newest view", {"200": _answer(snapshot, says)}, 403, parameters=(_PUBLIC,)
        ),
        ("get", "/stream"): _operation(
            "Views as they change, by Server-Sent Events; the first is the whole view",
            {"200": stream},
            403,
            503,
            parameters=(_PUBLIC,),
        ),
        ("get", "/choices"): _operation(
            "What can be put right in a turn", _TOLD, 400, 403, 409, parameters=(turn, _PUBLIC)
        ),
        ("get", "/explained"): _operation(
            "What puts the record right where it differs", _TOLD, 403, 409, parameters=(_PUBLIC,)
        ),
        ("get", "/lamps"): _operation("The virtual panel's lamps", _TOLD, 403, 404),
        ("get", "/wish"): _operation(
            "What became of the wish for a seat",
            {
                "200": _answer(
                    _object(
                        {
                            "seat": {"type": ["integer", "null"]},
                            "granted": {"type": ["boolean", "null"]},
                        }
                    ),
                    "The wish; nulls where there is none, or it is over.",
                )
            },
            403,
        ),
    }


def _joining() -> dict[tuple[str, str], Data]:
    seated = _object({"page": {"type": "string"}, "seat": {"type": ["integer", "null"]}})
    asked = _object({"asked": {"const": True}, "seat": SEAT})
    join = _object(
        {},
        {
            "code": {"type": ["string", "null"], "maxLength": 40},
            "seat": {"anyOf": [SEAT, {"type": "null"}]},
            "name": {"type": ["string", "null"], "maxLength": 4 * LONGEST_NAME},
            "sees_all": TRUTH,
        },
    )
    return {
        ("post", "/join"): {
            **_post(
                "Take a seat, or look on",
                join,
                {
                    "200": _answer(seated, "Which page is this phone's now; with a cookie."),
                    "202": _answer(asked, "The table is asked: see /wish, then ask again."),
                },
                429,
            ),
            "security": [{}, {"phone": []}],
        },
        ("post", "/leave"): _post(
            "Leave the seat", _object({}), {"200": _answer(seated, "The page to go to.")}
        ),
        ("post", "/here"): _post("This phone shows its page, or not", _object({"here": TRUTH})),
        ("post", "/consent"): _post(
            "The table's answer to a wish", _object({"wish": KEY, "granted": TRUTH})
        ),
        ("post", "/voice"): _post(
            "Who says aloud what happens, and how loud the machine at the table does",
            _object(
                {},
                {
                    "by": {"type": "string", "enum": [by.value for by in By if by != By.ANOTHER]},
                    "volume": {"type": "integer", "minimum": 0, "maximum": LOUDEST},
                },
            ),
            {"200": _answer(_voice(), "Who speaks now.")},
        ),
        ("post", "/press"): _post(
            "Press a button of the virtual panel",
            _object({"button": {"type": "string", "enum": [press.value for press in Press]}}),
            _DONE,
            404,
        ),
    }


def _clue(summary: str, answers: Mapping[str, Data] = _DONE) -> Data:
    seats: Data = {"target": SEAT}
    more: Data = {
        "giver": {"anyOf": [SEAT, {"type": "null"}]},
        "pointed": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 4},
            "maxItems": 5,
        },
    }
    told = _tap(summary, seats, more, answers)
    both = told["requestBody"]["content"]["application/json"]["schema"]
    by_colour = {**both, "properties": {**both["properties"], "colour": COLOUR}}
    by_rank = {**both, "properties": {**both["properties"], "value": RANK}}
    schema = {
        "oneOf": [
            {**by_colour, "required": [*both["required"], "colour"]},
            {**by_rank, "required": [*both["required"], "value"]},
        ]
    }
    told["requestBody"] = {"required": True, "content": _json(schema)}
    return told


def _tapping() -> dict[tuple[str, str], Data]:
    tile: Data = {
        "anyOf": [{"type": "string", "enum": [tile.value for tile in Tile]}, {"type": "null"}]
    }
    pile: Data = {"type": "string", "enum": [spot.value for spot in Spot]}
    hand: Data = {"seat": SEAT, "slot": SLOT}
    optional_seat: Data = {"anyOf": [SEAT, {"type": "null"}]}
    photo = _operation(
        "A photo of another seat's hand",
        _DONE,
        *_POSTED,
        404,
        parameters=(
            _query("hand", SEAT, "Whose hand it is."),
            _query("version", {**NUMBER, "minimum": 0}, "Of the view on the page."),
            _query("key", KEY, "The name of this tap."),
            _PUBLIC,
        ),
    )
    picture = {"schema": {"type": "string", "contentMediaType": "image/jpeg"}}
    photo["requestBody"] = {"required": True, "content": {"image/jpeg": picture}}
    return {
        ("post", "/clue"): _clue("Give a clue, or log one that was given aloud"),
        ("post", "/check"): _clue("Look at a clue before it is given", _TOLD),
        ("post", "/lay"): _tap("A card is laid where no camera watches", {**hand, "pile": pile}),
        ("post", "/identify"): _tap("Say which card another holds", {**hand, "card": NO_CARD}),
        ("post", "/photo"): photo,
        ("post", "/pass"): _tap("I cannot tell which card that is", hand),
        ("post", "/name"): _tap(
            "Name the colour of the card that is played next",
            {"seat": SEAT},
            {"colour": {"anyOf": [COLOUR, {"type": "null"}]}},
        ),
        ("post", "/tile"): _tap(
            "Say which award tile was turned, and what was chosen",
            {"seat": SEAT},
            {
                "tile": tile,
                "target": optional_seat,
                "colour": {"anyOf": [COLOUR, {"type": "null"}]},
                "value": {"anyOf": [RANK, {"type": "null"}]},
                "card": NO_CARD,
            },
        ),
        ("post", "/arrange"): _tap("How the cards of one's own hand stand", {"order": PLACES}),
        ("post", "/start"): _tap(
            "Start the game",
            {"first": SEAT},
            {"players": {"anyOf": [NUMBER, {"type": "null"}]}},
        ),
        ("post", "/answer"): _tap("Answer the table's question", {"card": NO_CARD}),
        ("post", "/undo"): _tap("Take back the newest turn or correction", {}),
        ("post", "/redo"): _tap("What was undone last counts again", {}),
        ("post", "/pause"): _tap("Pause the game, or let it go on", {"paused": TRUTH}),
        ("post", "/correct"): _tap(
            "Put a turn right; a correction as /choices offers it", {"correction": ANYTHING}
        ),
        ("post", "/new"): _tap("Stop this game, and make ready for another", {}),
    }


def _looking_back() -> dict[tuple[str, str], Data]:
    names: Data = {
        "type": "array",
        "items": {"type": ["string", "null"], "maxLength": LONGEST_NAME},
        "maxItems": SEATS,
    }
    remark = _object({"title": {"type": "string", "maxLength": 60}, "names": names})
    game = (_GAME,)
    return {
        ("get", "/setup/rules"): _operation("The rules of the next game", _TOLD, 403),
        ("post", "/setup/rules"): _post("Choose the rules of the next game", ANYTHING, _TOLD),
        ("get", "/games"): _operation("The games on record, and groups of them", _TOLD, 403),
        ("get", "/games/{game}/review"): _operation(
            "A game that is over, turn by turn", _TOLD, 403, 404, 409, parameters=game
        ),
        ("get", "/games/{game}/export"): _operation(
            "A game in hanab.live's format", _TOLD, 403, 404, 409, parameters=game
        ),
        ("post", "/games/{game}/remark"): _operation(
            "Name a game and who played", _DONE, *_POSTED, 404, body=remark, parameters=game
        ),
        ("post", "/games/{game}/delete"): _operation(
            "Delete a game", _DONE, *_POSTED, 404, body=_object({}), parameters=game
        ),
    }
