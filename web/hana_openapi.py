"""The description of the JSON of a table of Hana-awase, in OpenAPI 3.1."""

from __future__ import annotations

from companion.hana_awase.cards import DECK
from companion.hana_awase.options import OPTION_KEYS, PLAYERS
from companion.hana_table.option_texts import HanaRulesShown
from companion.hana_table.past_views import HanaPast, HanaReview
from companion.hana_table.views import HanaFrame, HanaPiles, HanaSentences, HanaView
from web.answers import HanaCards
from web.bodies import Nothing, schema
from web.openapi import game_choice, joining, reading, whole
from web.schema import (
    DONE,
    POSTED,
    SCHEMAS,
    SchemaData,
    exactly,
    operation,
    post,
    query,
    told,
)

VERSION: SchemaData = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
SEAT: SchemaData = {"type": "integer", "minimum": 0, "maximum": max(PLAYERS) - 1}
NUMBER: SchemaData = {"type": "integer", "enum": list(PLAYERS)}
CARD: SchemaData = {"type": "string", "enum": [card.label for card in DECK]}
PLACE: SchemaData = {"anyOf": [SEAT, {"const": "mat"}, {"type": "null"}]}
GAME: SchemaData = {"name": "game", "in": "path", "required": True, "schema": VERSION}
LABEL: SchemaData = {"name": "label", "in": "path", "required": True, "schema": CARD}


def hana_description(title: str) -> SchemaData:
    """Return the whole description of a table of Hana-awase; ``title`` is the product's name."""
    kinds = (HanaView, HanaFrame, HanaSentences, HanaPiles)
    view = SCHEMAS.together("HanaView", *kinds)
    return whole(title, {**reading(), **joining(), **_piles(), **_games(), **game_choice()}, view)


def _piles() -> dict[tuple[str, str], SchemaData]:
    picture = {"200": {"description": "It.", "content": {"image/png": {}}}}
    seat = query(
        "seat",
        {"type": "string", "enum": ["0", "1", "2", "3"]},
        "Whose pile it shows; without it the photo shows all piles round the mat.",
        required=False,
    )
    photo = operation("A photo of piles", DONE, *POSTED, parameters=(seat,))
    image = {"schema": {"type": "string", "contentMediaType": "image/jpeg"}}
    photo["requestBody"] = {"required": True, "content": {"image/jpeg": image}}
    return {
        ("get", "/hana/cards"): operation(
            "The 48 cards in the reader's language, and which have a picture",
            told(HanaCards),
            403,
        ),
        ("get", "/hana/card/{label}.png"): operation(
            "A card's picture", picture, 403, 404, parameters=(LABEL,)
        ),
        ("post", "/hana/put"): post(
            "Say where a card lies: at a seat, on the mat, or nowhere",
            exactly({"card": CARD, "to": PLACE}, {"lies": PLACE}),
        ),
        ("post", "/hana/exchange"): post(
            "Say that a card that lies somewhere is another one",
            exactly({"was": CARD, "card": CARD}),
        ),
        ("post", "/hana/look"): post("Read the piles from the camera", schema(Nothing)),
        ("post", "/hana/photo"): photo,
    }


def _games() -> dict[tuple[str, str], SchemaData]:
    players = query(
        "players",
        {"type": "string", "enum": ["2", "3", "4"]},
        "How many will play.",
        required=False,
    )
    options: SchemaData = {
        "type": "object",
        "propertyNames": {"enum": [*OPTION_KEYS]},
        "additionalProperties": True,
    }
    began = exactly({"version": VERSION, "players": NUMBER, "dealer": SEAT}, {"options": options})
    drawn = exactly({"version": VERSION, "seat": {"anyOf": [SEAT, {"type": "null"}]}})
    seen = exactly({"version": VERSION})
    return {
        ("get", "/hana/rules"): operation(
            "The rules of the next game in plain words",
            told(HanaRulesShown),
            *(400, 403, 409),
            parameters=(players,),
        ),
        ("post", "/hana/rules"): post(
            "The same with other options: what to know of them, and why they would not do",
            exactly({"players": NUMBER, "options": options}),
            told(HanaRulesShown),
        ),
        ("get", "/hana/evenings"): operation(
            "The games on record, newest first, and what they came to", told(HanaPast), 403, 409
        ),
        ("get", "/hana/evenings/{game}"): operation(
            "A game on record, looked at again: each deal with its piles, turn by turn",
            told(HanaReview),
            *(403, 404, 409),
            parameters=(GAME,),
        ),
        ("post", "/hana/begin"): post("Begin a game", began),
        ("post", "/hana/score"): post("The piles are right: let them count", seen),
        ("post", "/hana/draw"): post("The deal is drawn; a seat called a weak hand", drawn),
        ("post", "/hana/back"): post("Take the newest step back", seen),
    }
