"""The page that scores a display from one photo, without a game; and its JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request

from companion.hanabi.cards import Card
from companion.pictures.scoring import DisplayReader, NamedCard, cards_of, score_of, told
from web.bodies import BadBody
from web.context import PageContext, Refusal
from web.json_io import answered, asked
from web.locale import worded
from web.photos import sent_photo
from web.scoring_sentences import scoring_texts
from web.sentences import page_texts

MOST_SHOWN = 60
"""Cards of a display that are told at once: those of the largest deck."""
ZONE = re.compile(r"(fireworks:\d)?")


def blueprint(context: PageContext) -> Blueprint:
    """Return the page on which a photo is scored."""
    pages = Blueprint("scoring", __name__)
    texts = worded(context.language, page_texts, scoring_texts)

    @pages.get("/score")
    def score() -> Response:
        visitor = context.known()
        if visitor is None:
            return make_response(redirect("/", 303))
        home = "/public" if visitor.seat is None else "/seat"
        return make_response(render_template("score.html", texts=texts(), home=home))

    return pages


def api(context: PageContext, displays: DisplayReader | None) -> Blueprint:
    """Return the JSON of scoring a photo with ``displays``; None: cards are only told by taps.

    While hands are hidden no photo is looked at, whoever sends it: it may show a hand, and its
    sender may be that hand's owner.
    """
    scoring = Blueprint("scoring_api", __name__)
    _ = context.language.gettext

    @scoring.get("/score")
    def state() -> Response:
        context.visitor()
        decks = () if displays is None else displays.decks()
        return answered({"decks": list(decks), "hidden": context.hides_hands()})

    @scoring.post("/score")
    def count() -> Response:
        context.visitor()
        cards, mat = asked(_cards)
        return answered(told(score_of(cards, mat=mat), context.language.now()))

    @scoring.post("/score/photo")
    def photo() -> Response:
        context.visitor()
        decks = () if displays is None else displays.decks()
        deck = request.args.get("deck", decks[0] if len(decks) == 1 else "")
        if displays is None or not decks:
            raise Refusal(404, _("Photos cannot be read here: no deck was learnt."))
        if deck not in decks:
            raise Refusal(400, _("Please say with which deck you have played."))
        _refuse_hands()
        data = sent_photo(context)
        try:
            seen = displays.read(data, deck)
        except ValueError as error:
            raise context.unable(error, 400) from None
        _refuse_hands()  # a game may have begun meanwhile
        cards, mat = cards_of(seen), any(one.zone for one in seen.seen)
        named = [NamedCard(_text(one["label"]), str(one["zone"])) for one in cards]
        score = told(score_of(named, mat=mat), context.language.now())
        size = {"width": seen.width, "height": seen.height}
        return answered({**size, "mat": mat, "suits": list(seen.suits), "cards": cards, **score})

    def _refuse_hands() -> None:
        if context.hides_hands():
            raise Refusal(
                409,
                _("A photo is scored between games: while hands are hidden, it could show one."),
            )

    return scoring


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _cards(data: Mapping[str, Any]) -> tuple[list[NamedCard], bool]:
    """Read ``{cards: [{label, zone}, …], mat}``; ``label`` null: nobody can tell."""
    if set(data) != {"cards", "mat"}:
        raise BadBody("The body has cards and mat.")
    cards, mat = data["cards"], data["mat"]
    if not isinstance(mat, bool):
        raise BadBody("mat is true or false.")
    if not isinstance(cards, list) or len(cards) > MOST_SHOWN:
        raise BadBody(f"cards is a list of at most {MOST_SHOWN} cards.")
    return [_named(one) for one in cards], mat


def _named(data: object) -> NamedCard:
    if not isinstance(data, dict) or set(data) != {"label", "zone"}:
        raise BadBody("Each card has label and zone.")
    label, zone = data["label"], data["zone"]
    if not isinstance(zone, str) or not ZONE.fullmatch(zone):
        raise BadBody(f"zone is empty or a column as fireworks:2, not {zone!r:.20}.")
    if label is None:
        return NamedCard(None, zone)
    try:
        if not isinstance(label, str):
            raise TypeError("no label")
        return NamedCard(Card.parse(label).label, zone)
    except (TypeError, ValueError):
        raise BadBody(f"label is a card as r3, or null, not {label!r:.20}.") from None
