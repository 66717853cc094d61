"""The description of the pages' JSON, in OpenAPI 3.1: every address, what it takes and gives."""

from __future__ import annotations

from collections.abc import Mapping

from companion.hanabi.moves import Tile
from companion.language.people import LONGEST_NAME
from companion.panel.panel import Press
from companion.panel.trial import Said
from companion.paper.pages import PAPERS
from companion.paper.wanted import Printed
from companion.referee.findings import Spot
from companion.telling.aloud import Wording
from companion.telling.speech import LOUDEST
from web.learning import LONGEST_DECK, SUITS, Do
from web.seats import COOKIE, SEATS
from web.shapes import (
    ANYTHING,
    COLOUR,
    DONE,
    GAME,
    KEY,
    NO_CARD,
    NUMBER,
    PLACES,
    POSTED,
    PUBLIC,
    RANK,
    SEAT,
    SLOT,
    TOLD,
    TRUTH,
    Data,
    answer,
    as_json,
    exactly,
    operation,
    post,
    problem,
    query,
    snapshot,
    tap,
    voice,
)
from web.view_shape import view
from web.voices import By

VERSION = "1"


def description(title: str) -> Data:
    """Return the whole description of a table of Hanabi; ``title`` is the product's name."""
    return whole(title, {**reading(), **joining(), **tapping(), **_looking_back()}, view())


def whole(title: str, operations: Mapping[tuple[str, str], Data], view: Data = ANYTHING) -> Data:
    """Return the description of ``operations``, by method and path, and of a ``view``."""
    paths: dict[str, Data] = {}
    for (method, path), one in operations.items():
        paths.setdefault(path, {})[method] = one
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
            "schemas": {"Problem": problem(), "Snapshot": snapshot(view)},
        },
    }


# --------------------------------------------------------------------------------- operations


