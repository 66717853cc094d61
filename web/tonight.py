"""The page on which people choose how to play tonight, step by step; and its JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request

from companion.files.paths import learnt_decks
from companion.settings.reading import SettingsError
from companion.settings.tonight import Ways, WayToPlay
from web.api import set_cookie
from web.bodies import ChosenWay, reading
from web.context import PageContext
from web.json_io import answered, asked, seated, way_chosen
from web.locale import worded
from web.pages import in_chosen_language
from web.sentences import page_texts

_Told = TypeVar("_Told")


def blueprint(context: PageContext, ways: Ways) -> Blueprint:
    """Return the page; while nothing is chosen, whoever comes with the code is shown it first."""
    pages = Blueprint("tonight", __name__)
    texts = worded(context.language, page_texts)

    @pages.before_app_request
    def first_of_all() -> Response | None:
        code = request.args.get("code")
        if request.path != "/" or set(request.args) - {"code"} or context.playing():
            return None
        visitor = context.known()
        if (code is None and visitor is None) or (
            visitor is not None and visitor.place is not None
        ):
            return None
        if not _told(ways.fresh, False):
            return None
        query = "" if code is None else f"?{urlencode({'code': code})}"
        return make_response(redirect(f"/tonight{query}", 303))

    @pages.before_request
    def in_language() -> Response | None:
        return in_chosen_language(context)

    @pages.get("/tonight")
    def tonight() -> Response:
        said = request.args.get("code")
        if said is not None:
            context.check_code(said)
            response = make_response(redirect("/tonight", 303))  # the code leaves the address
            joined = context.known() or context.seats.leave(None)
            set_cookie(response, context.seats.cookie(joined))
            return response
        visitor = context.known()
        if visitor is None:
            return make_response(redirect("/", 303))
        home = "/seat" if visitor.place is not None else "/?sit=1"
        if "first" in request.args and (context.playing() or not _told(ways.fresh, False)):
            return make_response(redirect(home, 303))
        return make_response(render_template("tonight.html", texts=texts(), home=home))

    return pages


def api(context: PageContext, ways: Ways) -> Blueprint:
    """Return the JSON of choosing among ``ways``."""
    tonight = Blueprint("tonight_api", __name__)

    @tonight.get("/tonight")
    def state() -> Response:
        context.visitor()
        eyes = context.eyes()
        if eyes["camera"] == "none" and _told(ways.has_camera, False):
            eyes = {"camera": "there"}
        nothing: tuple[WayToPlay, ...] = ()
        unused = WayToPlay.MAT if context.has_racks() else WayToPlay.RACKS
        now = [way.value for way in _told(ways.in_use, nothing) if way is not unused]
        return answered({"decks": list(learnt_decks()), "now": now, **eyes})

    @tonight.post("/tonight")
    def choose() -> Response:
        context.visitor()
        if context.playing():
            seated(context)  # whoever looks on does not change a game that runs
        way = asked(reading(ChosenWay)).way
        return way_chosen(context, lambda: ways.choose(way))

    return tonight


def _told(ask: Callable[[], _Told], otherwise: _Told) -> _Told:
    """Return what ``ask`` says; ``otherwise`` where the settings cannot be read.

    Every page says so then, and people join all the same.
    """
    try:
        return ask()
    except SettingsError:
        return otherwise
