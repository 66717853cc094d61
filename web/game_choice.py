"""The page on which another game of the table is chosen, and its JSON; both games serve it."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template

from companion.settings.game_choice import GameChoice
from web.answers import GameServed
from web.bodies import ChosenGame, reading
from web.context import PageContext, Refusal
from web.json_io import answered, asked, seated, way_chosen
from web.locale import worded
from web.sentences import page_texts


def blueprint(context: PageContext, choice: GameChoice) -> Blueprint:
    """Return the page that asks which game is played."""
    pages = Blueprint("game_choice", __name__)
    texts = worded(context.language, page_texts)

    @pages.get("/game")
    def game() -> Response:
        visitor = context.known()
        if visitor is None:
            return make_response(redirect("/", 303))
        home = "/seat" if visitor.seat is not None else "/public"
        page = render_template("game.html", texts=texts(), home=home, played=choice.played.value)
        return make_response(page)

    return pages


def api(context: PageContext, choice: GameChoice) -> Blueprint:
    """Return the JSON of changing the game."""
    changing = Blueprint("game_choice_api", __name__)
    _ = context.language.gettext

    @changing.get("/tonight/game")
    def state() -> Response:
        context.visitor()
        told: GameServed = {"game": choice.played.value, "running": context.playing()}
        return answered(told)

    @changing.post("/tonight/game")
    def choose() -> Response:
        context.visitor()
        wanted = asked(reading(ChosenGame))
        if wanted.game is not choice.played and context.playing():
            seated(context)  # whoever looks on does not interrupt a game
            if not wanted.interrupts:
                raise Refusal(409, _("A game is running: say that it may be interrupted."))
        return way_chosen(context, lambda: choice.choose(wanted.game))

    return changing
