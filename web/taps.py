"""The taps of Hanabi as JSON: what people do in a game, and what may be put right in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from flask import Blueprint, Response, request

from companion.announcements.correction_texts import changed, described, effect
from companion.corrections.judging import Choice
from companion.desk import HanabiDesk
from companion.inbox import InboxClosedError
from companion.play.inputs import CheckTap, ClueTap, PhotoTap, RearrangeTap
from companion.record.corrections import correction_to_data
from companion.reply import Reply
from companion.views.hub import Snapshot
from companion.views.view import Reader
from web import photos
from web.answers import CorrectionChoice
from web.api import as_json, reader, replied, stale
from web.bodies import TAPS, Arrange, Clue, Sent, tap_of, tapping
from web.context import PageContext, Refusal
from web.idempotency import CARRIED_OUT, KeptAnswer, named
from web.json_io import asked
from web.seats import Visitor

ReadTap = Callable[[PageContext, Visitor], Sent]
"""Reads what a phone has sent as a tap; raises Refusal where it is none."""


def blueprint(context: PageContext, desk: HanabiDesk) -> Blueprint:
    """Return what may be tapped at a ``desk``, and asked of it."""
    api = Blueprint("taps", __name__)

    def address(path: str, read: ReadTap) -> None:
        """Let phones send at ``path`` what ``read`` makes a tap of."""

        def tapped() -> Response:
            """Carry out a tap, once, if its phone saw the newest view."""
            visitor = context.visitor()
            sent, seat = read(context, visitor), reader(context)
            context.introduce()  # who has a phone decides who may speak for a seat
            context.refuse_onlooker(visitor)
            what = _as_text(sent, seat)
            name = named(visitor.phone, sent.key, what)
            with context.idempotent.claim(visitor.phone, sent.key, what) as claim:
                if claim.answer is None:
                    with context.tapping:
                        seen = context.shown(seat)[1]
                        if sent.version != seen.version:
                            claim.answer = _stale(context, desk, visitor, seen, name)
                        else:
                            claim.answer = replied(context, desk.ask(sent.tap, seat, name))
            return as_json(claim.answer.status, claim.answer.body)

        api.add_url_rule(f"/{path}", path, tapped, methods=["POST"])

    for path, read in OF_A_SEAT.items():
        address(path, read)
    for path, (kind, _summary) in TAPS.items():
        address(path, _of_anybody(kind))

    @api.get("/choices")
    def choices() -> Response:
        who = context.shown(reader(context))[0]
        turn = request.args.get("turn", "")
        if not (turn.isascii() and turn.isdigit() and len(turn) < 5):
            raise Refusal(400, "turn is the number of a turn.")
        found = desk.choices(int(turn), who)
        if isinstance(found, Reply):
            raise context.refused(found)
        return as_json(200, json.dumps({"choices": [_choice(context, one) for one in found]}))

    @api.get("/explained")
    def explained() -> Response:
        who = context.shown(reader(context))[0]
        found = desk.explained(who)
        if isinstance(found, Reply):
            raise context.refused(found)
        choice = None if found.choice is None else _choice(context, found.choice)
        redo = None if found.again is None else changed(*found.again, context.language)
        return as_json(200, json.dumps({"choice": choice, "redo": redo}))

    return api


def _clue(context: PageContext, visitor: Visitor) -> Sent:
    body, version, key = asked(tapping(Clue))
    giver = visitor.seat if body.giver is None else body.giver
    if giver is None:
        _ = context.language.gettext
        raise Refusal(403, _("Only a seat can give a clue."))
    return Sent(ClueTap(giver, body.target, body.hint, body.pointed), version, key)


def _check(context: PageContext, visitor: Visitor) -> Sent:
    given = _clue(context, visitor)
    assert isinstance(given.tap, ClueTap)
    return replace(given, tap=CheckTap(given.tap))


def _photo(context: PageContext, visitor: Visitor) -> Sent:
    return photos.take(context, visitor, reader(context))


def _arrange(context: PageContext, visitor: Visitor) -> Sent:
    if visitor.seat is None:
        _ = context.language.gettext
        raise Refusal(403, _("Only a seat has a hand."))
    body, version, key = asked(tapping(Arrange))
    return Sent(RearrangeTap(visitor.seat, body.order), version, key)


OF_A_SEAT: Mapping[str, ReadTap] = {
    "clue": _clue,
    "check": _check,
    "photo": _photo,
    "arrange": _arrange,
}
"""The taps that mean something else from each seat, by their address."""


def _of_anybody(kind: type[object]) -> ReadTap:
    """Return what reads a tap that means the same from everybody."""

    def read(_context: PageContext, _visitor: Visitor) -> Sent:
        body, version, key = asked(tapping(kind))
        return Sent(tap_of(body), version, key)

    return read


def _choice(context: PageContext, choice: Choice) -> CorrectionChoice:
    """Return one thing that may be put right, with its sentences."""
    preview = choice.preview
    return {
        "correction": correction_to_data(preview.correction),
        "text": described(choice, context.language, context.people),
        "effect": effect(preview, context.language),
        "likely": choice.likely,
    }


def _as_text(sent: Sent, seat: Reader) -> str:
    """Return what was tapped, as text that is the same when the same is sent again.

    A photo is read anew each time, by then perhaps in another view: it is what it shows.
    """
    stamp = "photo" if isinstance(sent.tap, PhotoTap) else str(sent.version)
    return f"{seat} {stamp} {sent.tap!r}"


def _stale(
    context: PageContext, desk: HanabiDesk, visitor: Visitor, seen: Snapshot, name: str
) -> KeptAnswer:
    """Answer a tap that was made in an old view; it is not carried out."""
    with suppress(InboxClosedError, TimeoutError):  # nobody knows: then the page looks again
        if desk.was_carried_out(name):  # its answer was lost, and this start never knew it
            return CARRIED_OUT
    return stale(context, visitor, seen)
