"""The taps of Hanabi as JSON: what people do in a game, and what may be put right in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion.amending.amending import Choice
from companion.desk.desk import HanabiDesk
from companion.inbox import InboxClosedError
from companion.record.corrections import correction_to_data
from companion.reply import Reply
from companion.telling.change_texts import described, effect
from companion.views.view import Reader
from web import bodies, photos
from web.api import as_json, reader
from web.asking import asked
from web.bodies import Sent
from web.once import Answer
from web.reception import Reception, Refusal, problem, whole
from web.seats import Visitor

PUBLISHED_WITHIN = 0.3
"""Seconds within which a tap that was carried out is expected in the views."""


def blueprint(reception: Reception, desk: HanabiDesk) -> Blueprint:
    """Return what may be tapped at a ``desk``, and asked of it."""
    api = Blueprint("taps", __name__)
    _ = reception.language.gettext

    @api.post("/clue")
    def clue() -> Response:
        visitor = reception.visitor()
        return _tap(reception, desk, visitor, lambda data: bodies.clue(data, giver(visitor, data)))

    @api.post("/check")
    def check() -> Response:
        visitor = reception.visitor()
        return _tap(reception, desk, visitor, lambda data: bodies.check(data, giver(visitor, data)))

    def giver(visitor: Visitor, data: Mapping[str, Any]) -> int | None:
        if visitor.seat is None and data.get("giver") is None:
            raise Refusal(403, _("Only a seat can give a clue."))
        return visitor.seat

    @api.post("/lay")
    def lay() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.lay)

    @api.post("/identify")
    def identify() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.identify)

    @api.post("/photo")
    def photo() -> Response:
        visitor = reception.visitor()
        seen = photos.take(reception, visitor, reader(reception))
        return _done(reception, desk, visitor, seen, f"photo {seen.tap!r}")

    @api.post("/pass")
    def cannot_tell() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.cannot_tell)

    @api.post("/name")
    def name() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.name)

    @api.post("/tile")
    def tile() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.tile)

    @api.post("/arrange")
    def arrange() -> Response:
        visitor = reception.visitor()
        seat = visitor.seat
        if seat is None:
            raise Refusal(403, _("Only a seat has a hand."))
        return _tap(reception, desk, visitor, lambda data: bodies.arrange(data, seat))

    @api.post("/start")
    def start() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.start)

    @api.post("/answer")
    def answer() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.answer)

    @api.post("/undo")
    def undo() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.undo)

    @api.post("/redo")
    def redo() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.redo)

    @api.post("/pause")
    def pause() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.pause)

    @api.post("/lay-down")
    def lay_down() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.lay_down)

    @api.post("/agree")
    def agree() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.agree)

    @api.get("/choices")
    def choices() -> Response:
        turn = request.args.get("turn", "")
        if not (turn.isascii() and turn.isdigit() and len(turn) < 5):
            raise Refusal(400, "turn is the number of a turn.")
        who = reception.shown(reader(reception))[0]
        found = desk.choices(int(turn), who)
        if isinstance(found, Reply):
            raise reception.refused(found)
        return as_json(200, json.dumps({"choices": [_choice(reception, one) for one in found]}))

    @api.get("/explained")
    def explained() -> Response:
        who = reception.shown(reader(reception))[0]
        found = desk.explained(who)
        if isinstance(found, Reply):
            raise reception.refused(found)
        choice = None if found.choice is None else _choice(reception, found.choice)
        return as_json(200, json.dumps({"choice": choice, "redo": found.redo}))

    @api.post("/correct")
    def correct() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.correct)

    @api.post("/new")
    def new() -> Response:
        return _tap(reception, desk, reception.visitor(), bodies.new)

    return api


def _choice(reception: Reception, choice: Choice) -> Mapping[str, Any]:
    """Return one thing that may be put right, with its sentences."""
    preview = choice.preview
    return {
        "correction": correction_to_data(preview.correction),
        "text": described(choice, reception.language, reception.people),
        "effect": effect(preview, reception.language),
    }


def _tap(
    reception: Reception,
    desk: HanabiDesk,
    visitor: Visitor,
    parse: Callable[[Mapping[str, Any]], Sent],
) -> Response:
    """Carry out a tap, once, if its phone saw the newest view."""
    sent = asked(parse)
    return _done(reception, desk, visitor, sent, f"{sent.version} {sent.tap!r}")


def _done(
    reception: Reception, desk: HanabiDesk, visitor: Visitor, sent: Sent, what: str
) -> Response:
    seat = reader(reception)
    reception.introduce()  # who has a phone decides who may speak for a seat
    if visitor.sees_all:
        _ = reception.language.gettext
        raise Refusal(403, _("Whoever looks on with all hands open only looks."))
    answer = reception.once.answer(
        visitor.phone,
        sent.key,
        f"{seat} {what}",
        lambda: _carry_out(reception, desk, visitor, sent, seat),
    )
    return as_json(answer.status, answer.body)


def _carry_out(
    reception: Reception, desk: HanabiDesk, visitor: Visitor, sent: Sent, seat: Reader
) -> Answer:
    _ = reception.language.gettext
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
        waits = reply.told is not None and "waits" in reply.told
        if reply.told is not None and not waits:  # it only asked: no view has changed
            return Answer(200, json.dumps({"ok": True, **reply.told}))
        desk.hub.wait(who, seen.version, PUBLISHED_WITHIN)
    return Answer(200, '{"ok":true,"waits":true}' if waits else '{"ok":true}')
