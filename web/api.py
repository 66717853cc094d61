"""The pages' JSON: views, taps, seats and the virtual panel."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion.desk.desk import Choice, Reply
from companion.inbox import InboxClosedError
from companion.record.corrections import correction_to_data
from companion.telling.change_texts import described, effect
from companion.views.view import ONLOOKER, PUBLIC, Reader
from web import bodies, photos
from web.asking import asked
from web.bodies import Sent
from web.once import Answer, KeyUsed
from web.openapi import description
from web.reception import Reception, Refusal, problem, whole
from web.seats import COOKIE, COOKIE_DAYS, Visitor
from web.shapes import PROBLEM

PUBLISHED_WITHIN = 0.3
"""Seconds within which a tap that was carried out is expected in the views."""


def blueprint(
    reception: Reception, describe: Callable[[str], Mapping[str, Any]] = description
) -> Blueprint:
    """Return the API of ``reception``; ``describe`` gives the description of all of it."""
    api = Blueprint("api", __name__)
    _ = reception.language.gettext

    @api.get("/openapi.json")
    def described_here() -> Response:
        return _json(200, json.dumps(describe(_("Tabletop companion"))))

    @api.get("/view")
    def view() -> Response:
        return _json(
            200, whole(reception.shown(reader(reception))[1], reception.house(reception.visitor()))
        )

    @api.post("/join")
    def join() -> Response:
        wish = asked(bodies.join)
        visitor = reception.known()
        if visitor is None or wish.code is not None:
            reception.check_code(wish.code or "")
        if wish.seat is None:
            joined = reception.look_on(visitor, wish.name, sees_all=wish.sees_all)
            return seated(reception, joined, "/all" if wish.sees_all else "/public")
        taken = reception.take(visitor, wish.seat, wish.name)
        if isinstance(taken, Visitor):
            return seated(reception, taken, "/seat")
        response = _json(202, json.dumps({"asked": True, "seat": wish.seat}))
        if visitor is None:  # so that it is known when it asks again
            set_cookie(response, reception.seats.cookie(Visitor(taken.phone, name=taken.name)))
        return response

    @api.get("/wish")
    def wish() -> Response:
        found = reception.wishes.of(reception.visitor().phone)
        seat, granted = (found.seat, found.granted) if found else (None, None)
        return _json(200, json.dumps({"seat": seat, "granted": granted}))

    @api.post("/consent")
    def consent() -> Response:
        id, granted = asked(bodies.consent)
        reception.answer(reception.visitor(), id, granted=granted)
        return _json(200, '{"ok":true}')

    @api.post("/here")
    def here() -> Response:
        word = asked(bodies.here)
        reception.seats.say(reception.visitor(), word)
        reception.introduce()
        return _json(200, '{"ok":true}')

    @api.post("/confirm")
    def confirm() -> Response:
        visitor = reception.visitor()
        seat, sits = asked(bodies.confirm)
        answered = reception.confirm(visitor, seat, sits=sits)
        return seated(reception, answered, "/seat" if sits else "/")

    @api.post("/leave")
    def leave() -> Response:
        asked(bodies.nothing)
        visitor = reception.visitor()
        return seated(reception, reception.look_on(visitor, None, sees_all=False), "/")

    @api.post("/clue")
    def clue() -> Response:
        visitor = reception.visitor()
        return _tap(reception, visitor, lambda data: bodies.clue(data, giver(visitor, data)))

    @api.post("/check")
    def check() -> Response:
        visitor = reception.visitor()
        return _tap(reception, visitor, lambda data: bodies.check(data, giver(visitor, data)))

    def giver(visitor: Visitor, data: Mapping[str, Any]) -> int | None:
        if visitor.seat is None and data.get("giver") is None:
            raise Refusal(403, _("Only a seat can give a clue."))
        return visitor.seat

    @api.post("/lay")
    def lay() -> Response:
        return _tap(reception, reception.visitor(), bodies.lay)

    @api.post("/identify")
    def identify() -> Response:
        return _tap(reception, reception.visitor(), bodies.identify)

    @api.post("/photo")
    def photo() -> Response:
        visitor = reception.visitor()
        seen = photos.take(reception, visitor, reader(reception))
        return _done(reception, visitor, seen, f"photo {seen.tap!r}")

    @api.post("/pass")
    def cannot_tell() -> Response:
        return _tap(reception, reception.visitor(), bodies.cannot_tell)

    @api.post("/name")
    def name() -> Response:
        return _tap(reception, reception.visitor(), bodies.name)

    @api.post("/tile")
    def tile() -> Response:
        return _tap(reception, reception.visitor(), bodies.tile)

    @api.post("/arrange")
    def arrange() -> Response:
        visitor = reception.visitor()
        seat = visitor.seat
        if seat is None:
            raise Refusal(403, _("Only a seat has a hand."))
        return _tap(reception, visitor, lambda data: bodies.arrange(data, seat))

    @api.post("/start")
    def start() -> Response:
        return _tap(reception, reception.visitor(), bodies.start)

    @api.post("/answer")
    def answer() -> Response:
        return _tap(reception, reception.visitor(), bodies.answer)

    @api.post("/undo")
    def undo() -> Response:
        return _tap(reception, reception.visitor(), bodies.undo)

    @api.post("/redo")
    def redo() -> Response:
        return _tap(reception, reception.visitor(), bodies.redo)

    @api.post("/pause")
    def pause() -> Response:
        return _tap(reception, reception.visitor(), bodies.pause)

    @api.post("/lay-down")
    def lay_down() -> Response:
        return _tap(reception, reception.visitor(), bodies.lay_down)

    @api.post("/agree")
    def agree() -> Response:
        return _tap(reception, reception.visitor(), bodies.agree)

    @api.get("/choices")
    def choices() -> Response:
        turn = request.args.get("turn", "")
        if not (turn.isascii() and turn.isdigit() and len(turn) < 5):
            raise Refusal(400, "turn is the number of a turn.")
        who = reception.shown(reader(reception))[0]
        found = reception.desk.choices(int(turn), who)
        if isinstance(found, Reply):
            raise reception.refused(found)
        return _json(200, json.dumps({"choices": [_choice(reception, one) for one in found]}))

    @api.get("/explained")
    def explained() -> Response:
        who = reception.shown(reader(reception))[0]
        found = reception.desk.explained(who)
        if isinstance(found, Reply):
            raise reception.refused(found)
        choice = None if found.choice is None else _choice(reception, found.choice)
        return _json(200, json.dumps({"choice": choice, "redo": found.redo}))

    @api.post("/correct")
    def correct() -> Response:
        return _tap(reception, reception.visitor(), bodies.correct)

    @api.post("/new")
    def new() -> Response:
        return _tap(reception, reception.visitor(), bodies.new)

    @api.post("/voice")
    def voice() -> Response:
        visitor = reception.visitor()
        by, volume = asked(bodies.voice)
        if by is not None and not reception.voices.choose(by, visitor.phone):
            raise Refusal(409, _("The machine at the table cannot speak."))
        if volume is not None and not reception.voices.set_volume(volume):
            raise Refusal(409, _("The machine at the table cannot speak."))
        return _json(200, json.dumps(reception.voices.seen_from(visitor.phone)))

    @api.post("/press")
    def press() -> Response:
        if reception.visitor().sees_all:
            raise Refusal(403, _("Whoever looks on with all hands open only looks."))
        button = asked(bodies.press)
        if not reception.has_panel():
            raise Refusal(404, _("There is no virtual panel."))
        reception.desk.press(button)
        return _json(200, '{"ok":true}')

    @api.get("/lamps")
    def lamps() -> Response:
        reception.visitor()
        shown = reception.desk.lamps()
        if shown is None:
            raise Refusal(404, _("There is no virtual panel."))
        return _json(200, json.dumps({"lamps": dict(shown)}, sort_keys=True))

    return api


def _choice(reception: Reception, choice: Choice) -> Mapping[str, Any]:
    """Return one thing that may be put right, with its sentences."""
    preview = choice.preview
    return {
        "correction": correction_to_data(preview.correction),
        "text": described(choice, reception.language, reception.people),
        "effect": effect(preview, reception.language),
    }


def reader(reception: Reception) -> Reader:
    """Return whose view a request gets: its cookie's, or the public one if it asks.

    Raises:
        Refusal: it comes from somebody who has not told the code.
    """
    visitor = reception.visitor()
    if request.args.get("public") == "1":
        return PUBLIC
    return ONLOOKER if visitor.sees_all else visitor.seat


def seated(reception: Reception, visitor: Visitor, page: str) -> Response:
    """Tell a phone where it sits from now on, which page is its own, and whether it is asked."""
    told = {"page": page, "seat": visitor.place, "confirm": visitor.asked is not None}
    response = _json(200, json.dumps(told))
    set_cookie(response, reception.seats.cookie(visitor))
    return response


def set_cookie(response: Response, cookie: str) -> None:
    """Hand a phone its cookie; no script reads it and no other site's page sends it."""
    response.set_cookie(
        COOKIE, cookie, max_age=COOKIE_DAYS * 86400, httponly=True, samesite="Lax", path="/"
    )


