"""The games on record: looked at again, listed, counted; and their JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Blueprint, Response, make_response, redirect, render_template

from companion.archive import Archive, NoSuchGame, NotNow
from web.game_sentences import game_texts
from web.reception import Reception, Refusal
from web.sentences import page_texts


def blueprint(reception: Reception) -> Blueprint:
    """Return the pages about the games on record."""
    pages = Blueprint("games", __name__)
    texts = {**page_texts(reception.language), **game_texts(reception.language)}

    @pages.get("/games/<int:game>")
    def look(game: int) -> Response:
        visitor = reception.known()
        if visitor is None:
            return make_response(redirect("/", 303))
        home = "/public" if visitor.seat is None else "/seat"
        page = render_template("review.html", texts=texts, game=game, home=home)
        return make_response(page)

    return pages


def api(reception: Reception, archive: Archive) -> Blueprint:
    """Return the JSON of the games in ``archive``."""
    games = Blueprint("games_api", __name__)

    @games.get("/games/<int:game>/review")
    def review(game: int) -> Response:
        reception.visitor()
        with _refusing(reception):
            seen, told = archive.review(game), archive.told(game)
        more = {"link": told.link, "why": told.why, "made_up": told.made_up}
        return _json({**seen.to_data(), **more})

    return games


@contextmanager
def _refusing(reception: Reception) -> Iterator[None]:
    """Turn what the archive refuses into an answer."""
    try:
        yield
    except NoSuchGame:
        raise Refusal(404, reception.language.gettext("There is no such game.")) from None
    except NotNow as error:
        raise Refusal(409, str(error)) from None


def _json(data: object) -> Response:
    return Response(json.dumps(data), mimetype="application/json")
