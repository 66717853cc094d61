"""The films of evenings on the page that sets a table up: they are listed and deleted there."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.film.reel import MEGABYTE, FilmError
from companion.film.shelf import Shelf
from web.answers import FilmsShown
from web.bodies import NamedFilm, reading
from web.context import PageContext, Refusal
from web.json_io import answered, asked, seated


def api(context: PageContext, shelf: Shelf | None) -> Blueprint:
    """Return the JSON of films; without a ``shelf`` none are kept."""
    films = Blueprint("films_api", __name__)

    @films.get("/setup/films")
    def listed() -> Response:
        context.visitor()
        return answered(_listed(_kept(context, shelf)))

    @films.post("/setup/films/delete")
    def delete() -> Response:
        seated(context)
        found = _kept(context, shelf)
        name = asked(reading(NamedFilm)).name
        try:
            found.erase(name)
        except FilmError:
            raise Refusal(404, context.language.gettext("There is no such film.")) from None
        return answered(_listed(found))

    return films


def _listed(shelf: Shelf) -> FilmsShown:
    """Return the films; how large one of the game that runs is, tells of the hands in it."""
    return {
        "films": [
            {
                "name": one.name,
                "began": one.label.began,
                "megabytes": round(one.size / MEGABYTE) if one.size else None,
            }
            for one in shelf.evenings()
        ]
    }


def _kept(context: PageContext, shelf: Shelf | None) -> Shelf:
    if shelf is None:
        raise Refusal(404, context.language.gettext("No films are kept here."))
    return shelf
