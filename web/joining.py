"""How a phone joins the table, gets a seat, is asked about one, and gives it up."""

from __future__ import annotations

import json
from dataclasses import replace

from flask import Blueprint, Response

from companion.hanabi.tellers import NOBODY, PUBLIC_PAGE, Teller
from companion.language.people import as_name
from web.api import as_json, set_cookie
from web.bodies import Confirm, Consent, Here, Join, Nothing, reading
from web.context import PageContext, Refusal
from web.idempotency import CARRIED_OUT
from web.json_io import asked
from web.seat_requests import SeatRequest, may_answer
from web.seats import SeatRefusal, SeatRefused, Visitor


def blueprint(context: PageContext) -> Blueprint:
    """Return the addresses at which phones join and leave, and are asked about seats."""
    seats = Blueprint("joining", __name__)

    @seats.post("/join")
    def join() -> Response:
        wish = asked(reading(Join))
        visitor = context.known()
        if visitor is None:  # who has joined is not held up by others who guess
            context.check_code(wish.code or "")
        if wish.seat is None:
            joined = _look_on(context, visitor, wish.name, sees_all=wish.sees_all)
            return _seated(context, joined, "/all" if wish.sees_all else "/public")
        taken = _take(context, visitor, wish.seat, wish.name)
        if isinstance(taken, Visitor):
            return _seated(context, taken, "/seat")
        response = as_json(202, json.dumps({"asked": True, "seat": wish.seat}))
        if visitor is None:  # so that it is known when it asks again
            set_cookie(response, context.seats.cookie(Visitor(taken.phone, name=taken.name)))
        return response

    @seats.get("/wish")
    def wish() -> Response:
        found = context.seat_requests.of(context.visitor().phone)
        seat, granted = (found.seat, found.granted) if found else (None, None)
        return as_json(200, json.dumps({"seat": seat, "granted": granted}))

    @seats.post("/consent")
    def consent() -> Response:
        visitor = context.visitor()
        said = asked(reading(Consent))
        _answer(context, visitor, said.wish, granted=said.granted)
        return as_json(CARRIED_OUT.status, CARRIED_OUT.body)

    @seats.post("/here")
    def here() -> Response:
        visitor = context.visitor()
        context.seats.say(visitor, asked(reading(Here)).word)
        context.introduce()
        return as_json(CARRIED_OUT.status, CARRIED_OUT.body)

    @seats.post("/confirm")
    def confirmed() -> Response:
        visitor = context.visitor()
        said = asked(reading(Confirm))
        answered = _confirm(context, visitor, said.seat, sits=said.sits)
        return _seated(context, answered, "/seat" if said.sits else "/")

    @seats.post("/leave")
    def leave() -> Response:
        visitor = context.visitor()
        asked(reading(Nothing))
        return _seated(context, _look_on(context, visitor, None, sees_all=False), "/")

    return seats


def _seated(context: PageContext, visitor: Visitor, page: str) -> Response:
    """Tell a phone where it sits from now on, which page is its own, and whether it is asked."""
    told = {"page": page, "seat": visitor.place, "confirm": visitor.asked is not None}
    response = as_json(200, json.dumps(told))
    set_cookie(response, context.seats.cookie(visitor))
    return response


def _take(
    context: PageContext, visitor: Visitor | None, seat: int, name: str | None
) -> Visitor | SeatRequest:
    """Give ``seat`` to whoever sends this request, or ask the table whether it may have it.

    Args:
        context: what answering a request needs.
        visitor: who it is; None: somebody new.
        seat: from 0.
        name: what he is called; None: as before.

    Returns:
        The phone in its seat, or the wish that the table is asked about.

    Raises:
        Refusal: there is no such seat, nobody is there who could agree, or the table is asked
            about too many already.
    """
    _ = context.language.gettext
    if not context.plays(seat):
        sentence = _("{who} does not play in this game.")
        raise Refusal(409, sentence.format(who=context.people.who(seat, context.language)))
    playing = context.playing()
    why = context.seats.objection(visitor, seat, playing=playing)
    if why is None:
        try:
            taken = context.seats.take(visitor, seat, name=name)
        except SeatRefused as refused:  # a game has begun meanwhile, or somebody was faster
            why = refused.why
        else:
            context.introduce()
            return taken
    if why is SeatRefusal.SAW_ANOTHER_HAND:
        raise _has_seen_too_much(context)
    if visitor is None:
        visitor = context.seats.leave(None, name=name)
    elif name is not None:
        visitor = replace(visitor, name=as_name(name))
    wish = context.seat_requests.of(visitor.phone)
    granted = wish is not None and wish.seat == seat and wish.granted is True
    if not granted and _can_be_asked(context, visitor):
        wish = context.seat_requests.make(visitor, seat)
        if wish is None:
            raise Refusal(429, _("That is too fast: please wait a moment."), retry_after=10)
        return wish
    by = wish.by if wish is not None and granted else NOBODY
    try:
        taken = context.seats.take(visitor, seat, agreed=True, by=by, name=name)
    except SeatRefused:
        raise _has_seen_too_much(context) from None
    context.seat_requests.forget(visitor.phone)
    context.introduce()
    return taken


def _has_seen_too_much(context: PageContext) -> Refusal:
    return Refusal(
        409,
        context.language.gettext(
            "This phone has seen hands of the running game that nobody may see who sits there:"
            " until the game is over it can only look on."
        ),
    )


def _confirm(context: PageContext, visitor: Visitor, seat: int, *, sits: bool) -> Visitor:
    """Take what ``visitor`` says to the question whether he sits at ``seat``.

    Who does not sit there has no seat any more.

    Raises:
        Refusal: he does not hold that seat.
    """
    _ = context.language.gettext
    if visitor.place != seat:
        raise Refusal(409, _("This phone does not hold that seat any more: please choose again."))
    if not sits:
        return _look_on(context, visitor, None, sees_all=False)
    sits_there = context.seats.confirm(visitor)
    context.introduce()
    return sits_there


def _look_on(
    context: PageContext, visitor: Visitor | None, name: str | None, *, sees_all: bool
) -> Visitor:
    """Return whoever sends this request without a seat; the table is told who sees all.

    Raises:
        Refusal: he wants to see hands where no page shows any.
    """
    if sees_all and not context.shows_hands:
        raise Refusal(409, context.language.gettext("In this game no page shows a hand."))
    gone = context.seats.leave(visitor, name=name, sees_all=sees_all)
    context.introduce()
    return gone


def _answer(context: PageContext, visitor: Visitor, id: str, *, granted: bool) -> None:
    """Take what ``visitor`` says to a wish.

    Raises:
        Refusal: it is over, or he is not asked.
    """
    _ = context.language.gettext
    wish = next((one for one in context.seat_requests.open() if one.id == id), None)
    if wish is None:
        raise Refusal(409, _("Nobody is waiting for an answer any more."))
    if not may_answer(wish, visitor, context.seats.places()):
        raise Refusal(403, _("Somebody else is asked about this."))
    by = PUBLIC_PAGE if visitor.seat is None else Teller(visitor.seat)
    context.seat_requests.answer(id, granted=granted, by=by)


def _can_be_asked(context: PageContext, visitor: Visitor) -> bool:
    """Say whether some other phone shows a page that could agree to a wish."""
    here = [place for place in context.seats.places() if place.here]
    phones = {place.phone for place in here} | context.config.streams.phones()
    return bool(phones - {visitor.phone})
