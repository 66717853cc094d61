"""The taps of Hanabi as JSON: what people do in a game, and what may be put right in it."""

from __future__ import annotations

import json
from collections.abc import Callable

from flask import Blueprint, Response, request

from companion.amending.amending import Choice
from companion.desk.desk import HanabiDesk
from companion.inbox import InboxClosedError
from companion.play.inputs import CheckTap, RearrangeTap
from companion.record.corrections import correction_to_data
from companion.reply import Reply
from companion.telling.change_texts import changed, described, effect
from companion.views.view import Reader
from web import photos
from web.answers import CorrectionChoice
from web.api import as_json, reader
from web.asking import asked
from web.bodies import TAPS, Arrange, Clue, Sent, tap_of, tapping
from web.once import KeptAnswer, named
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
        visitor, (body, version, key) = reception.visitor(), asked(tapping(Clue))
        return _done(reception, desk, visitor, Sent(body.by(giver(visitor, body)), version, key))

    @api.post("/check")
    def check() -> Response:
        visitor, (body, version, key) = reception.visitor(), asked(tapping(Clue))
        tap = CheckTap(body.by(giver(visitor, body)))
        return _done(reception, desk, visitor, Sent(tap, version, key))

    def giver(visitor: Visitor, clue: Clue) -> int:
        if visitor.seat is not None:
            return visitor.seat
        if clue.giver is None:
            raise Refusal(403, _("Only a seat can give a clue."))
        return clue.giver

    @api.post("/photo")
    def photo() -> Response:
        visitor = reception.visitor()
        seen = photos.take(reception, visitor, reader(reception))
        return _done(reception, desk, visitor, seen, f"photo {seen.tap!r}")

    @api.post("/arrange")
    def arrange() -> Response:
        visitor = reception.visitor()
        if visitor.seat is None:
            raise Refusal(403, _("Only a seat has a hand."))
        body, version, key = asked(tapping(Arrange))
        tap = RearrangeTap(visitor.seat, body.order)
        return _done(reception, desk, visitor, Sent(tap, version, key))

    def carry_out(kind: type[object]) -> Callable[[], Response]:
        def tapped() -> Response:
            visitor = reception.visitor()
            body, version, key = asked(tapping(kind))
            return _done(reception, desk, visitor, Sent(tap_of(body), version, key))

        return tapped

    for path, (kind, _summary) in TAPS.items():
        api.add_url_rule(f"/{path}", path, carry_out(kind), methods=["POST"])

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
        redo = None if found.again is None else changed(*found.again, reception.language)
        return as_json(200, json.dumps({"choice": choice, "redo": redo}))

    return api


def _choice(reception: Reception, choice: Choice) -> CorrectionChoice:
    """Return one thing that may be put right, with its sentences."""
    preview = choice.preview
    return {
        "correction": correction_to_data(preview.correction),
        "text": described(choice, reception.language, reception.people),
        "effect": effect(preview, reception.language),
        "likely": choice.likely,
    }


def _done(
    reception: Reception, desk: HanabiDesk, visitor: Visitor, sent: Sent, what: str = ""
) -> Response:
    """Carry out a tap, once, if its phone saw the newest view.

    ``what`` is the same when the same is sent again; without it the tap is.
    """
    seat = reader(reception)
    what = f"{seat} {what or f'{sent.version} {sent.tap!r}'}"
    reception.introduce()  # who has a phone decides who may speak for a seat
    if visitor.sees_all:
        _ = reception.language.gettext
        raise Refusal(403, _("Whoever looks on with all hands open only looks."))
    answer = reception.once.answer(
        visitor.phone,
        sent.key,
        what,
        lambda: _carry_out(
            reception, desk, visitor, sent, seat, named(visitor.phone, sent.key, what)
        ),
    )
    return as_json(answer.status, answer.body)


def _carry_out(
    reception: Reception, desk: HanabiDesk, visitor: Visitor, sent: Sent, seat: Reader, name: str
) -> KeptAnswer:
    _ = reception.language.gettext
    with reception.turn:
        who, seen = reception.shown(seat)
        if sent.version != seen.version:
            if _was_carried_out(desk, name):  # its answer was lost, and this start never knew it
                return KeptAnswer(200, '{"ok":true}')
            stale = _("The table has changed meanwhile: please look again.")
            start = problem(409, stale, stale=True)
            shown = whole(seen, reception.house(visitor))
            return KeptAnswer(409, f'{start[:-1]}, "snapshot": {shown}}}', kept=False)
        try:
            reply = desk.ask(sent.tap, seat, name)
        except (InboxClosedError, TimeoutError):
            raise Refusal(503, _("The table does not answer: please try again.")) from None
        if not reply.ok:
            no = reception.refused(reply)
            return KeptAnswer(409, problem(409, no.message, no.rule, stale=False))
        waits = reply.told is not None and "waits" in reply.told
        if reply.told is not None and not waits:  # it only asked: no view has changed
            return KeptAnswer(200, json.dumps({"ok": True, **reply.told}))
        desk.hub.wait(who, seen.version, PUBLISHED_WITHIN)
    return KeptAnswer(200, '{"ok":true,"waits":true}' if waits else '{"ok":true}')


def _was_carried_out(desk: HanabiDesk, name: str) -> bool:
    try:
        return desk.was_carried_out(name)
    except (InboxClosedError, TimeoutError):
        return False
