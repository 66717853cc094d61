"""The page of a club: how its tables stand, what they played; no buttons, no cookies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from flask import Flask, Response, make_response, render_template
from werkzeug.exceptions import HTTPException

from companion.language.languages import languages
from companion.language.names import ENGLISH
from companion.mqtt.club import TableSeen
from web.connection_limits import RequestLimits
from web.context import Refusal, problem
from web.listeners import Streams
from web.locale import ReadersLanguage
from web.middleware import protect, refuse_other_sites, speak
from web.sentences import page_texts

LARGEST_CLUB_BODY = 1024
"""Bytes of a request; nothing is ever sent here."""


@dataclass(frozen=True, slots=True)
class ClubPage:
    """What the page shows.

    Attributes:
        tables: those that there are.
        games: what was played, each game with its table, newest first.
    """

    tables: Sequence[TableSeen] = ()
    games: Sequence[tuple[TableSeen, Mapping[str, Any]]] = ()


def create_club_app(
    shown: Callable[[], ClubPage],
    *,
    address: str | None = None,
    language: NullTranslations = ENGLISH,
) -> Flask:
    """Build the page round ``shown``, which may be called from any thread.

    Args:
        shown: returns what is to be shown now.
        address: how the page is reached; it is right whatever it is.
        language: for whoever asks for none that is offered.
    """
    readers = ReadersLanguage(language, languages())
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_CLUB_BODY
    speak(app, readers)
    _ = language.gettext
    too_much = problem(413, _("That is too much at once."))
    no_room = problem(507, _("The disk of the machine at the table is full."))
    app.extensions["companion"] = RequestLimits(
        Streams(), lambda _path, _cookie: LARGEST_CLUB_BODY, too_much, no_room
    )

    @app.get("/")
    def club() -> str:
        now, texts = shown(), page_texts(readers.now())
        clashes = [
            readers.gettext(
                'Two tables go by the id "{table}": give one of them another mqtt.table in its'
                " settings."
            ).format(table=one.table)
            for one in now.tables
            if one.clashes
        ]
        return render_template(
            "club.html",
            texts={},
            status=texts["status"],
            outcome=texts["outcome"],
            tables=now.tables,
            games=now.games,
            clashes=clashes,
        )

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        return wrong(refusal.status, refusal.message)

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        return wrong(error.code or 500, readers.gettext("There is no such page."))

    def wrong(status: int, message: str) -> Response:
        return make_response(render_template("wrong.html", texts={}, message=message), status)

    refuse_other_sites(app, readers, lambda: address)
    protect(app)
    return app
