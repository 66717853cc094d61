"""The shape of a view of a table of Hanabi, as its description in OpenAPI tells it."""

from __future__ import annotations

from companion.hanabi.moves import Tile
from companion.hanabi.refusals import Rule
from companion.referee.findings import Spot
from companion.telling.aloud import Tune, Wording
from web.shapes import CARD, COLOUR, SEAT, SLOT, SUITS, TRUTH, Data, exactly

CLUE: Data = {"type": "string", "pattern": f"^[{SUITS}1-5]$"}
RULE: Data = {"type": "string", "enum": [rule.value for rule in Rule]}


def view() -> Data:
    """Return the shape of a view: what a page shows, and what may be tapped on it."""
    sentences: Data = {"type": "array", "items": {"type": "string"}}
    return {
        "type": "object",
        "description": "Empty until the table has something to show.",
        "properties": {
            "phase": {"enum": ["lobby", "playing", "over"]},
            "status": {"type": "string"},
            "news": _said(sentences, "What happened last, in sentences, oldest first."),
            "small_print": _said(
                _many(TRUTH), "Of each of them, whether it only tells what followed from the last."
            ),
            "aloud": _said(_many(_heard()), "What is to be heard of what happened last."),
            "proposed": _or_null(_proposed()),
            "game": _or_null(_game()),
            "may": _may(),
        },
    }


def _heard() -> Data:
    words = _or_null({"type": "string"})
    return exactly(
        {
            "number": _said({"type": "integer"}, "Counted since the program began."),
            "tune": _or_null({"enum": [tune.value for tune in Tune]}),
            **{wording.value: words for wording in Wording},
        }
    )


def _proposed() -> Data:
    return {
        "type": "object",
        "description": "What waits for a seat's yes; a clue in its name has its fields, too.",
        "properties": {
            "kind": {"enum": ["clue", "undo", "redo", "correct", "stop"]},
            "asks": _said(_many(SEAT), "The seats of which one has to agree."),
            "by": _said(_or_null(SEAT), "Who proposed it; null: a page of no seat."),
            "yours": _said(TRUTH, "Whether this reader is asked."),
            "says": _said(_or_null({"type": "string"}), "What he is asked, as a sentence."),
        },
        "required": ["kind", "asks", "by", "yours", "says"],
    }


def _game() -> Data:
    slots = _many(SLOT)
    hints = exactly(
        {
            "touched": _said(_by_clue(slots), "The slots of the cards that each clue touches."),
            "unknown": _said(slots, "The slots of cards that nobody knows: any clue may."),
            "refused": _said(_by_clue(RULE), "The clues that are not allowed, and why."),
        }
    )
    number: Data = {"type": "integer", "minimum": 0}
    return {
        "type": "object",
        "description": "The game as its reader may see it.",
        "properties": {
            "clues": _said(_many(CLUE), "What a clue can say: colours, then ranks."),
            "hints": _said(
                _many(_or_null(hints)),
                "What each clue about each hand touches; null where the reader may not see it.",
            ),
            "unseen": _said(_many(CARD), "The faces of which the reader does not see every copy."),
            "score": _or_null(number),
            "reachable": _said(number, "The best score that the discards still allow."),
            "unread": _said(number, "Cards played that nobody has read: they are in no score."),
            "all_or_nothing": _said(TRUTH, "Whether only a complete display counts."),
            "lost": _said(TRUTH, "Whether the game has ended in a loss."),
        },
        "required": [
            *("clues", "hints", "unseen"),
            *("score", "reachable", "unread", "all_or_nothing", "lost"),
        ],
    }


def _may() -> Data:
    piles: Data = {"enum": [spot.value for spot in Spot]}
    tile = exactly(
        {
            "tile": {"enum": [tile.value for tile in Tile]},
            "clues": _said(_many(CLUE), "What the clue that it brings can say."),
            "targets": _said(_many(SEAT), "Whom this reader may tell it for."),
            "cards": _said(_many(CARD), "The discarded cards that can come back."),
            "may_pass": _said(TRUTH, "Whether it can be turned without any of these."),
        }
    )
    clue = exactly({"giver": SEAT, "targets": _many(SEAT)})
    return _said(
        exactly(
            {
                "clue": _said(
                    _or_null(clue),
                    "The seat to move and whom it may give some clue: its own page gives it,"
                    " every other logs what was said aloud.",
                ),
                "lay": _said(
                    _or_null(exactly({"seat": SEAT, "piles": _many(piles), "fit": _many(CARD)})),
                    "Where no camera watches: who may lay a card, where, and which cards fit.",
                ),
                "name": _said(_many(COLOUR), "Colours to name for the card played next."),
                "tile": _said(
                    _or_null(exactly({"seat": SEAT, "tiles": _many(tile)})),
                    "The award tile that has to be turned.",
                ),
                "identify": _said(_many(SEAT), "The seats whose cards this reader may name."),
                "arrange": _said(TRUTH, "Whether he may say how his own cards stand."),
                "barred": _said(
                    exactly({"clue": _or_null(RULE), "discard": _or_null(RULE)}),
                    "What keeps the seat to move from any clue, or any discard.",
                ),
            }
        ),
        "What this reader may tap now, by the rules and by who he is.",
    )


def _said(shape: Data, says: str) -> Data:
    return {**shape, "description": says}


def _many(shape: Data) -> Data:
    return {"type": "array", "items": shape}


def _or_null(shape: Data) -> Data:
    return {"anyOf": [shape, {"type": "null"}]}


def _by_clue(shape: Data) -> Data:
    return {"type": "object", "propertyNames": CLUE, "additionalProperties": shape}
