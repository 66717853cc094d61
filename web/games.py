"""The games on record: listed, counted, looked at again; and their JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request

from companion.archive.archive import Archive, Filed, ImportedGame, NoSuchGame, NotNow
from companion.archive.spreadsheet import spreadsheet
from companion.archive.statistics import statistics
from companion.hanabi.labels import MOST_SEATS
from companion.language.people import as_name
from web.answers import ArrivedGame, FiledGame
from web.bodies import BadBody, Nothing, SentGames, reading
from web.context import PageContext, Refusal
from web.game_sentences import game_texts
from web.json_io import answered, asked, seated
from web.locale import worded
from web.sentences import page_texts

LARGEST_IMPORT = 2**20
"""Bytes of games that come in at once; a game has about six thousand."""
LONGEST_TITLE = 60
"""Characters of a game's title."""


def blueprint(context: PageContext) -> Blueprint:
    """Return the pages about the games on record."""
    pages = Blueprint("games", __name__)
    texts = worded(context.language, page_texts, game_texts)

    def page(template: str, **values: object) -> Response:
        visitor = context.known()
        if visitor is None:
            return make_response(redirect("/", 303))
        home = "/public" if visitor.seat is None else "/seat"
        return make_response(render_template(template, texts=texts(), home=home, **values))

    @pages.get("/games")
    def every() -> Response:
        return page("games.html")

    @pages.get("/games/<int:game>")
    def look(game: int) -> Response:
        return page("review.html", game=game)

    return pages


def api(context: PageContext, archive: Archive) -> Blueprint:
    """Return the JSON of the games in ``archive``."""
    games = Blueprint("games_api", __name__)

    @games.get("/games")
    def every() -> Response:
        context.visitor()
        with _refusing(context):
            found = archive.games()
        groups = statistics(one.figures for one in found if one.figures is not None)
        return answered(
            {
                "games": [_filed(one) for one in found],
                "groups": [group.to_data() for group in groups],
            }
        )

    @games.get("/games/csv")
    def table() -> Response:
        context.visitor()
        with _refusing(context):
            text = spreadsheet(archive.games())
        response = Response(text.encode(), content_type="text/csv; charset=utf-8")
        response.headers["Content-Disposition"] = 'attachment; filename="games.csv"'
        return response

    @games.post("/games/import")
    def bring() -> Response:
        seated(context)
        request.max_content_length = LARGEST_IMPORT
        text = asked(reading(SentGames)).text
        with _refusing(context):
            arrived = archive.bring(text)
        return answered({"games": [_arrived(one, context) for one in arrived]})

    @games.get("/games/<int:game>/review")
    def review(game: int) -> Response:
        context.visitor()
        with _refusing(context):
            seen, told = archive.review(game), archive.told(game)
            filed = archive.filed(game)
        why = None if told.why is None else context.part(told.why)
        more = {"link": told.link, "why": why, "made_up": told.made_up}
        return answered({**seen.to_data(), **more, **_filed(filed)})

    @games.get("/games/<int:game>/export")
    def export(game: int) -> Response:
        context.visitor()
        with _refusing(context):
            told = archive.told(game)
        if told.live is None:
            raise Refusal(409, context.told(told.why or ""))
        response = Response(json.dumps(told.live), mimetype="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.json"'
        return response

    @games.post("/games/<int:game>/remark")
    def remark(game: int) -> Response:
        seated(context)
        said = asked(_remark)
        with _refusing(context):
            archive.remark(game, said.title, said.names)
        return answered({"ok": True})

    @games.post("/games/<int:game>/delete")
    def delete(game: int) -> Response:
        seated(context)
        asked(reading(Nothing))
        with _refusing(context):
            archive.delete(game)
        return answered({"ok": True})

    return games


@dataclass(frozen=True, slots=True)
class _Remark:
    title: str
    names: Sequence[str | None]


def _remark(data: Mapping[str, Any]) -> _Remark:
    """Read ``{title, names}``: text, and text or null for each seat."""
    if set(data) != {"title", "names"}:
        raise BadBody("a remark has title and names.")
    title, names = data["title"], data["names"]
    if not isinstance(title, str) or len(title) > LONGEST_TITLE or not title.isprintable():
        raise BadBody(f"title is a line of up to {LONGEST_TITLE} characters.")
    if not isinstance(names, list) or len(names) > MOST_SEATS:
        raise BadBody(f"names is a list for up to {MOST_SEATS} seats.")
    if not all(name is None or isinstance(name, str) for name in names):
        raise BadBody("each of names is text or null.")
    return _Remark(title.strip(), [as_name(name or "") or None for name in names])


def _arrived(one: ImportedGame, context: PageContext) -> ArrivedGame:
    """Return what became of a game that was brought, as a JSON object."""
    return {"game": one.game, "new": one.new, "why": context.part(one.why)}


def _filed(filed: Filed) -> FiledGame:
    """Return what the list of games says of one, as a JSON object."""
    said, figures = filed.summary, filed.figures
    if said is None:
        return {"game": filed.game, "damaged": True}
    return {
        "game": filed.game,
        "damaged": False,
        "over": figures is not None,
        "started": said.started,
        "title": said.title,
        "names": list(said.names),
        "players": said.players,
        "ruleset": said.ruleset,
        "turns": said.turns,
        "outcome": said.outcome.value,
        "score": said.score,
        "played": said.played,
    }


@contextmanager
def _refusing(context: PageContext) -> Iterator[None]:
    """Turn what the archive refuses into an answer."""
    try:
        yield
    except NoSuchGame:
        raise Refusal(404, context.language.gettext("There is no such game.")) from None
    except NotNow as error:
        raise context.unable(error) from None