def reading() -> dict[tuple[str, str], Data]:
    """Return how the table is looked at."""
    snapshot = {"$ref": "#/components/schemas/Snapshot"}
    says = "The newest view of whoever asks."
    stream = {"description": "Snapshots as they change.", "content": {"text/event-stream": {}}}
    return {
        ("get", "/openapi.json"): operation("This description", TOLD, open_to_all=True),
        ("get", "/view"): operation(
            "The newest view", {"200": answer(snapshot, says)}, 403, parameters=(PUBLIC,)
        ),
        ("get", "/stream"): operation(
            "Views as they change, by Server-Sent Events; the first is the whole view",
            {"200": stream},
            403,
            503,
            parameters=(PUBLIC,),
        ),
        ("get", "/rack-picture"): operation(
            "The picture of the rack card that this seat alone is asked about",
            {"200": {"description": "It.", "content": {"image/jpeg": {}}}},
            403,
            404,
        ),
        ("get", "/lamps"): operation("The virtual panel's lamps", TOLD, 403, 404),
        ("get", "/wish"): operation(
            "What became of the wish for a seat",
            {
                "200": answer(
                    exactly(
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


def joining() -> dict[tuple[str, str], Data]:
    """Return how people come and go, and what they agree on."""
    seated = exactly(
        {"page": {"type": "string"}, "seat": {"type": ["integer", "null"]}, "confirm": TRUTH}
    )
    asked = exactly({"asked": {"const": True}, "seat": SEAT})
    join = exactly(
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
            **post(
                "Take a seat, or look on",
                join,
                {
                    "200": answer(seated, "Which page is this phone's now; with a cookie."),
                    "202": answer(asked, "The table is asked: see /wish, then ask again."),
                },
            ),
            "security": [{}, {"phone": []}],
        },
        ("post", "/confirm"): post(
            "Whether this phone is at the seat that it has taken: until then it sees no hand",
            exactly({"seat": SEAT, "sits": TRUTH}),
            {"200": answer(seated, "The page to go to; with a cookie.")},
        ),
        ("post", "/leave"): post(
            "Leave the seat", exactly({}), {"200": answer(seated, "The page to go to.")}
        ),
        ("post", "/here"): post(
            "This phone shows its page, or not",
            exactly({"here": TRUTH}, {"page": KEY, "nth": NUMBER}),
        ),
        ("post", "/consent"): post(
            "The table's answer to a wish", exactly({"wish": KEY, "granted": TRUTH})
        ),
        ("post", "/voice"): post(
            "Who says aloud what happens, how much, and how loud the machine at the table does",
            exactly(
                {},
                {
                    "by": {"type": "string", "enum": [by.value for by in By if by != By.ANOTHER]},
                    "volume": {"type": "integer", "minimum": 0, "maximum": LOUDEST},
                    "wording": {"type": "string", "enum": [one.value for one in Wording]},
                },
            ),
            {"200": answer(voice(), "Who speaks now.")},
        ),
        ("post", "/press"): post(
            "Press a button of the virtual panel",
            exactly(
                {"button": {"type": "string", "enum": [press.value for press in Press]}},
                {"key": KEY},
            ),
            DONE,
            404,
        ),
    }


def _clue(summary: str, answers: Mapping[str, Data] = DONE) -> Data:
    seats: Data = {"target": SEAT}
    more: Data = {
        "giver": {"anyOf": [SEAT, {"type": "null"}]},
        "pointed": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 4},
            "maxItems": 5,
        },
    }
    told = tap(summary, seats, more, answers)
    both = told["requestBody"]["content"]["application/json"]["schema"]
    by_colour = {**both, "properties": {**both["properties"], "colour": COLOUR}}
    by_rank = {**both, "properties": {**both["properties"], "value": RANK}}
    schema = {
        "oneOf": [
            {**by_colour, "required": [*both["required"], "colour"]},
            {**by_rank, "required": [*both["required"], "value"]},
        ]
    }
    told["requestBody"] = {"required": True, "content": as_json(schema)}
    return told


def tapping() -> dict[tuple[str, str], Data]:
    """Return the taps of Hanabi, and what may be put right in it."""
    turn = query("turn", {"type": "integer", "minimum": 0, "maximum": 9999}, "From 1.")
    tile: Data = {
        "anyOf": [{"type": "string", "enum": [tile.value for tile in Tile]}, {"type": "null"}]
    }
    pile: Data = {"type": "string", "enum": [spot.value for spot in Spot]}
    hand: Data = {"seat": SEAT, "slot": SLOT}
    optional_seat: Data = {"anyOf": [SEAT, {"type": "null"}]}
    photo = operation(
        "A photo of another seat's hand",
        DONE,
        *POSTED,
        404,
        parameters=(
            query("hand", SEAT, "Whose hand it is."),
            query("version", {**NUMBER, "minimum": 0}, "Of the view on the page."),
            query("key", KEY, "The name of this tap."),
            PUBLIC,
        ),
    )
    picture = {"schema": {"type": "string", "contentMediaType": "image/jpeg"}}
    photo["requestBody"] = {"required": True, "content": {"image/jpeg": picture}}
    return {
        ("post", "/clue"): _clue("Give a clue, or log one that was given aloud"),
        ("post", "/check"): _clue("Look at a clue before it is given", TOLD),
        ("post", "/lay"): tap("A card is laid where no camera watches", {**hand, "pile": pile}),
        ("post", "/identify"): tap("Say which card another holds", {**hand, "card": NO_CARD}),
        ("post", "/photo"): photo,
        ("post", "/pass"): tap("I cannot tell which card that is", hand),
        ("post", "/name"): tap(
            "Name the colour of the card that is played next",
            {"seat": SEAT},
            {"colour": {"anyOf": [COLOUR, {"type": "null"}]}},
        ),
        ("post", "/tile"): tap(
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
        ("post", "/arrange"): tap("How the cards of one's own hand stand", {"order": PLACES}),
        ("post", "/start"): tap(
            "Start the game",
            {"first": SEAT},
            {"players": {"anyOf": [NUMBER, {"type": "null"}]}},
        ),
        ("post", "/answer"): tap("Answer the table's question", {"card": NO_CARD}),
        ("post", "/lay-down"): tap("The game is over: all hands are laid down", {}),
        ("post", "/agree"): tap(
            "Whether a seat gave the clue that was logged in its name", {"granted": TRUTH}
        ),
        ("post", "/undo"): tap("Take back the newest turn or correction", {}),
        ("post", "/redo"): tap("What was undone last counts again", {}),
        ("post", "/pause"): tap("Pause the game, or let it go on", {"paused": TRUTH}),
        ("get", "/choices"): operation(
            "What can be put right in a turn", TOLD, 400, 403, 409, parameters=(turn, PUBLIC)
        ),
        ("get", "/explained"): operation(
            "What puts the record right where it differs", TOLD, 403, 409, parameters=(PUBLIC,)
        ),
        ("post", "/correct"): tap(
            "Put a turn right; a correction as /choices offers it", {"correction": ANYTHING}
        ),
        ("post", "/new"): tap("Stop this game, and make ready for another", {}),
    }


def _looking_back() -> dict[tuple[str, str], Data]:
    names: Data = {
        "type": "array",
        "items": {"type": ["string", "null"], "maxLength": LONGEST_NAME},
        "maxItems": SEATS,
    }
    remark = exactly({"title": {"type": "string", "maxLength": 60}, "names": names})
    game = (GAME,)
    printed = {"200": {"description": "The sheets.", "content": {"application/pdf": {}}}}
    packed = {"200": {"description": "The file.", "content": {"application/zip": {}}}}
    table = {"200": {"description": "The table.", "content": {"text/csv": {}}}}
    words: Data = {"enum": [said.value for said in Said]}
    picture = {"200": {"description": "The picture.", "content": {"image/jpeg": {}}}}
    return {
        ("get", "/setup/camera"): operation("What the camera sees", TOLD, 403, 404),
        ("get", "/setup/camera.jpg"): operation(
            "The same as a picture; masked while a game runs", picture, 403, 404
        ),
        ("get", "/setup/deck"): operation("How far a deck is learnt", TOLD, 403, 404),
        ("post", "/setup/deck"): post(
            "Learn a deck with the camera, row by row",
            exactly(
                {"do": {"enum": [do.value for do in Do]}},
                {
                    "deck": {"type": "string", "minLength": 1, "maxLength": LONGEST_DECK},
                    "suits": {"type": "string", "pattern": f"^[{SUITS}]{{1,{len(SUITS)}}}$"},
                    "back": TRUTH,
                },
            ),
            TOLD,
            404,
        ),
        ("get", "/setup/settings"): operation("What can be set on the page", TOLD, 403, 404),
        ("post", "/setup/settings"): post("Change settings", ANYTHING, TOLD, 404),
        ("get", "/setup/backup"): operation(
            "Decks, settings and games that are over, as a ZIP file", packed, 403, 404, 409
        ),
        ("post", "/setup/backup/look"): _sending_a_backup("What is in a backup", TOLD),
        ("post", "/setup/backup/restore"): _sending_a_backup("Put a backup back", DONE),
        ("get", "/setup/print/{what}"): operation(
            "Sheets of mat, racks, cards, stand-ups or the wiring, as a PDF file",
            printed,
            *(400, 403, 404),
            parameters=(
                {
                    "name": "what",
                    "in": "path",
                    "required": True,
                    "schema": {"type": "string", "enum": [f"{one.value}.pdf" for one in Printed]},
                },
                query(
                    "paper",
                    {"type": "string", "enum": [*PAPERS]},
                    "Of the sheets; without it a4.",
                    required=False,
                ),
            ),
        ),
        ("get", "/setup/films"): operation("The evenings kept as films", TOLD, 403, 404),
        ("post", "/setup/films/delete"): post(
            "Delete a film", exactly({"name": {"type": "string"}}), TOLD, 404
        ),
        ("get", "/setup/health"): operation(
            "What is wrong with machine, camera and deck, and what mends it", TOLD, 403, 404, 409
        ),
        ("get", "/setup/health.zip"): operation(
            "The same for whoever helps, without hidden cards", packed, 403, 404, 409
        ),
        ("post", "/setup/settle"): post(
            "Let the camera find exposure, colours and focus anew", exactly({}), DONE, 404
        ),
        ("get", "/setup/panel"): operation("How far the panel has been tried", TOLD, 403, 404),
        ("post", "/setup/panel"): post(
            "Try the panel: what is seen or wanted", exactly({"do": words}), TOLD, 404
        ),
        ("get", "/setup/rules"): operation("The rules of the next game", TOLD, 403),
        ("post", "/setup/rules"): post("Choose the rules of the next game", ANYTHING, TOLD),
        ("get", "/games"): operation("The games on record, and groups of them", TOLD, 403),
        ("get", "/games/csv"): operation("The games that are over, as CSV", table, 403, 409),
        ("post", "/games/import"): post(
            "Put games of hanab.live on record", exactly({"text": {"type": "string"}}), TOLD
        ),
        ("get", "/games/{game}/review"): operation(
            "A game that is over, turn by turn", TOLD, 403, 404, 409, parameters=game
        ),
        ("get", "/games/{game}/export"): operation(
            "A game in hanab.live's format", TOLD, 403, 404, 409, parameters=game
        ),
        ("post", "/games/{game}/remark"): operation(
            "Name a game and who played", DONE, *POSTED, 404, body=remark, parameters=game
        ),
        ("post", "/games/{game}/delete"): operation(
            "Delete a game", DONE, *POSTED, 404, body=exactly({}), parameters=game
        ),
    }


def _sending_a_backup(summary: str, answers: Mapping[str, Data]) -> Data:
    sent = operation(summary, answers, *POSTED, 404)
    file = {"schema": {"type": "string", "contentMediaType": "application/zip"}}
    sent["requestBody"] = {"required": True, "content": {"application/zip": file}}
    return sent
