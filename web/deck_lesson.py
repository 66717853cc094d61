"""The page on which a deck is learnt from photos taken with a phone; and its JSON.

Whoever has joined may teach, for the first deck is taught before anybody has a seat. While hands
are hidden nobody may, and what was begun is forgotten: a photo may show a hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from gettext import NullTranslations
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request

from companion.files.paths import learnt_decks
from companion.hanabi.labels import SUITS
from companion.pictures.deck_learning import NOT_WHILE_PLAYING
from companion.pictures.photographed_deck import (
    CardRows,
    PackKind,
    PhotoDeckLessons,
    pages_of_hanabi,
    pages_of_hanafuda,
    shown,
)
from companion.reply import Reply
from web.answers import DeckLessonShown
from web.bodies import BadBody
from web.context import PageContext, Refusal
from web.deck_learning import LONGEST_DECK, deck_from, suits_from
from web.json_io import answered, asked
from web.locale import worded
from web.photos import sent_photo
from web.schema import TRUTH, SchemaData, exactly
from web.sentences import Texts, page_texts

MOST_LABELS = 200
"""Cards of one photo that are named at once; more than any deck has."""
LONGEST_CARD_LABEL = 24
MOST_PAGES = 20
"""Photos of one deck at most; seven rows and a back are the most that are asked for."""
PAGE: SchemaData = {"type": "integer", "minimum": 0, "maximum": MOST_PAGES - 1}
"""The number of a photo."""


class PhotoRequest(Enum):
    """What somebody on the page wants."""

    BEGIN = "begin"
    PRINTED = "printed"
    TURN = "turn"
    NAME = "name"
    AGAIN = "again"
    KEEP = "keep"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class PhotoTask:
    """What is to be done, and with what."""

    do: PhotoRequest
    deck: str = ""
    pages: tuple[CardRows, ...] = ()
    labels: tuple[str | None, ...] = ()
    page: int = 0


def deck_texts(language: NullTranslations) -> Texts:
    """Return the texts by name, as `sentences.page_texts` does."""
    _ = language.gettext
    return {
        "deck_reading": _("The photo is being read. You may lay the next cards meanwhile."),
        "deck_reading_last": _("The photo is being read."),
        "deck_writing": _("The deck is being made ready. A small computer takes a minute for it."),
        "deck_replaces": _("A deck of that name is learnt already: the new one takes its place."),
        "deck_photo_of": _("Photo {n} of {all}"),
        "deck_read": _("Read"),
        "deck_open": _("To be photographed"),
        "deck_again": _("Take it again: {cards}"),
        "deck_card": _("{card}: put it right"),
        "deck_unnamed": _("Which card is it? Nobody has said so yet."),
    }


def blueprint(context: PageContext) -> Blueprint:
    """Return the page on which a deck is learnt from photos."""
    pages = Blueprint("deck_lesson", __name__)
    texts = worded(context.language, page_texts, deck_texts)

    @pages.get("/deck")
    def deck() -> Response:
        if context.known() is None:
            return make_response(redirect("/", 303))
        return make_response(render_template("deck.html", texts=texts()))

    return pages


def api(context: PageContext, lessons: PhotoDeckLessons | None) -> Blueprint:
    """Return the JSON of learning decks with ``lessons``; None: no photo can be read here."""
    api = Blueprint("deck_lesson_api", __name__)
    _ = context.language.gettext

    @api.get("/deck")
    def lesson() -> Response:
        context.visitor()
        return answered(_shown(_between_games()))

    @api.post("/deck")
    def do() -> Response:
        context.visitor()
        taught = _between_games()
        wanted = asked(_wanted)
        _refused(_done(taught, wanted))
        return answered(_shown(taught))

    @api.post("/deck/photo")
    def photo() -> Response:
        context.visitor()
        taught = _between_games()
        said = request.args.get("page")
        if said is not None and said not in [str(page) for page in range(MOST_PAGES)]:
            raise Refusal(400, f"page is the number of a photo, not {said!r:.20}.")
        data = sent_photo(context)
        try:
            why = taught.read(data, None if said is None else int(said))
        except ValueError as error:
            raise context.unable(error, 400) from None
        _between_games()  # a game may have begun meanwhile
        _refused(why)
        return answered(_shown(taught))

    def _between_games() -> PhotoDeckLessons:
        if lessons is None:
            raise Refusal(404, _("Photos cannot be read here."))
        if context.hides_hands():
            lessons.stop()
            raise context.refused(Reply(None, NOT_WHILE_PLAYING))
        return lessons

    def _refused(why: str | None) -> None:
        if why is not None:
            raise context.refused(Reply(None, why))

    def _shown(taught: PhotoDeckLessons) -> DeckLessonShown:
        told = shown(taught.lesson(), context.language.now())
        return {**told, "decks": list(learnt_decks())}

    return api


def _done(lessons: PhotoDeckLessons, wanted: PhotoTask) -> str | None:
    """Do it; return why that cannot be, None: it was done."""
    match wanted.do:
        case PhotoRequest.BEGIN:
            return lessons.begin(wanted.deck, wanted.pages)
        case PhotoRequest.PRINTED:
            return lessons.take_printed()
        case PhotoRequest.TURN:
            return lessons.turn(wanted.page)
        case PhotoRequest.NAME:
            return lessons.name(wanted.page, wanted.labels)
        case PhotoRequest.AGAIN:
            return lessons.again(wanted.page)
        case PhotoRequest.KEEP:
            return lessons.keep()
        case PhotoRequest.STOP:
            lessons.stop()
            return None


_FIELDS: Mapping[PhotoRequest, frozenset[str]] = {
    PhotoRequest.BEGIN: frozenset({"deck", "game", "suits", "back", "at_once"}),
    PhotoRequest.PRINTED: frozenset(),
    PhotoRequest.TURN: frozenset({"page"}),
    PhotoRequest.NAME: frozenset({"page", "labels"}),
    PhotoRequest.AGAIN: frozenset({"page"}),
    PhotoRequest.KEEP: frozenset(),
    PhotoRequest.STOP: frozenset(),
}
"""What each takes besides ``do``."""

_LABEL: SchemaData = {"type": ["string", "null"], "minLength": 1, "maxLength": LONGEST_CARD_LABEL}
_SUITS: SchemaData = {"type": "string", "pattern": f"^[{SUITS}]{{0,{len(SUITS)}}}$"}
_SHAPES: Mapping[str, SchemaData] = {
    "deck": {"type": "string", "minLength": 1, "maxLength": LONGEST_DECK},
    "game": {"enum": [one.value for one in PackKind]},
    "suits": _SUITS,
    "back": TRUTH,
    "at_once": TRUTH,
    "labels": {"type": "array", "items": _LABEL, "maxItems": MOST_LABELS},
    "page": PAGE,
}
BODY: SchemaData = {
    "oneOf": [
        exactly({"do": {"const": do.value}, **{name: _SHAPES[name] for name in sorted(takes)}})
        for do, takes in _FIELDS.items()
    ]
}
"""What is posted, as OpenAPI describes it."""


def _wanted(data: Mapping[str, Any]) -> PhotoTask:
    """Read ``{do}`` and what belongs to it, see `_FIELDS`."""
    words = [one.value for one in PhotoRequest]
    if data.get("do") not in words:
        raise BadBody(f"do is one of {', '.join(words)}.")
    do = PhotoRequest(data["do"])
    if set(data) != {"do"} | _FIELDS[do]:
        takes = ", ".join(sorted(_FIELDS[do])) or "nothing else"
        raise BadBody(f"{do.value} takes {takes}.")
    match do:
        case PhotoRequest.BEGIN:
            return PhotoTask(do, deck=deck_from(data), pages=_pages(data))
        case PhotoRequest.NAME:
            return PhotoTask(do, labels=_labels(data["labels"]), page=_page(data["page"]))
        case PhotoRequest.TURN | PhotoRequest.AGAIN:
            return PhotoTask(do, page=_page(data["page"]))
        case _:
            return PhotoTask(do)


def _page(said: object) -> int:
    if isinstance(said, bool) or not isinstance(said, int) or not 0 <= said < MOST_PAGES:
        raise BadBody(f"page is the number of a photo, 0 to {MOST_PAGES - 1}.")
    return said


def _pages(data: Mapping[str, Any]) -> tuple[CardRows, ...]:
    games = [one.value for one in PackKind]
    back, at_once = data["back"], data["at_once"]
    if data["game"] not in games:
        raise BadBody(f"game is one of {', '.join(games)}.")
    if not isinstance(back, bool) or not isinstance(at_once, bool):
        raise BadBody("back and at_once are true or false.")
    if PackKind(data["game"]) is PackKind.HANAFUDA:
        if data["suits"] != "":
            raise BadBody("hanafuda has no suits: suits is empty.")
        return pages_of_hanafuda(back=back, at_once=at_once)
    return pages_of_hanabi(suits_from(data), back=back, at_once=at_once)


def _labels(said: object) -> tuple[str | None, ...]:
    if not isinstance(said, Sequence) or isinstance(said, str) or len(said) > MOST_LABELS:
        raise BadBody(f"labels is a list of at most {MOST_LABELS} labels.")
    for one in said:
        if one is not None and (not isinstance(one, str) or not 0 < len(one) <= LONGEST_CARD_LABEL):
            raise BadBody("each label is a card's as r3, or null.")
    return tuple(said)
