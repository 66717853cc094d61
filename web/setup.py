"""The pages that set a table up: the next game's rules; and their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template

from companion.hanabi.ruleset import Ruleset
from companion.hosting import Host
from companion.option_texts import questions, setting_up
from companion.rulesets import OWN, RulesetError, options_of, ruleset_from
from web.asking import answered, asked, seated
from web.bodies import BadBody
from web.reception import Reception, Refusal
from web.sentences import page_texts
from web.setup_sentences import setup_texts


def blueprint(reception: Reception) -> Blueprint:
    """Return the pages that set a table up."""
    pages = Blueprint("setup", __name__)
    texts = {**page_texts(reception.language), **setup_texts(reception.language)}

    @pages.get("/setup")
    def setup() -> Response:
        visitor = reception.known()
        if visitor is None:
            return make_response(redirect("/", 303))
        home = "/public" if visitor.seat is None else "/seat"
        return make_response(render_template("setup.html", texts=texts, home=home))

    return pages


def api(reception: Reception, host: Host) -> Blueprint:
    """Return the JSON of setting up ``host``."""
    setup = Blueprint("setup_api", __name__)

    @setup.get("/setup/rules")
    def rules() -> Response:
        reception.visitor()
        return answered(_shown(reception, host.ruleset()))

    @setup.post("/setup/rules")
    def choose() -> Response:
        seated(reception)
        ruleset = asked(_ruleset)
        reply = host.choose(ruleset)
        if not reply.ok:
            raise Refusal(409, reply.message or "")
        return answered(_shown(reception, ruleset))

    return setup


def _shown(reception: Reception, ruleset: Ruleset) -> Mapping[str, object]:
    """Return the rules of the next game and all that may be chosen, as a JSON object."""
    shown = setting_up(options_of(ruleset), ruleset.name, reception.language)
    return {**shown, "name": ruleset.name, "own": OWN}


def _ruleset(data: Mapping[str, Any]) -> Ruleset:
    """Read ``{base, KEY: VALUE, …}``, the keys of a ruleset's file that pages ask about.

    Raises:
        BadBody: what is said makes no sense together; the sentence names the key.
    """
    known = {question.key: question for question in questions()}
    for key, value in data.items():
        if key != "base" and key not in known:
            raise BadBody(f"{key!r:.40} is no option.")
        choices = key in known and [one for one, _ in known[key].choices]
        if choices and value not in choices:
            raise BadBody(f"{key}: wants one of {', '.join(map(str, choices))}.")
    try:
        return ruleset_from(data)
    except RulesetError as error:
        raise BadBody(f"{error}."[:300]) from None
