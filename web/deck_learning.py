"""The part of the set-up page on which a deck is learnt with the camera; and its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from flask import Blueprint, Response

from companion.files.paths import learnt_decks
from companion.hanabi.labels import SUITS
from companion.pictures.deck_learning import DeckLessons, shown
from companion.reply import Reply
from web.answers import LearningShown
from web.bodies import BadBody
from web.context import PageContext, Refusal
from web.json_io import answered, asked, seated

LONGEST_DECK = 64
"""Characters of a deck's name."""


class Do(Enum):
    """What somebody on the page wants."""

    BEGIN = "begin"
    LOOK = "look"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class LessonRequest:
    """What is to be done, and with which deck, where one is begun."""

    do: Do
    deck: str = ""
    suits: str = ""
    back: bool = False


def api(context: PageContext, lessons: DeckLessons | None) -> Blueprint:
    """Return the JSON of learning decks with ``lessons``; None: nothing can be learnt here."""
    learning = Blueprint("learning_api", __name__)

    @learning.get("/setup/deck")
    def lesson() -> Response:
        seated(context)
        return answered(_shown(context, _lessons(context, lessons)))

    @learning.post("/setup/deck")
    def do() -> Response:
        seated(context)
        taught = _lessons(context, lessons)
        wanted, why = asked(_wanted), None
        match wanted.do:
            case Do.BEGIN:
                why = taught.begin(wanted.deck, wanted.suits, back=wanted.back)
            case Do.LOOK:
                why = taught.look()
            case Do.STOP:
                taught.stop()
        if why is not None:
            raise context.refused(Reply(None, why))
        return answered(_shown(context, taught))

    return learning


def _lessons(context: PageContext, lessons: DeckLessons | None) -> DeckLessons:
    if lessons is None:
        raise Refusal(404, context.language.gettext("No camera watches this table."))
    return lessons


def _shown(context: PageContext, lessons: DeckLessons) -> LearningShown:
    return {**shown(lessons.lesson(), context.language), "decks": learnt_decks()}


def _wanted(data: Mapping[str, Any]) -> LessonRequest:
    """Read ``{do}``, to begin with also ``{deck, suits, back}``."""
    words = [one.value for one in Do]
    if data.get("do") not in words:
        raise BadBody(f"do is one of {', '.join(words)}.")
    do = Do(data["do"])
    if do is not Do.BEGIN:
        if set(data) != {"do"}:
            raise BadBody(f"{do.value} takes nothing else.")
        return LessonRequest(do)
    if set(data) != {"do", "deck", "suits", "back"}:
        raise BadBody("To begin, a deck needs deck, suits and back.")
    deck, suits, back = deck_from(data), suits_from(data), data["back"]
    if not isinstance(back, bool):
        raise BadBody("back is true or false.")
    return LessonRequest(do, deck, suits, back)


def deck_from(data: Mapping[str, Any]) -> str:
    """Read ``deck``, the name of a deck that is to be learnt; raise `BadBody` where it is none."""
    deck = data["deck"]
    if not isinstance(deck, str) or not 0 < len(deck) <= LONGEST_DECK:
        raise BadBody(f"deck is a name of at most {LONGEST_DECK} characters.")
    return deck


def suits_from(data: Mapping[str, Any]) -> str:
    """Read ``suits``, the letters of such a deck's; raise `BadBody` where they are none."""
    suits = data["suits"]
    if not isinstance(suits, str) or not suits or any(suits.count(one) != 1 for one in suits):
        raise BadBody("suits has each letter once.")
    if not set(suits) <= set(SUITS):
        raise BadBody(f"suits has letters of {SUITS}.")
    return suits
