"""The pages' JSON for any game: views, voices and the virtual panel."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.http import dump_cookie

from companion.reply import Reply
from companion.views.hub import Snapshot
from companion.views.view import ONLOOKER, PUBLIC, Reader
from web.bodies import Pressed, Voice, reading
from web.context import PageContext, Refusal, problem, whole
from web.idempotency import Claim, KeptAnswer
from web.json_io import asked
from web.schema import PROBLEM
from web.seats import COOKIE, COOKIE_DAYS, Visitor


def blueprint(context: PageContext, describe: Callable[[str], Mapping[str, Any]]) -> Blueprint:
    """Return the API of ``context``; ``describe`` gives the description of all of it."""
    api = Blueprint("api", __name__)
    _ = context.language.gettext

    @api.get("/openapi.json")
    def described_here() -> Response:
        return as_json(200, json.dumps(describe(_("Tabletop companion"))))

    @api.get("/view")
    def view() -> Response:
        return as_json(
            200, whole(context.shown(reader(context))[1], context.house(context.visitor()))
        )

    @api.post("/voice")
    def voice() -> Response:
        visitor = context.visitor()
        said = asked(reading(Voice))
        if said.by is not None and not context.voices.choose(said.by, visitor.phone):
            raise Refusal(409, _("The machine at the table cannot speak."))
        if said.volume is not None and not context.voices.set_volume(said.volume):
            raise Refusal(409, _("The machine at the table cannot speak."))
        if said.wording is not None:
            context.voices.set_wording(said.wording)
        return as_json(200, json.dumps(context.voices.seen_from(visitor.phone)))

    @api.post("/press")
    def press() -> Response:
        visitor = context.visitor()
        context.refuse_onlooker(visitor)
        said = asked(reading(Pressed))
        if not context.has_panel():
            raise Refusal(404, _("There is no virtual panel."))

        context.introduce()  # who has a phone decides who is asked first
        claimed = context.idempotent.claim(visitor.phone, said.key, f"press {said.button.value}")
        with claimed if said.key else nullcontext(Claim()) as claim:
            if claim.answer is None:
                with context.tapping:
                    seen = context.shown(None)[1]
                    if said.version not in (None, seen.version):
                        claim.answer = stale(context, visitor, seen)
                    else:
                        claim.answer = replied(context, context.desk.press(said.button))
        return as_json(claim.answer.status, claim.answer.body)

    @api.get("/lamps")
    def lamps() -> Response:
        context.visitor()
        version = context.shown(None)[1].version  # first: lamps may be newer than it, not older
        shown = context.desk.lamps()
        if shown is None:
            raise Refusal(404, _("There is no virtual panel."))
        return as_json(200, json.dumps({"lamps": dict(shown), "version": version}, sort_keys=True))

    return api


def reader(context: PageContext) -> Reader:
    """Return whose view a request gets: its cookie's, or the public one if it asks.

    Raises:
        Refusal: it comes from somebody who has not told the code.
    """
    visitor = context.visitor()
    if request.args.get("public") == "1":
        return PUBLIC
    return ONLOOKER if visitor.sees_all else visitor.seat


def stale(context: PageContext, visitor: Visitor, seen: Snapshot) -> KeptAnswer:
    """Answer what was made in another view than that which was ``seen`` just now."""
    _ = context.language.gettext
    start = problem(409, _("The table has changed meanwhile: please look again."), stale=True)
    shown = whole(seen, context.house(visitor))
    return KeptAnswer(409, f'{start[:-1]}, "snapshot": {shown}}}', kept=False)


def replied(context: PageContext, reply: Reply) -> KeptAnswer:
    """Answer with what the table has said to a tap or a press."""
    if not reply.ok:
        no = context.refused(reply)
        return KeptAnswer(409, problem(409, no.message, no.rule, stale=False))
    return KeptAnswer(200, json.dumps({"ok": True, **(reply.told or {})}, separators=(",", ":")))


def set_cookie(response: Response, cookie: str) -> None:
    """Hand a phone its cookie; no script reads it and no other site's page sends it."""
    keep_cookie(response, COOKIE, cookie, COOKIE_DAYS)


def keep_cookie(response: Response, name: str, value: str, days: int) -> None:
    """Have a browser keep ``value`` for some days, out of reach of scripts and other sites.

    It ends after a number of seconds and at no date: the clock on the wall may be wrong, and in the
    last days of the year 9999 there is no date thirty days later.
    """
    set_it = dump_cookie(
        name,
        value,
        max_age=days * 86400,
        httponly=True,
        samesite="Lax",
        path="/",
        sync_expires=False,
    )
    response.headers.add("Set-Cookie", set_it)


def as_json(status: int, body: str) -> Response:
    """Return an answer; ``body`` is JSON, a problem by RFC 9457 where ``status`` says so."""
    return Response(body, status, mimetype=PROBLEM if status >= 400 else "application/json")