def _tap(
    reception: Reception, visitor: Visitor, parse: Callable[[Mapping[str, Any]], Sent]
) -> Response:
    """Carry out a tap, once, if its phone saw the newest view."""
    sent = asked(parse)
    return _done(reception, visitor, sent, f"{sent.version} {sent.tap!r}")


def _done(reception: Reception, visitor: Visitor, sent: Sent, what: str) -> Response:
    seat = reader(reception)
    reception.introduce()  # who has a phone decides who may speak for a seat
    if visitor.sees_all:
        _ = reception.language.gettext
        raise Refusal(403, _("Whoever looks on with all hands open only looks."))
    try:
        answer = reception.once.answer(
            visitor.phone,
            sent.key,
            f"{seat} {what}",
            lambda: _carry_out(reception, visitor, sent, seat),
        )
    except KeyUsed:
        raise Refusal(400, f"The key {sent.key} came with another tap before.") from None
    return _json(answer.status, answer.body)


def _carry_out(reception: Reception, visitor: Visitor, sent: Sent, seat: Reader) -> Answer:
    _ = reception.language.gettext
    desk = reception.desk
    with reception.turn:
        who, seen = reception.shown(seat)
        if sent.version != seen.version:
            stale = _("The table has changed meanwhile: please look again.")
            start = problem(409, stale, stale=True)
            shown = whole(seen, reception.house(visitor))
            return Answer(409, f'{start[:-1]}, "snapshot": {shown}}}', kept=False)
        try:
            reply = desk.ask(sent.tap, seat)
        except (InboxClosedError, TimeoutError):
            raise Refusal(503, _("The table does not answer: please try again.")) from None
        if not reply.ok:
            no = reception.refused(reply)
            return Answer(409, problem(409, no.message, no.rule, stale=False))
        if reply.told is not None:  # it only asked: no view has changed
            return Answer(200, json.dumps({"ok": True, **reply.told}))
        desk.hub.wait(who, seen.version, PUBLISHED_WITHIN)
    return Answer(200, '{"ok":true}')


def _json(status: int, body: str) -> Response:
    return Response(body, status, mimetype=PROBLEM if status >= 400 else "application/json")
